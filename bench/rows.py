"""Rows that a task adds to the phone: what the request is about, and look-alikes that a blind guess would hit."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from harness.contract import Json, Patch
from harness.environments.phone.profiles import load_profile

from .draw import Draw

_TYPES = {"pdf": "document", "txt": "document", "docx": "document", "jpg": "image", "mp4": "video", "mp3": "audio"}


class Rows:
    """Collects patches for one draft; each method adds one row and returns its id."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self.base = load_profile(draw.profile)
        self.now = int(draw.now.timestamp())
        self.patches: list[Patch] = []

    def add(self, table: str, prefix: str, **fields: Json) -> str:
        """A row of any table under a new id."""
        key = self._draw.row_id(prefix)
        self.patches.append(Patch(table=table, key=key, fields={"id": key, **fields}))
        return key

    def put(self, table: str, key: str, **fields: Json) -> None:
        """Fields of a row that the profile has."""
        self.patches.append(Patch(table=table, key=key, fields=fields))

    def clear(self, table: str, **fields: Json) -> None:
        """Takes away the profile's own rows of a table, or those with these fields."""
        for key, row in self.base.rows(table).items():
            if all(row.get(name) == value for name, value in fields.items()):
                self.patches.append(Patch(table=table, key=key, fields=None))

    def thin(self, table: str, keep: int) -> None:
        """Leaves the profile only its first few rows of a table, so that a list stays short."""
        for key in list(self.base.rows(table))[keep:]:
            self.patches.append(Patch(table=table, key=key, fields=None))

    # -- time

    def alarm(self, time: str, title: str, days: Sequence[str] = (), *, enabled: bool = True) -> str:
        return self.add("alarms", "al", time=time, title=title, days=list(days), enabled=enabled, created=self.now - 86_400)

    def timer(self, title: str, seconds: int, left: int) -> str:
        return self.add(
            "timers", "tm", title=title, seconds=seconds, state="running", ends_at=self.now + left, remaining=None,
            created=self.now - seconds + left,
        )  # fmt: skip

    def event(
        self, title: str, start: str, *, minutes: int = 60, location: str | None = None, repeat: str = "never",
        attendees: Sequence[str] = (), calendar: str = "personal",
    ) -> str:  # fmt: skip
        end = (datetime.fromisoformat(start) + timedelta(minutes=minutes)).isoformat()[:16]
        return self.add(
            "events", "ev", title=title, start=start, end=end, zone=str(self._draw.now.tzinfo), location=location,
            attendees=list(attendees), repeat=repeat, until=None, excluded=[], remind_minutes=None, calendar=calendar,
            created=self.now - 86_400,
        )  # fmt: skip

    def reminder(self, title: str, time: str, repeat: str = "never") -> str:
        return self.add("reminders", "rm", title=title, time=time, repeat=repeat, done=False, created=self.now - 86_400)

    # -- people

    def contact(
        self, name: str, *, number: str | None = None, relation: str = "", email: str | None = None,
        favourite: bool = False,
    ) -> str:  # fmt: skip
        phones = [{"type": "mobile", "number": number or self._draw.phone_number()}]
        return self.add(
            "contacts", "ct", name=name, phones=phones, emails=[email] if email else [], relation=relation,
            favourite=favourite, note="",
        )  # fmt: skip

    def message(
        self, text: str, number: str, *, contact: str | None = None, app: str = "sms", minutes_ago: int = 30,
        direction: str = "in", unread: bool = True,
    ) -> str:  # fmt: skip
        incoming = direction == "in"
        return self.add(
            "messages", "ms", app=app, direction=direction, contact=contact, address=number, subject="", text=text,
            attachment=None, time=self.now - 60 * minutes_ago, status="received" if incoming else "sent",
            unread=unread and incoming, starred=False,
        )  # fmt: skip

    def call(
        self, number: str, *, contact: str | None = None, status: str = "ended", direction: str = "in",
        minutes_ago: int = 30,
    ) -> str:  # fmt: skip
        return self.add(
            "calls", "ca", contact=contact, number=number, app="phone", direction=direction, status=status,
            started=self.now - 60 * minutes_ago, seconds=0 if status == "missed" else 95, muted=False, speaker=False,
        )  # fmt: skip

    # -- around the phone

    def wifi(self, ssid: str, password: str, *, saved: bool = False, signal: int = 70) -> str:
        return self.add(
            "wifi_networks", "wn", ssid=ssid, security="wpa2", password=password, saved=saved, inRange=True,
            signal=signal, band="5GHz",
        )  # fmt: skip

    def accessory(
        self, name: str, kind: str = "earbuds", *, connected: bool = False, battery: int = 70, place: str = "home",
        noise: str = "off",
    ) -> str:  # fmt: skip
        key = self.add(
            "bluetooth_devices", "bd", name=name, type=kind, paired=True, connected=connected, inRange=True,
            battery=battery, place=place, seen=self.now - 600, ringing=False,
        )  # fmt: skip
        if kind in ("earbuds", "headphones"):
            modes = ["off", "transparency", "noise_reduction"]
            self.put("headphones", key, device=key, noise=noise, modes=modes, equalizer="flat")
        return key

    def screen(self, name: str, kind: str = "tv", *, usb: bool = False) -> str:
        methods = ["wireless", "usb"] if usb else ["wireless"]
        return self.add(
            "cast_targets", "tg", name=name, type=kind, methods=methods, directions=["phone_to_device"], online=True,
            plugged=usb,
        )  # fmt: skip

    def light(self, name: str, room: str, *, on: bool = False) -> str:
        return self.add("smart_devices", "sh", name=name, type="light", room=room, on=on, online=True, brightness=60)

    def note(self, title: str, content: str) -> str:
        stamp = self.now - 90_000
        return self.add("notes", "no", title=title, content=content, tags=[], pinned=False, created=stamp, modified=stamp)

    def todo(self, title: str, list_name: str = "to-do", due: str | None = None) -> str:
        return self.add(
            "todos", "td", title=title, list=list_name, due=due, priority="normal", done=False, created=self.now - 90_000
        )

    # -- music, videos and photos

    def song(self, name: str, artist: str, *, album: str = "", downloaded: bool = False, explicit: bool = False) -> str:
        """A song long enough to outlast the task, whatever the playback speed."""
        return self.add(
            "tracks", "tk", name=name, artist=artist, album=album or name, number=1, genre="indie", year=2024,
            seconds=self._draw.integer(400, 520), size_mb=9.5, favourite=False, downloaded=downloaded, explicit=explicit,
            lyrics="", plays=3, last_played=self.now - 800_000,
        )  # fmt: skip

    def playlist(self, name: str, songs: Sequence[str]) -> str:
        return self.add("playlists", "pl", name=name, tracks=list(songs), created=self.now - 900_000)

    def playing(self, songs: Sequence[str]) -> None:
        """These songs are in the player, the first one playing."""
        self.put(
            "players", "audio", state="playing", kind="track", queue=list(songs), index=0, position=12, since=self.now,
            stream=False, shuffle=False, repeat="off", speed=1, held=False,
        )  # fmt: skip

    def station(self, name: str, fm: float | None, *, genre: str = "talk") -> str:
        return self.add("radio_stations", "ra", name=name, genre=genre, fm=fm, saved=False)

    def podcast(self, name: str, host: str) -> str:
        return self.add("podcasts", "po", name=name, host=host, category="society", subscribed=True)

    def episode(self, podcast: str, name: str, *, days_ago: int = 3, played: bool = False) -> str:
        return self.add(
            "episodes", "ep", podcast=podcast, name=name, published=self.now - 86_400 * days_ago,
            seconds=self._draw.integer(2400, 4200), size_mb=38.5, downloaded=False, played=played, position=0,
        )  # fmt: skip

    def video(
        self, name: str, service: str, *, series: str | None = None, season: int | None = None, number: int | None = None,
        rating: int = 0, watched: bool = False,
    ) -> str:  # fmt: skip
        return self.add(
            "videos", "vi", name=name, service=service, kind="episode" if series else "movie", series=series, season=season,
            number=number, genre="drama", year=2025, rating=rating, seconds=self._draw.integer(2500, 5400), size_mb=640.0,
            downloadable=True, downloaded=False, position=0, watched=watched, watchlist=False,
        )  # fmt: skip

    def photo(
        self, *, place: str | None = None, tags: Sequence[str] = (), favourite: bool = False, days_ago: int = 3
    ) -> str:
        name = f"IMG_{self._draw.integer(100_000, 999_999)}.jpg"
        key = self.file(name, "Pictures", days_ago=days_ago)
        taken = self.now - 86_400 * days_ago
        self.put("photos", key, id=key, taken=taken, place=place, people=[], tags=list(tags), favourite=favourite)
        return key

    # -- apps and files

    def folder(self, path: str) -> str:
        self.patches.append(Patch(table="folders", key=path, fields={"id": path, "created": self.now - 90_000}))
        return path

    def file(self, name: str, folder: str, *, size_mb: float = 2.5, trashed: bool = False, days_ago: int = 3) -> str:
        kind = _TYPES.get(name.rpartition(".")[2], "other")
        return self.add(
            "files", "fi", name=name, folder=folder, type=kind, size_mb=size_mb, modified=self.now - 86_400 * days_ago,
            trashed=trashed,
        )  # fmt: skip

    def app(
        self, name: str, *, category: str = "tools", size_mb: int = 80, version: str = "3.1", latest: str | None = None,
        locked: bool = False, notifications: bool = True, days_unused: int = 2,
    ) -> str:  # fmt: skip
        return self.add(
            "apps", "ap", name=name, package=f"com.{name.casefold()}.app", category=category, version=version,
            latest=latest or version, size_mb=size_mb, cache_mb=4, data_mb=11, system=False, running=False,
            notifications=notifications, locked=locked, background="optimized",
            last_used=self.now - 86_400 * days_unused,
        )  # fmt: skip

    def store_app(self, name: str, *, category: str = "tools", size_mb: int = 60) -> str:
        return self.add(
            "app_store", "st", name=name, package=f"com.{name.casefold()}.app", category=category, version="2.4",
            size_mb=size_mb, rating=4.3,
        )  # fmt: skip

    # -- out and about

    def place(
        self, name: str, *, km: float = 2.0, category: str = "shop", opens: str = "00:00", closes: str = "00:00",
        tables: bool = False,
    ) -> str:  # fmt: skip
        """A place on the map so far north of the owner's home; open day and night unless hours are given."""
        home = next(row for row in self.base.rows("saved_places").values() if row["kind"] == "home")
        return self.add(
            "places", "lc", name=name, category=category, kind=category, address=f"{name} Lane 4", city=home["city"],
            latitude=round(home["latitude"] + km / 111, 4), longitude=home["longitude"], rating=4.1, opens=opens,
            closes=closes, tables=tables,
        )  # fmt: skip

    def product(self, name: str, price: float) -> str:
        return self.add("products", "gd", name=name, store="Store", price=price, dated={})
