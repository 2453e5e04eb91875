"""The GUI operator: works inside apps that have no tool of their own. There is one screen, so one session at a time."""

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.errors import Code, PhoneError, missing
from harness.environments.phone.phone import Phone, fold
from harness.environments.phone.state import Row
from harness.environments.phone.tables import TABLES, Table
from harness.environments.phone.tools import Risk, tool

from .sessions import DOMAIN, PROTOCOL_ERRORS, RISKS, SECONDS, Action, Agent, converse, files_named, make_file

TABLES.register([Table("app_actions", "what the GUI operator did in apps: app, kind, instruction, files", prefix="aa")])

APPS: dict[str, tuple[str, str]] = {
    "Snapseed": ("photo", "jpg"),
    "CapCut": ("clip", "mp4"),
    "Canva": ("design", "png"),
    "美图秀秀": ("photo", "jpg"),
    "Instagram": ("post", ""),
    "Reddit": ("post", ""),
    "Pinterest": ("post", ""),
    "小红书": ("post", ""),
    "微博": ("post", ""),
    "Strava": ("record", ""),
    "Amazon": ("cart", ""),
    "淘宝": ("cart", ""),
}
"""App -> what an instruction leaves there, and the suffix of the file that an editing app makes."""


def _admit(phone: Phone, app: str | None) -> str:
    if app is None:
        raise missing("appName", f"one of {', '.join(APPS)}")
    known = {fold(name): name for name in APPS}
    if fold(app) not in known:
        raise PhoneError(Code.UNSUPPORTED, f"the GUI operator does not know {app!r}", accepted={"appName": list(APPS)})
    phone.require("internet")
    return known[fold(app)]


def _work(phone: Phone, app: str, instruction: str) -> Row:
    kind, suffix = APPS[app]
    named = files_named(phone, instruction)
    phone.add("app_actions", "aa", app=app, kind=kind, instruction=instruction, files=named)
    if not suffix:
        return {"done": kind}
    return {"files": [make_file(phone, kind, suffix, kind=kind, content=instruction, sources=named)]}


AGENT = Agent("gui", "appName", _admit, _work, exclusive=True)


@tool(
    DOMAIN,
    kind="subagent",
    risk=Risk.OUTBOUND,
    risks=RISKS,
    seconds=SECONDS,
    errors=(*PROTOCOL_ERRORS, Code.UNSUPPORTED, Code.CONFLICT, Code.NO_SERVICE),
)
def control_gui_agent(
    phone: Phone, action: Action, appName: Text | None = None, instruction: Text | None = None, sessionId: str | None = None
) -> Json:
    """Let the GUI operator work inside an app: edit a photo or clip, design, post, record a workout, fill a cart.

    appName: the app, for start.
    instruction: everything the operator must know, file names included.
    sessionId: for execute, status and finish.
    """
    return converse(phone, AGENT, action, appName, instruction, sessionId)
