"""The session protocol that all sub-agents share: start, execute, status, finish.

``start`` opens a session and, given an instruction, carries it out at once; ``execute`` carries out a further one;
``finish`` closes the session and hands over what it made. On the phone backend a sub-agent acts on the same state as
every other tool, and what it does follows from that state and its instruction alone.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from harness.contract import Json
from harness.environments.phone.errors import Code, PhoneError, missing, not_found
from harness.environments.phone.phone import Phone, fold
from harness.environments.phone.state import Row
from harness.environments.phone.tables import TABLES, Table
from harness.environments.phone.tools import Risk

DOMAIN = "AI Assistant"
SECONDS = 60
Action = Literal["start", "execute", "status", "finish"]
RISKS = {"status": Risk.READ, "finish": Risk.REVERSIBLE}
PROTOCOL_ERRORS = (Code.MISSING_ARGUMENT, Code.NOT_FOUND, Code.PRECONDITION_FAILED)

TABLES.register([
    Table("subagents", "sessions of sub-agents: agent, target, status open or finished, instructions, outputs",
          prefix="sa", volatile=("started", "outputs")),
    Table("artifacts", "files that sub-agents made: name, kind, content, sources", prefix="ar",
          volatile=("created", "name")),
])  # fmt: skip

_OPEN = {"status": "open", "next": "execute or finish"}
_FILES = ("artifacts", "files")
_FILE = re.compile(r"[a-z0-9][a-z0-9_-]*\.(?:jpg|jpeg|png|mp4|pdf|docx|xlsx|md|txt|csv|zip)(?![a-z0-9])")


@dataclass(frozen=True)
class Agent:
    """What tells one sub-agent from another.

    ``target`` names the argument that says what a session is about; ``admit`` turns it into its canonical form or raises
    ``PhoneError``; ``work`` carries out one instruction and returns what the planner is told, made files under ``files``.
    An ``exclusive`` agent has one open session at a time.
    """

    name: str
    target: str
    admit: Callable[[Phone, str | None], str]
    work: Callable[[Phone, str, str], Row]
    exclusive: bool = False


def converse(
    phone: Phone, agent: Agent, action: str, target: str | None, instruction: str | None, session: str | None
) -> Json:
    """Carries out one call of the protocol."""
    if action == "start":
        return _start(phone, agent, target, instruction)
    if action == "status" and session is None:
        mine = phone.find("subagents", agent=agent.name)
        return {"sessions": [_brief(agent, row) for _, row in mine]}
    if session is None:
        raise missing("sessionId", "id that start returned")
    row = phone.state.get("subagents", session)
    if row is None or row["agent"] != agent.name:
        raise not_found(f"session of the {agent.name} agent", session, [key for key, _ in _open(phone, agent)])
    if action == "status":
        return {**_brief(agent, row), "instructions": row["instructions"], "files": row["outputs"]}
    if action == "finish":
        changed = phone.put("subagents", session, status="finished")
        return {"sessionId": session, "status": "finished", "files": row["outputs"], "changed": changed}
    if row["status"] != "open":
        raise PhoneError(Code.PRECONDITION_FAILED, f"session {session} is finished; start another")
    if instruction is None:
        raise missing("instruction", "what the agent shall do")
    return {"sessionId": session, **_work(phone, agent, session, instruction), **_OPEN}


def overview(phone: Phone) -> list[Row]:
    """Every session of a phone as it stands, with ``needs``: the sessions whose files its instructions name."""
    rows = [row for _, row in phone.find("subagents")]
    makers = {name: row["id"] for row in rows for name in row["outputs"]}
    shown = []
    for row in rows:
        named = [
            key for name, key in makers.items() if key != row["id"] and any(name in text for text in row["instructions"])
        ]
        kept = {name: row[name] for name in ("id", "agent", "target", "status", "instructions")}
        shown.append({**kept, "files": row["outputs"], "needs": list(dict.fromkeys(named))})
    return shown


def _start(phone: Phone, agent: Agent, target: str | None, instruction: str | None) -> Json:
    canonical = agent.admit(phone, target)
    if agent.exclusive and (busy := _open(phone, agent)):
        key, row = busy[0]
        raise PhoneError(
            Code.CONFLICT, f"session {key} in {row['target']} is still open; finish it first", accepted={"sessionId": key}
        )
    key = phone.add("subagents", "sa", agent=agent.name, target=canonical, status="open", instructions=[], outputs=[],
                    started=phone.state.now)  # fmt: skip
    made = _work(phone, agent, key, instruction) if instruction is not None else {}
    return {"sessionId": key, **made, **_OPEN}


def _work(phone: Phone, agent: Agent, session: str, instruction: str) -> Row:
    row = phone.row("subagents", session)
    answer = agent.work(phone, row["target"], instruction)
    phone.put(
        "subagents",
        session,
        instructions=[*row["instructions"], instruction],
        outputs=[*row["outputs"], *answer.get("files", [])],
    )
    return answer


def _open(phone: Phone, agent: Agent) -> list[tuple[str, Row]]:
    return phone.find("subagents", agent=agent.name, status="open")


def _brief(agent: Agent, row: Row) -> Row:
    return {"sessionId": row["id"], agent.target: row["target"], "status": row["status"]}


# -- files that sub-agents read and make


def files_named(phone: Phone, instruction: str) -> list[str]:
    """The files that an instruction names, in its order. Raises ``PhoneError`` NOT_FOUND for one that does not exist."""
    text = instruction.casefold()
    known = {str(row["name"]) for table in _FILES for row in phone.state.rows(table).values()}
    named = [name for name in sorted(known, key=lambda name: (-len(name), name)) if name.casefold() in text]
    places = {name: text.index(name.casefold()) for name in named}
    rest = text
    for name in named:
        if name.casefold() not in rest:
            del places[name]
        rest = rest.replace(name.casefold(), " ")
    unknown = _FILE.search(rest)
    if unknown:
        raise not_found("file", unknown[0])
    return sorted(places, key=lambda name: (places[name], name))


def require_file(phone: Phone, name: str) -> str:
    """The file's name as the phone spells it. Raises ``PhoneError`` NOT_FOUND."""
    for table in _FILES:
        for row in phone.state.rows(table).values():
            if fold(row.get("name")) == fold(name):
                return str(row["name"])
    raise not_found("file", name)


def make_file(phone: Phone, stem: str, suffix: str, *, kind: str, content: str, sources: list[str]) -> str:
    """Makes a file with a name of its own and returns the name."""
    key = phone.add("artifacts", "ar", name="", kind=kind, content=content, sources=sources, created=phone.state.now)
    name = f"{stem}_{key.removeprefix('ar_')}.{suffix}"
    phone.put("artifacts", key, name=name)
    return name
