"""Translation out of a small phrasebook. What is not in it is refused, never guessed."""

import json
from functools import cache
from importlib.resources import files
from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError
from ...phone import Phone
from ...tools import tool
from .tables import DOMAIN

Language = Literal["en", "zh", "es", "fr", "de", "ja", "hi"]
_SIGNS = " .!?¿¡,;:。！？，；：।"


@cache
def _phrases() -> dict[tuple[str, str], dict[str, str]]:
    """Every phrase by language and plain text, with its other languages."""
    phrases = json.loads(files(__package__).joinpath("phrases.json").read_text(encoding="utf-8"))
    return {(language, _plain(text)): phrase for phrase in phrases for language, text in phrase.items()}


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").strip(_SIGNS).split())


@tool(DOMAIN, errors=(Code.UNSUPPORTED,))
def translate_text(phone: Phone, text: Text, targetLanguage: Language, sourceLanguage: Language | None = None) -> Json:
    """Translate an everyday phrase with the built-in phrasebook; anything else is not supported.

    sourceLanguage: found out by itself if not given.
    """
    languages = (sourceLanguage,) if sourceLanguage else ("en", "zh", "es", "fr", "de", "ja", "hi")
    for language in languages:
        phrase = _phrases().get((language, _plain(text)))
        if phrase is not None:
            return {"translation": phrase[targetLanguage], "sourceLanguage": language}
    raise PhoneError(
        Code.UNSUPPORTED,
        "the phrasebook has no such phrase",
        accepted=sorted({phrase["en"] for phrase in _phrases().values()})[:8],
    )
