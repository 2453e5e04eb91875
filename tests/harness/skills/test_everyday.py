"""The everyday skills, played on a phone: done as they say, the job is done; done in the way they warn of, it is not."""

from collections.abc import Mapping
from typing import Any

import pytest

from harness.adapter.mentions import Mentions
from harness.catalogue import full_catalogue
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone, Result
from harness.environments.phone.profiles import load_profile
from harness.skills import EVERYDAY, SHIPPED, load_skills

CATALOGUE = full_catalogue(load_skills(SHIPPED, EVERYDAY))
TOOLS = {name: tool for name, tool in CATALOGUE.items() if tool.kind != "skill"}
LIBRARY = load_skills(EVERYDAY)


class Holder:
    """Somebody who loads one skill and then calls only what it brings."""

    def __init__(self, skill: str, profile: str = "emma") -> None:
        self.phone = Phone(load_profile(profile), CATALOGUE)
        loaded = self.phone.call(f"skill__{skill}", {"reason": "it fits"})
        assert loaded.ok and "missing" not in loaded.payload
        self.brought = loaded.payload["tools"]

    def tried(self, tool: str, **arguments: Any) -> Result:
        assert tool in self.brought, f"the skill does not bring {tool}"
        return self.phone.call(tool, arguments)

    def call(self, tool: str, **arguments: Any) -> Mapping[str, Any]:
        result = self.tried(tool, **arguments)
        assert result.ok, result.error
        assert isinstance(result.payload, dict)
        return result.payload

    def refused(self, tool: str, **arguments: Any) -> Code:
        result = self.tried(tool, **arguments)
        assert result.error is not None, "it was carried out"
        return Code(result.error.code)


# -- all of them


@pytest.mark.parametrize("name", LIBRARY)
def test_every_step_can_be_called_and_every_tool_has_a_step(name: str) -> None:
    skill, mentions = LIBRARY[name], Mentions(TOOLS)
    mentions.check(skill.instructions, name)
    assert set(mentions.tools(skill.instructions)) == set(skill.tools)
    assert all(f"{tool}(" in skill.instructions for tool in skill.tools), "steps are calls with their arguments"


def test_they_are_nine_short_and_no_names_of_the_others() -> None:
    assert len(LIBRARY) == 9 and LIBRARY.keys().isdisjoint(load_skills(SHIPPED))
    assert all(len(skill.instructions.splitlines()) == 4 for skill in LIBRARY.values())
    assert all(len(skill.instructions) <= 500 for skill in LIBRARY.values())


def test_they_are_not_offered_where_nobody_asked_for_them() -> None:
    assert not [name for name in full_catalogue() if name.removeprefix("skill__") in LIBRARY]


# -- one after another


def test_storage_cleanup_frees_space_and_keeps_what_the_user_did_not_choose() -> None:
    holder = Holder("storage-cleanup", "marcus")
    before = holder.call("get_storage_status")
    files = holder.phone.state.rows("files").keys()
    holder.call("clean_storage", target="cache")
    installers = {
        key for key, row in holder.phone.state.rows("files").items() if row["type"] == "apk" and not row["trashed"]
    }
    holder.call("clean_storage", target="apks")
    assert files - holder.phone.state.rows("files").keys() == installers
    largest = holder.call("search_files", largerThanMb=50, sortBy="size")["files"][0]
    middle = holder.call("get_storage_status")
    assert middle["freeMb"] >= before["freeMb"] + before["cachesMb"]
    holder.call("delete_file", fileId=largest["id"])
    assert holder.call("get_storage_status")["freeMb"] == middle["freeMb"], "the trash still takes space"
    holder.call("manage_trash", action="empty")
    assert holder.call("get_storage_status")["freeMb"] >= middle["freeMb"] + largest["sizeMb"]


def test_battery_stretch_turns_the_saver_on_before_the_brightness_and_not_on_a_charger() -> None:
    holder = Holder("battery-stretch", "grace")
    top = holder.call("get_battery_status")["topApps"][0]["app"]
    holder.call("set_battery_saver", mode="standard")
    assert holder.refused("set_brightness", level=80) is Code.BLOCKED_BY_MODE
    holder.call("set_brightness", level=30)
    holder.call("set_background_limit", appName=top, mode="restricted")
    assert holder.call("get_battery_status")["saver"] == "standard"
    assert not holder.phone.one("radios", "location")["on"]
    charging = Holder("battery-stretch", "grace")
    charging.phone.put("device", "battery", charging=True)
    assert charging.call("get_battery_status")["charging"]
    assert charging.refused("set_battery_saver", mode="standard") is Code.CONFLICT


def test_privacy_audit_stops_one_app_and_leaves_the_rest() -> None:
    holder = Holder("privacy-audit")
    uses = holder.call("get_privacy_dashboard", permission="location")["uses"]
    assert {use["app"] for use in uses} == {"Maps"}
    before = holder.call("manage_app_permission", action="list")["granted"]
    taken = holder.tried("manage_app_permission", action="revoke", appName="Maps", permission="location")
    assert [(change.key, change.field) for change in taken.changes()] == [("maps.location", "granted")]
    after = holder.call("manage_app_permission", action="list")["granted"]
    assert {app: rest for app, rest in before.items() if app != "maps"} == after


def test_weather_watch_updates_what_is_watched_and_creates_only_what_is_missing() -> None:
    holder = Holder("weather-watch")
    watched = holder.call("manage_monitor", action="list")["monitors"][0]
    twice = {"kind": watched["kind"], "subject": watched["subject"], "condition": "below", "threshold": 480}
    assert holder.refused("manage_monitor", action="create", **twice) is Code.ALREADY_EXISTS
    holder.call("manage_monitor", action="update", monitorId=watched["id"], threshold=480)
    holder.call("manage_monitor", action="create", kind="rain", subject="Paris", condition="above", threshold=60)
    found = holder.call("manage_monitor", action="list")["monitors"]
    assert [(item["subject"], item["threshold"]) for item in found] == [(watched["subject"], 480), ("Paris", 60)]
    holder.call("get_weather", place="Paris", date="2026-03-03")
    assert holder.call("manage_monitor", action="list")["total"] == 2


def test_pay_bill_pays_once_from_what_covers_it() -> None:
    holder = Holder("pay-bill")
    bill = holder.call("manage_wallet", action="bills")["bills"][0]
    card, balance = holder.call("manage_wallet", action="methods")["methods"]
    holder.phone.put("payment_methods", balance["id"], balance=bill["amount"] - 1)
    assert holder.refused("manage_wallet", action="pay_bill", bill=bill["name"], paymentMethod=balance["name"])
    assert holder.call("manage_wallet", action="pay_bill", bill=bill["name"], paymentMethod=card["name"])["changed"]
    assert bill not in holder.call("manage_wallet", action="bills")["bills"]
    paid = [item for item in holder.call("manage_wallet", action="history")["payments"] if item["payee"] == bill["name"]]
    assert [item["amount"] for item in paid] == [bill["amount"]]


def test_running_late_moves_one_date_of_a_series_and_tells_who_can_be_told() -> None:
    holder = Holder("running-late")
    day = {"fromDate": "2026-03-04", "toDate": "2026-03-04"}
    standup, lunch = holder.call("search_events", **day)["events"]
    holder.call("update_event", eventId=standup["id"], start="2026-03-04T10:20", occurrence="2026-03-04")
    both = holder.call("search_events", query="stand-up", fromDate="2026-03-04", toDate="2026-03-05")["events"]
    assert [item["start"] for item in both] == ["2026-03-04T10:20", "2026-03-05T10:00"]
    assert holder.call("search_contacts", query=standup["attendees"][0])["total"] == 0, "to be said in the last message"
    guest = holder.call("search_contacts", query=lunch["attendees"][0])["contacts"][0]
    sent = holder.tried("send_message", contactId=guest["id"], text="I am 20 minutes late, see you at 12:50.")
    assert sent.ok and [change.table for change in sent.changes()].count("messages")
    whole = Holder("running-late")
    whole.call("update_event", eventId=standup["id"], start="2026-03-04T10:20")
    found = whole.call("search_events", query="stand-up", fromDate="2026-03-05", toDate="2026-03-05")["events"]
    assert found[0]["start"] == "2026-03-05T10:20", "without occurrence all of it moves"


def test_offline_flight_downloads_before_the_radios_go_off() -> None:
    holder = Holder("offline-flight")
    before = holder.call("manage_offline_media", action="list", kind="song")["downloads"]["song"]["total"]
    assert holder.call("manage_offline_media", action="download", kind="playlist", item="Morning Run")["changed"]
    assert holder.call("manage_offline_media", action="list", kind="song")["downloads"]["song"]["total"] > before
    holder.call("set_airplane_mode", enabled=True)
    assert not holder.phone.one("radios", "bluetooth")["on"]
    holder.call("set_bluetooth", enabled=True)
    assert holder.phone.one("radios", "bluetooth")["on"] and holder.phone.one("radios", "airplane")["on"]
    late = Holder("offline-flight")
    late.call("set_airplane_mode", enabled=True)
    assert late.refused("manage_offline_media", action="download", kind="playlist", item="Focus") is Code.NO_SERVICE
    mobile = Holder("offline-flight")
    mobile.phone.put("radios", "wifi", on=False, ssid=None)
    assert mobile.refused("manage_offline_media", action="download", kind="playlist", item="Focus") is Code.BLOCKED_BY_MODE
    mobile.call("manage_streaming_settings", action="set", downloadOnWifiOnly=False)
    assert mobile.call("manage_offline_media", action="download", kind="playlist", item="Focus")["changed"]


def test_trip_album_fills_one_album_and_makes_none_twice() -> None:
    holder = Holder("trip-album")
    photos = holder.call("search_photos", query="Greenwich", kind="photo")["photos"]
    albums = {album["name"]: album for album in holder.call("manage_photo_album", action="list")["albums"]}
    ids = [photo["photoId"] for photo in photos]
    assert holder.refused("manage_photo_album", action="create", name="Cornwall", photoIds=ids) is Code.ALREADY_EXISTS
    added = holder.call("manage_photo_album", action="add", albumId=albums["Cornwall"]["id"], photoIds=ids)
    assert added["photos"] == albums["Cornwall"]["photos"] + len(ids)
    holder.call("manage_photo_album", action="create", name="Greenwich", photoIds=ids)
    made = holder.call("manage_photo_album", action="list")["albums"]
    assert {album["name"]: album["photos"] for album in made}["Greenwich"] == len(ids) == 1


def test_foreign_expense_is_logged_in_the_own_currency() -> None:
    holder = Holder("foreign-expense")
    before = holder.call("manage_expense", action="summary")["sum"]
    worth = holder.call("convert_currency", amount=20, fromCurrency="EUR", toCurrency="GBP")["result"]
    holder.call(
        "manage_expense", action="add", amount=worth, category="food", description="Lunch in Lyon", date="2026-03-02"
    )
    assert holder.call("manage_expense", action="summary")["sum"] == pytest.approx(before + worth) != before + 20
    assert float(holder.call("calculate", expression="20 * 0.85")["result"]) == 17
