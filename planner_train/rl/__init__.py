"""Online reinforcement learning of the planner: episodes through the harness, advantages by CARE, steps by TRL.

``learning`` is the whole run. ``rollouts`` samples groups of episodes, ``sampling`` and ``transcript`` keep their tokens as
they were sampled, ``served`` has a vLLM server sample them, ``guard`` keeps one bad environment from ending a run.
``columns`` takes the measurements through TRL, ``trainer`` puts CARE's advantages in, ``scoring`` makes log-probabilities on
a CPU, ``contract`` says what of TRL all this needs, and ``journal`` is what a run leaves behind.
"""
