"""Which turns get no loss: each signal on a known fault, and what must never be called an error."""

from collections.abc import Sequence

from agents.turns import erroneous_turns, recovered_turns
from harness.contract import Action, PolicyRef, Task, Trajectory, TurnError, Witness
from harness.episode import replay
from tests.agents.worlds import act, drafts, environment, eta, say


def played(task: Task, actions: Sequence[Action]) -> Trajectory:
    return replay(task, actions, environment(), eta(), seed=0).trajectory(PolicyRef(name="tests"))


def found(task: Task, actions: Sequence[Action]) -> tuple[Trajectory, tuple[TurnError, ...]]:
    item = played(task, actions)
    return item, erroneous_turns(task, item, environment, eta())


def task_of(family: str, *, turns: int = 0) -> tuple[Task, Witness]:
    return next(pair for pair in drafts(family, count=8) if len(pair[1].turns) >= turns)


def test_the_turns_of_a_witness_are_no_errors() -> None:
    families = (
        "named_timer", "volume_adjusted_afterwards", "memory_newer_fact_wins", "conversion_for_a_friend",
        "currency_at_the_second_try", "event_without_calendar_access", "todo_that_really_arrived",
    )  # fmt: skip
    for family in families:
        for task, witness in drafts(family):
            item, errors = found(task, witness.turns)
            assert item.verification.success
            assert errors == (), (task.id, errors)


def test_output_that_cannot_be_read_and_tools_that_do_not_exist_break_the_contract() -> None:
    task, witness = task_of("named_timer")
    item, errors = found(task, [Action(malformed="no JSON"), act("set_timers", minutes=3), *witness.turns])
    assert item.verification.success
    assert [(error.turn, error.signal, error.kind) for error in errors] == [
        (0, "contract", "contract"),
        (1, "contract", "contract"),
    ]
    assert errors[0].reason == "no JSON"
    assert recovered_turns(item, errors) == (2,)


def test_a_refused_call_that_the_next_turn_mends_is_an_error_by_rule() -> None:
    task, witness = task_of("file_into_a_folder")
    right = next(action for action in witness.turns if any("fileId" in call.arguments for call in action.calls))
    index = witness.turns.index(right)
    call = right.calls[0]
    wrong = call.model_copy(update={"arguments": {**call.arguments, "fileId": "fi_nope"}})
    item, errors = found(task, [*witness.turns[:index], Action(calls=(wrong,)), *witness.turns[index:]])
    assert [(error.turn, error.signal) for error in errors] == [(index, "rule")]
    assert "NOT_FOUND" in errors[0].reason
    assert recovered_turns(item, errors) == (index + 1,)


def test_a_write_without_which_the_task_is_solved_is_harmful() -> None:
    task, witness = task_of("named_timer")
    stray = act("create_folder", path="Stray/Folder")
    offered = task.model_copy(update={"resources": task.resources.model_copy(update={"tools": ("create_folder",)})})
    item, errors = found(offered, [stray, *witness.turns])
    assert not item.verification.success
    assert [(error.turn, error.kind, error.signal) for error in errors] == [(0, "harmful", "replay")]


def test_a_read_made_twice_with_the_same_answer_is_redundant_and_mends_nothing() -> None:
    task, witness = task_of("memory_newer_fact_wins")
    search = witness.turns[0]
    item, errors = found(task, [search, *witness.turns])
    assert item.verification.success
    assert [(error.turn, error.kind) for error in errors] == [(1, "redundant")]
    assert recovered_turns(item, errors) == (), "nothing was refused, so nothing was recovered from"


def test_what_a_read_told_is_never_redundant_though_it_changes_nothing() -> None:
    task, witness = task_of("file_into_a_folder")
    item, errors = found(task, witness.turns)
    assert any(not answer.changes for turn in item.turns for answer in turn.feedback)
    assert errors == ()


def test_a_failure_that_the_phone_was_told_to_inject_is_nobodys_error() -> None:
    task, witness = task_of("expense_into_a_locked_book", turns=3)
    item, errors = found(task, witness.turns)
    assert item.turns[0].feedback[0].error is not None
    assert errors == ()


def test_the_injected_failure_is_found_behind_calls_that_left_no_entry_in_the_log() -> None:
    task, witness = task_of("expense_into_a_locked_book", turns=3)
    item, errors = found(task, [act("no_such_tool"), *witness.turns])
    assert item.turns[1].feedback[0].error is not None
    assert [error.turn for error in errors] == [0]


def test_a_write_that_the_users_later_words_undo_was_right_when_it_was_made() -> None:
    task, witness = task_of("volume_adjusted_afterwards")
    item, errors = found(task, witness.turns)
    assert item.turns[1].reply is not None, "the user changes the wish after the first report"
    assert errors == ()


def test_a_message_after_an_error_is_no_recovery() -> None:
    task, witness = task_of("named_timer")
    item = played(task, [*witness.turns[:-1], act("no_such_tool"), say("The timer runs.")])
    errors = erroneous_turns(task, item, environment, eta())
    assert [error.turn for error in errors] == [len(item.turns) - 2]
    assert recovered_turns(item, errors) == ()
