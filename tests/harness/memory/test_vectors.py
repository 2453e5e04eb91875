"""The index that is derived from the records: made anew, caught up with, done without. Chroma is the real one."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from harness.errors import UserError
from harness.memory.chroma import VectorsError, plain_name
from harness.memory.embedding import EmbedderError, HashingEmbedder, Vectors
from harness.memory.operations import Write
from harness.memory.record import Scope
from harness.memory.store import MemoryStore
from harness.memory.vectors import TAIL

EMMA = Scope("emma")
FACTS = ("Runs by the river on Sundays", "Reads before sleep", "Meets Anna for lunch", "Parks on level three")


def fill(store: MemoryStore, count: int = 0) -> None:
    store.apply(EMMA, [Write(text) for text in (*FACTS, *(f"Note {number} on gardening" for number in range(count)))])


class _Counting(HashingEmbedder):
    """Counts the texts that it is given."""

    def __init__(self, width: int = 384) -> None:
        super().__init__(width)
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return super().embed(texts)


class _Down(HashingEmbedder):
    """An embedder whose server cannot be reached."""

    error: Exception = EmbedderError("offline")

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise self.error


def test_the_index_can_be_rebuilt_and_then_answers_the_same(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        fill(store, 30)
        waiting = store.search(EMMA, "running by a river")
        store.index(EMMA)
        indexed = store.search(EMMA, "running by a river")
        store.rebuild_index(EMMA)
        rebuilt = store.search(EMMA, "running by a river")
    assert [hit.record for hit in waiting] == [hit.record for hit in indexed] == [hit.record for hit in rebuilt]
    assert [hit.score for hit in waiting] == pytest.approx([hit.score for hit in indexed], abs=1e-4)


@pytest.mark.parametrize("damage", ["folder gone", "file of garbage", "emptied"])
def test_an_index_that_is_lost_or_broken_is_made_anew(tmp_path: Path, damage: str) -> None:
    with MemoryStore(tmp_path) as store:
        fill(store, 30)
        store.index(EMMA)
    (folder,) = (tmp_path / "index").glob("*/*")
    if damage == "folder gone":
        shutil.rmtree(folder)
    elif damage == "emptied":
        (folder / "chroma.sqlite3").unlink()
    else:
        (folder / "chroma.sqlite3").write_bytes(b"garbage, not a database " * 400)
    with MemoryStore(tmp_path) as store:
        best = store.search(EMMA, "which level does she park on", 1)[0]
        assert best.record.text == FACTS[3] and best.dense and store.problem == ""
        store.index(EMMA)
        assert store.search(EMMA, "which level does she park on", 1)[0].dense


def test_another_embedder_indexes_again_and_the_first_one_does_not(tmp_path: Path) -> None:
    first, other = _Counting(), _Counting(64)
    for embedder, texts in ((first, len(FACTS)), (other, len(FACTS)), (first, 0)):
        with MemoryStore(tmp_path, embedder) as store:
            if embedder is first and not texts:
                embedder.texts = 0
            elif embedder is first:
                fill(store)
            store.index(EMMA)
            assert embedder.texts == texts
            assert store.search(EMMA, "parking level", 1)[0].record.text == FACTS[3] and store.problem == ""


def test_names_of_embedders_stay_apart_in_chroma() -> None:
    names = [plain_name(name) for name in ("a/b", "a-b", "a b", "x" * 90, "x" * 91)]
    assert len(set(names)) == 5 and all(len(name) <= 50 for name in names)


@pytest.mark.parametrize("error", [EmbedderError("offline"), ConnectionRefusedError("refused")])
def test_keyword_search_goes_on_when_the_embedder_is_down_and_says_why(tmp_path: Path, error: Exception) -> None:
    down = _Down()
    down.error = error
    with MemoryStore(tmp_path, down) as store:
        fill(store, TAIL + 10)
        hits = store.search(EMMA, "which level", 3)
        assert hits[0].record.text == FACTS[3] and not hits[0].dense
        assert type(error).__name__ in store.problem
        key = hits[0].record.id
        assert store.revise(EMMA, key, "Parks on level four", expected=1).ok
        assert store.search(EMMA, "level", 1)[0].record.text == "Parks on level four"
        assert store.forget(EMMA, key) == 1 and store.search(EMMA, "level") == []
        with pytest.raises(type(error)):
            store.index(EMMA)
    with MemoryStore(tmp_path) as store:
        assert store.search(EMMA, "reading before sleep", 1)[0].dense and store.problem == ""


def test_vectors_of_the_wrong_width_are_said_and_done_without(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        fill(store)
        store.index(EMMA)
    wrong = HashingEmbedder(64)
    wrong.name = "hashing-384"
    with MemoryStore(tmp_path, wrong) as store:
        hit = store.search(EMMA, "which level", 1)[0]
        assert hit.record.text == FACTS[3] and not hit.dense and "dimension" in store.problem


def test_a_write_costs_no_indexing_and_is_found_at_once(tmp_path: Path) -> None:
    embedder = _Counting()
    with MemoryStore(tmp_path, embedder) as store:
        fill(store, 20)
        assert embedder.texts == 0 and not (tmp_path / "index").exists()
        store.write(EMMA, "Swims in the Serpentine")
        assert store.search(EMMA, "swimming in serpentine", 1)[0].record.text == "Swims in the Serpentine"
        assert not (tmp_path / "index").exists(), "so few are compared exactly"
        seen = embedder.texts
        store.search(EMMA, "swimming in serpentine", 1)
        assert embedder.texts == seen, "nothing is embedded twice"
    assert (tmp_path / "index").exists(), "what was computed is kept"


def test_many_waiting_records_are_indexed_before_a_search_goes_on(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with MemoryStore(tmp_path) as store:
        fill(store, TAIL + 1)
        assert store.search(EMMA, "parking level", 1)[0].dense and (tmp_path / "index").exists()
        store.apply(EMMA, [Write(f"More {number}") for number in range(3)])
        store.index(EMMA, lambda done, total: told.append((done, total)))
    assert told == [(3, 3)]


def test_an_indexed_record_that_changed_is_found_by_what_it_says_now(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        fill(store, 20)
        store.index(EMMA)
        key = store.search(EMMA, "parks on level three", 1)[0].record.id
        store.revise(EMMA, key, "Cycles to the lake", expected=1)
        for _ in range(2):
            assert store.search(EMMA, "cycling to a lake", 1)[0].record.id == key
            assert store.search(EMMA, "parks on level three", 1)[0].record.id != key
            store.index(EMMA)


def test_hashed_vectors_are_the_same_everywhere_and_know_inflection_and_chinese() -> None:
    embedder = HashingEmbedder()
    vectors = embedder.embed(["she runs by the river", "running at rivers", "喜欢吃川菜", "川菜很好吃", "", "of the"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert vectors[0] @ vectors[1] > 0.5 and vectors[2] @ vectors[3] > 0.2 and abs(vectors[0] @ vectors[2]) < 0.2
    with pytest.raises(UserError, match="a vector of 1 numbers"):
        HashingEmbedder(1)


@pytest.mark.slow
def test_vectors_may_lie_on_a_chroma_server_and_search_goes_on_without_it(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    chroma = Path(sys.executable).with_name("chroma")
    line = [str(chroma), "run", "--path", str(tmp_path / "server"), "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        with MemoryStore(tmp_path / "memory", server=f"127.0.0.1:{port}") as store:
            fill(store, 30)
            store.index(EMMA)
            hit = store.search(EMMA, "which level does she park on", 1)[0]
            assert hit.record.text == FACTS[3] and hit.dense
            assert store.forget(EMMA, hit.record.id) == 1
            assert store.search(EMMA, "reading before sleep", 1)[0].dense
            server.terminate()
            server.wait(timeout=20)
            hit = store.search(EMMA, "reading before sleep", 1)[0]
            assert hit.record.text == FACTS[1] and not hit.dense and store.problem
            with pytest.raises(UserError, match="their vectors cannot be reached"):
                store.forget(EMMA, hit.record.id)
            assert store.get(EMMA, hit.record.id) is None
    finally:
        server.kill()
        server.wait(timeout=20)
    assert not (tmp_path / "memory" / "index").exists()
    with MemoryStore(tmp_path / "memory", server=f"127.0.0.1:{port}") as store:
        assert "their vectors cannot be reached" in store.problem
        assert not store.search(EMMA, "gardening", 1)[0].dense and "Chroma server" in store.problem
        with pytest.raises(VectorsError):
            store.index(EMMA)


def _wait_for(port: int) -> None:
    for _ in range(900):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("chroma run did not start")


def test_a_server_that_is_no_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no Chroma server"):
        MemoryStore(tmp_path, server="http://localhost:8000")
