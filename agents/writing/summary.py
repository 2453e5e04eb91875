"""The analyst's findings in a few sentences, by a model: kept only if every number and family in them is in the findings."""

import re

from prompts import load

from ..analyst import Analysis
from .writer import RefusedError, Writer, read_object, text_field

STEP = "summarise findings"
LONGEST = 1600
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def summarise(analysis: Analysis, writer: Writer) -> str | None:
    """The summary; None where the model gives none that holds."""
    if not analysis.findings:
        return None
    prompt = _prompt(analysis)
    names = {item.family for item in analysis.findings} | {gap.family or "" for gap in analysis.gaps}

    def check(number: int, reply: str) -> str:
        text = " ".join(text_field(read_object(reply), "summary", LONGEST).split())
        shown = set(_NUMBER.findall(prompt))
        if any(found not in shown for found in _NUMBER.findall(text)):
            raise RefusedError("holds a number that is not in the findings")
        if any(found not in names and found not in prompt for found in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", text)):
            raise RefusedError("names a family that is not in the findings")
        return text

    return writer.ask_all(STEP, [prompt], check)[0]


def _prompt(analysis: Analysis) -> str:
    lines = [
        f"- {item.family} ({item.capability.value}): {item.hits} of {item.total} solved, {item.verdict}"
        + (f"; causes: {', '.join(f'{name} {count}' for name, count in item.causes.items())}" if item.causes else "")
        for item in analysis.findings
    ]
    repairs = ", ".join(f"{name} {count}" for name, count in analysis.repairs.items()) or "none"
    gaps = ", ".join(f"{gap.count} of {gap.family or gap.capability}" for gap in analysis.gaps) or "nothing"
    return load("analyst/summary", findings="\n".join(lines), repairs=repairs, gaps=gaps)
