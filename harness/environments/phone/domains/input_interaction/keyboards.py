"""Keyboards: which there are, what they type in, how they help, look and answer."""

import re
from functools import cache
from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_named
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Aid = Literal[
    "autocorrect", "suggestions", "auto_capitalization", "spell_check", "glide_typing", "double_space_period",
    "emoji_suggestions", "block_offensive_words",
]  # fmt: skip
LANGUAGES: dict[str, tuple[str, ...]] = {
    "en-GB": ("English (UK)", "British English", "英式英语"),
    "en-US": ("English (US)", "American English", "English", "英语"),
    "en-IN": ("English (India)", "Indian English"), "en-AU": ("English (Australia)", "Australian English"),
    "zh-CN": ("Chinese (Pinyin)", "Chinese", "中文", "拼音", "普通话"),
    "zh-TW": ("Chinese (Traditional)", "Traditional Chinese", "繁体中文"), "es": ("Spanish", "Español", "西班牙语"),
    "fr": ("French", "Français", "法语"), "de": ("German", "Deutsch", "德语"), "it": ("Italian", "Italiano", "意大利语"),
    "pt-BR": ("Portuguese (Brazil)", "Portuguese", "葡萄牙语"), "ja": ("Japanese", "日本語", "日语"),
    "ko": ("Korean", "한국어", "韩语"), "hi": ("Hindi", "हिन्दी", "印地语"), "bn": ("Bengali", "Bangla", "বাংলা"),
    "ur": ("Urdu", "اردو"), "ar": ("Arabic", "العربية", "阿拉伯语"), "ru": ("Russian", "Русский", "俄语"),
    "nl": ("Dutch", "Nederlands"), "pl": ("Polish", "Polski"), "tr": ("Turkish", "Türkçe"), "ta": ("Tamil", "தமிழ்"),
    "th": ("Thai", "ไทย", "泰语"), "vi": ("Vietnamese", "Tiếng Việt", "越南语"),
}  # fmt: skip
"""Code -> what the language is called, its main name first."""
_LISTED = 10


@cache
def _codes() -> dict[str, str]:
    return {name.casefold(): code for code, names in LANGUAGES.items() for name in (code, *names)}


def language_code(name: str) -> str:
    """The code of a language that is given by code or name. Raises ``PhoneError`` NOT_FOUND."""
    code = _codes().get(name.strip().casefold())
    if code is None:
        raise not_found("typing language", name, [names[0] for names in LANGUAGES.values()])
    return code


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED),
)
def manage_keyboard(
    phone: Phone, action: Literal["list", "enable", "disable", "set_default"], keyboard: Text | None = None
) -> Json:
    """List keyboards (input methods), enable or disable one, or make it the default keyboard."""
    if action == "list":
        names = ("id", "name", "enabled", "default")
        return {"keyboards": [{name: row[name] for name in names} for row in phone.state.rows("keyboards").values()]}
    if keyboard is None:
        raise missing("keyboard", "name or id of the keyboard")
    row = resolve_named(phone, "keyboards", "keyboard", keyboard)
    if action == "enable":
        changed = phone.put("keyboards", row["id"], enabled=True)
    elif action == "disable":
        if row["default"]:
            raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is the default keyboard; choose another one first")
        changed = phone.put("keyboards", row["id"], enabled=False)
    else:
        if not row["enabled"]:
            raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is disabled; enable it first")
        for key, _ in phone.find("keyboards", default=True):
            phone.put("keyboards", key, default=key == row["id"])
        changed = phone.put("keyboards", row["id"], default=True)
    return {"keyboard": row["name"], "changed": changed}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.PRECONDITION_FAILED),
)
def manage_keyboard_language(
    phone: Phone, action: Literal["list", "add", "remove", "select"], language: Text | None = None
) -> Json:
    """List the languages of the keyboard, add, remove or select one to type in.

    language: name or code such as French or fr.
    """
    rows = phone.state.rows("keyboard_languages")
    if action == "list":
        return {"languages": [{"language": LANGUAGES[key][0], "selected": row["selected"]} for key, row in rows.items()]}
    if language is None:
        raise missing("language", "name or code such as French or fr")
    code = language_code(language)
    answer: Row = {"language": LANGUAGES[code][0]}
    if action == "add":
        if code in rows:
            return {**answer, "changed": False}
        return {**answer, "changed": phone.put("keyboard_languages", code, id=code, selected=False)}
    if code not in rows:
        raise not_found("language on the keyboard", language, [LANGUAGES[key][0] for key in rows])
    if action == "remove":
        if rows[code]["selected"]:
            raise PhoneError(Code.PRECONDITION_FAILED, f"{LANGUAGES[code][0]} is selected; select another language first")
        phone.remove("keyboard_languages", code)
        return {**answer, "changed": True}
    for key, _ in phone.find("keyboard_languages", selected=True):
        phone.put("keyboard_languages", key, selected=key == code)
    return {**answer, "changed": phone.put("keyboard_languages", code, selected=True)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_typing_aid(phone: Phone, aid: Aid, enabled: bool) -> Json:
    """Turn a help with typing on or off: autocorrect, word suggestions, capitals, spell check, glide typing, emoji."""
    return {"aid": aid, "enabled": enabled, "changed": phone.put("typing_aids", aid, on=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_keyboard_layout(
    phone: Phone,
    mode: Literal["standard", "one_handed", "floating", "split"] | None = None,
    height: Literal["short", "normal", "tall"] | None = None,
    numberRow: bool | None = None,
    theme: Literal["light", "dark", "system"] | None = None,
) -> Json:
    """Set how the keyboard looks: one-handed, floating or split, its height, number row and theme."""
    return _set(phone, "layout", {"mode": mode, "height": height, "numberRow": numberRow, "theme": theme})


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_keyboard_feedback(
    phone: Phone,
    vibration: Literal["off", "light", "medium", "strong"] | None = None,
    sound: bool | None = None,
    popup: bool | None = None,
) -> Json:
    """Set how keys answer when typing: vibration (haptic feedback), click sound, popup of the letter."""
    return _set(phone, "feedback", {"vibration": vibration, "sound": sound, "popup": popup})


def _set(phone: Phone, key: str, fields: Row) -> Json:
    given = {name: value for name, value in fields.items() if value is not None}
    if not given:
        raise missing(next(iter(fields)), f"at least one of {', '.join(fields)}")
    changed = phone.put("keyboard", key, **given)
    row = phone.one("keyboard", key)
    return {"changed": changed, **{name: row[name] for name in fields}}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.ALREADY_EXISTS),
)
def manage_text_shortcut(
    phone: Phone,
    action: Literal["add", "update", "remove", "list"],
    shortcut: Text | None = None,
    phrase: Text | None = None,
) -> Json:
    """Add, change, remove or list text shortcuts: abbreviations that the keyboard expands, such as omw.

    shortcut: what is typed; letters and digits without spaces.
    phrase: what it becomes.
    """
    rows = phone.state.rows("text_shortcuts")
    if action == "list":
        shown = [{name: row[name] for name in ("shortcut", "phrase")} for row in rows.values()]
        return {"total": len(shown), "shortcuts": shown[:_LISTED]}
    if shortcut is None:
        raise missing("shortcut", "what is typed")
    if re.search(r"\s", shortcut.strip()):
        raise PhoneError(Code.INVALID_ARGUMENT, "shortcut: expected a word without spaces", accepted={"shortcut": "omw"})
    found = phone.find("text_shortcuts", shortcut=shortcut)
    if action == "add":
        if phrase is None:
            raise missing("phrase", "what the shortcut becomes")
        if found and found[0][1]["phrase"] != phrase:
            accepted = {"shortcut": found[0][1]["shortcut"], "phrase": found[0][1]["phrase"]}
            raise PhoneError(Code.ALREADY_EXISTS, f"{shortcut!r} is another phrase already", accepted=accepted)
        if found:
            return {"shortcut": shortcut, "created": False}
        phone.add("text_shortcuts", "sx", shortcut=shortcut.strip(), phrase=phrase)
        return {"shortcut": shortcut, "created": True}
    if not found:
        raise not_found("text shortcut", shortcut, [row["shortcut"] for row in rows.values()][:_LISTED])
    key = found[0][0]
    if action == "remove":
        phone.remove("text_shortcuts", key)
        return {"shortcut": shortcut, "removed": True}
    if phrase is None:
        raise missing("phrase", "the new phrase")
    return {"shortcut": shortcut, "changed": phone.put("text_shortcuts", key, phrase=phrase)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.NOT_FOUND, Code.PERMISSION_DENIED))
def set_voice_typing(
    phone: Phone, enabled: bool | None = None, language: Text | None = None, autoPunctuation: bool | None = None
) -> Json:
    """Turn voice typing (dictation) on or off, choose its language and automatic punctuation.

    language: name or code such as French or fr.
    """
    if enabled:
        phone.require_permission("microphone")
    code = language_code(language) if language is not None else None
    fields: Row = {"enabled": enabled, "language": code, "autoPunctuation": autoPunctuation}
    return _set(phone, "voice", fields)
