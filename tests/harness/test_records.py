"""Records on disk: whole or old after a kill, exact round trips, errors that name their place."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.contract import Action, Call
from harness.contract.record import Part, Record
from harness.errors import UserError
from harness.records import (
    append_jsonl,
    drop_torn_line,
    iter_jsonl,
    read_json,
    read_jsonl,
    write_json_atomic,
    write_jsonl_atomic,
    write_text_atomic,
)


class Step(Part):
    tool: str
    seconds: float = 0.0


class Note(Record):
    name: str
    count: int = 0
    steps: tuple[Step, ...] = ()


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
notes = st.builds(
    Note,
    name=text,
    count=st.integers(-(2**53), 2**53),
    steps=st.lists(st.builds(Step, tool=text, seconds=st.floats(allow_nan=False, allow_infinity=False)), max_size=3).map(
        tuple
    ),
)
same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


# Round trips --------------------------------------------------------------------------------------------------------


@same_folder
@given(st.lists(notes, max_size=5))
def test_what_is_written_is_read_again(tmp_path: Path, records: list[Note]) -> None:
    path = tmp_path / "notes.jsonl"
    assert write_jsonl_atomic(path, records) == len(records)
    assert read_jsonl(path, Note) == records


@same_folder
@given(notes)
def test_one_record_is_read_again(tmp_path: Path, record: Note) -> None:
    write_json_atomic(tmp_path / "note.json", record)
    assert read_json(tmp_path / "note.json", Note) == record


@same_folder
@given(st.lists(st.lists(notes, max_size=3), max_size=4))
def test_appended_pieces_read_like_one_write(tmp_path: Path, pieces: list[list[Note]]) -> None:
    grown, whole = tmp_path / "grown.jsonl", tmp_path / "whole.jsonl"
    grown.unlink(missing_ok=True)
    for piece in pieces:
        assert append_jsonl(grown, piece) == len(piece)
    write_jsonl_atomic(whole, [record for piece in pieces for record in piece])
    assert (grown.read_bytes() if grown.exists() else b"") == whole.read_bytes()


def test_a_record_keeps_its_order_on_disk_and_its_digest_in_any_order(tmp_path: Path) -> None:
    """A planner learns calls from files: their arguments must stand as they were written, in the signature's order."""
    call = Call(id="c", name="manage_alarm", arguments={"time": "07:00", "action": "create"})
    sorted_call = Call(id="c", name="manage_alarm", arguments={"action": "create", "time": "07:00"})
    write_jsonl_atomic(tmp_path / "a", [Action(calls=(call,))])
    (read,) = read_jsonl(tmp_path / "a", Action)
    assert list(read.calls[0].arguments) == ["time", "action"]
    assert read.digest() == Action(calls=(sorted_call,)).digest()
    write_jsonl_atomic(tmp_path / "b", [Note(name="n", steps=(Step(tool="t", seconds=2.0),))])
    assert b'"seconds":2}' in (tmp_path / "b").read_bytes()


def test_line_separators_inside_text_do_not_split_a_record(tmp_path: Path) -> None:
    record = Note(name="a\u2028b\x85c\r\nd")
    append_jsonl(tmp_path / "n.jsonl", [record])
    assert read_jsonl(tmp_path / "n.jsonl", Note) == [record]


# Kills --------------------------------------------------------------------------------------------------------------


@same_folder
@given(st.lists(notes, min_size=1, max_size=4), st.data())
def test_a_file_cut_anywhere_keeps_every_whole_record(tmp_path: Path, records: list[Note], data: st.DataObject) -> None:
    path = tmp_path / "notes.jsonl"
    write_jsonl_atomic(path, records)
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content)))
    path.write_bytes(content[:cut])
    whole = content[: cut + 1].count(b"\n")  # a record that lacks only its line feed is whole
    ends_between_records = content[:cut].endswith(b"\n") or content[cut : cut + 1] == b"\n" or cut == 0
    assert (drop_torn_line(path) is None) == ends_between_records
    assert read_jsonl(path, Note) == records[:whole]
    append_jsonl(path, records[whole:])
    assert path.read_bytes() == content


def test_a_torn_line_is_an_error_to_readers_and_appenders_until_it_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    append_jsonl(path, [Note(name="a")])
    with path.open("ab") as file:
        file.write(b'{"name": "b", "cou')
    before = path.read_bytes()
    with pytest.raises(UserError, match=r"notes\.jsonl, line 2: the last line is torn"):
        read_jsonl(path, Note)
    with pytest.raises(UserError, match="torn"):
        append_jsonl(path, [Note(name="c")])
    assert path.read_bytes() == before
    assert drop_torn_line(path) == f"{path}: dropped a torn last line of 18 bytes; its work is done again"
    assert drop_torn_line(path) is None
    append_jsonl(path, [Note(name="c")])
    assert [note.name for note in read_jsonl(path, Note)] == ["a", "c"]


def test_a_long_torn_line_is_found_too(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_bytes(b'{"name":"a"}\n{"name":"' + b"x" * 200_000)
    assert drop_torn_line(path) is not None
    assert read_jsonl(path, Note) == [Note(name="a")]


def test_a_last_line_without_line_feed_that_a_person_wrote_counts(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"name": "a"}\n{"name": "b"}')
    assert drop_torn_line(path) is None
    append_jsonl(path, [Note(name="c")])
    assert [note.name for note in read_jsonl(path, Note)] == ["a", "b", "c"]


def test_dropping_from_a_file_that_is_not_there_does_nothing(tmp_path: Path) -> None:
    assert drop_torn_line(tmp_path / "none.jsonl") is None


APPENDER = """
import sys
from pathlib import Path
from harness.records import append_jsonl
for number in range(100_000):
    append_jsonl(Path(sys.argv[1]), [{"number": number, "text": "x" * 500}])
    print(number, flush=True)
"""

REWRITER = """
import sys
from pathlib import Path
from harness.records import write_jsonl_atomic
for number in range(100_000):
    write_jsonl_atomic(Path(sys.argv[1]), ({"number": number, "line": line} for line in range(50)))
    print(number, flush=True)
"""


class Numbered(Part):
    number: int
    text: str = ""
    line: int = 0


def _kill_after(script: str, path: Path, lines: int) -> int:
    """Runs the script, kills it after some acknowledgements, and returns the last one."""
    process = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(lines):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    return lines - 1 + len(rest.splitlines())


def test_a_killed_appender_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    for lines in (1, 7, 30):
        path.unlink(missing_ok=True)
        acknowledged = _kill_after(APPENDER, path, lines)
        drop_torn_line(path)
        numbers = [item.number for item in iter_jsonl(path, Numbered)]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > acknowledged


def test_a_killed_rewriter_leaves_one_whole_version(tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    for lines in (1, 5, 12):
        _kill_after(REWRITER, path, lines)
        found = read_jsonl(path, Numbered)
        assert [item.line for item in found] == list(range(50))
        assert len({item.number for item in found}) == 1


def test_a_failing_write_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    write_text_atomic(path, "old\n")

    def records() -> object:
        yield {"a": 1}
        raise RuntimeError("source failed")

    with pytest.raises(RuntimeError):
        write_jsonl_atomic(path, records())  # type: ignore[arg-type]
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


# Bad input ----------------------------------------------------------------------------------------------------------

MALFORMED: list[tuple[str, bytes, str]] = [
    ("a missing field", b'{"count": 1}\n', "line 1, field `name`: the field is missing (expected a value: it is"),
    ("a misspelt field", b'{"name": "a", "cuont": 1}\n', "`cuont`: the field is unknown (expected `count`, perhaps)"),
    ("an unknown field", b'{"name": "a", "zzz": 1}\n', "`zzz`: the field is unknown (expected one of `schema_version`"),
    ("a wrong type", b'{"name": "a", "count": "many"}\n', "`count`: the value is 'many' (expected a valid integer"),
    (
        "a wrong type inside",
        b'{"name": "a", "steps": [{"tool": "t"}, {"tool": 3}]}\n',
        "field `steps[1].tool`: the value is 3 (expected a valid string)",
    ),
    ("several problems", b'{"count": "many"}\n', "(and 1 more problem)"),
    ("another version", b'{"name": "a", "schema_version": 2}\n', "`schema_version`: the value is 2 (expected 1)"),
    ("no JSON", b"name: a\n", "line 1: not valid JSON: Expecting value at column 1 (expected a JSON object)"),
    ("no object", b"[1]\n", "line 1: the value is [1] (expected an object)"),
    ("an empty line", b'{"name": "a"}\n\n{"name": "b"}\n', "line 2: the line is empty (expected one JSON object"),
    ("a repeated field", b'{"name": "a", "name": "b"}\n', "line 1: the field `name` stands there twice"),
    ("not a number", b'{"name": "a", "count": NaN}\n', "line 1: NaN is not JSON"),
    ("another encoding", '{"name": "é"}\n'.encode("latin-1"), "line 1: byte 0xe9 in text line 1 is not UTF-8"),
    ("endless nesting", b"[" * 200_000 + b"\n", "line 1: nested too deeply"),
]


@pytest.mark.parametrize(("content", "expected"), [case[1:] for case in MALFORMED], ids=[case[0] for case in MALFORMED])
def test_a_malformed_line_is_named_with_its_place_and_the_file_is_left_alone(
    tmp_path: Path, content: bytes, expected: str
) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        read_jsonl(path, Note)
    assert str(caught.value).startswith(f"{path}, line ")
    assert expected in str(caught.value)
    assert path.read_bytes() == content


def test_in_a_document_of_many_lines_the_line_of_the_mistake_is_named(tmp_path: Path) -> None:
    path = tmp_path / "note.json"
    path.write_text('{\n  "name": "a",\n  "count" 3\n}\n')
    with pytest.raises(UserError, match="at text line 3, column 11"):
        read_json(path, Note)


@pytest.mark.parametrize("read", [read_json, read_jsonl])
def test_a_path_that_is_no_file_is_a_user_error(tmp_path: Path, read: Callable[..., object]) -> None:
    with pytest.raises(UserError, match="there is no such file"):
        read(tmp_path / "none", Note)
    with pytest.raises(UserError, match="this is a folder"):
        read(tmp_path, Note)


def test_a_user_error_survives_the_way_through_a_process_pool() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(UserError("wrong", where="a.json", expected="right")))
    assert (str(error), error.where, error.expected) == ("a.json: wrong (expected right)", "a.json", "right")


def test_a_number_of_thousands_of_digits_and_a_link_to_itself_are_errors_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text('{"text": ' + "9" * 5000 + "}\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"line 1: a number has too many digits"):
        read_jsonl(path, Note)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(UserError, match="loop: the file cannot be opened"):
        read_jsonl(loop, Note)
