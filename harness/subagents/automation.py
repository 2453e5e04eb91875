"""The automation agent: sets up what shall happen by itself when a condition is met, and watches that condition."""

from typing import Literal

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.errors import Code, PhoneError, missing, not_found
from harness.environments.phone.phone import Phone, fold
from harness.environments.phone.state import Row
from harness.environments.phone.tables import TABLES, Table
from harness.environments.phone.tools import Risk, tool

from .sessions import DOMAIN, PROTOCOL_ERRORS, RISKS, SECONDS, Agent, converse

TABLES.register([
    Table("automations", "what happens by itself: trigger, instruction, active", prefix="au", volatile=("created",)),
])  # fmt: skip


def _admit(phone: Phone, trigger: str | None) -> str:
    if trigger is None:
        raise missing("trigger", "the condition or time to watch for")
    return trigger


def _work(phone: Phone, trigger: str, instruction: str) -> Row:
    for key, row in phone.find("automations", active=True):
        if fold(row["trigger"]) == fold(trigger) and fold(row["instruction"]) == fold(instruction):
            raise PhoneError(Code.ALREADY_EXISTS, "this automation is active already", accepted={"automationId": key})
    key = phone.add("automations", "au", trigger=trigger, instruction=instruction, active=True, created=phone.state.now)
    return {"automationId": key}


AGENT = Agent("automation", "trigger", _admit, _work)


@tool(
    DOMAIN,
    kind="subagent",
    risk=Risk.REVERSIBLE,
    risks=RISKS,
    seconds=SECONDS,
    errors=(*PROTOCOL_ERRORS, Code.ALREADY_EXISTS),
)
def control_automation_agent(
    phone: Phone,
    action: Literal["start", "execute", "status", "finish", "cancel"],
    trigger: Text | None = None,
    instruction: Text | None = None,
    sessionId: str | None = None,
    automationId: str | None = None,
) -> Json:
    """Let the automation agent watch for a condition or time and act then: price and weather monitors, routines.

    trigger: the condition or time, for start.
    instruction: what shall happen then.
    sessionId: for execute, status and finish; status without it lists what is active.
    automationId: which one to cancel.
    """
    if action == "cancel":
        if automationId is None:
            raise missing("automationId", "id of the automation to cancel")
        if phone.state.get("automations", automationId) is None:
            raise not_found("automation", automationId)
        return {"automationId": automationId, "changed": phone.put("automations", automationId, active=False)}
    if action == "status" and sessionId is None:
        live = [row for _, row in phone.find("automations", active=True)]
        return {"automations": [{name: row[name] for name in ("id", "trigger", "instruction")} for row in live]}
    return converse(phone, AGENT, action, trigger, instruction, sessionId)
