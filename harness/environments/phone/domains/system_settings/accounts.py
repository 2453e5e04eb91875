"""Accounts and what they sync, the cloud backup, and the users of the phone."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone, fold
from ...rules import RULES
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Service = Literal["mail", "contacts", "calendar", "photos", "notes"]
Provider = Literal["google", "microsoft", "samsung", "xiaomi", "oneplus", "work"]
Content = Literal["apps", "photos", "messages", "contacts", "settings"]
SERVICES: dict[Provider, list[Service]] = {
    "google": ["mail", "contacts", "calendar", "photos", "notes"],
    "microsoft": ["mail", "contacts", "calendar"],
    "samsung": ["contacts", "calendar", "photos", "notes"],
    "xiaomi": ["contacts", "photos", "notes"],
    "oneplus": ["contacts", "photos", "notes"],
    "work": ["mail", "contacts", "calendar"],
}
"""What an account of each provider can sync."""
CONTENTS: tuple[Content, ...] = ("apps", "photos", "messages", "contacts", "settings")


# -- accounts


def _account(phone: Phone, account: str) -> Row:
    """The one account that an id, an address or a provider means. Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS."""
    rows = phone.state.rows("accounts")
    if account in rows:
        return rows[account]
    wanted = fold(account)
    found = [row for row in rows.values() if fold(row["name"]) == wanted]
    found = found or [row for row in rows.values() if row["provider"] == wanted]
    if not found:
        raise not_found("account", account, [row["name"] for row in rows.values()])
    if len(found) > 1:
        candidates = [{"id": row["id"], "name": row["name"]} for row in found]
        raise PhoneError(Code.AMBIGUOUS, f"{len(found)} accounts match {account!r}", accepted=candidates)
    return found[0]


@RULES.effect("accounts")
def backup_ends_with_its_account(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Removing the account that holds the backup turns the backup off."""
    if after is None and before is not None and phone.one("backup")["account"] == before["id"]:
        phone.put("backup", "main", on=False, account=None)


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ, "remove": Risk.IRREVERSIBLE},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS, Code.NO_SERVICE, Code.PERMISSION_DENIED),
    seconds=2,
)
def manage_account(
    phone: Phone,
    action: Literal["list", "add", "remove", "sync_now"],
    account: Text | None = None,
    provider: Provider | None = None,
) -> Json:
    """Add, remove or list accounts of the phone, such as Google or work, or sync them now.

    account: its e-mail address or name; its id or provider will do if there is only one; sync_now takes all without it.
    provider: for add.
    """
    phone.require("owner")
    rows = phone.state.rows("accounts")
    if action == "list":
        return {"accounts": [_account_line(phone, row) for row in rows.values()]}
    if action == "sync_now":
        chosen = list(rows.values()) if account is None else [_account(phone, account)]
        phone.require("internet")
        for row in chosen:
            phone.put("accounts", row["id"], last_sync=phone.state.now)
        return {"synced": [row["name"] for row in chosen]}
    if account is None:
        raise missing("account", "e-mail address or name of the account")
    if action == "remove":
        row = _account(phone, account)
        phone.remove("accounts", row["id"])
        return {"accountId": row["id"], "removed": row["name"]}
    if provider is None:
        raise missing("provider", f"one of {', '.join(SERVICES)}")
    if phone.find("accounts", name=account, provider=provider):
        raise PhoneError(Code.ALREADY_EXISTS, f"{account} is signed in already")
    phone.require("internet")
    services = SERVICES[provider]
    key = phone.add("accounts", "ac", name=account, provider=provider, services=services, synced=services, last_sync=None)
    return {"accountId": key, "added": account, "syncs": services}


def _account_line(phone: Phone, row: Row) -> Json:
    line = {field: row[field] for field in ("id", "name", "provider")}
    synced = phone.to_local(row["last_sync"]) if row["last_sync"] else None
    return {**line, "syncs": row["synced"], "lastSync": synced}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.UNSUPPORTED, Code.BLOCKED_BY_MODE))
def set_account_sync(phone: Phone, enabled: bool, account: Text | None = None, service: Service | None = None) -> Json:
    """Turn sync on or off: all background sync, one account, or one service such as contacts or calendar of an account.

    account: e-mail address, id or provider; without it the switch for all background sync is meant.
    service: only this one of the account.
    """
    if account is None:
        if service is not None:
            raise missing("account", "the account whose service is meant")
        return {"backgroundSync": enabled, "changed": phone.put("modes", "sync", on=enabled)}
    row = _account(phone, account)
    if service is not None and service not in row["services"]:
        message = f"{row['name']} does not sync {service}"
        raise PhoneError(Code.UNSUPPORTED, message, accepted=row["services"])
    chosen = row["services"] if service is None else [service]
    kept = [name for name in row["services"] if (enabled if name in chosen else name in row["synced"])]
    return {"account": row["name"], "syncs": kept, "changed": phone.put("accounts", row["id"], synced=kept)}


# -- backup


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.PRECONDITION_FAILED, Code.NO_SERVICE, Code.PERMISSION_DENIED),
    seconds=5,
)
def manage_backup(
    phone: Phone,
    action: Literal["status", "turn_on", "turn_off", "configure", "back_up_now"],
    include: list[Content] | None = None,
    wifiOnly: bool | None = None,
) -> Json:
    """Show the cloud backup, turn it on or off, choose what it includes, or back up now.

    include: what is backed up, for turn_on and configure.
    wifiOnly: back up over Wi-Fi only.
    """
    phone.require("owner")
    row = phone.one("backup")
    if action == "status":
        return _backup_line(phone, row)
    given: Row = {"include": [name for name in CONTENTS if name in include] if include else None, "wifi_only": wifiOnly}
    fields = {name: value for name, value in given.items() if value is not None}
    if fields and action not in ("turn_on", "configure"):
        raise PhoneError(Code.INVALID_ARGUMENT, f"{action} takes no settings; use configure", accepted=["configure"])
    if action == "configure" and not fields:
        raise missing("include", "what to back up, or wifiOnly")
    if action == "turn_on":
        fields |= {"on": True, "account": row["account"] or _backup_account(phone)}
    elif action == "turn_off":
        fields = {"on": False}
    elif action == "back_up_now":
        _require_backup(phone, row)
        fields = {"last": phone.state.now}
    changed = phone.put("backup", "main", **fields)
    return {**_backup_line(phone, phone.one("backup")), "changed": changed}


def _backup_line(phone: Phone, row: Row) -> Row:
    account = phone.row("accounts", row["account"])["name"] if row["account"] else None
    last = phone.to_local(row["last"]) if row["last"] else None
    line: Row = {"on": row["on"], "account": account, "includes": row["include"], "wifiOnly": row["wifi_only"]}
    return {**line, "lastBackup": last, "sizeMb": row["size_mb"]}


def _backup_account(phone: Phone) -> str:
    for key, row in phone.state.rows("accounts").items():
        if row["provider"] != "work":
            return key
    raise PhoneError(Code.PRECONDITION_FAILED, "a backup needs a personal account; add one first")


def _require_backup(phone: Phone, row: Row) -> None:
    if not row["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "the backup is off; turn it on first")
    phone.require("internet")
    wifi = phone.one("radios", "wifi")
    if row["wifi_only"] and not (wifi["on"] and wifi["ssid"]):
        raise PhoneError(Code.PRECONDITION_FAILED, "the backup is set to Wi-Fi only, and Wi-Fi is not joined")


# -- users


def _user(phone: Phone, user: str) -> Row:
    """The user of that id, name or kind. Names are unique. Raises ``PhoneError`` NOT_FOUND."""
    wanted = fold(user)
    rows = list(phone.state.rows("users").values())
    for matching in (
        [row for row in rows if wanted in (fold(row["name"]), row["id"])],
        [row for row in rows if row["kind"] == wanted],
    ):
        if matching:
            return matching[0]
    raise not_found("user of the phone", user, [row["name"] for row in rows])


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ, "remove": Risk.IRREVERSIBLE},
    errors=(Code.NOT_FOUND, Code.ALREADY_EXISTS, Code.UNSUPPORTED, Code.PERMISSION_DENIED),
    seconds=3,
)
def manage_user(
    phone: Phone,
    action: Literal["list", "add", "switch", "remove"],
    user: Annotated[str, Field(min_length=1, max_length=40)] | None = None,
    pin: Text | None = None,
) -> Json:
    """Switch to guest mode or another user of the phone and back, add or remove a user, or list them.

    user: name, or owner or guest; only the owner's personal data is hidden from the others.
    pin: the owner's PIN, to switch back to the owner.
    """
    rows, active = phone.state.rows("users"), phone.one("active_user")["user"]
    if action == "list":
        return {"users": [{**row, "active": key == active} for key, row in rows.items()]}
    if user is None:
        raise missing("user", "name of a user, owner or guest")
    if action == "switch":
        chosen = _user(phone, user)
        if chosen["kind"] == "owner" and chosen["id"] != active:
            _require_pin(phone, pin)
        changed = phone.put("active_user", "main", user=chosen["id"])
        return {"user": chosen["name"], "changed": changed}
    phone.require("owner")
    if action == "add":
        if phone.find("users", name=user):
            raise PhoneError(Code.ALREADY_EXISTS, f"there is a user {user!r}")
        return {"userId": phone.add("users", "us", name=user, kind="secondary"), "added": user}
    chosen = _user(phone, user)
    if chosen["kind"] != "secondary":
        raise PhoneError(Code.UNSUPPORTED, f"the {chosen['kind']} cannot be removed")
    phone.remove("users", chosen["id"])
    return {"userId": chosen["id"], "removed": chosen["name"]}


def _require_pin(phone: Phone, pin: str | None) -> None:
    wanted = phone.one("device", "lock")["pin"]
    if wanted is not None and pin is None:
        raise missing("pin", "the owner's PIN")
    if wanted is not None and pin != wanted:
        raise PhoneError(Code.PERMISSION_DENIED, "the PIN is wrong")
