"""A person's request taken apart: into what it asks for one after the other, and each part read until nothing is left.

A part is only understood when every word of it is: what a plan needs is *taken*, words that carry no wish of their own are
known, and any other word that remains ("unless", "not", "on my laptop") says that the plan would miss something.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from harness.contract import Json

from .values import QUOTES, Value, find_values

_TAKEN = "\x00"


@lru_cache(maxsize=8192)
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern that takes no account of case. The plans hold more of them than ``re`` keeps."""
    return re.compile(pattern, re.IGNORECASE)


FILLERS = frozenset(
    "a about also an and any are as at be been by can cheers could currently do does for from go going got hello hey hi i i'd i'll i'm "
    "in into is it it's its just let like me mine my need now of ok okay on one our phone please quick right shall should so some "
    "than thank thanks that the their them then there there's these they this those to up us want wanna was we were when will with would you your "
    "what's who's whats device android mobile kindly here he she his her him s".split()
)
FILLERS_ZH = (
    "麻烦你", "麻烦", "可不可以", "能不能", "能否", "可以", "请帮我", "请你", "请", "帮我", "帮忙", "给我", "替我", "我要", "我想要", "我想", "我需要", "需要", "一下", "一个", "一条",
    "一份", "这个", "那个", "谢谢", "手机上", "手机里", "手机的", "手机", "现在", "马上", "把", "将", "的", "了", "吧", "吗", "呢", "啊", "在", "到", "给",
    "和", "我", "你", "里", "上", "个", "条", "也", "就", "再", "然后", "是", "为", "说", "并且", "并", "去", "来", "有", "对", "跟", "于", "从", "用",
)  # fmt: skip
"""Words that carry no wish: courtesy, articles, prepositions. Negations and conditions are never among them."""
_BEGIN_TITLES = frozenset(("给", "和", "跟", "对", "去", "来", "从", "用", "到", "把", "将", "在"))
"""Of these, those with which a title can begin: to call a customer, to eat with somebody."""

VERBS = (
    "turn switch set open launch start run begin stop pause resume reset restart reboot create make add write note save delete remove erase "
    "move copy rename send text message reply answer call dial ring phone remind wake schedule book put log record mark complete finish "
    "check share forward resend block unblock install uninstall update change edit append lock close mute unmute increase "
    "lower raise dim brighten enable disable activate deactivate cancel find show tell list perform paste take empty clear join connect "
    "disconnect cast print shut power lap silence export clean enter navigate click merge play translate convert order pay scan skip hide "
    "download pair unpair subscribe track sync watch forget grant allow zip empty restore".split()
)
VERBS_ZH = (
    "打开", "关闭", "关掉", "开启", "启动", "设置", "设", "新建", "创建", "添加", "加", "删除", "删掉", "发送", "发", "给", "提醒", "叫", "记", "写", "复制", "移动", "重启",
    "暂停", "开始", "停止", "播放", "拍", "录", "导航", "翻译", "订", "支付", "连接", "断开", "锁", "调", "把", "将", "回复", "打", "安装", "卸载", "切换", "取消",
)  # fmt: skip
_REFERS_BACK = re.compile(
    r"\b(?:it|this|that|them|(?:the|that|this) (?:\w+ ){0,3}(?:note|file|text|content|contents|message|event|contact|alarm))\b|它|这条|该",
    re.IGNORECASE,
)
_CONNECTOR = re.compile(
    r"[.!?;。！？；]+(?=\s|$|[\u3400-\u9fff])|[。！？；]|,? (?:and )?then\b,?|, and\b|\band\b|,|，(?:然后|接着|再|并|之后)?|然后|接着"
)
_LEAD = re.compile(
    r"^[\s,，]*(?:(?:(?:and|then|also|please|afterwards|after that|finally|now)\b|请|帮我|再|并)[\s,，]*)*", re.IGNORECASE
)
_COMMAND = re.compile(rf"(?:{'|'.join(VERBS)})\b|(?:{'|'.join(VERBS_ZH)})", re.IGNORECASE)
_QUESTION = re.compile(r"(?:what|when|where|which|who|how|do i|is|are)\b", re.IGNORECASE)
_OPEN_TEXT = re.compile(
    r"(?:text|message|content|words|saying|says|note|写|内容|说|短信|信息|笔记)\w*\s*[:：]|\b(?:text|tell|message|write|reply)\b[^.:]{1,40}:",
    re.IGNORECASE,
)
_PLACE_ONLY = re.compile(r"[\s,，]*(?:in|using|with|on|from|for|at|when|if|在)\b[^,，]*", re.IGNORECASE)
REMARKS = (
    re.compile(
        r"^(?:please )?(?:answer|respond|reply|express|format|give)\b.*\b(?:titles?|names?|answer|format|number|integer|only|categor\w+)\b",
        re.IGNORECASE,
    ),
    re.compile(r"^if there (?:is|are) (?:multiple|several|more)", re.IGNORECASE),
    re.compile(r"\b(?:that|which) may (?:appear|pop up|come up)\b|\bif (?:needed|necessary|asked|prompted)$", re.IGNORECASE),
)
"""Sentences about the form of the answer, or about what may come up on a screen that tools never see."""


@dataclass(frozen=True)
class Wish:
    """One part of a request. ``joint`` is what stood between it and the part before."""

    text: str
    joint: str = ""


def split_request(text: str) -> tuple[list[Wish], list[str]]:
    """The parts of a request that each ask for something, and the remarks that ask for nothing of their own.

    A sentence that does not begin with a command or a question goes on with what came before it.
    """
    wishes: list[Wish] = []
    remarks: list[str] = []
    for piece, joint, fresh in _pieces(text):
        sentence = piece.strip(" ,，\n")
        if not sentence.strip(".。!！?？;；:"):
            continue
        if any(pattern.search(sentence.rstrip(".。")) for pattern in REMARKS):
            remarks.append(sentence)
        elif wishes and not fresh:
            wishes[-1] = Wish(f"{wishes[-1].text} {sentence}", wishes[-1].joint)
        else:
            wishes.append(Wish(_LEAD.sub("", sentence) if wishes else sentence, joint))
    return wishes, remarks


def joined(wishes: Sequence[Wish]) -> str:
    """Several parts as the one that they were written as."""
    text = wishes[0].text
    for wish in wishes[1:]:
        joint = wish.joint.strip()
        text += (joint if not joint or joint[0] in ",，" else f" {joint}") + " " + wish.text
    return text


def _pieces(text: str) -> list[tuple[str, str, bool]]:
    """Pieces in order, the joint before each, and whether each asks for something by itself."""
    quoted = [match.span() for match in QUOTES.finditer(text)]
    pieces: list[tuple[str, str, bool]] = []
    start, joint, fresh = 0, "", True
    for match in _CONNECTOR.finditer(text):
        if any(begin < match.end() and match.start() < end for begin, end in quoted) or match.start() < start:
            continue
        sentence_ends = match[0][0] in ".!?;。！？；"
        right = _LEAD.sub("", text[match.end() :])
        first = re.split(r"[.。]", right)[0].strip()
        asks = bool(_COMMAND.match(right)) or (sentence_ends and bool(_QUESTION.match(right)))
        remark = sentence_ends and any(pattern.search(first) for pattern in REMARKS)
        if _is_inside_text(text, start, match.start(), quoted) and not remark:
            asks = asks and sentence_ends and bool(_REFERS_BACK.search(first))
        asks = asks and not _PLACE_ONLY.fullmatch(text[start : match.start()])
        if asks or remark:
            cut = match.end() if sentence_ends else match.start()
            pieces.append((text[start:cut], joint, fresh))
            start, fresh = match.end(), asks
            joint = "" if sentence_ends else match[0]
    pieces.append((text[start:], joint, fresh))
    return pieces


def _is_inside_text(text: str, start: int, end: int, quoted: Sequence[tuple[int, int]]) -> bool:
    """Whether words to be written, not in quotation marks, have begun between two places."""
    opened = _OPEN_TEXT.search(text[start:end])
    return opened is not None and not any(begin <= start + opened.end() + 1 < finish for begin, finish in quoted)


@lru_cache(maxsize=64)
def _any_of(names: tuple[str, ...]) -> str:
    """A pattern for the longest of these names."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"


@lru_cache(maxsize=64)
def _exactly(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


class Clause:
    """One part of a request while it is read. Taking changes the clause; a new reading starts with a new one."""

    def __init__(self, text: str, today: date, apps: Sequence[str] = ()) -> None:
        self.text = text
        self.today = today
        self._open = text
        self._values = find_values(text, today)
        self.app: str | None = None
        """The app that the person names as the place of all this."""
        self._take_app(apps)

    # -- looking

    def has(self, pattern: str) -> bool:
        """Whether what is open, quoted words apart, matches."""
        return compiled(pattern).search(self._without_quotes()) is not None

    def peek(self, kind: str) -> Json:
        """The first open value of a kind, or None."""
        found = next((item for item in self._values if item.kind == kind and self._is_open(item)), None)
        return found.value if found else None

    # -- taking

    def take(self, pattern: str) -> re.Match[str] | None:
        """Takes the first open match."""
        match = compiled(pattern).search(self._without_quotes())
        if match:
            self._close(*match.span())
        return match

    def value(self, *kinds: str) -> Any:
        """Takes the first open value of one of the kinds."""
        for item in self._values:
            if item.kind in kinds and self._is_open(item):
                self._close(item.start, item.end)
                return item.value
        return None

    def values(self, kind: str) -> list[Any]:
        """Takes every open value of a kind, in order."""
        found = [item for item in self._values if item.kind == kind and self._is_open(item)]
        for item in found:
            self._close(item.start, item.end)
        return [item.value for item in found]

    def text_after(self, marker: str) -> str | None:
        """Takes the free text that follows a marker: a quoted one, or all to the end."""
        for match in compiled(f"(?:{marker})" + r"\s*[:：,，]?\s*").finditer(self._open):
            quoted = next(
                (v for v in self._values if v.kind == "text" and v.start == match.end() and self._is_open(v)), None
            )
            if quoted:
                self._close(match.start(), quoted.end)
                return str(quoted.value)
            free = self._open[match.end() :].split(_TAKEN)[0]
            text = free.strip().rstrip("。 ")
            text = text.removesuffix("..").strip() + "." if text.endswith("..") else text
            if re.search(r"\w", text):
                self._close(match.start(), match.end() + len(free))
                return text
        return None

    def name_after(self, marker: str, stop: str = "") -> str | None:
        """Takes the name that follows a marker: a quoted one, a file's, or the words up to the next preposition or sign."""
        for match in compiled(f"(?:{marker})" + r"\s*[:：]?\s*").finditer(self._open):
            begin = match.end()
            whole = next(
                (v for v in self._values if v.kind in ("text", "file") and v.start == begin and self._is_open(v)), None
            )
            if whole:
                self._close(match.start(), whole.end)
                return str(whole.value)
            ends = _NAME_ENDS + (f"|{stop}" if stop else "")
            found = compiled(rf"(?P<name>[\w'’+&()-](?:(?!{ends})[^\x00])*)").match(self._open[begin:])
            name = re.sub(r"(?:\s+(?:for|of|and|the|a|is|are))+$", "", found["name"].strip()) if found else ""
            if name and name.casefold().split()[0] not in _NOT_NAMES:
                self._close(match.start(), begin + len(name))
                return name
        return None

    def known_name(self, names: Sequence[str]) -> str | None:
        """Takes the longest of these names that stands in the clause as a whole."""
        plain = self._open.casefold()
        for name in sorted(names, key=lambda item: (-len(item), item)):
            if name.casefold() not in plain:
                continue
            edge = r"(?<![A-Za-z\d_]){}(?![A-Za-z\d_])" if name.isascii() else "{}"
            match = re.search(edge.format(re.escape(name)), self._open, re.IGNORECASE)
            if match and len(name) > 1:
                self._close(*match.span())
                return name
        return None

    def capitalised(self) -> str | None:
        """Takes the first open run of capitalised words that does not begin the clause: a name."""
        match = re.search(r"(?<=[^\s\x00.!?] )[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*", self._open)
        if match:
            self._close(*match.span())
        return match[0] if match else None

    def leftover(self, known: str, *, bare: bool = False) -> str | None:
        """Takes the longest open run of words that follows a known one, without known words and fillers at its ends.

        What is left so is a title ("add *lunch with Anna* to my calendar"). With ``bare`` no known word need stand before it.
        """
        best: tuple[int, int] | None = None
        for run in re.finditer(r"[^\x00.!?;:,，。；：！？]+", self._open):
            words = [(run.start() + word.start(), run.start() + word.end()) for word in re.finditer(r"\S+", run[0])]
            led = bare or not run[0].isascii()
            while words and not self._means(words[0], known):
                led = self._open[slice(*words.pop(0))].casefold() in known.split() or led
            while words and not self._means(words[-1], known):
                words.pop()
            if words and led and (best is None or words[-1][1] - words[0][0] > best[1] - best[0]):
                best = (words[0][0], words[-1][1])
        if best is None:
            return None
        title = self._open[slice(*best)]
        self._close(*best)
        return self._without_edges(title, known.split())

    def _means(self, place: tuple[int, int], known: str) -> bool:
        word = self._open[place[0] : place[1]].casefold()
        return bool(self._without_edges(word, known.split())) and word not in FILLERS and word not in known.split()

    @staticmethod
    def _without_edges(text: str, known: Sequence[str]) -> str | None:
        """A Chinese text without known phrases at its ends; other text as it is."""
        phrases = sorted((item for item in (*known, *FILLERS_ZH) if not item.isascii()), key=lambda item: (-len(item), item))
        changed = True
        while changed:
            changed = False
            for phrase in phrases:
                if text.startswith(phrase) and phrase not in _BEGIN_TITLES:
                    text, changed = text.removeprefix(phrase), True
                elif text.endswith(phrase):
                    text, changed = text.removesuffix(phrase), True
        return text or None

    def weak_app(self) -> None:
        """Takes ``in Name`` as the app that is meant, where nothing else of that name was found before."""
        self._take_as_app(
            r"\b(?:[Ii]n|[Ii]nto|[Uu]sing|[Ff]rom|[Ww]ith) (?:the |my )?(?P<app>[A-Z]\w+(?: [A-Z]\w+)*)(?: app\b)?"
        )

    def app_before(self, noun: str) -> None:
        """Takes ``Name`` of ``the Name note called ...`` as the app that is meant."""
        self._take_as_app(rf"(?<=\w )(?P<app>[A-Z]\w+)(?= (?:{noun}) (?!in\b|from\b|to\b)[\w\x00\"'“])")

    def _take_as_app(self, pattern: str) -> None:
        match = re.search(pattern, self._open)
        if match:
            self._close(*match.span())
            self.app = self.app or match["app"]

    # -- what is left

    def rest(self, known: Sequence[str]) -> list[str]:
        """The open words that are neither fillers nor known, in order."""
        left = self._open
        for phrase in sorted({*known, *FILLERS_ZH}, key=lambda item: (-len(item), item)):
            if not phrase.isascii():
                left = left.replace(phrase, " ")
        words = re.findall(r"[^\W\d_][\w'’-]*|\d[\d.,]*|[\u3400-\u9fff]+", left)
        allowed = FILLERS | {word for word in known if word.isascii()}
        return [word for word in words if word.casefold().replace("’", "'") not in allowed]

    def _is_open(self, item: Value) -> bool:
        return _TAKEN not in self._open[item.start : item.end]

    def _close(self, start: int, end: int) -> None:
        self._open = self._open[:start] + _TAKEN * (end - start) + self._open[end:]

    def _without_quotes(self) -> str:
        masked = self._open
        for item in self._values:
            if item.kind == "text":
                masked = masked[: item.start] + _TAKEN * (item.end - item.start) + masked[item.end :]
        return masked

    def _take_app(self, apps: Sequence[str]) -> None:
        """Takes ``in the Name app``, ``using Some Messenger``, or an app of the phone by its name."""
        known = _any_of(tuple(apps))
        place = r"\b(?:[Ii]n|[Ii]nto|[Uu]sing|[Vv]ia|[Tt]hrough|[Ff]rom|[Oo]n) (?:the |my )?"
        named = rf"(?P<app>(?:[A-Z]\w*\s)*(?:{_PRODUCT})|{known}|(?:[A-Z]\w*\s)+(?=(?:[a-z]+ )?app\b))(?:\s?(?:[a-z]+ )?app\b)?(?:,(?= [a-z]))?"
        match = re.match(r"(?:[Ii]n|[Uu]sing) (?:the )?(?P<app>[A-Z]\w+(?: [A-Z]\w+)*)(?: app)?,", self._without_quotes())
        match = match or _exactly(place + named + r"(?!\w|\.\w)(?! (?:folder|directory))").search(self._without_quotes())
        match = match or _exactly(rf"(?:在|用)(?P<app>{known})(?:里|上|中|app)?").search(self._without_quotes())
        if match:
            self._close(*match.span())
            self.app = match["app"].strip()


_NOT_NAMES = frozenset(
    "the a an my it this that in on at to from with by of for into and or called named titled about not".split()
)
_PRODUCT = r"[A-Z]\w* Pro|\w+ Messenger|[A-Z]\w+ Calendar|Calendar|[A-Z]\w+ Notes|Notes|[A-Z]\w+ Tasks|[A-Z]\w+ Files|Files"
_NAME_ENDS = (
    r"\s+(?:in|with|to|from|on|at|using|by|that|which|saying|within|located|via|as|who|whose|then)\b"
    r"|\s*[,.;:?!，。；：、？！](?:\s|$|[\u3400-\u9fff])|[，。；：？！]|\s*\x00|\s*$|\s*(?:的|内容|时间|电话|号码|手机号)"
)
