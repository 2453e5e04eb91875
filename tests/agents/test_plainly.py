"""What changed on a phone is told in lines that a person reads: what is new, what is gone, what became what."""

from agents.plainly import LONGEST, changes_in_words, value_in_words
from harness.catalogue import full_catalogue
from harness.contract import Change, Json

full_catalogue()  # registers the tables, and so which fields say when something was done


def change(table: str, key: str, field: str, before: Json, after: Json) -> Change:
    return Change(table=table, key=key, field=field, before=before, after=after)


def test_a_new_row_is_one_line_without_its_id_and_without_when_it_was_made() -> None:
    delta = [
        change("alarms", "al_1", "created", None, 1772442840),
        change("alarms", "al_1", "days", None, []),
        change("alarms", "al_1", "enabled", None, True),
        change("alarms", "al_1", "id", None, "al_1"),
        change("alarms", "al_1", "time", None, "07:15"),
    ]
    assert changes_in_words(delta) == ["alarms/al_1 is new: enabled yes, time 07:15"]


def test_a_row_that_went_says_what_it_was() -> None:
    delta = [change("notes", "no_1", "id", "no_1", None), change("notes", "no_1", "title", "Shopping", None)]
    assert changes_in_words(delta) == ["notes/no_1 is gone: title Shopping"]


def test_a_field_says_what_it_was_and_what_it_is_even_from_nothing() -> None:
    delta = [
        change("display", "brightness", "level", 55, 0),
        change("dnd", "main", "expires", None, 1772604840),
        change("dnd", "main", "minutes", None, 45),
        change("dnd", "main", "on", False, True),
    ]
    assert changes_in_words(delta) == [
        "display/brightness: level 55 -> 0",
        "dnd/main: minutes nothing -> 45, on no -> yes",
    ]


def test_where_only_a_time_moved_that_is_said() -> None:
    assert changes_in_words([change("dnd", "main", "expires", 1, 2)]) == ["dnd/main: expires 1 -> 2"]


def test_what_apps_announce_is_left_out_and_long_texts_are_cut() -> None:
    delta = [change("notifications", "nt_1", "text", None, "ping"), change("notes", "no_1", "content", "a", "b" * 200)]
    (line,) = changes_in_words(delta)
    assert line == f"notes/no_1: content a -> {'b' * LONGEST} ... (200 characters)"


def test_values_are_told_on_one_line() -> None:
    assert value_in_words({"a": [1, True], "b": "two\nlines", "c": None}) == "(a [1, yes], b two lines)"
