"""The voice recorder. A finished recording is an audio file in the folder Recordings, so that it can be sent."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import name_matches
from ...phone import Phone, fold
from ...rules import RULES
from ...state import Row
from ...storage import free_space, leave_file
from ...tools import Risk, tool
from .players import pause_all
from .tables import DOMAIN, clock_length, only

FOLDER = "Recordings"
MB_PER_SECOND = 0.02
LEAST_MB = 10
"""Megabytes that must be free for a recording to start."""


@RULES.effect("recorder")
def recording_pauses_playback(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A voice recording pauses whatever is playing; that does not go on by itself."""
    if after is not None and after["state"] == "recording" and not (before is not None and before["state"] == "recording"):
        pause_all(phone)


@RULES.effect("recorder")
def recorder_counts_its_seconds(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A recording that is paused keeps how long it is; one that goes on counts from there."""
    if before is None or after is None:
        return
    if before["state"] == "recording" and after["state"] == "paused":
        phone.put("recorder", "main", seconds=_length(phone, before))
    elif before["state"] != "recording" and after["state"] == "recording":
        phone.put("recorder", "main", since=phone.state.now)


@RULES.effect("device", "power")
def switching_off_saves_the_recording(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Switching off or restarting ends a voice recording and keeps it."""
    assert after is not None
    if after["state"] != "on" and phone.one("recorder")["state"] != "idle":
        _finish(phone)


def _length(phone: Phone, row: Row) -> int:
    """Seconds recorded so far."""
    return int(row["seconds"]) + (phone.state.now - int(row["since"]) if row["state"] == "recording" else 0)


def _finish(phone: Phone) -> Row:
    """Ends the recording and returns its file; a full storage cuts it short."""
    row = phone.one("recorder")
    seconds = _length(phone, row)
    size = round(min(max(seconds * MB_PER_SECOND, 0.1), max(free_space(phone), 0)), 1)
    phone.put("recorder", "main", state="idle", title="", seconds=0, since=0)
    key = leave_file(phone, row["title"] + ".m4a", FOLDER, size)
    phone.put("recordings", key, id=key, seconds=seconds, recorded=phone.state.now)
    return phone.row("files", key)


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(
        Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS, Code.CONFLICT, Code.PRECONDITION_FAILED, Code.PERMISSION_DENIED,
        Code.NO_SPACE,
    ),
)  # fmt: skip
def manage_voice_recording(
    phone: Phone,
    action: Literal["start", "pause", "resume", "stop", "list", "rename", "delete"],
    recordingId: str | None = None,
    title: Text | None = None,
    newTitle: Text | None = None,
) -> Json:
    """Record sound with the voice recorder (voice memo, dictaphone): start, pause, resume, stop; list, rename, delete.

    recordingId: for rename and delete; it is also the fileId under which the recording can be sent.
    title: of the new recording, or of the one to rename or delete.
    """
    if action == "list":
        found = sorted(_kept(phone), key=lambda row: (-phone.row("recordings", row["id"])["recorded"], row["id"]))
        now = phone.one("recorder")
        running = {} if now["state"] == "idle" else {"now": {"title": now["title"], "state": now["state"]}}
        return {"total": len(found), "recordings": [_recording(phone, row) for row in found[:10]], **running}
    if action in ("rename", "delete"):
        row = _which(phone, recordingId, title)
        if action == "delete":
            phone.put("files", row["id"], trashed=True)
            return {"recordingId": row["id"], "deleted": True, "inTrash": True}
        if newTitle is None:
            raise missing("newTitle", "the title afterwards")
        changed = phone.put("files", row["id"], name=_free(phone, newTitle, besides=row["id"]))
        return {"recordingId": row["id"], "title": newTitle, "changed": changed}
    now = phone.one("recorder")
    if action == "start":
        return _start(phone, title)
    if now["state"] == "idle":
        raise PhoneError(Code.PRECONDITION_FAILED, "nothing is being recorded", accepted={"action": "start"})
    if action == "stop":
        row = _finish(phone)
        return _recording(phone, row)
    if action == "resume":
        phone.require_permission("microphone")
    changed = phone.put("recorder", "main", state="paused" if action == "pause" else "recording")
    return {"title": now["title"], "recordedSeconds": _length(phone, phone.one("recorder")), "changed": changed}


def _start(phone: Phone, title: str | None) -> Json:
    phone.require_permission("microphone")
    now = phone.one("recorder")
    if now["state"] != "idle":
        raise PhoneError(Code.CONFLICT, f"{now['title']!r} is being recorded already; stop it first")
    if free_space(phone) < LEAST_MB:
        raise PhoneError(Code.NO_SPACE, f"a recording needs {LEAST_MB} MB, {free_space(phone):g} MB are free")
    if title is None:
        number = 1
        while _taken(phone, f"Recording {number}.m4a") is not None:
            number += 1
        title = f"Recording {number}"
    else:
        _free(phone, title)
    phone.put("recorder", "main", state="recording", title=title, seconds=0, since=phone.state.now)
    return {"title": title, "state": "recording"}


def _kept(phone: Phone) -> list[Row]:
    """The files of all recordings that are not in the trash."""
    files = [phone.row("files", key) for key in phone.state.rows("recordings")]
    return [row for row in files if not row["trashed"]]


def _recording(phone: Phone, row: Row) -> Row:
    made = phone.row("recordings", row["id"])
    shown = {"recordingId": row["id"], "title": _title(row), "length": clock_length(made["seconds"])}
    return {**shown, "recorded": phone.to_local(made["recorded"]), "sizeMb": row["size_mb"]}


def _title(row: Row) -> str:
    return str(row["name"]).rpartition(".")[0]


def _which(phone: Phone, key: str | None, title: str | None) -> Row:
    if key is not None:
        if phone.state.get("recordings", key) is None or phone.row("files", key)["trashed"]:
            raise not_found("recording", key)
        return phone.row("files", key)
    if title is None:
        raise PhoneError(Code.MISSING_ARGUMENT, "say which recording", accepted=["recordingId", "title"])
    rows = _kept(phone)
    exact = [row for row in rows if fold(_title(row)) == fold(title)]
    return only(exact or [row for row in rows if name_matches(title, _title(row))], "recording", title)


def _taken(phone: Phone, name: str) -> str | None:
    found = phone.find("files", name=name, folder=FOLDER, trashed=False)
    return found[0][0] if found else None


def _free(phone: Phone, title: str, besides: str | None = None) -> str:
    """The file name for a title. Raises ``PhoneError`` INVALID_ARGUMENT or ALREADY_EXISTS."""
    if "/" in title:
        raise PhoneError(Code.INVALID_ARGUMENT, "a title has no / in it")
    name = f"{title.strip()}.m4a"
    taken = _taken(phone, name)
    if taken is not None and taken != besides:
        raise PhoneError(Code.ALREADY_EXISTS, f"there is a recording {title!r} already", accepted={"recordingId": taken})
    return name
