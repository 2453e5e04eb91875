"""What the tables are: who owns them, which fields nobody can predict, which fields point at other tables.

Verification leaves volatile fields out of a gold delta, tests follow references, docs list both.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Table:
    """One table. ``prefix`` starts its ids (empty: rows have fixed names). ``references`` maps a field to a table."""

    name: str
    says: str
    prefix: str = ""
    volatile: tuple[str, ...] = ()
    references: dict[str, str] = field(default_factory=dict)


class Tables:
    """All tables by name, registered by the domains at import."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}

    def register(self, tables: Iterable[Table]) -> None:
        for table in tables:
            if table.name in self._tables:
                raise ValueError(f"table {table.name!r} is declared twice")
            self._tables[table.name] = table

    def all(self) -> list[Table]:
        return [self._tables[name] for name in sorted(self._tables)]

    def is_volatile(self, table: str, field_name: str) -> bool:
        """Whether a field's value says when something was done rather than what."""
        known = self._tables.get(table)
        return known is not None and field_name in known.volatile


TABLES = Tables()
TABLES.register([
    Table("device", "power, battery, storage, clock, locale: one row each"),
    Table("radios", "airplane, wifi, bluetooth, mobile_data, hotspot, nfc, location, vpn, data_saver: one row each"),
    Table("modes", "battery_saver and other power modes: one row each"),
    Table("permissions", "one row a pair of app and permission, named app.permission"),
    Table("notifications", "what apps told the user", prefix="nt", volatile=("time",)),
    Table("memory", "what the assistant remembers about the user; owned by the harness", prefix="mem",
          volatile=("created", "updated")),
])  # fmt: skip
