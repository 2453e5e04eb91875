"""Every prompt, as a text file with named fields, so that people can read, change and compare them without code.

``load("simulated/call", tool=..., ...)`` fills ``prompts/simulated/call.md``. Files are Jinja templates: ``{{ field }}``,
and loops or conditions where a prompt needs them; a comment ``{# ... #}`` at the top says what the prompt is for and never
reaches a model. A field that is missing or that the file does not name is an error: a renamed field must not leave a hole
in a prompt, and an argument that no text uses is a mistake.
"""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateSyntaxError, meta

from harness.errors import UserError

FOLDER = Path(__file__).parent
_TEMPLATES = Environment(
    loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
)


def names() -> list[str]:
    """The prompts that exist, as ``load`` takes them."""
    found = (path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.md"))
    return sorted(name for name in found if not name.endswith("README"))


@cache
def fields(name: str) -> frozenset[str]:
    """The fields that a prompt names. Raises ``UserError`` when there is no such prompt or its file is no template."""
    if name not in names():
        raise UserError(f"there is no prompt {name!r}", where=str(FOLDER), expected=f"one of {', '.join(names())}")
    path = FOLDER / f"{name}.md"
    try:
        return frozenset(meta.find_undeclared_variables(_TEMPLATES.parse(path.read_text(encoding="utf-8"))))
    except TemplateSyntaxError as error:
        place = f"{path}, line {error.lineno}"
        raise UserError(f"not a template: {error.message}", where=place, expected="Jinja syntax") from None


def load(name: str, /, **values: Any) -> str:
    """The prompt with its fields filled. Raises ``UserError`` that lists what is missing, unknown and expected."""
    wanted = fields(name)
    missing, unknown = sorted(wanted - values.keys()), sorted(values.keys() - wanted)
    if missing or unknown:
        problems = [f"{label} {', '.join(items)}" for label, items in (("missing", missing), ("unknown", unknown)) if items]
        expected = f"exactly these fields: {', '.join(sorted(wanted)) or 'none'}"
        raise UserError("; ".join(problems), where=f"prompt {name}", expected=expected)
    return _TEMPLATES.get_template(f"{name}.md").render(values).strip()
