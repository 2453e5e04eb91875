"""Audio and entertainment: every tool, every error it declares, exactly what it writes, and what playback does by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone
from tests.harness.environments.phone.driving import (
    Fails,
    Patches,
    Works,
    assert_covered,
    call,
    failure,
    field_of,
    id_of,
    patch,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "Audio & Entertainment"
EMMA, MARCUS = phone_of(), phone_of("marcus")
OFFLINE: Patches = {"radios/wifi": {"ssid": None}, "radios/mobile_data": {"on": False}}
METERED: Patches = {"radios/wifi": {"ssid": None}}
RINGING: Patches = {"calls/ca_ring": {"id": "ca_ring", "contact": None, "number": "+447700900555", "direction": "in",
                                      "status": "ringing", "app": "phone", "started": 0, "seconds": 0}}  # fmt: skip
NO_EXPLICIT: Patches = {"content_limit/main": {"explicit_music": False}}
FULL: Patches = {"device/storage": {"free_mb": 2}}
RECORDING: Patches = {"recorder/main": {"state": "recording", "title": "Talk", "since": EMMA.state.now}}
FILMING: Patches = {"camera/main": {"recording": True, "since": EMMA.state.now}}
LOCKED_NETFLIX: Patches = {"apps/Netflix": {"locked": True}}


def denied(permission: str) -> Patches:
    return {f"permissions/assistant.{permission}": {"granted": False}}


def ids(table: str, *names: str, phone: Phone = EMMA) -> list[str]:
    return [id_of(phone, table, name) for name in names]


def playing(kind: str, queue: list[str], *, player: str = "audio", stream: bool = False, **fields: Json) -> dict[str, Json]:
    """What starting to play writes on Emma's phone, whose players are empty."""
    written = {"state": "playing", "kind": kind, "queue": queue, **({"stream": True} if stream else {}), **fields}
    return {f"players/{player}/{name}": value for name, value in written.items()}


def player(*songs: str, state: str = "paused", **fields: Json) -> Patches:
    """Emma's audio player with these songs in it."""
    row = {"kind": "track", "queue": ids("tracks", *songs), "state": state, "since": EMMA.state.now, **fields}
    return {"players/audio": row}


def gone(path: str, *fields: str) -> dict[str, Json]:
    return {f"{path}/{name}": None for name in fields}


PAPER, KITCHEN, SALT = "Paper Boats", "Kitchen Radio", "Salt and Copper"  # the first two are downloaded
TWO = player(PAPER, KITCHEN)
PHOTO, CAKE = "IMG_20250823_001.jpg", "IMG_20251109_004.jpg"
PHOTO_ID, CAKE_ID = ids("files", PHOTO, CAKE)
TRASHED_PHOTO = {f"files/{PHOTO}": {"trashed": True}}
MEMO, PIANO = ids("files", "Team meeting notes.m4a", "Piano practice.m4a")
LATER = ids("videos", "The Pier", "Return", "Fog", "Tide Tables", phone=MARCUS)
ALBUM = ["Blue Corridor", "Night Bus Waltz", "Three for Ella", "After the Rain"]
RUN = ["Polar Night", PAPER, "Northbound", "Nocturne for Rain", "Blackbird Hill", "Finish Line", "Three for Ella"]
NETFLIX: Patches = {"apps/Netflix": {"id": "Netflix", "name": "Netflix", "package": "n", "locked": False, "running": False}}

WORKS = [
    Works("search_music", {"query": "home"}, {}, {"total": 2}),
    Works("search_music", {"artist": "nora quill", "favourite": True, "downloaded": True}, {}, {"total": 2}),
    Works("search_music", {"sortBy": "year", "maxResults": 1}, {}, {"total": 30}),
    Works("play_music", {"title": "paper boats"}, playing("track", ids("tracks", PAPER)), {"queued": 0}),
    Works("play_music", {"title": "Home", "artist": "Nora Quill"}, playing("track", ["tk_oafp"], stream=True)),
    Works("play_music", {"trackId": "tk_oafp"}, playing("track", ["tk_oafp"], stream=True)),
    Works("play_music", {"album": "blue corridor"}, playing("track", ids("tracks", *ALBUM), stream=True), {"queued": 3}),
    Works("play_music", {"album": "Blue Corridor"},
          playing("track", ids("tracks", "Blue Corridor", "Three for Ella", "After the Rain")),
          {"queued": 2, "notAvailableOffline": 1}, patches=OFFLINE),
    Works("play_music", {"favourites": True, "genre": "electronic"},
          playing("track", ids("tracks", "Polar Night", "Satellite Hymn", "Run Sequence", "Finish Line"), stream=True)),
    Works("control_playback", {"action": "status"}, {}, {"players": []}),
    Works("control_playback", {"action": "resume"}, {"players/audio/state": "playing"}, {"changed": True}, patches=TWO),
    Works("control_playback", {"action": "resume"}, {}, {"changed": False}, patches=player(PAPER, state="playing")),
    Works("control_playback", {"action": "pause"}, {"players/audio/state": "paused"},
          patches=player(PAPER, state="playing")),
    Works("control_playback", {"action": "pause"}, {}, {"changed": False}),
    Works("control_playback", {"action": "stop"}, {"players/audio/state": "stopped"}, patches=TWO),
    Works("control_playback", {"action": "next"}, {"players/audio/index": 1}, {"state": "paused"}, patches=TWO),
    Works("control_playback", {"action": "next"}, {"players/audio/index": 0}, patches=player(PAPER, KITCHEN, index=1,
          repeat="all")),
    Works("control_playback", {"action": "previous"}, {"players/audio/index": 0}, patches=player(PAPER, KITCHEN, index=1)),
    Works("control_playback", {"action": "seek", "seconds": 60}, {}, {"changed": True}, patches=TWO),
    Works("control_playback", {"action": "resume", "player": "video"}, {"players/video/state": "playing"}, profile="marcus"),
    Works("set_playback_mode", {"repeat": "one"}, {"players/audio/repeat": "one"}, {"changed": True}),
    Works("set_playback_mode", {"speed": 1.5}, {"players/audio/speed": 1.5, "players/video/speed": 1.5}, {"speed": 1.5}),
    Works("set_playback_mode", {"shuffle": False}, {}, {"changed": False}),
    Works("manage_play_queue", {"action": "list"}, {}, {"total": 0}),
    Works("manage_play_queue", {"action": "clear"}, {}, {"changed": False}),
    Works("manage_play_queue", {"action": "list"}, {}, {"total": 1}, patches=TWO),
    Works("manage_play_queue", {"action": "add", "title": "Slow Ferry"},
          {"players/audio/queue": ids("tracks", PAPER, KITCHEN, "Slow Ferry")}, {"upNext": 2}, patches=TWO),
    Works("manage_play_queue", {"action": "add", "title": SALT, "position": "next"},
          {"players/audio/queue": ids("tracks", PAPER, SALT, KITCHEN), "players/audio/stream": True}, patches=TWO),
    Works("manage_play_queue", {"action": "remove", "title": KITCHEN}, {"players/audio/queue": ids("tracks", PAPER)},
          patches=TWO),
    Works("manage_play_queue", {"action": "clear"}, {"players/audio/queue": ids("tracks", PAPER)}, patches=TWO),
    Works("manage_playlist", {"action": "list"}),
    Works("manage_playlist", {"action": "show", "name": "morning run"}, {}, {"total": 8}),
    Works("manage_playlist", {"action": "create", "name": "Gym", "trackIds": ids("tracks", PAPER)},
          {"playlists/*/name": "Gym", "playlists/*/tracks": ids("tracks", PAPER)}, {"created": True}),
    Works("manage_playlist", {"action": "rename", "name": "Focus", "newName": "Work"}, {"playlists/Focus/name": "Work"}),
    Works("manage_playlist", {"action": "delete", "name": "Focus"}, gone("playlists/Focus", "name", "tracks"),
          {"deleted": True}),
    Works("manage_playlist", {"action": "add", "name": "Focus", "trackIds": ids("tracks", KITCHEN, PAPER)},
          {"playlists/Focus/tracks": [*field_of(EMMA, "playlists/Focus/tracks"), *ids("tracks", PAPER)]},
          {"songs": 7, "changed": True}),
    Works("manage_playlist", {"action": "remove", "name": "Morning Run", "trackIds": ["tk_oafp"]},
          {"playlists/Morning Run/tracks": ids("tracks", *RUN)}, {"songs": 7}),
    Works("manage_favourite_song", {"action": "list"}, {}, {"total": 9}),
    Works("manage_favourite_song", {"action": "add", "title": KITCHEN}, {f"tracks/{KITCHEN}/favourite": True}),
    Works("manage_favourite_song", {"action": "remove"}, {f"tracks/{PAPER}/favourite": False}, patches=TWO),
    Works("manage_sleep_timer", {"action": "status"}, {}, {"on": False}),
    Works("manage_sleep_timer", {"action": "set", "minutes": 30},
          {"sleep_timer/main/on": True, "sleep_timer/main/minutes": 30}, {"stopsAt": "2026-03-02T09:44"}),
    Works("manage_sleep_timer", {"action": "set", "endOfItem": True},
          {"sleep_timer/main/on": True, "sleep_timer/main/end_of_item": True}, {"stopsAt": "2026-03-02T09:19"},
          patches=player(PAPER, state="playing")),
    Works("manage_sleep_timer", {"action": "cancel"}, {"sleep_timer/main/on": False}, {"changed": True},
          patches={"sleep_timer/main": {"on": True}}),
    Works("get_lyrics", {"title": "Slow Ferry"}, {}, {"artist": "The Harbour Lights"}, patches=OFFLINE),
    Works("get_lyrics", {}, {}, {"title": SALT}, patches=player(SALT)),
    Works("recognize_song", {"action": "listen"},
          {"recognized_songs/*/name": "Amber Road", "recognized_songs/*/artist": "Tall Reeds"},
          {"title": "Amber Road", "trackId": None}),
    Works("recognize_song", {"action": "history"}),
    Works("manage_offline_media", {"action": "list", "kind": "video"}),
    Works("manage_offline_media", {"action": "download", "kind": "song", "item": SALT},
          {f"tracks/{SALT}/downloaded": True, "device/storage/free_mb": 41189.6}, {"items": 1, "sizeMb": 10.4}),
    Works("manage_offline_media", {"action": "download", "kind": "song", "item": PAPER}, {}, {"changed": False},
          patches=OFFLINE),
    Works("manage_offline_media", {"action": "remove", "kind": "audiobook", "item": "Pride"},
          {"audiobooks/Pride and Prejudice/downloaded": False, "device/storage/free_mb": 41697.3}),
    Works("manage_streaming_settings", {"action": "get"}, {}, {"musicQuality": "high", "streamOnMobileData": False}),
    Works("manage_streaming_settings", {"action": "set", "videoQuality": "480p", "streamOnMobileData": True},
          {"streaming/main/video_quality": "480p", "streaming/main/on_mobile_data": True}, {"changed": True}),
    Works("manage_radio", {"action": "search", "genre": "Jazz"}, {}, {"total": 1}),
    Works("manage_radio", {"action": "play", "station": "98.8"}, playing("station", ids("radio_stations", "City Jazz")),
          patches=OFFLINE),
    Works("manage_radio", {"action": "play", "station": "retro wave"},
          playing("station", ids("radio_stations", "Retro Wave"), stream=True)),
    Works("manage_radio", {"action": "save", "station": "Retro Wave"}, {"radio_stations/Retro Wave/saved": True}),
    Works("manage_radio", {"action": "unsave", "station": "Retro Wave"}, {}, {"changed": False}),
    Works("manage_podcast", {"action": "search", "query": "history"}, {}, {"total": 1}),
    Works("manage_podcast", {"action": "list"}, {}, {"total": 3}, patches=OFFLINE),
    Works("manage_podcast", {"action": "subscribe", "podcast": "Daily Brief"},
          {"podcasts/The Daily Brief/subscribed": True}),
    Works("manage_podcast", {"action": "unsubscribe", "podcast": "Deep Sky"}, {"podcasts/Deep Sky/subscribed": False}),
    Works("manage_podcast", {"action": "episodes", "podcast": "Startup Kitchen", "maxResults": 2}, {}, {"total": 4}),
    Works("manage_podcast", {"action": "play", "podcast": "Ten Minute History"},
          playing("episode", ids("episodes", "The Great Frost")), patches=OFFLINE),
    Works("manage_podcast", {"action": "play", "podcast": "Deep Sky", "episode": "Rogue Planets"},
          playing("episode", ids("episodes", "Rogue Planets"), stream=True)),
    Works("manage_podcast", {"action": "mark_played", "episode": "Dust"}, {"episodes/Dust/played": True}),
    Works("manage_audiobook", {"action": "list"}),
    Works("manage_audiobook", {"action": "play", "title": "Pride and Prejudice"},
          playing("audiobook", ids("audiobooks", "Pride and Prejudice"))),
    Works("manage_audiobook", {"action": "bookmark", "title": "Pride", "note": "Darcy"},
          {"bookmarks/*/audiobook": "Pride and Prejudice", "bookmarks/*/chapter": 27, "bookmarks/*/note": "Darcy"}),
    Works("search_videos", {"kind": "movie", "unwatched": True}, {}, {"total": 3}),
    Works("search_videos", {"downloaded": True}, {}, {"total": 3}, patches=OFFLINE),
    Works("play_video", {"series": "cold harbour"},
          {"players/video/state": "playing"}, {"queued": 3}, "marcus"),
    Works("play_video", {"series": "Cold Harbour", "season": 2, "episode": 2},
          {"players/video/state": "playing", "players/video/queue": LATER[2:]}, {"queued": 1}, "marcus"),
    Works("play_video", {"title": "Guitar lesson 1"},
          {"players/video/state": "playing", "players/video/queue": ids("videos", "Guitar lesson 1", phone=MARCUS)},
          {"queued": 0}, "marcus"),
    Works("manage_watchlist", {"action": "list"}, {}, {"total": 1}, "marcus"),
    Works("manage_watchlist", {"action": "add", "title": "Iron Winter"}, {"videos/Iron Winter/watchlist": True}),
    Works("manage_watchlist", {"action": "remove", "title": "Iron Winter"}, {}, {"changed": False}),
    Works("manage_watchlist", {"action": "mark_watched", "title": "quiet orchard"},
          {"videos/The Quiet Orchard/watched": True, "videos/The Quiet Orchard/watchlist": False}, profile="marcus"),
    Works("manage_voice_recording", {"action": "start", "title": "Talk"},
          {"recorder/main/state": "recording", "recorder/main/title": "Talk"}),
    Works("manage_voice_recording", {"action": "start"},
          {"recorder/main/state": "recording", "recorder/main/title": "Recording 1"}),
    Works("manage_voice_recording", {"action": "pause"}, {"recorder/main/state": "paused"}, patches=RECORDING),
    Works("manage_voice_recording", {"action": "resume"}, {"recorder/main/state": "recording"},
          patches={"recorder/main": {"state": "paused", "title": "Talk"}}),
    Works("manage_voice_recording", {"action": "stop"},
          {"recorder/main/state": "idle", "recorder/main/title": "", "device/storage/free_mb": 41199.9,
           "files/*/name": "Talk.m4a", "files/*/folder": "Recordings", "files/*/type": "audio", "files/*/trashed": False},
          {"title": "Talk"}, patches=RECORDING),
    Works("manage_voice_recording", {"action": "list"}, {}, {"total": 2}),
    Works("manage_voice_recording", {"action": "rename", "title": "team", "newTitle": "Monday"},
          {"files/Team meeting notes.m4a/name": "Monday.m4a"}, {"recordingId": MEMO}),
    Works("manage_voice_recording", {"action": "delete", "recordingId": PIANO}, {"files/Piano practice.m4a/trashed": True}),
    Works("control_camera", {"action": "take_photo", "lens": "front", "timerSeconds": 3},
          {"files/*/name": "IMG_20260302_001.jpg", "files/*/folder": "Pictures", "files/*/type": "image",
           "files/*/trashed": False, "device/storage/free_mb": 41196.5, "photos/*/place": "home", "photos/*/people": [],
           "photos/*/tags": ["selfie"], "photos/*/favourite": False}, {"sizeMb": 3.5}),
    Works("control_camera", {"action": "start_video"}, {"camera/main/recording": True}, {"recording": True}),
    Works("control_camera", {"action": "stop_video"},
          {"camera/main/recording": False, "files/*/name": "VID_20260302_001.mp4", "files/*/folder": "Movies",
           "files/*/type": "video", "files/*/trashed": False, "device/storage/free_mb": 41198,
           "photos/*/people": [], "photos/*/tags": [], "photos/*/favourite": False},
          patches={**FILMING, "radios/location": {"on": False}}),
    Works("search_photos", {"query": "beach"}, {}, {"total": 2}),
    Works("search_photos", {"album": "cornwall", "favourite": True}, {}, {"total": 2}),
    Works("search_photos", {"kind": "screenshot"}, {}, {"total": 3}),
    Works("search_photos", {"fromDate": "2025-08-24", "toDate": "2025-08-24", "kind": "photo"}, {}, {"total": 2}),
    Works("manage_photo", {"action": "favourite", "photoIds": [CAKE_ID, CAKE_ID]}, {}, {"photos": 1, "changed": False}),
    Works("manage_photo", {"action": "unfavourite", "photoIds": [CAKE_ID]}, {f"photos/{CAKE}/favourite": False}),
    Works("manage_photo", {"action": "delete", "photoIds": [PHOTO_ID]}, {f"files/{PHOTO}/trashed": True}),
    Works("manage_photo", {"action": "restore", "photoIds": [PHOTO_ID]}, {f"files/{PHOTO}/trashed": False},
          patches=TRASHED_PHOTO),
    Works("manage_photo_album", {"action": "list"}),
    Works("manage_photo_album", {"action": "create", "name": "Best", "photoIds": [CAKE_ID]},
          {"photo_albums/*/name": "Best", "photo_albums/*/photos": [CAKE_ID]}, {"created": True}),
    Works("manage_photo_album", {"action": "rename", "name": "Birthdays", "newName": "Parties"},
          {"photo_albums/Birthdays/name": "Parties"}),
    Works("manage_photo_album", {"action": "delete", "name": "Birthdays"}, gone("photo_albums/Birthdays", "name", "photos")),
    Works("manage_photo_album", {"action": "add", "name": "Birthdays", "photoIds": [PHOTO_ID]},
          {"photo_albums/Birthdays/photos": [CAKE_ID, PHOTO_ID]}, {"photos": 2}),
    Works("manage_photo_album", {"action": "remove", "name": "Birthdays", "photoIds": [CAKE_ID]},
          {"photo_albums/Birthdays/photos": []}),
    Works("manage_game_mode", {"action": "status"}, {}, {"on": False, "performance": "balanced"}),
    Works("manage_game_mode", {"action": "turn_on", "performance": "high"},
          {"game_mode/main/on": True, "game_mode/main/performance": "high"}, {"changed": True}),
    Works("manage_game_mode", {"action": "turn_off"}, {}, {"changed": False}),
    Works("manage_content_limit", {"action": "get"}, {}, {"maxAge": 18, "explicitMusic": True}),
    Works("manage_content_limit", {"action": "set", "maxAge": "12"}, {"content_limit/main/max_age": 12}, {"changed": True}),
    Works("manage_content_limit", {"action": "set", "maxAge": 18, "pin": "4471"}, {"content_limit/main/max_age": 18},
          profile="aisha"),
]  # fmt: skip

FAILS = [
    Fails("play_music", {}, Code.MISSING_ARGUMENT),
    Fails("play_music", {"artist": "Nobody"}, Code.NOT_FOUND),
    Fails("play_music", {"trackId": "tk_none"}, Code.NOT_FOUND),
    Fails("play_music", {"title": "Home"}, Code.AMBIGUOUS),
    Fails("play_music", {"title": SALT}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("play_music", {"title": SALT}, Code.BLOCKED_BY_MODE, patches=METERED),
    Fails("play_music", {"title": SALT}, Code.BLOCKED_BY_MODE,
          patches={**METERED, "streaming/main": {"on_mobile_data": True}, "radios/data_saver": {"on": True}}),
    Fails("play_music", {"title": "Gully Lamp"}, Code.BLOCKED_BY_MODE, "aisha"),
    Fails("play_music", {"title": PAPER}, Code.CONFLICT, patches=RINGING),
    Fails("play_music", {"title": PAPER}, Code.CONFLICT, patches=RECORDING),
    Fails("control_playback", {"action": "resume"}, Code.PRECONDITION_FAILED),
    Fails("control_playback", {"action": "next"}, Code.PRECONDITION_FAILED, patches=player(PAPER)),
    Fails("control_playback", {"action": "previous"}, Code.PRECONDITION_FAILED, patches=TWO),
    Fails("control_playback", {"action": "resume"}, Code.NO_SERVICE, patches={**player(SALT), **OFFLINE}),
    Fails("control_playback", {"action": "resume"}, Code.CONFLICT, patches={**TWO, **FILMING}),
    Fails("control_playback", {"action": "resume"}, Code.BLOCKED_BY_MODE, "marcus",
          {"content_limit/main": {"max_age": 7}, "players/audio": {"queue": []}}),
    Fails("control_playback", {"action": "next"}, Code.BLOCKED_BY_MODE, patches={**player(PAPER, SALT), **METERED}),
    Fails("control_playback", {"action": "seek", "seconds": 9}, Code.UNSUPPORTED,
          patches={"players/audio": {"kind": "station", "queue": ids("radio_stations", "City Jazz")}}),
    Fails("control_playback", {"action": "seek"}, Code.MISSING_ARGUMENT, patches=TWO),
    Fails("control_playback", {"action": "seek", "seconds": 317}, Code.INVALID_ARGUMENT, patches=TWO),
    Fails("set_playback_mode", {}, Code.MISSING_ARGUMENT),
    Fails("set_playback_mode", {"speed": 9}, Code.INVALID_ARGUMENT),
    Fails("manage_play_queue", {"action": "add", "title": PAPER}, Code.PRECONDITION_FAILED),
    Fails("manage_play_queue", {"action": "remove", "title": PAPER}, Code.NOT_FOUND, patches=TWO),
    Fails("manage_play_queue", {"action": "remove", "trackId": "tk_oafp"}, Code.NOT_FOUND, patches=TWO),
    Fails("manage_play_queue", {"action": "add", "title": "Home"}, Code.AMBIGUOUS, patches=TWO),
    Fails("manage_play_queue", {"action": "add"}, Code.MISSING_ARGUMENT, patches=TWO),
    Fails("manage_play_queue", {"action": "add", "title": SALT}, Code.NO_SERVICE, patches={**TWO, **OFFLINE}),
    Fails("manage_play_queue", {"action": "add", "title": SALT}, Code.BLOCKED_BY_MODE, patches={**TWO, **METERED}),
    Fails("manage_playlist", {"action": "show"}, Code.MISSING_ARGUMENT),
    Fails("manage_playlist", {"action": "create"}, Code.MISSING_ARGUMENT),
    Fails("manage_playlist", {"action": "create", "name": "focus"}, Code.ALREADY_EXISTS),
    Fails("manage_playlist", {"action": "rename", "name": "Focus", "newName": "Morning Run"}, Code.ALREADY_EXISTS),
    Fails("manage_playlist", {"action": "rename", "name": "Focus"}, Code.MISSING_ARGUMENT),
    Fails("manage_playlist", {"action": "add", "name": "Focus"}, Code.MISSING_ARGUMENT),
    Fails("manage_playlist", {"action": "delete", "name": "Nap"}, Code.NOT_FOUND),
    Fails("manage_playlist", {"action": "remove", "name": "Focus", "trackIds": ids("tracks", SALT)}, Code.NOT_FOUND),
    Fails("manage_playlist", {"action": "delete", "name": "Rain"}, Code.AMBIGUOUS, "marcus",
          {"playlists/Party": {"name": "Rainy days"}}),
    Fails("manage_favourite_song", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("manage_favourite_song", {"action": "add", "title": "Nothing"}, Code.NOT_FOUND),
    Fails("manage_favourite_song", {"action": "add", "title": "Home"}, Code.AMBIGUOUS),
    Fails("manage_sleep_timer", {"action": "set"}, Code.MISSING_ARGUMENT),
    Fails("manage_sleep_timer", {"action": "set", "minutes": 5, "endOfItem": True}, Code.INVALID_ARGUMENT),
    Fails("manage_sleep_timer", {"action": "set", "endOfItem": True}, Code.PRECONDITION_FAILED, patches=TWO),
    Fails("manage_sleep_timer", {"action": "set", "endOfItem": True}, Code.UNSUPPORTED, patches={"players/audio":
          {"kind": "station", "queue": ids("radio_stations", "City Jazz"), "state": "playing"}}),
    Fails("get_lyrics", {}, Code.MISSING_ARGUMENT),
    Fails("get_lyrics", {"title": PAPER}, Code.NOT_FOUND),
    Fails("get_lyrics", {"title": "Home"}, Code.AMBIGUOUS),
    Fails("get_lyrics", {"title": SALT}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("recognize_song", {}, Code.NOT_FOUND, "aisha"),
    Fails("recognize_song", {}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("recognize_song", {}, Code.PERMISSION_DENIED, patches=denied("microphone")),
    Fails("manage_offline_media", {"action": "download", "kind": "song"}, Code.MISSING_ARGUMENT),
    Fails("manage_offline_media", {"action": "download", "item": SALT}, Code.MISSING_ARGUMENT),
    Fails("manage_offline_media", {"action": "download", "kind": "playlist", "item": "Nap"}, Code.NOT_FOUND),
    Fails("manage_offline_media", {"action": "download", "kind": "song", "item": "Home"}, Code.AMBIGUOUS),
    Fails("manage_offline_media", {"action": "download", "kind": "song", "item": SALT}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_offline_media", {"action": "download", "kind": "song", "item": SALT}, Code.BLOCKED_BY_MODE,
          patches=METERED),
    Fails("manage_offline_media", {"action": "download", "kind": "song", "item": SALT}, Code.NO_SPACE, patches=FULL),
    Fails("manage_offline_media", {"action": "download", "kind": "video", "item": "抖音"}, Code.NOT_FOUND, "liwei"),
    Fails("manage_offline_media", {"action": "download", "kind": "video", "item": "Beginner sourdough"}, Code.UNSUPPORTED,
          patches={"videos/Beginner sourdough": {"downloadable": False}}),
    Fails("manage_streaming_settings", {"action": "set"}, Code.MISSING_ARGUMENT),
    Fails("manage_radio", {"action": "play"}, Code.MISSING_ARGUMENT),
    Fails("manage_radio", {"action": "play", "station": "Nowhere FM"}, Code.NOT_FOUND),
    Fails("manage_radio", {"action": "play", "station": "jazz"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_radio", {"action": "play", "station": "Retro Wave"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_radio", {"action": "play", "station": "Retro Wave"}, Code.BLOCKED_BY_MODE, patches=METERED),
    Fails("manage_radio", {"action": "play", "station": "98.8"}, Code.CONFLICT, patches=RINGING),
    Fails("manage_podcast", {"action": "search"}, Code.MISSING_ARGUMENT),
    Fails("manage_podcast", {"action": "play"}, Code.MISSING_ARGUMENT),
    Fails("manage_podcast", {"action": "mark_played", "podcast": "Deep Sky"}, Code.MISSING_ARGUMENT),
    Fails("manage_podcast", {"action": "subscribe", "podcast": "Nobody Talks"}, Code.NOT_FOUND),
    Fails("manage_podcast", {"action": "subscribe", "podcast": "Deep Sky"}, Code.AMBIGUOUS,
          patches={"podcasts/Startup Kitchen": {"name": "Deep Sky"}}),
    Fails("manage_podcast", {"action": "subscribe", "podcast": "Daily Brief"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_podcast", {"action": "play", "episode": "Dust"}, Code.BLOCKED_BY_MODE, patches=METERED),
    Fails("manage_podcast", {"action": "play", "podcast": "Ten Minute History"}, Code.CONFLICT, patches=RINGING),
    Fails("manage_audiobook", {"action": "play"}, Code.MISSING_ARGUMENT),
    Fails("manage_audiobook", {"action": "play", "title": "Time Machine", "chapter": 13}, Code.INVALID_ARGUMENT),
    Fails("manage_audiobook", {"action": "play", "title": "Ulysses"}, Code.NOT_FOUND),
    Fails("manage_audiobook", {"action": "play", "title": "The"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_audiobook", {"action": "play", "title": "Time Machine"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_audiobook", {"action": "play", "title": "Time Machine"}, Code.BLOCKED_BY_MODE, patches=METERED),
    Fails("manage_audiobook", {"action": "play", "title": "Pride"}, Code.CONFLICT, patches=RINGING),
    Fails("search_videos", {"query": "yoga"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("play_video", {}, Code.MISSING_ARGUMENT),
    Fails("play_video", {"title": "Iron Winter"}, Code.NOT_FOUND),  # Netflix is not installed
    Fails("play_video", {"series": "Unknown Show"}, Code.NOT_FOUND),
    Fails("play_video", {"title": "The"}, Code.AMBIGUOUS),
    Fails("play_video", {"title": "Iron Winter"}, Code.PRECONDITION_FAILED, "marcus", LOCKED_NETFLIX),
    Fails("play_video", {"title": "Beginner sourdough"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("play_video", {"title": "Beginner sourdough"}, Code.BLOCKED_BY_MODE, patches=METERED),
    Fails("play_video", {"title": "Home"}, Code.BLOCKED_BY_MODE, "marcus", {"content_limit/main": {"max_age": 16}}),
    Fails("play_video", {"title": "Beginner sourdough"}, Code.CONFLICT, patches=FILMING),
    Fails("manage_watchlist", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("manage_watchlist", {"action": "add", "title": "Nothing"}, Code.NOT_FOUND),
    Fails("manage_watchlist", {"action": "add", "title": "The"}, Code.AMBIGUOUS),
    Fails("manage_voice_recording", {"action": "start", "title": "a/b"}, Code.INVALID_ARGUMENT),
    Fails("manage_voice_recording", {"action": "start", "title": "piano practice"}, Code.ALREADY_EXISTS),
    Fails("manage_voice_recording", {"action": "start"}, Code.PERMISSION_DENIED, patches=denied("microphone")),
    Fails("manage_voice_recording", {"action": "start"}, Code.CONFLICT, patches=RECORDING),
    Fails("manage_voice_recording", {"action": "start"}, Code.CONFLICT, patches=RINGING),
    Fails("manage_voice_recording", {"action": "start"}, Code.NO_SPACE, patches=FULL),
    Fails("manage_voice_recording", {"action": "stop"}, Code.PRECONDITION_FAILED),
    Fails("manage_voice_recording", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_voice_recording", {"action": "rename", "title": "Piano"}, Code.MISSING_ARGUMENT),
    Fails("manage_voice_recording", {"action": "delete", "recordingId": PHOTO_ID}, Code.NOT_FOUND),
    Fails("manage_voice_recording", {"action": "delete", "title": "Interview"}, Code.AMBIGUOUS, "marcus"),
    Fails("control_camera", {"action": "take_photo"}, Code.PERMISSION_DENIED, patches=denied("camera")),
    Fails("control_camera", {"action": "take_photo"}, Code.NO_SPACE, patches=FULL),
    Fails("control_camera", {"action": "start_video"}, Code.NO_SPACE, patches=FULL),
    Fails("control_camera", {"action": "start_video"}, Code.PERMISSION_DENIED, patches=denied("microphone")),
    Fails("control_camera", {"action": "start_video"}, Code.CONFLICT, patches=FILMING),
    Fails("control_camera", {"action": "start_video"}, Code.CONFLICT, patches=RECORDING),
    Fails("control_camera", {"action": "stop_video"}, Code.PRECONDITION_FAILED),
    Fails("search_photos", {"album": "Mars"}, Code.NOT_FOUND),
    Fails("search_photos", {"album": "Maine"}, Code.AMBIGUOUS, "marcus", {"photo_albums/Random": {"name": "Maine 2025"}}),
    Fails("search_photos", {}, Code.PERMISSION_DENIED, patches=denied("photos")),
    Fails("manage_photo", {"action": "delete", "photoIds": [MEMO]}, Code.NOT_FOUND),
    Fails("manage_photo", {"action": "delete", "photoIds": [PHOTO_ID]}, Code.NOT_FOUND, patches=TRASHED_PHOTO),
    Fails("manage_photo", {"action": "restore", "photoIds": [PHOTO_ID]}, Code.NOT_FOUND),
    Fails("manage_photo", {"action": "delete", "photoIds": []}, Code.INVALID_ARGUMENT),
    Fails("manage_photo", {"action": "delete", "photoIds": [PHOTO_ID]}, Code.PERMISSION_DENIED, patches=denied("photos")),
    Fails("manage_photo_album", {"action": "create"}, Code.MISSING_ARGUMENT),
    Fails("manage_photo_album", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_photo_album", {"action": "rename", "name": "Cornwall"}, Code.MISSING_ARGUMENT),
    Fails("manage_photo_album", {"action": "add", "name": "Cornwall"}, Code.MISSING_ARGUMENT),
    Fails("manage_photo_album", {"action": "create", "name": "cornwall"}, Code.ALREADY_EXISTS),
    Fails("manage_photo_album", {"action": "remove", "name": "Cornwall", "photoIds": [CAKE_ID]}, Code.NOT_FOUND),
    Fails("manage_photo_album", {"action": "delete", "name": "Cornwall"}, Code.AMBIGUOUS,
          patches={"photo_albums/Birthdays": {"name": "Cornwall"}}),
    Fails("manage_photo_album", {"action": "list"}, Code.PERMISSION_DENIED, patches=denied("photos")),
    Fails("manage_game_mode", {"action": "turn_on", "performance": "high"}, Code.BLOCKED_BY_MODE,
          patches={"modes/battery_saver": {"on": True}}),
    Fails("manage_content_limit", {"action": "set"}, Code.MISSING_ARGUMENT),
    Fails("manage_content_limit", {"action": "set", "explicitMusic": True}, Code.MISSING_ARGUMENT, "aisha"),
    Fails("manage_content_limit", {"action": "set", "maxAge": 18, "pin": "0000"}, Code.PERMISSION_DENIED, "aisha"),
    Fails("manage_content_limit", {"action": "set", "maxAge": 13}, Code.INVALID_ARGUMENT),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 25
    assert_covered(DOMAIN, WORKS, FAILS)


# -- where a player is


def status(phone: Phone, name: str = "audio") -> Json:
    [shown] = call(phone, "control_playback", action="status", player=name)["players"]
    return shown


def now_playing(phone: Phone, name: str = "audio") -> tuple[str, str]:
    shown = status(phone, name)
    return shown["name"], shown["state"]


def test_songs_follow_one_another_by_their_lengths_and_nothing_is_written_meanwhile() -> None:
    phone = phone_of(patches=player(PAPER, KITCHEN, state="playing"))  # 317 and 223 seconds
    rows = phone.state.rows("players")
    phone.pass_time(316)
    assert status(phone)["position"] == "5:16"
    assert now_playing(phone) == (KITCHEN, "playing")
    assert phone.state.rows("players") is rows
    phone.pass_time(221)
    assert now_playing(phone) == (KITCHEN, "playing")
    phone.pass_time(2)
    assert now_playing(phone) == (KITCHEN, "stopped")


@pytest.mark.parametrize(("repeat", "name"), [("all", PAPER), ("one", PAPER)])
def test_what_repeats_never_ends(repeat: str, name: str) -> None:
    phone = phone_of(patches=player(PAPER, KITCHEN, state="playing", repeat=repeat))
    phone.pass_time(317 * 540)
    assert now_playing(phone) == (name, "playing")


def test_double_speed_gets_twice_as_far_and_a_new_speed_counts_from_now_on() -> None:
    phone = phone_of(patches=player(PAPER, state="playing"))
    phone.pass_time(100)
    call(phone, "set_playback_mode", speed=2)
    phone.pass_time(49)
    assert status(phone)["position"] == "3:20"  # 100 + 2 * (49 + 1)


def test_a_song_that_is_paused_keeps_its_place() -> None:
    phone = phone_of(patches=player(PAPER, KITCHEN, state="playing"))
    phone.pass_time(320)
    call(phone, "control_playback", action="pause")
    phone.pass_time(3600)
    assert (status(phone)["name"], status(phone)["position"]) == (KITCHEN, "0:03")
    call(phone, "control_playback", action="resume")
    phone.pass_time(59)
    assert status(phone)["position"] == "1:03"


def test_an_episode_goes_on_where_it_was_left_and_counts_as_played_at_its_end() -> None:
    phone = phone_of()
    call(phone, "manage_podcast", action="play", podcast="Ten Minute History")
    phone.pass_time(600)
    call(phone, "play_music", title=PAPER)
    assert field_of(phone, "episodes/The Great Frost/position") == 602
    call(phone, "manage_podcast", action="play", podcast="Ten Minute History")
    assert status(phone)["position"] == "10:04"
    phone.pass_time(3100)
    assert field_of(phone, "episodes/The Great Frost/played") is True
    assert field_of(phone, "episodes/The Great Frost/position") == 0
    assert field_of(phone, "players/audio/state") == "stopped"


def test_an_audiobook_starts_at_a_chapter_and_is_bookmarked_where_it_is() -> None:
    phone = phone_of()
    call(phone, "manage_audiobook", action="play", title="Pride", chapter=3)
    phone.pass_time(1100)  # a chapter lasts 1,018 seconds
    assert call(phone, "manage_audiobook", action="bookmark", title="Pride")["chapter"] == 4


def test_a_series_goes_on_by_itself_only_with_autoplay() -> None:
    for autoplay, shown in ((True, ("Return", "playing")), (False, ("The Pier", "stopped"))):
        phone = phone_of("marcus", {"streaming/main": {"autoplay": autoplay}, "players/video": {"speed": 1}})
        call(phone, "play_video", series="Cold Harbour")
        phone.pass_time(1741 - 905)
        assert now_playing(phone, "video") == shown
        assert field_of(phone, "videos/The Pier/watched") is (not autoplay)
        call(phone, "control_playback", action="pause", player="video")
        assert field_of(phone, "videos/The Pier/watched") is True


def test_shuffle_depends_on_the_songs_and_the_seed_only() -> None:
    plain = call(phone_of(), "manage_playlist", action="show", name="Morning Run")["songs"]
    first, other, same = (phone_of(seed=seed) for seed in (1, 2, 1))
    call(same, "search_music", query="home")
    for phone in (first, other, same):
        call(phone, "play_music", playlist="Morning Run", shuffle=True)
    queues = [phone.one("players", "audio")["queue"] for phone in (first, other, same)]
    assert queues[0] == queues[2] != queues[1]
    assert sorted(queues[0]) == sorted(queues[1]) == sorted(song["id"] for song in plain)


def test_shuffling_leaves_the_current_song_and_those_before_it() -> None:
    phone = phone_of(patches=player(*RUN, index=2))
    call(phone, "set_playback_mode", shuffle=True)
    queue, before = phone.one("players", "audio")["queue"], ids("tracks", *RUN)
    assert queue[:3] == before[:3] and queue != before and sorted(queue) == sorted(before)


def test_explicit_songs_are_left_out_of_a_playlist_under_the_content_limit() -> None:
    phone = phone_of("aisha")
    call(phone, "play_music", playlist="Wedding Dance")
    assert id_of(phone, "tracks", "Local Train") not in phone.one("players", "audio")["queue"]
    assert failure(phone, "play_music", artist="MC Lal", title="Local Train") == Code.BLOCKED_BY_MODE


def test_without_internet_what_is_resumed_plays_its_downloaded_songs_only() -> None:
    phone = phone_of(patches={**player(SALT, PAPER, KITCHEN, index=1), **OFFLINE})
    call(phone, "control_playback", action="resume")
    assert phone.one("players", "audio")["queue"] == ids("tracks", PAPER, KITCHEN)
    assert now_playing(phone) == (PAPER, "playing")


def test_a_loosened_limit_and_an_installed_app_let_a_film_play() -> None:
    phone = phone_of(patches={**NETFLIX, "content_limit/main": {"max_age": 12}})
    assert failure(phone, "play_video", title="Iron Winter") == Code.BLOCKED_BY_MODE
    call(phone, "manage_content_limit", action="set", maxAge=16, pin="2580")
    assert call(phone, "play_video", title="Iron Winter")["playing"]["name"] == "Iron Winter"


# -- players, sleep timer, recorder, camera


def test_one_player_pauses_the_other() -> None:
    phone = phone_of(patches=player(PAPER, state="playing"))
    call(phone, "play_video", title="Beginner sourdough")
    assert (now_playing(phone), now_playing(phone, "video")) == ((PAPER, "paused"), ("Beginner sourdough", "playing"))
    call(phone, "control_playback", action="resume", player="audio")
    assert (now_playing(phone), now_playing(phone, "video")) == ((PAPER, "playing"), ("Beginner sourdough", "paused"))


def test_the_sleep_timer_pauses_when_its_time_comes_and_is_off_then() -> None:
    phone = phone_of()
    call(phone, "manage_radio", action="play", station="98.8")
    call(phone, "manage_sleep_timer", action="set", minutes=30)
    phone.pass_time(29 * 60)
    assert field_of(phone, "players/audio/state") == "playing"
    phone.pass_time(61)
    assert field_of(phone, "players/audio/state") == "paused"
    assert call(phone, "manage_sleep_timer", action="status") == {"on": False}


def test_a_sleep_timer_for_the_end_follows_the_song() -> None:
    phone = phone_of(patches=player(PAPER, KITCHEN, state="playing"))
    call(phone, "manage_sleep_timer", action="set", endOfItem=True)
    call(phone, "control_playback", action="seek", seconds=217)
    call(phone, "control_playback", action="next")
    phone.pass_time(200)
    assert now_playing(phone) == (KITCHEN, "playing")
    phone.pass_time(23)
    assert now_playing(phone)[1] != "playing"
    assert field_of(phone, "sleep_timer/main/on") is False


def test_a_sleep_timer_for_the_end_waits_while_nothing_plays() -> None:
    phone = phone_of(patches=player(PAPER, KITCHEN, state="playing"))
    call(phone, "manage_sleep_timer", action="set", endOfItem=True)
    call(phone, "control_playback", action="pause")
    phone.pass_time(3600)
    assert field_of(phone, "sleep_timer/main/on") is True
    call(phone, "control_playback", action="resume")
    phone.pass_time(320)
    assert now_playing(phone) == (KITCHEN, "paused")


def test_a_recording_pauses_playback_and_playback_waits_for_its_end() -> None:
    phone = phone_of(patches=player(PAPER, state="playing"))
    call(phone, "manage_voice_recording", action="start", title="Talk")
    assert now_playing(phone) == (PAPER, "paused")
    assert failure(phone, "control_playback", action="resume") == Code.CONFLICT
    call(phone, "manage_voice_recording", action="stop")
    call(phone, "control_playback", action="resume")


def test_a_recording_counts_only_while_it_runs_and_can_be_sent_afterwards() -> None:
    phone = phone_of()
    call(phone, "manage_voice_recording", action="start", title="Talk")
    phone.pass_time(99)
    call(phone, "manage_voice_recording", action="pause")
    phone.pass_time(500)
    call(phone, "manage_voice_recording", action="resume")
    phone.pass_time(49)
    made = call(phone, "manage_voice_recording", action="stop")
    assert made["length"] == "2:30"
    call(phone, "send_message", contactName="Mum", text="listen", attachmentId=made["recordingId"])


def test_a_photo_is_in_the_gallery_at_once_and_can_be_put_into_an_album() -> None:
    phone = phone_of()
    first, second = (call(phone, "control_camera", action="take_photo") for _ in range(2))
    assert (first["name"], second["name"]) == ("IMG_20260302_001.jpg", "IMG_20260302_002.jpg")
    found = call(phone, "search_photos", fromDate="2026-03-02", toDate="2026-03-02")["photos"]
    assert {photo["photoId"] for photo in found} >= {first["photoId"], second["photoId"]}
    call(phone, "manage_photo_album", action="create", name="Today", photoIds=[first["photoId"]])
    assert call(phone, "search_photos", album="Today")["total"] == 1


def test_switching_off_ends_playback_and_saves_what_is_recorded() -> None:
    phone = phone_of(patches={**player(PAPER, state="playing"), "game_mode/main": {"on": True}})
    call(phone, "manage_sleep_timer", action="set", minutes=5)
    patch(phone, RECORDING)
    patch(phone, FILMING)
    phone.put("device", "power", state="off")
    assert [field_of(phone, path) for path in ("players/audio/state", "sleep_timer/main/on", "game_mode/main/on")] == [
        "paused", False, False,
    ]  # fmt: skip
    assert phone.find("files", name="Talk.m4a") and phone.find("files", name="VID_20260302_001.mp4")
    assert (field_of(phone, "recorder/main/state"), field_of(phone, "camera/main/recording")) == ("idle", False)


def test_the_battery_saver_ends_high_performance() -> None:
    phone = phone_of()
    call(phone, "manage_game_mode", action="turn_on", performance="high")
    phone.put("modes", "battery_saver", on=True)
    assert field_of(phone, "game_mode/main/performance") == "balanced"


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
