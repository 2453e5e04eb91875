"""Curator: examine -> propose -> review (a person, by interrupt) -> freeze.

Input: tasks, witnesses and trajectories. Output: a frozen release, or the reason why there is none.
"""

from functools import cache, partial
from pathlib import Path
from typing import Literal, NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt
from pydantic import with_config
from typing_extensions import TypedDict

from agents.curator import compared, examine, sample_for_people
from agents.held_out import held_out_requests
from agents.release import Contents, Proposal, extend, freeze, proposal_quality, propose, read_release
from agents.report import write_proposal_page
from agents.review import AUTO, read_answer, review_by_rule
from agents.spread import spread
from agents.writing import critique_records, open_writer
from harness.catalogue import catalogue_for
from harness.contract import CuratedRecord, Decision, Json, Release, Task, Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.instructions import Eta, load
from harness.records import read_json, read_jsonl, write_json_atomic, write_jsonl_atomic

from .inputs import check_input, tasks_in, trajectories_in, witnesses_in
from .progress import note, progress
from .settings import Settings


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """What to curate, and where the release goes."""

    out: str
    """Folder for the records, the proposal and the release."""
    tasks_file: str
    """JSON Lines of the tasks."""
    witnesses_file: str
    """JSON Lines of their witnesses."""
    trajectories_file: str
    """JSON Lines of the trajectories to curate."""
    parent: NotRequired[str]
    """Folder of the release that this one builds on."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """What was decided."""

    decision: dict[str, Json]
    """Verdict, reviewer, and whether a person or a rule decided."""
    release: str
    """Id of the frozen release; empty when the proposal was rejected."""


class State(Input, Output):
    """What the nodes hand on. ``proposal`` is the digest of the proposal that was made."""

    proposal: str


def examine_records(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Replays every trajectory and decides what of it may be learned from."""
    settings = runtime.context or Settings()
    check_input(state, Input)
    tasks = tasks_in(state["tasks_file"])
    trajectories = trajectories_in(state["trajectories_file"], tasks)
    pairs = [(tasks[item.task_id], item) for item in trajectories]
    eta = load(settings.eta)
    result = compared(
        spread(partial(_examined, settings.eta, eta.version), pairs, settings.workers),
        trajectories,
        tasks,
        held_out=held_out_requests(settings.eval_per_family, settings.seed),
        progress=progress("curate records", len(trajectories)),
    )
    writer = open_writer(settings.model, Path(state["out"]))
    if writer is not None:
        catalogue = catalogue_for(eta)
        result.records = critique_records(
            result.records,
            {item.id: item for item in trajectories},
            tasks,
            writer,
            environment=lambda: PhoneEnvironment(catalogue),
            eta=eta,
            seed=settings.seed,
        )
    write_jsonl_atomic(Path(state["out"]) / "records.jsonl", result.records)
    note("curate", ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in result.counts().items()))
    return {}


def _examined(eta: str, version: str, pair: tuple[Task, Trajectory]) -> CuratedRecord:
    harness, catalogue = _harness(eta, version)
    return examine(*pair, lambda: PhoneEnvironment(catalogue), harness)


@cache
def _harness(eta: str, version: str) -> tuple[Eta, Catalogue]:
    """Read once by each process; ``version`` tells what a folder held at other times."""
    harness = load(eta)
    return harness, catalogue_for(harness)


def propose_release(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Describes the release that would come of it, with samples for people to read."""
    settings = runtime.context or Settings()
    new = _new_contents(state)
    contents = _on_parent(state, new)
    parent = read_json(Path(state["parent"]) / "release.json", Release) if state.get("parent") else None
    samples = sample_for_people(new.records, seed=settings.seed)
    proposal = propose(contents, samples, proposal_quality(contents), parent)
    write_json_atomic(Path(state["out"]) / "proposal.json", proposal)
    write_proposal_page(Path(state["out"]), proposal, contents)
    return {"proposal": proposal.digest()}


def review_release(state: State, runtime: Runtime[Settings]) -> Command[Literal["freeze_release", "__end__"]]:
    """Waits for a person, or lets the rule decide when nobody is to be asked. No side effect stands before the wait."""
    decision = decide(state, runtime.context or Settings())
    update = {"decision": decision.model_dump(mode="json"), "release": ""}
    return Command(update=update, goto="__end__" if decision.verdict == "rejected" else "freeze_release")


def decide(state: State, settings: Settings) -> Decision:
    """The decision about the proposal that was made; asks again after an answer that is unreadable or about another one.

    Raises ``UserError`` where the file holds another proposal.
    """
    path = Path(state["out"]) / "proposal.json"
    proposal = read_json(path, Proposal)
    if proposal.digest() != state["proposal"]:
        raise UserError("the proposal was changed after it was made", where=str(path), expected="the file as it was made")
    if settings.reviewer == AUTO:
        return review_by_rule(proposal)
    problem = ""
    while True:
        answer = interrupt(question(proposal, state["out"], problem))
        try:
            decision = read_answer(answer, proposal)
        except UserError as error:
            problem = f"{error}. "
            continue
        if decision.shown == state["proposal"]:
            return decision
        problem = f"The answer was about the proposal {decision.shown}; this is another. "


def question(proposal: Proposal, folder: str, problem: str = "") -> dict[str, object]:
    """What the reviewer is asked: one action request with what it would do, and how it may be answered.

    ``problem`` says what was wrong with an earlier answer.
    """
    shown = proposal.model_dump(mode="json", include={"counts", "sampling", "quality", "parent"})
    asks = f"Approve {len(proposal.added)} additions and {len(proposal.removed)} removals?"
    return {
        "action_requests": [
            {
                "name": "freeze_release",
                "args": {"proposal": proposal.digest(), "folder": folder, **shown},
                "description": f"{problem}{asks} {Path(folder) / 'proposal.html'} shows them, with samples to read.",
            }
        ],
        "review_configs": [{"action_name": "freeze_release", "allowed_decisions": ["approve", "edit", "reject"]}],
    }


def freeze_release(state: State) -> dict[str, object]:
    """Writes the release; from here on it never changes."""
    proposal = read_json(Path(state["out"]) / "proposal.json", Proposal)
    decision = Decision.model_validate(state["decision"])
    release = freeze(Path(state["out"]) / "release", _on_parent(state, _new_contents(state)), proposal, decision)
    note("release", f"{release.id}: {release.counts['trajectories']} trajectories, approved by {decision.by}")
    return {"release": release.id}


def _on_parent(state: State, new: Contents) -> Contents:
    """What is curated here, on top of what the parent release holds."""
    return extend(read_release(Path(state["parent"]))[1], new) if state.get("parent") else new


def _new_contents(state: State) -> Contents:
    tasks = tasks_in(state["tasks_file"])
    return Contents(
        trajectories=trajectories_in(state["trajectories_file"], tasks),
        records=read_jsonl(Path(state["out"]) / "records.jsonl", CuratedRecord),
        tasks=list(tasks.values()),
        witnesses=list(witnesses_in(state["witnesses_file"], tasks).values()),
    )


def build() -> StateGraph[State, Settings, Input, Output]:
    """The graph, not yet compiled."""
    builder = StateGraph(State, context_schema=Settings, input_schema=Input, output_schema=Output)
    builder.add_node("examine_records", examine_records)
    builder.add_node("propose_release", propose_release)
    builder.add_node("review_release", review_release)
    builder.add_node("freeze_release", freeze_release)
    builder.add_edge(START, "examine_records")
    builder.add_edge("examine_records", "propose_release")
    builder.add_edge("propose_release", "review_release")
    builder.add_edge("freeze_release", END)
    return builder


graph: CompiledStateGraph[State, Settings, Input, Output] = build().compile(name="curator")
