"""The soak: episodes leave nothing behind, and it says so when they do."""

import gc
from collections.abc import Iterator

import pytest

from bench.soak import LOOKS, Look, Soak, soak
from harness.catalogue import full_catalogue
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.process import resident_bytes

EPISODES = 160


@pytest.fixture(scope="module", autouse=True)
def apart() -> Iterator[None]:
    """What other tests of the process left is not looked at: there may be millions of objects."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def warm() -> Soak:
    """The same episodes once before, so that everything that is loaded once is there."""
    return soak(full_catalogue(), load("v1"), episodes=EPISODES)


def phones() -> int:
    return sum(isinstance(item, PhoneEnvironment) for item in gc.get_objects())


def test_the_same_episodes_again_leave_nothing_behind(warm: Soak) -> None:
    def last() -> tuple[Look, int, dict[str, int]]:
        found = soak(full_catalogue(), load("v1"), episodes=EPISODES)
        return found.looks[-1], found.steps, found.grown  # the rest takes memory itself

    alive = phones()
    (once, steps, _), (again, same_steps, grown) = last(), last()
    assert again.blocks - once.blocks < 10 * EPISODES, grown  # other tests of the process free and take blocks as well
    assert abs(again.objects - once.objects) < LOOKS, grown
    assert steps == same_steps == warm.steps
    assert phones() == alive


def test_it_goes_round_families_phones_and_policies(warm: Soak) -> None:
    assert warm.profiles > 4
    assert warm.families > 80
    assert warm.known == EPISODES // 2 and warm.solved > 0.9 * warm.known
    assert len(warm.looks) == LOOKS and warm.looks[-1].episodes == EPISODES
    assert all(before.seconds < after.seconds for before, after in zip(warm.looks, warm.looks[1:], strict=False))


def test_a_leak_is_found_and_named(warm: Soak, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[PhoneEnvironment] = []
    monkeypatch.setattr(PhoneEnvironment, "close", lambda environment: kept.append(environment))
    found = soak(full_catalogue(), load("v1"), episodes=5 * LOOKS)
    assert not found.ok and found.blocks_per_episode > 10
    assert "harness.environments.phone.environment.PhoneEnvironment" in {
        f"{type(item).__module__}.{type(item).__qualname__}" for item in kept
    }
    assert max(found.grown.values()) >= 2.5 * LOOKS


@pytest.mark.parametrize(("resident", "blocks", "ok"), [(0, 0, True), (513, 0, False), (0, 1, False), (-900, -3, True)])
def test_what_counts_is_the_slope_of_the_second_half(resident: int, blocks: int, ok: bool) -> None:
    looks = [
        Look(number, 1.0 * number, 10**6 * (number < 500) + resident * number, blocks * number, 7)
        for number in range(100, 1001, 100)
    ]
    found = Soak(1000, 0, 500, 500, 2000, 9, 8, 10.0, tuple(looks), {})
    assert found.bytes_per_episode == pytest.approx(resident) and found.blocks_per_episode == pytest.approx(blocks)
    assert found.ok is found.document()["ok"] is ok
    assert found.document()["episodes_per_s"] == 100


def test_memory_is_read_where_it_can_be_and_else_its_peak(monkeypatch: pytest.MonkeyPatch) -> None:
    here = resident_bytes()
    assert here > 10**7
    monkeypatch.setattr("harness.process.Path.exists", lambda path: False)
    assert resident_bytes() >= 0.9 * here
