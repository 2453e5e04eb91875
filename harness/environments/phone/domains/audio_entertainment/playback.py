"""Controlling what plays: pause and skip, modes, the queue, the sleep timer. How players work stands in ``players.py``."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .players import (
    PLAYERS,
    STARTING,
    Player,
    halted,
    in_use,
    item,
    item_ends,
    keep_place,
    line,
    move_sleep_timer,
    note_track,
    place,
    playable,
    require_allowed,
    settle,
    shuffled,
)
from .tables import DOMAIN, named, only


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"status": Risk.READ},
      errors=(*STARTING, Code.PRECONDITION_FAILED, Code.UNSUPPORTED))  # fmt: skip
def control_playback(
    phone: Phone,
    action: Literal["status", "resume", "pause", "stop", "next", "previous", "seek"],
    player: Player | None = None,
    seconds: Annotated[int, Field(ge=0, le=360_000)] | None = None,
) -> Json:
    """Pause, resume, stop or skip what is playing, jump to a second of it, or show what is playing now.

    player: audio is music, radio, podcasts and audiobooks; without it, the one that plays or played last.
    seconds: for seek, from the beginning.
    """
    if action == "status":
        rows = phone.state.rows("players")
        chosen = [name for name in PLAYERS if player in (None, name)]
        return {"players": [_status(phone, name, rows[name]) for name in chosen if rows[name]["queue"]]}
    name = player or in_use(phone)
    row = phone.one("players", name)
    if action in ("pause", "stop"):
        wanted = "stopped" if action == "stop" else halted(phone, name)
        return {"player": name, "changed": phone.put("players", name, state=wanted, held=False)}
    if not row["queue"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"there is nothing in the {name} player to {action}")
    changed = True
    if action == "resume":
        changed = _resume(phone, name)
    elif action == "seek":
        _seek(phone, name, seconds)
    else:
        _skip(phone, name, 1 if action == "next" else -1)
    row = phone.one("players", name)
    return {"player": name, "state": row["state"], "now": line(phone, row), "changed": changed}


def _status(phone: Phone, name: str, row: Row) -> Json:
    left = len(row["queue"]) - 1 - place(phone, row).at
    shown = {"player": name, "state": row["state"], **line(phone, row), "upNext": left, "speed": row["speed"]}
    return {**shown, "shuffle": row["shuffle"], "repeat": row["repeat"]} if name == "audio" else shown


def _resume(phone: Phone, name: str) -> bool:
    row = phone.one("players", name)
    if row["state"] == "playing":
        return False
    key = row["queue"][row["index"]]
    require_allowed(phone, item(phone, row, row["index"]))
    playable(phone, row["kind"], [key])
    chosen, streams = playable(phone, row["kind"], row["queue"])
    index = row["index"] if len(chosen) == len(row["queue"]) else chosen.index(key)
    return phone.put("players", name, state="playing", queue=chosen, index=index, stream=streams, held=False,
                     since=phone.state.now)  # fmt: skip


def _seek(phone: Phone, name: str, seconds: int | None) -> None:
    row = phone.one("players", name)
    if row["kind"] == "station":
        raise PhoneError(Code.UNSUPPORTED, "radio is live, so there is nowhere to jump to")
    if seconds is None:
        raise missing("seconds", "second to jump to, from the beginning")
    length = item(phone, row, place(phone, row).at)["seconds"]
    if seconds >= length:
        raise PhoneError(Code.INVALID_ARGUMENT, f"it is {length} seconds long", accepted={"seconds": [0, length - 1]})
    settle(phone, name)
    phone.put("players", name, position=seconds, since=phone.state.now)
    move_sleep_timer(phone)


def _skip(phone: Phone, name: str, step: int) -> None:
    row = phone.one("players", name)
    index = place(phone, row).at + step
    if row["repeat"] == "all":
        index %= len(row["queue"])
    if index < 0:
        raise PhoneError(Code.PRECONDITION_FAILED, "this is the first one")
    if index >= len(row["queue"]):
        raise PhoneError(Code.PRECONDITION_FAILED, "nothing comes after this")
    key = row["queue"][index]
    require_allowed(phone, item(phone, row, index))
    playable(phone, row["kind"], [key])
    keep_place(phone, row)
    left = item(phone, row, index).get("position", 0)
    phone.put("players", name, index=index, position=left, since=phone.state.now)
    note_track(phone, row["kind"], key)
    move_sleep_timer(phone)


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_playback_mode(
    phone: Phone,
    shuffle: bool | None = None,
    repeat: Literal["off", "one", "all"] | None = None,
    speed: Annotated[float, Field(ge=0.5, le=3)] | None = None,
) -> Json:
    """Set shuffle and repeat of music, or the playback speed of sound and videos.

    repeat: one repeats the current song, all the whole queue.
    speed: 1 is normal.
    """
    if shuffle is None and repeat is None and speed is None:
        raise missing("shuffle", "shuffle, repeat or speed")
    changed = False
    if speed is not None:
        for name in PLAYERS:
            if phone.one("players", name)["speed"] != speed:
                settle(phone, name)
                changed = phone.put("players", name, speed=speed)
    given = {field: value for field, value in (("shuffle", shuffle), ("repeat", repeat)) if value is not None}
    row = phone.one("players", "audio")
    if any(row[field] != value for field, value in given.items()):
        row = settle(phone, "audio")
        if shuffle and not row["shuffle"]:
            ahead = row["index"] + 1
            given["queue"] = row["queue"][:ahead] + shuffled(phone, row["queue"][ahead:])
        changed = phone.put("players", "audio", **given)
    row = phone.one("players", "audio")
    return {"shuffle": row["shuffle"], "repeat": row["repeat"], "speed": row["speed"], "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ},
      errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED, Code.NO_SERVICE, Code.BLOCKED_BY_MODE))  # fmt: skip
def manage_play_queue(
    phone: Phone,
    action: Literal["list", "add", "remove", "clear"],
    trackId: str | None = None,
    title: Text | None = None,
    artist: Text | None = None,
    position: Literal["next", "last"] = "last",
) -> Json:
    """Show which songs play next, add a song to the queue, take one out, or clear what comes next.

    trackId: for add and remove; or title, and artist if needed.
    position: for add.
    """
    row = phone.one("players", "audio")
    if row["kind"] != "track" or not row["queue"]:
        if action in ("list", "clear"):
            return {"total": 0, "upNext": []} if action == "list" else {"changed": False}
        raise PhoneError(Code.PRECONDITION_FAILED, "no music is in the player; start some with play_music")
    index = place(phone, row).at
    ahead = row["queue"][index + 1 :]
    if action == "list":
        rows = [phone.row("tracks", key) for key in ahead[:10]]
        shown = [{"trackId": song["id"], "title": song["name"], "artist": song["artist"]} for song in rows]
        return {"total": len(ahead), "upNext": shown}
    if action == "clear":
        settle(phone, "audio")
        return {"changed": phone.put("players", "audio", queue=row["queue"][: index + 1])}
    song = which_track(phone, trackId, title, artist, among=ahead if action == "remove" else None)
    if action == "remove":
        ahead.remove(song["id"])
        stream = row["stream"]
    else:
        ahead = [song["id"], *ahead] if position == "next" else [*ahead, song["id"]]
        require_allowed(phone, song)
        stream = playable(phone, "track", [song["id"]])[1] or row["stream"]
    settle(phone, "audio")
    phone.put("players", "audio", queue=[*row["queue"][: index + 1], *ahead], stream=stream)
    return {"trackId": song["id"], "title": song["name"], "upNext": len(ahead), "changed": True}


def which_track(
    phone: Phone, key: str | None, title: str | None, artist: str | None, among: Sequence[str] | None = None
) -> Row:
    """The one song that an id, or a title and perhaps an artist mean. Raises ``PhoneError``."""
    if key is not None:
        row = phone.state.get("tracks", key)
        if row is None or (among is not None and key not in among):
            raise not_found("song", key)
        return row
    if title is None:
        raise PhoneError(Code.MISSING_ARGUMENT, "say which song", accepted=["trackId", "title"])
    found = phone.find("tracks", **({} if artist is None else {"artist": artist}))
    within = found if among is None else [pair for pair in found if pair[0] in among]
    return only(named(within, title), "song", title if artist is None else f"{title} by {artist}", ("artist", "album"))


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"status": Risk.READ}, errors=(Code.PRECONDITION_FAILED, Code.UNSUPPORTED))
def manage_sleep_timer(
    phone: Phone,
    action: Literal["set", "cancel", "status"],
    minutes: Annotated[int, Field(ge=1, le=720)] | None = None,
    endOfItem: bool = False,
) -> Json:
    """Stop playing after some minutes or at the end of the current song, episode or chapter; cancel or show that.

    minutes: for set.
    endOfItem: for set, instead of minutes.
    """
    if action == "cancel":
        changed = phone.put("sleep_timer", "main", on=False, minutes=None, end_of_item=False, expires=None)
        return {"on": False, "changed": changed}
    if action == "set":
        if (minutes is not None) == endOfItem:
            if endOfItem:
                raise PhoneError(Code.INVALID_ARGUMENT, "give minutes or endOfItem, not both")
            raise missing("minutes", "after how many minutes, or endOfItem")
        expires = phone.state.now + 60 * minutes if minutes is not None else _end_to_wait_for(phone)
        phone.put("sleep_timer", "main", on=True, minutes=minutes, end_of_item=endOfItem, expires=expires)
    row = phone.one("sleep_timer")
    if not row["on"]:
        return {"on": False}
    stops = None if row["expires"] is None else phone.to_local(row["expires"])
    return {"on": True, "endOfItem": row["end_of_item"], "stopsAt": stops}


def _end_to_wait_for(phone: Phone) -> int:
    row = phone.one("players", in_use(phone))
    if row["state"] != "playing":
        raise PhoneError(Code.PRECONDITION_FAILED, "nothing is playing whose end could be waited for")
    ends = item_ends(phone)
    if ends is None:
        raise PhoneError(Code.UNSUPPORTED, "radio does not end; give minutes", accepted={"minutes": "1 to 720"})
    return ends
