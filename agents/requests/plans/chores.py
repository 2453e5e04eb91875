"""Wishes about time elsewhere and reckoning: clocks, dates, sums, units, currencies, translations, codes, searches, notes read."""

import re
from datetime import datetime, timedelta

from bench.scenario import Play
from harness.contract import Behaviour, Json

from ..clauses import Clause, compiled
from ..values import CURRENCIES, number_of
from ..world import Unfit, World
from .calendar import said_moment
from .forms import Form, add_forms
from .registry import Step, plan, the_one
from .settings import count_words
from .slots import Slot, choice, length, text, value

_CITY = Slot(
    "city",
    lambda clause, world: clause.name_after(
        r"\b(?:add|put|show|remove|delete)(?: the city)?(?= (?-i:[A-Z]))|\bfor\b|添加|删除|加|把",
        r"['’]s\b|\s+time\b|\s+to\b|\s+from\b|加|添加|到",
    ),
    "which city",
)
_ACTION = Slot("action", lambda clause, world: "remove" if clause.has(r"\b(?:remove|delete)\b|删除|移除") else "add" if clause.has(r"\b(?:add|put|show)\b|添加|加") else None, "what to do with the world clock")  # fmt: skip
SET = "set change make put adjust to my for 设置 设为 调到 改成 改为 设"

add_forms(
    Form("world_clock", "manage_world_clock", r"\bworld clocks?\b|世界时钟", (_ACTION, _CITY), words="add put show remove delete to the my in on from world clock app 添加 到 加 删除 世界时钟 里", done=("The world clock is changed.", "世界时钟已更新。"),
         given=(lambda world, arguments: world.arrange("manage_world_clock", action="add", city=arguments["city"]) if arguments["action"] == "remove" else None,)),
    Form("time_zone", "set_time_zone", r"\btime ?zone\b|时区", (choice("automatic", (True, r"\bauto(?:matic(?:ally)?)?\b|自动")), Slot("zone", lambda clause, world: clause.name_after(r"\b(?:to|for)\b|设为|改成|改为"))), words=SET + " phone's phone time zone timezone detect switch 时区 手机", unless=r"\b(?:what|which|meeting|event|convert)\b|什么", done=("The time zone is set.", "时区已设置。"),
         check="calls"),
    Form("snooze", "set_alarm_preferences", r"\bsnooze\b|贪睡", (length("snoozeMinutes", 60, "how long"),), words=SET + " the snooze alarm alarms length time duration be should minutes 贪睡 时间 闹钟", unless=r"\b(?:silence|now)\b", done=("Snooze takes {snoozeMinutes} minutes.", "贪睡时间已设置。")),
    Form("gradual_alarm", "set_alarm_preferences", r"\b(?:gradual(?:ly)?|slowly|gently|progressively)\b(?=.*\b(?:loud\w*|volume|ris\w+|increas\w+|wake)\b)|(?:渐强|逐渐增大)", (choice("gradualVolume", (True, r"\b(?:gradual(?:ly)?|slowly|gently|progressively)\b|渐强|逐渐增大")),), words="make my alarm alarms get louder volume increase rise up wake me turn on rising increasing the 闹钟 音量", also=r"\balarms?\b|闹钟|\bwake\b", unless=r"\b(?:off|not|don't)\b", done=("Alarms get louder slowly now.", "闹钟音量将逐渐增大。"),
         given=(lambda world, arguments: world.arrange("set_alarm_preferences", gradualVolume=False),)),
    Form("bedtime", "manage_bedtime", r"\b(?:bed ?time|sleep schedule)\b|就寝(?:时间)?|睡眠(?:计划|时间)", (value("bedtime", "time", "at what time"), Slot("wakeTime", lambda clause, world: clause.value("time")), value("days", "days")), fixed={"action": "set"}, words=SET + " the bedtime sleep schedule from until and wake up wakeup at time be should is go to bed on 到 起床 就寝 睡眠", unless=r"\b(?:alarm|remind\w*|story|off|on\b(?! (?:week|mon|tue|wed|thu|fri|sat|sun)))\b|提醒|故事|关|开", done=("The sleep schedule is set.", "睡眠计划已设置。")),
)  # fmt: skip


@plan(
    cue=r"\bhow (?:many|long)\b.*\b(?:until|till|to|before|since)\b|还有(?:多少|几)天|距离?",
    words="how many days weeks long left are there is it until till before to now from today away 还有 多少 几 天 周 到 距离 离 有 多久",
    answers=True,
)
def days_until(clause: Clause, world: World) -> Step | None:
    """How many days or weeks there are until a day."""
    if clause.has(
        r"\b(?:minutes|hours|event|meeting|appointment|battery|charged|taxi|driver|arrive|drive|walk|get|birthday|timer|alarm)\b|分钟|小时|生日"
    ):
        return None
    weeks = bool(clause.take(r"\bhow many weeks\b|几周|多少周"))
    day = clause.value("date") or _feast(clause, world)
    if day is None:
        return None
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        found = play.call("calculate_date", why="Count from today.", endDate=day, unit="weeks" if weeks else None)
        spoken.append(count_words(abs(int(found["amount"]))))
        return world.say(f"{abs(found['amount'])} {found['unit']}.", f"{abs(found['amount'])}{'周' if weeks else '天'}。")

    return Step(act, says=spoken)


_FEASTS = ((12, 25, r"\bchristmas(?: day)?\b|圣诞节"), (12, 31, r"\bnew year'?s eve\b"), (1, 1, r"\bnew year(?:'?s(?: day)?)?\b|元旦"), (2, 14, r"\bvalentine'?s(?: day)?\b|情人节"), (10, 31, r"\bhallowe'?en\b|万圣节"), (10, 1, r"国庆节"))  # fmt: skip


def _feast(clause: Clause, world: World) -> str | None:
    """The next day of that name, of those that fall on the same date every year."""
    for month, day, words in _FEASTS:
        if clause.take(words):
            today = world.draw.today
            this = today.replace(month=month, day=day)
            return (this if this >= today else this.replace(year=today.year + 1)).isoformat()
    return None


@plan(
    cue=r"\btime\b|几点",
    words="what time is it will be in at when here there convert for the to from my 几点 是 时 的 时候 当 在 我 这里",
    answers=True,
)
def converted_time(clause: Clause, world: World) -> Step | None:
    """What a time of day here is in another city, or the other way round."""
    time = clause.value("time")
    if time is None or clause.has(r"\b(?:alarm|meeting|event|remind\w*|flight|open|close|zone)\b|闹钟|会议|提醒"):
        return None
    cities = [clause.name_after(r"\bin\b(?= (?-i:[A-Z]))", stop=r"\s+when\b") for _ in range(2)]
    here = bool(clause.take(r"\bhere\b|\bmy time\b|这里|我这"))
    told = cities[0]
    if told is None or (cities[1] is None and not here):
        return None
    # "in A when it is 5 pm here": A is asked for; "here when it is 5 pm in A": A is where the time is given
    asked_here = here and bool(re.search(r"\bhere\b.*\bwhen\b", clause.text, re.IGNORECASE))
    source, target = (told, None) if asked_here else (cities[1], told)
    moment = f"{clause.value('date') or world.draw.today.isoformat()}T{time}"
    given: dict[str, Json] = {
        key: item for key, item in {"time": moment, "fromZone": source, "toZone": target}.items() if item is not None
    }
    tried = world.attempt("convert_time_zone", given)
    if tried.refusal is not None:
        raise tried.refusal
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        then = play.call("convert_time_zone", why="Another zone, another time.", **given)["to"]["time"]
        spoken.append(said_moment(then)[1])
        return str(then[11:])

    return Step(act, says=spoken)


# -- sums and units

_OPERATORS = (
    (r"\b(?:plus|added to)\b|加上?", "+"), (r"\b(?:minus|less)\b|减去?", "-"), (r"\b(?:times|multiplied by|x)\b|×|乘以?", "*"), (r"\b(?:divided by|over)\b|÷|除以", "/"),
    (r"\b(?:to the power of)\b|的次方", "^"), (r"\bsquared\b|的?平方(?!根|米|公里|英尺)", "^2"), (r"\bpercent\b|百分之", "%"), (r"\bof\b|的", "*"),
)  # fmt: skip


@plan(
    cue=r"\d",
    words="what what's is the calculate work out compute how much result of equal equals sum 计算 算 算一下 等于 多少 是 几",
    answers=True,
)
def sums(clause: Clause, world: World) -> Step | None:
    """An arithmetic expression."""
    if not clause.has(r"\b(?:what|calculate|work out|compute|how much)\b|算|多少|等于") or clause.has(
        r"\b(?:usd|dollars?|km|miles?|time|date|weather|price|tip)\b"
    ):
        return None
    root = clause.take(r"\b(?:the )?square root of (?P<n>\d+(?:\.\d+)?)|(?P<m>\d+(?:\.\d+)?)的平方根")
    if root:
        return _reckoned(world, f"sqrt({root['n'] or root['m']})")
    found = re.search(
        r"[\d(][\d\s.,()+\-*/×÷^%a-z加减乘除以上去的平方次x]*[\d)%]|\d[\d.]* ?(?:squared|的?平方)",
        clause.text,
        re.IGNORECASE,
    )
    if found is None or not re.search(r"\d", found[0]):
        return None
    words = found[0]
    expression = words.casefold()
    for pattern, sign in _OPERATORS:
        expression = re.sub(pattern, sign, expression, flags=re.IGNORECASE)
    expression = re.sub(r"(?<=\d),(?=\d{3})", "", re.sub(r"\s+", "", expression))
    if (
        not re.fullmatch(r"[\d.+\-*/^%()]+", expression)
        or not re.search(r"[\d)%][+\-*/^]", expression)
        or clause.take(re.escape(words)) is None
    ):
        return None
    return _reckoned(world, expression)


def _reckoned(world: World, expression: str) -> Step | None:
    if world.attempt("calculate", {"expression": expression}).refusal is not None:
        return None
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        result = play.call("calculate", why="A sum.", expression=expression)["result"]
        spoken.append([f"{result:g}" if abs(result) < 1e6 else str(result), *({str(result)} - {f"{result:g}"})])
        return str(result)

    return Step(act, says=spoken)


_UNITS = {
    "length": {"km": r"km|kms|kilomet(?:re|er)s?|公里|千米", "mi": r"miles?|mi|英里", "m": r"met(?:re|er)s?|m|米", "cm": r"centimet(?:re|er)s?|cm|厘米", "mm": r"millimet(?:re|er)s?|mm|毫米", "ft": r"f(?:ee|oo)t|ft|英尺", "in": r"inch(?:es)?|英寸", "yd": r"yards?|yd"},
    "weight": {"kg": r"kg|kgs|kilos?|kilograms?|公斤|千克", "lb": r"lbs?|pounds?|磅", "g": r"grams?|g|克", "oz": r"ounces?|oz|盎司", "st": r"stones?", "jin": "斤"},
    "temperature": {"c": r"(?:degrees? )?(?:celsius|centigrade)|°c|℃|摄氏度?", "f": r"(?:degrees? )?fahrenheit|°f|℉|华氏度?"},
    "volume": {"l": r"lit(?:re|er)s?|l|升", "ml": r"millilit(?:re|er)s?|ml|毫升", "cup": r"cups?", "gal": r"gallons?|加仑", "floz": r"fl(?:uid)? ?(?:oz|ounces?)", "pt": r"pints?", "tbsp": r"tablespoons?|tbsp", "tsp": r"teaspoons?|tsp"},
    "area": {"m2": r"square met(?:re|er)s?|sqm|m2|平方米", "ft2": r"square f(?:ee|oo)t|sq ?ft|平方英尺", "ac": r"acres?|英亩", "ha": r"hectares?|公顷", "km2": r"square kilomet(?:re|er)s?|平方公里", "mu": "亩"},
    "speed": {"km/h": r"km/h|kmh|kph|kilomet(?:re|er)s (?:per|an) hour|公里每小时", "mph": r"mph|miles (?:per|an) hour"},
    "duration": {"min": r"minutes?|mins?|分钟", "h": r"hours?|小时", "d": r"days?", "s": r"seconds?|秒"},
    "data": {"gb": r"gb|gigabytes?", "mb": r"mb|megabytes?", "tb": r"tb|terabytes?", "kb": r"kb|kilobytes?"},
    "energy": {"kcal": r"kcal|kilocalories|大卡|千卡", "kj": r"kj|kilojoules?|千焦"},
}  # fmt: skip
_ALL_UNITS = sorted(((category, unit, words) for category, units in _UNITS.items() for unit, words in units.items()), key=lambda item: -len(item[2]))  # fmt: skip
_AMOUNT = r"(?P<n>-?\d[\d,]*(?:\.\d+)?|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?)\b|[一二两三四五六七八九十]{1,3})"


@plan(
    cue=r"\b(?:convert|how many|how much|what is|what's|in|to)\b|换算|等于|是多少|多少",
    words="convert how many much what what's is are there into to in equal equals as 换算 成 等于 是 多少 转换 为 转成 有",
    answers=True,
)
def units(clause: Clause, world: World) -> Step | None:
    """A value in another unit."""
    found = [
        (match.start(), category, unit, words)
        for category, unit, words in _ALL_UNITS
        for match in compiled(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z²])").finditer(clause.text)
    ]
    measured = [
        (match, category, unit) for category, unit, words in _ALL_UNITS
        for match in compiled(rf"{_AMOUNT}(?: |-)?(?:{words})(?![A-Za-z²])").finditer(clause.text)
    ]  # fmt: skip
    if not measured or clause.has(
        r"\b(?:timer|alarm|run|log|remind\w*|until|event|storage|data|battery|left|drive|walk|brightness|volume)\b|计时|闹钟|流量"
    ):
        return None
    match, category, unit = max(measured, key=lambda item: len(item[0][0]))
    others = [
        (at, name_, words)
        for at, kind, name_, words in found
        if kind == category and name_ != unit and not match.start() <= at < match.end()
    ]
    if not others:
        return None
    _, target, words = others[0]
    amount = number_of(match["n"].replace(",", "").lstrip("-")) if match["n"] else None
    if match["n"].casefold().startswith("half"):
        amount = 0.5
    if (
        amount is None
        or clause.take(re.escape(match[0])) is None
        or clause.take(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])") is None
    ):
        return None
    amount = -amount if match["n"].startswith("-") else amount
    given: dict[str, Json] = {
        "category": category,
        "fromUnit": unit,
        "toUnit": target,
        "value": int(amount) if amount == int(amount) else amount,
    }
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        result = float(play.call("convert_unit", why="A conversion.", **given)["result"])
        spoken.append(list(dict.fromkeys(_rounded(result))))
        return f"{spoken[0][0]} {target}"

    return Step(act, says=spoken)


def _rounded(result: float) -> list[str]:
    """A result with fewer and fewer decimals, as people say it, as long as that says something."""
    forms = [f"{result:g}" if f"{result:g}" == str(result) or result == int(result) else str(result)]
    return [
        *forms,
        *(f"{result:.{places}f}" for places in (4, 3, 2, 1) if abs(result) >= 10**-places),
        *([f"{result:.0f}"] if abs(result) >= 20 else []),
    ]


_COIN = rf"{_AMOUNT} ?(?P<cur>{'|'.join(words for _, words in CURRENCIES)})|(?P<sign>[$£€₹]) ?(?P<m>\d[\d,]*(?:\.\d+)?)"


@plan(
    cue="|".join(words for _, words in CURRENCIES),
    words="convert how many much what what's is are in to into worth exchange change currency 换算 成 等于 是 多少 兑换 换 转换 折合",
    answers=True,
)
def currency(clause: Clause, world: World) -> Step | None:
    """An amount of money in another currency."""
    if not clause.has(r"\b(?:convert|how (?:much|many)|what|what's|in|exchange)\b|换|多少|折合") or clause.has(
        r"\b(?:send|pay|spent|spend|expense|log|cost|costs|transfer|alert|price)\b|转账|记|花|价格"
    ):
        return None
    amount = re.search(_COIN, clause.text, re.IGNORECASE)
    if amount is None:
        return None
    source = next(
        (code for code, words in CURRENCIES if re.fullmatch(words, amount["cur"] or amount["sign"], re.IGNORECASE)), None
    )
    left = clause.text[: amount.start()] + "|" + clause.text[amount.end() :]
    targets = [code for code, words in CURRENCIES if re.search(words, left, re.IGNORECASE) and code != source]
    count = number_of((amount["n"] or amount["m"]).replace(",", ""))
    if source is None or len(targets) != 1 or count is None:
        return None
    clause.take(re.escape(amount[0]))
    clause.value("money")
    clause.take(next(words for code, words in CURRENCIES if code == targets[0]))
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        result = float(
            play.call(
                "convert_currency",
                why="A conversion.",
                amount=int(count) if count == int(count) else count,
                fromCurrency=source,
                toCurrency=targets[0],
            )["result"]
        )
        spoken.append(list(dict.fromkeys([f"{result:g}", f"{result:.2f}"])))
        return f"{result:.2f} {targets[0]}"

    return Step(act, says=spoken)


# -- languages, codes, searching

_TONGUES = (
    ("en", r"\benglish\b|英语|英文"), ("zh", r"\b(?:chinese|mandarin)\b|中文|汉语"), ("es", r"\bspanish\b|西班牙语|西语"), ("fr", r"\bfrench\b|法语|法文"), ("de", r"\bgerman\b|德语|德文"), ("ja", r"\bjapanese\b|日语|日文"), ("hi", r"\bhindi\b|印地语"),
)  # fmt: skip
_OTHER_TONGUES = r"\b(?:italian|portuguese|korean|russian|arabic|dutch|turkish|polish|greek|thai|vietnamese|swedish|danish|finnish|hebrew)\b|意大利语|韩语|俄语|泰语|葡萄牙语|阿拉伯语"


@plan(
    cue=r"\btranslat(?:e|ion)\b|\bhow (?:do|would|can) (?:you|i|we) say\b|\bsay\b|翻译|怎么说",
    words="translate translation into to in how do would can you i we say the phrase sentence word text following of for me what is what's 翻译 成 用 怎么说 怎么 说 句 这句话 为 把",
    answers=True,
)
def translation(clause: Clause, world: World) -> Step | None:
    """A phrase of the phrasebook in another language."""
    if clause.has(
        r"\b(?:live|captions|conversation|call|screen|page|photo|menu|this|message|sign|keyboard|learn|interpreter)\b(?! phrase)|实时|屏幕|图片|对话"
    ):
        return None
    if clause.take(_OTHER_TONGUES):
        raise Unfit("missing_tool", "translate_text knows English, Chinese, Spanish, French, German, Japanese and Hindi")
    said = clause.value("text")
    tongue = next((code for code, words in _TONGUES if clause.take(rf"(?:\b(?:in|to|into) |成|用)(?:{words})")), None)
    said = said or clause.text_after(r"\btranslat(?:e|ion of)\b|\bhow (?:do|would|can) (?:you|i|we) say\b|翻译")
    if tongue is None:
        raise Unfit("incomplete", "does not say into which language")
    if said is None:
        raise Unfit("incomplete", "does not say what to translate")
    said = said.rstrip("?？").strip()
    tried = world.attempt("translate_text", {"text": said, "targetLanguage": tongue})
    if tried.refusal is not None:
        raise tried.refusal
    spoken: list[str] = []

    def act(play: Play) -> str:
        spoken.append(
            str(
                play.call("translate_text", why="It stands in the phrasebook.", text=said, targetLanguage=tongue)[
                    "translation"
                ]
            )
        )
        return spoken[0]

    return Step(act, says=[spoken])


add_forms(
    Form("make_code", "manage_qr_code", r"\bqr(?: code)?\b|二维码", (value("content", "url"), text("content", r"\b(?:for|of|with|containing|that says)\b(?: the (?:text|link))?|内容(?:是|为)?", "what the code holds")), fixed={"action": "generate"}, words="make create generate a qr code for 生成 创建 制作 做 二维码 一个 的", also=r"\b(?:make|create|generate)\b|生成|创建|制作|做", unless=r"\bscan\b|扫", done=("The code is made.", "二维码已生成。")),
    Form("scan_code", "manage_qr_code", r"\bscan\b(?=.*\bcode\b)|扫(?:描|一下|码)?", (), fixed={"action": "scan"}, words="scan this the a qr code and tell me what it says for in front of with camera 二维码 这个 一下 扫", unless=r"\b(?:document|virus|barcode|receipt|network|phone|bluetooth)\b|文件|病毒", given=(lambda world, arguments: world.rows.put("camera_view", "main", code=f"https://{world.draw.first_name().casefold()}.example/menu"),), tell=lambda found: [str(found["content"])], done=("It says {answer}.", "内容是{answer}。")),
    Form("web_search", "search_web", r"\b(?:search|look up|google|find)(?: (?:on|online|the web|the internet|google))*(?: (?:on|online|the web|the internet|google))?\b|搜索|搜一下|百度|上网查", (text("query", r"\b(?:search(?: (?:the )?(?:web|internet|google|online))?(?: for)?|google(?: for)?|look up(?: online)?|find online)\b|搜索|搜一下|百度|上网查", "what to search for"),), words="search the web internet online google for look up please 网上 搜索", also=r"\b(?:web|internet|online|google)\b|网上|上网|百度|搜", unless=r"\b(?:contact|photo|file|note|app|email|message|event|setting|restaurant|flight|song)s?\b|应用|文件|照片|联系人|附近", check="calls", reads=True, free={"search_web.query": "query"}, done=("Here is what the web says.", "已搜索。")),
    Form("clear_clipboard", "manage_clipboard", r"\bclipboard\b|剪贴板", (), fixed={"action": "clear"}, words="clear empty wipe delete the my 清空 清除", also=r"\b(?:clear|empty|wipe)\b|清空|清除", given=(lambda world, arguments: world.arrange("manage_clipboard", action="copy", text=world.draw.phrase()),), done=("The clipboard is empty.", "剪贴板已清空。")),
    Form("read_clipboard", "manage_clipboard", r"\bclipboard\b|剪贴板", (), fixed={"action": "read"}, words="what what's is on the my in did i copy show read tell 什么 有 里 看看 是", also=r"\b(?:what|what's|show|read)\b|什么|看", unless=r"\b(?:paste|note|send|text|message|clear|to)\b|发|清", tell=lambda found: [str(found["text"])] if found["text"] else [], given=(lambda world, arguments: world.arrange("manage_clipboard", action="copy", text=world.draw.phrase()),), done=("{answer}", "{answer}")),
    Form("spent", "manage_expense", r"\bhow much\b(?=.*\b(?:spend|spent)\b)|花了多少(?:钱)?|支出(?:多少|总额)", (choice("category", *((item, rf"\b(?:on )?{item}\b") for item in "food transport shopping bills health fun".split()), ("food", r"吃饭|餐饮"), ("transport", r"交通"), ("shopping", r"购物")),), fixed={"action": "summary"}, words="how much did have i spend spent on so far this month money in total 这个月 本月 我 在 上 一共 总共 花 钱", also=r"\bthis month\b|这个月|本月", unless=r"\b(?:time|today|week|year|last)\b|今天|周|年", tell=lambda found: [[f"{found['sum']:g}", f"{found['sum']:.2f}"]] if found["count"] else [],
         given=(lambda world, arguments: world.rows.add("expenses", "ex", description=world.draw.title(), created=world.rows.now - 3600, amount=18.4, category=arguments.get("category", "other"), date=world.draw.today.isoformat()),), done=("That is {answer} this month.", "本月共{answer}。")),
)  # fmt: skip


@plan(
    cue=r"\bnotes?\b|笔记|备忘录",
    words="read show open what what's is in say says does the my me note notes called titled named about out loud to tell 读 看 看看 打开 显示 查看 里 写 什么 笔记 备忘录 内容 是 了 给",
    answers=True,
)
def read_note(clause: Clause, world: World) -> Step | None:
    """What a note says."""
    if not clause.has(r"\b(?:read|show|what|what's)\b|读|看|什么") or clause.has(
        r"\b(?:create|delete|add|append|edit|update|list (?:all|my)|all|how many|tag|pin|todo|share|send|marked|newest|latest)\b|删除|添加|新建|所有|发"
    ):
        return None
    title = (
        clause.known_name(world.names("notes", "title"))
        or clause.value("text")
        or clause.name_after(r"\bnote(?: called| titled| named)?\b(?= (?-i:[A-Z]))", stop=r"\s+say\b")
    )
    if title is None:
        return None
    row = world.item("notes", "note", "title", title)
    if len(str(row["content"])) > 90:
        raise Unfit("unverifiable", "the note is too long for its words to prove an answer")
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        key = the_one(play.call("search_notes", why=f"Find the note {title}.", query=title)["notes"], "note", title=title)[
            "id"
        ]
        content = str(play.call("manage_note", why="Read it.", action="read", noteId=key)["content"])
        spoken.extend([line] for line in content.splitlines() if line.strip())
        return content

    return Step(act, says=spoken, behaviour=Behaviour.REFERENCE)


# -- reminders, events, free time


@plan(
    cue=r"\breminders?\b|提醒",
    words="delete remove cancel complete mark as done finish tick off the my reminder reminders to about called for that 删除 取消 完成 提醒 那个 的 标记 为",
)
def known_reminder(clause: Clause, world: World) -> Step | None:
    """A reminder of the phone, done or deleted."""
    kinds = (
        ("delete", r"\b(?:delete|remove|cancel)\b|删除|取消"),
        ("complete", r"\b(?:complete|finish|tick off|mark)\b|完成|标记"),
    )
    action = next((item for item, words in kinds if clause.take(words)), None)
    open_ = [str(row["title"]) for row in world.table("reminders").values() if not row["done"]]
    title = (
        clause.known_name(open_)
        or clause.value("text")
        or clause.name_after(r"\breminder (?:to|about|for|called|titled)\b", stop=r"\s+as\b")
    )
    if action is None or title is None:
        return None
    clause.take(r"\b(?:as )?(?:done|finished|completed?)\b|完成")
    same = [item for item in open_ if item.casefold() == title.casefold()]
    if len(same) > 1:
        raise Unfit("missing_entity", f"{len(same)} reminders of this phone are called {title}")
    world.note_entity("reminder", title, added=not same)
    if not same:
        world.rows.reminder(title, (world.draw.now + timedelta(days=1)).isoformat()[:16])

    def act(play: Play) -> str:
        play.call("manage_reminder", why=f"{title} is its title.", action=action, title=title)
        return world.say("Done.", "已完成。")

    return Step(act)


_MOVE_WORDS = "move reschedule push shift change postpone bring forward back the my event meeting appointment calendar to from on at until for start time of it be instead 改到 推迟 提前 改 移到 会议 日程 到 把 的 时间 改期"


@plan(cue=r"\b(?:move|reschedule|push|shift|postpone|change)\b|改到|推迟|提前|改期|移到", words=_MOVE_WORDS)
def moved_event(clause: Clause, world: World) -> Step | None:
    """An event at another time, or on another day at the same time."""
    if clause.has(
        r"\b(?:alarm|file|note|folder|reminder|timer|photo|song|by|title|location|name|app|icon|wallpaper|font)\b|闹钟|文件|笔记|提醒|应用"
    ):
        return None
    once = [str(row["title"]) for row in world.table("events").values() if row["repeat"] == "never"]
    title = (
        clause.known_name(once)
        or clause.value("text")
        or clause.name_after(
            r"\b(?:move|reschedule|push|shift|postpone|change)(?: the| my)?\b(?= (?-i:[A-Z]))",
            stop=r"\s+(?:event|meeting|appointment)\b",
        )
    )
    if title is None:
        return None
    dates, times = clause.values("date"), clause.values("time")
    if len(dates) > 1 or len(times) > 1 or not (dates or times):
        return None  # where from and where to: which is which is not read
    coming = [
        row
        for row in (world.ask("search_events", query=title) or {"events": []})["events"]
        if row["title"].casefold() == title.casefold()
    ]
    if len(coming) > 1:
        raise Unfit("missing_entity", f"{len(coming)} events of this phone are called {title}")
    world.note_entity("event", title, added=not coming)
    if not coming:
        world.rows.event(title, f"{world.draw.day(2, 6).isoformat()}T11:15", location=world.draw.place())
        coming = world.ask("search_events", query=title)["events"]
    start = str(coming[0]["start"])
    wanted = f"{dates[0] if dates else start[:10]}T{times[0] if times else start[11:]}"
    if wanted == start or datetime.fromisoformat(wanted) <= world.draw.now.replace(tzinfo=None):
        raise Unfit("incomplete", "the new time is the old one, or past")

    def act(play: Play) -> str:
        key = the_one(play.call("search_events", why=f"Find {title}.", query=title)["events"], "event", title=title)["id"]
        play.call("update_event", why="It moves.", eventId=key, start=wanted)
        return world.say(f"{title} is at {wanted.replace('T', ' ')} now.", f"{title}已改到{wanted.replace('T', ' ')}。")

    return Step(act, behaviour=Behaviour.REFERENCE)


add_forms(
    Form("free_time", "find_free_time", r"\bfree(?: time| slot)?\b|\bgap\b|空闲|有空", (value("date", "date", "on which day"), length("minutes", 60, "how long the free time shall be"), value("fromTime", "time"), Slot("toTime", lambda clause, world: clause.value("time"))), words="when am i free find is there a slot gap for time in my calendar me do have on hour hours minute long between and first next an at least 什么时候 有 找 个 的 时间 空闲 日程", unless=r"\b(?:storage|space|memory|shipping|hands|book|schedule)\b|空间|内存", tell=lambda found: [[*said_moment(found["slots"][0]["start"])[1]]] if found["slots"] else [], done=("The first free time starts at {answer}.", "最早{answer}有空。")),
)  # fmt: skip
