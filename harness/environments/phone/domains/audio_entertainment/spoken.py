"""Radio, podcasts and audiobooks: what is listened to besides music."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .players import STARTING, place, start
from .tables import DOMAIN, Count, clock_length, mentions, named, only, pick

WHICH = (Code.NOT_FOUND, Code.AMBIGUOUS)


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"search": Risk.READ}, errors=(*WHICH, *STARTING), seconds=2)
def manage_radio(
    phone: Phone,
    action: Literal["search", "play", "save", "unsave"],
    station: Text | None = None,
    genre: Text | None = None,
    maxResults: Count = 8,
) -> Json:
    """Find radio stations, play one, or save one among the presets; FM stations need no internet.

    station: name, frequency such as 98.8, or id.
    genre: such as news, jazz or talk.
    """
    if action == "search":
        found = [row for _, row in phone.find("radio_stations", **({} if genre is None else {"genre": genre}))]
        if station is not None:
            found = [row for row in found if mentions(station, row["name"], row["fm"])]
        found.sort(key=lambda row: (not row["saved"], row["name"]))
        fields = ("id", "name", "genre", "fm", "saved")
        return {"total": len(found), "stations": [{name: row[name] for name in fields} for row in found[:maxResults]]}
    row = _station(phone, station)
    answer = {"id": row["id"], "station": row["name"]}
    if action == "play":
        return start(phone, "audio", "station", [row["id"]])
    return {**answer, "saved": action == "save", "changed": phone.put("radio_stations", row["id"], saved=action == "save")}


def _station(phone: Phone, given: str | None) -> Row:
    on_air = [row for row in phone.state.rows("radio_stations").values() if row["fm"] and str(row["fm"]) == given]
    return on_air[0] if on_air else pick(phone, "radio_stations", "station", given, ("genre",))


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"search": Risk.READ, "list": Risk.READ, "episodes": Risk.READ},
    errors=(*WHICH, *STARTING),
    seconds=2,
)
def manage_podcast(
    phone: Phone,
    action: Literal["search", "list", "subscribe", "unsubscribe", "episodes", "play", "mark_played"],
    podcast: Text | None = None,
    episodeId: str | None = None,
    episode: Text | None = None,
    query: Text | None = None,
    maxResults: Count = 5,
) -> Json:
    """Find podcasts, follow (subscribe to) or unfollow one, list its episodes, play one, or mark it as played.

    podcast: name or id.
    episode: its title; play without it takes the newest one not played yet.
    query: for search; words of name, host or topic.
    """
    if action in ("search", "list"):
        fields = ("id", "name", "host", "category", "subscribed")
        if action == "search":
            if query is None:
                raise missing("query", "words of the podcast's name, host or topic")
            phone.require("internet")
            rows = phone.state.rows("podcasts").values()
            found = [row for row in rows if mentions(query, row["name"], row["host"], row["category"])]
        else:
            found = [row for _, row in phone.find("podcasts", subscribed=True)]
        return {"total": len(found), "podcasts": [{name: row[name] for name in fields} for row in found[:maxResults]]}
    if action in ("subscribe", "unsubscribe"):
        row = pick(phone, "podcasts", "podcast", podcast, ("host",))
        if action == "subscribe":
            phone.require("internet")
        changed = phone.put("podcasts", row["id"], subscribed=action == "subscribe")
        return {"podcast": row["name"], "subscribed": action == "subscribe", "changed": changed}
    if action == "episodes":
        found = _episodes(phone, pick(phone, "podcasts", "podcast", podcast, ("host",))["id"])
        return {"total": len(found), "episodes": [_episode(phone, row) for row in found[:maxResults]]}
    row = _which_episode(phone, podcast, episodeId, episode, named_only=action == "mark_played")
    if action == "play":
        return start(phone, "audio", "episode", [row["id"]], row["position"])
    return {"episode": row["name"], "changed": phone.put("episodes", row["id"], played=True, position=0)}


def _episodes(phone: Phone, podcast: str) -> list[Row]:
    """The episodes of a podcast, the newest first."""
    found = [row for row in phone.state.rows("episodes").values() if row["podcast"] == podcast]
    return sorted(found, key=lambda row: (-row["published"], row["id"]))


def _episode(phone: Phone, row: Row) -> Json:
    shown = {"id": row["id"], "title": row["name"], "published": phone.to_local(row["published"])[:10]}
    shown |= {"length": clock_length(row["seconds"]), "played": row["played"], "downloaded": row["downloaded"]}
    return shown | ({"leftAt": clock_length(row["position"])} if row["position"] else {})


def _which_episode(phone: Phone, podcast: str | None, key: str | None, title: str | None, *, named_only: bool) -> Row:
    """The episode of that id, of that title, or the newest of a podcast that was not played. Raises ``PhoneError``."""
    if key is not None:
        return phone.row("episodes", phone.resolve("episodes", "episode", key=key))
    if podcast is None and title is None:
        raise missing("podcast", "name of a podcast, or an episodeId")
    if podcast is None:
        return only(named(phone.state.rows("episodes").items(), title or ""), "episode", title or "")
    show = pick(phone, "podcasts", "podcast", podcast, ("host",))
    found = _episodes(phone, show["id"])
    if title is not None:
        return only(named([(row["id"], row) for row in found], title), f"episode of {show['name']}", title)
    if named_only:
        raise missing("episode", "title of the episode, or its episodeId")
    if not found:
        raise not_found("episode of", show["name"])
    return next((row for row in found if not row["played"]), found[0])


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(*WHICH, *STARTING), seconds=2)
def manage_audiobook(
    phone: Phone,
    action: Literal["list", "play", "bookmark"],
    title: Text | None = None,
    chapter: Annotated[int, Field(ge=1)] | None = None,
    note: Text | None = None,
) -> Json:
    """List the audiobooks with their bookmarks, play one from where it was left or from a chapter, or set a bookmark.

    title: of the audiobook, or its id.
    note: for bookmark, which marks where the book is now.
    """
    if action == "list":
        return {"audiobooks": [_book(phone, row) for row in phone.state.rows("audiobooks").values()][:20]}
    row = pick(phone, "audiobooks", "title", title, ("author",))
    key, length = row["id"], row["seconds"] // row["chapters"]
    if action == "bookmark":
        position = _position(phone, row)
        now = min(position // length + 1, row["chapters"])
        mark = phone.add("bookmarks", "bk", audiobook=key, chapter=now, position=position, note=note or "")
        return {"bookmarkId": mark, "title": row["name"], "chapter": now, "position": clock_length(position)}
    if chapter is not None and chapter > row["chapters"]:
        wanted = {"chapter": [1, row["chapters"]]}
        raise PhoneError(Code.INVALID_ARGUMENT, f"{row['name']} has {row['chapters']} chapters", accepted=wanted)
    position = _position(phone, row) if chapter is None else (chapter - 1) * length
    return start(phone, "audio", "audiobook", [key], position)


def _position(phone: Phone, row: Row) -> int:
    """Where an audiobook is: in the player if it is there, else where it was left."""
    player = phone.one("players", "audio")
    if player["state"] == "playing" and player["queue"] == [row["id"]]:
        return place(phone, player).position
    return int(row["position"])


def _book(phone: Phone, row: Row) -> Json:
    shown = {field: row[field] for field in ("id", "name", "author", "narrator", "chapters", "downloaded")}
    position = _position(phone, row)
    shown |= {"leftAt": clock_length(position), "length": clock_length(row["seconds"])}
    marks = [{"chapter": mark["chapter"], "note": mark["note"]} for _, mark in phone.find("bookmarks", audiobook=row["id"])]
    return shown | ({"bookmarks": marks} if marks else {})
