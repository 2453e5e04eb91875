"""A person's own requests: what they mean is read word for word, proven on the phone, or said to be missing."""

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.requests import PersonRequest, RequestResult, construct_from_requests, read_requests
from agents.requests.beyond import FUNCTIONS, lacking
from agents.requests.clauses import split_request
from agents.requests.plans import PLANS
from agents.requests.results import RequestReport
from agents.requests.values import find_values
from graphs.constructor import graph
from graphs.settings import Settings
from harness.catalogue import full_catalogue
from harness.contract import Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.lint import lint
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.instructions import load
from harness.records import read_json, read_jsonl

WEDNESDAY = date(2026, 3, 4)
Made = list[tuple[Task, Witness]]


def construct(*texts: str, **options: Any) -> tuple[Made, RequestReport]:
    requests = [PersonRequest(id=f"r{number}", request=text) for number, text in enumerate(texts)]
    return construct_from_requests(requests, full_catalogue(), load(), **options)


def result_of(text: str) -> RequestResult:
    return construct(text)[1].results[0]


def calls_of(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The witness's calls that change something or answer a question, without ids that are made on the way."""
    made, report = construct(text)
    assert made, (text, report.results[0].outcome, report.results[0].reasons)
    hidden = ("alarmId", "noteId", "eventId", "contactId", "fileId", "timerId", "expenseId", "messageIds")
    return [
        (call.name, {name: value for name, value in call.arguments.items() if name not in hidden})
        for turn in made[0][1].turns
        for call in turn.calls
    ]


# What is read ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("at half past seven in the evening", "time", "19:30"),
        ("at 7.45 pm", "time", "19:45"),
        ("at 16h", "time", "16:00"),
        ("at 6:05am", "time", "06:05"),
        ("下午三点半", "time", "15:30"),
        ("晚上8点15分", "time", "20:15"),
        ("next Friday", "date", "2026-03-13"),
        ("on Friday", "date", "2026-03-06"),
        ("in three weeks from today", "date", "2026-03-25"),
        ("the 9th of May", "date", "2026-05-09"),
        ("2 March", "date", "2027-03-02"),
        ("2027-June-08", "date", "2027-06-08"),
        ("下周二", "date", "2026-03-10"),
        ("next week", "range", ["2026-03-09", "2026-03-15"]),
        ("0 hours, 4 minutes and 20 seconds", "span", 260),
        ("an hour and a half", "span", 5400),
        ("一个半小时", "span", 5400),
        ("every Monday and Thursday", "days", ["mon", "thu"]),
        ("£12.50", "money", 12.5),
        ("+44 7700 900 321", "phone", "+447700900321"),
        ('say "see you"', "text", "see you"),
        ("report_2.pdf", "file", "report_2.pdf"),
        ("百分之三十", "percent", 30),
    ],
)
def test_values_are_read_as_they_are_meant(text: str, kind: str, value: Any) -> None:
    assert [(item.kind, item.value) for item in find_values(text, WEDNESDAY)] == [(kind, value)]


def test_a_request_is_split_where_something_else_is_asked_for_and_not_inside_words_to_write() -> None:
    def texts(request: str) -> list[str]:
        return [wish.text for wish in split_request(request)[0]]

    assert texts("Mute the phone, then set a timer and open Maps") == ["Mute the phone", "set a timer", "open Maps"]
    assert texts('Text Ann "then call me, and send the file"') == ['Text Ann "then call me, and send the file"']
    assert texts("Make a note: buy rope. Call the harbour") == ["Make a note: buy rope. Call the harbour"]
    assert texts("Add a contact for Ann Lee. Her number is 0770090012") == [
        "Add a contact for Ann Lee. Her number is 0770090012"
    ]


def test_remarks_about_the_form_of_an_answer_are_kept_apart() -> None:
    wishes, remarks = split_request("What is in my calendar today? Answer with the titles only.")
    assert [wish.text for wish in wishes] == ["What is in my calendar today?"]
    assert remarks == ["Answer with the titles only."]


# What becomes a task --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("please switch the wifi off", [("set_wifi", {"enabled": False})]),
        ("Disable Bluetooth and NFC", [("set_bluetooth", {"enabled": False}), ("set_nfc", {"enabled": False})]),
        ("Dim the screen to 22%", [("set_brightness", {"level": 22})]),
        ("Set the alarm volume to the maximum", [("set_volume", {"stream": "alarm", "level": 100})]),
        ("Do not disturb on for 90 minutes please", [("manage_do_not_disturb", {"action": "turn_on", "durationMinutes": 90})]),
        ("Stop the stopwatch", [("manage_stopwatch", {"action": "stop"})]),
        ("Start a 25 minute timer called bread", [("manage_timer", {"action": "start", "seconds": 1500, "title": "bread"})]),
        ("Wake me up at quarter to six", [("manage_alarm", {"action": "create", "time": "05:45"})]),
        ("Set an alarm for 6:50 am on weekdays", [("manage_alarm", {"action": "create", "time": "06:50", "days": ["mon", "tue", "wed", "thu", "fri"]})]),
        (
            "Add Ines Falk to my contacts, her number is +43 660 123 4567",
            [("manage_contact", {"action": "create", "name": "Ines Falk", "number": "+436601234567"})],
        ),
        ("Text Oliver Grant: the keys are in the blue box", [("send_message", {"text": "the keys are in the blue box", "contactName": "Oliver Grant"})]),
        ('Send a WhatsApp message to Mum saying "landed"', [("send_message", {"text": "landed", "app": "whatsapp", "contactName": "Mum"})]),
        ("Call +44 20 7946 0999", [("make_call", {"number": "+442079460999"})]),
        (
            "Make a note called harbour_times with the text: gate closes at dusk.",
            [("manage_note", {"action": "create", "title": "harbour_times", "content": "gate closes at dusk."})],
        ),
        ('Put "9 Quay Lane" on the clipboard', [("manage_clipboard", {"action": "copy", "text": "9 Quay Lane"})]),
        ('Mark "Buy oat milk" as done', [("manage_todo", {"action": "complete", "title": "Buy oat milk"})]),
        ("Log £7.40 for stamps as an expense", [("manage_expense", {"action": "add", "amount": 7.4, "description": "stamps"})]),
        ("Create a folder called Slides in Documents", [("create_folder", {"path": "Documents/Slides"})]),
        ("Rename sketch.docx to plan.docx", [("manage_file", {"action": "rename", "fileName": "sketch.docx", "newName": "plan.docx"})]),
        (
            "Turn on Bluetooth, then open Spotify",
            [("set_bluetooth", {"enabled": True}), ("open_app", {"appName": "Spotify"})],
        ),
        ("打开飞行模式", [("set_airplane_mode", {"enabled": True})]),
        ("设置一个20分钟的计时器", [("manage_timer", {"action": "start", "seconds": 1200})]),
        ("给王芳发短信：我在门口", [("send_message", {"text": "我在门口", "contactName": "王芳"})]),
        ("新建一条笔记，标题是装修，内容是先刷墙", [("manage_note", {"action": "create", "title": "装修", "content": "先刷墙"})]),
        ("添加待办“取快递”，周六之前", None),
    ],
)  # fmt: skip
def test_the_witness_does_what_the_words_say(text: str, calls: list[tuple[str, dict[str, Any]]] | None) -> None:
    found = calls_of(text)
    assert calls is None or found == calls


def test_a_task_has_exactly_the_persons_words_and_is_proven() -> None:
    text = 'Please set an alarm for 6:20 am, then text Mum: "up early"'
    ((task, witness),), report = construct(text)
    assert task.request == text and task.split == "train" and task.source.constructor == "requests"
    assert lint(task, witness, full_catalogue()).problems == ()
    environment = PhoneEnvironment(full_catalogue())
    environment.reset(task)
    for turn in witness.turns:
        environment.step(turn)
    assert environment.verify().success
    assert report.results[0].needed == ("manage_alarm", "send_message")
    assert report.results[0].all_recalled


def test_what_a_request_names_clearly_and_the_phone_lacks_is_added() -> None:
    ((task, _),), report = construct('Delete the note titled "Attic boxes"')
    assert [patch.fields and patch.fields["title"] for patch in task.initial.patches] == ["Attic boxes"]
    assert [(item.kind, item.name, item.added) for item in report.results[0].entities] == [("note", "Attic boxes", True)]
    assert report.coverage["with_added_entities"] == 1


def test_what_the_phone_holds_is_used_as_it_is() -> None:
    ((task, _),), report = construct("Delete the note Gift ideas")
    assert task.initial.patches == ()
    assert not report.results[0].entities[0].added


def test_a_state_that_is_taken_for_granted_is_arranged() -> None:
    ((task, _),), _ = construct("Stop my stopwatch now")
    (patch,) = task.initial.patches
    assert patch.table == "stopwatch" and patch.fields and patch.fields["running"] is True


def test_an_app_that_the_phone_lacks_is_stood_in_for_and_that_is_said() -> None:
    result = result_of("Make a note in Quillpad called tides with the text: low at noon.")
    assert result.task_id and result.stands_in == {"Quillpad": "new_note"}


def test_a_question_is_verified_by_what_must_be_said() -> None:
    ((task, witness),), _ = construct("What events do I have on 12 September 2021?")
    titles = {str(patch.fields["title"]) for patch in task.initial.patches if patch.fields}
    assert set(task.completion.says) == {(title,) for title in titles} and len(titles) == 2
    spoken = witness.turns[-1].message
    assert spoken and all(title in spoken.text for title in titles)


def test_repeated_words_share_their_task() -> None:
    made, report = construct("Turn on dark mode", "Turn on  dark mode")
    assert len(made) == 1
    assert [item.outcome for item in report.results] == ["task", "same_task"]
    assert report.results[1].task_id == made[0][0].id
    assert (report.coverage["carried"], report.coverage["tasks"]) == (2, 1)


# What does not --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "outcome", "says"),
    [
        ("Don't turn the wifi off", "not_understood", "Don't"),
        ("If I am late, turn on mobile data", "not_understood", "If"),
        ("Turn on wifi on my laptop", "not_understood", "laptop"),
        ("Turn on wifi unless it is on", "not_understood", "unless"),
        ("Switch the torch on", "missing_tool", "torch"),
        ("Draw a lighthouse", "missing_tool", "draws"),
        ("Transcribe talk.mp4", "missing_tool", "into text"),
        ("Fill in the form on the harbour's website", "missing_tool", "web page"),
        ("Teach my parrot to whistle", "not_understood", "no plan"),
        ("Set a timer for 3 minutes without starting it", "missing_tool", "starts every timer"),
        ("Add an expense: stamps", "incomplete", "no amount"),
        ("Add a contact for Ines Falk", "incomplete", "neither number"),
        ("Open Quillpad", "missing_entity", "Quillpad"),
        ("Text every neighbour: hello", "missing_entity", "no name to add one by"),
        ("Uninstall Settings", "missing_tool", "part of the system"),
        ("照明を消して", "not_understood", "language"),
        ("打开手电筒", "missing_tool", "torch"),
    ],
)
def test_what_cannot_be_carried_says_what_is_missing(text: str, outcome: str, says: str) -> None:
    made, report = construct(text)
    result = report.results[0]
    assert (made, result.outcome, result.task_id) == ([], outcome, None)
    assert says in " ".join(result.reasons)
    assert result.recalled


def test_a_missing_tool_is_no_longer_said_to_be_missing_once_it_exists() -> None:
    catalogue = full_catalogue()
    assert lacking("Switch the torch on", catalogue) == "no tool switches the torch"
    with_torch = Catalogue([*catalogue.values(), replace(catalogue["set_nfc"], name="set_torch")])
    assert lacking("Switch the torch on", with_torch) is None
    assert not [item.says for item in FUNCTIONS if any(re.search(item.tool, name) for name in catalogue)]


@pytest.mark.parametrize(
    "text",
    [
        "Take a selfie",
        "Play some songs",
        "Record a voice memo",
        "Pay my gas bill",
        "Order a pizza",
        "What is the weather like?",
        "crop beach.jpg",
        "post sunset.jpg on Instagram",
        "add a kettle to my cart on Amazon",
        "who won the match last night",
        "where am I",
        "how far is it to Paris",
    ],
)
def test_what_the_phone_can_do_is_not_said_to_lack_a_tool(text: str) -> None:
    assert lacking(text, full_catalogue()) is None


def test_a_request_that_is_held_out_makes_no_task() -> None:
    ((task, _),), _ = construct("Turn the hotspot on please")
    held = task.model_copy(update={"id": "other", "split": "test", "holdout": "phrasings"})
    made, report = construct("Turn the hotspot on please", held_out=[held])
    assert (made, report.results[0].outcome) == ([], "held_out")


def test_equal_seeds_make_equal_tasks_and_another_seed_other_phones() -> None:
    texts = ("Delete all my events on Saturday", 'Reply to the last message with "soon"')
    first, again, other = (construct(*texts, seed=seed)[0] for seed in (3, 3, 4))
    assert [task.digest() for task, _ in first] == [task.digest() for task, _ in again]
    assert [task.digest() for task, _ in first] != [task.digest() for task, _ in other]


@settings(max_examples=40)
@given(st.lists(st.sampled_from(sorted({word for item in PLANS.values() for word in item.words} | {
    "Ann", '"box"', "7:30", "tomorrow", "not", "report.pdf", "+447700900123", ".", ",", "then", "$5", "in", "to", "the",
})), min_size=1, max_size=9).map(" ".join))  # fmt: skip
def test_no_words_whatever_end_in_an_error(text: str) -> None:
    made, report = construct(text)
    for task, witness in made:
        assert lint(task, witness, full_catalogue()).problems == (), text
    assert report.coverage["requests"] == 1


# The file -------------------------------------------------------------------------------------------------------------


def test_text_and_json_lines_are_read_comments_and_blank_lines_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(
        '# mine\n\nWifi off, please\n{"id": "b", "request": "打开蓝牙", "difficulty": "easy"}\n"Open Maps"\n',
        encoding="utf-8",
    )
    found = read_requests(path)
    assert [(item.id, item.request) for item in found] == [
        ("line-3", "Wifi off, please"),
        ("b", "打开蓝牙"),
        ("line-5", '"Open Maps"'),
    ]
    assert found[1].given == {"difficulty": "easy"} and [item.language for item in found] == ["en", "zh", "en"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file holds no request"),
        (b"# only this\n", "the file holds no request"),
        (b"fine\n{broken\n", "line 2: not valid JSON"),
        (b'{"text": "no request"}\n', "line 1: request: a text is needed"),
        (b'{"request": 7}\n', "line 1: request: a text is needed"),
        (b'{"id": "a", "request": "x y"}\n{"id": "a", "request": "z"}\n', "line 2: the id 'a' stands in line 1 too"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b'[{"request": "Wifi off"}]\n', "line 1: a JSON list (expected one object a line"),
        (b"fine\n\x00\x01\n", "line 2: request: the sign '\\x00' is no text"),
        (b'{"id": {"a": 1}, "request": "Wifi off"}\n', "line 1: id: neither text nor a number"),
        (b"w" * 3000, "3000 characters"),
        (b"fine\n" + b"[" * 100_000 + b"\n", "line 2: request: 100000 characters"),
        (b'fine\n{"request": "x", "a": ' + b"[" * 100_000 + b"\n", "line 2: nested too deeply"),
        (b'{"request": "take a selfie", "id": "\\ud800"}\n', "line 1: half of a surrogate pair"),
        (b'{"request": "take a selfie", "id": "a\\u0000"}\n', "line 1: id: the sign '\\x00' is no text"),
        (b'{"request": "take a selfie", "request": "lock"}\n', "line 1: the field `request` stands there twice"),
    ],
)
def test_a_malformed_file_is_named_with_its_line(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(content)
    with pytest.raises(UserError) as problem:
        read_requests(path)
    assert says in str(problem.value) and "mine.jsonl" in str(problem.value)


@pytest.mark.parametrize("sign", ["\u2028", "\u0085"])
def test_only_line_feeds_end_a_line(sign: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(f'{{"request": "note: milk{sign}eggs"}}\r\nWifi off\n'.encode())
    assert [item.request for item in read_requests(path)] == [f"note: milk{sign}eggs", "Wifi off"]


def test_a_folder_is_no_file_of_requests(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"that is a folder.*one a line"):
        read_requests(tmp_path)


def test_a_missing_file_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no such file.*one a line"):
        read_requests(tmp_path / "nothing.txt")


# The graph ------------------------------------------------------------------------------------------------------------


def test_the_constructor_adds_the_requests_to_its_tasks_and_writes_what_became_of_them(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("Turn the wifi off\nSwitch the torch on\n", encoding="utf-8")
    chosen = Settings(per_family=2, eval_per_family=1, workers=1, families="new_note", requests=str(mine))
    out = tmp_path / "out"
    yields = graph.invoke({"out": str(out)}, context=chosen)["yields"]
    assert (yields["requests"], yields["requests_carried"], yields["requests_missing_tool"]) == (2, 1, 1)
    report = read_json(out / "requests.json", RequestReport)
    tasks = {task.id: task for task in read_jsonl(out / "tasks.jsonl", Task)}
    assert tasks[str(report.results[0].task_id)].request == "Turn the wifi off"
    assert len(tasks) == len(read_jsonl(out / "witnesses.jsonl", Witness)) == yields["kept"] + 1
    assert json.loads((out / "requests.json").read_text(encoding="utf-8"))["results"][1]["reasons"]
