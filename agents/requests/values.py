"""The values that a person's words hold: times, days, lengths, numbers, amounts of money, quoted texts, file names.

Each value is found where it stands and read into the form that tools take, in English and in Chinese. Which value is
meant for what is not decided here.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from bench.draw import MONTHS
from harness.contract import Json
from harness.environments.phone.arguments import WEEKDAYS

QUOTES = re.compile(
    r"\"(?P<a>[^\"]+)\"|“(?P<b>[^”]+)”|「(?P<c>[^」]+)」|《(?P<d>[^》]+)》|(?<!\w)['‘](?P<e>(?:[^'’]|['’](?=\w))+)['’](?!\w)"
)
ENDINGS = "pdf docx? xlsx? pptx? txt md csv jpe?g png heic webp gif mp4 mov mp3 m4a wav zip apk html".replace(" ", "|")


@dataclass(frozen=True)
class Value:
    """One value: what kind it is, where it stands, and what it means."""

    kind: str
    start: int
    end: int
    value: Json


def find_values(text: str, today: date) -> list[Value]:
    """All values of a text in order, none inside another: quoted words first, then the longest reading at a place."""
    return list(_found_values(text, today))


@lru_cache(maxsize=1024)
def _found_values(text: str, today: date) -> tuple[Value, ...]:
    found: list[Value] = []
    for kind, pattern, read in _READERS:
        for match in pattern.finditer(text):
            if any(match.start() < item.end and item.start < match.end() for item in found):
                continue
            value = read(match, today)
            if value is not None:
                found.append(Value(kind, match.start(), match.end(), value))
    return tuple(sorted(found, key=lambda item: item.start))


# -- numbers

_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "ninety": 90,
}  # fmt: skip
_DIGITS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_NUMBER = r"(?:\d+(?:\.\d+)?|" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")"
_ZH_NUMBER = r"(?:\d+|[零〇一二两三四五六七八九十]{1,3})"


def number_of(word: str) -> float | None:
    """A number in digits or words, in either language; None for what is none."""
    word = word.strip().casefold().replace(",", "")
    if re.fullmatch(r"\d+(\.\d+)?", word):
        return float(word)
    return float(_WORDS[word]) if word in _WORDS else _chinese_number(word)


def _chinese_number(word: str) -> float | None:
    tens, ten, ones = word.partition("十")
    if not ten:
        return float(_DIGITS[word]) if word in _DIGITS else None
    if any(part and part not in _DIGITS for part in (tens, ones)):
        return None
    return float(10 * (_DIGITS[tens] if tens else 1) + (_DIGITS[ones] if ones else 0))


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number


# -- dates

_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS) + "|Sept"
_DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY_NAME = "|".join(_DAY_NAMES)
_ZH_DAYS = "一二三四五六日"


def _month(word: str) -> int:
    return next(index for index, name in enumerate(MONTHS, start=1) if name.casefold().startswith(word.casefold()[:3]))


def _dated(year: str | None, month: int, day: int, today: date) -> str | None:
    """A date; without a year the next such day from today on."""
    if not 1 <= month <= 12:
        return None
    years = [int(year)] if year else [today.year, today.year + 1]
    for chosen in years:
        if 1 <= day <= monthrange(chosen, month)[1]:
            found = date(chosen, month, day)
            if year or found >= today:
                return found.isoformat()
    return None


def _iso(match: re.Match[str], today: date) -> Json:
    month = match["m"] if match["m"].isdigit() else str(_month(match["m"]))
    return _dated(match["y"], int(month), int(match["d"]), today)


def _month_day(match: re.Match[str], today: date) -> Json:
    return _dated(match["y"], _month(match["m"]), int(match["d"]), today)


def _chinese_date(match: re.Match[str], today: date) -> Json:
    month, day = number_of(match["m"]), number_of(match["d"])
    return _dated(match["y"], int(month), int(day), today) if month and day else None


_NEAR = {
    "today": 0, "tonight": 0, "this evening": 0, "this morning": 0, "this afternoon": 0, "tomorrow": 1, "yesterday": -1,
    "the day after tomorrow": 2, "tomorrow morning": 1, "tomorrow afternoon": 1, "tomorrow evening": 1, "tomorrow night": 1,
    "今天": 0, "今晚": 0, "今日": 0, "明天": 1, "明日": 1, "明晚": 1, "后天": 2, "昨天": -1,
}  # fmt: skip


def _near(match: re.Match[str], today: date) -> Json:
    return (today + timedelta(days=_NEAR[match[0].casefold()])).isoformat()


def _ahead(match: re.Match[str], today: date) -> Json:
    count = number_of(match["n"])
    if count is None or count != int(count):
        return None
    days = 7 if match["unit"].casefold().startswith(("week", "周", "个星期", "星期")) else 1
    return (today + timedelta(days=int(count) * days)).isoformat()


def _weekday(match: re.Match[str], today: date) -> Json:
    """The coming day of that name; of next week where the words say so."""
    return _coming(_DAY_NAMES.index(match["day"].casefold()), today, next_week=(match["which"] or "").casefold() == "next")


def _chinese_weekday(match: re.Match[str], today: date) -> Json:
    index = _ZH_DAYS.index(match["day"].replace("天", "日"))
    return _coming(index, today, next_week=bool(match["which"]) and match["which"].startswith("下"))


def _coming(index: int, today: date, *, next_week: bool) -> str:
    if next_week:
        return (today + timedelta(days=7 - today.weekday() + index)).isoformat()
    return (today + timedelta(days=(index - today.weekday()) % 7)).isoformat()


def _range(match: re.Match[str], today: date) -> Json:
    """First and last day of the named stretch. A week that is merely coming counts from today, next week from Monday."""
    words = match[0].casefold()
    monday = today - timedelta(days=today.weekday())
    if "in the next week" in words or "coming week" in words or "next 7 days" in words or "next seven days" in words:
        first, last = today, today + timedelta(days=6)
    elif words.startswith(("next", "下")):
        first, last = monday + timedelta(days=7), monday + timedelta(days=13)
    else:
        first, last = monday, monday + timedelta(days=6)
    return [first.isoformat(), last.isoformat()]


# -- days of the week that something repeats on


def _repeated_days(match: re.Match[str], today: date) -> Json:
    words = match[0].casefold()
    if re.search(r"weekdays?$|工作日", words):
        return list(WEEKDAYS[:5])
    if re.search(r"weekends?$|周末", words):
        return list(WEEKDAYS[5:])
    if re.search(r"every day|daily|每天", words):
        return list(WEEKDAYS)
    named = {day for day, name in zip(WEEKDAYS, _DAY_NAMES, strict=True) if name in words}
    named |= {WEEKDAYS[_ZH_DAYS.index(sign.replace("天", "日"))] for sign in re.findall("[一二三四五六日天]", words)}
    return [day for day in WEEKDAYS if day in named]


# -- times of day

_HALF = r"(?: ?(?P<half>[ap])\.?m\b\.?)?"
_PART = r"(?: (?:in the (?P<part>morning|afternoon|evening)|at (?P<night>night)))?"


def _clock(hour: int, minute: int, half: str | None, part: str | None) -> str | None:
    afternoon = half == "p" or part in ("afternoon", "evening", "night")
    if afternoon and hour < 12:
        hour += 12
    if half == "a" and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else None


_PART_BEFORE = re.compile(
    r"\b(?P<part>morning|afternoon|evening|night|tonight),?(?: at| by| from| until| till)?\s*$", re.IGNORECASE
)
_PART_AFTER = re.compile(
    r"\s*,?(?: on| this)?(?: tomorrow| today| \w+day)? ?\b(?P<part>morning|afternoon|evening|night|tonight)\b", re.IGNORECASE
)


def _part_near(match: re.Match[str]) -> str | None:
    """The part of the day that stands beside a time: tomorrow evening at 7:15, 8 this morning."""
    found = _PART_AFTER.match(match.string, match.end()) or _PART_BEFORE.search(match.string[: match.start()])
    return "night" if found and found["part"].casefold() == "tonight" else found["part"].casefold() if found else None


def _time(match: re.Match[str], today: date) -> Json:
    groups = match.groupdict()
    half, part = (groups.get("half") or "").casefold() or None, groups.get("part") or groups.get("night")
    return _clock(int(match["h"]), int(groups.get("m") or 0), half, part or (None if half else _part_near(match)))


def _bare_hour(match: re.Match[str], today: date) -> Json:
    """An hour alone is a time only where the part of the day is said too."""
    hour, part = number_of(match["h"]), _part_near(match)
    return _clock(int(hour), 0, None, part) if hour and part else None


def _spoken_time(match: re.Match[str], today: date) -> Json:
    hour = number_of(match["h"])
    if hour is None:
        return None
    minutes = {"half past": 30, "quarter past": 15, "quarter to": -15}[match["frac"].casefold().removeprefix("a ")]
    total = (int(hour) * 60 + minutes) % 720
    return _clock(total // 60, total % 60, (match["half"] or "").casefold() or None, match["part"] or match["night"])


def _named_time(match: re.Match[str], today: date) -> Json:
    return {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "正午": "12:00", "午夜": "00:00"}[match[0].casefold()]


def _chinese_time(match: re.Match[str], today: date) -> Json:
    hour = number_of(match["h"])
    if hour is None:
        return None
    rest = match["rest"] or ""
    minute = (
        {"半": 30.0, "一刻": 15.0, "三刻": 45.0, "": 0.0, "整": 0.0}.get(rest)
        if rest in _ZH_RESTS
        else number_of(rest.rstrip("分"))
    )
    before = match["part"] or match.string[max(0, match.start() - 2) : match.start()]
    late = before in ("下午", "晚上", "傍晚", "今晚", "明晚") or (before == "中午" and hour < 3)
    return None if minute is None else _clock(int(hour), int(minute), "p" if late else None, None)


_ZH_RESTS = ("半", "一刻", "三刻", "", "整")

# -- lengths of time, in seconds

_UNITS = {"h": 3600, "m": 60, "s": 1, "小": 3600, "钟": 3600, "分": 60, "秒": 1}
_SPAN_UNIT = r"(?:hours?|hrs?|minutes?|mins?|seconds?|secs?)\b"
_SPAN_PART = rf"(?:half an hour|{_NUMBER}(?: and a half)? ?-?{_SPAN_UNIT}(?: and a half)?)"
_ZH_SPAN_PART = rf"(?:半个?(?:小时|钟头)|{_ZH_NUMBER}(?:个半小时|个?(?:小时|钟头)|分钟|秒钟?))"


def _span(match: re.Match[str], today: date) -> Json:
    total = 0.0
    for part in re.finditer(
        rf"half an hour|(?P<n>{_NUMBER})(?P<half> and a half)? ?-?(?P<unit>{_SPAN_UNIT})(?P<more> and a half)?",
        match[0],
        re.IGNORECASE,
    ):
        if part["unit"] is None:
            total += 1800
            continue
        count = number_of(part["n"])
        if count is None:
            return None
        total += (count + (0.5 if part["half"] or part["more"] else 0)) * _UNITS[part["unit"][0].casefold()]
    return int(total)


def _chinese_span(match: re.Match[str], today: date) -> Json:
    total = 0.0
    for part in re.finditer(
        rf"半个?(?:小时|钟头)|(?P<n>{_ZH_NUMBER})(?P<unit>个半小时|个?(?:小时|钟头)|分钟|秒钟?)", match[0]
    ):
        if part["unit"] is None:
            total += 1800
            continue
        count = number_of(part["n"])
        if count is None:
            return None
        unit = part["unit"]
        total += 3600 * (count + 0.5) if unit == "个半小时" else count * _UNITS[unit.removeprefix("个")[0]]
    return int(total)


# -- the rest

CURRENCIES = (
    ("USD", r"\$|\b(?:dollars?|bucks|usd)\b|美元"), ("GBP", r"£|\b(?:pounds?|quid|gbp)\b|英镑"), ("EUR", r"€|\b(?:euros?|eur)\b|欧元"),
    ("INR", r"₹|\b(?:rupees?|inr|rs)\b|卢比"), ("CNY", r"\b(?:yuan|rmb|cny)\b|人民币|块钱?|元"), ("JPY", r"\b(?:yen|jpy)\b|日元"), ("CHF", r"\b(?:francs?|chf)\b|瑞郎"),
    ("AUD", r"\b(?:australian dollars?|aud)\b|澳元"), ("CAD", r"\b(?:canadian dollars?|cad)\b|加元"), ("HKD", r"\b(?:hong kong dollars?|hkd)\b|港(?:元|币)"), ("KRW", r"\b(?:won|krw)\b|韩元"),
    ("SGD", r"\b(?:singapore dollars?|sgd)\b|新元"), ("SEK", r"\b(?:kronor|krona|sek)\b|瑞典克朗"), ("MXN", r"\b(?:pesos?|mxn)\b|比索"), ("AED", r"\b(?:dirhams?|aed)\b|迪拉姆"),
)  # fmt: skip
"""Codes of currencies, and the signs and words for each."""


def currencies_of(text: str) -> list[str]:
    """The currencies that a text speaks of, in order; a longer name counts before one that is part of it."""
    found: list[tuple[int, int, str]] = []
    for code, words in CURRENCIES:
        found += [(match.start(), match.end(), code) for match in re.finditer(words, text, re.IGNORECASE)]
    whole = [
        item for item in found if not any(other[0] <= item[0] and item[1] <= other[1] and other != item for other in found)
    ]
    return list(dict.fromkeys(code for _, _, code in sorted(whole)))


def _quoted(match: re.Match[str], today: date) -> Json:
    return next(text for text in match.groups() if text is not None).strip() or None


def _phone(match: re.Match[str], today: date) -> Json:
    digits = re.sub(r"[^\d+]", "", match[0])
    return digits if 7 <= len(digits.lstrip("+")) <= 15 else None


def _money(match: re.Match[str], today: date) -> Json:
    return _plain(float((match["a"] or match["b"]).replace(",", "")))


def _percent(match: re.Match[str], today: date) -> Json:
    number = number_of(match["n"] or match["zh"])
    return int(number) if number is not None and number <= 100 else None


def _as_it_is(match: re.Match[str], today: date) -> Json:
    return match[0]


def _number(match: re.Match[str], today: date) -> Json:
    return _plain(float(match[0].replace(",", "")))


Reader = tuple[str, re.Pattern[str], Callable[[re.Match[str], date], Any]]


def _readers() -> Iterator[Reader]:
    def reader(kind: str, pattern: str, read: Callable[[re.Match[str], date], Any]) -> Reader:
        return kind, re.compile(pattern, re.IGNORECASE), read

    yield "text", QUOTES, _quoted
    yield reader("url", r"https?://[^\s，。]+[\w/]", _as_it_is)
    yield reader("email", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", _as_it_is)
    yield reader("file", rf"[\w()-]+(?:\.[\w()-]+)*\.(?:{ENDINGS})\b", _as_it_is)
    yield reader("date", rf"\b(?P<y>\d{{4}})[-/ ](?P<m>\d{{1,2}}|{_MONTH})[-/ ](?P<d>\d{{1,2}})\b", _iso)
    yield reader("date", rf"\b(?P<m>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<y>\d{{4}})\b)?", _month_day)
    yield reader(
        "date", rf"\b(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<m>{_MONTH})\b(?:,? (?P<y>\d{{4}})\b)?", _month_day
    )
    yield reader("date", rf"(?:(?P<y>\d{{4}})年)?(?P<m>{_ZH_NUMBER})月(?P<d>{_ZH_NUMBER})[日号]", _chinese_date)
    yield reader(
        "range",
        r"\b(?:in the next week|(?:in )?the coming week|(?:in )?the next (?:7|seven) days|next week|this week)\b",
        _range,
    )
    yield reader("range", r"(?:下|本|这)个?(?:周|星期)(?![一二三四五六日天])", _range)
    yield reader(
        "days",
        rf"\b(?:on )?(?:every weekdays?|weekdays|(?:every |at )?weekends?|every day|daily|every (?:{_DAY_NAME})s?(?:(?:,|,? and) (?:{_DAY_NAME})s?)*"
        rf"|(?:{_DAY_NAME})s(?:(?:,|,? and) (?:{_DAY_NAME})s)*)\b",
        _repeated_days,
    )
    yield reader(
        "days",
        r"每天|(?:每个)?工作日|每?周末|每(?:周|星期)[一二三四五六日天](?:[、和](?:周|星期)?[一二三四五六日天])*",
        _repeated_days,
    )
    yield reader("date", rf"\bin (?P<n>{_NUMBER}) (?P<unit>days?|weeks?)\b(?: from (?:today|now)| time)?", _ahead)
    yield reader("date", rf"\b(?P<n>{_NUMBER}) (?P<unit>days?|weeks?) from (?:today|now)\b", _ahead)
    yield reader("date", rf"(?P<n>{_ZH_NUMBER})(?P<unit>天|周|个星期)(?:之?后|以后)", _ahead)
    yield reader(
        "date",
        r"\b(?:the day after tomorrow|today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|yesterday|this (?:evening|morning|afternoon))\b",
        _near,
    )
    yield reader("date", "今天|今日|明天|明日|后天|昨天|今晚|明晚", _near)
    yield reader(
        "date",
        rf"\b(?:(?P<which>this|next|coming) )?(?P<day>{_DAY_NAME})(?: (?:morning|afternoon|evening|night))?\b",
        _weekday,
    )
    yield reader("date", "(?P<which>下个?|这个?|本)?(?:周|星期)(?P<day>[一二三四五六日天])", _chinese_weekday)
    yield reader(
        "money",
        r"[$€£¥₹] ?(?P<a>\d[\d,]*(?:\.\d+)?)|(?<![A-Za-z\d_.])(?P<b>\d[\d,]*(?:\.\d+)?) ?(?:dollars?\b|euros?\b|pounds?\b|yuan\b|rupees?\b|bucks\b|quid\b|块钱?|元|[€£₹]|rs\b)",
        _money,
    )
    yield reader("time", rf"\b(?P<h>\d{{1,2}}):(?P<m>\d\d){_HALF}(?!\w){_PART}", _time)
    yield reader("time", rf"\b(?P<h>\d{{1,2}})\.(?P<m>\d\d) ?(?P<half>[ap])\.?m\b\.?{_PART}", _time)
    yield reader("time", rf"\b(?P<h>\d{{1,2}}) ?(?P<half>[ap])\.?m\b\.?{_PART}", _time)
    yield reader("time", rf"\b(?P<h>\d{{1,2}}) ?o'clock\b{_PART}", _time)
    yield reader("time", r"\b(?P<h>\d{1,2})h(?P<m>\d\d)?\b", _time)
    yield reader("time", rf"\b(?P<frac>half past|(?:a )?quarter (?:past|to)) (?P<h>{_NUMBER}){_HALF}{_PART}", _spoken_time)
    yield reader("time", r"(?<![:.\d])\b(?P<h>\d{1,2})\b(?![:.]\d)", _bare_hour)
    yield reader("time", r"\b(?:noon|midday|midnight)\b|正午|午夜", _named_time)
    yield reader(
        "time",
        rf"(?P<part>早上|上午|中午|下午|晚上|傍晚|凌晨|清晨)?(?P<h>{_ZH_NUMBER})点钟?(?P<rest>半|一刻|三刻|整|{_ZH_NUMBER}分?)?",
        _chinese_time,
    )
    yield reader("time", r"(?P<h>\d{1,2})[:：](?P<m>\d\d)", _time)
    yield reader("span", rf"\b{_SPAN_PART}(?:(?:,| and|, and)? {_SPAN_PART})*", _span)
    yield reader("span", rf"{_ZH_SPAN_PART}{_ZH_SPAN_PART}*零?{_ZH_SPAN_PART}?", _chinese_span)
    yield reader(
        "percent", r"(?P<n>\d{1,3}) ?(?:%|percent\b|per cent\b)|百分之(?P<zh>\d{1,3}|[一二三四五六七八九十]{1,3})", _percent
    )
    yield reader("phone", r"\+?\(?\d[\d ().-]{5,18}\d(?!\w)", _phone)
    yield reader("number", r"(?<![A-Za-z\d_.])\d(?:[\d,]*\d)?(?:\.\d+)?(?![A-Za-z\d_])", _number)


_READERS: tuple[Reader, ...] = tuple(_readers())
