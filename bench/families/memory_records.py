"""What families put into the user's memory: the records a task is about, look-alikes, and unrelated clutter."""

from datetime import timedelta

from harness.contract import MemoryRecord

from .. import entities
from ..draw import Draw
from ..scenario import QUIET_SECONDS, UnsuitableError

ASSISTANT = ("AI Assistant",)
MEMORY = ("add_user_memory", "update_user_memory", "delete_user_memory")
"""What is offered beside the search, which is always there."""

_CLUTTER = (
    ("Prefers the window seat on trips to {place}.", "去{place}坐车喜欢靠窗。", "preference"),
    ("{person} is a neighbour.", "{person}是邻居。", "person"),
    ("Buys {grocery} every week.", "每周都买{grocery}。", "routine"),
    ("Once lived in {place}.", "以前住在{place}。", "place"),
    ("Would like to see {place} some day.", "想去{place}看看。", "plan"),
    ("{person} gave a lamp as a present.", "{person}送过一盏灯。", "person"),
)


class Shelf:
    """Collects the memory records of one draft; each method returns the new record's id."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self.records: list[MemoryRecord] = []

    def add(self, text: str, category: str = "routine", *, days_ago: int | None = None) -> str:
        """One record that is so many days old."""
        age = self._draw.integer(20, 90) if days_ago is None else days_ago
        created = (self._draw.today - timedelta(days=age)).isoformat()
        key = self._draw.row_id("mem")
        self.records.append(MemoryRecord(id=key, text=text, category=category, created=created))
        return key

    def clutter(self, count: int = 2) -> "Shelf":
        """Records that have nothing to do with the request, and another order of all."""
        draw = self._draw
        for english, chinese, category in draw.rng.sample(_CLUTTER, count):
            template = draw.tongue(english, chinese)
            place = draw.place() if "{place}" in template else ""
            person = draw.person() if "{person}" in template else ""
            grocery = draw.groceries(1, 1)[0] if "{grocery}" in template else ""
            self.add(template.format(place=place, person=person, grocery=grocery), category)
        draw.rng.shuffle(self.records)
        return self


def require_quiet(draw: Draw, *times: str) -> None:
    """Draws again where an alarm set for one of these times would ring while the task is under way."""
    now = 60 * draw.now.hour + draw.now.minute
    for time in times:
        hour, minute = map(int, time.split(":"))
        if (60 * hour + minute - now) % (24 * 60) <= QUIET_SECONDS // 60:
            raise UnsuitableError(f"an alarm at {time} rings while the task is under way")


def two_titles(draw: Draw) -> tuple[str, str]:
    """Two names that share their last word, so that a search for either finds both."""
    topic = draw.pick(draw_topics(draw))
    heads = entities.QUALIFIERS_ZH if draw.language == "zh" else entities.QUALIFIERS
    first, second = draw.pick(heads), draw.pick(heads)
    gap = draw.tongue(" ", "")
    return f"{first}{gap}{topic}", f"{second}{gap}{topic}"


def draw_topics(draw: Draw) -> tuple[str, ...]:
    """The topics of the task's language."""
    return entities.TOPICS_ZH if draw.language == "zh" else entities.TOPICS
