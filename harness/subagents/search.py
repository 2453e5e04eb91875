"""The search agent: answers a question from web pages or from the user's own knowledge base, in one sentence."""

from typing import Literal

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.errors import Code, not_found
from harness.environments.phone.phone import Phone
from harness.environments.phone.state import Row
from harness.environments.phone.tables import TABLES, Table
from harness.environments.phone.tools import Risk, tool
from harness.memory.search import Bm25

from .sessions import DOMAIN, PROTOCOL_ERRORS, RISKS, SECONDS, Action, Agent, converse

TABLES.register([Table("knowledge", "what the search agent can find: source web or knowledge, title, text", prefix="kn")])

_WEB = (
    ("Eiffel Tower", "The Eiffel Tower is 330 metres high."),
    ("Mount Fuji", "Mount Fuji is 3776 metres high."),
    ("Amazon River", "The Amazon River is about 6400 kilometres long."),
    ("Speed of light", "Light travels 299792 kilometres a second."),
    ("Boiling point of water", "Water boils at 100 degrees Celsius at sea level."),
    ("Marathon", "A marathon is 42.195 kilometres long."),
    ("Great Wall", "The Great Wall of China is about 21196 kilometres long."),
    ("黄山", "黄山的最高峰莲花峰海拔1864米。"),
    ("长江", "长江全长约6300公里。"),
)
"""What the web says whatever the phone's owner; tasks add pages of their own."""


def _admit(phone: Phone, source: str | None) -> str:
    if source != "knowledge":
        phone.require("internet")
    return source or "web"


def _work(phone: Phone, source: str, question: str) -> Row:
    pages = [(row["title"], row["text"]) for _, row in phone.find("knowledge", source=source)]
    if source == "web":
        pages += _WEB
    scores = Bm25([f"{title} {text}" for title, text in pages]).scores(question)
    best = max(range(len(pages)), key=lambda place: (scores[place], -place), default=None)
    if best is None or scores[best] <= 0:
        raise not_found("answer in the " + source, question)
    return {"title": pages[best][0], "answer": pages[best][1]}


AGENT = Agent("search", "source", _admit, _work)


@tool(
    DOMAIN,
    kind="subagent",
    risk=Risk.REVERSIBLE,
    risks=RISKS,
    seconds=SECONDS,
    errors=(*PROTOCOL_ERRORS, Code.NO_SERVICE),
)
def control_search_agent(
    phone: Phone,
    action: Action,
    source: Literal["web", "knowledge"] | None = None,
    instruction: Text | None = None,
    sessionId: str | None = None,
) -> Json:
    """Let the search agent answer a question from the web or from the user's own knowledge base.

    source: where to look; web by default.
    instruction: the question.
    sessionId: for execute, status and finish.
    """
    return converse(phone, AGENT, action, source, instruction, sessionId)
