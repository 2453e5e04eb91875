"""What competes with the right answer of a task, read off its witness, so that an answer which recites everything fails.

A value competes when it is of the right one's kind and was neither said before nor belongs to the record that answers the
question: its end beside its start is more of the same answer, the start of another event is another answer.
"""

from collections.abc import Iterator, Sequence

from harness.contract import Action, Bound, Json, LoggedCall, Task, ValueKind
from harness.environments.phone.spoken import Value, kind_of, values
from harness.environments.phone.verify import contains, plain

OTHER_NUMBERS = 2
"""How many numbers that nobody spoke of may stand in an answer: a factor, a place in a list. Times and dates: none."""


def time_words(time: str) -> list[str]:
    """The forms in which an answer may give a time of day such as ``14:05``: by 24 hours, or by 12 and its half."""
    hour, minute = map(int, time.split(":"))
    half, twelve = "am" if hour < 12 else "pm", (hour - 1) % 12 + 1
    spoken = [f"{twelve}:{minute:02d}", *([] if minute else [str(twelve)])]
    chinese = f"{twelve}点" + (f"{minute}分" if minute else "")
    forms = [time, f"{hour}:{minute:02d}", *(f"{words}{gap}{half}" for words in spoken for gap in (" ", "")), chinese]
    return list(dict.fromkeys(forms))


class Answers:
    """The words that a task wants to hear, and what was known when its witness spoke them. ``now`` stands in the prompt."""

    def __init__(
        self, task: Task, says: Sequence[Sequence[str]], turns: Sequence[Action], log: Sequence[LoggedCall], *, now: str
    ) -> None:
        self._says = [[plain(word) for word in words] for words in says]
        self._payloads = [entry.payload for entry in log]
        said = [task.request, now, *(past.text for past in task.history), *(item.text for item in task.followups)]
        for action in turns:
            said += [action.message.text] if action.message else []
            said += [_own_text(call.arguments) for call in action.calls]
        self._said = plain(" | ".join(said))

    def bounds(self) -> tuple[Bound, ...]:
        """One bound for each kind of value among the words to say."""
        return tuple(self._bound(kind) for kind in ValueKind if self._right(kind))

    def _right(self, kind: ValueKind) -> list[Value]:
        """The right values of a kind, each in its least ambiguous form."""
        found = []
        for words in self._says:
            read = [value for word in words if kind_of(word) is kind for value in values(word, kind)]
            found += [min(read, key=lambda value: len(value.meanings))] if read else []
        return found

    def _bound(self, kind: ValueKind) -> Bound:
        right = self._right(kind)
        known = values(self._said, kind)
        for record in self._records():
            told = values(record, kind)
            if any(value.agrees(answer) or answer.agrees(value) for value in told for answer in right):
                known += told
        others = [value for value in known if not any(map(value.agrees, right))]  # "9:00" would allow 21:00 beside 9 am
        words = tuple(dict.fromkeys(value.text for value in (*right, *others)))
        return Bound(kind=kind, allowed=words, most=OTHER_NUMBERS if kind is ValueKind.NUMBER else 0)

    def rivals(self) -> tuple[str, ...]:
        """Texts that stand, in the witness's own reads, where a right text stands in the record beside them."""
        right = [word for words in self._says for word in words if kind_of(word) is None]
        known = [self._said, *(record for record in self._records() if any(contains(record, word) for word in right))]
        found: dict[str, None] = {}
        for rows in _lists(self._payloads):
            for field in dict.fromkeys(name for row in rows for name in row):
                texts = [text for row in rows if isinstance(text := row.get(field), str) and text]
                if any(contains(text, word) for text in texts for word in right):
                    found |= dict.fromkeys(text for text in texts if not any(contains(place, text) for place in known))
        return tuple(found)

    def _records(self) -> Iterator[str]:
        for payload in self._payloads:
            yield from map(plain, map(_own_text, _dicts(payload)))


def _own_text(record: Json) -> str:
    """What a record says itself, without the records that it holds."""
    items = record.values() if isinstance(record, dict) else record
    return " | ".join(
        _own_text(item) if isinstance(item, (list, tuple)) else str(item) for item in items if not isinstance(item, dict)
    )


def _dicts(value: Json) -> Iterator[dict[str, Json]]:
    """Every record in a payload."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, (dict, list, tuple)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _dicts(item)


def _lists(value: Json) -> Iterator[list[dict[str, Json]]]:
    """Every list of records in a payload."""
    if isinstance(value, (list, tuple)):
        rows = [item for item in value if isinstance(item, dict)]
        if rows:
            yield rows
    if isinstance(value, (dict, list, tuple)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _lists(item)
