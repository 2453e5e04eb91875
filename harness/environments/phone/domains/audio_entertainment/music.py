"""Songs: finding and playing them, playlists, favourites, lyrics, and which song that is."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone, fold
from ...state import Row
from ...tools import Risk, tool
from .playback import which_track
from .players import STARTING, current_track, is_allowed, require_allowed, start
from .tables import DOMAIN, Count, clock_length, mentions, pick, require_new_name

WHICH = (Code.NOT_FOUND, Code.AMBIGUOUS)


def _song(row: Row) -> Row:
    """A song as tools list it."""
    shown: Row = {field: row[field] for field in ("id", "name", "artist", "album", "genre", "year")}
    shown["length"] = clock_length(row["seconds"])
    return shown | {field: True for field in ("favourite", "downloaded", "explicit") if row[field]}


def _song_or_current(phone: Phone, key: str | None, title: str | None, artist: str | None) -> Row:
    """The song that is named, or else the one in the player."""
    if key is None and title is None:
        row = current_track(phone)
        if row is None:
            raise PhoneError(Code.MISSING_ARGUMENT, "no song is playing, so say which", accepted=["trackId", "title"])
        return row
    return which_track(phone, key, title, artist)


@tool(DOMAIN)
def search_music(
    phone: Phone,
    query: Text | None = None,
    artist: Text | None = None,
    album: Text | None = None,
    genre: Text | None = None,
    favourite: bool | None = None,
    downloaded: bool | None = None,
    sortBy: Literal["title", "year", "last_played", "most_played"] = "title",
    maxResults: Count = 8,
) -> Json:
    """Find songs in the music library by title, singer, album or genre, or the ones played last or most.

    query: words of title, artist or album.
    sortBy: year is newest first.
    """
    given = {"artist": artist, "album": album, "genre": genre, "favourite": favourite, "downloaded": downloaded}
    found = [row for _, row in phone.find("tracks", **{name: value for name, value in given.items() if value is not None})]
    if query is not None:
        found = [row for row in found if mentions(query, row["name"], row["artist"], row["album"])]
    if sortBy == "title":
        found.sort(key=lambda row: (fold(row["name"]), row["id"]))
    else:
        field = {"year": "year", "last_played": "last_played", "most_played": "plays"}[sortBy]
        found.sort(key=lambda row: (-row[field], row["id"]))
    return {"total": len(found), "songs": [_song(row) for row in found[:maxResults]]}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(*WHICH, *STARTING), seconds=2)
def play_music(
    phone: Phone,
    trackId: str | None = None,
    title: Text | None = None,
    artist: Text | None = None,
    album: Text | None = None,
    genre: Text | None = None,
    playlist: Text | None = None,
    favourites: bool = False,
    shuffle: bool = False,
) -> Json:
    """Play music: a song, an artist or singer, an album, a genre, a playlist, or the favourite songs.

    title: of one song; with artist or album if others are called alike.
    playlist: name or id.
    """
    queue = _queue_of(phone, trackId, title, artist, album, genre, playlist, favourites)
    if len(queue) == 1:
        require_allowed(phone, phone.row("tracks", queue[0]))
    allowed = [key for key in queue if is_allowed(phone, phone.row("tracks", key))]
    if not allowed:
        raise PhoneError(Code.BLOCKED_BY_MODE, "all of these songs are explicit, and the content limit blocks such songs")
    return start(phone, "audio", "track", allowed, shuffle=shuffle)


def _queue_of(
    phone: Phone,
    key: str | None,
    title: str | None,
    artist: str | None,
    album: str | None,
    genre: str | None,
    playlist: str | None,
    favourites: bool,
) -> list[str]:
    """The songs that the arguments of play_music mean. Raises ``PhoneError``."""
    if key is not None:
        return [phone.resolve("tracks", "song", key=key)]
    given = {"artist": artist, "album": album, "genre": genre}
    fields: Row = {name: value for name, value in given.items() if value is not None}
    if title is not None:
        return [pick(phone, "tracks", "song", title, ("artist", "album"), **fields)["id"]]
    if playlist is not None:
        keys = list(pick(phone, "playlists", "playlist", playlist)["tracks"])
        what = f"song in the playlist {playlist}"
    elif fields or favourites:
        found = phone.find("tracks", **fields, **({"favourite": True} if favourites else {}))
        keys = [row["id"] for _, row in sorted(found, key=lambda pair: (pair[1]["album"], pair[1]["number"], pair[0]))]
        what = f"song {' '.join(str(value) for value in fields.values())}".strip()
    else:
        accepted = ["trackId", "title", "artist", "album", "genre", "playlist", "favourites"]
        raise PhoneError(Code.MISSING_ARGUMENT, "say what to play", accepted=accepted)
    if not keys:
        raise not_found(what, "library", _known(phone, "artist") if artist else None)
    return keys


def _known(phone: Phone, field: str) -> Json:
    return sorted({row[field] for row in phone.state.rows("tracks").values()})[:12]


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ, "show": Risk.READ}, errors=(*WHICH, Code.ALREADY_EXISTS))
def manage_playlist(
    phone: Phone,
    action: Literal["list", "show", "create", "rename", "delete", "add", "remove"],
    playlistId: str | None = None,
    name: Text | None = None,
    newName: Text | None = None,
    trackIds: list[str] | None = None,
) -> Json:
    """List playlists or show the songs of one; create, rename or delete a playlist; add or remove songs.

    name: of the playlist; or its playlistId.
    newName: for rename.
    trackIds: for add and remove, and to start a new one with; ids from search_music.
    """
    if action == "list":
        rows = phone.state.rows("playlists").values()
        return {"playlists": [{"id": row["id"], "name": row["name"], "songs": len(row["tracks"])} for row in rows]}
    songs = list(dict.fromkeys(trackIds or []))
    for key in songs:
        phone.resolve("tracks", "song", key=key)
    if action == "create":
        if name is None:
            raise missing("name", "name of the playlist")
        require_new_name(phone, "playlists", "playlist", name)
        return {
            "playlistId": phone.add("playlists", "pl", name=name, tracks=songs, created=phone.state.now),
            "created": True,
        }
    row = pick(phone, "playlists", "playlist", playlistId or name)
    key, tracks = row["id"], row["tracks"]
    if action == "show":
        shown = [_song(phone.row("tracks", track)) for track in tracks[:20]]
        return {"playlistId": key, "name": row["name"], "total": len(tracks), "songs": shown}
    if action == "delete":
        phone.remove("playlists", key)
        return {"playlistId": key, "deleted": True}
    if action == "rename":
        if newName is None:
            raise missing("newName", "the name afterwards")
        require_new_name(phone, "playlists", "playlist", newName, besides=key)
        return {"playlistId": key, "name": newName, "changed": phone.put("playlists", key, name=newName)}
    if not songs:
        raise missing("trackIds", "ids of songs, from search_music")
    if action == "add":
        kept = [*tracks, *(track for track in songs if track not in tracks)]
    else:
        absent = [track for track in songs if track not in tracks]
        if absent:
            raise not_found(f"song in {row['name']}", absent[0])
        kept = [track for track in tracks if track not in songs]
    return {"playlistId": key, "songs": len(kept), "changed": phone.put("playlists", key, tracks=kept)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=WHICH)
def manage_favourite_song(
    phone: Phone,
    action: Literal["add", "remove", "list"],
    trackId: str | None = None,
    title: Text | None = None,
    artist: Text | None = None,
) -> Json:
    """Like a song, take the like back, or list the favourite songs; the song that is playing unless one is named."""
    if action == "list":
        found = [row for _, row in phone.find("tracks", favourite=True)]
        return {"total": len(found), "songs": [_song(row) for row in found[:20]]}
    song = _song_or_current(phone, trackId, title, artist)
    changed = phone.put("tracks", song["id"], favourite=action == "add")
    return {"trackId": song["id"], "title": song["name"], "favourite": action == "add", "changed": changed}


@tool(DOMAIN, errors=(*WHICH, Code.NO_SERVICE))
def get_lyrics(phone: Phone, trackId: str | None = None, title: Text | None = None, artist: Text | None = None) -> Json:
    """Show the lyrics, the words of a song; of the one that is playing unless one is named."""
    song = _song_or_current(phone, trackId, title, artist)
    if not song["downloaded"]:
        phone.require("internet")
    if not song["lyrics"]:
        raise not_found("lyrics of", song["name"])
    return {"trackId": song["id"], "title": song["name"], "artist": song["artist"], "lyrics": song["lyrics"]}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"history": Risk.READ}, seconds=8,
      errors=(Code.NOT_FOUND, Code.NO_SERVICE, Code.PERMISSION_DENIED))  # fmt: skip
def recognize_song(phone: Phone, action: Literal["listen", "history"] = "listen") -> Json:
    """Recognise the song that is heard around the phone: name that tune; or list what was recognised before."""
    if action == "history":
        heard = list(phone.state.rows("recognized_songs").values())[-10:]
        return {"songs": [_heard(phone, row) for row in reversed(heard)]}
    phone.require_permission("microphone")
    phone.require("internet")
    song = phone.one("surroundings")["song"]
    if song is None:
        raise PhoneError(Code.NOT_FOUND, "no music is heard around the phone")
    known = phone.find("tracks", name=song["name"], artist=song["artist"])
    key = phone.add("recognized_songs", "rg", name=song["name"], artist=song["artist"], track=known[0][0] if known else None,
                    time=phone.state.now)  # fmt: skip
    return _heard(phone, phone.row("recognized_songs", key))


def _heard(phone: Phone, row: Row) -> Json:
    return {"title": row["name"], "artist": row["artist"], "trackId": row["track"], "heard": phone.to_local(row["time"])}
