"""Filling the templates: one page, everything inside it, nothing from outside."""

from pathlib import Path

import jinja2

from bench.statistics import Share
from harness.records import write_text_atomic

from .measures import Difference

TEMPLATES = Path(__file__).parent / "templates"


def write_page(path: Path, template: str, **values: object) -> Path:
    """Renders a template into a file and returns its path."""
    write_text_atomic(path, environment().get_template(template).render(**values))
    return path


def environment() -> jinja2.Environment:
    """The templates with the filters that they use. What comes from data is always escaped."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "percent": percent,
        "interval": interval,
        "difference": difference,
        "count": count,
        "fact": fact,
        "short_digest": short_digest,
        "p_value": p_value,
        "duration": duration,
        "words": words,
    }
    return made


def percent(value: float, digits: int = 1) -> str:
    """A share as per cent."""
    return f"{100 * value:.{digits}f}\u00a0%"


def interval(item: Share) -> str:
    """The 95 % interval of a share."""
    return f"[{100 * item.low:.1f}, {100 * item.high:.1f}]"


def difference(item: Difference, scale: float = 1.0) -> str:
    """A difference with its sign and its 95 % interval, times ``scale``."""
    return f"{scale * item.value:+.1f} [{scale * item.low:+.1f}, {scale * item.high:+.1f}]"


def count(value: float | None) -> str:
    """A number with thin spaces between thousands; a dash where there is none."""
    return "–" if value is None else f"{value:,.0f}".replace(",", "\u202f")


def fact(value: object) -> str:
    """A value that a stage noted: numbers with spaces, lists as lists."""
    if isinstance(value, bool) or not isinstance(value, int):
        return "–" if value is None else str(value)
    return count(value)


def short_digest(text: str) -> str:
    """The first digits of a digest."""
    return text.removeprefix("sha256:")[:16]


def p_value(value: float | None) -> str:
    """A p-value as it is written."""
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def duration(seconds: float) -> str:
    """Seconds as a person says them."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def words(text: str) -> str:
    """An identifier as words."""
    return text.replace("_", " ").replace("-", " ")
