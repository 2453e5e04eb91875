"""The camera and the gallery. Every image and video file is in the gallery; what is on it stands in ``photos``."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Date, Text
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone
from ...rules import RULES
from ...state import Row
from ...storage import free_name, free_space, leave_file
from ...tools import Risk, tool
from .players import pause_all
from .tables import DOMAIN, Count, mentions, pick, require_new_name

SIZES = {"auto": 3.5, "portrait": 4.5, "night": 6.0}
"""Megabytes of a photo by mode."""
VIDEO_MB_PER_SECOND = 2
LEAST_VIDEO_MB = 50
"""Megabytes that must be free for a video to start."""
Ids = Annotated[list[str], Field(min_length=1, max_length=50)]


# -- camera


@RULES.effect("device", "power")
def switching_off_saves_the_video(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Switching off or restarting ends a video that is being recorded and keeps it."""
    assert after is not None
    if after["state"] != "on" and phone.one("camera")["recording"]:
        _finish_video(phone)


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="camera", seconds=2,
      errors=(Code.CONFLICT, Code.PRECONDITION_FAILED, Code.NO_SPACE, Code.PERMISSION_DENIED))  # fmt: skip
def control_camera(
    phone: Phone,
    action: Literal["take_photo", "start_video", "stop_video"],
    lens: Literal["rear", "front"] = "rear",
    mode: Literal["auto", "portrait", "night"] = "auto",
    timerSeconds: Annotated[int, Field(ge=0, le=10)] = 0,
) -> Json:
    """Take a photo or picture, also a selfie, or start and stop recording a video with the camera.

    lens: front is for selfies.
    timerSeconds: wait before the photo.
    """
    running = phone.one("camera")["recording"]
    if action == "take_photo":
        if timerSeconds:
            phone.pass_time(timerSeconds)
        name = free_name(phone, f"IMG_{phone.local:%Y%m%d}_", "jpg")
        return _shot(phone, leave_file(phone, name, "Pictures", SIZES[mode]), lens)
    if action == "stop_video":
        if not running:
            raise PhoneError(Code.PRECONDITION_FAILED, "no video is being recorded", accepted={"action": "start_video"})
        return _finish_video(phone)
    phone.require_permission("microphone")
    if running:
        raise PhoneError(Code.CONFLICT, "a video is being recorded already; stop it first")
    if phone.one("recorder")["state"] == "recording":
        raise PhoneError(Code.CONFLICT, "the voice recorder uses the microphone; stop it first")
    if free_space(phone) < LEAST_VIDEO_MB:
        raise PhoneError(Code.NO_SPACE, f"a video needs {LEAST_VIDEO_MB} MB, {free_space(phone):g} MB are free")
    pause_all(phone)
    phone.put("camera", "main", recording=True, lens=lens, since=phone.state.now)
    return {"recording": True, "lens": lens}


def _finish_video(phone: Phone) -> Json:
    row = phone.one("camera")
    seconds = max(phone.state.now - int(row["since"]), 1)
    phone.put("camera", "main", recording=False, since=0)
    name = free_name(phone, f"VID_{phone.local:%Y%m%d}_", "mp4")
    size = round(min(seconds * VIDEO_MB_PER_SECOND, max(free_space(phone), 0)), 1)
    return _shot(phone, leave_file(phone, name, "Movies", size), row["lens"])


def _shot(phone: Phone, key: str, lens: str) -> Json:
    """Puts a new photo or video into the gallery, with the place if the phone knows it."""
    location = phone.one("radios", "location")
    place = location["place"] if location["on"] else None
    tags = ["selfie"] if lens == "front" else []
    phone.put("photos", key, id=key, taken=phone.state.now, place=place, people=[], tags=tags, favourite=False)
    row = phone.row("files", key)
    return {"photoId": key, "name": row["name"], "sizeMb": row["size_mb"]}


# -- gallery


def _about(phone: Phone, row: Row) -> Row:
    """What is known of a picture or video; of one that came from elsewhere, only its date."""
    known = phone.state.get("photos", row["id"])
    return known or {"id": row["id"], "taken": row["modified"], "place": None, "people": [], "tags": [], "favourite": False}


def _kind(row: Row) -> str:
    if row["type"] == "video":
        return "video"
    return "screenshot" if str(row["folder"]).endswith("Screenshots") else "photo"


@tool(DOMAIN, permission="photos", errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED))
def search_photos(
    phone: Phone,
    query: Text | None = None,
    album: Text | None = None,
    kind: Literal["photo", "video", "screenshot"] | None = None,
    fromDate: Date | None = None,
    toDate: Date | None = None,
    favourite: bool | None = None,
    maxResults: Count = 6,
) -> Json:
    """Find photos, pictures, videos and screenshots in the gallery by what is on them, people, place or date.

    query: such as beach, dog, or a name.
    album: name or id.
    """
    inside = None if album is None else set(pick(phone, "photo_albums", "album", album)["photos"])
    found: list[tuple[int, Row, Row]] = []
    for row in phone.state.rows("files").values():
        if row["trashed"] or row["type"] not in ("image", "video") or (inside is not None and row["id"] not in inside):
            continue
        if kind is not None and _kind(row) != kind:
            continue
        about = _about(phone, row)
        if favourite is not None and about["favourite"] != favourite:
            continue
        if query is not None and not mentions(query, row["name"], about["place"], *about["people"], *about["tags"]):
            continue
        day = phone.to_local(about["taken"])[:10] if fromDate or toDate else ""
        if (fromDate is None or day >= fromDate) and (toDate is None or day <= toDate):
            found.append((-about["taken"], row, about))
    found.sort(key=lambda entry: (entry[0], entry[1]["id"]))
    return {"total": len(found), "photos": [_photo(phone, row, about) for _, row, about in found[:maxResults]]}


def _photo(phone: Phone, row: Row, about: Row) -> Json:
    shown: Row = {"photoId": row["id"], "name": row["name"], "kind": _kind(row), "taken": phone.to_local(about["taken"])}
    return shown | {field: about[field] for field in ("place", "people", "tags", "favourite") if about[field]}


def _pictures(phone: Phone, keys: list[str], *, trashed: bool = False) -> list[Row]:
    """The files of these photos. Raises ``PhoneError`` NOT_FOUND for any that is not in the gallery, or its trash."""
    rows = []
    for key in dict.fromkeys(keys):
        row = phone.state.get("files", key)
        if row is None or row["type"] not in ("image", "video") or row["trashed"] != trashed:
            raise not_found("photo in the trash" if trashed else "photo", key)
        rows.append(row)
    return rows


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="photos", errors=(Code.NOT_FOUND, Code.PERMISSION_DENIED))
def manage_photo(phone: Phone, action: Literal["favourite", "unfavourite", "delete", "restore"], photoIds: Ids) -> Json:
    """Mark photos or videos as favourites or not, delete them (into the trash), or restore them from there.

    photoIds: ids from search_photos.
    """
    rows = _pictures(phone, photoIds, trashed=action == "restore")
    if action in ("delete", "restore"):
        changed = [phone.put("files", row["id"], trashed=action == "delete") for row in rows]
    else:
        liked = action == "favourite"
        changed = [phone.put("photos", row["id"], **{**_about(phone, row), "favourite": liked}) for row in rows]
    return {"photos": len(rows), "changed": any(changed)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, permission="photos",
      errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS, Code.PERMISSION_DENIED))  # fmt: skip
def manage_photo_album(
    phone: Phone,
    action: Literal["list", "create", "rename", "delete", "add", "remove"],
    albumId: str | None = None,
    name: Text | None = None,
    newName: Text | None = None,
    photoIds: Ids | None = None,
) -> Json:
    """List, create, rename or delete photo albums, or add photos to one or take them out; the photos stay.

    name: of the album; or its albumId.
    photoIds: for add and remove, and to start a new one with; ids from search_photos.
    """
    if action == "list":
        albums = phone.state.rows("photo_albums").values()
        return {"albums": [{"id": row["id"], "name": row["name"], "photos": len(row["photos"])} for row in albums]}
    keys = [row["id"] for row in _pictures(phone, photoIds)] if photoIds and action != "remove" else list(photoIds or [])
    if action == "create":
        if name is None:
            raise missing("name", "name of the album")
        require_new_name(phone, "photo_albums", "photo album", name)
        made = phone.add("photo_albums", "pa", name=name, photos=keys, created=phone.state.now)
        return {"albumId": made, "created": True}
    row = pick(phone, "photo_albums", "album", albumId or name)
    if action == "delete":
        phone.remove("photo_albums", row["id"])
        return {"albumId": row["id"], "deleted": True}
    if action == "rename":
        if newName is None:
            raise missing("newName", "the name afterwards")
        require_new_name(phone, "photo_albums", "photo album", newName, besides=row["id"])
        return {"albumId": row["id"], "name": newName, "changed": phone.put("photo_albums", row["id"], name=newName)}
    if not keys:
        raise missing("photoIds", "ids of photos, from search_photos")
    inside = row["photos"]
    if action == "add":
        kept = [*inside, *(key for key in keys if key not in inside)]
    else:
        absent = [key for key in keys if key not in inside]
        if absent:
            raise not_found(f"photo in {row['name']}", absent[0])
        kept = [key for key in inside if key not in keys]
    return {"albumId": row["id"], "photos": len(kept), "changed": phone.put("photo_albums", row["id"], photos=kept)}
