"""The validator of the simulated phone: an answer that this phone cannot give.

A model that plays a phone forgets what it said, invents rows, and changes what nobody asked for. Each check states one thing
that must hold between an answer and the tables; what is found is said in words that the model can act on.
"""

from collections.abc import Iterator, Mapping

from harness.contract import Json

from ..phone.errors import Code
from ..phone.phone import Phone
from ..phone.state import Row
from ..phone.tables import TABLES, Table
from ..phone.tools import Arguments, Risk, Tool
from .answer import Answer, Failed, Worked

HIDING = frozenset({"trashed", "state"})
"""Fields that can hide a row from a tool, so that it may say not found and be right."""
TAKING_OUT = "remove"
"""The action that takes a row out of a list, such as a queue: it may say not found although the row exists."""
OCCURRENCE = frozenset({"start", "end"})
"""Fields in which what a repeated event shows differs from its row: each occurrence has its own."""


def is_new(key: str) -> bool:
    """Whether a key stands for a row that is still to be made: new1, new2, ..."""
    return key.startswith("new") and key.removeprefix("new").isdigit()


def allowed_codes(tool: Tool) -> tuple[Code, ...]:
    """The codes that a tool may fail with. All others are decided by code, before the model is asked."""
    return tuple(dict.fromkeys((Code.INVALID_ARGUMENT, Code.MISSING_ARGUMENT, *tool.errors)))


def known_table(name: str) -> Table:
    """What is declared about a table; a table of a profile that nobody declares has named rows and nothing else."""
    return next((table for table in TABLES.all() if table.name == name), Table(name, ""))


def contradictions(phone: Phone, tool: Tool, arguments: Arguments, answer: Answer) -> list[str]:
    """Everything in an answer that cannot be true of this phone; empty when it may be believed."""
    if isinstance(answer, Failed):
        return list(_of_failure(phone, tool, arguments, answer))
    written = {(write.table, write.key): write.fields for write in answer.writes}
    return [
        *_of_effect(tool, arguments, answer),
        *(problem for (table, key), fields in written.items() for problem in _of_write(phone, table, key, fields)),
        *payload_contradictions(phone, answer.payload, written),
    ]


def payload_contradictions(
    phone: Phone, payload: Json, written: Mapping[tuple[str, str], Row | None] | None = None
) -> Iterator[str]:
    """Rows that a payload shows and that are not so in the tables, with ``written`` done."""
    written = written or {}
    for shown in _objects(payload):
        for name in sorted(shown):
            if name == "id" or name.endswith("Id"):
                yield from _of_mention(phone, shown[name], {new for _, new in written})
        key = str(shown.get("id"))
        for table in _tables_of(phone, key)[:1]:
            row = {**(phone.state.get(table, key) or {}), **(written.get((table, key)) or {})}
            occurrence = OCCURRENCE if row.get("repeat") else frozenset()
            for name in sorted((shown.keys() & row.keys()) - occurrence):
                alike = _kind(shown[name]) == _kind(row[name])
                if alike and shown[name] != row[name] and not _names(phone, table, name, row[name], shown[name]):
                    yield f"the payload says {table}/{key}/{name} is {shown[name]!r}, the table {row[name]!r}"


def _names(phone: Phone, table: str, field: str, key: Json, shown: Json) -> bool:
    """Whether a payload shows, in place of a reference, the name of the row that it means."""
    target = known_table(table).references.get(field)
    row = phone.state.get(target, key) if target is not None and isinstance(key, str) else None
    return row is not None and row.get("name") == shown


def _of_mention(phone: Phone, key: Json, written: set[str]) -> Iterator[str]:
    """An id must name a row that exists or is written."""
    if not isinstance(key, str) or key in written or _tables_of(phone, key):
        return
    if is_new(key) or ("@" not in key and any(t.prefix and key.startswith(f"{t.prefix}_") for t in TABLES.all())):
        yield f"the payload names {key}, which does not exist and is not written"


def _of_failure(phone: Phone, tool: Tool, arguments: Arguments, answer: Failed) -> Iterator[str]:
    if answer.writes:
        yield "a call that fails writes nothing"
    if answer.code not in allowed_codes(tool):
        yield f"{tool.name} never fails with {answer.code.value}"
    if answer.code is Code.NOT_FOUND and arguments.get("action") != TAKING_OUT:
        for name, value in arguments.items():
            for table in _tables_of(phone, value) if name.endswith("Id") and value in answer.message else ():
                row = phone.state.get(table, value) or {}
                if name.removesuffix("Id") in _singular_words(table) and not HIDING & row.keys():
                    yield f"{value} was not found, but it is a row of {table}"


def _of_effect(tool: Tool, arguments: Arguments, answer: Worked) -> Iterator[str]:
    if answer.writes and tool.risk_of(arguments) is Risk.READ:
        yield f"{tool.name} only reads, but the answer writes"


def _of_write(phone: Phone, table: str, key: str, fields: Row | None) -> Iterator[str]:
    place, rows = f"{table}/{key}", phone.state.rows(table)
    before = rows.get(key)
    if table not in phone.state.tables:
        yield f"there is no table {table}"
    elif fields is None:
        if before is None:
            yield f"{place} cannot be removed: it does not exist"
    elif before is None and not _may_be_made(known_table(table), key, fields):
        yield f"{place} does not exist" + ("; a new row has the key new1, new2, ..." if known_table(table).prefix else "")
    else:
        alike = rows if known_table(table).prefix else {key: before} if before else {}
        yield from _of_fields(known_table(table), key, fields, alike)
        yield from _of_references(phone, table, place, fields)


def _may_be_made(table: Table, key: str, fields: Row) -> bool:
    """Whether a new row may have that key: new1, new2, ... where ids are made, or the id of the new row that it is about."""
    if table.prefix:
        return is_new(key)
    return not is_new(key) or "id" in table.references or any(fields.get(name) == key for name in table.references)


def _of_fields(table: Table, key: str, fields: Row, rows: Mapping[str, Row]) -> Iterator[str]:
    """Fields and kinds of value must be those that ``rows`` have; a new row has all fields but those that say when."""
    place = f"{table.name}/{key}"
    kinds: dict[str, set[str]] = {}
    for row in rows.values():
        for name, value in row.items():
            kinds.setdefault(name, set()).add(_kind(value))
    if not kinds:
        return
    yield from (f"{place} has no field {name}" for name in sorted(fields.keys() - kinds.keys()))
    if key not in rows:
        common = set.intersection(*(set(row) for row in rows.values())) - {"id", *table.volatile}
        yield from (f"the new row {place} lacks {name}" for name in sorted(common - fields.keys()))
    for name in sorted(fields.keys() & kinds.keys()):
        known = kinds[name] - {"null"}
        if known and _kind(fields[name]) not in known | {"null"}:
            yield f"{place}/{name} is a {' or '.join(sorted(known))}, not a {_kind(fields[name])}"


def _of_references(phone: Phone, table: str, place: str, fields: Row) -> Iterator[str]:
    for name, target in sorted(known_table(table).references.items()):
        wanted = fields.get(name)
        if isinstance(wanted, str) and not is_new(wanted) and phone.state.get(target, wanted) is None:
            yield f"{place}/{name} names {wanted}, which is no row of {target}"


def _objects(value: Json) -> Iterator[Row]:
    """Every JSON object in a value, itself included."""
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inner:
        yield from _objects(item)


def _tables_of(phone: Phone, key: Json) -> list[str]:
    """The tables that have a row of that id."""
    if not isinstance(key, str):
        return []
    return [name for name in sorted(phone.state.tables) if known_table(name).prefix and phone.state.get(name, key)]


def _singular_words(table: str) -> set[str]:
    return {word.removesuffix("s") for word in table.split("_")}


def _kind(value: Json) -> str:
    """The JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, dict) else "list"
