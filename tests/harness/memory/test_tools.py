"""The memory tools of an episode."""

from typing import Any

import pytest

from harness.environments.phone.phone import Phone, Result
from harness.environments.phone.profiles import load_profile
from harness.environments.phone.tools import Catalogue
from harness.memory.tools import memory_tools


@pytest.fixture
def phone() -> Phone:
    live = Phone(load_profile("emma"), Catalogue(memory_tools()))
    rows = (
        ("mem_aaaa", "Emma's gym is in Leeds", "place", "2025-11-02"),
        ("mem_bbbb", "Emma moved: her gym is now in Bristol", "place", "2026-02-14"),
        ("mem_cccc", "爸爸的生日是五月三号", "person", "2025-12-01"),
    )
    for key, text, category, created in rows:
        live.state.write("memory", key, {"id": key, "text": text, "category": category, "created": created})
    return live


def _written(result: Result) -> set[tuple[str, str, str]]:
    return {(change.table, change.key, change.field) for change in result.changes()}


def test_search_returns_the_records_that_share_words_and_writes_nothing(phone: Phone) -> None:
    result = phone.call("search_user_memory", {"query": "where is the gym"})
    assert result.payload["total"] == 2 and not result.writes
    assert {record["id"] for record in result.payload["records"]} == {"mem_aaaa", "mem_bbbb"}
    assert result.payload["records"][0].keys() == {"id", "text", "category", "date"}


def test_search_keeps_to_category_and_number_and_reads_chinese(phone: Phone) -> None:
    assert phone.call("search_user_memory", {"query": "gym", "memoryCategory": "person"}).payload["total"] == 0
    few = phone.call("search_user_memory", {"query": "gym", "maxResults": 1}).payload
    assert few["total"] == 2 and len(few["records"]) == 1
    assert phone.call("search_user_memory", {"query": "生日是哪天"}).payload["records"][0]["id"] == "mem_cccc"


def test_a_new_fact_becomes_one_row_and_the_same_text_is_refused(phone: Phone) -> None:
    result = phone.call("add_user_memory", {"text": "Plays chess", "memoryCategory": "preference"})
    key = result.payload["memoryId"]
    assert phone.row("memory", key) == {
        "id": key, "text": "Plays chess", "category": "preference", "created": "2026-03-02"
    }  # fmt: skip
    again = phone.call("add_user_memory", {"text": "plays chess "})
    assert again.error is not None and again.error.code == "ALREADY_EXISTS" and again.error.accepted == {"memoryId": key}


def test_an_update_replaces_the_text_dates_it_and_leaves_the_rest(phone: Phone) -> None:
    result = phone.call("update_user_memory", {"memoryId": "mem_aaaa", "text": "The gym is in Oslo"})
    assert _written(result) == {("memory", "mem_aaaa", "text"), ("memory", "mem_aaaa", "updated")}
    record = phone.call("search_user_memory", {"query": "Oslo"}).payload["records"][0]
    assert (record["id"], record["date"]) == ("mem_aaaa", "2026-03-02")
    same = phone.call("update_user_memory", {"memoryId": "mem_aaaa", "text": "The gym is in Oslo"})
    assert same.payload["changed"] is False and not same.writes


def test_deleting_removes_the_row_from_every_search(phone: Phone) -> None:
    assert phone.call("delete_user_memory", {"memoryId": "mem_bbbb"}).payload["deleted"]
    assert [r["id"] for r in phone.call("search_user_memory", {"query": "gym"}).payload["records"]] == ["mem_aaaa"]


@pytest.mark.parametrize(("tool", "arguments"), [("update_user_memory", {"text": "x"}), ("delete_user_memory", {})])
def test_an_unknown_record_is_not_found_and_nothing_changes(phone: Phone, tool: str, arguments: dict[str, Any]) -> None:
    before = dict(phone.state.tables)
    result = phone.call(tool, {"memoryId": "mem_zzzz", **arguments})
    assert result.error is not None and result.error.code == "NOT_FOUND"
    assert phone.state.tables == before
