"""Carrying out a changeset: every rule about what may follow what, inside one transaction of the ledger."""

from collections.abc import Sequence
from dataclasses import replace

from harness.errors import UserError

from .ledger import Ledger, Version
from .operations import Complete, Operation, Outcome, Retract, Revise, Write
from .ranking import Place
from .recalled import holds_recalled
from .record import TRUST, Scope, Status, Stored


class Change:
    """A changeset under way, inside a transaction."""

    def __init__(self, ledger: Ledger, scope: Scope, untouched: Sequence[str]) -> None:
        self._ledger = ledger
        self._scope = scope
        self._readable = ledger.readable(scope)
        self._owned = ledger.owned(scope)
        self._made: dict[Place, Stored] = {}
        self._untouched = {key: self._named(key) for key in untouched}

    def touched(self) -> tuple[Stored, ...]:
        """The last version of each record that was changed and that the scope may see."""
        return tuple(record for (partition, _), record in self._made.items() if partition in self._readable)

    def proof(self) -> dict[str, str]:
        """Digests of the records that had to stay as they are."""
        return {key: version.record.digest() for key, version in self._untouched.items()}

    def carry_out(self, operation: Operation) -> Outcome:
        """Does one operation, or says why not."""
        outcome = self._write(operation) if isinstance(operation, Write) else self._change(operation)
        for key, version in self._untouched.items():
            now = self._named(key)
            if now.seq != version.seq:
                return Outcome("protected", version.record)
        return outcome

    def _named(self, key: str) -> Version:
        found = self._ledger.head(self._readable, key)
        if found is None or found.record.status == "forgotten":
            raise UserError(f"there is no record {key!r}", where="untouched", expected="ids of records that are there")
        return found

    def _write(self, operation: Write) -> Outcome:
        if holds_recalled(operation.text) or holds_recalled(operation.source.text):
            return Outcome("recalled")
        if operation.private and not self._scope.agent:
            raise UserError("a private record of no agent", where="Write.private", expected="a scope with an agent")
        partition = self._ledger.partition(self._scope, private=operation.private)
        self._readable, self._owned = self._ledger.readable(self._scope), self._ledger.owned(self._scope)
        sources = [self._ledger.head(self._readable, key) for key in operation.derived_from]
        trusts = [source.record.trust for source in sources if source is not None and source.record.status == "active"]
        if len(trusts) < len(operation.derived_from):
            return Outcome("missing")
        begins = operation.valid_from or operation.date
        record = Stored(
            operation.id or "", 1, operation.text, operation.kind, operation.category,
            subject=operation.subject, attribute=operation.attribute, value=operation.value,
            said_by=operation.said_by, trust=min(operation.trust, TRUST[operation.said_by], *trusts, 1.0),
            source=operation.source, created=operation.date, observed=operation.date,
            valid_from=begins, valid_to=operation.valid_to, derived_from=operation.derived_from,
            applies_to=operation.applies_to, condition=operation.condition, importance=operation.importance,
            private=operation.private,
        )  # fmt: skip
        twin = self._ledger.twin(partition, record)
        if twin is not None and twin.record.value == record.value:
            return Outcome("unchanged", twin.record)
        holder = self._ledger.holder(partition, record.address) or twin
        if holder is not None and not (operation.replace and record.address and _gives_way(holder.record, record)):
            return Outcome("conflict", holder.record)
        key = operation.id
        if not key or self._ledger.head(self._owned, key) is not None:
            key = self._ledger.new_id(self._owned, partition)
        record = replace(record, id=key)
        if holder is not None:
            record = replace(record, supersedes=holder.record.id)
            self._end(holder, "superseded", begins, superseded_by=key)
        return Outcome("created", self._add(partition, record))

    def _change(self, operation: Revise | Retract | Complete) -> Outcome:
        head = self._ledger.head(self._readable, operation.id)
        if head is None or head.record.status != "active":
            seen = head.record if head is not None and head.record.status != "forgotten" else None
            return Outcome("missing", seen)
        current = head.record
        if current.version != operation.expected:
            return Outcome("stale", current)
        if isinstance(operation, Retract):
            return Outcome("retracted", self._end(head, "retracted", operation.date))
        if isinstance(operation, Complete):
            if current.kind != "prospective":
                return Outcome("missing", current)
            return Outcome("completed", self._end(head, "completed", operation.date))
        return self._revise(head, operation)

    def _revise(self, head: Version, operation: Revise) -> Outcome:
        if holds_recalled(operation.text) or holds_recalled(operation.source.text):
            return Outcome("recalled")
        current = head.record
        revised = replace(
            current, version=current.version + 1, text=operation.text, value=operation.value,
            category=operation.category or current.category, said_by=operation.said_by, trust=TRUST[operation.said_by],
            source=operation.source if current.kind != "episodic" else current.source,
            observed=operation.date or current.observed,
            valid_from=operation.valid_from or operation.date or current.valid_from,
            valid_to=current.valid_to if operation.valid_to is None else operation.valid_to,
        )  # fmt: skip
        same = (revised.text, revised.category, revised.value, revised.valid_to)
        if same == (current.text, current.category, current.value, current.valid_to):
            return Outcome("unchanged", current)
        twin = self._ledger.twin(head.partition, revised)
        if twin is not None and twin.record.id != current.id:
            return Outcome("conflict", twin.record)
        if revised.text != current.text:
            self._withdraw_derived(current.id, operation.date)
        return Outcome("revised", self._add(head.partition, revised))

    def _end(self, head: Version, status: Status, date: str, *, superseded_by: str = "") -> Stored:
        """Closes a record, and what was derived from it if it is not true now. An unknown end is taken for the beginning."""
        current = head.record
        until = min(filter(None, (date, current.valid_to))) if date else current.valid_from
        ended = replace(
            current, version=current.version + 1, status=status, valid_to=until, superseded_by=superseded_by
        )  # fmt: skip
        if status != "completed":
            self._withdraw_derived(current.id, date)
        return self._add(head.partition, ended)

    def _withdraw_derived(self, key: str, date: str) -> None:
        """What was made from a text that holds no longer does not hold either, whichever agent made it."""
        for derived in self._ledger.derived(self._owned, key):
            if derived.record.status == "active":
                self._end(derived, "retracted", date)

    def _add(self, partition: int, record: Stored) -> Stored:
        self._ledger.add(partition, record)
        self._made[(partition, record.id)] = record
        return record


def with_derived(ledger: Ledger, owned: Sequence[int], heads: Sequence[Version]) -> list[Version]:
    """The records, what was derived from them, what from that, and so on."""
    found: dict[Place, Version] = {}
    waiting = list(heads)
    while waiting:
        head = waiting.pop()
        place = (head.partition, head.record.id)
        if place not in found and head.record.status != "forgotten":
            found[place] = head
            waiting += ledger.derived(owned, head.record.id)
    return list(found.values())


def _gives_way(holder: Stored, new: Stored) -> bool:
    """Whether a new record may take the holder's address: it is neither less trusted nor about an earlier time."""
    return new.trust >= holder.trust and (not new.valid_from or new.valid_from >= holder.valid_from)
