"""Other words in the place of entities: everywhere the same, never a held-out word, and nothing else changes."""

import json
import random
import re
from typing import Any

from bench import entities as pools
from bench.draw import pool_of
from planner_train.embedded.entities import other_entities

TITLE = next(word for word in pools.TOPICS if pool_of(word) == "train" and word.isalpha() and len(word) > 4)
ALBUM = next(name for name in pools.PHOTO_ALBUMS if pool_of(name) == "train")


def talk(request: str, title: str) -> list[dict[str, Any]]:
    call = {"type": "function", "function": {"name": "manage_note", "arguments": {"mode": "set", "title": title}}}
    listed = json.dumps({"notes": [{"id": "no_ab2d", "title": title, "mode": "set"}]})
    return [
        {"role": "system", "content": f"You act.\nTools:\nmanage_note(mode:set|get, title?)\nread_{title}(mode)"},
        {"role": "user", "content": request},
        {"role": "assistant", "reasoning_content": f"{title} is wanted.", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": listed},
        {"role": "assistant", "content": f"{title.capitalize()} is set."},
    ]


def test_a_word_is_replaced_wherever_it_stands_but_in_signatures() -> None:
    shown = talk(f"Set the note {TITLE}", TITLE)
    for seed in range(50):
        changed = other_entities(shown, random.Random(seed))
        new = changed[2]["tool_calls"][0]["function"]["arguments"]["title"]
        if new != TITLE:
            break
    else:
        raise AssertionError("no seed replaced the word")
    assert TITLE not in json.dumps(changed[1:]).casefold()
    assert changed == [shown[0], *talk(f"Set the note {new}", new)[1:]]


def test_options_field_names_and_ids_stay() -> None:
    for seed in range(50):
        changed = other_entities(talk(f"set the mode of the notes {TITLE} title", TITLE), random.Random(seed))
        arguments = changed[2]["tool_calls"][0]["function"]["arguments"]
        assert arguments["mode"] == "set" and list(arguments) == ["mode", "title"]
        row = json.loads(changed[3]["content"])["notes"][0]
        assert list(row) == ["id", "title", "mode"] and row["id"] == "no_ab2d" and row["mode"] == "set"


def test_words_that_nobody_passes_on_or_that_are_no_entities_stay() -> None:
    shown = talk("Would you kindly zzgrmpf it", "zzgrmpf")
    assert all(other_entities(shown, random.Random(seed)) == shown for seed in range(20))


def test_a_capital_stays_a_capital() -> None:
    head, tail = ALBUM.split(" ", 1)
    for seed in range(20):
        changed = other_entities(talk(f"Open {ALBUM}", ALBUM), random.Random(seed))
        assert re.fullmatch(r"Open [A-Z]\w*( [A-Z]\w*)+", changed[1]["content"]), (head, tail)


def test_no_word_comes_that_only_held_out_entities_have() -> None:
    held: set[str] = set()
    train: set[str] = set()
    for name, entries in vars(pools).items():
        for entry in entries if name.isupper() and isinstance(entries, tuple) else ():
            words = {word.casefold() for word in re.findall(r"[A-Za-z]{3,}", entry)}
            (train if pool_of(entry) == "train" else held).update(words)
    for seed in range(400):
        changed = other_entities(talk(f"Set the note {TITLE}", TITLE), random.Random(seed))
        new = changed[2]["tool_calls"][0]["function"]["arguments"]["title"]
        assert new not in held - train


def test_equal_seeds_give_equal_talks() -> None:
    shown = talk(f"Set the note {TITLE}", TITLE)
    assert other_entities(shown, random.Random(7)) == other_entities(shown, random.Random(7))
