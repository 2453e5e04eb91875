"""Languages, the region with its units, and how dates and times are written."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import name_matches
from ...phone import Phone, fold
from ...rules import RULES
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

LANGUAGES = {
    "en-GB": ("English (UK)", "British English", "英式英语"),
    "en-US": ("English (US)", "American English", "美式英语"),
    "en-IN": ("English (India)", "Indian English", "印度英语"),
    "en-AU": ("English (Australia)", "Australian English", "澳大利亚英语"),
    "zh-CN": ("Chinese (Simplified)", "简体中文", "Mandarin"),
    "zh-TW": ("Chinese (Traditional)", "繁体中文", "繁體中文"),
    "hi-IN": ("Hindi", "हिन्दी", "印地语"),
    "bn-IN": ("Bengali", "বাংলা", "孟加拉语"),
    "ur-IN": ("Urdu", "اردو", "乌尔都语"),
    "fr-FR": ("French", "français", "法语"),
    "de-DE": ("German", "Deutsch", "德语"),
    "es-ES": ("Spanish (Spain)", "español (España)", "西班牙语"),
    "es-MX": ("Spanish (Mexico)", "español (México)", "墨西哥西班牙语"),
    "pt-BR": ("Portuguese (Brazil)", "português (Brasil)", "葡萄牙语"),
    "it-IT": ("Italian", "italiano", "意大利语"),
    "pl-PL": ("Polish", "polski", "波兰语"),
    "ar-EG": ("Arabic", "العربية", "阿拉伯语"),
    "ja-JP": ("Japanese", "日本語", "日语"),
    "ko-KR": ("Korean", "한국어", "韩语"),
}
"""The languages that the system speaks, by tag, with the names by which people call them; the first one is shown."""


def _language(name: str) -> str:
    """The tag of the one language that a tag or a name means. Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS."""
    wanted = fold(name)
    exact = [tag for tag, names in LANGUAGES.items() if wanted in (fold(tag), *map(fold, names))]
    found = exact or [
        tag for tag, names in LANGUAGES.items() if any(name_matches(name, known) for known in names)
        or fold(tag.split("-")[0]) == wanted
    ]  # fmt: skip
    if not found:
        raise not_found("system language", name, [names[0] for names in LANGUAGES.values()])
    if len(found) > 1:
        candidates = [{"language": tag, "name": LANGUAGES[tag][0]} for tag in found]
        raise PhoneError(Code.AMBIGUOUS, f"{len(found)} languages match {name!r}", accepted=candidates)
    return found[0]


@RULES.effect("regional")
def the_phone_speaks_its_first_language(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The first of the languages is the phone's locale; the hour format is that of its clock."""
    assert after is not None
    phone.put("device", "info", locale=after["languages"][0])
    phone.put("device", "clock", format24=after["hour_format"] == "24h")


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED),
)
def manage_language(
    phone: Phone, action: Literal["list", "add", "remove", "set_primary"], language: Text | None = None
) -> Json:
    """Change the system language of menus and apps, add or remove a language, or list the phone's languages.

    language: name such as German, or tag such as en-GB; set_primary adds it if needed.
    """
    now: list[str] = phone.one("regional")["languages"]
    if action == "list":
        return {"languages": [{"language": tag, "name": LANGUAGES[tag][0]} for tag in now], "primary": now[0]}
    if language is None:
        raise missing("language", "a name such as German, or a tag such as en-GB")
    tag = _language(language)
    others = [other for other in now if other != tag]
    if action == "set_primary":
        wanted = [tag, *others]
    elif action == "add":
        wanted = now if tag in now else [*now, tag]
    elif tag not in now:
        raise not_found("language of the phone", language, now)
    elif not others:
        raise PhoneError(Code.PRECONDITION_FAILED, "the phone needs a language; add another one first")
    else:
        wanted = others
    return {"language": tag, "primary": wanted[0], "changed": phone.put("regional", "main", languages=wanted)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_regional_preferences(
    phone: Phone,
    region: Text | None = None,
    temperatureUnit: Literal["celsius", "fahrenheit"] | None = None,
    measurementSystem: Literal["metric", "imperial"] | None = None,
    firstDayOfWeek: Literal["monday", "saturday", "sunday"] | None = None,
) -> Json:
    """Set region or country, Celsius or Fahrenheit, metric or imperial units, and on which day the week starts.

    region: country, such as United Kingdom.
    """
    given: Row = {
        "region": region, "temperature_unit": temperatureUnit, "measurement": measurementSystem,
        "first_day": firstDayOfWeek,
    }  # fmt: skip
    fields = {name: value for name, value in given.items() if value is not None}
    if not fields:
        raise missing("region", "a region, a unit or the first day of the week")
    return {"changed": phone.put("regional", "main", **fields)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_date_time_format(
    phone: Phone,
    hourFormat: Literal["12h", "24h"] | None = None,
    dateFormat: Literal["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] | None = None,
) -> Json:
    """Choose the 12-hour or 24-hour clock, and how dates are written."""
    given: Row = {"hour_format": hourFormat, "date_format": dateFormat}
    fields = {name: value for name, value in given.items() if value is not None}
    if not fields:
        raise missing("hourFormat", "12h or 24h, or a dateFormat")
    return {"changed": phone.put("regional", "main", **fields)}
