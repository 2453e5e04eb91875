"""The diagnostician's second opinion: a model reads a failed episode and says who is at fault, not knowing the verdict.

Its label stands beside the one that replaying found, and how often they agree is counted; side, code and step stay the
replay's. Its explanation is added to the program's, if it speaks of turns that exist.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from harness.contract import Diagnosis, Part, Side, Task, Trajectory
from prompts import load

from .critique import spelled_turns
from .writer import RefusedError, Writer, read_object, text_field

STEP = "explain failures"
CODES = (
    "wrong_tool", "bad_arguments", "wrong_reference", "missing_step", "wrong_answer", "wrong_ending", "stopped_early",
    "stopped_late", "gave_up", "needless_question", "repeated_failing_call", "format", "budget", "tool_exposure_missing",
    "memory_hits_missing", "skill_missing", "outage", "infeasible_task", "other",
)  # fmt: skip
LONGEST = 800


class Opinion(Part):
    """What the model says about one failure."""

    side: Side
    code: str
    turn: int
    explanation: str


def explain_diagnoses(
    diagnoses: Sequence[Diagnosis],
    trajectories: Mapping[str, Trajectory],
    tasks: Mapping[str, Task],
    writer: Writer,
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Diagnosis]:
    """The diagnoses with the model's label and words, in order; those without a usable answer as they were."""
    read = [trajectories[item.trajectory_id] for item in diagnoses]
    prompts = [_prompt(tasks[item.task_id], item) for item in read]
    opinions = writer.ask_all(STEP, prompts, lambda number, reply: _opinion(reply, len(read[number].turns)), progress)
    result = [item if opinion is None else _beside(item, opinion) for item, opinion in zip(diagnoses, opinions, strict=True)]
    agreed = sum(
        opinion is not None and opinion.side is item.side for item, opinion in zip(diagnoses, opinions, strict=True)
    )
    writer.note_agreement(STEP, agreed)
    return result


def _beside(diagnosis: Diagnosis, opinion: Opinion) -> Diagnosis:
    text = f"{diagnosis.explanation} A model's reading: {opinion.explanation}"
    return diagnosis.model_copy(update={"model_label": f"{opinion.side.value}/{opinion.code}", "explanation": text})


def _opinion(reply: str, count: int) -> Opinion:
    """The answer as an opinion. Raises ``RefusedError`` for sides, codes and turns that do not exist."""
    values = read_object(reply)
    side, code, turn = values.get("side"), values.get("code"), values.get("turn")
    if side not in {item.value for item in Side}:
        raise RefusedError("names no side")
    if code not in CODES:
        raise RefusedError("names no known code")
    if not isinstance(turn, int) or isinstance(turn, bool) or not 1 <= turn <= max(1, count):
        raise RefusedError("speaks of a turn that does not exist")
    explanation = " ".join(text_field(values, "explanation", LONGEST).split())
    if any(int(number) > count for number in re.findall(r"\bturn (\d{1,4})\b", explanation, re.IGNORECASE)):
        raise RefusedError("speaks of a turn that does not exist")
    return Opinion(side=Side(side), code=str(code), turn=turn, explanation=explanation)


def _prompt(task: Task, trajectory: Trajectory) -> str:
    verdict = trajectory.verification
    failed = [f"- {item.name}: {item.detail}" for item in (*verdict.checks, *verdict.gates) if not item.passed]
    failed += [f"- {text}" for text in verdict.violations]
    return load(
        "diagnostician/explain",
        request=task.request,
        failed="\n".join(failed) or "- nothing in particular",
        tools=", ".join(trajectory.tools),
        turns=spelled_turns(trajectory.turns),
        codes=", ".join(CODES),
    )
