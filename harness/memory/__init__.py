"""What the assistant remembers about its user: tools for an episode, a store that outlives it, and the ranking of both."""
