"""A model behind a sub-agent: of a job that has a goal it is asked, one after another, for the instructions that reach it.

It sees its own session and nothing else: what it is about, the goal, and what came of its instructions. Pure, but for the
policy that is asked in between: ``request`` is what it is shown, ``told`` what its reply means.
"""

import json

from harness.contract import CallError, ErrorType, Json, MessageKind
from harness.policy import PolicyRequest, Reply

from .jobs import AGENTS, Course, Courses, Job, filled

TOOL = "instruct"
SYSTEM = (
    "You direct the {agent} agent of a phone{about}. {summary}\n"
    "Reach the goal by instructions, one call of `instruct` at a time. When it is reached, or cannot be, say so in words."
)
UNREADABLE = "That could not be read: {reason}. Call `instruct` with one instruction, or say that you are done."
SCHEMA: dict[str, Json] = {
    "type": "function",
    "function": {
        "name": TOOL,
        "description": "Give the agent one instruction and get its answer.",
        "parameters": {
            "type": "object",
            "properties": {"instruction": {"type": "string", "description": "what it shall do now"}},
            "required": ["instruction"],
        },
    },
}


def request(job: Job, courses: Courses, *, seed: int) -> PolicyRequest:
    """What the model is asked next. Its messages only ever grow."""
    course, entry = courses[job.id], AGENTS[job.agent][1]
    about = f", about {filled(job.target, courses)}" if job.target else ""
    messages: list[dict[str, Json]] = [
        {"role": "system", "content": SYSTEM.format(agent=job.agent, about=about, summary=entry.summary)},
        {"role": "user", "content": filled(job.goal, courses)},
    ]
    for place, (instruction, answer) in enumerate(course.talk):
        if not instruction:
            messages.append({"role": "user", "content": UNREADABLE.format(reason=answer)})
            continue
        arguments = json.dumps({"instruction": instruction}, ensure_ascii=False)
        call = {"id": f"c{place}", "type": "function", "function": {"name": TOOL, "arguments": arguments}}
        content = json.dumps(answer, ensure_ascii=False)
        messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{place}", "name": TOOL, "content": content})
    return PolicyRequest(
        episode_id=job.id, task_id=job.id, turn=len(course.talk), messages=messages, tools=[SCHEMA], seed=seed, guided=True
    )


def told(course: Course, reply: Reply) -> Course:
    """The course with what the model said: a next instruction, an end, or nothing that could be read, which costs a call."""
    if reply.failure is not None or reply.action is None:
        message = reply.failure or "the policy gave no answer"
        error = CallError(type=ErrorType.UNAVAILABLE, code="MODEL_UNAVAILABLE", message=message)
        return course.model_copy(update={"error": error})
    action = reply.action
    if action.message is not None:
        done = course.model_copy(update={"ended": True, "result": {**course.result, "message": action.message.text}})
        if action.message.kind is MessageKind.FINISH:
            return done
        error = CallError(type=ErrorType.BLOCKED, code="GAVE_UP", message=action.message.text)
        return done.model_copy(update={"error": error})
    wrong = action.malformed or ("" if action.calls else "there is no call in it")
    if not wrong and (action.calls[0].name != TOOL or not str(action.calls[0].arguments.get("instruction") or "").strip()):
        wrong = f"there is no instruction in a call of {action.calls[0].name[:80]}"
    if wrong:
        return course.model_copy(update={"calls": course.calls + 1, "talk": (*course.talk, ("", wrong))})
    return course.model_copy(update={"given": (*course.given, str(action.calls[0].arguments["instruction"]))})
