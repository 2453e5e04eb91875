"""Groups of episodes: the same for the same seed, and never brought down or biased by an environment that fails."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from harness.catalogue import full_catalogue
from harness.contract import Action, Feedback, Task, Verification
from harness.environments.base import Observation
from harness.environments.hybrid import Backend, Hybrid
from harness.environments.phone.environment import PhoneEnvironment
from harness.errors import UserError
from harness.instructions import load
from planner_train.care import Cost
from planner_train.rl.columns import COLUMNS, measure, outcomes_of
from planner_train.rl.guard import GUARDS, GuardedEnvironment
from planner_train.rl.rollouts import Engine, Sampled
from planner_train.rl.schedule import check_tasks, schedule
from planner_train.rl.settings import RLSettings
from tests.harness.tasks import alarm_task
from tests.planner_train.tiny import coin_model, coin_tasks, tokenizer

SETTINGS = RLSettings(tasks=2, group=4, micro=4, turn_tokens=4, deadline=20)


@pytest.fixture(scope="module")
def model() -> Any:
    return coin_model()


def engine(make: Callable[[], PhoneEnvironment] | None = None, **change: Any) -> Engine:
    hybrid = Hybrid({"phone": Backend(make, lambda task: [])}) if make else None
    return Engine(coin_tasks(2), SETTINGS.model_copy(update=change), load(), hybrid=hybrid)


ROWS = [(coin_tasks(2)[number // 4].id, number) for number in range(8)]


# -- episodes


def test_the_same_seed_and_batch_give_the_same_tokens_and_others_give_others(model: Any) -> None:
    first, again = (engine().sample(model, tokenizer(), ROWS, batch=3) for _ in range(2))
    other = engine().sample(model, tokenizer(), ROWS, batch=4)
    seeded = engine(seed=1).sample(model, tokenizer(), ROWS, batch=3)
    tokens = lambda made: [item.transcript.ids for item in made]
    assert first == again
    assert tokens(first) != tokens(other) and tokens(first) != tokens(seeded)


def test_episodes_of_a_group_differ_by_what_the_policy_samples(model: Any) -> None:
    made = engine(group=8).sample(model, tokenizer(), [("train-0", place) for place in range(8)], batch=0)
    assert len({tuple(item.transcript.ids) for item in made}) > 1
    assert len({tuple(item.transcript.prompt) for item in made}) == 1
    assert {item.outcome.success for item in made} == {True, False}
    for item in made:
        assert item.outcome.success == ("yes" in item.texts[0])
        assert item.outcome.tokens == item.transcript.written


def test_two_groups_of_one_task_in_a_batch_are_sampled_apart(model: Any) -> None:
    made = engine(group=8).sample(model, tokenizer(), [("train-0", number) for number in range(16)], batch=0)
    first, second = made[:8], made[8:]
    assert [item.transcript.ids for item in first] != [item.transcript.ids for item in second]
    assert len({item.outcome.name for item in made}) == 16


def test_an_evaluation_is_greedy_and_the_same_every_time(model: Any) -> None:
    dev = coin_tasks(3)
    assert engine().evaluate(model, tokenizer(), dev, "dev") == engine().evaluate(model, tokenizer(), dev, "dev")


def test_two_tasks_of_one_id_are_refused() -> None:
    with pytest.raises(UserError, match="two tasks have one id"):
        Engine([*coin_tasks(2), coin_tasks(1)[0]], SETTINGS, load())


# -- environments that fail


class Failing(PhoneEnvironment):
    """A phone that fails in one place, as often as ``times`` says."""

    def __init__(self, where: str, times: list[int]) -> None:
        super().__init__(full_catalogue())
        self.where, self.times = where, times

    def _maybe(self, where: str) -> None:
        if where == self.where and self.times[0] > 0:
            self.times[0] -= 1
            raise ConnectionError("the line is dead")

    def reset(self, task: Task, *, seed: int = 0) -> Observation:
        self._maybe("reset")
        return super().reset(task, seed=seed)

    def step(self, action: Action) -> list[Feedback]:
        self._maybe("step")
        return super().step(action)

    def verify(self) -> Verification:
        self._maybe("verify")
        return super().verify()


def broken(made: list[Sampled]) -> list[Sampled]:
    return [item for item in made if not item.outcome.valid]


@pytest.mark.parametrize("where", ["reset", "step", "verify"])
def test_an_episode_that_broke_is_run_again_and_counted(model: Any, where: str) -> None:
    times = [1]
    made = engine(lambda: Failing(where, times)).sample(model, tokenizer(), ROWS, batch=0)
    assert broken(made) == [] and [item.attempts for item in made].count(2) == 1


@pytest.mark.parametrize("where", ["reset", "step", "verify"])
def test_one_that_stays_broken_is_invalid_says_why_and_leaves_the_others_alone(model: Any, where: str) -> None:
    healthy = engine().sample(model, tokenizer(), ROWS, batch=0)
    kinds: Iterator[bool] = iter([True, *[False] * 7, True])

    def make() -> PhoneEnvironment:
        return Failing(where, [1]) if next(kinds) else PhoneEnvironment(full_catalogue())

    made = engine(make).sample(model, tokenizer(), ROWS, batch=0)
    assert len(broken(made)) == 1 and not made[0].outcome.valid
    assert made[0].reason == f"{where} raised ConnectionError: the line is dead"
    assert [item.outcome for item in made[1:]] == [item.outcome for item in healthy[1:]]


def test_a_factory_that_fails_breaks_the_episode_and_no_more(model: Any) -> None:
    def make() -> PhoneEnvironment:
        raise OSError("no device")

    made = engine(make, attempts=1).sample(model, tokenizer(), ROWS, batch=0)
    assert {item.reason for item in made} == {"reset raised OSError: no device"}


def test_an_environment_that_hangs_is_left_behind_at_its_deadline(model: Any) -> None:
    never = threading.Event()

    class Hanging(PhoneEnvironment):
        def step(self, action: Action) -> list[Feedback]:
            never.wait()
            return []

    kinds = iter([True, *[False] * 7])

    def make() -> PhoneEnvironment:
        return Hanging(full_catalogue()) if next(kinds) else PhoneEnvironment(full_catalogue())

    made = engine(make, attempts=1, deadline=2.0).sample(model, tokenizer(), ROWS, batch=0)
    never.set()
    assert made[0].reason == "step took longer than 2 s" and len(broken(made)) == 1


def test_an_evaluation_tries_again_what_broke_and_says_what_stays_broken(model: Any) -> None:
    times, dev = [1], coin_tasks(2)
    made = engine(lambda: Failing("step", times)).evaluate(model, tokenizer(), dev, "dev")
    healthy = engine().evaluate(model, tokenizer(), dev, "dev")
    assert [item.outcome for item in made] == [item.outcome for item in healthy]
    assert sorted(item.attempts for item in made) == [1, 2] and times == [0]
    for_good = engine(lambda: Failing("step", [1])).evaluate(model, tokenizer(), dev, "dev")
    assert {(item.outcome.valid, item.attempts, item.reason) for item in for_good} == {
        (False, 2, "step raised ConnectionError: the line is dead")
    }


def test_a_verdict_that_is_not_valid_is_tried_again_and_then_left_out(model: Any) -> None:
    class Doubtful(PhoneEnvironment):
        def verify(self) -> Verification:
            return super().verify().model_copy(update={"valid": False, "reason": "the simulator forgot"})

    made = engine(lambda: Doubtful(full_catalogue()), attempts=3).sample(model, tokenizer(), ROWS, batch=0)
    assert {(item.attempts, item.reason, item.outcome.success) for item in made} == {(3, "the simulator forgot", False)}


# -- the guard itself


def guarded(make: Callable[[], PhoneEnvironment], deadline: float = 20.0) -> GuardedEnvironment:
    return GuardedEnvironment(make, full_catalogue(), deadline)


def test_a_guard_changes_nothing_of_what_works() -> None:
    task, call = (
        alarm_task(),
        Action.model_validate({"calls": [{"id": "c", "name": "manage_alarm", "arguments": {"action": "list"}}]}),
    )
    plain, behind = PhoneEnvironment(full_catalogue()), guarded(lambda: PhoneEnvironment(full_catalogue()))
    assert plain.reset(task) == behind.reset(task)
    assert plain.step(call) == behind.step(call)
    assert plain.verify() == behind.verify() and plain.evidence() == behind.evidence()
    assert behind.fork().verify() == plain.verify()
    assert behind.failure == "" and behind.seconds > 0
    behind.close()


def test_after_a_failure_calls_are_answered_and_the_verdict_is_invalid() -> None:
    behind = guarded(lambda: Failing("step", [1]))
    behind.reset(alarm_task())
    call = Action.model_validate({"calls": [{"id": "c", "name": "manage_alarm", "arguments": {"action": "list"}}]})
    for _ in range(2):
        (answer,) = behind.step(call)
        assert answer.error is not None and answer.error.code == "ENVIRONMENT_FAILED"
    assert not behind.verify().valid and behind.evidence().state_before == ""
    assert not behind.fork().verify().valid


@pytest.mark.parametrize("backend", sorted(GUARDS))
def test_a_guard_says_which_backend_is_behind_it(backend: str) -> None:
    assert GUARDS[backend].backend == backend


# -- columns


def test_outcomes_survive_the_way_through_columns_and_invalid_ones_carry_nothing(model: Any) -> None:
    made = [item.outcome for item in engine().sample(model, tokenizer(), ROWS, batch=0)]
    made[2] = type(made[2])(success=False, valid=False)
    columns = measure(made, Cost())
    assert [columns[name][2] for name in COLUMNS] == [None] * 6 + [0.0]
    matrix = [[float("nan") if columns[name][row] is None else columns[name][row] for name in COLUMNS] for row in range(8)]
    back, costs = outcomes_of(matrix)  # type: ignore[arg-type]
    for row, outcome in enumerate(made):
        assert back[row].valid == outcome.valid
        if outcome.valid:
            assert (back[row].success, back[row].tokens, back[row].calls) == (outcome.success, outcome.tokens, outcome.calls)
            assert costs[row] == pytest.approx(Cost().of(outcome))


# -- the schedule


def test_every_pass_of_the_schedule_holds_every_task_and_no_batch_one_twice() -> None:
    ids = [f"t{number}" for number in range(7)]
    made = schedule(ids, 14, 4, seed=2)
    assert made == schedule(ids, 14, 4, seed=2) != schedule(ids, 14, 4, seed=3)
    assert all(len(set(batch)) == 4 for batch in made)
    flat = [name for batch in made for name in batch]
    assert all(sorted(flat[start : start + 7]) == ids for start in range(0, 56, 7))


def test_where_a_batch_is_larger_than_the_tasks_they_come_as_often_as_each_other() -> None:
    made = schedule(["a", "b", "c"], 2, 6, seed=0)
    assert all(sorted(batch) == ["a", "a", "b", "b", "c", "c"] for batch in made)


def test_tasks_of_a_split_that_measures_are_never_trained_on() -> None:
    from harness.contract import Split

    train, dev = coin_tasks(2), coin_tasks(2, Split.DEV)
    check_tasks(train, dev)
    with pytest.raises(UserError, match=r"training task test-0: it is of the test split \(expected train\)"):
        check_tasks([*train, *coin_tasks(1, Split.TEST)], dev)
    with pytest.raises(UserError, match=r"dev task gate-0.*expected dev or train"):
        check_tasks(train, coin_tasks(1, Split.GATE))
    with pytest.raises(UserError, match="no dev tasks"):
        check_tasks(train, [])


# -- settings


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tasks": 3, "group": 4, "micro": 8}, "micro = 8 does not divide"),
        ({"updates": 5, "iterations": 2}, "updates is 5 and iterations 2"),
        ({"iterations": 2, "updates": 4, "save_every": 3}, "save_every is 3"),
        ({"group": 1, "micro": 1}, "greater than or equal to 2"),
        ({"clip_low": 1.0}, "less than 1"),
        ({"lr": float("nan")}, "finite"),
    ],
)
def test_settings_that_do_not_fit_together_say_what_would(change: dict[str, Any], message: str) -> None:
    from pydantic import ValidationError

    with pytest.raises(ValidationError, match=message):
        RLSettings(**change)
