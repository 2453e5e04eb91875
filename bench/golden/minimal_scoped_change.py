"""Minimal scoped change: two reading aids swap, by what they are now; every other aid and the font stay."""

from harness.contract import Behaviour, BehaviourCheck, Capability, Completion, InitialState

from .shape import Golden, Wrong, ask, becomes, call, finish, must_call, row, task, together

AIDS = "manage_reading_aid"

TASK = task(
    "minimal scoped change",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.REFERENCE,
    domains=("Display & Sound",),
    difficulty=3,
    request=(
        "I forget whether it's bold text or the magnifier I have on. Check, and swap the two: whichever is on goes off and "
        "the other one on. The font size is fine, and leave the captions."
    ),
    initial=InitialState(
        profile="marcus",
        clock="2026-10-20T14:05:00Z",
        patches=(
            row("reading_aids", "bold_text", on=True),
            row("reading_aids", "live_captions", on=True),
            row("display", "font_size", size="large"),
        ),
    ),
    completion=Completion(
        check=BehaviourCheck(
            message="finish",
            calls=(
                must_call(AIDS, action="get"),
                must_call(AIDS, action="set", aid="bold_text", enabled=False, after=(0,)),
                must_call(AIDS, action="set", aid="magnification", enabled=True, after=(0,)),
            ),
            changes=(*becomes("reading_aids", "bold_text", on=False), *becomes("reading_aids", "magnification", on=True)),
        )
    ),
)

LOOK = call(AIDS, "Which of the two is on?", action="get")
BOLD_OFF = call(AIDS, "Bold text is on, so it goes off and the magnifier on.", action="set", aid="bold_text", enabled=False)
MAGNIFY = call(AIDS, "The magnifier was off.", action="set", aid="magnification", enabled=True)
SAID = finish("Bold text was on: it is off now and the magnifier is on. Nothing else has changed.")

GOLDEN = Golden(
    "minimal scoped change",
    TASK,
    witness=(LOOK, together(BOLD_OFF, MAGNIFY), SAID),
    others={
        "one after the other, the magnifier first": (LOOK, MAGNIFY, BOLD_OFF, SAID),
        "looks at each by itself": (
            call(AIDS, action="get", aid="bold_text"),
            call(AIDS, action="get", aid="magnification"),
            BOLD_OFF,
            MAGNIFY,
            SAID,
        ),
    },
    wrong={
        "switches one only": Wrong(
            "half of a swap",
            (LOOK, MAGNIFY, SAID),
            (f"call {AIDS}: action='set', aid='bold_text'", "reading_aids/bold_text/on"),
        ),
        "swaps without a look": Wrong(
            "the user does not know which one is on, and this planner did not either",
            (together(BOLD_OFF, MAGNIFY), SAID),
            (f"call {AIDS}: ",),
        ),
        "makes the letters bigger as well": Wrong(
            "the font size is fine, said the user",
            (LOOK, BOLD_OFF, MAGNIFY, call("set_font_size", size="largest"), SAID),
            ("no unrelated write: display/font_size/size",),
        ),
        "clears all aids first": Wrong(
            "the captions were to stay",
            (LOOK, together(BOLD_OFF, call(AIDS, action="set", aid="live_captions", enabled=False)), MAGNIFY, SAID),
            ("no unrelated write: reading_aids/live_captions/on",),
        ),
        "takes contrast for bold": Wrong(
            "high contrast text is another aid",
            (LOOK, call(AIDS, action="set", aid="high_contrast_text", enabled=False), MAGNIFY, SAID),
            (f"call {AIDS}: action='set', aid='bold_text'", "reading_aids/bold_text/on"),
        ),
        "asks which one is on": Wrong(
            "the phone can be looked at",
            (ask("Which of the two do you have on?"),),
            ("message finish", f"call {AIDS}", "reading_aids/"),
        ),
    },
)
