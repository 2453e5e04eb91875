"""Conditional under an order constraint: look, then the first switch, and the second one only on the matching branch."""

from harness.contract import Behaviour, BehaviourCheck, Capability, Completion, InitialState

from .shape import ANY, Golden, Wrong, ask, becomes, call, finish, must_call, task

NOISE, QUIET = "manage_noise_control", "manage_do_not_disturb"

TASK = task(
    "conditional under an order constraint",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.CONDITIONAL,
    domains=("Display & Sound", "Devices & Cross-device"),
    difficulty=3,
    request=(
        "Revision time. Have a look at what my earbuds are on. Put do not disturb on first, then, if they're letting the "
        "outside in, switch them to noise reduction. If they're on anything else, leave them alone."
    ),
    initial=InitialState(profile="emma", clock="2026-03-02T14:05:00Z"),  # her earbuds are on transparency
    completion=Completion(
        check=BehaviourCheck(
            message="finish",
            calls=(
                must_call(NOISE, action="get"),
                must_call(QUIET, action="turn_on", mode=ANY),
                must_call(NOISE, action="set", mode="noise_reduction", device=ANY, after=(0, 1)),
            ),
            changes=(*becomes("dnd", "main", on=True), *becomes("headphones", "bd_2wvm", noise="noise_reduction")),
        )
    ),
)

LOOK = call(NOISE, "What are the earbuds on?", action="get")
SILENCE = call(QUIET, "Do not disturb comes first.", action="turn_on")
REDUCE = call(NOISE, "They are on transparency, so they are to be switched.", action="set", mode="noise_reduction")
SAID = finish("Do not disturb is on, and the earbuds reduce noise: they were on transparency.")

GOLDEN = Golden(
    "conditional under an order constraint",
    TASK,
    witness=(LOOK, SILENCE, REDUCE, SAID),
    others={
        "looks after the first switch": (SILENCE, LOOK, REDUCE, SAID),
        "names mode and earbuds": (
            LOOK,
            call(QUIET, action="turn_on", mode="priority"),
            call(NOISE, action="set", mode="noise_reduction", device="Pixel Buds Pro"),
            SAID,
        ),
    },
    wrong={
        "switches in the wrong order": Wrong(
            "do not disturb had to come first",
            (LOOK, REDUCE, SILENCE, SAID),
            (f"call {NOISE}: action='set'",),
        ),
        "does not look": Wrong(
            "without a look nobody knows which branch it is; this one was lucky",
            (SILENCE, REDUCE, SAID),
            (f"call {NOISE}: action='get'", f"call {NOISE}: action='set'"),
        ),
        "takes the other branch": Wrong(
            "transparency is what lets the outside in",
            (LOOK, SILENCE, finish("Do not disturb is on; the earbuds stay on transparency.")),
            (f"call {NOISE}: action='set'", "headphones/bd_2wvm/noise"),
        ),
        "switches them off": Wrong(
            "off reduces nothing",
            (LOOK, SILENCE, call(NOISE, action="set", mode="off"), SAID),
            (f"call {NOISE}: action='set'", "headphones/bd_2wvm/noise", "no unrelated write: headphones/bd_2wvm/noise"),
        ),
        "sets a duration nobody asked for": Wrong(
            "two hours are the planner's invention",
            (LOOK, call(QUIET, action="turn_on", durationMinutes=120), REDUCE, SAID),
            (f"call {QUIET}", f"call {NOISE}: action='set'", "no unrelated write: dnd/main/"),
        ),
        "asks for the mode": Wrong(
            "the phone knows it",
            (ask("Which mode are your earbuds in?"),),
            ("message finish", f"call {NOISE}", f"call {QUIET}", "dnd/main/on", "headphones/bd_2wvm/noise"),
        ),
    },
)
