"""One live phone: its state, its tools, its virtual clock, and what happens around a call.

``Phone.call`` is the only way in. It never raises for what a planner does wrong: every call ends as a ``Result``. Around
the tool's own function the phone checks power, arguments, permission and faults, runs the rules that a write wakes, and
lets virtual time pass. A failed call leaves no trace in the state.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Any
from zoneinfo import ZoneInfo

from harness.contract import CallError, Change, Effect, Json

from . import zones
from .errors import Code, PhoneError, not_found
from .rules import RULES, fire_due
from .state import Row, State, Write, changes_of
from .tools import Arguments, Catalogue

_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
ASSISTANT = "assistant"
"""The app in whose name tools run; permissions are granted to it."""


@dataclass(slots=True)
class Result:
    """What became of one call. ``fault`` names an injected fault; it is evidence and never shown to the planner."""

    tool: str
    arguments: Arguments
    payload: Json = None
    error: CallError | None = None
    writes: tuple[Write, ...] = ()
    fault: str | None = None
    _changes: tuple[Change, ...] | None = None

    @property
    def ok(self) -> bool:
        return self.error is None

    def changes(self) -> tuple[Change, ...]:
        """The fields that the call wrote. Asked for once the call is over, since log and feedback share the answer."""
        if self._changes is None:
            self._changes = changes_of(self.writes)
        return self._changes


DROP = "drop"
"""What a fault hook answers to let a call look carried out while its writes are lost."""

FaultHook = Callable[["Phone", str, Arguments], PhoneError | str | None]


@dataclass(slots=True)
class Phone:
    """A phone with a state of its own. ``seed`` decides ids and every random draw; ``faults`` are consulted per call."""

    state: State
    catalogue: Catalogue
    seed: int = 0
    faults: FaultHook | None = None
    after_call: Callable[["Phone", Result], None] | None = None
    calls: int = 0
    scratch: dict[str, Any] = field(default_factory=dict)

    # -- the way in

    def call(self, name: str, arguments: Arguments) -> Result:
        """Carries out one call. Never raises for bad names, arguments or states."""
        self.calls += 1
        state = self.state
        state.journal = []
        backup = state.fork()
        result = Result(name, arguments)
        try:
            self._require_power()
            tool = self.catalogue.get(name)
            if tool is None:
                raise PhoneError(Code.UNKNOWN_TOOL, f"there is no tool {name!r}")
            result.arguments = arguments = tool.validate(arguments)
            if tool.permission:
                self.require_permission(tool.permission)
            fault = self.faults(self, name, arguments) if self.faults else None
            if isinstance(fault, PhoneError) and fault.effect is not Effect.APPLIED:
                result.fault = fault.code.value
                raise fault
            result.payload = tool.run(self, **arguments)
            self.pass_time(tool.seconds)
            if fault is DROP:
                result.fault = DROP
                self.state = state = backup
                self.pass_time(tool.seconds)
            elif isinstance(fault, PhoneError):  # carried out, but the answer is lost
                result.fault = fault.code.value
                result.payload, result.error = None, fault.to_contract()
        except PhoneError as error:
            result.error = error.to_contract()
            self.state = state = backup
            self.pass_time(1)
        result.writes = tuple(state.journal)
        if self.after_call:
            self.after_call(self, result)
        return result

    def fork(self) -> "Phone":
        """An independent phone in the same state. Fault counters are copied, hooks are shared."""
        twin = Phone(self.state.fork(), self.catalogue, self.seed, self.faults, self.after_call, self.calls)
        twin.scratch = {key: dict(value) if isinstance(value, dict) else value for key, value in self.scratch.items()}
        return twin

    # -- reading

    def row(self, table: str, key: str) -> Row:
        """The row of that id. Raises ``PhoneError`` NOT_FOUND."""
        found = self.state.get(table, key)
        if found is None:
            raise not_found(table.removesuffix("s"), key)
        return found

    def one(self, table: str, key: str = "main") -> Row:
        """A row that every profile has, such as ``radios/wifi``."""
        found = self.state.get(table, key)
        if found is None:
            raise KeyError(f"the profile lacks {table}/{key}")
        return found

    def find(self, table: str, **fields: Json) -> list[tuple[str, Row]]:
        """All rows whose fields equal the given ones; text is compared without case and outer space."""
        found = list(self.state.rows(table).items())
        for name, value in fields.items():
            if isinstance(value, str):
                text = fold(value)
                found = [
                    pair
                    for pair in found
                    if (other := pair[1].get(name)) == value or (isinstance(other, str) and other.strip().casefold() == text)
                ]
            else:
                found = [pair for pair in found if pair[1].get(name) == value]
        return found

    def resolve(self, table: str, what: str, *, key: str | None = None, show: str = "name", **fields: Json) -> str:
        """The id of the one row that an id or a description means.

        Raises ``PhoneError``: MISSING_ARGUMENT when nothing was given, NOT_FOUND, or AMBIGUOUS with the candidates.
        """
        if key is not None:
            if self.state.get(table, key) is None:
                raise not_found(what, key)
            return key
        given = {name: value for name, value in fields.items() if value is not None}
        if not given:
            raise PhoneError(Code.MISSING_ARGUMENT, f"say which {what}", accepted=sorted(fields))
        matches = self.find(table, **given)
        if not matches:
            raise not_found(what, " ".join(str(value) for value in given.values()))
        if len(matches) > 1:
            candidates = [{"id": found, show: row.get(show)} for found, row in matches[:8]]
            raise PhoneError(Code.AMBIGUOUS, f"{len(matches)} {what} entries match", accepted=candidates)
        return matches[0][0]

    # -- writing

    def put(self, table: str, key: str, **fields: Json) -> bool:
        """Sets fields of a row and runs the rules that watch it. Returns whether anything changed."""
        before = self.state.get(table, key)
        after = {**before, **fields} if before is not None else dict(fields)
        if before == after:
            return False
        self._write(table, key, before, after)
        return True

    def add(self, table: str, prefix: str, **fields: Json) -> str:
        """Makes a row with a new id and returns the id."""
        key = self.new_id(table, prefix)
        self._write(table, key, None, {"id": key, **fields})
        return key

    def remove(self, table: str, key: str) -> None:
        """Removes a row. Raises ``PhoneError`` NOT_FOUND."""
        self._write(table, key, self.row(table, key), None)

    def _write(self, table: str, key: str, before: Row | None, after: Row | None) -> None:
        rules = RULES.watching(table, key)
        for rule in rules:
            if rule.guards:
                rule.run(self, before, after)
        self.state.write(table, key, after)
        if after is not None:
            self.expect(table, after)
        for rule in rules:
            if not rule.guards:
                rule.run(self, before, after)

    def expect(self, table: str, row: Row) -> None:
        """Keeps ``next_due`` no later than the row falls due. Too early is harmless: it is then looked up again."""
        schedule = RULES.schedules.get(table)
        if schedule is not None and self.state.next_due is not None:
            due = schedule.due(self, row, self.state.now)
            if due is not None and due < self.state.next_due:
                self.state.next_due = due

    def new_id(self, table: str, prefix: str) -> str:
        """An opaque id that depends only on the seed, the table and how many ids the table has given."""
        rows = self.state.rows(table)
        while True:
            count = self.state.counters.get(table, 0) + 1
            self.state.counters[table] = count
            raw = blake2b(f"{self.seed}/{table}/{count}".encode(), digest_size=4).digest()
            key = prefix + "_" + "".join([_BASE32[byte & 31] for byte in raw])
            if key not in rows:
                return key

    def rng(self, stream: str) -> random.Random:
        """A generator for one named purpose, the same for the same seed and number of calls."""
        raw = blake2b(f"{self.seed}/{stream}/{self.calls}".encode(), digest_size=8).digest()
        return random.Random(int.from_bytes(raw, "big"))

    # -- requirements shared by tools

    def _require_power(self) -> None:
        power = self.one("device", "power")
        if power["state"] == "off":
            raise PhoneError(Code.DEVICE_OFF, "the phone is switched off")
        if power["state"] == "rebooting":
            if self.state.now < power["ready_at"]:
                raise PhoneError(Code.DEVICE_BOOTING, "the phone is restarting")
            self.put("device", "power", state="on", ready_at=None)
            self.state.journal.clear()

    def require_permission(self, permission: str, app: str = ASSISTANT) -> None:
        """Raises ``PhoneError`` PERMISSION_DENIED unless the app holds the permission and every gate is open."""
        row = self.state.get("permissions", f"{app}.{permission}")
        if row is None or not row["granted"]:
            grant = {"appName": app, "permission": permission, "action": "grant"}
            raise PhoneError(Code.PERMISSION_DENIED, f"{app} has no {permission} permission", accepted=grant)
        for gate in RULES.gates:
            gate(self, permission)

    def require(self, requirement: str) -> None:
        """Checks a named requirement of ``rules.py``, such as ``internet``. Raises its ``PhoneError``."""
        RULES.requirement(requirement)(self)

    # -- time

    def pass_time(self, seconds: int) -> None:
        """Advances the virtual clock and fires what falls due, in order of its time; nothing does while it is off."""
        state = self.state
        until = state.now + seconds
        if (state.next_due is None or state.next_due <= until) and self.one("device", "power")["state"] != "off":
            fire_due(self, until)
        state.now = until

    @property
    def zone(self) -> ZoneInfo:
        """The phone's time zone."""
        return zones.zone(self.one("device", "clock")["zone"])

    @property
    def local(self) -> datetime:
        """The phone's local time, with zone."""
        return datetime.fromtimestamp(self.state.now, self.zone)

    def to_epoch(self, moment: str) -> int:
        """Seconds since the epoch of a local date and time such as 2026-03-02T18:30, by the phone's zone."""
        return zones.to_epoch(moment, self.one("device", "clock")["zone"])

    def to_local(self, epoch: int) -> str:
        """The local date and time of an epoch, as tools write it: 2026-03-02T18:30."""
        return zones.to_local(epoch, self.one("device", "clock")["zone"])


def fold(value: Json) -> Json:
    """Text as it is compared: without case and outer space. Anything else as it is."""
    return value.strip().casefold() if isinstance(value, str) else value
