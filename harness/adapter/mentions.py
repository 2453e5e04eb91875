"""How instructions speak of tools: by name, as in ``manage_alarm``, or as a call, as in ``manage_alarm(action=list)``.

``...`` is a value that the planner knows, ``a|b`` a choice of values, and ``x(...) or y(...)`` a list of tools of which
one will do.
"""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches

from harness.contract import Json
from harness.environments.phone.tools import Tool
from harness.errors import UserError

_WORD = re.compile(r"(?<![\w-])(skill__[\w-]+|[A-Za-z]\w*)(?:\(([^()\n]*)\))?")


class Mentions:
    """Finds, checks and filters what texts say of the tools of one catalogue."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        self._tools = tools
        names = "|".join(re.escape(name) + ("" if "_" in name else r"(?=\()") for name in sorted(tools, reverse=True))
        call = rf"(?<![\w-])(?:{names})(?![\w-])(?:\([^()\n]*\))?"
        self._list = re.compile(rf"{call}(?: or {call})*")
        self._words = frozenset(word for tool in tools.values() for word in _vocabulary(tool))

    def tools(self, text: str) -> list[str]:
        """The tools that a text speaks of, in the order of their first mention."""
        found = [name for match in self._list.finditer(text) for name, _ in _calls(match[0])]
        return list(dict.fromkeys(found))

    def reachable(self, line: str, offered: Collection[str]) -> str | None:
        """A line as it holds for the offered tools: each list keeps those that are offered.

        None if a list has none left: the line is about what cannot be called.
        """
        lost = False

        def keep(match: re.Match[str]) -> str:
            nonlocal lost
            left = [call for name, call in _calls(match[0]) if name in offered]
            lost = lost or not left
            return " or ".join(left)

        said = self._list.sub(keep, line)
        return None if lost else said

    def check(self, text: str, where: str) -> None:
        """Raises ``UserError`` for a tool, an argument or a value that does not exist, or a call that lacks an argument."""
        for match in _WORD.finditer(text):
            name, arguments = match[1], match[2]
            if name in self._tools:
                if arguments is not None:
                    _check_call(self._tools[name], arguments, where)
            elif arguments is not None or ("_" in name and name not in self._words):
                near = get_close_matches(name, sorted(self._tools), n=1)
                expected = f"`{near[0]}`, perhaps" if near else "a tool that is deployed"
                raise UserError(f"`{match[0]}` names a tool that does not exist", where=where, expected=expected)


def _calls(text: str) -> list[tuple[str, str]]:
    """The calls of a list, each with the name of its tool."""
    return [(call.partition("(")[0], call) for call in re.split(r"(?<=[\w)]) or (?=[a-z])", text)]


def _check_call(tool: Tool, text: str, where: str) -> None:
    properties: Mapping[str, Json] = tool.parameters["properties"]
    given = [part.strip().partition("=") for part in text.split(",") if part.strip()]
    for key, _, value in given:
        if key not in properties:
            known = ", ".join(properties) or "no argument"
            raise UserError(f"`{tool.name}` has no argument `{key}`", where=where, expected=known)
        schema = properties[key]
        allowed = ["true", "false"] if schema.get("type") == "boolean" else [str(item) for item in schema.get("enum", ())]
        wrong = [item for item in value.split("|") if item not in ("", "...") and allowed and item not in allowed]
        if wrong:
            message = f"`{tool.name}` takes no `{wrong[0]}` as `{key}`"
            raise UserError(message, where=where, expected="one of " + ", ".join(allowed))
    lacking = [key for key in tool.parameters.get("required", ()) if key not in {item[0] for item in given}]
    if lacking:
        raise UserError(f"the call of `{tool.name}` lacks `{lacking[0]}`", where=where, expected=f"`{lacking[0]}=...`")


def _vocabulary(tool: Tool) -> list[str]:
    """The names of a tool's arguments and the values that they may have."""
    properties: Mapping[str, Json] = tool.parameters["properties"]
    values = [str(item) for schema in properties.values() for item in schema.get("enum", ())]
    return [*properties, *values]
