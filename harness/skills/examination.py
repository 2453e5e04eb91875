"""What a skill must show before it is admitted: that it is well formed, that runs support it, that its text gives no orders
of its own, and that the tasks of these runs are solved with it as often as without.

The text is judged by rules, which find careless and clumsy orders and not clever ones. So a person reads it too, and at run
time it stays what it is to the executor's gate, a text of others.
"""

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.adapter.build import check_skills
from harness.catalogue import catalogue_for
from harness.contract import Action, Call, Json, Task, Trajectory, Turn, digest
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Tool
from harness.episode import Episode
from harness.instructions import Eta
from harness.policy import Policy, Reply
from harness.risk import rule_of
from harness.rollout import Start, rollout

from .admission import Examination, files_of
from .guard import objections
from .loader import Skill, offered_skills, read_skill
from .procedure import CALL, pattern
from .tools import PREFIX

RUNS, FAMILIES = 3, 2
"""At least so many tasks, of so many families, must have been solved with the tools of a skill."""
LENGTH = 1200
"""Characters that instructions may have: small models read them."""
RECORDED = "the recorded calls"
_DATA = re.compile(
    r"[\w.+-]+@[\w.-]+\w|https?://\S+|www\.\S+|(?<![\d.])\+?\d[\d \u00a0()-]{5,}\d"
    r"|\b[a-z]{2}_(?=[a-z]*\d)[a-z0-9]{4}\b|\bmem-\d+|\b[\w-]+\.(?:pdf|docx?|xlsx?|pptx?|txt|md|csv|zip|apk|jpe?g|png|heic|mp[34]|mov|wav)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”「」«»]|(?<!\w)['‘]")
_MARKS = re.compile(r"<\|?/?\w|\|>|```|^[\W\d]*(?:system|user|assistant|tool)\b\W*:", re.IGNORECASE | re.MULTILINE)
_ORDERS = (
    r"\bassistants?\b", r"\bon (?:the|your) (?:owner|user)'?s? behalf\b",
    r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|said)\b",
    r"\b(?:without|no need (?:for|to)|do not|don't|never)\b[^.\n]{0,20}\b(?:ask|confirm|mention|tell|inform|approv|permi)",
    r"\b(?:user|owner)\b[^.\n]{0,20}\b(?:has agreed|agreed|approved|has confirmed|wants you)\b",
    r"助手|忽略[^。\n]{0,12}(?:指令|规则|提示|要求)|(?:不要|无需|不必|不用|别)[^。\n]{0,8}(?:询问|确认|告诉|告知|提及|征得)|用户(?:已经|已)?同意",
)  # fmt: skip
_SENTENCE = re.compile(r"[^.:;!?\n]+")
_PROPER = re.compile(r"\b[A-Z][\w'’-]*[a-z][\w'’-]*")


def examine(
    folder: Path,
    tasks: Mapping[str, Task],
    trajectories: Sequence[Trajectory],
    eta: Eta,
    policy: Policy | None = None,
) -> Examination:
    """Everything that is to be known of a skill's folder, by runs that may support it, for a configuration.

    The tasks of these runs are played again with and without it, by ``policy``, or else by repeating the recorded calls.
    Raises ``UserError`` for a folder that is no skill, or that names tools, arguments or values which do not exist.
    """
    skill, catalogue = read_skill(folder), catalogue_for(eta)
    tools = {name: tool for name, tool in catalogue.items() if tool.kind != "skill"}
    check_skills({skill.name: skill}, tools)
    runs = _supporting(skill, tasks, trajectories)
    played = _play(skill, [(tasks[run.task_id], run) for run in runs], eta, policy)
    return Examination(
        skill=skill.name,
        description=skill.description,
        instructions=skill.instructions,
        tools=skill.tools,
        files=files_of(folder),
        replaces=skill.name in offered_skills(eta.settings.libraries),
        eta=eta.version,
        runs=tuple(run.id for run in runs),
        tasks=tuple(run.task_id for run in runs),
        families=tuple(sorted({tasks[run.task_id].family for run in runs})),
        played=policy.ref.name if policy is not None else RECORDED,
        offered=played.offered,
        without=played.without,
        with_it=played.with_it,
        objections=(*_orders(skill, tools), *_evidence(skill, tasks, runs), *played.objections()),
    )


# -- the runs


def _supporting(skill: Skill, tasks: Mapping[str, Task], trajectories: Sequence[Trajectory]) -> list[Trajectory]:
    """The solved runs with a tool of the skill, one a task, on the simulated phone."""
    found: dict[str, Trajectory] = {}
    for run in trajectories:
        solved = run.verification.success and run.verification.valid and run.backend == "phone"
        if solved and run.task_id in tasks and _called(run) & set(skill.tools):
            found.setdefault(run.task_id, run)
    return list(found.values())


def _called(run: Trajectory) -> set[str]:
    """The tools whose calls were carried out and did not fail."""
    return {answer.tool for turn in run.turns for answer in turn.feedback if answer.error is None}


def _evidence(skill: Skill, tasks: Mapping[str, Task], runs: Sequence[Trajectory]) -> Iterator[str]:
    families = {tasks[run.task_id].family for run in runs}
    if len(runs) < RUNS or len(families) < FAMILIES:
        yield (f"{len(runs)} solved tasks of {len(families)} families support it; at least {RUNS} of {FAMILIES} are needed")
    held_out = [run.task_id for run in runs if tasks[run.task_id].split != "train"]
    if held_out:
        yield f"{held_out[0]} is not a task to learn from ({len(held_out)} of {len(runs)} are not)"
    unused = [name for name in skill.tools if not any(name in _called(run) for run in runs)]
    if runs and unused:
        yield f"no run that supports it called {', '.join(unused)}"


# -- the text


def _orders(skill: Skill, tools: Mapping[str, Tool]) -> Iterator[str]:
    """What in its text is about one thing instead of a kind of job, or speaks to somebody else than the planner."""
    text = f"{skill.description}\n{skill.instructions}"
    if len(skill.instructions) > LENGTH:
        yield f"the instructions have {len(skill.instructions)} characters; at most {LENGTH} are read"
    for what, found in (("data of somebody", _DATA), ("a quotation", _QUOTED), ("marks of a conversation", _MARKS)):
        if (match := found.search(CALL.sub(" ", text))) is not None:
            yield f"the text holds {what}: `{match[0].strip()}`"
    for order in _ORDERS:
        if (match := re.search(order, text, re.IGNORECASE)) is not None:
            yield f"the text gives orders beside the job: `{match[0]}`"
    named = _names(text, tools)
    if named:
        yield f"the text names particular things: {', '.join(f'`{name}`' for name in named[:4])}"
    for match in CALL.finditer(text):
        if fixed := _fixed(match[0], tools):
            yield f"`{match[0]}` says itself what is for the user to say: {', '.join(fixed)}"


def _names(text: str, tools: Mapping[str, Tool]) -> list[str]:
    """Words with a capital that begin no sentence, and that no tool is described with."""
    known = {word for tool in tools.values() for word in _PROPER.findall(f"{tool.summary} {tool.parameters} {tool.domain}")}
    found = [
        match[0]
        for sentence in _SENTENCE.findall(CALL.sub(" ", text))
        for match in _PROPER.finditer(sentence.strip())
        if match.start() > 0
    ]
    return [name for name in dict.fromkeys(found) if name not in known and name.removesuffix("'s") not in known]


def _fixed(call: str, tools: Mapping[str, Tool]) -> list[str]:
    """The arguments of a call that needs the user's word in which the skill names whom, what or how much."""
    wanted = pattern(call)
    given: dict[str, Json] = {name: values[0] for name, values in wanted.arguments.items() if values}
    rule = rule_of(wanted.tool, given)
    if rule is None or wanted.tool not in tools:
        return []
    properties = tools[wanted.tool].parameters["properties"]
    sensitive = (*rule.to, *rule.sets, *rule.says, *rule.what, *rule.sum)
    return [f"{name}={given[name]}" for name in sensitive if name in given and "enum" not in properties[name]]


# -- the tasks, with it and without


@dataclass(frozen=True)
class _Played:
    offered: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    with_it: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    recorded: bool = True
    against: tuple[str, ...] = ()

    def objections(self) -> Iterator[str]:
        if not self.tasks:
            return
        if self.against:
            yield f"its own procedure is against what these runs did: {self.against[0]}"
        if self.recorded and len(self.without) < len(self.tasks):
            gone = next(name for name in self.tasks if name not in self.without)
            yield f"the recorded calls no longer solve {gone}, without the skill"
        if not self.offered:
            yield "it is offered in none of these tasks: its description does not say when it fits"
        if len(self.with_it) < len(self.without):
            lost = [name for name in self.without if name not in self.with_it]
            yield f"with it {len(self.with_it)} tasks are solved and without it {len(self.without)}; lost: {lost[0]}"


def _play(skill: Skill, runs: Sequence[tuple[Task, Trajectory]], eta: Eta, policy: Policy | None) -> _Played:
    with tempfile.TemporaryDirectory() as library:
        shutil.copytree(skill.folder, Path(library) / skill.name)
        extended = _extended(eta, skill, Path(library))
        tasks = [task for task, _ in runs]
        loader = PREFIX + skill.name
        against: list[str] = []
        if policy is None:
            plain = [_repeated(task, run, eta) for task, run in runs]
            loaded = [_repeated(task, run, extended, loader) for task, run in runs]
            offered = [loader in episode.exposed for episode in loaded]
            solved, solved_with = ([item.verify().success for item in episodes] for episodes in (plain, loaded))
            against = [wrong for episode in loaded for wrong in _against(skill, episode.turns)]
        else:
            found, found_with = (_rolled_out(tasks, policy, harness) for harness in (eta, extended))
            offered = [loader in (*made.tools, *_added(made.turns)) for made in found_with]
            solved, solved_with = ([made.verification.success for made in each] for each in (found, found_with))
    names = [task.id for task in tasks]

    def where(each: Sequence[bool]) -> tuple[str, ...]:
        return tuple(name for name, holds in zip(names, each, strict=True) if holds)

    return _Played(where(offered), where(solved), where(solved_with), tuple(names), policy is None, tuple(against))


def _extended(eta: Eta, skill: Skill, library: Path) -> Eta:
    """The configuration with the skill on offer."""
    settings = eta.settings.model_copy(update={"libraries": (*eta.settings.libraries, str(library))})
    return eta.model_copy(update={"settings": settings, "digest": digest([eta.digest, files_of(skill.folder)])})


def _repeated(task: Task, run: Trajectory, eta: Eta, loader: str = "") -> Episode:
    """The recorded calls once more, after the skill was loaded where it is on offer."""
    episode = Episode(task, PhoneEnvironment(catalogue_for(eta)), eta, seed=run.seed)
    if loader in episode.exposed:
        episode.advance(Reply(Action(calls=(Call(id="load", name=loader, arguments={"reason": "it fits"}),))))
    for turn in run.turns:
        if episode.done:
            break
        episode.advance(Reply(turn.action))
    return episode


def _against(skill: Skill, turns: Sequence[Turn]) -> Iterator[str]:
    """What the skill's procedure would have held back."""
    procedures = {PREFIX + skill.name: skill.procedure} if skill.procedure is not None else {}
    for number, turn in enumerate(turns):
        yield from objections(procedures, turns[:number], turn.action.calls).values()


def _rolled_out(tasks: Sequence[Task], policy: Policy, eta: Eta) -> list[Trajectory]:
    starts = [Start(task) for task in tasks]
    return list(rollout(starts, policy, environment=lambda: PhoneEnvironment(catalogue_for(eta)), eta=eta))


def _added(turns: Sequence[Turn]) -> list[str]:
    return [name for turn in turns for name in turn.exposed]
