"""A small world for the tests of the specialists: a few families, policies with known faults, and a finished run."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from agents.analyst import analyse
from agents.collector import collect
from agents.constructor import Draft, Gap, Rejection, draft, initial_gaps
from agents.curator import curate, sample_for_people
from agents.diagnostician import Bench, diagnose
from agents.release import Contents, freeze, proposal_quality, propose
from agents.review import review_by_rule
from bench.evaluate import row_of
from bench.scenario import build
from bench.suite import SLICES, families_of, make
from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Message, MessageKind, PolicyRef, Split, Task, Tokens, Trajectory, Witness, digest
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.instructions import Eta, load
from harness.policy import Policy, PolicyRequest, Reply
from harness.records import write_json_atomic, write_jsonl_atomic
from harness.rollout import Start, rollout
from harness.runs import RunFolder, RunPlan, Stage

Mistake = Literal["none", "stops_early", "gives_up", "asks_needlessly", "wrong_value", "wrong_tool", "format", "loops"]
MISTAKES: tuple[Mistake, ...] = (
    "stops_early", "gives_up", "asks_needlessly", "wrong_value", "wrong_tool", "format", "loops",
)  # fmt: skip

FAMILIES = ("named_timer", "calendar_entry", "volume_adjusted_afterwards", "moved_alarm", "memory_newer_fact_wins")


@cache
def catalogue() -> Catalogue:
    return full_catalogue()


def environment() -> PhoneEnvironment:
    return PhoneEnvironment(catalogue())


@cache
def eta() -> Eta:
    return load()


@cache
def drafts(*families: str, count: int = 3, seed: int = 0) -> tuple[Draft, ...]:
    """Proven drafts of some families; of the usual ones when none is named."""
    gaps = [Gap(id=f"test-{name}", family=name, count=count) for name in families or FAMILIES]
    made, lost = draft(gaps, catalogue(), seed=seed)
    assert not lost, lost
    return tuple(made)


def by_id(pairs: Iterable[Draft]) -> tuple[dict[str, Task], dict[str, Witness]]:
    """Tasks and witnesses by the task's id."""
    pairs = list(pairs)
    return {task.id: task for task, _ in pairs}, {task.id: witness for task, witness in pairs}


class Mistaken:
    """Follows the witness, but makes a known mistake in the tasks that ``mistakes`` names. It spends tokens."""

    def __init__(
        self, witnesses: Mapping[str, Witness], mistakes: Mapping[str, Mistake] | Mistake = "none", name: str = "mistaken"
    ) -> None:
        self.ref = PolicyRef(name=name)
        self._witnesses = witnesses
        self._mistakes = mistakes

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        return [self._reply(request) for request in requests]

    def _reply(self, request: PolicyRequest) -> Reply:
        kind = self._mistakes if isinstance(self._mistakes, str) else self._mistakes.get(request.task_id, "none")
        turns = self._witnesses[request.task_id].turns
        right = turns[request.turn] if request.turn < len(turns) else say("That is done.")
        action = right if kind == "none" else mistaken(kind, right, turns)
        seen = sum(len(str(message["content"])) for message in request.messages) // 4
        tokens = Tokens(prompt=seen, completion=12 + len(action.to_json()) // 12, cached=seen * 3 // 4)
        raw = "<tool_call>{broken" if action.malformed else ""
        return Reply(action.model_copy(update={"tokens": tokens}), raw=raw)


def mistaken(kind: Mistake, right: Action, turns: Sequence[Action]) -> Action:
    """What a planner with this fault does where the right action was due."""
    first = next((call for action in turns for call in action.calls), None)
    if kind == "stops_early":
        return say("All done.")
    if kind == "gives_up":
        return say("I cannot do that.", "refuse")
    if kind == "asks_needlessly":
        return say("What do you mean?", "clarify")
    if kind == "format" or first is None:
        return Action(malformed="the tool call is not JSON")
    if kind == "loops" and first is not None:
        return Action(calls=(first,))
    if kind == "wrong_tool":
        return right if not right.calls else act("set_brightness", level=37)
    if right.calls:
        return Action(thought=right.thought, calls=tuple(_off_by_something(call) for call in right.calls))
    return right


def _off_by_something(call: Call) -> Call:
    wrong = {"title": "Quillon", "text": "Quillon", "name": "Quillon", "time": "03:33", "level": 3, "seconds": 7}
    changed = {name: wrong.get(name, value) for name, value in call.arguments.items()}
    return call.model_copy(update={"arguments": changed})


def act(name: str, **arguments: object) -> Action:
    return Action(calls=(Call(id="c0", name=name, arguments=arguments),))


def say(text: str, kind: str = "finish") -> Action:
    return Action(message=Message(kind=MessageKind(kind), text=text))


def play(pairs: Iterable[Draft], policy: Policy, *, seed: int = 0) -> list[Trajectory]:
    """What the policy makes of the tasks."""
    starts = [Start(task, seed) for task, _ in pairs]
    return list(rollout(starts, policy, environment=environment, eta=eta()))


def by_chance(tasks: Iterable[Task], solved: float) -> dict[str, Mistake]:
    """Mistakes for all tasks but a share, spread over the kinds; decided by the tasks' ids alone."""
    chosen: dict[str, Mistake] = {}
    for task in tasks:
        number = int(digest(task.id).removeprefix("sha256:")[:8], 16)
        if number % 1000 >= 1000 * solved:
            chosen[task.id] = MISTAKES[number // 1000 % len(MISTAKES)]
    return chosen


SHARES = {"test-entities": 0.85, "test-phrasings": 0.7, "test-families": 0.2, "dev-entities": 0.8, "dev-families": 0.2}


def make_run(
    path: Path, *, families: Sequence[str] | None = FAMILIES, per_family: int = 3, eval_per_family: int = 1,
    diagnoses: int = 6,
) -> Path:  # fmt: skip
    """A run folder as the flywheel leaves it, with a pretended planner that solves a known share of each slice."""
    plan = RunPlan(seed=0, settings={"per_family": per_family, "model": "", "iteration": 0}, harness_version=eta().version)
    with RunFolder(path, plan) as run:
        pairs = _construct(run.stage("construct"), families, per_family)
        trajectories = _collect(run.stage("collect"), pairs)
        _curate(run, pairs, trajectories)
        _train(run.stage("train"))
        dev = _evaluate(run.stage("evaluate"), families, eval_per_family)
        _look_back(run, dev, diagnoses)
    return path


def _construct(stage: Stage, families: Sequence[str] | None, per_family: int) -> list[Draft]:
    gaps = [gap for gap in initial_gaps(per_family) if families is None or gap.family in families]
    pairs, lost = draft(gaps, catalogue())
    pairs, dropped = pairs[:-1], pairs[-1][0]
    lost.append(Rejection(task_id=dropped.id, family=dropped.family, step="screen", reason="0.91 like another"))
    write_jsonl_atomic(stage.path / "gaps.jsonl", gaps)
    write_jsonl_atomic(stage.path / "tasks.jsonl", [task for task, _ in pairs])
    write_jsonl_atomic(stage.path / "witnesses.jsonl", [witness for _, witness in pairs])
    write_jsonl_atomic(stage.path / "rejections.jsonl", lost)
    count = len(pairs)
    facts = {"drafted": count + 1, "played": count + 1, "proven": count + 1, "kept": count}
    write_json_atomic(stage.path / "timing.json", {"seconds": 12.34})
    stage.finish(["tasks.jsonl", "witnesses.jsonl", "rejections.jsonl", "gaps.jsonl"], facts)
    return pairs


def _collect(stage: Stage, pairs: Sequence[Draft]) -> list[Trajectory]:
    tasks, witnesses = by_id(pairs)
    made = list(collect(tasks.values(), witnesses, environment=environment, eta=eta(), slip_rate=0.3))
    made[-1] = play(pairs[-1:], Mistaken(witnesses, "stops_early"))[0]
    write_jsonl_atomic(stage.path / "trajectories.jsonl", made)
    solved = sum(item.verification.success for item in made)
    turns = sum(len(item.turns) for item in made)
    write_json_atomic(stage.path / "timing.json", {"seconds": 3.21})
    facts = {"tasks": len(made), "phone": len(made), "trajectories": len(made), "solved": solved, "turns": turns}
    stage.finish(["trajectories.jsonl"], facts)
    return made


def contents_of(pairs: Sequence[Draft], trajectories: Sequence[Trajectory]) -> Contents:
    """What the curator makes of trajectories."""
    tasks, witnesses = by_id(pairs)
    records = curate(trajectories, tasks, environment=environment, eta=eta()).records
    return Contents(trajectories, records, list(tasks.values()), list(witnesses.values()))


def _curate(run: RunFolder, pairs: Sequence[Draft], trajectories: Sequence[Trajectory]) -> None:
    stage = run.stage("curate")
    contents = contents_of(pairs, trajectories)
    proposal = propose(contents, sample_for_people(contents.records), proposal_quality(contents), None)
    write_jsonl_atomic(stage.path / "records.jsonl", contents.records)
    write_json_atomic(stage.path / "proposal.json", proposal)
    stage.finish(["records.jsonl", "proposal.json"], {"counts": proposal.counts, "quality": proposal.quality})
    frozen = run.stage("release")
    decision = review_by_rule(proposal)
    release = freeze(stage.path / "release", contents, proposal, decision)
    write_json_atomic(frozen.path / "decision.json", {**decision.model_dump(mode="json"), "release": release.id})
    frozen.finish(["decision.json"], {**decision.model_dump(mode="json"), "release": release.id})


def _train(stage: Stage) -> None:
    curve = [{"step": 10 * n, "loss": round(3.2 * 0.93**n + 0.2, 4), "learning_rate": 0.001} for n in range(1, 41)]
    write_jsonl_atomic(stage.path / "curve.jsonl", curve)
    write_json_atomic(stage.path / "timing.json", {"seconds": 190.0})
    stage.finish(["curve.jsonl"], {"steps": 400, "loss": 0.36})


def _evaluate(stage: Stage, families: Sequence[str] | None, per_family: int) -> list[tuple[Draft, Trajectory]]:
    dev: list[tuple[Draft, Trajectory]] = []
    facts: dict[str, list[int]] = {}
    outputs = []
    for name, share in SHARES.items():
        pairs = _slice(name, families, per_family)
        tasks, witnesses = by_id(pairs)
        before = play(pairs, Mistaken(witnesses, by_chance(tasks.values(), 0.01), "before"))
        after = play(pairs, Mistaken(witnesses, by_chance(tasks.values(), share), "after"))
        for kind, records in (
            ("tasks", list(tasks.values())), ("witnesses", list(witnesses.values())), ("before", before), ("after", after)
        ):  # fmt: skip
            write_jsonl_atomic(stage.path / f"{name}.{kind}.jsonl", records)
            outputs.append(f"{name}.{kind}.jsonl")
        facts[f"{name}.after"] = [sum(item.verification.success for item in after), len(after)]
        dev += zip(pairs, after, strict=True) if name.startswith("dev") else ()
    write_json_atomic(stage.path / "timing.json", {"seconds": 65.4})
    stage.finish(outputs, facts)
    return dev


def _slice(name: str, families: Sequence[str] | None, per_family: int) -> list[Draft]:
    """The tasks of a slice; of unseen families there are six where families are chosen."""
    part = SLICES[name]
    if families is None:
        return list(make(name, per_family, catalogue()))
    known = families_of(part.families)
    members = [item for item in known if item.name in families] if part.families is Split.TRAIN else known[:6]
    return [
        build(item, number, catalogue(), split=part.split, holdout=part.holdout)
        for item in members
        for number in range(per_family)
    ]


def _look_back(run: RunFolder, dev: Sequence[tuple[Draft, Trajectory]], count: int) -> None:
    tasks, witnesses = by_id(pair for pair, _ in dev)
    shares = {name: share for name, share in SHARES.items() if name.startswith("dev")}
    mistakes: dict[str, Mistake] = {}
    for name, share in shares.items():
        mistakes |= by_chance((task for task in tasks.values() if SLICES[name].holdout == task.holdout), share)
    failures = [item for _, item in dev if not item.verification.success][:count]
    bench = Bench(Mistaken(witnesses, mistakes), environment, eta())
    found = diagnose(failures, tasks, witnesses, bench)
    diagnosed = run.stage("diagnose")
    write_jsonl_atomic(diagnosed.path / "diagnoses.jsonl", found)
    write_jsonl_atomic(diagnosed.path / "failures.jsonl", failures)
    diagnosed.finish(["diagnoses.jsonl"], {})
    rows = [row_of(tasks[item.task_id], item) for _, item in dev]
    result = analyse(rows, found, trained=FAMILIES, budget=20, iteration=1)
    analysed = run.stage("analyse")
    write_json_atomic(analysed.path / "analysis.json", result)
    write_jsonl_atomic(analysed.path / "gaps.jsonl", result.gaps)
    analysed.finish(["analysis.json", "gaps.jsonl"], {})
