"""Dependent sub-agents: the second session starts when the first is finished, and carries the name of the file it made."""

from harness.contract import Behaviour, Capability, Completion, Expected, InitialState, StateCheck

from .shape import ANY, Golden, Wrong, becomes, call, finish, row, task, words

GUI = "control_gui_agent"
EDITED = Expected(value="artifacts/name", match="made")

TASK = task(
    "dependent sub-agents",
    capability=Capability.SUB_AGENT,
    behaviour=Behaviour.CONDITIONAL,
    domains=("AI Assistant",),
    difficulty=5,
    request=(
        "Put the Vintage filter on IMG_4127.jpg in Snapseed, and when that's done post the new version on Instagram with "
        "the caption First frost. Not the original, please."
    ),
    initial=InitialState(
        profile="grace",
        clock="2026-03-04T17:20:00Z",
        patches=(
            row(
                "files", "fi_frost", id="fi_frost", name="IMG_4127.jpg", folder="Pictures", type="image", size_mb=4.2,
                modified=1772560000, trashed=False,
            ),
        ),
    ),
    completion=Completion(
        check=StateCheck(
            changes=(
                *becomes("artifacts", "*", kind="photo", content=words("Vintage"), sources=["IMG_4127.jpg"]),
                *becomes("app_actions", "*1", app="Snapseed", kind="photo", instruction=words("IMG_4127.jpg", "Vintage"),
                         files=["IMG_4127.jpg"]),
                *becomes("app_actions", "*2", app="Instagram", kind="post", instruction=words("First frost"), files=EDITED),
                *becomes("subagents", "*1", agent="gui", target="Snapseed", status="finished", instructions=ANY),
                *becomes("subagents", "*2", agent="gui", target="Instagram", status="finished", instructions=ANY),
            ),
            before=((f"{GUI}(action=finish)", f"{GUI}(action=start, appName=Instagram)"),),
        )
    ),
)  # fmt: skip

EDIT = call(GUI, "Snapseed first.", action="start", appName="Snapseed",
            instruction="Put the Vintage filter on IMG_4127.jpg.")  # fmt: skip
CLOSE = call(GUI, "The session is finished before the next one starts.", action="finish", sessionId="<sessionId>")
POST = call(GUI, "The new version has a name of its own.", action="start", appName="Instagram",
            instruction="Post <files> with the caption: First frost")  # fmt: skip
SAID = finish("The new version is on Instagram with the caption First frost.")

GOLDEN = Golden(
    "dependent sub-agents",
    TASK,
    witness=(EDIT, CLOSE, POST, CLOSE, SAID),
    others={
        "opens each session and instructs it then": (
            call(GUI, action="start", appName="Snapseed"),
            call(GUI, action="execute", sessionId="<sessionId>", instruction="IMG_4127.jpg: vintage filter"),
            CLOSE,
            call(GUI, action="start", appName="Instagram"),
            call(GUI, action="execute", sessionId="<sessionId>", instruction="Caption First frost, picture <files>."),
            CLOSE,
            SAID,
        )
    },
    wrong={
        "starts both at once": Wrong(
            "there is one screen: the second start is refused while the first session is open, and nothing is posted",
            (EDIT, POST, CLOSE, SAID),
            ("app_actions/*2/", "subagents/*2/", f"{GUI}(action=finish) before"),
        ),
        "posts the original": Wrong(
            "the picture without the filter is on Instagram now",
            (
                EDIT,
                CLOSE,
                call(GUI, action="start", appName="Instagram", instruction="Post IMG_4127.jpg, caption: First frost"),
                CLOSE,
                SAID,
            ),
            ("app_actions/*2/files", "no unrelated write: app_actions/aa_"),
        ),
        "posts before it edits": Wrong(
            "what is edited afterwards is not what was posted",
            (
                call(GUI, action="start", appName="Instagram", instruction="Post IMG_4127.jpg, caption: First frost"),
                CLOSE,
                EDIT,
                CLOSE,
                SAID,
            ),
            ("app_actions/*2/files", f"{GUI}(action=finish) before", "no unrelated write: app_actions/aa_"),
        ),
        "forgets the caption": Wrong(
            "a handoff says everything that the user said",
            (EDIT, CLOSE, call(GUI, action="start", appName="Instagram", instruction="Post <files>."), CLOSE, SAID),
            ("app_actions/*2/instruction: wants ['First frost']", "no unrelated write: app_actions/aa_"),
        ),
        "forgets the filter": Wrong(
            "a handoff that leaves out which filter leaves the choice to the operator",
            (
                call(GUI, action="start", appName="Snapseed", instruction="Put a filter on IMG_4127.jpg."),
                CLOSE,
                POST,
                CLOSE,
                SAID,
            ),
            ("artifacts/*/content: wants ['Vintage']", "app_actions/*1/instruction", "no unrelated write: "),
        ),
        "leaves the second session open": Wrong(
            "a session that is not finished still holds the screen",
            (EDIT, CLOSE, POST, SAID),
            ("subagents/*2/status: wants 'finished'", "no unrelated write: subagents/sa_"),
        ),
        "edits and claims the post": Wrong(
            "nothing was posted",
            (EDIT, CLOSE, SAID),
            ("app_actions/*2/", "subagents/*2/", f"{GUI}(action=finish) before"),
        ),
    },
)
