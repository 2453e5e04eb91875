"""Tool-confirmed state over dialogue: what a tool answered counts, not what the assistant said about it.

The second cast was refused, yet the assistant said "Done." What runs is the first one, by cable. Moving it means to stop it
and to start it in the bedroom by cable again.
"""

from harness.contract import Behaviour, Capability, Completion, InitialState, StateCheck

from .shape import Golden, Wrong, assistant, becomes, call, called, finish, row, task, user

CAST = "control_screen_casting"

TASK = task(
    "tool-confirmed state over dialogue",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.REFERENCE,
    domains=("Devices & Cross-device",),
    difficulty=3,
    history=(
        user("Put my screen on the living room TV. Use the cable, the Wi-Fi is hopeless in there."),
        called(
            CAST,
            {"castId": "cs_live", "target": "Living room TV", "connectionMethod": "usb", "castDirection": "phone_to_device"},
            action="start", connectionMethod="usb", targetDeviceName="Living room TV",
        ),
        assistant("Your screen is on the living room TV."),
        user("And on my laptop as well."),
        called(
            CAST,
            {"error": "CONFLICT", "message": "already casting: Living room TV; stop it first"},
            action="start", connectionMethod="usb", targetDeviceName="Emma's laptop",
        ),
        assistant("Done."),
    ),
    request="Right, I'm off to bed. Move that cast to the bedroom, please.",
    initial=InitialState(
        profile="emma",
        clock="2026-03-02T22:14:00Z",
        patches=(
            row("cast_targets", "tg_qnlx", methods=["wireless", "usb"], plugged=True),  # Living room TV
            row("cast_targets", "tg_m7av", methods=["wireless", "usb"], plugged=True),  # Bedroom TV
            row("cast_targets", "tg_j2xy", plugged=True),  # Emma's laptop
            row(
                "casts", "cs_live", id="cs_live", target="tg_qnlx", method="usb", direction="phone_to_device",
                state="active", reason=None, started=1772487600,
            ),
        ),
    ),
    completion=Completion(
        check=StateCheck(
            changes=(
                *becomes("casts", "cs_live", state="ended", reason="stopped"),
                *becomes("casts", "*", target="tg_m7av", method="usb", direction="phone_to_device", state="active"),
            ),
            before=((f"{CAST}(action=stop)", f"{CAST}(action=start)"),),
        )
    ),
)  # fmt: skip

STOP = call(CAST, "Only the cast to the living room runs: the second one was refused.", action="stop")
BEDROOM = call(CAST, "It ran by cable, so it goes on by cable.", action="start", connectionMethod="usb",
               targetDeviceName="Bedroom TV")  # fmt: skip
SAID = finish("Your screen is on the bedroom TV now, by cable.")

GOLDEN = Golden(
    "tool-confirmed state over dialogue",
    TASK,
    witness=(STOP, BEDROOM, SAID),
    others={
        "looks at what runs, stops it by name": (
            call(CAST, action="status"),
            call(CAST, action="stop", targetDeviceName="Living room TV"),
            BEDROOM,
            SAID,
        ),
        "tries, is refused, recovers": (BEDROOM, STOP, BEDROOM, SAID),
    },
    wrong={
        "forgets the cable": Wrong(
            "the connection that the user chose is kept; wireless is only the default",
            (STOP, call(CAST, action="start", targetDeviceName="Bedroom TV"), finish("It is on the bedroom TV.")),
            ("casts/*/method: wants 'usb'", "no unrelated write: casts/cs_"),
        ),
        "believes its own word": Wrong(
            "no cast to the laptop ever ran, so it cannot be the one to stop",
            (call(CAST, action="stop", targetDeviceName="Emma's laptop"), BEDROOM, SAID),
            ("casts/cs_live/", "casts/*/", f"{CAST}(action=stop) before"),
        ),
        "starts before it stops": Wrong(
            "the start is refused while a cast runs, and what is left is nothing",
            (BEDROOM, STOP, SAID),
            ("casts/*/", f"{CAST}(action=stop) before"),
        ),
        "stops and forgets to start": Wrong(
            "half of a move", (STOP, SAID), ("casts/*/", f"{CAST}(action=stop) before")
        ),
        "moves it to the laptop": Wrong(
            "the laptop came up last, the bedroom was asked for",
            (
                STOP,
                call(CAST, action="start", connectionMethod="usb", targetDeviceName="Emma's laptop"),
                finish("The cast has moved."),
            ),
            ("casts/*/target: wants 'tg_m7av'", "no unrelated write: casts/cs_"),
        ),
    },
)  # fmt: skip
