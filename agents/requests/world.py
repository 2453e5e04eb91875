"""The phone that a request is carried out on: what of it the request names, and what it takes for granted.

An entity that the request names clearly and the phone lacks is added to the phone (a contact, a note, a file, a day's
events), because the person speaks of it as existing. A state that the request takes for granted (a radio that is on and
shall be off) is arranged by the call that a person would have made before.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from bench.draw import Draw
from bench.rows import Rows
from harness.contract import Call, CallError, Completion, InitialState, Json, Part, Patch, Source, StateCheck, Task
from harness.contract.action import Action
from harness.contract.task import Behaviour, Capability, Split
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.lookups import name_matches
from harness.environments.phone.phone import fold
from harness.environments.phone.tools import Catalogue
from harness.environments.phone.verify import IGNORED, path_matches

from .values import currencies_of

Row = dict[str, Json]
Mark = tuple[int, int, dict[str, str], Callable[[], str] | None]
Lack = Literal["missing_tool", "missing_entity", "incomplete", "not_understood", "unverifiable"]


class Unfit(Exception):  # noqa: N818 - an outcome, not an error
    """A request that cannot become a task, and why."""

    def __init__(self, kind: Lack, reason: str) -> None:
        super().__init__(reason)
        self.kind: Lack = kind
        self.reason = reason


@dataclass(frozen=True)
class Trial:
    """What a call would come to as the task starts. ``changes``: it would write what tasks are judged by."""

    payload: Any
    changes: bool
    refusal: Unfit | None = None
    code: str = ""


_REFUSALS: dict[str, Lack] = {
    "MISSING_ARGUMENT": "incomplete", "INVALID_ARGUMENT": "missing_tool", "UNSUPPORTED": "missing_tool",
}  # fmt: skip
"""What a refusal says about the request; any other one is a matter of what is on this phone."""


def _refused(tool: str, error: CallError) -> Unfit:
    known = [str(item) for item in error.accepted if isinstance(item, str)] if isinstance(error.accepted, list) else []
    instead = f" (there is {', '.join(known[:8])})" if known else ""
    return Unfit(_REFUSALS.get(error.code, "missing_entity"), f"{tool}: {error.message}{instead}")


class Entity(Part):
    """One thing that a request names. ``added``: the phone lacked it, and the task puts it there."""

    kind: str
    name: str
    added: bool = False


_PARTICLES = ("de", "da", "di", "van", "von", "der", "la", "al", "bin")


def is_name(words: str) -> bool:
    """Whether words can be what something is called: ``each note`` or ``my old ones`` point, they do not name."""
    first = words.casefold().split()[0] if words.split() else ""
    return first not in _POINTING and len(words) <= 60


_SMALL = frozenset("a an the of in on for to and at by with de da di van von der la al bin del".split())
"""Words that are written small inside a name."""
_NO_PERSON = re.compile("[发写打说封给把的了]|[\u3400-\u9fff]{6}")
"""Chinese signs of what is done to somebody; nobody's name is that long."""
_KINDS_OF_PLACE = re.compile("(?:火车|高铁|地铁|汽车)?站|(?:飞)?机场|医院|超市|公园|学校|银行|药店|商场|酒店|餐厅|饭店")
"""What many places are, and no name of one."""
_SAYS_MORE = re.compile("[就了的把这那下起我你他她它们是有都也吗呢吧]")
"""Chinese signs that stand in a sentence rather than in a name."""
_POINTING = frozenset(
    "each every all any some my your his her their our the a an this that these those it them me him us last first new old".split()
)


class World:
    """One profile's phone with the rows that a request takes for granted."""

    def __init__(self, draw: Draw, catalogue: Catalogue) -> None:
        self.draw = draw
        self.catalogue = catalogue
        self.rows = Rows(draw)
        self.entities: list[Entity] = []
        self.stands_in: dict[str, str] = {}
        """Apps that the person names and the phone lacks, with what stands in for each."""
        self.earlier = 0
        """How many parts of the request stand before the one that is read."""
        self.new_note: Callable[[], str] | None = None
        """The text of the note that an earlier part of the request makes, for ``it`` and ``the note``."""

    @property
    def patches(self) -> list[Patch]:
        return self.rows.patches

    def mark(self) -> Mark:
        """How far the world has come, to go back to when a reading fails."""
        return len(self.patches), len(self.entities), dict(self.stands_in), self.new_note

    def back_to(self, mark: Mark) -> None:
        """Undoes what was added since."""
        patches, entities, self.stands_in, self.new_note = mark
        del self.patches[patches:]
        del self.entities[entities:]

    def say(self, english: str, chinese: str) -> str:
        """The one that is in the request's language."""
        return self.draw.tongue(english, chinese)

    def table(self, name: str) -> dict[str, Row]:
        """The rows of a table as the task starts."""
        found = {key: dict(row) for key, row in self.rows.base.rows(name).items()}
        for patch in self.patches:
            if patch.table == name:
                if patch.fields is None:
                    found.pop(patch.key, None)
                else:
                    found[patch.key] = {**found.get(patch.key, {}), **patch.fields}
        return found

    def names(self, table: str, field: str) -> list[str]:
        """Every distinct name in a table."""
        return sorted({str(row[field]) for row in self.table(table).values() if row.get(field)})

    def change_last(self, **fields: Json) -> None:
        """Changes the row that was made last."""
        made = self.patches[-1].fields
        assert made is not None, "the last patch removes a row"
        made.update(fields)

    def note_entity(self, kind: str, name: str, *, added: bool = False) -> None:
        """Remembers that the request names something."""
        entity = Entity(kind=kind, name=name, added=added)
        if all((item.kind, fold(item.name)) != (kind, fold(name)) for item in self.entities):
            self.entities.append(entity)

    def stand_in(self, app: str | None, what: str) -> None:
        """Lets the phone's own function stand in for an app that the person names; an installed one is itself."""
        if app is None:
            return
        installed = any(fold(row["name"]) == fold(app) for row in self.table("apps").values())
        self.note_entity("app", app)
        if not installed:
            self.stands_in[app] = what

    # -- things that requests name

    def contact(self, name: str) -> Row:
        """The contact of that name. One that the phone lacks is added. Raises ``Unfit`` when two answer to it."""
        rows = list(self.table("contacts").values())
        same = [row for row in rows if fold(row["name"]) == fold(name)] or [
            row for row in rows if name_matches(name, row["name"])
        ]
        if len(same) > 1:
            raise Unfit("missing_entity", f"{len(same)} contacts of this phone answer to {name}")
        if same:
            self.note_entity("contact", name)
            return same[0]
        if (
            not is_name(name)
            or _NO_PERSON.search(name)
            or not all(word[0].isupper() or not word.isascii() or word in _PARTICLES for word in name.split())
        ):
            raise Unfit("missing_entity", f"the phone has no contact {name!r}, and that is no name to add one by")
        self.note_entity("contact", name, added=True)
        key = self.rows.contact(name)
        return self.table("contacts")[key]

    def item(self, table: str, kind: str, field: str, name: str, **fields: Json) -> Row:
        """The one row that has this name; one that the phone lacks is added with ``fields``."""
        same = [row for row in self.table(table).values() if fold(row[field]) == fold(name)]
        if len(same) > 1:
            raise Unfit("missing_entity", f"{len(same)} {table} of this phone are called {name}")
        if same:
            self.note_entity(kind, name)
            return same[0]
        if not is_name(name):
            raise Unfit("missing_entity", f"the phone has no {kind} {name!r}, and that is no name to add one by")
        self.note_entity(kind, name, added=True)
        key = self._add(table, name, fields)
        return self.table(table)[key]

    def _add(self, table: str, name: str, fields: dict[str, Json]) -> str:
        if table == "notes":
            return self.rows.note(name, fields.get("content") or self.draw.phrase())
        if table == "todos":
            return self.rows.todo(name, **fields)
        if table == "expenses":
            return self.rows.add("expenses", "ex", description=name, created=self.rows.now - 7200, **fields)
        raise KeyError(table)

    def folder(self, path: str) -> str:
        """The folder of that name, as the phone spells it; one that is lacking is added."""
        for key in self.table("folders"):
            if fold(key) == fold(path):
                self.note_entity("folder", path)
                return key
        self.note_entity("folder", path, added=True)
        return self.rows.folder(path)

    def file(self, name: str, folder: str | None) -> Row:
        """The file of that name, in that folder where one is named; one that the phone lacks is added there."""
        rows = [row for row in self.table("files").values() if fold(row["name"]) == fold(name) and not row["trashed"]]
        if folder is not None:
            rows = [row for row in rows if fold(row["folder"]) == fold(folder)]
        if len(rows) > 1:
            raise Unfit("missing_entity", f"{len(rows)} files of this phone are called {name}")
        if rows:
            self.note_entity("file", name)
            return rows[0]
        if not is_name(name):
            raise Unfit("missing_entity", f"the phone has no file {name!r}, and that is no name to add one by")
        self.note_entity("file", name, added=True)
        key = self.rows.file(name, folder or self.folder("Documents"))
        return self.table("files")[key]

    def app(self, name: str) -> Row:
        """The installed app of that name. Raises ``Unfit`` when there is none: an app cannot be made up."""
        rows = list(self.table("apps").values())
        same = [row for row in rows if fold(row["name"]) == fold(name)] or [
            row for row in rows if name_matches(name, row["name"])
        ]
        if len(same) != 1:
            raise Unfit("missing_entity", f"{len(same) or 'no'} installed app{'s' if len(same) > 1 else ''} called {name}")
        self.note_entity("app", str(same[0]["name"]))
        return same[0]

    def place(self, name: str) -> str:
        """A saved place, a place on the map or a city, as tools take it; a place that the map lacks is added.

        Raises ``Unfit`` when several answer to the name, or when it is no name to add one by.
        """
        plain = re.sub(r"^(?:the|my)\s+", "", name, flags=re.IGNORECASE)
        found = self.attempt("search_places", {"near": plain, "maxResults": 1})
        if found.refusal is None:
            self.note_entity("place", plain)
            return plain
        if found.code != "NOT_FOUND" or not self.may_be_added(plain) or _KINDS_OF_PLACE.fullmatch(plain):
            raise found.refusal
        self.note_entity("place", plain, added=True)
        self.rows.place(plain)
        return plain

    def require_currency(self, text: str) -> None:
        """Raises ``Unfit`` where a text names another currency than the one in which this phone's owner pays."""
        own = str(self.table("wallet")["main"]["currency"])
        named = currencies_of(text)
        if named and own not in named:
            raise Unfit("missing_entity", f"this phone pays in {own}, the amount is in {named[0]}")

    def may_be_added(self, name: str) -> bool:
        """Whether words are a name by which something can be put on the phone: written as names are, and no pointing."""
        words = name.split()
        if not is_name(name) or len(words) > 6:
            return False
        if not name.isascii():
            return len(name) <= 12 and not _SAYS_MORE.search(name)
        return words[0][0].isupper() and all(word[0].isupper() or word[0].isdigit() or word in _SMALL for word in words)

    def ask(self, tool: str, **arguments: Json) -> Any:
        """What a reading call answers as the task starts; None where it is refused."""
        return self.attempt(tool, arguments).payload

    def attempt(self, tool: str, arguments: Mapping[str, Json]) -> Trial:
        """What a call would come to as the task starts; the world stays as it is."""
        environment = PhoneEnvironment(self.catalogue)
        environment.reset(self._at(self.draw.now))
        answer = environment.step(Action(calls=(Call(id="try", name=tool, arguments=dict(arguments)),)))[0]
        if answer.error is not None:
            return Trial(None, False, _refused(tool, answer.error), answer.error.code)
        changes = any(not path_matches(change, IGNORED) for change in environment.outcome().delta)
        return Trial(answer.payload, changes)

    # -- states that requests take for granted

    def arrange(self, tool: str, **arguments: Json) -> None:
        """Puts the phone into the state that a call made some minutes before has led to.

        A call that is refused or changes nothing leaves everything as it is: then the state was there already, or the
        request itself will meet the same refusal.
        """
        environment = PhoneEnvironment(self.catalogue)
        environment.reset(self._at(self.draw.now - timedelta(minutes=10)))
        answer = environment.step(Action(calls=(Call(id="before", name=tool, arguments=arguments),)))[0]
        if answer.error is not None:
            return
        rows: dict[tuple[str, str], Row | None] = {}
        for change in environment.outcome().delta:
            if path_matches(change, IGNORED):
                continue
            if environment.phone.state.get(change.table, change.key) is None:
                rows[change.table, change.key] = None
            elif (row := rows.setdefault((change.table, change.key), {})) is not None:
                row[change.field] = change.after
        for (table, key), fields in rows.items():
            self.patches.append(Patch(table=table, key=key, fields=fields))

    def _at(self, moment: datetime) -> Task:
        """The phone at that moment, with what was added so far."""
        return Task(
            id="before", family="before", split=Split.TRAIN, source=Source(constructor="requests"),
            capability=Capability.TOOL_USE, behaviour=Behaviour.GROUNDING, domains=(), difficulty=1, request="",
            initial=InitialState(profile=self.draw.profile, patches=tuple(self.patches), clock=moment.isoformat(), seed=7),
            completion=Completion(check=StateCheck(changes=())),
        )  # fmt: skip


def known_entities(request: str, tables: Sequence[tuple[str, str, str]], world: World) -> list[Entity]:
    """The rows of the phone whose names stand in a request, whether or not a plan reads it."""
    text = request.casefold()
    found = []
    for table, field, kind in tables:
        for name in world.names(table, field):
            plain = name.casefold()
            place = text.find(plain)
            if len(name) < 2 or place < 0 or (name.isascii() and " " not in name and name not in request):
                continue  # a single word such as "New" names something only where it is written so
            before, after = text[place - 1 : place], text[place + len(plain) : place + len(plain) + 1]
            if plain.isascii() and (before.isalnum() or after.isalnum()):
                continue
            found.append(Entity(kind=kind, name=name))
    return found
