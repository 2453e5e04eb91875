"""Films, series and clips: finding and playing them, and the list of what to watch."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, not_found
from ...lookups import require_app
from ...phone import Phone, fold
from ...state import Row
from ...tools import Risk, tool
from .players import STARTING, is_allowed, require_allowed, start
from .tables import DOMAIN, Count, clock_length, mentions, named, only

Number = Annotated[int, Field(ge=1)]


def _video(row: Row) -> Json:
    """A video as tools list it."""
    shown: Row = {field: row[field] for field in ("id", "name", "kind", "service")}
    if row["series"]:
        shown |= {"series": row["series"], "season": row["season"], "episode": row["number"]}
    shown |= {"genre": row["genre"], "year": row["year"], "rating": row["rating"], "length": clock_length(row["seconds"])}
    return shown | {field: True for field in ("downloaded", "watched", "watchlist") if row[field]}


@tool(DOMAIN, errors=(Code.NO_SERVICE,))
def search_videos(
    phone: Phone,
    query: Text | None = None,
    service: Text | None = None,
    kind: Literal["movie", "episode", "clip"] | None = None,
    genre: Text | None = None,
    downloaded: bool | None = None,
    unwatched: bool = False,
    maxResults: Count = 6,
) -> Json:
    """Find something to watch: movies (films), episodes of a TV series, or clips, with the app that shows them.

    query: words of title or series.
    service: name of the app.
    unwatched: only what was not watched yet.
    """
    if not downloaded:
        phone.require("internet")
    given = {"service": service, "kind": kind, "genre": genre, "downloaded": downloaded}
    fields: Row = {name: value for name, value in given.items() if value is not None}
    found = [
        row
        for _, row in phone.find("videos", **fields)
        if (query is None or mentions(query, row["name"], row["series"])) and not (unwatched and row["watched"])
    ]
    return {"total": len(found), "videos": [_video(row) for row in found[:maxResults]]}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED, *STARTING),
    seconds=3,
)
def play_video(
    phone: Phone,
    videoId: str | None = None,
    title: Text | None = None,
    series: Text | None = None,
    season: Number | None = None,
    episode: Number | None = None,
    restart: bool = False,
) -> Json:
    """Play a movie, a clip, or a TV series from the next episode not watched, going on where it was left.

    series: its name; without season and episode, the first one not watched.
    restart: from the beginning.
    """
    row = _which(phone, videoId, title, series, season, episode)
    require_app(phone, row["service"])
    require_allowed(phone, row)
    queue = [row, *(later for later in _episodes(phone, row) if _order(later) > _order(row) and is_allowed(phone, later))]
    return start(phone, "video", "video", [video["id"] for video in queue], 0 if restart else row["position"])


def _episodes(phone: Phone, row: Row) -> list[Row]:
    """All episodes of the series that a video belongs to, in order."""
    if row["series"] is None:
        return []
    found = [other for _, other in phone.find("videos", series=row["series"], service=row["service"])]
    return sorted(found, key=_order)


def _order(row: Row) -> tuple[int, int]:
    return (row["season"] or 0, row["number"] or 0)


def _which(
    phone: Phone, key: str | None, title: str | None, series: str | None, season: int | None, episode: int | None
) -> Row:
    """The one video that the arguments mean. Raises ``PhoneError``."""
    if key is not None:
        return phone.row("videos", phone.resolve("videos", "video", key=key))
    if title is None and series is None:
        raise PhoneError(Code.MISSING_ARGUMENT, "say what to watch", accepted=["videoId", "title", "series"])
    rows = list(phone.state.rows("videos").items())
    if series is not None:
        rows = [pair for pair in rows if pair[1]["series"] and fold(pair[1]["series"]) == fold(series)]
        rows = [pair for pair in rows if season in (None, pair[1]["season"]) and episode in (None, pair[1]["number"])]
        if title is None:
            found = sorted((row for _, row in rows), key=_order)
            if not found:
                raise not_found("episode of", series, _all_series(phone))
            chosen = season is not None or episode is not None
            return found[0] if chosen else next((row for row in found if not row["watched"]), found[0])
    return only(named(rows, title or ""), "video", title or "", ("service", "series", "season"))


def _all_series(phone: Phone) -> Json:
    return sorted({row["series"] for row in phone.state.rows("videos").values() if row["series"]})[:12]


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(Code.NOT_FOUND, Code.AMBIGUOUS))
def manage_watchlist(
    phone: Phone,
    action: Literal["list", "add", "remove", "mark_watched"],
    videoId: str | None = None,
    title: Text | None = None,
) -> Json:
    """Show the watchlist of films and series to see later; put one on it, take it off, or mark it as watched."""
    if action == "list":
        found = [row for _, row in phone.find("videos", watchlist=True)]
        return {"total": len(found), "videos": [_video(row) for row in found[:10]]}
    row = _which(phone, videoId, title, None, None, None)
    fields: Row = {"watched": True, "watchlist": False} if action == "mark_watched" else {"watchlist": action == "add"}
    return {"videoId": row["id"], "title": row["name"], "changed": phone.put("videos", row["id"], **fields)}
