"""The store between episodes, with a real Chroma on disk."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.errors import UserError
from harness.memory.embedding import EmbedderError, HashingEmbedder
from harness.memory.store import Create, MemoryStore, Retract, Revise

USER = "emma"


def test_a_revised_record_is_found_by_its_new_text_only(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        made = store.create(USER, "Emma takes her coffee with oat milk", "preference", "2026-01-02").record
        assert made is not None
        store.create(USER, "The spare key is under the blue pot", "place", "2026-01-03")
        revised = store.revise(USER, made.id, "Emma drinks green tea now", expected=1, date="2026-02-01")
        assert revised.kind == "revised"
        best = store.search(USER, "what tea does she drink", 1)[0]
        assert (best.record.id, best.record.version, best.dense) == (made.id, 2, True)
        assert [item.text for item in store.history(USER, made.id)] == [
            "Emma takes her coffee with oat milk",
            "Emma drinks green tea now",
        ]


def test_writing_against_an_old_version_is_stale_and_changes_nothing(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = _create(store, "Gym on Mondays")
        store.revise(USER, key, "Gym on Tuesdays", expected=1)
        late = store.revise(USER, key, "Gym on Fridays", expected=1)
        assert late.kind == "stale" and late.record is not None and late.record.text == "Gym on Tuesdays"
        assert store.retract(USER, key, expected=1).kind == "stale"
        assert [item.text for item in store.records(USER)] == ["Gym on Tuesdays"]


def test_a_changeset_is_carried_out_whole_or_not_at_all(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = _create(store, "Dentist is Dr Hale")
        outcomes = store.apply(USER, [Create("Vet is Dr Moss"), Retract(key, expected=7)])
        assert [item.kind for item in outcomes] == ["created", "stale"]
        assert [item.text for item in store.records(USER)] == ["Dentist is Dr Hale"]
        outcomes = store.apply(USER, [Create("Vet is Dr Moss"), Revise(key, 1, "Dentist is Dr Lund")])
        assert [item.text for item in store.records(USER)] == ["Dentist is Dr Lund", "Vet is Dr Moss"]


def test_what_was_retracted_is_neither_listed_nor_found(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = _create(store, "Allergic to peanuts")
        store.retract(USER, key, expected=1)
        assert store.records(USER) == [] and store.search(USER, "peanuts") == []
        assert store.retract(USER, key, expected=2).kind == "missing"
        assert store.create(USER, "Allergic to peanuts").kind == "created"


def test_the_same_text_twice_names_the_record_that_holds_it(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = _create(store, "Likes jazz")
        again = store.create(USER, " likes JAZZ ")
        assert again.kind == "duplicate" and again.record is not None and again.record.id == key


def test_users_do_not_see_each_other(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = _create(store, "Door code is 4711")
        store.create("liwei", "喜欢川菜")
        assert [hit.record.text for hit in store.search("liwei", "door code 4711")] == ["喜欢川菜"]
        assert store.history("liwei", key) == []


def test_chinese_is_found(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        for text in ("爸爸的生日是五月三号", "常去的健身房在静安寺", "不吃香菜"):
            store.create("liwei", text)
        assert store.search("liwei", "健身房在哪里", 1)[0].record.text == "常去的健身房在静安寺"


def test_a_forgotten_record_leaves_no_bytes(tmp_path: Path) -> None:
    secret = "xylophone-4711"
    with MemoryStore(tmp_path) as store:
        key = _create(store, f"The password is {secret}")
        store.revise(USER, key, f"The old password was {secret}", expected=1)
        store.search(USER, "password")
        assert store.forget(USER, key) and not store.forget(USER, "mem_none")
        assert store.search(USER, "password") == []
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert secret.encode() not in path.read_bytes(), path


def test_the_index_can_be_rebuilt_and_then_answers_the_same(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        for text in ("Runs by the river on Sundays", "Reads before sleep", "Meets Anna for lunch"):
            store.create(USER, text)
        before = store.search(USER, "running by a river")
        store.rebuild_index()
        assert store.search(USER, "running by a river") == before


class _Down(HashingEmbedder):
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise EmbedderError("offline")


def test_keyword_search_goes_on_when_the_embedder_is_down(tmp_path: Path) -> None:
    with MemoryStore(tmp_path, _Down()) as store:
        store.create(USER, "Parks on level three")
        hit = store.search(USER, "which level")[0]
        assert hit.record.text == "Parks on level three" and not hit.dense
    with MemoryStore(tmp_path) as store:
        assert store.search(USER, "which level")[0].dense


def test_another_embedder_gets_a_collection_of_its_own(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        store.create(USER, "Parks on level three")
        store.search(USER, "level")
    with MemoryStore(tmp_path, HashingEmbedder(64)) as store:
        assert store.search(USER, "level")[0].dense


def test_another_process_sees_each_write(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        store.create(USER, "Cat is called Miso")
        store.search(USER, "cat")
        _run(tmp_path, "store.create('emma', 'Dog is called Taro'); store.search('emma', 'dog')")
        hits = {hit.record.text: hit.score for hit in store.search(USER, "dog taro")}
        assert hits["Dog is called Taro"] == 1.0


def test_two_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    code = "for number in range(10): store.create('emma', f'{who} fact {number}'); store.search('emma', 'fact')"
    writers = [subprocess.Popen(_command(tmp_path, f"who = {who!r}\n{code}")) for who in ("first", "second")]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    with MemoryStore(tmp_path) as store:
        assert len({item.id for item in store.records(USER)}) == 20
        assert {hit.dense for hit in store.search(USER, "first fact 7", 3)} == {True}


def test_a_killed_writer_loses_no_acknowledged_record(tmp_path: Path) -> None:
    code = """
        for number in range(1000):
            store.create('emma', f'fact number {number}')
            print(number, flush=True)
    """
    process = subprocess.Popen(_command(tmp_path, code), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(20):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    acknowledged = 20 + len(process.stdout.read().split())
    process.wait()
    with MemoryStore(tmp_path) as store:
        texts = {item.text for item in store.records(USER)}
        assert {f"fact number {number}" for number in range(acknowledged)} <= texts
        assert store.search(USER, "fact number 3", 3)[0].dense


def test_an_episode_gives_its_changes_back(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        kept, changed, dropped = (_create(store, text) for text in ("Likes jazz", "Gym on Mondays", "Drives a Mini"))
        records, versions = store.seed(USER)
        rows = {item.id: item.model_dump() for item in records}
        rows[changed] = {**rows[changed], "text": "Gym on Fridays", "updated": "2026-03-02"}
        del rows[dropped]
        rows["mem_new1"] = {"id": "mem_new1", "text": "Met Ida", "category": "person", "created": "2026-03-02"}
        outcomes = store.take_back(USER, versions, rows, "2026-03-02")
        assert [item.kind for item in outcomes] == ["retracted", "revised", "created"]
        assert [(item.id, item.text, item.version) for item in store.records(USER)] == [
            (kept, "Likes jazz", 1),
            (changed, "Gym on Fridays", 2),
            ("mem_new1", "Met Ida", 1),
        ]


def test_an_episode_that_was_overtaken_changes_nothing(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = _create(store, "Gym on Mondays")
        records, versions = store.seed(USER)
        store.revise(USER, key, "Gym on Tuesdays", expected=1)
        rows = {item.id: {**item.model_dump(), "text": "Gym on Fridays"} for item in records}
        assert [item.kind for item in store.take_back(USER, versions, rows, "")] == ["stale"]
        assert [item.text for item in store.records(USER)] == ["Gym on Tuesdays"]


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "memory.sqlite3").write_text("not a database at all " * 100, encoding="utf-8")
    with pytest.raises(UserError, match=r"memory\.sqlite3"):
        MemoryStore(tmp_path)


def _create(store: MemoryStore, text: str) -> str:
    record = store.create(USER, text).record
    assert record is not None
    return record.id


def _command(folder: Path, code: str) -> list[str]:
    head = "from pathlib import Path\nfrom harness.memory.store import MemoryStore\n"
    return [sys.executable, "-c", f"{head}store = MemoryStore(Path({str(folder)!r}))\n{textwrap.dedent(code)}"]


def _run(folder: Path, code: str) -> None:
    subprocess.run(_command(folder, code), check=True, timeout=60)


def test_a_folder_where_the_database_should_be_is_said_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "memory.sqlite3").mkdir()
    with pytest.raises(UserError, match="memory cannot be opened"):
        MemoryStore(tmp_path)
