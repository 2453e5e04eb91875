"""Times the environment of BFCL's multi-turn tasks, so that a peer's speed stands beside ours, from one machine and hour.

It is run as a script by a Python that has ``bfcl-eval`` (its pins contradict ours, so rarely the one that runs us) and
prints one JSON document. A *step* is one call of the reference solutions as the package itself runs it: found, evaluated,
its answer turned into text. ``bare_steps_per_s`` leaves all of that away and calls the methods of the live objects. A
*reset* makes the objects of one entry and loads its scenario.
"""

import ast
import copy
import importlib
import json
import sys
import time
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CATEGORY = "BFCL_v4_multi_turn_base.json"


def entries(limit: int) -> list[tuple[dict[str, Any], list[list[str]]]]:
    """Entries with their reference solutions, turn by turn."""
    found = find_spec("bfcl_eval")
    assert found is not None and found.origin is not None
    data = Path(found.origin).parent / "data"

    def lines(path: Path) -> list[dict[str, Any]]:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:limit]]

    solutions = {line["id"]: line["ground_truth"] for line in lines(data / "possible_answer" / CATEGORY)}
    return [(line, solutions[line["id"]]) for line in lines(data / CATEGORY)]


def make(entry: dict[str, Any], config: Any) -> list[Any]:
    """The live objects of one entry."""
    made = []
    for name in entry["involved_classes"]:
        instance = getattr(importlib.import_module(config.CLASS_FILE_PATH_MAPPING[name]), name)()
        if name not in config.STATELESS_CLASSES:
            instance._load_scenario(copy.deepcopy(entry["initial_config"].get(name, {})), long_context=False)
        made.append(instance)
    return made


def read(call: str) -> tuple[str, list[Any], dict[str, Any]]:
    """A call as name and arguments."""
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    arguments = {item.arg: ast.literal_eval(item.value) for item in node.keywords if item.arg}
    return node.func.id, [ast.literal_eval(item) for item in node.args], arguments


def measure(limit: int, repeats: int) -> dict[str, Any]:
    """Rates a second of processor time; the fastest of the repeats counts."""
    config: Any = importlib.import_module("bfcl_eval.constants.executable_backend_config")
    utils: Any = importlib.import_module("bfcl_eval.eval_checker.multi_turn_eval.multi_turn_utils")
    pairs = entries(limit)
    calls = [[read(call) for turn in turns for call in turn] for _, turns in pairs]
    total = sum(map(len, calls))
    resets, steps, executor = [], [], []
    for repeat in range(repeats):
        started = time.process_time()
        live = [make(entry, config) for entry, _ in pairs]
        resets.append(time.process_time() - started)
        bound = [
            [
                (next(getattr(one, name) for one in objects if hasattr(one, name)), given, named)
                for name, given, named in plan
            ]
            for objects, plan in zip(live, calls, strict=True)
        ]
        started = time.process_time()
        for plan in bound:
            for method, given, named in plan:
                method(*given, **named)
        steps.append(time.process_time() - started)

        def run(entry: dict[str, Any], turn: list[str], name: str = f"peer{repeat}") -> None:
            utils.execute_multi_turn_func_call(turn, entry["initial_config"], entry["involved_classes"], name, entry["id"])

        for entry, _ in pairs:
            run(entry, [])  # makes the objects, which is no step
        started = time.process_time()
        for entry, turns in pairs:
            for turn in turns:
                run(entry, turn)
        executor.append(time.process_time() - started)
    return {
        "version": metadata.version("bfcl-eval"),
        "entries": len(pairs),
        "calls": total,
        "steps_per_s": total / min(executor),
        "bare_steps_per_s": total / min(steps),
        "resets_per_s": len(pairs) / min(resets),
    }


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]))))
