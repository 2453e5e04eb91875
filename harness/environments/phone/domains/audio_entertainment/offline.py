"""What is kept on the phone for playing without internet, and what streaming and downloads may use."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...rules import RULES
from ...state import Row
from ...storage import use_space
from ...tools import Risk, tool
from .tables import DOMAIN, pick

STORED = {"song": "tracks", "episode": "episodes", "audiobook": "audiobooks", "video": "videos"}
"""The table of each kind that can be downloaded one by one."""


def _on_wifi(phone: Phone) -> bool:
    wifi = phone.one("radios", "wifi")
    return bool(wifi["on"] and wifi["ssid"])


@RULES.requires("streaming")
def streaming(phone: Phone) -> None:
    """Internet; on mobile data only if the data saver is off and streaming may use mobile data."""
    phone.require("internet")
    if _on_wifi(phone):
        return
    if phone.one("radios", "data_saver")["on"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, "the data saver is on, so nothing streams on mobile data")
    if not phone.one("streaming")["on_mobile_data"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, "streaming on mobile data is turned off; join Wi-Fi or turn it on",
                         accepted={"action": "set", "streamOnMobileData": True})  # fmt: skip


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(
        Code.NOT_FOUND, Code.AMBIGUOUS, Code.NO_SERVICE, Code.BLOCKED_BY_MODE, Code.NO_SPACE, Code.UNSUPPORTED,
    ),
    seconds=10,
)  # fmt: skip
def manage_offline_media(
    phone: Phone,
    action: Literal["download", "remove", "list"],
    kind: Literal["song", "playlist", "episode", "audiobook", "video"] | None = None,
    item: Text | None = None,
) -> Json:
    """Download a song, playlist, podcast episode, audiobook or video to play it offline; remove or list downloads.

    item: name or id.
    """
    if action == "list":
        kinds = [name for name in STORED if kind in (None, name) or (kind == "playlist" and name == "song")]
        return {"downloads": {name: _stored(phone, STORED[name]) for name in kinds}}
    if kind is None:
        raise missing("kind", "song, playlist, episode, audiobook or video")
    table, rows = _rows_of(phone, kind, item)
    if action == "remove":
        rows = [row for row in rows if row["downloaded"]]
        use_space(phone, -sum(row["size_mb"] for row in rows))
    else:
        refused = next((row for row in rows if not row.get("downloadable", True)), None)
        if refused is not None:
            raise PhoneError(Code.UNSUPPORTED, f"{refused['service']} does not let {refused['name']} be downloaded")
        rows = [row for row in rows if not row["downloaded"]]
        if rows:
            _require_download(phone)
        use_space(phone, sum(row["size_mb"] for row in rows))
    for row in rows:
        phone.put(table, row["id"], downloaded=action == "download")
    return {"items": len(rows), "sizeMb": round(sum(row["size_mb"] for row in rows), 1), "changed": bool(rows)}


def _rows_of(phone: Phone, kind: str, item: str | None) -> tuple[str, list[Row]]:
    """The table and the rows that are meant. Raises ``PhoneError``."""
    if kind == "playlist":
        keys = pick(phone, "playlists", "playlist", item)["tracks"]
        return "tracks", [phone.row("tracks", key) for key in keys]
    show = {"song": ("artist", "album"), "video": ("service", "season")}.get(kind, ())
    return STORED[kind], [pick(phone, STORED[kind], kind, item, show)]


def _require_download(phone: Phone) -> None:
    phone.require("internet")
    if not _on_wifi(phone) and phone.one("streaming")["download_on_wifi_only"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, "downloads wait for Wi-Fi; join a network or allow mobile data",
                         accepted={"action": "set", "downloadOnWifiOnly": False})  # fmt: skip


def _stored(phone: Phone, table: str) -> Json:
    rows = [row for row in phone.state.rows(table).values() if row["downloaded"]]
    size = round(sum(row["size_mb"] for row in rows), 1)
    return {"total": len(rows), "sizeMb": size, "items": [{"id": row["id"], "name": row["name"]} for row in rows[:8]]}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ})
def manage_streaming_settings(
    phone: Phone,
    action: Literal["get", "set"],
    musicQuality: Literal["low", "normal", "high", "lossless"] | None = None,
    videoQuality: Literal["480p", "720p", "1080p", "4k"] | None = None,
    streamOnMobileData: bool | None = None,
    downloadOnWifiOnly: bool | None = None,
    autoplay: bool | None = None,
) -> Json:
    """Show or set the quality of streamed music and videos, and whether streams and downloads may use mobile data.

    autoplay: whether the next episode of a series starts by itself.
    """
    given: Row = {"music_quality": musicQuality, "video_quality": videoQuality, "on_mobile_data": streamOnMobileData,
                  "download_on_wifi_only": downloadOnWifiOnly, "autoplay": autoplay}  # fmt: skip
    fields = {name: value for name, value in given.items() if value is not None}
    changed = {}
    if action == "set":
        if not fields:
            raise missing("musicQuality", "at least one setting")
        changed = {"changed": phone.put("streaming", "main", **fields)}
    row = phone.one("streaming")
    return {"musicQuality": row["music_quality"], "videoQuality": row["video_quality"],
            "streamOnMobileData": row["on_mobile_data"], "downloadOnWifiOnly": row["download_on_wifi_only"],
            "autoplay": row["autoplay"], **changed}  # fmt: skip
