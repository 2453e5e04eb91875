"""Two planners evaluated at once: as one after the other, and the second process never outlives the first."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphs.evaluation import beside, evaluate
from harness.errors import UserError
from harness.records import write_jsonl_atomic
from tests.graphs.play import some_tasks

ROOT = Path(__file__).parents[2]


def folder_with_tasks(folder: Path) -> Path:
    write_jsonl_atomic(folder / "few.tasks.jsonl", [task for task, _ in some_tasks()[:4]])
    return folder


def test_beside_is_the_same_as_here(base: Path, tmp_path: Path) -> None:
    folder = folder_with_tasks(tmp_path)
    counts: list[int] = []
    with beside(folder, ["few"], "there", f"local:{base}", 3, "v1", counts.append) as there:
        here = evaluate(folder, ["few"], "here", f"local:{base}", 3, "v1", lambda count: None)
    assert there == here == {"few": (0, 4)}
    assert sum(counts) == 4
    assert (folder / "few.there.jsonl").read_bytes() == (folder / "few.here.jsonl").read_bytes()


def test_a_failure_beside_is_told_in_its_own_words(tmp_path: Path) -> None:
    with (
        pytest.raises(UserError, match=r"evaluation 'before' failed.*nowhere"),
        beside(folder_with_tasks(tmp_path), ["few"], "before", "local:nowhere", 3, "v1", lambda count: None),
    ):
        pass


def test_a_failure_here_ends_the_other(base: Path, tmp_path: Path) -> None:
    folder = folder_with_tasks(tmp_path)
    with pytest.raises(ZeroDivisionError), beside(folder, ["few"], "there", f"local:{base}", 3, "v1", lambda count: None):
        raise ZeroDivisionError
    assert not (folder / "few.there.jsonl").exists()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for the process in /proc")
def test_the_other_process_dies_with_this_one(base: Path, tmp_path: Path) -> None:
    folder = folder_with_tasks(tmp_path)
    code = (
        "import sys, time; from pathlib import Path; from graphs.evaluation import beside\n"
        "with beside(Path(sys.argv[1]), ['few'], 'there', sys.argv[2], 3, 'v1', print):\n"
        "    print('begun', flush=True)\n"
        "    time.sleep(600)\n"
    )
    command = [sys.executable, "-c", code, str(folder), f"local:{base}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "begun\n"
        assert _evaluating(folder)
        os.kill(first.pid, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while _evaluating(folder) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _evaluating(folder)


def _evaluating(folder: Path) -> list[str]:
    """The processes that evaluate in the folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_bytes().split(b"\0")
        except OSError:  # it ended meanwhile
            continue
        if b"graphs.evaluation" in words and str(folder).encode() in words:
            found.append(place.parent.name)
    return found
