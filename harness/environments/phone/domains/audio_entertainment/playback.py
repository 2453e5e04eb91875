"""Two players, one for sound and one for video: what they play, how far they have got, and when they stop.

Time passing writes nothing. A player's row says where it was and since when it has run; where it is now follows from
that and the lengths in its queue. Only the end of the queue, the sleep timer and calls write by themselves.
"""

import random
from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN, clock_length, named, only

Player = Literal["audio", "video"]
PLAYERS: tuple[Player, ...] = ("audio", "video")
KINDS = {
    "track": "tracks", "station": "radio_stations", "episode": "episodes", "audiobook": "audiobooks", "video": "videos",
}  # fmt: skip
"""The table in which each kind of item stands."""
LASTING = {"episode": "played", "audiobook": None, "video": "watched"}
"""Kinds that go on where they were left, and the field that says that they were finished."""
STARTING = (Code.NO_SERVICE, Code.BLOCKED_BY_MODE, Code.CONFLICT)
"""Why something cannot start to play."""


class Place(NamedTuple):
    """How far a player has got: where in the queue, seconds into it, and whether the queue is over."""

    at: int
    position: int
    over: bool = False


# -- where a player is


def item(phone: Phone, row: Row, index: int) -> Row:
    """The item of a player's queue."""
    return phone.row(KINDS[row["kind"]], row["queue"][index])


def place(phone: Phone, row: Row) -> Place:
    """Where a player is now, by the clock."""
    if row["state"] != "playing":
        return Place(row["index"], row["position"])
    position = row["position"] + int((phone.state.now - row["since"]) * row["speed"])
    index = row["index"]
    if row["kind"] == "station":
        return Place(index, position)
    lengths = _lengths(phone, row)
    if row["repeat"] == "one":
        return Place(index, position % lengths[index])
    if row["repeat"] == "all" and position > sum(lengths):
        position %= sum(lengths)
    last = _last(phone, row)
    while position >= lengths[index]:
        if index == last and row["repeat"] == "off":
            return Place(index, lengths[index], True)
        position -= lengths[index]
        index = (index + 1) % len(lengths)
    return Place(index, position)


def _lengths(phone: Phone, row: Row) -> list[int]:
    rows = phone.state.rows(KINDS[row["kind"]])
    return [rows[key]["seconds"] for key in row["queue"]]


def _last(phone: Phone, row: Row) -> int:
    """The last index that is reached without anybody's doing."""
    stays = row["kind"] == "video" and not phone.one("streaming")["autoplay"]
    return int(row["index"]) if stays else len(row["queue"]) - 1


def _runs_out(phone: Phone, row: Row, last: int) -> int:
    """The epoch at which the item at index ``last`` ends."""
    remaining = sum(_lengths(phone, row)[row["index"] : last + 1]) - row["position"]
    return int(row["since"] + -(-remaining // row["speed"]))


def in_use(phone: Phone) -> Player:
    """The player that plays, or else the one that played last."""
    rows = phone.state.rows("players")
    return max(PLAYERS, key=lambda name: (rows[name]["state"] == "playing", bool(rows[name]["queue"]), rows[name]["since"]))


def current_track(phone: Phone) -> Row | None:
    """The song in the audio player, playing or not."""
    row = phone.one("players", "audio")
    return item(phone, row, place(phone, row).at) if row["kind"] == "track" and row["queue"] else None


def settle(phone: Phone, name: str) -> Row:
    """Writes down where the player is, so that it can be changed from there on; returns its row."""
    row = phone.one("players", name)
    if row["state"] == "playing":
        now = place(phone, row)
        phone.put("players", name, index=now.at, position=now.position, since=phone.state.now)
    return phone.one("players", name)


def _keep_place(phone: Phone, row: Row) -> None:
    """Remembers how far the item got that the player leaves, and that those before it were finished."""
    if row["kind"] not in LASTING or not row["queue"]:
        return
    now, finished = place(phone, row), LASTING[row["kind"]]
    for index in range(row["index"], now.at + 1):
        ended = index < now.at or now.over
        done = {finished: True} if ended and finished else {}
        phone.put(KINDS[row["kind"]], row["queue"][index], position=0 if ended else now.position, **done)


# -- starting


def playable(phone: Phone, kind: str, queue: Sequence[str]) -> tuple[list[str], bool]:
    """What of a queue can be played now, and whether that streams. Without a connection only what is downloaded can.

    Raises ``PhoneError`` NO_SERVICE or BLOCKED_BY_MODE when nothing is left.
    """
    rows = phone.state.rows(KINDS[kind])
    stored = [key for key in queue if rows[key].get("downloaded") or rows[key].get("fm")]
    if len(stored) == len(queue):
        return stored, False
    try:
        phone.require("streaming")
    except PhoneError:
        if not stored:
            raise
        return stored, False
    return list(queue), True


def start(phone: Phone, name: Player, kind: str, queue: Sequence[str], position: int = 0, *, shuffle: bool = False) -> Json:
    """Plays a queue from its first item. Raises ``PhoneError``: one of ``STARTING``."""
    chosen, streams = playable(phone, kind, queue)
    if chosen[0] != queue[0]:
        position = 0
    if shuffle:
        chosen = shuffled(phone, chosen)
    _keep_place(phone, phone.one("players", name))
    phone.put(
        "players", name, state="playing", kind=kind, queue=chosen, index=0, position=position, since=phone.state.now,
        stream=streams, held=False, shuffle=shuffle,
    )  # fmt: skip
    note_track(phone, kind, chosen[0])
    answer: dict[str, Json] = {"playing": line(phone, phone.one("players", name)), "queued": len(chosen) - 1}
    if len(chosen) < len(queue):
        answer["notAvailableOffline"] = len(queue) - len(chosen)
    return answer


def note_track(phone: Phone, kind: str, key: str) -> None:
    """Counts a song that starts."""
    if kind == "track":
        phone.put("tracks", key, last_played=phone.state.now, plays=phone.row("tracks", key)["plays"] + 1)


def shuffled(phone: Phone, keys: Sequence[str]) -> list[str]:
    """The keys in an order that depends on them and the phone's seed only, so that no other call can change it."""
    raw = blake2b(f"{phone.seed}/{'/'.join(keys)}".encode(), digest_size=8).digest()
    order = list(keys)
    random.Random(int.from_bytes(raw, "big")).shuffle(order)
    return order


def line(phone: Phone, row: Row) -> dict[str, Json]:
    """What a player is at, as tools show it."""
    now = place(phone, row)
    what = item(phone, row, now.at)
    shown: dict[str, Json] = {"kind": row["kind"], "id": what["id"], "name": what["name"]}
    for field in ("artist", "author", "series", "service"):
        if what.get(field):
            shown[field] = what[field]
    if row["kind"] == "episode":
        shown["podcast"] = phone.row("podcasts", what["podcast"])["name"]
    if row["kind"] != "station":
        shown["position"] = clock_length(now.position)
        shown["length"] = clock_length(what["seconds"])
    return shown


# -- rules of these tables only


@RULES.guard("players")
def playback_waits_for_the_recorder(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Nothing starts to play while a voice recording or a video is being recorded."""
    if _starts(before, after) and (phone.one("recorder")["state"] == "recording" or phone.one("camera")["recording"]):
        raise PhoneError(Code.CONFLICT, "a recording is running; stop it first")


@RULES.effect("players", "audio")
def sound_pauses_the_video(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Starting the audio player pauses the video player."""
    if _starts(before, after):
        phone.put("players", "video", state=_halted(phone, "video"), held=False)


@RULES.effect("players", "video")
def video_pauses_the_sound(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Starting the video player pauses the audio player."""
    if _starts(before, after):
        phone.put("players", "audio", state=_halted(phone, "audio"), held=False)


@RULES.effect("players", "audio")
def sound_keeps_its_place(phone: Phone, before: Row | None, after: Row | None) -> None:
    """An audio player that pauses or stops keeps how far it got, and goes on from there."""
    _on_switch(phone, "audio", before, after)


@RULES.effect("players", "video")
def video_keeps_its_place(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A video player that pauses or stops keeps how far it got, and goes on from there."""
    _on_switch(phone, "video", before, after)


def _on_switch(phone: Phone, name: str, before: Row | None, after: Row | None) -> None:
    if before is None or after is None:
        return
    if before["state"] == "playing" and after["state"] != "playing":
        now = place(phone, before)
        _keep_place(phone, before)
        phone.put("players", name, index=now.at, position=0 if now.over else now.position)
    elif _starts(before, after):
        phone.put("players", name, since=phone.state.now)
    _move_sleep_timer(phone)


def _starts(before: Row | None, after: Row | None) -> bool:
    return after is not None and after["state"] == "playing" and not (before is not None and before["state"] == "playing")


def _halted(phone: Phone, name: str) -> str:
    """The state of a player once it no longer plays."""
    state = str(phone.one("players", name)["state"])
    return "paused" if state == "playing" else state


def pause_all(phone: Phone) -> None:
    """Pauses whatever plays; nothing goes on by itself."""
    for name in PLAYERS:
        phone.put("players", name, state=_halted(phone, name), held=False)


def _queue_due(phone: Phone, row: Row, after: int) -> int | None:
    if row["state"] != "playing" or row["kind"] == "station" or row["repeat"] != "off":
        return None
    return max(_runs_out(phone, row, _last(phone, row)), after + 1)


def _queue_fire(phone: Phone, key: str, row: Row) -> None:
    """A player stops at the end of its queue."""
    if place(phone, row).over:
        phone.put("players", key, state="stopped")


def _sleep_due(phone: Phone, row: Row, after: int) -> int | None:
    return max(int(row["expires"]), after + 1) if row["on"] and row["expires"] is not None else None


def _sleep_fire(phone: Phone, key: str, row: Row) -> None:
    """The sleep timer pauses playback and is then off."""
    phone.put("sleep_timer", key, on=False, minutes=None, end_of_item=False, expires=None)
    pause_all(phone)


RULES.schedule(Schedule("players", _queue_due, _queue_fire))
RULES.schedule(Schedule("sleep_timer", _sleep_due, _sleep_fire))


def _move_sleep_timer(phone: Phone) -> None:
    """A sleep timer for the end of the current item follows that item; it waits while nothing plays."""
    if phone.one("sleep_timer")["end_of_item"]:
        phone.put("sleep_timer", "main", expires=_item_ends(phone))


def _item_ends(phone: Phone) -> int | None:
    """The epoch at which what plays now ends; None for a station and when nothing plays."""
    row = phone.one("players", in_use(phone))
    if row["state"] != "playing" or row["kind"] == "station":
        return None
    now = place(phone, row)
    remaining = item(phone, row, now.at)["seconds"] - now.position
    return phone.state.now + int(-(-remaining // row["speed"]))


@RULES.effect("device", "power")
def switching_off_ends_playback(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Switching off or restarting pauses playback and cancels the sleep timer."""
    assert after is not None
    if after["state"] != "on":
        pause_all(phone)
        phone.put("sleep_timer", "main", on=False, minutes=None, end_of_item=False, expires=None)


# -- tools


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
        wanted = "stopped" if action == "stop" else _halted(phone, name)
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
    _move_sleep_timer(phone)


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
    _keep_place(phone, row)
    left = item(phone, row, index).get("position", 0)
    phone.put("players", name, index=index, position=left, since=phone.state.now)
    note_track(phone, row["kind"], key)
    _move_sleep_timer(phone)


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


def require_allowed(phone: Phone, row: Row) -> None:
    """Raises ``PhoneError`` BLOCKED_BY_MODE if the content limit forbids the song or video."""
    limit = phone.one("content_limit")
    if row.get("explicit") and not limit["explicit_music"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, f"{row['name']} is explicit, and the content limit blocks such songs")
    if row.get("rating", 0) > limit["max_age"]:
        limited = f"the content limit allows videos up to {limit['max_age']}"
        raise PhoneError(Code.BLOCKED_BY_MODE, f"{row['name']} is rated {row['rating']}, {limited}")


def is_allowed(phone: Phone, row: Row) -> bool:
    """Whether the content limit lets the song or video play."""
    limit = phone.one("content_limit")
    return not (row.get("explicit") and not limit["explicit_music"]) and row.get("rating", 0) <= limit["max_age"]


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
    ends = _item_ends(phone)
    if ends is None:
        raise PhoneError(Code.UNSUPPORTED, "radio does not end; give minutes", accepted={"minutes": "1 to 720"})
    return ends
