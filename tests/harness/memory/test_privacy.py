"""Nobody sees what is not theirs, by any path; and what is forgotten is gone from files, index, context and caches."""

import gc
import sqlite3
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from harness.memory import embedding, search
from harness.memory.chroma import Collection, VectorsError, blank_unused, plain_name
from harness.memory.embedding import HashingEmbedder, Vectors
from harness.memory.operations import Complete, Retract, Revise, Write
from harness.memory.record import KINDS, Scope, Source
from harness.memory.store import MemoryStore

EMMA, LIWEI = Scope("emma"), Scope("liwei")
COACH, SHOPPER = Scope("emma", agent="coach"), Scope("emma", agent="shopper")


def key_of(store: MemoryStore, scope: Scope, text: str, **more: object) -> str:
    record = store.apply(scope, [Write(text, **more)]).outcomes[0].record  # type: ignore[arg-type]
    assert record is not None
    return record.id


# Access -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stranger", [LIWEI, Scope("emma", workspace="work"), Scope("liwei", agent="coach")])
@pytest.mark.parametrize("indexed", [True, False])
def test_a_stranger_reaches_a_record_by_no_path(tmp_path: Path, stranger: Scope, indexed: bool) -> None:
    with MemoryStore(tmp_path) as store:
        key = key_of(store, EMMA, "Door code is 4711", subject="home", attribute="door code", date="2026-01-01")
        note = key_of(store, EMMA, "Ring the plumber", kind="prospective")
        own = key_of(store, stranger, "喜欢川菜")
        if indexed:
            store.index(EMMA)
            store.index(stranger)
        before = [store.history(EMMA, item) for item in (key, note)]

        assert [hit.record.id for hit in store.search(stranger, "Door code is 4711", 10, kinds=KINDS)] == [own]
        assert [hit.record.id for hit in store.search(stranger, "door code", 10, as_of="2026-02-01")] == [own]
        assert [hit.record.id for hit in store.context(stranger, "door code").hits] == [own]
        assert [record.id for record in store.records(stranger, kinds=KINDS)] == [own]
        assert [record.id for record in store.records(stranger, as_of="2026-02-01")] == [own]
        assert store.get(stranger, key) is None and store.history(stranger, key) == []
        assert store.due(stranger, "2026-01-02") == []
        assert [record.id for record in store.seed(stranger)[0]] == [own]
        changes = (Revise(key, 1, "mine"), Retract(key, 1), Complete(note, 1), Write("x", derived_from=(key,)))
        outcomes = [store.apply(stranger, [change]).outcomes[0] for change in changes]
        assert [(item.kind, item.record) for item in outcomes] == [("missing", None)] * 4
        taken = store.take_back(stranger, {key: 1}, {}, "2026-01-01")
        assert taken.outcomes == () and taken.left_out == ()
        address = Write("Code is 1", subject="home", attribute="door code", replace=True)
        assert store.apply(stranger, [address]).outcomes[0].kind == "created", "an address is the user's own too"
        assert store.forget(stranger, key, note) == 0
        store.forget_user(stranger)

        assert [store.history(EMMA, item) for item in (key, note)] == before
        assert store.search(EMMA, "door code", 1)[0].record.id == key


def test_ids_tell_nothing_about_other_users(tmp_path: Path) -> None:
    with MemoryStore(tmp_path / "alone") as store:
        alone = key_of(store, LIWEI, "喜欢川菜")
    with MemoryStore(tmp_path / "after") as store:
        for number in range(5):
            key_of(store, EMMA, f"Fact {number}")
        assert key_of(store, LIWEI, "喜欢川菜") == alone


def test_a_private_record_is_its_agents_alone_and_a_shared_one_is_everybodys(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        secret = key_of(store, COACH, "Her resting pulse is 52", private=True)
        shared = key_of(store, COACH, "She runs on Sundays")

        def seen(scope: Scope) -> set[str]:
            return {hit.record.id for hit in store.search(scope, "resting pulse, runs on Sundays", 10)}

        assert seen(COACH) == {secret, shared} and seen(SHOPPER) == seen(EMMA) == {shared}
        assert store.get(SHOPPER, secret) is None and store.apply(SHOPPER, [Retract(secret, 1)]).outcomes[0].record is None
        assert store.revise(SHOPPER, shared, "She runs on Mondays", expected=1).kind == "revised"
        assert seen(COACH) == {secret, shared}


def test_withdrawing_reaches_what_another_agent_derived_and_does_not_show_it(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        shared = key_of(store, EMMA, "She runs on Sundays")
        plan = key_of(store, COACH, "Ten miles each Sunday", private=True, derived_from=(shared,))
        applied = store.apply(SHOPPER, [Retract(shared, 1)])
        assert [record.id for record in applied.touched] == [shared]
        assert store.records(COACH) == []
        assert [item.status for item in store.history(COACH, plan)] == ["active", "retracted"]


# Forgetting ---------------------------------------------------------------------------------------------------------

SECRET = "xylophone-4711"
WORDS = ("xylophone", "xylophon")


class _Noting(HashingEmbedder):
    """Keeps the vectors that it makes of secrets, so that a test can look for them."""

    def __init__(self, width: int = 384) -> None:
        super().__init__(width)
        self.secret_vectors: list[bytes] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = super().embed(texts)
        self.secret_vectors += [_fullest(row) for row, text in zip(vectors, texts, strict=True) if SECRET in text]
        return vectors


def _fullest(row: Vectors) -> bytes:
    """The 16 neighbouring numbers of a vector that have the fewest zeros among them."""
    start = max(range(len(row) - 16), key=lambda place: int(np.count_nonzero(row[place : place + 16])))
    return row[start : start + 16].tobytes()


def holding(folder: Path, needles: Sequence[bytes]) -> list[str]:
    """The files in which one of the needles stands."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path.relative_to(folder)) for path in files if any(needle in path.read_bytes() for needle in needles)]


def fill(store: MemoryStore, scope: Scope, count: int = 40) -> None:
    store.apply(scope, [Write(f"Ordinary fact number {number} about the garden") for number in range(count)])


@pytest.mark.parametrize("indexed", [True, False])
def test_a_forgotten_record_leaves_no_byte_in_files_index_context_or_caches(tmp_path: Path, indexed: bool) -> None:
    embedder = _Noting()
    text = f"The password of the safe is {SECRET}"
    with MemoryStore(tmp_path, embedder) as store:
        fill(store, EMMA)
        key = key_of(store, EMMA, text, subject="safe", attribute="password", value=SECRET, source=Source(text=text))
        store.revise(EMMA, key, f"The old password was {SECRET}", expected=1)
        summary = key_of(store, EMMA, f"Emma likes {SECRET} as a password", kind="user_model", derived_from=(key,))
        private = key_of(store, COACH, f"Never say {SECRET}", private=True, derived_from=(summary,))
        if indexed:
            store.index(COACH)
        assert SECRET in store.context(COACH, f"password {SECRET}").text
        needles = [SECRET.encode(), *(word.encode() for word in WORDS), *embedder.secret_vectors]
        assert len(embedder.secret_vectors) >= 3 and holding(tmp_path, needles), "it was there, or this test says nothing"

        assert store.forget(EMMA, key) == 3, "the record and all that was derived from it, private or not"

        assert holding(tmp_path, needles) == []
        assert SECRET not in store.context(COACH, "password of the safe", 50).text
        assert all(store.get(COACH, item) is None and store.history(COACH, item) == [] for item in (key, summary, private))
        assert not any(SECRET in query for query in store._queries)
        assert not any(needle in row.tobytes() for row in store._index._tail.values() for needle in needles)
        kept = [item for cache in (search.stem, embedding._hash) for item in gc.get_referents(cache)]
        assert not any("xylophon" in str(item) for item in kept)
        assert [hit.dense for hit in store.search(EMMA, "garden", 3)] == [True] * 3
    assert holding(tmp_path, needles) == []


def test_forgetting_reaches_the_index_of_an_embedder_that_was_used_before(tmp_path: Path) -> None:
    first = _Noting()
    with MemoryStore(tmp_path, first) as store:
        fill(store, EMMA)
        key = key_of(store, EMMA, f"The password is {SECRET}")
        store.index(EMMA)
    with MemoryStore(tmp_path, HashingEmbedder(64)) as store:
        store.index(EMMA)
        store.forget(EMMA, key)
        assert holding(tmp_path, [SECRET.encode(), first.secret_vectors[0]]) == []
    with MemoryStore(tmp_path, first) as store:
        assert len(store.search(EMMA, "garden", 50)) == 40 and store.problem == ""


def test_forgetting_leaves_no_byte_whatever_the_pages_looked_like(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        texts = [f"{SECRET}{number:04d}z " + "filler words " * (number * 37 % 90) for number in range(300)]
        done = store.apply(EMMA, [Write(text) for text in texts])
        keys = [outcome.record.id for outcome in done.outcomes if outcome.record is not None]
        for place in range(0, 300, 7):
            store.revise(EMMA, keys[place], f"{SECRET}{place:04d}z again", expected=1)
        gone = list(range(0, 300, 3))
        assert store.forget(EMMA, *(keys[place] for place in gone)) == len(gone)
        assert holding(tmp_path, [f"{SECRET}{place:04d}z".encode() for place in gone]) == []
        assert holding(tmp_path, [f"{SECRET}0001z".encode()]) == ["memory.sqlite3"]


def test_forgetting_a_user_removes_everything_of_theirs_and_nothing_else(tmp_path: Path) -> None:
    embedder = _Noting()
    with MemoryStore(tmp_path, embedder) as store:
        fill(store, LIWEI)
        key_of(store, EMMA, f"The password is {SECRET}")
        key_of(store, COACH, f"Private {SECRET}", private=True)
        store.index(COACH)
        store.index(LIWEI)
        assert store.forget_user(EMMA) == 2
        needles = [SECRET.encode(), b"emma", b"coach", *embedder.secret_vectors]
        assert holding(tmp_path, needles) == []
        assert store.records(COACH) == [] and len(store.search(LIWEI, "garden", 50)) == 40


def test_what_a_killed_process_left_of_a_forgotten_record_goes_when_the_folder_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = _Noting()
    store = MemoryStore(tmp_path, embedder)
    fill(store, EMMA)
    key = key_of(store, EMMA, f"The password is {SECRET}")
    store.index(EMMA)
    needles = [SECRET.encode(), embedder.secret_vectors[0]]

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(store._index, "erase", die)
    with pytest.raises(KeyboardInterrupt):
        store.forget(EMMA, key)
    assert store.get(EMMA, key) is None and holding(tmp_path, needles[1:])
    store._index.close()
    store._db.close()
    with MemoryStore(tmp_path, embedder) as again:
        assert holding(tmp_path, needles) == []
        assert len(again.search(EMMA, "garden", 50)) == 40


def test_nothing_that_was_in_memory_before_lies_in_the_unused_room_of_an_index(tmp_path: Path) -> None:
    embedder = _Noting()
    with MemoryStore(tmp_path, embedder) as store:
        for number in range(6):  # each user's graph is allocated where an earlier one's vectors were freed
            user = Scope(f"user{number}")
            fill(store, user, 30)
            key = key_of(store, user, f"The password of {number} is {SECRET}")
            store.index(user)
            store.search(user, f"what is the password, {SECRET}")
            store.forget(user, key)
        assert len(embedder.secret_vectors) >= 6 and holding(tmp_path, embedder.secret_vectors) == []
        graphs = [path.read_bytes() for path in tmp_path.rglob("data_level0.bin")]
        assert len(graphs) == 6 and all(set(graph[-1000:]) == {0} for graph in graphs), "there is room, and nothing in it"
    assert holding(tmp_path, embedder.secret_vectors) == []


def test_files_that_are_laid_out_otherwise_are_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "segment").mkdir()
    header, data = tmp_path / "segment" / "header.bin", tmp_path / "segment" / "data_level0.bin"
    data.write_bytes(b"x" * 100)
    for content in (b"", struct.pack("<iQQQQ", 1, 0, 20, 5, 11), struct.pack("<iQQQQ", 1, 0, 20, 11, 10)):
        header.write_bytes(content)
        with pytest.raises(VectorsError, match="does not describe the graph"):
            blank_unused(tmp_path)
        assert data.read_bytes() == b"x" * 100
    header.write_bytes(struct.pack("<iQQQQ", 1, 0, 20, 4, 10))
    blank_unused(tmp_path)
    assert data.read_bytes() == b"x" * 40 + bytes(60)


def test_chroma_is_given_no_text_at_all(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = key_of(store, EMMA, f"The password is {SECRET}", source=Source(text=SECRET, speaker="Emma"))
        store.index(EMMA)
    assert holding(tmp_path / "index", [word.encode() for word in (*WORDS, "password", "emma", "Emma")]) == []
    (folder,) = (tmp_path / "index").glob("*/*")
    collection = Collection(folder, f"memory-{plain_name('hashing-384')}")
    assert collection.everything()[0] == [key]
    collection.close()


def test_another_reader_that_holds_the_log_is_named_and_the_bytes_go_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.memory.store.PATIENCE_S", 0.1)
    with MemoryStore(tmp_path) as store:
        key = key_of(store, EMMA, f"The password is {SECRET}")
        store._db.execute("PRAGMA busy_timeout = 50")
        reader = sqlite3.connect(tmp_path / "memory.sqlite3", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM versions").fetchone()
        with pytest.raises(ValueError, match="another process keeps their bytes"):
            store.forget(EMMA, key)
        assert store.get(EMMA, key) is None and store.search(EMMA, "password") == []
        reader.execute("COMMIT")
        reader.close()
    with MemoryStore(tmp_path):
        assert holding(tmp_path, [SECRET.encode()]) == []
