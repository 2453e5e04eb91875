"""How the assistant listens and speaks, what it interprets, reads and sums up, and what it was asked before."""

import re
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import name_matches
from ...phone import Phone, fold
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Language = Literal["en", "zh", "es", "fr", "de", "ja", "hi"]
_PATTERNS = {
    "phone_numbers": r"(?<![\w.(])[+(]?[0-9][0-9 ()-]{6,17}[0-9](?!\w)",
    "emails": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "links": r"https?://[^\s<>\"']+[\w/]",
    "amounts": r"[$€£¥₹] ?[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?|[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)? ?(?:元|USD|EUR|GBP|CNY|INR)",
    "times": r"(?<![\w:])(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?![\w:])",
}
_FIND = {name: re.compile(pattern, re.ASCII if name == "phone_numbers" else 0) for name, pattern in _PATTERNS.items()}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_assistant_preferences(
    phone: Phone,
    wakeWord: Literal["off", "hey_assistant", "hey_phone", "xiaozhu"] | None = None,
    voice: Literal["warm", "bright", "calm", "deep"] | None = None,
    speechRate: Literal["slow", "normal", "fast"] | None = None,
    spokenReplies: Literal["always", "hands_free", "never"] | None = None,
    language: Language | None = None,
    onLockScreen: bool | None = None,
) -> Json:
    """Set how the assistant listens and speaks: wake word, voice, speaking speed, spoken replies, language, lock screen."""
    fields: Row = {"wakeWord": wakeWord, "voice": voice, "speechRate": speechRate, "spokenReplies": spokenReplies,
                   "language": language, "onLockScreen": onLockScreen}  # fmt: skip
    given = {name: value for name, value in fields.items() if value is not None}
    if not given:
        raise missing("wakeWord", "at least one preference")
    changed = phone.put("assistant", "main", **given)
    row = phone.one("assistant")
    return {"changed": changed, **{name: row[name] for name in fields}}


@tool(DOMAIN, permission="notifications", errors=(Code.PERMISSION_DENIED, Code.NOT_FOUND))
def summarize_notifications(
    phone: Phone,
    app: Text | None = None,
    sinceHours: Annotated[int, Field(ge=1, le=720)] | None = None,
    maxResults: Annotated[int, Field(ge=1, le=20)] = 5,
) -> Json:
    """Sum up notifications: what was missed, how many from each app, the newest first.

    app: only of this app.
    sinceHours: only of the last hours.
    """
    since = phone.state.now - sinceHours * 3600 if sinceHours is not None else 0
    rows = [row for row in phone.state.rows("notifications").values() if row["time"] >= since]
    if app is not None:
        apps = sorted({row["app"] for row in rows})
        chosen = [name for name in apps if fold(name) == fold(app)] or [name for name in apps if name_matches(app, name)]
        if not chosen:
            raise not_found("notification of the app", app, apps)
        rows = [row for row in rows if row["app"] in chosen]
    rows.sort(key=lambda row: (-row["time"], row["id"]))
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["app"]] = counts.get(row["app"], 0) + 1
    ordered = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    newest = [
        {name: row[name] for name in ("app", "title", "text")} | {"time": phone.to_local(row["time"])}
        for row in rows[:maxResults]
    ]
    return {"total": len(rows), "byApp": ordered, "newest": newest}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.PERMISSION_DENIED, Code.NO_SERVICE, Code.PRECONDITION_FAILED),
    seconds=2,
)
def control_live_translation(
    phone: Phone,
    action: Literal["start", "stop", "status"],
    mode: Literal["captions", "conversation", "call"] | None = None,
    sourceLanguage: Language | None = None,
    targetLanguage: Language | None = None,
) -> Json:
    """Start or stop the live interpreter: translated captions, a conversation, or the call that is going on.

    sourceLanguage: found out by itself if not given.
    targetLanguage: the assistant's language if not given.
    """
    row = phone.one("live_translation")
    if action == "stop":
        return {"changed": phone.put("live_translation", "main", on=False)}
    if action == "start":
        if mode is None:
            raise missing("mode", "captions, conversation or call")
        target = targetLanguage or phone.one("assistant")["language"]
        if target == sourceLanguage:
            message = f"targetLanguage: {target} is the source language too"
            raise PhoneError(Code.INVALID_ARGUMENT, message, accepted={"targetLanguage": "another language"})
        phone.require_permission("microphone")
        phone.require("internet")
        fields = {"on": True, "mode": mode, "source": sourceLanguage or "auto", "target": target}
        if mode == "call" and row["on"] and row["mode"] != "call":  # so that the call is asked for
            phone.put("live_translation", "main", on=False)
        changed = phone.put("live_translation", "main", **fields)
        return {"changed": changed, "mode": mode, "sourceLanguage": fields["source"], "targetLanguage": target}
    names = {"mode": "mode", "sourceLanguage": "source", "targetLanguage": "target"}
    return {"on": row["on"], **({name: row[field] for name, field in names.items()} if row["on"] else {})}


@tool(DOMAIN, errors=(Code.PRECONDITION_FAILED,))
def read_screen(
    phone: Phone, extract: Literal["text", "phone_numbers", "emails", "links", "amounts", "times"] = "text"
) -> Json:
    """Read what is on the screen now: its text, or the phone numbers, e-mails, links, amounts or times in it."""
    if phone.one("device", "lock")["locked"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "the phone is locked")
    screen = phone.one("screen")
    shown = screen["shown"]
    if shown == "notifications":
        text = "\n".join(f"{row['title']}: {row['text']}" for row in phone.state.rows("notifications").values())
    else:
        text = screen["text"] if shown == "app" else ""
    answer: Row = {"shown": shown, "app": screen["app"] if shown == "app" else None}
    if extract == "text":
        return {**answer, "text": text[:2000]}
    found = list(dict.fromkeys(" ".join(match.split()) for match in _FIND[extract].findall(text)))
    return {**answer, "total": len(found), extract: found[:10]}


@tool(
    DOMAIN,
    risk=Risk.IRREVERSIBLE,
    risks={"search": Risk.READ},
    errors=(Code.NOT_FOUND,),
)
def manage_assistant_history(
    phone: Phone,
    action: Literal["search", "delete", "clear"],
    query: Text | None = None,
    entryIds: list[str] | None = None,
    maxResults: Annotated[int, Field(ge=1, le=20)] = 5,
) -> Json:
    """Search what the assistant was asked before and answered, delete entries of that history, or clear all of it.

    query: words of the request or the answer.
    entryIds: ids that search returned, for delete.
    """
    rows = phone.state.rows("assistant_history")
    if action == "search":
        found = [row for row in rows.values() if query is None or name_matches(query, f"{row['request']} {row['reply']}")]
        found.sort(key=lambda row: (-row["time"], row["id"]))
        shown = [
            {name: row[name] for name in ("id", "request", "reply")} | {"time": phone.to_local(row["time"])}
            for row in found[:maxResults]
        ]
        return {"total": len(found), "entries": shown}
    if action == "delete":
        if not entryIds:
            raise missing("entryIds", "ids that search returned")
        keys = list(dict.fromkeys(entryIds))
        for key in keys:
            phone.row("assistant_history", key)
    else:
        keys = list(rows)
    for key in keys:
        phone.remove("assistant_history", key)
    return {"deleted": len(keys)}
