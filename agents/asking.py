"""A person's own request as a task: open-ended, with nothing to verify it by."""

from harness.contract import (
    Behaviour,
    Capability,
    Completion,
    InitialState,
    Language,
    MemoryRecord,
    Source,
    Split,
    StateCheck,
    Task,
    digest,
)
from harness.errors import expect


def task_of(request: str, profile: str, *, memory: tuple[MemoryRecord, ...] = ()) -> Task:
    """An open task with these words on that phone. Its verdict means nothing; its changes are what is shown."""
    expect(request, str, "the request", "a person's words")
    expect(profile, str, "the profile", "the name of a phone's profile")
    chinese = any("\u3400" <= letter <= "\u9fff" for letter in request)
    return Task(
        id="ask-" + digest([request, profile]).removeprefix("sha256:")[:12],
        family="ask",
        split=Split.DEV,
        source=Source(constructor="ask"),
        capability=Capability.TOOL_USE,
        behaviour=Behaviour.GROUNDING,
        domains=(),
        difficulty=1,
        language=Language.CHINESE if chinese else Language.ENGLISH,
        request=request,
        initial=InitialState(profile=profile, memory=memory),
        completion=Completion(check=StateCheck(changes=())),
    )
