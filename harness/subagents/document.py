"""The document agent: writes documents and tables, from an instruction and from files that it names."""

from typing import Literal

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.phone import Phone
from harness.environments.phone.state import Row
from harness.environments.phone.tools import Risk, tool

from .sessions import DOMAIN, PROTOCOL_ERRORS, RISKS, SECONDS, Action, Agent, converse, files_named, make_file


def _admit(phone: Phone, form: str | None) -> str:
    return form or "pdf"


def _work(phone: Phone, form: str, instruction: str) -> Row:
    sources = files_named(phone, instruction)
    stem = "sheet" if form == "xlsx" else "document"
    return {"files": [make_file(phone, stem, form, kind=form, content=instruction, sources=sources)]}


AGENT = Agent("document", "format", _admit, _work)


@tool(DOMAIN, kind="subagent", risk=Risk.REVERSIBLE, risks=RISKS, seconds=SECONDS, errors=PROTOCOL_ERRORS)
def control_document_agent(
    phone: Phone,
    action: Action,
    format: Literal["pdf", "docx", "xlsx", "md"] | None = None,
    instruction: Text | None = None,
    sessionId: str | None = None,
) -> Json:
    """Let the document agent write a document or table, or turn files into one: report, summary, list, letter.

    format: for start; pdf by default, xlsx for a table.
    instruction: everything that must be in it, with the names of files to use.
    sessionId: for execute, status and finish.
    """
    return converse(phone, AGENT, action, format, instruction, sessionId)
