"""Constraint across turns: a rule that was said once holds for what is asked four turns later."""

from harness.contract import Action, Behaviour, Capability, Completion, InitialState, StateCheck

from .shape import WEEKDAYS, Golden, Wrong, ask, assistant, becomes, call, finish, task, together, user

ALARM = "manage_alarm"

TASK = task(
    "constraint across turns",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.REFERENCE,
    domains=("Time Management",),
    difficulty=2,
    history=(
        user("From now on, whatever alarm you set for me rings on weekdays only. Nothing rings on my weekends."),
        assistant("Understood: alarms on weekdays only."),
        user("How do you spell accommodate?"),
        assistant("Double c, double m: accommodate."),
        user("Which is larger, Jupiter or Saturn?"),
        assistant("Jupiter."),
        user("Tell me something nice."),
        assistant("You asked me about planets before breakfast. That is a good start."),
        user("What does RSVP stand for?"),
        assistant("Répondez s'il vous plaît: please reply."),
    ),
    request="I need two new alarms: 6:20 am, call it Stretch, and a quarter to ten in the evening, call it Lights out.",
    initial=InitialState(profile="aisha", clock="2026-07-07T05:05:00Z"),
    completion=Completion(
        check=StateCheck(
            changes=(
                *becomes("alarms", "*1", time="06:20", title="Stretch", days=WEEKDAYS, enabled=True),
                *becomes("alarms", "*2", time="21:45", title="Lights out", days=WEEKDAYS, enabled=True),
            )
        )
    ),
)


def _alarm(time: str, title: str, days: list[str], thought: str = "") -> Action:
    return call(ALARM, thought, action="create", time=time, title=title, days=days)


EARLY = _alarm("06:20", "Stretch", WEEKDAYS, "Weekdays only, as was said at the start.")
LATE = _alarm("21:45", "Lights out", WEEKDAYS, "The same holds for this one.")
SAID = finish("On weekdays Stretch rings at 6:20 and Lights out at 21:45.")

GOLDEN = Golden(
    "constraint across turns",
    TASK,
    witness=(together(EARLY, LATE), SAID),
    others={
        "the evening first, each in a turn": (LATE, EARLY, SAID),
        "writes them down as they were said": (
            call(ALARM, action="create", time="6:20", title="stretch", days="weekdays"),
            call(ALARM, action="create", time="21:45", title="Lights Out", days="weekdays"),
            SAID,
        ),
    },
    wrong={
        "forgets the rule": Wrong(
            "alarms without days ring once",
            (
                together(
                    call(ALARM, action="create", time="06:20", title="Stretch"),
                    call(ALARM, action="create", time="21:45", title="Lights out"),
                ),
                SAID,
            ),
            ("alarms/*1/days", "alarms/*2/days", "no unrelated write: alarms/al_"),
        ),
        "keeps the rule for the first only": Wrong(
            "the rule holds for whatever alarm",
            (EARLY, call(ALARM, action="create", time="21:45", title="Lights out"), SAID),
            ("alarms/*2/days", "no unrelated write: alarms/al_"),
        ),
        "repeats them every day": Wrong(
            "the weekend was to stay quiet",
            (
                EARLY,
                _alarm("21:45", "Lights out", [*WEEKDAYS, "sat", "sun"]),
                SAID,
            ),
            ("alarms/*2/days", "no unrelated write: alarms/al_"),
        ),
        "takes the evening for the morning": Wrong(
            "a quarter to ten in the evening is 21:45",
            (EARLY, _alarm("09:45", "Lights out", WEEKDAYS), SAID),
            ("alarms/*2/time: wants '21:45'", "no unrelated write: alarms/al_"),
        ),
        "cleans up the weekend": Wrong(
            "the rule is about what is set from now on, not about the yoga alarm of Saturday",
            (EARLY, LATE, call(ALARM, action="disable", alarmId="al_7kfb"), SAID),
            ("no unrelated write: alarms/al_7kfb/enabled",),
        ),
        "asks for the days": Wrong(
            "they were said",
            (ask("On which days shall they ring?"),),
            ("alarms/*1/", "alarms/*2/", "reports completion"),
        ),
    },
)
