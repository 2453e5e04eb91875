"""Many writers at once, and processes that are killed: nothing acknowledged is lost, nothing is half done."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from harness.memory.operations import Revise, Write
from harness.memory.record import Scope
from harness.memory.store import MemoryStore

EMMA = Scope("emma")
HEAD = """
import sys
from pathlib import Path
from harness.memory.operations import *
from harness.memory.record import Scope
from harness.memory.store import MemoryStore
EMMA = Scope('emma')
store = MemoryStore(Path(sys.argv[1]))
"""


def start(folder: Path, code: str, *arguments: object) -> subprocess.Popen[str]:
    line = [sys.executable, "-c", HEAD + textwrap.dedent(code), str(folder), *(str(item) for item in arguments)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, text=True)


def counter(store: MemoryStore) -> str:
    record = store.apply(EMMA, [Write("count 0", value=0)]).outcomes[0].record
    assert record is not None
    return record.id


COUNT_UP = """
key, turns = sys.argv[2], int(sys.argv[3])
stale = 0
for _ in range(turns):
    while True:
        now = store.get(EMMA, key)
        wanted = now.value + 1
        outcome = store.apply(EMMA, [Revise(key, now.version, f'count {wanted}', value=wanted)]).outcomes[0]
        if outcome.ok:
            break
        assert outcome.kind == 'stale', outcome
        stale += 1
print(stale)
"""


def test_compare_and_set_loses_nothing_under_eight_processes(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = counter(store)
        writers = [start(tmp_path, COUNT_UP, key, 6) for _ in range(8)]
        stale = [int(writer.communicate(timeout=120)[0]) for writer in writers]
        assert [writer.returncode for writer in writers] == [0] * 8
        last = store.get(EMMA, key)
        assert last is not None and (last.value, last.version) == (48, 49)
        assert [record.value for record in store.history(EMMA, key)] == list(range(49))
        assert sum(stale) > 0, "they met, or this test says nothing"


def test_compare_and_set_loses_nothing_under_eight_threads_of_one_store(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        key = counter(store)
        together = threading.Barrier(8)
        kinds: list[str] = []

        def write(who: int) -> None:
            together.wait()
            kinds.append(store.apply(EMMA, [Revise(key, 1, f"taken by {who}")]).outcomes[0].kind)

        threads = [threading.Thread(target=write, args=(who,)) for who in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(kinds) == ["revised"] + ["stale"] * 7


def test_eight_processes_that_claim_one_address_leave_one_holder(tmp_path: Path) -> None:
    code = """
        who = sys.argv[2]
        for number in range(5):
            day = f'2026-01-{10 + number}'
            store.apply(EMMA, [Write(f'{who} {number}', subject='user', attribute='gym', date=day, replace=True)])
            store.write(EMMA, f'fact {number} of {who}')
        store.search(EMMA, 'fact')
    """
    writers = [start(tmp_path, code, f"writer{who}") for who in range(8)]
    assert [writer.wait(timeout=120) for writer in writers] == [0] * 8
    with MemoryStore(tmp_path) as store:
        records = store.records(EMMA)
        assert sum(record.attribute == "gym" for record in records) == 1
        assert len({record.id for record in records}) == 41, "no id twice, no fact lost"
        assert {hit.dense for hit in store.search(EMMA, "fact 3 of writer5", 3)} == {True}


def test_another_process_sees_each_write_and_each_end(tmp_path: Path) -> None:
    with MemoryStore(tmp_path) as store:
        cat = store.write(EMMA, "Cat is called Miso").record
        assert cat is not None
        store.index(EMMA)
        more = "[store.write(EMMA, f'Dog {n} is called Taro') for n in range(300)]; store.search(EMMA, 'dog')"
        assert start(tmp_path, more).wait(timeout=60) == 0
        hits = store.search(EMMA, "dog 7 taro", 3)
        assert hits[0].record.text == "Dog 7 is called Taro" and hits[0].dense
        assert start(tmp_path, f"store.retract(EMMA, '{cat.id}', expected=1); store.index(EMMA)").wait(timeout=60) == 0
        assert "Cat is called Miso" not in {hit.record.text for hit in store.search(EMMA, "cat miso", 50)}
        assert start(tmp_path, "store.forget_user(EMMA)").wait(timeout=60) == 0
        assert store.search(EMMA, "dog taro") == []


@pytest.mark.parametrize("after", [1, 25, 60])
def test_a_killed_writer_loses_no_acknowledged_change_and_leaves_none_half_done(tmp_path: Path, after: int) -> None:
    code = """
        number = 0
        while True:
            pair = store.apply(EMMA, [Write(f'left {number}'), Write(f'right {number}')]).outcomes
            store.revise(EMMA, pair[0].record.id, f'left {number} revised', expected=1)
            print(number, flush=True)
            number += 1
    """
    process = start(tmp_path, code)
    assert process.stdout is not None
    for _ in range(after):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    acknowledged = after + len(process.stdout.read().split())
    process.wait()
    with MemoryStore(tmp_path) as store:
        texts = {record.text for record in store.records(EMMA)}
        for number in range(acknowledged):
            assert {f"left {number} revised", f"right {number}"} <= texts
        left = {text.split()[1] for text in texts if text.startswith("left")}
        assert left == {text.split()[1] for text in texts if text.startswith("right")}, "both of a changeset, or neither"
        best = store.search(EMMA, f"left {after - 1} revised", 1)[0]
        assert best.record.text == f"left {after - 1} revised" and best.dense
        assert store.write(EMMA, "goes on").kind == "created"


@pytest.mark.parametrize("done", [1, 2, 3])
def test_a_process_that_dies_within_a_changeset_has_done_none_of_it(tmp_path: Path, done: int) -> None:
    code = """
        import os, signal
        class Deadly(list):
            def __iter__(self):
                for place, operation in enumerate(list.__iter__(self)):
                    if place == int(sys.argv[2]):
                        os.kill(os.getpid(), signal.SIGKILL)
                    yield operation
        kept = store.apply(EMMA, [Write('the gym is in Leeds', subject='user', attribute='gym')]).outcomes[0].record
        print('begun', flush=True)
        store.apply(EMMA, Deadly([
            Write('left'), Revise(kept.id, 1, 'the gym is in Bath'), Write('right'), Retract(kept.id, 2)
        ]))
    """
    process = start(tmp_path, code, done)
    assert process.communicate(timeout=120)[0] == "begun\n" and process.returncode == -signal.SIGKILL
    with MemoryStore(tmp_path) as store:
        assert [record.text for record in store.records(EMMA)] == ["the gym is in Leeds"]
        assert [hit.record.text for hit in store.search(EMMA, "left right gym Bath")] == ["the gym is in Leeds"]


@pytest.mark.parametrize("delay", [0.0, 0.15])
def test_an_indexer_that_is_killed_is_caught_up_with(tmp_path: Path, delay: float) -> None:
    with MemoryStore(tmp_path) as store:
        store.apply(EMMA, [Write(f"fact number {number} is about item {number * 7}") for number in range(1500)])
    process = start(tmp_path, "print('begun', flush=True); store.index(EMMA); store.forget(EMMA, store.records(EMMA)[0].id)")
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(delay)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with MemoryStore(tmp_path) as store:
        best = store.search(EMMA, "fact number 1234 about item 8638", 1)[0]
        assert best.record.text == "fact number 1234 is about item 8638" and best.dense
        assert len(store.records(EMMA)) >= 1499
