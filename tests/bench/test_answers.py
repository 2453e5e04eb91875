"""An answer that recites everything passes nothing; the right one may be told with what belongs to it."""

import pytest

from bench.families import load_families
from bench.scenario import FAMILIES, build
from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Holdout, Message, MessageKind, Split, Task, ValueKind, Witness, canonical
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.lint import lint
from harness.environments.phone.replay import play

load_families()
CATALOGUE = full_catalogue()


def made(name: str, number: int = 0) -> tuple[Task, Witness]:
    split = FAMILIES[name].split
    return build(
        FAMILIES[name], number, CATALOGUE, split=split, holdout=Holdout.NONE if split is Split.TRAIN else Holdout.FAMILY
    )


def ends(task: Task, witness: Witness, text: str) -> bool:
    """Whether the task passes when the witness ends with these words instead of its own."""
    last = Action(message=Message(kind=MessageKind.FINISH, text=text))
    return play(task, (*witness.turns[:-1], last), CATALOGUE).verify().success


def words_of(witness: Witness) -> str:
    message = witness.turns[-1].message
    assert message is not None
    return message.text


def recital(task: Task, *reads: tuple[str, dict[str, str]]) -> str:
    """Everything that reading the phone shows."""
    environment = PhoneEnvironment(CATALOGUE)
    environment.reset(task)
    calls = tuple(Call(id=name, name=name, arguments=arguments) for name, arguments in reads)
    return " ".join(canonical(answer.payload) for answer in environment.step(Action(calls=calls)))


@pytest.mark.parametrize("number", range(4))
def test_reciting_the_calendar_does_not_say_when_an_event_starts(number: int) -> None:
    task, witness = made("when_an_event_starts", number)
    calendar = recital(task, ("search_events", {}))
    assert ends(task, witness, words_of(witness))
    assert not ends(task, witness, f"{words_of(witness)} {calendar}")
    every_hour = ", ".join(f"{hour}:{minute:02d}" for hour in range(24) for minute in range(0, 60, 5))
    assert not ends(task, witness, every_hour)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", ["memory_where_is_it", "memory_newer_fact_wins"])
def test_reciting_the_memory_is_no_answer(name: str, number: int) -> None:
    task, witness = made(name, number)
    everything = " ".join(record.text for record in task.initial.memory)
    assert not ends(task, witness, everything)
    assert not ends(task, witness, f"{words_of(witness)} {everything}")


@pytest.mark.parametrize("number", range(3))
def test_the_older_fact_may_not_stand_beside_the_newer(number: int) -> None:
    task, witness = made("memory_newer_fact_wins", number)
    old, new = task.completion.rivals[0], task.completion.bounds[0].allowed[0]
    assert ends(task, witness, f"At {new}.")
    assert not ends(task, witness, f"At {new} or {old}.")
    assert not ends(task, witness, f"At {old}, no, {new}.")


def test_what_belongs_to_the_right_record_may_be_told() -> None:
    task, witness = made("when_an_event_starts")
    (bound,) = task.completion.bounds
    start, end = bound.allowed[0], bound.allowed[-1]
    assert bound.kind is ValueKind.TIME
    assert start != end
    assert ends(task, witness, f"It starts at {start} and ends at {end}.")


def test_a_code_beside_the_other_code_is_refused_and_beside_a_chapter_is_not() -> None:
    task, witness = made("subagent_ask_knowledge")
    right, decoy = task.completion.says[0][0], task.completion.rivals[0]
    assert ends(task, witness, f"Article 2 says: {right}.")
    assert not ends(task, witness, f"{right} or {decoy}.")
    assert not ends(task, witness, f"{right}, 5001, 5002 or 5003.")


def test_questions_and_refusals_have_no_rivals() -> None:
    task, _ = made("text_to_one_of_two")
    assert task.completion.bounds == ()
    assert task.completion.rivals == ()


def test_the_lint_objects_to_bounds_that_refuse_the_witness_and_to_rivals_that_can_be_told() -> None:
    task, witness = made("memory_newer_fact_wins")
    (bound,) = task.completion.bounds
    for change in ({"bounds": (bound.model_copy(update={"allowed": ()}),)}, {"rivals": ("",)}):
        changed = task.model_copy(update={"completion": task.completion.model_copy(update=change)})
        found = {item.code for item in lint(changed, witness, CATALOGUE).problems}
        assert found == ({"witness_fails"} if "bounds" in change else {"hedge_passes"})
