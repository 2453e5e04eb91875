"""The language coach: plans short lessons and gives phrases to practise."""

from typing import Literal

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.errors import missing
from harness.environments.phone.phone import Phone
from harness.environments.phone.state import Row
from harness.environments.phone.tables import TABLES, Table
from harness.environments.phone.tools import Risk, tool

from .sessions import DOMAIN, PROTOCOL_ERRORS, RISKS, SECONDS, Action, Agent, converse

TABLES.register([Table("lessons", "lessons of the language coach: language, topic", prefix="le", volatile=("created",))])

PHRASES: dict[str, tuple[str, str]] = {
    "en": ("How much is it?", "Could you help me?"),
    "zh": ("多少钱？", "你能帮我吗？"),
    "es": ("¿Cuánto cuesta?", "¿Me puede ayudar?"),
    "fr": ("Combien ça coûte ?", "Pouvez-vous m'aider ?"),
    "de": ("Wie viel kostet das?", "Können Sie mir helfen?"),
    "ja": ("いくらですか。", "手伝ってもらえますか。"),
}


def _admit(phone: Phone, language: str | None) -> str:
    if language is None:
        raise missing("language", f"one of {', '.join(PHRASES)}")
    return language


def _work(phone: Phone, language: str, instruction: str) -> Row:
    key = phone.add("lessons", "le", language=language, topic=instruction, created=phone.state.now)
    return {"lessonId": key, "phrases": list(PHRASES[language])}


AGENT = Agent("coach", "language", _admit, _work)


@tool(DOMAIN, kind="subagent", risk=Risk.REVERSIBLE, risks=RISKS, seconds=SECONDS, errors=PROTOCOL_ERRORS)
def control_language_coach(
    phone: Phone,
    action: Action,
    language: Literal["en", "zh", "es", "fr", "de", "ja"] | None = None,
    instruction: Text | None = None,
    sessionId: str | None = None,
) -> Json:
    """Let the language coach plan a lesson and give phrases to practise.

    language: the language to learn, for start.
    instruction: topic and level of the lesson.
    sessionId: for execute, status and finish.
    """
    return converse(phone, AGENT, action, language, instruction, sessionId)
