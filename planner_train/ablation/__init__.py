"""CARE against plain RL, measured: arms and seeds of one fixed recipe on a planner that is small enough for two cores.

``families`` are the tasks and ``demonstrations`` what is shown of them; ``vocabulary`` and ``cold_start`` make the planner
that all arms start from. ``recipe`` holds every number, ``jobs`` says what a training is, ``worker`` and ``running`` carry
trainings out in processes. ``analysis`` reads the raw logs, ``drawings`` and ``report`` show them. The training itself is
``planner_train.rl``, as for any other planner.
"""
