"""Finding what people name: a contact, an app, a file. Several domains speak of them, so the rules stand here once."""

from collections.abc import Sequence
from functools import lru_cache

from harness.contract import Json

from .errors import Code, PhoneError, not_found
from .phone import Phone, fold
from .state import Row

CANDIDATES = 8
"""How many candidates an ambiguous name is answered with."""
DEBUGGING = ("usb_debugging", "wireless_debugging")
"""Developer options that let a computer into the phone."""


def name_matches(query: str, name: str) -> bool:
    """Whether every word of ``query`` starts a word of ``name``; words that are not ASCII match anywhere in it."""
    text, words = _words(name)
    return all(begins in words or (anywhere and part in text) for part, begins, anywhere in _parts(query))


@lru_cache(maxsize=1024)
def _parts(query: str) -> tuple[tuple[str, str, bool], ...]:
    """The words of a query, each as it is, as a name's word begins with it, and whether it may stand anywhere."""
    return tuple((part, f" {part}", not part.isascii()) for part in query.casefold().split())


@lru_cache(maxsize=16384)
def _words(name: str) -> tuple[str, str]:
    """A name without case, and its words with a space before each."""
    text = name.casefold()
    return text, " " + " ".join(text.replace("-", " ").replace("(", " ").split())


def resolve_contact(phone: Phone, contact_id: str | None, name: str | None) -> Row:
    """The one contact that an id or a name means; part of a name will do if only one contact fits.

    Raises ``PhoneError``: PERMISSION_DENIED, MISSING_ARGUMENT, NOT_FOUND, or AMBIGUOUS with the candidates.
    """
    phone.require_permission("contacts")
    if contact_id is not None:
        return phone.row("contacts", contact_id)
    if name is None:
        raise PhoneError(Code.MISSING_ARGUMENT, "say which contact", accepted=["contactId", "contactName"])
    return resolve_named(phone, "contacts", "contact", name)


def resolve_app(phone: Phone, name: str) -> Row:
    """The installed app with that id, package or label. Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS."""
    found = phone.state.get("apps", name)
    if found is not None:
        return found
    packages = phone.find("apps", package=name)
    return packages[0][1] if packages else resolve_named(phone, "apps", "app", name)


def require_app(phone: Phone, name: str) -> Row:
    """The installed app. Raises ``PhoneError`` NOT_FOUND, AMBIGUOUS or, when it is locked, PRECONDITION_FAILED."""
    app = resolve_app(phone, name)
    if app["locked"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{app['name']} is locked; unlock it first")
    return app


def resolve_sim(phone: Phone, sim: str | None) -> str:
    """The slot of the SIM card that a slot, label or carrier means; without any, of the only card.

    Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS.
    """
    sims = phone.state.rows("sims")
    wanted = None if sim is None else fold(sim)
    fitting = [key for key, row in sims.items() if wanted in (None, fold(key), fold(row["label"]), fold(row["carrier"]))]
    if not fitting:
        raise not_found("SIM card", sim, list(sims))
    if len(fitting) > 1:
        candidates = [{"sim": key, "label": sims[key]["label"]} for key in fitting]
        raise PhoneError(Code.AMBIGUOUS, f"{len(fitting)} SIM cards match; say which", accepted=candidates)
    return fitting[0]


def risky_settings(phone: Phone) -> list[str]:
    """What in the settings of the phone endangers it, in words."""
    risks = []
    if phone.one("device", "lock")["pin"] is None:
        risks.append("no screen lock")
    risks += [f"{key.replace('_', ' ')} is on" for key in DEBUGGING if phone.one("developer", key)["on"]]
    for key, _ in phone.find("install_sources", allowed=True):
        risks.append(f"{phone.row('apps', key)['name']} may install unknown apps")
    if not phone.one("find_my_phone")["on"]:
        risks.append("Find My Phone is off")
    return risks


def resolve_file(phone: Phone, file_id: str | None, name: str | None = None) -> Row:
    """The one file, not in the trash, that an id or a name means. Raises ``PhoneError`` as ``resolve_contact`` does."""
    phone.require_permission("files")
    if file_id is not None:
        found = phone.state.get("files", file_id)
        if found is None or found["trashed"]:
            raise not_found("file", file_id)
        return found
    if name is None:
        raise PhoneError(Code.MISSING_ARGUMENT, "say which file", accepted=["fileId", "fileName"])
    return _only([row for _, row in phone.find("files", name=name, trashed=False)], "file", name, ("name", "folder"))


def resolve_named(phone: Phone, table: str, what: str, name: str, show: tuple[str, ...] = ("name",)) -> Row:
    """The one row of a table that an id or a name means; part of a name will do if only one row fits.

    Raises ``PhoneError`` NOT_FOUND, or AMBIGUOUS with the fields ``show`` of the candidates.
    """
    found = phone.state.get(table, name)
    if found is not None:
        return found
    matches = [row for _, row in phone.find(table, name=name)]
    if not matches:
        matches = [row for row in phone.state.rows(table).values() if name_matches(name, row["name"])]
    return _only(matches, what, name, show)


def _only(matches: Sequence[Row], what: str, name: str, show: tuple[str, ...]) -> Row:
    if not matches:
        raise not_found(what, name)
    if len(matches) > 1:
        candidates: Json = [{field: row[field] for field in ("id", *show)} for row in matches[:CANDIDATES]]
        raise PhoneError(Code.AMBIGUOUS, f"{len(matches)} {what} entries match {name!r}", accepted=candidates)
    return matches[0]
