"""The file on disk: what it was before, what it may not be."""

import sqlite3
from pathlib import Path

import pytest

from harness.errors import UserError
from harness.memory.record import Scope
from harness.memory.schema import VERSION
from harness.memory.store import MemoryStore

FIRST_FORM = """
CREATE TABLE versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    text TEXT NOT NULL, category TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'retracted', 'forgotten')), UNIQUE (user, id, version)
);
CREATE TABLE indexed (embedder TEXT PRIMARY KEY, seq INTEGER NOT NULL);
INSERT INTO indexed VALUES ('hashing-384', 6);
INSERT INTO versions (user, id, version, text, category, created, updated, status) VALUES
    ('owner', 'mem_aaaa', 1, 'Gym on Mondays', 'routine', '2026-01-01', '2026-01-01', 'active'),
    ('owner', 'mem_aaaa', 2, 'Gym on Fridays', 'routine', '2026-01-01', '2026-02-01', 'active'),
    ('owner', 'mem_bbbb', 1, 'Allergic to nuts', 'general', '2026-01-01', '2026-01-01', 'active'),
    ('owner', 'mem_bbbb', 2, 'Allergic to nuts', 'general', '2026-01-01', '2026-03-01', 'retracted'),
    ('owner', 'mem_cccc', 2, '', '', '', '', 'forgotten'),
    ('anna', 'mem_aaaa', 1, 'Likes jazz', 'general', '', '', 'active');
"""


def test_a_memory_of_the_first_form_is_carried_over(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "memory.sqlite3")
    db.executescript(FIRST_FORM)
    db.close()
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "chroma.sqlite3").write_bytes(b"of the first form")
    owner = Scope("owner")
    for _ in range(2):
        with MemoryStore(tmp_path) as store:
            assert [(item.id, item.version, item.text) for item in store.records(owner)] == [
                ("mem_aaaa", 2, "Gym on Fridays")
            ]
            assert [item.text for item in store.history(owner, "mem_aaaa")] == ["Gym on Mondays", "Gym on Fridays"]
            assert [item.text for item in store.records(owner, as_of="2026-01-15")] == ["Gym on Mondays", "Allergic to nuts"]
            assert store.search(owner, "which day is the gym", 1)[0].record.category == "routine"
            assert [item.text for item in store.records(Scope("anna"))] == ["Likes jazz"]
            assert store.get(owner, "mem_cccc") is None
            assert not (tmp_path / "index" / "chroma.sqlite3").exists()
    with MemoryStore(tmp_path) as store:
        assert store.revise(owner, "mem_aaaa", "Gym on Sundays", expected=2).ok
        assert store.forget(owner, "mem_aaaa") == 1


@pytest.mark.parametrize("content", ["garbage", "folder", "newer", "other"])
def test_what_is_no_memory_is_named_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "memory.sqlite3"
    if content == "folder":
        path.mkdir()
    elif content == "garbage":
        path.write_text("not a database at all " * 100, encoding="utf-8")
    else:
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE notes (text TEXT)" if content == "other" else f"PRAGMA user_version = {VERSION + 1}")
        db.close()
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(UserError, match=r"memory\.sqlite3: the memory cannot be opened"):
        MemoryStore(tmp_path)
    assert (path.read_bytes() if path.is_file() else b"") == before
