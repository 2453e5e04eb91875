"""Tries a piece of Python in a process of its own: what crashes, hangs or is heavy stays out of ours."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Probe:
    """What came of it: the JSON object that the piece printed last, or what went wrong."""

    facts: dict[str, Any] = field(default_factory=dict)
    problem: str = ""


def run_probe(code: str, *arguments: str, timeout_s: float = 120) -> Probe:
    """Runs ``code``, which prints one JSON object as its last line."""
    command = [sys.executable, "-c", code, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout_s, check=False)
    except subprocess.TimeoutExpired:
        return Probe(problem=f"gave no answer within {timeout_s:g} s")
    lines = [line for line in (done.stdout if done.returncode == 0 else done.stderr).splitlines() if line.strip()]
    if done.returncode != 0:
        return Probe(problem=lines[-1] if lines else f"ended with status {done.returncode}")
    return Probe(facts=json.loads(lines[-1]))
