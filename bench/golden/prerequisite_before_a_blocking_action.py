"""Prerequisite before a blocking action: the note is saved and pinned by its id, and only then the phone goes off."""

from harness.contract import Behaviour, Capability, Completion, InitialState, StateCheck

from .shape import Golden, Wrong, ask, becomes, call, finish, row, task, words

TASK = task(
    "prerequisite before a blocking action",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.CONDITIONAL,
    domains=("Utilities & Productivity", "Apps & Storage"),
    difficulty=3,
    request=(
        "My battery's about to go and the charger is at the office. Switch the phone off, but before that make me a new "
        "note called Bike that says: left rack, code 4471. And pin it so I see it first thing."
    ),
    initial=InitialState(
        profile="noah",
        clock="2026-10-02T22:10:00Z",
        patches=(
            row("device", "battery", level=3, charging=False),
            row(
                "notes", "no_service", id="no_service", title="Bike service", content="due in November, new chain", tags=[],
                pinned=False, created=1790000000, modified=1790000000,
            ),
        ),
    ),
    completion=Completion(
        check=StateCheck(
            changes=(
                *becomes("notes", "*", title="Bike", content=words("left rack", "4471"), pinned=True),
                *becomes("device", "power", state="off"),
            ),
            before=(("manage_note(action=create)", "control_power(action=power_off)"),),
            allowed=("apps/*/running",),  # what runs ends with the phone
        )
    ),
)  # fmt: skip

NOTE = call("manage_note", "The note first: nothing can be saved once the phone is off.", action="create", title="Bike",
            content="left rack, code 4471")  # fmt: skip
PIN = call("manage_note", "The answer gives its id.", action="pin", noteId="<noteId>")
OFF = call("control_power", "All is saved.", action="power_off")
SAID = finish("The note Bike is saved and pinned, and the phone is off.")

GOLDEN = Golden(
    "prerequisite before a blocking action",
    TASK,
    witness=(NOTE, PIN, OFF, SAID),
    others={
        "makes it by its title and fills it then": (
            call("manage_note", action="create", title="Bike"),
            call("manage_note", action="append", noteId="<noteId>", content="left rack, code 4471"),
            call("manage_note", action="pin", title="Bike"),
            OFF,
            SAID,
        )
    },
    wrong={
        "switches off first": Wrong(
            "a phone that is off saves nothing",
            (OFF, NOTE, SAID),
            ("notes/*/", "manage_note(action=create) before"),
        ),
        "does not wait for the id": Wrong(
            "the note is saved but was never pinned, and now the phone is off",
            (NOTE, OFF, SAID),
            ("notes/*/pinned: wants True", "no unrelated write: notes/no_"),
        ),
        "writes into the note that is there": Wrong(
            "a new note was asked for; Bike service is another one",
            (
                call("manage_note", action="append", noteId="no_service", content="left rack, code 4471"),
                call("manage_note", action="pin", noteId="no_service"),
                OFF,
                SAID,
            ),
            ("notes/*/", "manage_note(action=create) before", "no unrelated write: notes/no_service/"),
        ),
        "restarts instead": Wrong(
            "a restart looks like switching off and is not",
            (NOTE, PIN, call("control_power", action="reboot"), SAID),
            ("device/power/state: wants 'off'", "manage_note(action=create) before", "no unrelated write: device/power/"),
        ),
        "asks whether it may": Wrong(
            "the user asked for it in so many words",
            (NOTE, PIN, ask("Shall I switch the phone off now?")),
            ("device/power/state", "manage_note(action=create) before", "reports completion"),
        ),
    },
)
