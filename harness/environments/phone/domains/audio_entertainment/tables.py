"""The rows of this domain, and how people name one of them."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from harness.contract import Json

from ...errors import Code, PhoneError, missing, not_found
from ...lookups import CANDIDATES, name_matches, resolve_named
from ...phone import Phone, fold
from ...state import Row
from ...tables import TABLES, Table

DOMAIN = "Audio & Entertainment"

TABLES.register([
    Table("players", "audio and video: what each plays, its queue, and how; since is when it last went on",
          volatile=("position", "since")),
    Table("sleep_timer", "main: when playback ends by itself", volatile=("expires",)),
    Table("tracks", "songs of the music library", prefix="tk", volatile=("last_played", "plays")),
    Table("playlists", "lists of songs", prefix="pl", volatile=("created",)),
    Table("recognized_songs", "songs heard around and recognised", prefix="rg", volatile=("time",),
          references={"track": "tracks"}),
    Table("surroundings", "main: the song that the microphone hears, if any"),
    Table("radio_stations", "radio stations; fm is a frequency in MHz", prefix="ra"),
    Table("podcasts", "podcasts, subscribed to or not", prefix="po"),
    Table("episodes", "episodes of podcasts", prefix="ep", volatile=("position",), references={"podcast": "podcasts"}),
    Table("audiobooks", "audiobooks owned", prefix="ab", volatile=("position",)),
    Table("bookmarks", "places marked in audiobooks", prefix="bk", volatile=("position",),
          references={"audiobook": "audiobooks"}),
    Table("videos", "films, episodes of series and clips, by the app that shows them", prefix="vi", volatile=("position",)),
    Table("streaming", "main: quality, and what may use mobile data"),
    Table("content_limit", "main: up to which age videos may be played, and whether explicit songs may"),
    Table("recorder", "main: the voice recording that is being made", volatile=("since", "seconds")),
    Table("recordings", "voice recordings, keyed by their file", volatile=("recorded", "seconds"),
          references={"id": "files"}),
    Table("camera", "main: the video that is being recorded", volatile=("since",)),
    Table("photos", "what is on photos and videos, keyed by their file", volatile=("taken",), references={"id": "files"}),
    Table("photo_albums", "albums of the gallery", prefix="pa", volatile=("created",)),
    Table("game_mode", "main: how the phone behaves while a game is played"),
])  # fmt: skip

Count = Annotated[int, Field(ge=1, le=50)]


def pick(phone: Phone, table: str, what: str, name: str | None, show: tuple[str, ...] = (), **fields: Json) -> Row:
    """The one row that a name or id means, among those with these fields; the start of each word will do.

    Raises ``PhoneError`` MISSING_ARGUMENT, NOT_FOUND, or AMBIGUOUS with the candidates and what tells them apart.
    """
    if name is None:
        raise missing(what, f"name or id of the {what}")
    if not fields:
        return resolve_named(phone, table, what, name, ("name", *show))
    return only(named(phone.find(table, **fields), name), what, name, show)


def require_new_name(phone: Phone, table: str, what: str, name: str, besides: str | None = None) -> None:
    """Raises ``PhoneError`` ALREADY_EXISTS if another row of the table has that name."""
    taken = [key for key, _ in phone.find(table, name=name) if key != besides]
    if taken:
        raise PhoneError(Code.ALREADY_EXISTS, f"there is a {what} {name!r} already", accepted={"id": taken[0]})


def named(rows: Iterable[tuple[str, Row]], name: str) -> list[Row]:
    """The rows with that name, or else those whose name contains it."""
    rows, wanted = list(rows), fold(name)
    exact = [row for _, row in rows if fold(row["name"]) == wanted]
    return exact or [row for _, row in rows if name_matches(name, row["name"])]


def only(matches: list[Row], what: str, name: str, show: tuple[str, ...] = ()) -> Row:
    """The single match. Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS."""
    if not matches:
        raise not_found(what, name)
    if len(matches) > 1:
        candidates: Json = [{field: row[field] for field in ("id", "name", *show)} for row in matches[:CANDIDATES]]
        raise PhoneError(Code.AMBIGUOUS, f"{len(matches)} entries match {what} {name!r}", accepted=candidates)
    return matches[0]


def mentions(text: str, *values: Json) -> bool:
    """Whether every word of a query occurs in one of the values."""
    found = " ".join(str(value) for value in values if value).casefold()
    return all(word in found for word in text.casefold().split())


def clock_length(seconds: int) -> str:
    """A length as players show it: 3:25 or 1:02:07."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
