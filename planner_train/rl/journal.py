"""What a run leaves behind while it learns: one line an update, an evaluation or a decision, one file a batch of rollouts.

Everything that depends on the seeds alone stands apart from what is measured by a clock (``timing.jsonl``), so two runs with
the same settings leave equal files. A run that resumes at an update takes back all that was written after it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.contract import Json
from harness.records import append_jsonl, drop_torn_line, write_jsonl_atomic
from planner_train.care import Shaped

from .rollouts import Sampled

FILES = ("updates", "evals", "decisions", "events", "timing")
CLOCKED = ("time", "runtime", "per_second", "profiling", "seconds")


class Journal:
    """The files under ``folder``. Lines of ``FILES`` have the field ``update``; batches are numbered.

    Of several processes one writes; the others keep the same journal and leave no trace (``writes``).
    """

    def __init__(self, folder: Path, *, writes: bool = True) -> None:
        self.folder, self._writes = folder, writes

    def rewind(self, update: int, batch: int) -> None:
        """Forgets everything after that update, and the batches from ``batch`` on."""
        if not self._writes:
            return
        for name in FILES:
            path = self._path(name)
            drop_torn_line(path)
            if path.exists():
                write_jsonl_atomic(path, [line for line in self.lines(name) if line["update"] <= update])
        for path in self.folder.glob("rollouts/batch-*.jsonl"):
            if int(path.stem.removeprefix("batch-")) >= batch:
                path.unlink()

    def add(self, name: str, lines: Iterable[Mapping[str, Json]]) -> None:
        """Appends to one of the files."""
        if self._writes:
            append_jsonl(self._path(name), [dict(line) for line in lines])

    def add_update(self, update: int, logs: Mapping[str, Any]) -> None:
        """What the trainer logged after an update, told apart by whether a clock measured it; what is no number is null."""
        plain: dict[str, Json] = {"update": update}
        clocked: dict[str, Json] = {"update": update}
        for name, value in logs.items():
            number = float(value) if isinstance(value, (int, float)) and abs(value) < float("inf") else None
            (clocked if any(part in name for part in CLOCKED) else plain)[name] = number
        self.add("updates", [plain])
        self.add("timing", [clocked])

    def write_batch(
        self, batch: int, episodes: Sequence[Sampled], advantages: Sequence[float], groups: Sequence[Shaped]
    ) -> None:
        """The table of one batch of rollouts: each episode's words, outcome and advantage."""
        if not self._writes:
            return
        size = len(episodes) // len(groups) if groups else 1
        lines = [
            {
                "batch": batch,
                "task": episode.task.id,
                "regime": groups[number // size].regime,
                "success": episode.outcome.success,
                "progress": episode.outcome.progress,
                "tokens": episode.outcome.tokens,
                "calls": episode.outcome.calls,
                "valid": episode.outcome.valid,
                "end": episode.end,
                "reason": episode.reason,
                "attempts": episode.attempts,
                "turns": episode.transcript.turns,
                "cut": episode.transcript.cut,
                "advantage": advantages[number],
                "texts": list(episode.texts),
            }
            for number, episode in enumerate(episodes)
        ]
        write_jsonl_atomic(self.folder / "rollouts" / f"batch-{batch:05d}.jsonl", lines)

    def lines(self, name: str) -> list[dict[str, Any]]:
        """What a file holds."""
        path = self._path(name)
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl"


def outputs(folder: Path) -> list[str]:
    """The files of a finished run that its seeds decide, by their paths in its folder."""
    made = [*(folder / "checkpoint").iterdir(), *folder.glob("*.jsonl"), *folder.glob("rollouts/*.jsonl")]
    return sorted(path.relative_to(folder).as_posix() for path in made if path.name != "timing.jsonl")


def speed(folder: Path) -> dict[str, float]:
    """How fast the run in the folder was, as measured, and where its time went; empty before its first update.

    Rollouts are counted against the seconds that they took, trained tokens against those of the trainer. Evaluations are not
    counted.
    """
    journal = Journal(folder)
    clock, plain = journal.lines("timing"), journal.lines("updates")
    if not clock:
        return {}
    total = sum(line.get("step_time") or 0.0 for line in clock)
    parts = {name: sum(line[f"seconds/{name}"] for line in clock) for name in ("model", "phone", "harness")}
    rolled = sum(parts.values())
    parts["trainer"] = max(0.0, total - rolled)
    episodes = sum(line["care/episodes"] for line in plain if "care/episodes" in line)
    tokens = sum(line["care/episodes"] * line["care/tokens"] for line in plain if "care/tokens" in line)
    return {
        "seconds": round(total, 2),
        "rollouts_per_second": round(episodes / rolled, 2) if rolled else 0.0,
        "trained_tokens_per_second": round(tokens / parts["trainer"], 1) if parts["trainer"] else 0.0,
        **{f"share_{name}": round(seconds / total, 4) if total else 0.0 for name, seconds in parts.items()},
    }
