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


@pytest.mark.parametrize("how", ["empty", "gone"])
def test_records_that_are_gone_are_not_taken_for_a_new_memory(tmp_path: Path, how: str) -> None:
    with MemoryStore(tmp_path) as store:
        store.write(Scope("owner"), "Likes jazz")
    (tmp_path / "index" / "1").mkdir(parents=True, exist_ok=True)
    for path in tmp_path.glob("memory.sqlite3*"):
        path.unlink()
    if how == "empty":
        (tmp_path / "memory.sqlite3").touch()
    with pytest.raises(UserError, match=rf"memory\.sqlite3: .*the file is {how}"):
        MemoryStore(tmp_path)


@pytest.mark.parametrize(
    "body", ["{", "[]", "null", "7", "{}", '{"id":1,"version":1,"text":"a"}', '{"id":"a","version":1,"text":"a","source":7}']
)
def test_a_damaged_record_is_said(tmp_path: Path, body: str) -> None:
    with MemoryStore(tmp_path) as store:
        store.write(Scope("owner"), "Likes jazz")
    with sqlite3.connect(tmp_path / "memory.sqlite3") as db:
        db.execute("UPDATE versions SET body = ?", (body,))
    db.close()
    with MemoryStore(tmp_path) as store, pytest.raises(UserError, match=r"memory\.sqlite3: .*a version of a record"):
        store.records(Scope("owner"))


def test_a_missing_table_and_an_overwritten_page_are_said(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite3"
    with MemoryStore(tmp_path) as store:
        store.write(Scope("owner"), "Likes jazz")
    whole = path.read_bytes()
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE postings")
    db.close()
    with pytest.raises(UserError, match=r"memory\.sqlite3: .*the table `postings` is missing"):
        MemoryStore(tmp_path)
    for place in range(4096, len(whole), 4096):
        path.write_bytes(whole[:place] + b"\xa5" * 4096 + whole[place + 4096 :])
        try:
            with MemoryStore(tmp_path) as store:
                store.records(Scope("owner"))
        except UserError as error:
            assert error.where == str(path)


def test_what_stands_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "memory" / "index.lock").mkdir(parents=True)
    for folder, where in ((tmp_path / "file", "file"), (tmp_path / "memory", "index.lock")):
        with pytest.raises(UserError, match=rf"{where}: no memory can be kept here"):
            MemoryStore(folder)
