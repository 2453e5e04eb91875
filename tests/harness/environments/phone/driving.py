"""Driving a phone in tests: calls by keyword, what they wrote in readable form, and random calls from the schemas."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from harness.contract import Json
from harness.environments.phone.domains import phone_tools
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone, Result
from harness.environments.phone.profiles import load_profile
from harness.environments.phone.state import Row, State, changes_of, difference
from harness.environments.phone.tables import TABLES
from harness.environments.phone.tools import Arguments, Catalogue, Tool

Patches = Mapping[str, Mapping[str, Json]]
"""Fields to set behind the tools' back: {"radios/wifi": {"on": False}}. A row is named by its id or its name."""
ARGUMENT_ERRORS = frozenset({Code.MISSING_ARGUMENT, Code.INVALID_ARGUMENT})


@cache
def catalogue() -> Catalogue:
    return phone_tools()


def tools_of(domain: str) -> list[Tool]:
    return [tool for tool in catalogue().values() if tool.domain == domain]


def phone_of(profile: str = "emma", patches: Patches | None = None, *, seed: int = 0, clock: str | None = None) -> Phone:
    """A fresh phone of that profile with the patches applied."""
    phone = Phone(load_profile(profile, clock), catalogue(), seed)
    patch(phone, patches or {})
    return phone


def patch(phone: Phone, patches: Patches) -> None:
    for path, fields in patches.items():
        table, name = path.split("/", 1)
        key = name if phone.state.get(table, name) is not None else id_of(phone, table, name)
        phone.state.write(table, key, {**(phone.state.get(table, key) or {}), **fields})
    phone.state.next_due = None
    phone.state.journal.clear()


def id_of(phone: Phone, table: str, name: str) -> str:
    """The id of the first row with that name; a name that no row has is taken for the id of a row to be made."""
    rows = phone.state.rows(table)
    return next((key for key, row in rows.items() if label(table, key, row) == name), name)


def field_of(phone: Phone, path: str) -> Json:
    """The value at table/name/field."""
    table, name, column = path.split("/")
    return phone.state.rows(table)[id_of(phone, table, name)][column]


def call(phone: Phone, tool: str, **arguments: Json) -> Json:
    """The payload of a call that must succeed."""
    result = phone.call(tool, arguments)
    assert result.error is None, f"{tool}: {result.error}"
    return result.payload


def failure(phone: Phone, tool: str, **arguments: Json) -> str:
    """The code of a call that must fail; it changes nothing but the time."""
    before = phone.state.fork()
    result = phone.call(tool, arguments)
    assert result.error is not None, f"{tool} succeeded: {result.payload}"
    assert is_unchanged(before, phone.state) and not result.writes
    return result.error.code


def is_unchanged(before: State, after: State) -> bool:
    """Whether two states differ in nothing but the time."""
    return not difference(before, after) and before.counters == after.counters


def written(phone: Phone, result: Result) -> dict[str, Json]:
    """What a call wrote, as table/name/field -> value. A new row is called *; ids and times of writing are left out."""
    found: dict[str, Json] = {}
    for write in result.writes:
        name = "*"
        if write.before is not None:
            own = label(write.table, write.key, write.before)
            name = own if own != write.key else str(_spelled(phone, write.key))
        for change in changes_of([write]):
            if change.field != "id" and not TABLES.is_volatile(write.table, change.field):
                found[f"{write.table}/{name}/{change.field}"] = _spelled(phone, change.after)
    return found


def label(table: str, key: str, row: Row) -> str:
    """How tests call a row: by its name if its key is an opaque id."""
    return str(row.get("name") or row.get("ssid") or key) if _prefixes().get(key[:2]) == table else key


@cache
def _prefixes() -> dict[str, str]:
    return {table.prefix: table.name for table in TABLES.all() if table.prefix}


def _spelled(phone: Phone, value: Json) -> Json:
    """A reference reads as the name of the row that it means."""
    table = _prefixes().get(value[:2]) if isinstance(value, str) else None
    row = phone.state.get(table, value) if table else None
    return label(str(table), value, row) if row else value


@dataclass(frozen=True)
class Works:
    """A call that must succeed, what it answers among other things, and exactly what it writes."""

    tool: str
    arguments: Arguments
    writes: dict[str, Json] = field(default_factory=dict)
    answers: dict[str, Json] = field(default_factory=dict)
    profile: str = "emma"
    patches: Patches = field(default_factory=dict)

    def check(self) -> None:
        phone = phone_of(self.profile, self.patches)
        result = phone.call(self.tool, self.arguments)
        assert result.error is None, result.error
        wrote, answered = written(phone, result), {name: result.payload.get(name) for name in self.answers}
        assert wrote == self.writes, f"wrote {wrote}"
        assert answered == self.answers, f"answered {answered}"

    def __str__(self) -> str:
        return f"{self.tool}({', '.join(f'{name}={value}' for name, value in self.arguments.items())})"


@dataclass(frozen=True)
class Fails:
    """A call that must fail with a code and change nothing."""

    tool: str
    arguments: Arguments
    code: Code
    profile: str = "emma"
    patches: Patches = field(default_factory=dict)

    def check(self) -> None:
        code = failure(phone_of(self.profile, self.patches), self.tool, **self.arguments)
        assert code == self.code, f"failed as {code}"

    def __str__(self) -> str:
        return f"{self.tool}({', '.join(f'{name}={value}' for name, value in self.arguments.items())})-{self.code.value}"


def assert_covered(domain: str, works: Sequence[Works], fails: Sequence[Fails]) -> None:
    """Every tool has a success, every value of its action too, and every error that it declares has a case."""
    for tool in tools_of(domain):
        actions = tool.parameters["properties"].get("action", {}).get("enum", [None])
        done = {case.arguments.get("action") for case in works if case.tool == tool.name}
        assert done >= set(actions), f"{tool.name}: no success for {sorted(set(actions) - done, key=str)}"
        failed = {case.code for case in fails if case.tool == tool.name} - ARGUMENT_ERRORS
        assert failed == set(tool.errors), f"{tool.name} declares {tool.errors}, tests produce {sorted(failed)}"


# -- random calls


def random_call(tool: Tool, phone: Phone, draw: random.Random) -> Arguments:
    """Arguments that fit the schema most of the time: real names and ids, sometimes nonsense."""
    properties, required = tool.parameters["properties"], tool.parameters["required"]
    return {
        name: _row_of(name, phone, draw) or _value(schema, phone, draw)
        for name, schema in properties.items()
        if name in required or draw.random() < 0.55
    }


NAMED_IN = {
    "appName": "apps", "contactName": "contacts", "fileName": "files", "file": "files", "device": "bluetooth_devices",
    "receiver": "nearby_devices", "pcName": "pc_links", "ssid": "wifi_networks", "playlist": "playlists",
    "album": "photo_albums", "podcast": "podcasts", "station": "radio_stations", "keyboard": "keyboards",
    "routine": "routines", "account": "accounts", "user": "users", "bill": "bills", "parcel": "parcels", "place": "places",
    "near": "places", "destination": "saved_places", "restaurant": "places", "wallpaper": "wallpapers", "tone": "tones",
    "targetDeviceName": "cast_targets", "output": "bluetooth_devices", "attachmentId": "files", "sim": "sims",
    "paymentMethod": "payment_methods",
}  # fmt: skip
"""The tables that hold what an argument names."""


def _row_of(argument: str, phone: Phone, draw: random.Random) -> Json:
    """Mostly, for an argument such as alarmId, photoIds or appName, the id or name of a row that it can mean."""
    if argument in ("pin", "currentCode"):
        return str(phone.one("device", "lock")["pin"])
    several = argument.endswith("Ids")
    table = NAMED_IN.get(argument) or f"{argument.removesuffix('s').removesuffix('Id')}s"
    rows = phone.state.rows(table) if several or argument.endswith("Id") or argument in NAMED_IN else {}
    if not rows or draw.random() > 0.8:
        return None
    key = draw.choice(list(rows))
    if several:
        return [key, draw.choice(list(rows))]
    return key if argument.endswith("Id") else draw.choice([key, label(table, key, rows[key])])


def _value(schema: Mapping[str, Json], phone: Phone, draw: random.Random) -> Json:
    if draw.random() < 0.03:
        return draw.choice(["", "nonsense", -1, None, [], {}, True, "07:15", "\u0661\u0662:\u0660\u0660"])
    if "enum" in schema:
        return draw.choice(schema["enum"])
    kind, sig = schema.get("type"), str(schema.get("sig", ""))
    if kind == "boolean":
        return draw.random() < 0.5
    if kind in ("integer", "number"):
        low, high = int(schema.get("minimum", 1)), int(schema.get("maximum", 100))
        return draw.choice([low, high, draw.randint(low, high)])
    if kind == "array":
        return draw.choice([["mon"], ["weekdays"], [], ["sat", "sun"]])
    if sig == "number":
        return f"+44770090{draw.randrange(10_000):04d}"
    if sig == "HH:MM":
        return f"{draw.randrange(24):02d}:{draw.choice((0, 15, 30, 59)):02d}"
    if sig.startswith("YYYY"):
        moment = phone.to_local(phone.state.now + draw.randrange(-3600, 200_000))
        return moment if "HH" in sig else moment.partition("T")[0]
    return _name(phone, draw)


def _name(phone: Phone, draw: random.Random) -> str:
    table = draw.choice([table.name for table in TABLES.all() if phone.state.rows(table.name)])
    rows = phone.state.rows(table)
    key = draw.choice(list(rows))
    return draw.choice([label(table, key, rows[key]), key])


def assert_references_hold(state: State) -> None:
    """No field points at a row that does not exist."""
    for table in TABLES.all():
        for key, row in state.rows(table.name).items():
            for column, target in table.references.items():
                value = row.get(column)
                if value is not None:
                    assert value in state.rows(target), f"{table.name}/{key}/{column} points at {target}/{value}"


def run_random_calls(domain: str, profile: str, seed: int, count: int = 40, besides: Sequence[str] = ()) -> Phone:
    """Random calls of a domain but for some tools, each checked: known codes only; a failed call changes nothing."""
    phone, draw = phone_of(profile, seed=seed), random.Random(seed)
    tools = [tool for tool in tools_of(domain) if tool.name not in besides]
    for _ in range(count):
        tool = draw.choice(tools)
        arguments = random_call(tool, phone, draw)
        now, before = phone.state.now, phone.state.fork()
        result = phone.call(tool.name, arguments)
        if result.error is not None:
            allowed = {*ARGUMENT_ERRORS, *tool.errors} | ({Code.PERMISSION_DENIED} if tool.permission else set())
            assert result.error.code in allowed, f"{tool.name}({arguments}): {result.error}"
            if not result.writes:
                assert is_unchanged(before, phone.state)
        assert phone.state.now > now
    assert_references_hold(phone.state)
    return phone
