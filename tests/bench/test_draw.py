"""Drawing: pools that never mix, one seed one task, and values that are said in a way that can be read back."""

from datetime import date

import pytest

from bench import entities
from bench.draw import POOLS, Draw, pool_of, say_date, say_days, say_minutes, say_time
from harness.environments.phone.arguments import WEEKDAYS
from harness.environments.phone.profiles import load_profile

LISTS = {name: value for name, value in vars(entities).items() if name.isupper() and isinstance(value, tuple)}


def draw(stream: str = "a", pool: str = "train", language: str = "en") -> Draw:
    return Draw(stream, pool=pool, held=False, language=language)


@pytest.mark.parametrize("name", sorted(LISTS))
def test_every_list_reaches_every_pool_and_holds_no_word_twice(name: str) -> None:
    words = LISTS[name]
    assert len(words) == len(set(words))
    assert all(word.strip() == word and word for word in words)
    assert {pool_of(word) for word in words} == set(POOLS)


@pytest.mark.parametrize(
    ("name", "least"),
    [("GIVEN", 500), ("FAMILY", 600), ("TOPICS", 400), ("QUALIFIERS", 250), ("PLACES", 250), ("PHRASES", 80),
     ("GIVEN_ZH", 200), ("TOPICS_ZH", 200), ("PLACES_ZH", 200), ("PHRASES_ZH", 80)],
)  # fmt: skip
def test_the_lists_are_long_enough_for_rich_held_out_pools(name: str, least: int) -> None:
    assert len(LISTS[name]) >= least


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_task_draws_only_from_its_own_pool(pool: str, language: str) -> None:
    for number in range(20):
        one = draw(f"{number}", pool, language)
        given, family = (entities.GIVEN_ZH, entities.FAMILY_ZH) if language == "zh" else (entities.GIVEN, entities.FAMILY)
        assert pool_of(one.pick(given)) == pool
        assert pool_of(one.pick(family)) == pool


def test_the_same_stream_draws_the_same_and_another_one_does_not() -> None:
    def some(stream: str) -> list[object]:
        one = draw(stream)
        return [one.profile, one.clock, one.person(), one.title(), one.moment(), one.phrase(), one.phone_number()]

    assert some("x") == some("x")
    assert some("x") != some("y")


def test_nothing_is_drawn_twice_in_a_task_nor_starts_what_was_drawn_before() -> None:
    one = draw()
    names = [one.first_name() for _ in range(40)]
    assert len(set(names)) == len(names)
    assert not [(a, b) for a in names for b in names if a != b and a.startswith(b)]


def test_what_is_drawn_is_not_on_the_phone_already() -> None:
    for number in range(30):
        one = draw(str(number))
        known = {row["name"].split()[0].casefold() for row in load_profile(one.profile).rows("contacts").values()}
        assert one.first_name().casefold() not in known


@pytest.mark.parametrize("pool", POOLS)
def test_where_every_word_is_known_none_is_drawn_that_names_something_whatever_its_case(pool: str) -> None:
    words = ("Kitchen Display", *entities.SCREENS)
    for number in range(40):
        one = draw(f"{pool}{number}", pool)
        one.settle("marcus")
        known = {row["name"].casefold() for row in load_profile("marcus").rows("cast_targets").values()}
        drawn = [one.pick(words) for _ in range(6)]
        assert "kitchen display" in known and not {word.casefold() for word in drawn} & known


def test_the_clock_is_the_phones_local_time_and_varies() -> None:
    draws = [draw(str(number)) for number in range(60)]
    assert len({one.today for one in draws}) > 20
    for one in draws:
        assert 8 <= one.now.hour <= 19
        start = load_profile(one.profile, one.clock)
        assert start.now == int(one.now.timestamp())


def test_times_are_said_so_that_they_mean_one_time() -> None:
    one = draw()
    assert {say_time("07:15", one.rng) for _ in range(60)} == {
        "07:15", "7:15 am", "7:15am", "quarter past seven in the morning",
    }  # fmt: skip
    assert {say_time("12:00", one.rng) for _ in range(60)} == {"12:00", "12:00 pm", "12:00pm", "12 pm", "12pm"}
    assert {say_time("00:05", one.rng) for _ in range(60)} == {"00:05", "12:05 am", "12:05am"}
    assert {say_time("18:30", one.rng, "zh") for _ in range(40)} == {"18:30", "晚上6点30分"}


def test_dates_are_said_relative_only_when_they_are_near() -> None:
    one, today = draw(), date(2026, 3, 2)
    said = {say_date(date(2026, 3, 13), today, one.rng) for _ in range(60)}
    assert said == {"2026-03-13", "13 March", "March 13", "the 13th of March"}
    assert "tomorrow" in {say_date(date(2026, 3, 3), today, one.rng) for _ in range(60)}
    assert {say_date(date(2026, 3, 22), today, one.rng) for _ in range(60)} >= {"the 22nd of March"}
    assert {say_date(date(2026, 3, 3), today, one.rng, "zh") for _ in range(60)} == {"明天", "3月3日", "3月3号"}


def test_moments_carry_prepositions_only_where_asked() -> None:
    one = draw()
    day = one.day(3, 9).isoformat()
    for _ in range(40):
        assert one.say_moment(f"{day}T18:00").startswith(("on ", "at "))
        assert not one.say_when(f"{day}T18:00").startswith(("on ", "at "))


def test_lengths_and_days_and_lists_read_naturally() -> None:
    one = draw()
    assert {say_minutes(45, one.rng) for _ in range(30)} == {"45 minutes", "45 min", "45 mins"}
    assert {say_minutes(60, one.rng) for _ in range(30)} == {"an hour", "one hour", "60 minutes"}
    assert say_minutes(120, one.rng, "zh") == "2小时"
    assert {say_days(WEEKDAYS[:5], one.rng) for _ in range(30)} == {"weekdays", "every weekday", "Monday to Friday"}
    assert say_days(["mon", "wed"], one.rng) in {"Monday and Wednesday", "Mondays and Wednesdays"}
    assert {one.say_on_days(["mon", "wed"]) for _ in range(60)} == {
        "on Monday and Wednesday", "every Monday and Wednesday", "on Mondays and Wednesdays",
    }  # fmt: skip
    assert {one.say_on_days(list(WEEKDAYS[:5])) for _ in range(60)} == {
        "on weekdays", "every weekday", "from Monday to Friday",
    }  # fmt: skip
    assert one.say_list(["tea"]) == "tea"
    assert {one.say_list(["a", "b", "c"]) for _ in range(30)} == {"a, b and c", "a, b, and c", "a, b plus c"}
