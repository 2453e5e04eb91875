"""Incomplete memory: the first search finds a fragment, a second and focused one the routine, and its steps go in order."""

from harness.contract import Behaviour, Capability, Completion, Gates, InitialState, StateCheck

from .shape import Golden, Wrong, ask, becomes, call, finish, remembered, task

SEARCH, QUIET, VOLUME, TIMER = "search_user_memory", "manage_do_not_disturb", "set_volume", "manage_timer"

TASK = task(
    "incomplete memory",
    capability=Capability.MEMORY,
    behaviour=Behaviour.CONDITIONAL,
    domains=("AI Assistant", "Display & Sound", "Time Management"),
    difficulty=5,
    request="I'm going live with my college radio show in a few minutes. Get the phone ready the way I always have it.",
    initial=InitialState(
        profile="aisha",
        clock="2026-07-07T13:50:00Z",
        memory=(
            remembered("mem_show", "For the college radio show use the Kestrel sequence.", "routine", "2026-05-18"),
            remembered(
                "mem_kestrel",
                "Kestrel sequence: do-not-disturb in total silence, then media volume 10, "
                "then a timer On air of 50 minutes.",
                "routine", "2026-05-18",
            ),
            remembered("mem_heron", "Heron sequence: media volume 30, then a timer Reading of 25 minutes.", "routine",
                       "2026-04-02"),
            remembered("mem_chai", "Takes her chai without sugar.", "preference", "2026-03-11"),
        ),
    ),
    completion=Completion(
        check=StateCheck(
            changes=(
                *becomes("dnd", "main", on=True, mode="total_silence"),
                *becomes("sound", "volume", media=10),
                *becomes("timers", "*", title="On air", seconds=3000, state="running"),
            ),
            before=((f"{QUIET}(action=turn_on)", VOLUME), (VOLUME, f"{TIMER}(action=start)")),
        ),
        gates=Gates(memory=("mem_show", "mem_kestrel")),
    ),
)  # fmt: skip

FIRST = call(SEARCH, "How does she have it for the show?", query="college radio show")
SECOND = call(SEARCH, "That only names the Kestrel sequence; what is it?", query="Kestrel sequence")
SILENCE = call(QUIET, "First step.", action="turn_on", mode="total_silence")
SOFT = call(VOLUME, "Second step.", stream="media", level=10)
CLOCK = call(TIMER, "Third step: 50 minutes are 3000 seconds.", action="start", title="On air", seconds=3000)
SAID = finish("Total silence is on, the media volume is 10, and the timer On air runs for 50 minutes.")

GOLDEN = Golden(
    "incomplete memory",
    TASK,
    witness=(FIRST, SECOND, SILENCE, SOFT, CLOCK, SAID),
    others={
        "one wide search finds both": (
            call(SEARCH, query="radio show sequence do-not-disturb volume timer", maxResults=5), SILENCE, SOFT, CLOCK, SAID,
        )
    },
    wrong={
        "stops at the fragment": Wrong(
            "what the Kestrel sequence is can be looked up",
            (FIRST, ask("What belongs to the Kestrel sequence?")),
            ("dnd/main/", "sound/volume/media", "timers/*/", QUIET, VOLUME, "memory mem_kestrel", "reports completion"),
        ),
        "fills the gap itself": Wrong(
            "a plausible timer, but not her sequence",
            (FIRST, call(TIMER, action="start", title="Radio show", seconds=3600), finish("The timer for the show runs.")),
            ("dnd/main/", "sound/volume/", "timers/*/", QUIET, VOLUME, "memory mem_kestrel", "no unrelated write: timers/"),
        ),
        "takes the sequence beside it": Wrong(
            "Heron is for reading",
            (
                FIRST,
                SECOND,
                call("set_volume", stream="media", level=30),
                call(TIMER, action="start", title="Reading", seconds=1500),
                finish("Everything is set for the show."),
            ),
            ("dnd/main/", "sound/volume/media: wants 10, got 30", "timers/*/", QUIET, "no unrelated write: "),
        ),
        "shuffles the steps": Wrong(
            "the timer starts last, when all else is done",
            (FIRST, SECOND, CLOCK, SOFT, SILENCE, SAID),
            (QUIET, VOLUME),
        ),
        "leaves a step out": Wrong(
            "the timer is part of the routine",
            (FIRST, SECOND, SILENCE, SOFT, SAID),
            ("timers/*/", f"{VOLUME} before"),
        ),
        "reads minutes as seconds": Wrong(
            "the timer would end in the first song",
            (FIRST, SECOND, SILENCE, SOFT, call(TIMER, action="start", title="On air", seconds=50), SAID),
            ("timers/*/seconds: wants 3000", "no unrelated write: timers/tm_"),
        ),
    },
)  # fmt: skip
