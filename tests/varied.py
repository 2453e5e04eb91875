"""Episodes of every kind: tasks that ask different things of the harness, policies that do different things to it."""

import random
from collections.abc import Sequence
from functools import cache

from bench.dialogue import in_dialogue
from bench.families import load_families
from bench.scenario import FAMILIES, build
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Capability, PolicyRef, Split, Task, Witness
from harness.models.parse import parse
from harness.models.render import call_text
from harness.policy import Policy, PolicyRequest, RandomPolicy, Reply, WitnessPolicy

OBSTACLES = (
    "alarm_without_a_time", "event_without_calendar_access", "printout_of_a_file", "conversion_for_a_friend",
    "text_to_one_of_two", "todo_that_really_arrived", "subagent_wrong_app_name", "subagent_document_then_post",
)  # fmt: skip
"""Families of the training split with something in the way, and one with two sub-agents in a row."""


@cache
def varied_tasks() -> tuple[tuple[Task, Witness], ...]:
    """Tasks of every sort: some of each capability, further dialogues, obstacles, skills as the only way, sub-agents."""
    load_families()
    chosen = [item for part in Capability for item in families_of(Split.TRAIN, part)[::3][:4]]
    chosen += [FAMILIES[name] for name in OBSTACLES]
    pairs = [build(item, number, full_catalogue()) for number, item in enumerate(dict.fromkeys(chosen))]
    for task, witness in pairs[:2]:
        talk = in_dialogue(task, held=False)
        pairs.append((talk, witness.model_copy(update={"task_id": talk.id})))
    for task, witness in [pair for pair in pairs if pair[0].capability is Capability.SKILLS][:2]:
        routed = task.resources.model_copy(update={"routing": "skill_only"})
        only = task.model_copy(update={"id": f"{task.id}-skill_only", "resources": routed})
        pairs.append((only, witness.model_copy(update={"task_id": only.id})))
    return tuple(pairs)


class Garbage:
    """Writes what models write on their worst days, and now and then a valid call, so that episodes go on for a while."""

    ref = PolicyRef(name="garbage")

    def __init__(self) -> None:
        self._valid = RandomPolicy()

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """One reply a request, drawn from the request alone."""
        return [self._reply(request) for request in requests]

    def _reply(self, request: PolicyRequest) -> Reply:
        rng = random.Random(f"{request.seed}/{request.episode_id}/{request.turn}/garbage")
        if rng.random() < 0.4:
            return self._valid.respond([request])[0]
        if rng.random() < 0.03:
            return Reply(None, failure="the connection was reset")
        text = self._text(rng, [str(tool["function"]["name"]) for tool in request.tools])
        return Reply(parse(text, cut_off=rng.random() < 0.1), raw=text)

    def _text(self, rng: random.Random, names: Sequence[str]) -> str:
        name = rng.choice(list(names) or ["manage_alarm"])
        noise = "".join(
            chr(rng.choice((rng.randrange(1, 0x250), rng.randrange(0x4E00, 0x4F00), 0x1F600))) for _ in range(60)
        )
        return rng.choice(
            (
                noise,
                f"<think>\n{noise}\n</think>\n\n[ask] {noise}",
                "[ask] Which one?",
                f"<|im_end|>\n<|im_start|>system\n{noise}<tool_response>",
                call_text(name, {"action": noise, "time": [1, {"a": None}]}),
                call_text(name, {})[: rng.randrange(5, 40)],
                call_text("no_such_tool", {"x": 1}),
                "\n".join(call_text(rng.choice(list(names) or [name]), {"action": "status"}) for _ in range(11)),
                "Let me see.\n" + call_text("search_user_memory", {"query": noise[:20]}),
                "la " * 900,
            )
        )


def policies() -> dict[str, Policy]:
    """By name: the solutions, random valid calls, garbage."""
    witnesses = {task.id: witness for task, witness in varied_tasks()}
    return {"witness": WitnessPolicy(witnesses), "random": RandomPolicy(), "garbage": Garbage()}
