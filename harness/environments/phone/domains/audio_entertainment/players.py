"""Two players, one for sound and one for video: what they play, how far they have got, and when they stop.

Time passing writes nothing. A player's row says where it was and since when it has run; where it is now follows from
that and the lengths in its queue. Only the end of the queue, the sleep timer and calls write by themselves.
"""

import random
from collections.abc import Sequence
from hashlib import blake2b
from typing import Literal, NamedTuple

from harness.contract import Json

from ...errors import Code, PhoneError
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from .tables import clock_length

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


def keep_place(phone: Phone, row: Row) -> None:
    """Remembers how far the item got that the player leaves, and that those before it were finished."""
    if row["kind"] not in LASTING or not row["queue"]:
        return
    now, finished = place(phone, row), LASTING[row["kind"]]
    for index in range(row["index"], now.at + 1):
        ended = index < now.at or now.over
        done = {finished: True} if ended and finished else {}
        phone.put(KINDS[row["kind"]], row["queue"][index], position=0 if ended else now.position, **done)


# -- starting


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
    keep_place(phone, phone.one("players", name))
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
    kind = what["kind"] if row["kind"] == "video" else row["kind"]
    shown: dict[str, Json] = {"kind": kind, "id": what["id"], "name": what["name"]}
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
        phone.put("players", "video", state=halted(phone, "video"), held=False)


@RULES.effect("players", "video")
def video_pauses_the_sound(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Starting the video player pauses the audio player."""
    if _starts(before, after):
        phone.put("players", "audio", state=halted(phone, "audio"), held=False)


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
        keep_place(phone, before)
        phone.put("players", name, index=now.at, position=0 if now.over else now.position)
    elif _starts(before, after):
        phone.put("players", name, since=phone.state.now)
    move_sleep_timer(phone)


def _starts(before: Row | None, after: Row | None) -> bool:
    return after is not None and after["state"] == "playing" and not (before is not None and before["state"] == "playing")


def halted(phone: Phone, name: str) -> str:
    """The state of a player once it no longer plays."""
    state = str(phone.one("players", name)["state"])
    return "paused" if state == "playing" else state


def pause_all(phone: Phone) -> None:
    """Pauses whatever plays; nothing goes on by itself."""
    for name in PLAYERS:
        phone.put("players", name, state=halted(phone, name), held=False)


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


def move_sleep_timer(phone: Phone) -> None:
    """A sleep timer for the end of the current item follows that item; it waits while nothing plays."""
    if phone.one("sleep_timer")["end_of_item"]:
        phone.put("sleep_timer", "main", expires=item_ends(phone))


def item_ends(phone: Phone) -> int | None:
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
