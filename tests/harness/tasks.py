"""A small task for the tests of the harness."""

from harness.contract import (
    Behaviour,
    Capability,
    Completion,
    Expected,
    FollowUp,
    GoldChange,
    InitialState,
    Source,
    Split,
    StateCheck,
    Task,
)


def alarm_task(*, name: str = "alarm", followups: tuple[FollowUp, ...] = (), profile: str = "emma") -> Task:
    """One alarm at 7:15."""
    wanted = {"time": "07:15", "title": "", "days": [], "enabled": True}
    gold = tuple(
        GoldChange(table="alarms", key="*1", field=field, after=Expected(value=value)) for field, value in wanted.items()
    )
    return Task(
        id=name,
        family="alarm",
        split=Split.TRAIN,
        source=Source(constructor="test"),
        capability=Capability.TOOL_USE,
        behaviour=Behaviour.GROUNDING,
        domains=("Time Management",),
        difficulty=1,
        request="Set an alarm for 7:15",
        followups=followups,
        initial=InitialState(profile=profile),
        completion=Completion(check=StateCheck(changes=gold)),
    )
