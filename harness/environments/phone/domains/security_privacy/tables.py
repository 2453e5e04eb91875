"""The rows of this domain, and the check of the code that unlocks the phone."""

from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...tables import TABLES, Table

DOMAIN = "Security & Privacy"

TABLES.register([
    Table("screen_lock", "main: method, seconds until the phone locks itself, what the lock screen shows; the code itself "
          "is device/lock/pin and never shown"),
    Table("biometrics", "fingerprints and faces that were enrolled", prefix="bm", volatile=("added",)),
    Table("biometric_unlock", "whether fingerprint and face unlock the phone, one row each"),
    Table("private_space", "main: whether the private space is unlocked"),
    Table("private_apps", "apps hidden in the private space; named by the app", references={"app": "apps"}),
    Table("passwords", "saved passwords; shown only for the screen lock's code", prefix="pw", volatile=("saved",)),
    Table("sensors", "camera and microphone: whether any app may use them"),
    Table("permission_usage", "which app used what, and when", prefix="pu", references={"app": "apps"}),
    Table("app_threats", "apps that a scan reports; named by the app", references={"app": "apps"}),
    Table("install_sources", "whether an app may install other apps; named by the app", references={"app": "apps"}),
    Table("sim_pins", "the PIN of a SIM card, never shown, and whether it is asked for; named by the slot",
          references={"sim": "sims"}),
    Table("find_my_phone", "main: whether the phone can be found, lost mode and its message"),
])  # fmt: skip


def require_code(phone: Phone, code: str | None, argument: str = "pin") -> None:
    """Lets pass who knows the code of the screen lock.

    Raises ``PhoneError``: PRECONDITION_FAILED without a screen lock, MISSING_ARGUMENT, or PERMISSION_DENIED.
    """
    wanted = phone.one("device", "lock")["pin"]
    if wanted is None:
        raise PhoneError(Code.PRECONDITION_FAILED, "the phone has no screen lock; set a PIN or password first")
    if code is None:
        raise missing(argument, "the PIN or password of the screen lock")
    if code != wanted:
        raise PhoneError(Code.PERMISSION_DENIED, "the code is wrong")
