"""Which planner a command uses when none is named: the newest one that a flywheel run has trained."""

from pathlib import Path

from harness.errors import UserError


def default_policy(runs: Path) -> str:
    """``local:PATH`` of the newest trained checkpoint under the runs folder. Raises ``UserError`` when there is none."""
    made = [path for stage in ("train", "rl") for path in runs.glob(f"*/{stage}/checkpoint/model.safetensors")]
    found = sorted(made, key=lambda path: (path.stat().st_mtime, str(path)))
    if not found:
        raise UserError(
            "no trained planner yet",
            where=str(runs),
            expected="`planner-agent flywheel run --reviewer auto` first, or --policy PROVIDER/MODEL",
        )
    return f"local:{found[-1].parent}"
