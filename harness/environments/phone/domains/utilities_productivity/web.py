"""Web search over a small fixed set of pages."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Annotated, NamedTuple

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code
from ...phone import Phone
from ...tools import tool
from .tables import DOMAIN

_COMMON = frozenset({
    "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i", "in", "is", "it", "of", "on",
    "or", "the", "to", "what", "when", "where", "which", "who", "why", "with",
})  # fmt: skip
"""Words that say nothing about what is looked for."""


class Page(NamedTuple):
    """A page as a search finds it. ``words`` are those of title and text, ``title_words`` count twice."""

    title: str
    url: str
    text: str
    words: frozenset[str]
    title_words: frozenset[str]


def _page(title: str, url: str, text: str) -> Page:
    return Page(title, url, text, _words(f"{title} {text}"), _words(title))


def _words(text: str) -> frozenset[str]:
    """Words of a text; of Chinese and Japanese writing, every pair of neighbouring signs."""
    found: set[str] = set()
    for run in re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]+|[^\W\u3040-\u30ff\u4e00-\u9fff]+", text.casefold()):
        if run[0] >= "\u3040" and len(run) > 1:
            found.update(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found.add(run)
    return frozenset(found - _COMMON)


@cache
def _pages() -> tuple[Page, ...]:
    pages = json.loads(files(__package__).joinpath("pages.json").read_text(encoding="utf-8"))
    return tuple(_page(**page) for page in pages)


@tool(DOMAIN, errors=(Code.NO_SERVICE,))
def search_web(phone: Phone, query: Text, maxResults: Annotated[int, Field(ge=1, le=10)] = 3) -> Json:
    """Search the web; needs internet. The best matching pages come first."""
    phone.require("internet")
    wanted = _words(query)
    own = [_page(row["title"], row["url"], row["text"]) for row in phone.state.rows("web_pages").values()]
    scored = [
        (len(wanted & page.words) + len(wanted & page.title_words), page)
        for page in [*own, *_pages()]
        if wanted & page.words
    ]
    scored.sort(key=lambda item: (-item[0], item[1].url))
    results = [{"title": page.title, "url": page.url, "snippet": page.text} for _, page in scored[:maxResults]]
    return {"total": len(scored), "results": results}
