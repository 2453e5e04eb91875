"""The SQLite file: its tables, its settings, and how a file of the first form becomes one of this form."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from harness.atomic import replace_file
from harness.errors import UserError

VERSION = 2
"""``PRAGMA user_version`` of the file. The first form left it at 0."""

TABLES = """
CREATE TABLE IF NOT EXISTS partitions (
    number INTEGER PRIMARY KEY AUTOINCREMENT, workspace TEXT NOT NULL, user TEXT NOT NULL, agent TEXT NOT NULL,
    made INTEGER NOT NULL DEFAULT 0, UNIQUE (workspace, user, agent)
);
CREATE TABLE IF NOT EXISTS versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    number INTEGER NOT NULL, current INTEGER NOT NULL, status TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL,
    identity TEXT NOT NULL, trace TEXT NOT NULL, turn INTEGER, shelf INTEGER, body TEXT NOT NULL,
    UNIQUE (partition, id, version)
);
CREATE UNIQUE INDEX IF NOT EXISTS one_holder ON versions (partition, address)
    WHERE current = 1 AND status = 'active' AND address <> '';
CREATE UNIQUE INDEX IF NOT EXISTS no_twins ON versions (partition, identity) WHERE current = 1 AND status = 'active';
CREATE UNIQUE INDEX IF NOT EXISTS one_head ON versions (partition, id) WHERE current = 1;
CREATE INDEX IF NOT EXISTS heads ON versions (partition, number) WHERE current = 1;
CREATE INDEX IF NOT EXISTS heads_of_a_kind ON versions (partition, kind, number) WHERE current = 1;
CREATE INDEX IF NOT EXISTS sessions ON versions (partition, trace, turn) WHERE current = 1 AND trace <> '';
CREATE INDEX IF NOT EXISTS newest ON versions (partition, seq) WHERE current = 1;
CREATE TABLE IF NOT EXISTS derivations (
    partition INTEGER NOT NULL, source TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (partition, source, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS postings (
    partition INTEGER NOT NULL, shelf INTEGER NOT NULL, term TEXT NOT NULL, seq INTEGER NOT NULL,
    times INTEGER NOT NULL, length INTEGER NOT NULL, PRIMARY KEY (partition, shelf, term, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vocabulary (
    partition INTEGER NOT NULL, shelf INTEGER NOT NULL, term TEXT NOT NULL, records INTEGER NOT NULL,
    PRIMARY KEY (partition, shelf, term)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS shelves (
    partition INTEGER NOT NULL, shelf INTEGER NOT NULL, records INTEGER NOT NULL, words INTEGER NOT NULL,
    PRIMARY KEY (partition, shelf)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS indexed (
    partition INTEGER NOT NULL, embedder TEXT NOT NULL, seq INTEGER NOT NULL, points INTEGER NOT NULL,
    generation INTEGER NOT NULL, PRIMARY KEY (partition, embedder)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS erasing (partition INTEGER PRIMARY KEY);
"""

_TABLE = re.compile(r"CREATE TABLE IF NOT EXISTS (\w+)")
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "cache_size=-64000")


def connect(path: Path) -> sqlite3.Connection:
    """Opens or makes the file. Raises ``UserError`` when it is no memory, a damaged one, or one of a later program."""
    _make(path)
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    except sqlite3.OperationalError as error:
        raise unusable(path, str(error)) from None
    try:
        _check(db, path)
        for pragma in _PRAGMAS:
            db.execute(f"PRAGMA {pragma}")
    except sqlite3.DatabaseError as error:
        db.close()
        raise unusable(path, str(error)) from None
    except UserError:
        db.close()
        raise
    return db


def _make(path: Path) -> None:
    """Makes the file if there is none, whole at once: so an empty one is always one that lost its records.

    Raises ``UserError`` for an empty file, for one that is gone while vectors of its records stand beside it, and where it
    cannot be made.
    """
    if path.is_file() and not path.stat().st_size:
        raise unusable(path, "it is damaged: the file is empty")
    if path.exists() or path.is_symlink():
        return
    index = path.parent / "index"
    if index.is_dir() and any(index.iterdir()):
        raise unusable(path, f"the file is gone, though {index.name}/ beside it holds vectors of its records")
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(f"{TABLES} PRAGMA user_version = {VERSION};")
        try:
            replace_file(path, [db.serialize()])
        except OSError as error:
            raise unusable(path, str(error.strerror)) from None


def _check(db: sqlite3.Connection, path: Path) -> None:
    """Raises ``UserError`` for a file of a later program or of another one; only reads."""
    form = int(db.execute("PRAGMA user_version").fetchone()[0])
    if form > VERSION:
        raise unusable(path, f"it has form {form}, and this program knows {VERSION}")
    if form < VERSION and not is_first_form(db) and db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        raise unusable(path, "another program's tables are in it")
    present = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}
    missing = [name for name in _TABLE.findall(TABLES) if name not in present]
    if form == VERSION and missing:
        raise unusable(path, f"it is damaged: the table `{missing[0]}` is missing")


def unusable(path: Path, why: str, what: str = "opened") -> UserError:
    """What is said of a file that cannot be used."""
    return UserError(f"the memory cannot be {what}: {why}", where=str(path), expected="a memory that this program made")


def is_prepared(db: sqlite3.Connection) -> bool:
    """Whether the tables are there."""
    return bool(db.execute("PRAGMA user_version").fetchone()[0] == VERSION)


def is_first_form(db: sqlite3.Connection) -> bool:
    """Whether the file holds records as the first version of the store wrote them."""
    return bool(db.execute("SELECT 1 FROM pragma_table_info('versions') WHERE name = 'user'").fetchone())


def first_form(db: sqlite3.Connection) -> list[tuple[str, str, int, str, str, str, str, str]]:
    """Its rows (user, id, version, text, category, created, updated, status), oldest first; its tables are dropped."""
    columns = "user, id, version, text, category, created, updated, status"
    rows = db.execute(f"SELECT {columns} FROM versions ORDER BY seq").fetchall()
    db.execute("DROP TABLE versions")
    db.execute("DROP TABLE IF EXISTS indexed")
    return rows
