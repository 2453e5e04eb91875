"""One policy on ``planner-bench``: a folder that a run grows in, survives any kill in, and ends in as a result.

``run.json`` says what is run and is written first, ``trajectories.jsonl`` takes an episode at a time, ``result.json`` is
worked out from these two, and ``timing.json`` is the only file that tells of the machine. ``.seal.json`` says what the
trajectories came to when the last process ended, so that nobody goes on with verdicts that were edited since.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

import prompts
from harness.catalogue import full_catalogue
from harness.contract import Json, Tokens, Trajectory, digest
from harness.errors import UserError
from harness.instructions import Eta, load
from harness.models.endpoint_policy import EndpointPolicy
from harness.policies import open_policy
from harness.policy import Policy, WitnessPolicy
from harness.records import open_for_reading, write_json_atomic
from harness.rollout import Start
from harness.runs import refuse_strangers

from .evaluate import missing_row, row_of
from .planner_bench import NAME, Suite, generate, pins
from .results import Result, Run
from .running import Brief, Report, briefs, read_at, run_tasks

Watch = Callable[[Suite, Mapping[str, Brief]], Report]
MANIFEST, TRAJECTORIES, RESULT, TIMING = "run.json", "trajectories.jsonl", "result.json", "timing.json"
SEAL = ".seal.json"


BARE = "none"
"""The name of the harness that does not help."""


def harness_named(name: str) -> Eta:
    """The harness configuration of that name; ``none`` is the default one stripped of all that helps.

    What stays is what the benchmark itself prescribes: the candidates that are recalled, the budget, the protocol.
    """
    if name != BARE:
        return load(name)
    full = load()
    settings = full.settings.model_copy(
        update={"version": BARE, "tool_format": "json", "guided": False, **silent(full), **unadvised(full)}
    )
    general = prompts.load("bench/bare")
    identity = digest({"settings": settings.model_dump(mode="json"), "general": general, "recall": full.digest})
    return full.model_copy(update={"settings": settings, "general": general, "digest": identity})


def silent(eta: Eta) -> dict[str, object]:
    """Settings under which no notice is given."""
    never = {"repeated_call": False, "repeated_failure": 10_000, "budget_left": 0}
    return {"notices": eta.settings.notices.model_copy(update=never)}


def unadvised(eta: Eta) -> dict[str, object]:
    """Settings under which the answer to a wrong name suggests no other."""
    return {"feedback": eta.settings.feedback.model_copy(update={"suggestions": False})}


@dataclass(frozen=True)
class Prices:
    """Dollars for a million tokens read and written. ``source`` says whose prices these are."""

    prompt: float
    completion: float
    source: str


@dataclass(frozen=True)
class Plan:
    """What is run. ``retries``: how often an episode is run anew after an infrastructure failure before it is recorded.

    ``stop_after`` recorded ones in a row would be an outage, which stops the run before they are; 0: nothing stops it.
    """

    policy: str
    split: str = "test"
    limit: int | None = None
    seed: int = 0
    workers: int = 64
    retries: int = 2
    redo_failures: bool = False
    stop_after: int = 0
    prices: Prices | None = None


def run_suite(
    folder: Path,
    plan: Plan,
    eta: Eta,
    *,
    suite: Suite | None = None,
    resume: bool = False,
    watch: Watch = lambda suite, known: _unwatched,
) -> tuple[Suite, Result]:
    """Runs what is left to run and writes the result. ``watch`` is given the suite and what is known of earlier runs.

    ``suite`` is what the plan asks for, if it was generated already.

    Raises ``UserError`` for a folder that holds a run and ``resume`` was not asked for, another run, other things, or
    trajectories that were changed since they were written.
    """
    suite = suite or generate(plan.split, full_catalogue(), limit=plan.limit)
    policy = open_policy(plan.policy, witnesses=suite.witnesses)
    refuse_strangers(folder, MANIFEST)
    with _sole(folder):
        settings = _settings(plan, suite, policy, eta)
        _claim(folder, settings, resume)
        target = folder / TRAJECTORIES
        _break_seal(folder)
        seed = 0 if isinstance(policy, WitnessPolicy) else plan.seed  # a witness knows the ids of the task's own seed
        starts = [Start(item.task, seed) for item in suite.items]
        known = briefs(target)
        report = watch(suite, known)
        clock, cpu = time.monotonic(), time.process_time()
        workers = plan.workers if isinstance(policy, EndpointPolicy) else int(settings["batch"])
        try:
            run_tasks(
                target, starts, policy, eta,
                workers=workers, again=plan.retries, redo_failures=plan.redo_failures, stop_after=plan.stop_after,
                report=report,
            )  # fmt: skip
        finally:
            _seal(folder)
            steps = sum(item.turns for item in briefs(target).values()) - sum(item.turns for item in known.values())
            _note_time(folder, time.monotonic() - clock, time.process_time() - cpu, steps)
        result = result_of(folder, suite, settings, plan.prices)
        write_json_atomic(folder / RESULT, result.document())
        return suite, result


def _unwatched(done: int, trajectory: Trajectory | None) -> None:
    """Nobody looks on."""


def result_of(folder: Path, suite: Suite, settings: Mapping[str, Json], prices: Prices | None = None) -> Result:
    """The result of what the folder holds so far; a run that is missing is a failure."""
    runs: list[Run] = []
    spent = Tokens()
    target = folder / TRAJECTORIES
    known = briefs(target)
    for item in suite.items:
        brief = known.get(item.task.id)
        row = missing_row(item.task) if brief is None else row_of(item.task, *read_at(target, [brief.place]))
        runs.append(Run(item.base, item.group, row))
        spent = Tokens(
            prompt=spent.prompt + row.tokens_in,
            completion=spent.completion + row.tokens_out,
            cached=spent.cached + row.tokens_cached,
        )
    return Result(settings, tuple(runs), cost_of(str(settings["policy"]), spent, len(runs), prices))


def cost_of(policy: str, spent: Tokens, runs: int, prices: Prices | None) -> dict[str, Json]:
    """What the tokens cost, and of what: prices that were given, else LiteLLM's table, else nothing is known."""
    table: dict[str, Json] = {
        "prompt_tokens": spent.prompt,
        "cached_tokens": spent.cached,
        "completion_tokens": spent.completion,
        "usd": None,
        "usd_per_1000_runs": None,
        "prices": "none known",
        "scope": "tokens of the answers that the planner gave, as the endpoint counted them; attempts that were lost, "
        "the machine of a model of one's own, and everything outside the planner are not in it",
    }
    if not spent.prompt:
        table["prices"] = "no tokens were counted, so there is nothing to price"
        return table
    if prices is not None:
        usd: float | None = (spent.prompt * prices.prompt + spent.completion * prices.completion) / 1e6
        table["prices"] = (
            f"{prices.prompt:g} and {prices.completion:g} USD a million tokens read and written; {prices.source}"
        )
    elif "/" in policy and not policy.startswith("local:"):
        from harness.models.price import cost_usd

        usd = cost_usd(policy, spent)
        table["prices"] = "LiteLLM's price table, cached tokens at their own rate" if usd is not None else "none known"
    else:
        usd = None
    if usd is not None:
        table |= {"usd": round(usd, 6), "usd_per_1000_runs": round(1000 * usd / runs, 4) if runs else None}
    return table


def _settings(plan: Plan, suite: Suite, policy: Policy, eta: Eta) -> dict[str, Json]:
    pinned = pins().get(plan.split, {}).get("digest")
    settings: dict[str, Json] = {
        "suite": NAME,
        "split": plan.split,
        "suite_digest": suite.digest,
        "suite_is_pinned": plan.limit is None and suite.digest == pinned,
        "limit": plan.limit,
        "policy": plan.policy,
        "harness": eta.version,
        "seed": plan.seed,
    }
    if isinstance(policy, EndpointPolicy):  # its address and its pace may change while a run goes on
        return settings
    return {**settings, "policy_digest": policy.ref.digest, "batch": plan.workers}


def _claim(folder: Path, settings: Mapping[str, Json], resume: bool) -> None:
    """Writes the manifest, or checks that the one that stands there is of the same run."""
    path = folder / MANIFEST
    if not path.exists():
        write_json_atomic(path, dict(settings))
        return
    if not resume:
        raise UserError("the folder holds a run", where=str(folder), expected="--resume to go on with it, or another --out")
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        other = [name for name, value in settings.items() if known.get(name) != value]
    except (ValueError, AttributeError):
        raise UserError("this is no manifest of a run", where=str(path), expected="what `bench run` wrote") from None
    if other:
        name = other[0]
        message = f"the run in it has another {name.replace('_', ' ')}: {known.get(name)!r}, not {settings[name]!r}"
        raise UserError(message, where=str(folder), expected="the same options as when it was begun, or another --out")


def _seal(folder: Path) -> None:
    """Writes down a digest of every trajectory."""
    if (folder / TRAJECTORIES).exists():
        write_json_atomic(folder / SEAL, list(_line_digests(folder / TRAJECTORIES)))


def _break_seal(folder: Path) -> None:
    """Raises ``UserError`` where a trajectory is not the one that was sealed; otherwise the file may change again.

    A process that is killed leaves no seal, and a file that lost its end is gone on with: what is missing is done again.
    """
    path, target = folder / SEAL, folder / TRAJECTORIES
    if not path.exists():
        return
    try:
        sealed = list(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError):
        raise UserError("this is no seal of a run", where=str(path), expected="what `bench run` wrote") from None
    found = _line_digests(target) if target.exists() else iter(())
    for number, (is_now, was) in enumerate(zip(found, sealed, strict=False), start=1):
        if is_now != was:
            message = "the trajectory was changed since the run wrote it"
            expected = "the file as the run left it, or another --out"
            raise UserError(message, where=f"{target}, line {number}", expected=expected)
    path.unlink()


def _line_digests(target: Path) -> Iterator[str]:
    """A digest of each whole line."""
    with open_for_reading(target) as file:
        for line in file:
            if line.endswith(b"\n"):
                yield hashlib.sha256(line).hexdigest()[:16]


@contextmanager
def _sole(folder: Path) -> Iterator[None]:
    """Holds the folder for this process alone. Raises ``UserError`` where another one has it."""
    lock = FileLock(folder / ".run.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=1)
    except Timeout:
        raise UserError("another process runs in it", where=str(folder), expected="one process a folder") from None
    except OSError as error:
        message = f"cannot write here: {error.strerror}"
        raise UserError(message, where=str(folder), expected="a folder that you may write in") from None
    try:
        yield
    finally:
        lock.release()


def _note_time(folder: Path, seconds: float, cpu: float, steps: int) -> None:
    """Adds what this process spent to what earlier ones did."""
    path = folder / TIMING
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    spent = {"seconds": seconds, "cpu_seconds": cpu, "steps": steps}
    write_json_atomic(path, {name: round(known.get(name, 0) + value, 3) for name, value in spent.items()})
