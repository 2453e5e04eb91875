"""The rows of this domain. What the assistant remembers and its sub-agents keep tables of their own in the harness."""

from ...tables import TABLES, Table

DOMAIN = "AI Assistant"

TABLES.register([
    Table("routines", "steps that the phone carries out at a time or an event", prefix="ro", volatile=("created",)),
    Table("assistant", "how the assistant listens and speaks: one row, main"),
    Table("live_translation", "the live interpreter: one row, main"),
    Table("assistant_history", "what the assistant was asked before, and its answer", prefix="hx", volatile=("time",)),
])  # fmt: skip
