"""Input and interaction: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.environments.phone.domains.input_interaction.home import ROOM
from harness.environments.phone.domains.input_interaction.touch import FUNCTIONS
from harness.environments.phone.errors import Code
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    failure,
    field_of,
    id_of,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "Input & Interaction"
LOCKED = {"device/lock": {"locked": True}}
NO_MICROPHONE = {"permissions/assistant.microphone": {"granted": False}}
NO_CONTACTS = {"permissions/assistant.contacts": {"granted": False}}
FULL = {"device/storage": {"free_mb": 0.5}}
FULL_DOCK = {
    f"home_items/hi_x{number}": {"id": f"hi_x{number}", "kind": "folder", "name": f"Folder {number}", "app": None,
                                 "contact": None, "area": "dock", "page": 1, "folder": None}
    for number in range(ROOM["dock"])
}  # fmt: skip

WORKS = [
    Works("manage_keyboard", {"action": "list"}),
    Works("manage_keyboard", {"action": "enable", "keyboard": "Gboard"}, {"keyboards/Gboard/enabled": True},
          profile="liwei"),
    Works("manage_keyboard", {"action": "disable", "keyboard": "百度输入法"}, {"keyboards/百度输入法/enabled": False},
          profile="liwei"),
    Works("manage_keyboard", {"action": "set_default", "keyboard": "gboard"},
          {"keyboards/Gboard/default": True, "keyboards/Samsung Keyboard/default": False}, profile="marcus"),
    Works("manage_keyboard", {"action": "set_default", "keyboard": "Gboard"}, {}, {"changed": False}),
    Works("manage_keyboard_language", {"action": "list"}, {},
          {"languages": [{"language": "English (UK)", "selected": True}]}),
    Works("manage_keyboard_language", {"action": "add", "language": "French"}, {"keyboard_languages/*/selected": False}),
    Works("manage_keyboard_language", {"action": "add", "language": "en-GB"}, {}, {"changed": False}),
    Works("manage_keyboard_language", {"action": "remove", "language": "Hindi"},
          {"keyboard_languages/hi/selected": None}, profile="aisha"),
    Works("manage_keyboard_language", {"action": "select", "language": "英语"},
          {"keyboard_languages/zh-CN/selected": False, "keyboard_languages/en-US/selected": True}, profile="liwei"),
    Works("set_typing_aid", {"aid": "autocorrect", "enabled": False}, {"typing_aids/autocorrect/on": False}),
    Works("set_typing_aid", {"aid": "autocorrect", "enabled": True}, {}, {"changed": False}),
    Works("set_keyboard_layout", {"mode": "one_handed", "numberRow": True},
          {"keyboard/layout/mode": "one_handed", "keyboard/layout/numberRow": True}, {"height": "normal"}),
    Works("set_keyboard_feedback", {"vibration": "off", "sound": False}, {"keyboard/feedback/vibration": "off"}),
    Works("manage_text_shortcut", {"action": "list"}, {}, {"total": 14}, "marcus"),
    Works("manage_text_shortcut", {"action": "add", "shortcut": "hagd", "phrase": "Have a good day"},
          {"text_shortcuts/*/shortcut": "hagd", "text_shortcuts/*/phrase": "Have a good day"}),
    Works("manage_text_shortcut", {"action": "add", "shortcut": "omw", "phrase": "On my way!"}, {}, {"created": False}),
    Works("manage_text_shortcut", {"action": "update", "shortcut": "OMW", "phrase": "Coming"},
          {"text_shortcuts/sx_2tum/phrase": "Coming"}),
    Works("manage_text_shortcut", {"action": "remove", "shortcut": "omw"},
          {"text_shortcuts/sx_2tum/shortcut": None, "text_shortcuts/sx_2tum/phrase": None}),
    Works("set_voice_typing", {"enabled": True, "language": "fr"},
          {"keyboard/voice/enabled": True, "keyboard/voice/language": "fr"}, {"autoPunctuation": True}),
    Works("set_navigation_mode", {"mode": "gestures", "backSensitivity": "high"},
          {"touch/navigation/backSensitivity": "high"}),
    Works("set_navigation_mode", {"mode": "three_buttons"},
          {"touch/navigation/mode": "three_buttons", "touch/one_handed_mode/on": False},
          patches={"touch/one_handed_mode": {"on": True}}),
    Works("manage_gesture", {"action": "get", "gesture": "shake"}, {}, {"gestures": {"shake": "flashlight"}}, "marcus"),
    Works("manage_gesture", {"action": "set", "gesture": "back_tap", "function": "camera"},
          {"gestures/back_tap/function": "camera"}),
    Works("set_touch_option", {"option": "one_handed_mode", "enabled": True}, {"touch/one_handed_mode/on": True}),
    Works("set_touch_option", {"option": "stylus_handwriting", "enabled": True}, {"touch/stylus_handwriting/on": True},
          profile="marcus"),
    Works("press_key", {"key": "home"}, {"screen/main/shown": "home", "screen/main/app": None, "screen/main/text": ""}),
    Works("press_key", {"key": "quick_settings"}, {"screen/main/shown": "quick_settings"}),
    Works("press_key", {"key": "back"}, {"screen/main/shown": "app"}, patches={"screen/main": {"shown": "recent_apps"}}),
    Works("press_key", {"key": "back"}, {"screen/main/shown": "home", "screen/main/app": None, "screen/main/text": ""}),
    Works("press_key", {"key": "screenshot"},
          {"files/*/name": "Screenshot_001.png", "files/*/folder": "Pictures/Screenshots", "files/*/type": "image",
           "files/*/trashed": False, "device/storage/free_mb": 41198.8}, {"folder": "Pictures/Screenshots"}),
    Works("manage_home_screen", {"action": "list", "area": "dock"}, {}, {"total": 4}),
    Works("manage_home_screen", {"action": "add", "name": "duolingo"},
          {"home_items/*/kind": "app", "home_items/*/name": "Duolingo", "home_items/*/app": "Duolingo",
           "home_items/*/area": "home", "home_items/*/page": 1}),
    Works("manage_home_screen", {"action": "add", "kind": "contact", "name": "mum", "area": "edge_panel"},
          {"home_items/*/kind": "contact", "home_items/*/name": "Mum", "home_items/*/contact": "Mum",
           "home_items/*/area": "edge_panel", "home_items/*/page": 1}),
    Works("manage_home_screen", {"action": "add", "kind": "folder", "name": "Travel", "page": 3},
          {"home_items/*/kind": "folder", "home_items/*/name": "Travel", "home_items/*/area": "home",
           "home_items/*/page": 3}),
    Works("manage_home_screen", {"action": "remove", "name": "Spotify"},
          {f"home_items/Spotify/{field}": None for field in ("kind", "name", "app", "area", "page")}),
    Works("manage_home_screen", {"action": "move", "name": "PayPal", "folder": "money"},
          {"home_items/PayPal/folder": "Money", "home_items/PayPal/page": 2}, profile="marcus"),
    Works("manage_home_screen", {"action": "move", "name": "Maps", "page": 2}, {"home_items/Maps/page": 2}),
]  # fmt: skip

FAILS = [
    Fails("manage_keyboard", {"action": "enable", "keyboard": "T9"}, Code.NOT_FOUND),
    Fails("manage_keyboard", {"action": "enable", "keyboard": "swift"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_keyboard", {"action": "disable", "keyboard": "Gboard"}, Code.PRECONDITION_FAILED),
    Fails("manage_keyboard", {"action": "set_default", "keyboard": "Grammarly"}, Code.PRECONDITION_FAILED, "marcus"),
    Fails("manage_keyboard", {"action": "enable"}, Code.MISSING_ARGUMENT),
    Fails("manage_keyboard_language", {"action": "add", "language": "Klingon"}, Code.NOT_FOUND),
    Fails("manage_keyboard_language", {"action": "select", "language": "French"}, Code.NOT_FOUND),
    Fails("manage_keyboard_language", {"action": "remove", "language": "en-GB"}, Code.PRECONDITION_FAILED),
    Fails("manage_keyboard_language", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("set_keyboard_layout", {}, Code.MISSING_ARGUMENT),
    Fails("set_keyboard_feedback", {}, Code.MISSING_ARGUMENT),
    Fails("manage_text_shortcut", {"action": "add", "shortcut": "omw", "phrase": "Other"}, Code.ALREADY_EXISTS),
    Fails("manage_text_shortcut", {"action": "remove", "shortcut": "xyz"}, Code.NOT_FOUND),
    Fails("manage_text_shortcut", {"action": "add", "shortcut": "a b", "phrase": "c"}, Code.INVALID_ARGUMENT),
    Fails("manage_text_shortcut", {"action": "add", "shortcut": "ab"}, Code.MISSING_ARGUMENT),
    Fails("manage_text_shortcut", {"action": "update", "shortcut": "omw"}, Code.MISSING_ARGUMENT),
    Fails("manage_text_shortcut", {"action": "update"}, Code.MISSING_ARGUMENT),
    Fails("set_voice_typing", {"enabled": True}, Code.PERMISSION_DENIED, patches=NO_MICROPHONE),
    Fails("set_voice_typing", {"language": "Elvish"}, Code.NOT_FOUND),
    Fails("set_voice_typing", {}, Code.MISSING_ARGUMENT),
    Fails("manage_gesture", {"action": "set", "gesture": "flip_to_mute", "function": "camera"}, Code.UNSUPPORTED),
    Fails("manage_gesture", {"action": "set", "function": "camera"}, Code.MISSING_ARGUMENT),
    Fails("manage_gesture", {"action": "set", "gesture": "shake"}, Code.MISSING_ARGUMENT),
    Fails("set_touch_option", {"option": "one_handed_mode", "enabled": True}, Code.PRECONDITION_FAILED, "aisha"),
    Fails("set_touch_option", {"option": "stylus_handwriting", "enabled": True}, Code.UNSUPPORTED),
    Fails("press_key", {"key": "home"}, Code.PRECONDITION_FAILED, patches=LOCKED),
    Fails("press_key", {"key": "screenshot"}, Code.NO_SPACE, patches=FULL),
    Fails("manage_home_screen", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("manage_home_screen", {"action": "add", "name": "Minesweeper"}, Code.NOT_FOUND),
    Fails("manage_home_screen", {"action": "remove", "name": "Duolingo"}, Code.NOT_FOUND),
    Fails("manage_home_screen", {"action": "add", "name": "Duolingo", "folder": "Nowhere"}, Code.NOT_FOUND),
    Fails("manage_home_screen", {"action": "add", "name": "Maps"}, Code.ALREADY_EXISTS),
    Fails("manage_home_screen", {"action": "move", "name": "Spotify", "page": 4}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_home_screen", {"action": "add", "name": "Duolingo", "area": "dock"}, Code.NO_SPACE, patches=FULL_DOCK),
    Fails("manage_home_screen", {"action": "add", "kind": "contact", "name": "Mum"}, Code.PERMISSION_DENIED,
          patches=NO_CONTACTS),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 12
    assert_covered(DOMAIN, WORKS, FAILS)


def test_every_gesture_of_a_profile_does_something_that_it_can() -> None:
    for profile in ("emma", "liwei", "marcus", "aisha"):
        gestures = call(phone_of(profile), "manage_gesture", action="get")["gestures"]
        assert gestures.keys() == FUNCTIONS.keys()
        assert all(function in FUNCTIONS[name] for name, function in gestures.items())


def test_screenshots_are_numbered_and_can_be_found() -> None:
    phone = phone_of()
    first, second = (call(phone, "press_key", key="screenshot") for _ in range(2))
    assert (first["name"], second["name"]) == ("Screenshot_001.png", "Screenshot_002.png")
    assert first["fileId"] in [row["id"] for row in call(phone, "search_files", query="Screenshot_001")["files"]]


def test_items_follow_their_folder() -> None:
    phone = phone_of("marcus")
    call(phone, "manage_home_screen", action="move", kind="folder", name="Games", page=4)
    assert field_of(phone, "home_items/Chess Arena/page") == 4
    call(phone, "manage_home_screen", action="remove", kind="folder", name="Games")
    chess = phone.state.rows("home_items")[id_of(phone, "home_items", "Chess Arena")]
    assert (chess["folder"], chess["area"], chess["page"]) == (None, "home", 4)


def test_moving_without_a_folder_takes_an_item_out_of_it() -> None:
    phone = phone_of("liwei")
    call(phone, "manage_home_screen", action="move", name="抖音", page=1)
    assert field_of(phone, "home_items/抖音/folder") is None


def test_ambiguous_items_are_told_apart_by_their_place() -> None:
    phone = phone_of("marcus", {"home_items/Shazam": {"name": "Maps"}})
    call(phone, "manage_home_screen", action="remove", name="Maps", area="edge_panel")
    assert failure(phone, "manage_home_screen", action="remove", name="Maps", area="edge_panel") == Code.NOT_FOUND


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
