"""What holds for every test: settled process, no configured model, chance that repeats."""

import os

import pytest
from hypothesis import settings

import harness as harness  # settles the process before torch is imported

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the workers share the cores

settings.register_profile("project", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("project")


@pytest.fixture(autouse=True)
def _no_configured_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own model and endpoint never reach a test."""
    for name in [name for name in os.environ if name.startswith("PLANNER_AGENT_")]:
        monkeypatch.delenv(name)
