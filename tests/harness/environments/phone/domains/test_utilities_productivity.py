"""Utilities and productivity: every tool, every error it declares, and exactly what it writes."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.environments.phone.domains.utilities_productivity.arithmetic import evaluate, number
from harness.environments.phone.errors import Code
from harness.environments.phone.profiles import load_profile
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    failure,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "Utilities & Productivity"
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}
NO_CAMERA = {"permissions/assistant.camera": {"granted": False}}


def row_id(table: str, title: str, profile: str = "emma") -> str:
    rows = load_profile(profile).rows(table)
    return next(key for key, row in rows.items() if title in (row.get("title"), row.get("description")))


PACKING, WIFI = row_id("notes", "Packing list"), row_id("notes", "Wi-Fi at home")
MILK, PARCEL = row_id("todos", "Buy oat milk"), row_id("todos", "Return the parcel")
PAINT = row_id("expenses", "Paint")
LEMONS_AGAIN = {f"todos/{MILK}": {"title": "Buy lemons", "list": "market"}}
TWO_PACKING = {f"notes/{row_id('notes', 'Book club')}": {"title": "packing LIST"}}

WORKS = [
    Works(
        "manage_note",
        {"action": "create", "title": "Plot", "content": "the map is real", "tags": ["books"]},
        {
            "notes/*/title": "Plot",
            "notes/*/content": "the map is real",
            "notes/*/tags": ["books"],
            "notes/*/pinned": False,
        },
        {"created": True},
    ),
    Works(
        "manage_note",
        {"action": "create", "content": "call Tom\nabout Friday"},
        {
            "notes/*/title": "call Tom",
            "notes/*/content": "call Tom\nabout Friday",
            "notes/*/tags": [],
            "notes/*/pinned": False,
        },
    ),
    Works("manage_note", {"action": "read", "title": "packing list"}, {}, {"noteId": PACKING, "pinned": False}),
    Works("manage_note", {"action": "update", "noteId": PACKING, "title": "Packing"}, {f"notes/{PACKING}/title": "Packing"}),
    Works("manage_note", {"action": "update", "noteId": PACKING, "tags": ["travel"]}, {}, {"changed": False}),
    Works(
        "manage_note",
        {"action": "append", "noteId": PACKING, "content": "Sun cream"},
        {f"notes/{PACKING}/content": "Passport\nAdapter\nRunning shoes\nRain jacket\nSun cream"},
        {"changed": True},
    ),
    Works("manage_note", {"action": "pin", "noteId": PACKING}, {f"notes/{PACKING}/pinned": True}),
    Works("manage_note", {"action": "pin", "noteId": WIFI}, {}, {"changed": False}),
    Works("manage_note", {"action": "unpin", "noteId": WIFI}, {f"notes/{WIFI}/pinned": False}),
    Works(
        "manage_note",
        {"action": "delete", "noteId": WIFI},
        {f"notes/{WIFI}/{field}": None for field in ("title", "content", "tags", "pinned")},
        {"deleted": True},
    ),
    Works("search_notes", {}, {}, {"total": 4}),
    Works("search_notes", {"query": "ADAPTER shoes"}, {}, {"total": 1}),
    Works("search_notes", {"tag": "Books"}, {}, {"total": 1}),
    Works("search_notes", {"query": "no such words"}, {}, {"total": 0, "notes": []}),
    Works(
        "manage_todo",
        {"action": "create", "title": "Buy bread", "listName": "Shopping", "dueDate": "2026-03-04"},
        {
            "todos/*/title": "Buy bread",
            "todos/*/list": "shopping",
            "todos/*/due": "2026-03-04",
            "todos/*/priority": "normal",
            "todos/*/done": False,
        },
        {"created": True},
    ),
    Works("manage_todo", {"action": "create", "title": "buy oat milk", "listName": "shopping"}, {}, {"todoId": MILK}),
    Works("manage_todo", {"action": "update", "todoId": MILK, "priority": "high"}, {f"todos/{MILK}/priority": "high"}),
    Works("manage_todo", {"action": "complete", "title": "Buy oat milk"}, {f"todos/{MILK}/done": True}),
    Works("manage_todo", {"action": "complete", "todoId": PARCEL}, {}, {"changed": False}),
    Works("manage_todo", {"action": "reopen", "title": "return the parcel"}, {f"todos/{PARCEL}/done": False}),
    Works(
        "manage_todo",
        {"action": "delete", "todoId": MILK},
        {f"todos/{MILK}/{field}": None for field in ("title", "list", "priority", "done")},
    ),
    Works("manage_todo", {"action": "list"}, {}, {"total": 4}),
    Works("manage_todo", {"action": "list", "listName": "SHOPPING"}, {}, {"total": 2}),
    Works("manage_todo", {"action": "list", "dueDate": "2026-03-03"}, {}, {"total": 1}),
    Works("calculate", {"expression": "26.2 * 1.609344"}, {}, {"result": 42.1648128}),
    Works("calculate", {"expression": "2^10"}, {}, {"result": 1024}),
    Works(
        "convert_unit",
        {"category": "length", "fromUnit": "miles", "toUnit": "km", "value": 26.2},
        {},
        {"result": 42.1648128, "unit": "km"},
    ),
    Works(
        "convert_unit", {"category": "temperature", "fromUnit": "°F", "toUnit": "celsius", "value": 98.6}, {}, {"result": 37}
    ),
    Works("convert_unit", {"category": "weight", "fromUnit": "斤", "toUnit": "公斤", "value": 3}, {}, {"result": 1.5}),
    Works("convert_unit", {"category": "data", "fromUnit": "GB", "toUnit": "MB", "value": 1.5}, {}, {"result": 1500}),
    Works(
        "convert_currency",
        {"amount": 100, "fromCurrency": "usd", "toCurrency": "GBP"},
        {},
        {"result": 78, "currency": "GBP"},
    ),
    Works(
        "manage_clipboard",
        {"action": "copy", "text": "PNR 123"},
        {"clipboard/main/text": "PNR 123", "clipboard/main/history": ["14 Harley Street, London"]},
    ),
    Works("manage_clipboard", {"action": "copy", "text": "14 Harley Street, London"}, {}, {"changed": False}),
    Works("manage_clipboard", {"action": "read"}, {}, {"text": "14 Harley Street, London", "history": []}),
    Works("manage_clipboard", {"action": "clear"}, {"clipboard/main/text": None}, {"changed": True}),
    Works(
        "translate_text", {"text": "thank you!", "targetLanguage": "zh"}, {}, {"translation": "谢谢", "sourceLanguage": "en"}
    ),
    Works(
        "translate_text", {"text": "谢谢。", "targetLanguage": "de", "sourceLanguage": "zh"}, {}, {"translation": "Danke"}
    ),
    Works("search_web", {"query": "how high is the Eiffel Tower"}, {}, {}),
    Works("search_web", {"query": "zzz"}, {}, {"total": 0, "results": []}),
    Works(
        "manage_qr_code",
        {"action": "scan"},
        {
            "qr_codes/*/kind": "scanned",
            "qr_codes/*/title": "",
            "qr_codes/*/content": "https://menu.example/dishoom",
        },
        {"content": "https://menu.example/dishoom"},
    ),
    Works(
        "manage_qr_code",
        {"action": "generate", "content": "tel:+447700900123", "title": "Me"},
        {"qr_codes/*/kind": "made", "qr_codes/*/title": "Me", "qr_codes/*/content": "tel:+447700900123"},
    ),
    Works("manage_qr_code", {"action": "list"}, {}, {"total": 1}),
    Works(
        "manage_expense",
        {"action": "add", "amount": 12.345, "category": "food"},
        {
            "expenses/*/amount": 12.35,
            "expenses/*/category": "food",
            "expenses/*/description": "",
            "expenses/*/date": "2026-03-02",
        },
    ),
    Works("manage_expense", {"action": "update", "expenseId": PAINT, "amount": 30}, {f"expenses/{PAINT}/amount": 30.0}),
    Works(
        "manage_expense",
        {"action": "delete", "expenseId": PAINT},
        {f"expenses/{PAINT}/{field}": None for field in ("amount", "category", "description", "date")},
    ),
    Works("manage_expense", {"action": "list"}, {}, {"month": "2026-03", "count": 2, "sum": 30.9}),
    Works("manage_expense", {"action": "summary", "date": "2026-02-10"}, {}, {"sum": 64.0, "byCategory": {"bills": 64.0}}),
]

FAILS = [
    Fails("manage_note", {"action": "create"}, Code.MISSING_ARGUMENT),
    Fails("manage_note", {"action": "update", "title": "x"}, Code.MISSING_ARGUMENT),
    Fails("manage_note", {"action": "update", "noteId": PACKING}, Code.MISSING_ARGUMENT),
    Fails("manage_note", {"action": "append", "noteId": PACKING}, Code.MISSING_ARGUMENT),
    Fails("manage_note", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_note", {"action": "read", "noteId": "no_none"}, Code.NOT_FOUND),
    Fails("manage_note", {"action": "delete", "title": "Packing list"}, Code.AMBIGUOUS, patches=TWO_PACKING),
    Fails("manage_todo", {"action": "create"}, Code.MISSING_ARGUMENT),
    Fails("manage_todo", {"action": "complete", "listName": "shopping"}, Code.MISSING_ARGUMENT),
    Fails("manage_todo", {"action": "delete", "title": "nothing"}, Code.NOT_FOUND),
    Fails("manage_todo", {"action": "complete", "title": "Buy lemons"}, Code.AMBIGUOUS, patches=LEMONS_AGAIN),
    Fails("calculate", {"expression": "1/0"}, Code.INVALID_ARGUMENT),
    Fails("calculate", {"expression": "__import__('os')"}, Code.INVALID_ARGUMENT),
    Fails("convert_unit", {"category": "length", "fromUnit": "kg", "toUnit": "m", "value": 1}, Code.INVALID_ARGUMENT),
    Fails("convert_unit", {"category": "temperature", "fromUnit": "c", "toUnit": "k", "value": -300}, Code.INVALID_ARGUMENT),
    Fails("convert_currency", {"amount": 1, "fromCurrency": "XXX", "toCurrency": "EUR"}, Code.INVALID_ARGUMENT),
    Fails("convert_currency", {"amount": 1, "fromCurrency": "USD", "toCurrency": "EUR"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_clipboard", {"action": "copy"}, Code.MISSING_ARGUMENT),
    Fails("translate_text", {"text": "my hovercraft is full of eels", "targetLanguage": "fr"}, Code.UNSUPPORTED),
    Fails("search_web", {"query": "pancakes"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_qr_code", {"action": "generate"}, Code.MISSING_ARGUMENT),
    Fails("manage_qr_code", {"action": "scan"}, Code.PERMISSION_DENIED, patches=NO_CAMERA),
    Fails("manage_qr_code", {"action": "scan"}, Code.NOT_FOUND, patches={"camera_view/main": {"code": None}}),
    Fails("manage_expense", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("manage_expense", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_expense", {"action": "delete", "expenseId": "ex_none"}, Code.NOT_FOUND),
    Fails("manage_expense", {"action": "add", "amount": float("nan")}, Code.INVALID_ARGUMENT),
]


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_success_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_failure_has_its_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_there_are_eleven_tools_and_every_action_and_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 11
    assert_covered(DOMAIN, WORKS, FAILS)


@pytest.mark.parametrize("profile", ["emma", "liwei", "marcus", "aisha"])
@given(seed=st.integers(0, 10_000))
def test_random_calls_never_escape_and_failures_change_nothing(profile: str, seed: int) -> None:
    first, second = (run_random_calls(DOMAIN, profile, seed) for _ in range(2))
    assert first.state.digest() == second.state.digest()


def test_a_saved_note_is_found_by_the_id_that_creating_it_returned() -> None:
    phone = phone_of()
    key = call(phone, "manage_note", action="create", title="Tax", content="ref 77")["noteId"]
    assert [note["id"] for note in call(phone, "search_notes", query="tax")["notes"]] == [key]
    assert call(phone, "manage_note", action="read", noteId=key)["content"] == "ref 77"


def test_pinned_notes_come_first_and_then_the_latest_changed() -> None:
    phone = phone_of()
    call(phone, "manage_note", action="append", noteId=PACKING, content="Hat")
    assert [note["id"] for note in call(phone, "search_notes")["notes"]][:2] == [WIFI, PACKING]


def test_what_was_copied_before_moves_to_the_history() -> None:
    phone = phone_of()
    call(phone, "manage_clipboard", action="copy", text="a")
    call(phone, "manage_clipboard", action="copy", text="b")
    answer = call(phone, "manage_clipboard", action="read")
    assert answer == {"text": "b", "history": ["a", "14 Harley Street, London"]}


def test_web_search_puts_the_best_page_first_and_finds_pages_of_the_task() -> None:
    phone = phone_of(
        patches={"web_pages/pg_aaaa": {"title": "Ada's bakery", "url": "https://ada.example", "text": "Open 8-14"}}
    )
    assert call(phone, "search_web", query="Ada's bakery opening")["results"][0]["url"] == "https://ada.example"
    assert "330 metres" in call(phone, "search_web", query="how high is the Eiffel Tower")["results"][0]["snippet"]
    assert "周一闭馆" in call(phone, "search_web", query="上海博物馆几点开门")["results"][0]["snippet"]


def test_the_calculator_can_stand_in_for_unit_conversion() -> None:
    assert {tool.name for tool in tools_of(DOMAIN) if tool.provides == "unit_conversion"} == {"calculate", "convert_unit"}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("0.1 + 0.2", 0.3),
        ("-2^2", -4),
        ("2^3^2", 512),
        ("10 % 3", 1),
        ("20% of 150", 30),
        ("(19.99 * 3) * 15%", 8.9955),
        ("10 × (2 + 3) ÷ 4 =", 12.5),
        ("round(2.345, 2)", 2.35),
        ("max(1, sqrt(16), 3)", 4),
        ("1/3*3", 1),
        ("1234567 * 7654321", 9449772114007),
        ("sin(pi / 2)", 1),
    ],
)
def test_arithmetic_is_decimal_and_follows_precedence(expression: str, value: float) -> None:
    assert number(evaluate(expression)) == value


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("1 / 0", "division by zero"),
        ("9^9^9", "too large"),
        ("1e400", "too large"),
        ("log(-1)", "not defined"),
        ("log(0)", "not a number"),
        ("2 3", "unexpected '3'"),
        ("(2 + 3", "expected ')'"),
        ("", "ends too early"),
        ("(" * 60 + "1" + ")" * 60, "levels of brackets"),
        ("2^" * 60 + "1", "powers"),
        ("open('x')", "unexpected"),
        ("min()", "unexpected ')'"),
        ("sqrt(1, 2)", "takes 1 to 1"),
    ],
)
def test_what_is_no_arithmetic_is_refused_with_a_reason(expression: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason.replace("(", r"\(").replace(")", r"\)")):
        evaluate(expression)


@given(st.text(alphabet="0123456789.+-*/^%() ,eminaxsqrtpolg", max_size=40))
def test_any_text_is_worked_out_or_refused(expression: str) -> None:
    try:
        assert evaluate(expression).is_finite()
    except ValueError:
        pass


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6), st.integers(1, 10**6))
def test_arithmetic_agrees_with_integers(a: int, b: int, c: int) -> None:
    assert number(evaluate(f"({a} + {b}) * {c} - {a} * {c}")) == b * c
    assert evaluate(f"{a} / {c}") == pytest.approx(Decimal(a) / Decimal(c))


@given(st.integers(0, 1000))
def test_converting_there_and_back_gives_the_same_value(value: int) -> None:
    phone = phone_of()
    for category, a, b in [
        ("length", "mi", "km"),
        ("weight", "lb", "kg"),
        ("temperature", "f", "c"),
        ("volume", "cup", "ml"),
    ]:
        there = call(phone, "convert_unit", category=category, fromUnit=a, toUnit=b, value=value)["result"]
        back = call(phone, "convert_unit", category=category, fromUnit=b, toUnit=a, value=there)["result"]
        assert back == pytest.approx(value, abs=1e-8)


def test_an_unknown_unit_is_answered_with_the_known_ones() -> None:
    phone = phone_of()
    arguments = {"category": "length", "fromUnit": "parsec", "toUnit": "m", "value": 1}
    error = phone.call("convert_unit", arguments).error
    assert error is not None and "km" in error.accepted
    assert failure(phone, "convert_unit", **{**arguments, "value": "many"}) == Code.INVALID_ARGUMENT
