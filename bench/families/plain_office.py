"""Plain requests about numbers, words, codes and the web, and about notes, to-dos and expenses."""

from typing import Any

from .. import entities
from ..draw import Draw
from ..plain import About, Slots, plain, wish
from ..rows import Rows
from ..scenario import Draft, family

UTILITIES = ("Utilities & Productivity",)
Told = tuple[str, list[tuple[str, ...]]]


def _number(value: float) -> tuple[str, ...]:
    """The ways to write a number: as it is, in cents, to a place."""
    value = int(value) if value == int(value) else value
    return tuple(dict.fromkeys((f"{value:,}", f"{value}", f"{value:,.2f}", f"{value:.2f}", f"{value:,.1f}", f"{value:.1f}")))


# -- sums, conversions, look-ups


def _product(draw: Draw, rows: Rows) -> Slots:
    return {"first": draw.integer(12, 480), "second": draw.integer(3, 96)}


def _total(draw: Draw, rows: Rows) -> Slots:
    return {"first": draw.integer(11, 390), "second": draw.integer(11, 390), "third": draw.integer(3, 24)}


def _shares(draw: Draw, rows: Rows) -> Slots:
    parts, share = draw.integer(3, 25), draw.integer(6, 90)
    return {"amount": parts * share, "parts": parts}


def _percentage(draw: Draw, rows: Rows) -> Slots:
    return {"percent": draw.choice((3, 5, 8, 12, 15, 17, 18, 20, 24, 30, 35, 45)), "amount": draw.integer(40, 2400, 10)}


def _square(draw: Draw, rows: Rows) -> Slots:
    return {"square": draw.integer(11, 59) ** 2}


def _tell_result(draw: Draw, payload: Any, slots: Slots) -> Told:
    said = _number(payload["result"])
    return draw.tongue(f"That is {said[0]}.", f"等于{said[0]}。"), [said]


UNITS = (
    ("length", "mi", "km", "miles", "kilometres", "英里", "公里"),
    ("length", "km", "mi", "kilometres", "miles", "公里", "英里"),
    ("length", "in", "cm", "inches", "centimetres", "英寸", "厘米"),
    ("length", "ft", "m", "feet", "metres", "英尺", "米"),
    ("weight", "lb", "kg", "pounds", "kilos", "磅", "公斤"),
    ("weight", "kg", "lb", "kilograms", "pounds", "公斤", "磅"),
    ("weight", "oz", "g", "ounces", "grams", "盎司", "克"),
    ("temperature", "f", "c", "degrees Fahrenheit", "Celsius", "华氏度", "摄氏度"),
    ("temperature", "c", "f", "degrees Celsius", "Fahrenheit", "摄氏度", "华氏度"),
    ("volume", "gal", "l", "gallons", "litres", "加仑", "升"),
    ("area", "ac", "ha", "acres", "hectares", "英亩", "公顷"),
    ("speed", "kn", "km/h", "knots", "km/h", "节", "公里每小时"),
    ("duration", "min", "h", "minutes", "hours", "分钟", "小时"),
    ("data", "mb", "gb", "megabytes", "gigabytes", "兆", "GB"),
    ("energy", "kcal", "kj", "kcal", "kilojoules", "kcal", "千焦"),
    ("pressure", "psi", "bar", "psi", "bar", "psi", "巴"),
)
"""Category, the two units, and how they are said in English and in Chinese."""


def _units(draw: Draw, rows: Rows) -> Slots:
    category, source, target, *said = draw.choice(UNITS)
    first, second = draw.tongue(said[0], said[2]), draw.tongue(said[1], said[3])
    value = draw.integer(12, 360) * (100 if category == "data" else 1)
    return {"category": category, "source": source, "target": target, "value": value, "from": first, "to": second}


def _tell_units(draw: Draw, payload: Any, slots: Slots) -> Told:
    value, unit, to, said = slots["value"], slots["from"], slots["to"], _number(round(payload["result"], 2))[0]
    text = draw.tongue(f"{value} {unit} are {said} {to}.", f"{value}{unit}等于{said}{to}。")
    return text, [_number(payload["result"])]


MONEY = {
    "USD": ("US dollars", "美元"), "EUR": ("euros", "欧元"), "GBP": ("British pounds", "英镑"), "JPY": ("yen", "日元"),
    "CNY": ("yuan", "人民币"), "INR": ("Indian rupees", "印度卢比"), "CHF": ("Swiss francs", "瑞士法郎"),
    "CAD": ("Canadian dollars", "加元"), "AUD": ("Australian dollars", "澳元"), "SEK": ("Swedish kronor", "瑞典克朗"),
    "KRW": ("won", "韩元"), "MXN": ("Mexican pesos", "墨西哥比索"), "SGD": ("Singapore dollars", "新加坡元"),
}  # fmt: skip


def _money(draw: Draw, rows: Rows) -> Slots:
    """The codes are said too, alone or beside the names: what a tool gets shall have been heard."""
    source, target = draw.rng.sample(sorted(MONEY), 2)
    said = [draw.tongue(*MONEY[code]) for code in (source, target)]
    brief = draw.chance(0.4)
    heard = [code if brief else draw.tongue(f"{name} ({code})", f"{name}（{code}）")
             for code, name in zip((source, target), said, strict=True)]  # fmt: skip
    return {"amount": draw.integer(15, 900, 5), "source": source, "target": target, "from": heard[0], "to": heard[1],
            "names": said}  # fmt: skip


def _tell_money(draw: Draw, payload: Any, slots: Slots) -> Told:
    (source, target), said = slots["names"], _number(payload["result"])
    text = f"{slots['amount']} {source} are {said[0]} {target}."
    return draw.tongue(text, f"{slots['amount']}{source}等于{said[0]}{target}。"), [said]


PHRASES = (
    "Good morning", "Good night", "Thank you", "You're welcome", "Excuse me", "I'm sorry", "Goodbye", "See you tomorrow",
    "Where is the station?", "Where is the toilet?", "How much is this?", "The bill, please", "I don't understand",
    "Do you speak English?", "I need a doctor", "Happy birthday", "Congratulations", "I will be late", "On my way",
    "Safe travels", "Enjoy your meal", "I love you",
)  # fmt: skip
PHRASES_ZH = (
    "早上好", "晚安", "谢谢", "不客气", "不好意思", "对不起", "再见", "明天见", "车站在哪里？", "洗手间在哪里？", "这个多少钱？",
    "请结账", "我听不懂", "你会说英语吗？", "我需要看医生", "救命", "生日快乐", "恭喜", "我会迟到", "我在路上", "一路平安", "请慢用",
    "我爱你",
)  # fmt: skip
LANGUAGES = {"zh": ("Chinese", "中文"), "es": ("Spanish", "西班牙语"), "fr": ("French", "法语"), "de": ("German", "德语"),
             "ja": ("Japanese", "日语"), "hi": ("Hindi", "印地语"), "en": ("English", "英语")}  # fmt: skip
"""What the phrasebook knows, and the languages by their codes."""


def _translation(draw: Draw, rows: Rows) -> Slots:
    target = draw.choice([code for code in LANGUAGES if code != draw.language])
    return {"phrase": draw.pick(PHRASES_ZH if draw.language == "zh" else PHRASES), "target": target,
            "language": draw.tongue(*LANGUAGES[target])}  # fmt: skip


def _tell_translation(draw: Draw, payload: Any, slots: Slots) -> Told:
    said = payload["translation"]
    return draw.tongue(f"In {slots['language']}: {said}", f"{slots['language']}是：{said}"), [(said.strip(" .!?¿¡。！？।"),)]


def _ticket(draw: Draw, rows: Rows) -> Slots:
    venue = draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.VENUES)
    cost = draw.integer(6, 68)
    rows.add("web_pages", "pg", title=f"{venue}: {draw.tongue('tickets', '门票')}", url="https://visit.example/tickets",
             text=draw.tongue(f"A ticket for {venue} costs {cost}.", f"{venue}门票{cost}元。"))  # fmt: skip
    return {"venue": venue, "cost": cost, "query": draw.tongue(f"{venue} tickets", f"{venue}门票")}


def _tell_ticket(draw: Draw, payload: Any, slots: Slots) -> Told:
    cost = str(slots["cost"])
    return draw.tongue(f"A ticket for {slots['venue']} costs {cost}.", f"{slots['venue']}门票{cost}元。"), [(cost,)]


def _address(draw: Draw, rows: Rows) -> Slots:
    site = f"https://{draw.pick(entities.SITES).casefold()}.example"
    rows.put("camera_view", "main", code=site)
    return {"site": site}


def _tell_code(draw: Draw, payload: Any, slots: Slots) -> Told:
    content = payload["content"]
    return draw.tongue(f"The code says {content}", f"码的内容是{content}"), [(content,)]


def _copied(draw: Draw, rows: Rows) -> Slots:
    kept = draw.choice((draw.phone_number(), f"{draw.pick(entities.SITES).casefold()}.example"))
    rows.put("clipboard", "main", text=kept, history=[])
    return {"kept": kept, "text": draw.phrase()}


def _tell_copied(draw: Draw, payload: Any, slots: Slots) -> Told:
    text = payload["text"]
    return draw.tongue(f"You copied {text}", f"复制的是{text}"), [(text,)]


FIGURES = (
    wish(
        "calculate", "{first} times {second}", about=_product, tell=_tell_result, expression="{first} * {second}",
        train="""what is {first} times {second}?
        ![calculate|work out] {first} times {second}""",
        wide="""{first} [x|*|times] {second}[ is|, how much is that|]?
        how much [is|makes] {first} times {second}?
        I need {second} of them at {first} each, what [is|makes] that[ in all|]?
        ![multiply|take] {first} by {second}
        [what's|tell me what's] {first} x {second}?""",
        held="""I'm buying {second} tickets at {first} each, how much is that?
        multiply {first} with {second}, what do you get?""",
        zh_train="{first}乘以{second}等于多少", zh_wide="""[算一下|帮我算]{first}乘{second}
        {first}×{second}是多少""", zh_held="{second}个，每个{first}，一共多少",
    ),
    wish(
        "calculate", "{first} plus {second}, times {third}", about=_total, tell=_tell_result,
        expression="({first} + {second}) * {third}",
        train="""![add|add up] {first} and {second} and multiply the sum by {third}
        what is {first} plus {second}, times {third}? The sum first.""",
        wide="""({first} + {second}) x {third}?
        how much is the sum of {first} and {second}, times {third}?
        I pay {first} and {second} every month, what does that make in {third} months[ altogether|]?
        one costs {first} and the other {second}, and I need {third} of each, what [is|makes] that in all?
        ![calculate|work out] ({first} + {second}) * {third}""",
        held="""{third} of us each pay {first} for food and {second} for the room, how much is that altogether?
        !add {first} to {second}, then multiply that by {third}""",
        zh_train="{first}加{second}，再乘以{third}，等于多少", zh_wide="![算一下|帮我算]({first}+{second})×{third}",
        zh_held="每人饭钱{first}、房钱{second}，{third}个人总共收多少",
    ),
    wish(
        "calculate", "{amount} divided by {parts}", about=_shares, tell=_tell_result, expression="{amount} / {parts}",
        train="""what is {amount} divided by {parts}?
        !divide {amount} by {parts}""",
        wide="""{amount} / {parts}[, please|?|]
        how much is {amount} [divided by|over] {parts}?
        [the bill is|we paid] {amount} and there are {parts} of us, what does each [pay|owe]?
        !split {amount} [between|among] {parts} [people|friends]
        ![calculate|work out] {amount} divided by {parts}""",
        held="""{parts} people share {amount}, how much does everyone get?
        if I divide {amount} into {parts} equal parts, how big is each one?""",
        zh_train="{amount}除以{parts}等于多少", zh_wide="{amount}[块钱|元]{parts}个人[平分|AA]，每人多少",
        zh_held="总共{amount}，分成{parts}份，一份是几",
    ),
    wish(
        "calculate", "{percent} percent of {amount}", about=_percentage, tell=_tell_result,
        expression="{percent}% of {amount}",
        train="""what is {percent} percent of {amount}?
        {percent}% of {amount}[?|, please|]""",
        wide="""how much is {percent} % of {amount}?
        ![calculate|work out|give me] {percent} percent of {amount}
        I want to [tip|leave] {percent} percent on {amount}, how much [tip is that|is the tip]?
        the tax is {percent} percent on {amount}. How much [tax is that|do I pay in tax]?
        [what's|tell me] {percent} % of {amount}?""",
        held="""how much do I save with {percent} percent off {amount}?
        a {percent} percent tip on {amount}, how much does that come to?""",
        zh_train="{amount}的百分之{percent}是多少", zh_wide="[算一下|]{amount}的{percent}%[是多少|等于几]",
        zh_held="{amount}的东西便宜{percent}%，便宜多少",
    ),
    wish(
        "calculate", "The square root of {square}", about=_square, tell=_tell_result, expression="sqrt({square})",
        train="""what is the square root of {square}?
        [square root|the root] of {square}[?|, please]""",
        wide="""what's the root of {square}?
        ![calculate|work out|find] the square root of {square}
        [for my homework I need|I need] the square root of {square}
        which number [squared|times itself] is {square}?""",
        held="""{square}, what's its square root?
        which number do I multiply by itself to get {square}?""",
        zh_train="{square}的平方根是多少", zh_wide="[根号|开平方]{square}等于几", zh_held="哪个数乘以自己得{square}",
    ),
    wish(
        "convert_unit", "{value} {from} in {to}", about=_units, tell=_tell_units, category="{category}",
        fromUnit="{source}", toUnit="{target}", value="{value}",
        train="""![convert|turn] {value} {from} into {to}
        what is {value} {from} in {to}?""",
        wide="""{value} {from} in {to}[?|, please|]
        how much [is|are] {value} {from} in {to}?
        {value} {from} to {to}
        it says {value} {from} here, [what is that|how much is that] in {to}?
        I only [know|understand] {to}, what [are|is] {value} {from}?""",
        held="""I have {value} {from} here and need that in {to}
        I'm used to {to}, so convert {value} {from} for me""",
        zh_train="{value}{from}是多少{to}", zh_wide="""[把|]{value}{from}换算成{to}
        {value}{from}等于[几|多少]{to}""", zh_held="写着{value}{from}，折合{to}是几",
    ),
    wish(
        "convert_currency", "{amount} {source} in {target}", about=_money, tell=_tell_money, amount="{amount}",
        fromCurrency="{source}", toCurrency="{target}",
        train="""how much [is|are] {amount} {from} in {to}?
        ![convert|change] {amount} {from} to {to}""",
        wide="""{amount} {from} in {to}[?|, please|]
        what [is|are] {amount} {from} worth in {to}?
        it costs {amount} {from}, [what is that|how much is that] in {to}?
        {amount} {source} to {target}[?|, please|]
        [at today's rate|with the current rate], how many {to} do I get for {amount} {from}?""",
        held="""I have {amount} {from} left, how much would that be in {to}?
        the price is {amount} {from}, tell me what that makes in {to}""",
        zh_train="{amount}{from}是多少{to}", zh_wide="""{amount}{from}[换成|兑换成|折合]{to}[是多少|有多少]
        {amount}{from}值多少{to}""", zh_held="手里有{amount}{from}，能换多少{to}",
    ),
    wish(
        "translate_text", "'{phrase}' in {language}", about=_translation, tell=_tell_translation, text="{phrase}",
        targetLanguage="{target}",
        train="""how do you say "{phrase}" in {language}?
        !translate "{phrase}" into {language}""",
        wide="""what is "{phrase}" in {language}?
        "{phrase}" in {language}, please
        [my neighbour speaks|they only speak] {language}, how do I say "{phrase}"?
        {language} for "{phrase}"?
        I [want|need] to say "{phrase}" in {language}""",
        held="""I'm talking to somebody who speaks {language}, translate "{phrase}" for me
        !give me the {language} translation of "{phrase}\"""",
        zh_train="“{phrase}”用{language}怎么说", zh_wide="""![把|将]“{phrase}”翻译成{language}
        {language}的“{phrase}”怎么讲""", zh_held="对方只懂{language}，“{phrase}”帮我翻译一下",
    ),
    wish(
        "search_web", "What a ticket for {venue} costs", about=_ticket, tell=_tell_ticket, query="{query}",
        train="""![search the web for|look up online] what a ticket for {venue} costs
        how much is a ticket for {venue}? [Google it|Look it up on the internet|Search online].""",
        wide="""!find out on the [internet|web] what {venue} charges for a ticket
        {venue} ticket price, [look online|search the web|web search]
        I want to visit {venue}, [look up|search for] the ticket price on the web
        could you [google|look up on the internet] how much a ticket for {venue} is?
        [what does the internet say|what do you find online]: how much is a ticket for {venue}?""",
        held="""what does it cost to get into {venue}? Check the ticket price on the internet
        !check online how much they charge for a ticket to {venue}""",
        zh_train="上网[查一下|搜一下]{venue}门票多少钱", zh_wide="网上搜{venue}的门票价格", zh_held="想去{venue}，到网上看看门票要多少钱",
    ),
    wish(
        "manage_qr_code", "A QR code for {site}", about=_address, done=("The QR code for {site} is made.", "{site}的二维码做好了。"),
        action="generate", content="{site}",
        train="""![make|create|generate] a QR code for {site}
        [I need|I'd like] a QR code [for|of] {site}""",
        wide="""QR code for {site}[, please|]
        !turn {site} into a QR code
        can you make {site} a QR code?
        people should get to {site} by scanning, [make|create] a QR code [for it|]
        give me a QR code that leads to {site}""",
        held="""I want to print a QR code, it has to lead to {site}
        !put {site} in a QR code""",
        zh_train="![生成|做]一个{site}的二维码", zh_wide="我要一个二维码，内容是{site}", zh_held="想让人一扫就到{site}，弄个二维码",
    ),
    wish(
        "manage_qr_code", "The QR code in front of the camera", about=_address, tell=_tell_code, action="scan",
        train="""!scan [this|the] QR code
        what does [this|the] QR code say?""",
        wide="""scan QR code[, please|]
        !read [this|the] QR code [for me|in front of the camera]
        [there's a QR code|I have a QR code] in front of [me|the camera], scan it and tell me what's in it
        I want to [scan|read] [this|a] QR code
        where does this QR code [lead|go]? [Scan it|Have a look].""",
        held="""there's a QR code on this poster, read it with the camera
        !check what's behind this QR code""",
        zh_train="![扫一下|扫描]这个二维码", zh_wide="这个二维码[是什么|里面是什么]，扫一下", zh_held="镜头前有个二维码，看看是啥内容",
    ),
    wish(
        "manage_clipboard", "Copy '{text}'", about=_copied, done=("Copied.", "已复制。"), action="copy", text="{text}",
        train="""!copy "{text}" to the clipboard
        !put "{text}" on the clipboard""",
        wide="""copy to clipboard: {text}
        I want to paste it [later|somewhere], so copy "{text}"
        I need "{text}" on the clipboard
        clipboard: {text}
        can you copy "{text}" to my clipboard?""",
        held="""I need to paste "{text}" in a minute, so copy it
        !put the words "{text}" on my clipboard""",
        zh_train="![把|将]“{text}”复制到剪贴板", zh_wide="剪贴板里[放|存]“{text}”", zh_held="我等会儿要粘贴“{text}”，先复制好",
    ),
    wish(
        "manage_clipboard", "What is on the clipboard", about=_copied, tell=_tell_copied, action="read",
        train="""what's on [the|my] clipboard?
        !read [me|] [what's on the clipboard|the clipboard]""",
        wide="""what did I copy last?
        what have I [just|last] copied?
        [show|tell] me what's on the clipboard
        I don't remember what I copied, [what is it|tell me]
        clipboard content[?|, please]""",
        held="""which text did I copy to the clipboard?
        if I paste from the clipboard now, what will come out?""",
        zh_train="剪贴板里[是什么|有什么]", zh_wide="我[刚才|上次]复制了什么", zh_held="现在粘贴会出来什么内容",
    ),
    wish(
        "manage_clipboard", "Clear the clipboard", about=_copied, done=("The clipboard is empty.", "剪贴板已清空。"), action="clear",
        train="""![clear|empty] [the|my] clipboard
        [delete|erase] [everything on|what's on] the clipboard""",
        wide="""clear clipboard[, please|]
        I copied [a password|something private], so [wipe|empty] the clipboard
        I want the clipboard [empty|cleared]
        ![get rid of|remove] everything I copied to the clipboard
        nothing should be left on the clipboard""",
        held="""what I copied was private, take it off the clipboard
        !make sure that the clipboard is empty""",
        zh_train="![清空|清除]剪贴板", zh_wide="剪贴板[里的东西|内容]全[删掉|清了]", zh_held="复制过的东西别留着了，都抹掉",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=UTILITIES, languages=("en", "en", "zh"))
def plain_figures(draw: Draw) -> Draft:
    """A sum, a conversion, a translation, a code or the clipboard."""
    return plain(draw, FIGURES)


# -- notes, to-dos, expenses


def _fresh_note(draw: Draw, rows: Rows) -> Slots:
    return {"title": draw.title(), "content": draw.phrase()}


def _noted(*, pinned: bool = False) -> About:
    """A note that is there, beside another one."""

    def about(draw: Draw, rows: Rows) -> Slots:
        title, number = draw.title(), draw.integer(1000, 9999)
        content = draw.tongue(f"Locker {number}", f"柜子号{number}")
        for name, text in ((title, content), (draw.title(), draw.phrase())):
            key = rows.note(name, text)
            rows.put("notes", key, pinned=pinned)
        return {"title": title, "number": number, "content": draw.phrase()}

    return about


def _tell_note(draw: Draw, payload: Any, slots: Slots) -> Told:
    return draw.tongue(f"It says: {payload['content']}", f"上面写着：{payload['content']}"), [(str(slots["number"]),)]


def _mention(draw: Draw, rows: Rows) -> Slots:
    title, word = draw.title(), draw.first_name()
    rows.note(title, draw.tongue(f"Ask {word} about it", f"问问{word}"))
    rows.note(draw.title(), draw.phrase())
    return {"title": title, "word": word}


def _tell_found(draw: Draw, payload: Any, slots: Slots) -> Told:
    title = slots["title"]
    return draw.tongue(f"{slots['word']} is in the note {title}.", f"{slots['word']}出现在笔记{title}里。"), [(title,)]


def _task(*, done: bool = False, there: bool = True) -> About:
    """A to-do on a list that is there, beside another one."""

    def about(draw: Draw, rows: Rows) -> Slots:
        title, place, due = draw.title(), draw.title(), draw.day(1, 20)
        for name in (title, draw.title()) if there else (draw.title(),):
            rows.put("todos", rows.todo(name, place), done=done)
        return {"title": title, "list": place, "due": due.isoformat(), "by": draw.say_date(due)}

    return about


def _tell_tasks(draw: Draw, payload: Any, slots: Slots) -> Told:
    titles = [row["title"] for row in payload["todos"]]
    text = draw.tongue(f"On {slots['list']}: {', '.join(titles)}.", f"{slots['list']}里有{'、'.join(titles)}。")
    return text, [(title,) for title in titles]


CATEGORIES = {"food": ("food", "餐饮"), "transport": ("transport", "交通"), "shopping": ("shopping", "购物"),
              "bills": ("bills", "账单"), "health": ("health", "医疗"), "fun": ("fun", "娱乐")}  # fmt: skip


def _expense(draw: Draw, rows: Rows) -> Slots:
    category, amount = draw.choice(sorted(CATEGORIES)), draw.integer(105, 9990, 5) / 100
    said = draw.tongue(*CATEGORIES[category])
    rows.add("expenses", "ex", amount=float(draw.integer(4, 90)), category=category, description="", created=rows.now - 60,
             date=draw.today.isoformat())  # fmt: skip
    return {"amount": amount, "sum": f"{amount:.2f}", "category": category, "said": said}


def _tell_spent(draw: Draw, payload: Any, slots: Slots) -> Told:
    said = _number(payload["sum"])
    return draw.tongue(f"{said[0]} on {slots['said']} so far this month.", f"这个月{slots['said']}花了{said[0]}。"), [said]


NOTES = (
    wish(
        "manage_note", "A note {title}", about=_fresh_note, done=("The note {title} is saved.", "笔记{title}记下了。"),
        action="create", title="{title}", content="{content}",
        train="""![make|create|write] a note titled {title}: {content}
        new note {title}: {content}""",
        wide="""note, title {title}, text: {content}
        !save a note called {title} that says: {content}
        I want a note [titled|with the title] {title}, saying: {content}
        so that I don't forget, a note called {title}: {content}
        can you take a note? Title {title}, text: {content}""",
        held="""!start a note, the title is {title} and it says: {content}
        I'd like to write this down in a note with the name {title}: {content}""",
        zh_train="![写|建]一条笔记，标题{title}，内容：{content}", zh_wide="记个笔记，[题目|标题]{title}：{content}",
        zh_held="添一条笔记，叫{title}，写上：{content}",
    ),
    wish(
        "manage_note", "More for the note {title}", about=_noted(), done=("It is in the note {title}.", "已加到笔记{title}里。"),
        action="append", title="{title}", content="{content}",
        train="""!add to the note {title}: {content}
        add a line to my note {title}: {content}""",
        wide="""note {title}, add: {content}
        my {title} note needs another line: {content}
        can you add a line to the note {title}? It's: {content}
        !append to the {title} note: {content}
        I forgot something in the note {title}: {content}""",
        held="""there's one more thing for my note {title}: {content}
        !write this at the end of the note {title}: {content}""",
        zh_train="![在|往]笔记{title}里加一行：{content}", zh_wide="笔记{title}[补充|追加]：{content}",
        zh_held="{title}那条笔记后面再接一句：{content}",
    ),
    wish(
        "manage_note", "Pin {title}", about=_noted(), done=("The note {title} is pinned.", "笔记{title}已置顶。"), action="pin",
        title="{title}",
        train="""!pin the note {title}
        !pin my {title} note""",
        wide="""[pin note|note to pin]: {title}
        the note {title} should [stay on top|be pinned]
        !keep the note {title} at the top
        I need the {title} note all the time, pin it
        I want the note {title} pinned[ to the top|]""",
        held="""I look at the note {title} every day, so pin it
        !have the note {title} pinned above all the others""",
        zh_train="![把|将]笔记{title}置顶", zh_wide="笔记{title}[要|放]在最上面，置顶", zh_held="{title}那条笔记常看，一直置顶着吧",
    ),
    wish(
        "manage_note", "Unpin {title}", about=_noted(pinned=True), done=("The note {title} is no longer pinned.", "笔记{title}已取消置顶。"),
        action="unpin", title="{title}",
        train="""!unpin the note {title}
        !unpin my {title} note""",
        wide="""unpin note: {title}
        the note {title} needn't be pinned [any more|any longer]
        !take the pin off the note {title}
        the {title} note doesn't have to [stay on top|be at the top] any longer
        I don't want the note {title} pinned [any more|now]""",
        held="""the note {title} doesn't need to be at the top now
        !remove the pin from my note {title}""",
        zh_train="笔记{title}取消置顶", zh_wide="![把|将]笔记{title}的置顶去掉", zh_held="{title}那条笔记不用再顶在最上面了",
    ),
    wish(
        "manage_note", "Delete {title}", about=_noted(), done=("The note {title} is deleted.", "笔记{title}已删除。"), action="delete",
        title="{title}",
        train="""![delete|remove] the note {title}
        [delete|trash] my {title} note""",
        wide="""delete note {title}
        I don't need the note {title} any more, delete it
        ![throw away|get rid of] the {title} note
        the note {title} can go
        can you erase my note {title}?""",
        held="""my note {title} is out of date, throw it out
        !bin the note called {title}""",
        zh_train="![删除|删掉]笔记{title}", zh_wide="笔记{title}[不要了|没用了]，删了吧", zh_held="{title}那条笔记可以扔了",
    ),
    wish(
        "manage_note", "What the note {title} says", about=_noted(), tell=_tell_note, action="read", title="{title}",
        train="""what does my note {title} say?
        ![read|open] the note {title}""",
        wide="""what's in the note {title}?
        !read me [my|the] {title} note
        what did I write [in|down in] the note {title}?
        note {title}: what does it say?
        I need what's in my note {title}""",
        held="""I've got a note called {title}, what's written in it?
        !tell me what I put in my note {title}""",
        zh_train="笔记{title}里写了什么", zh_wide="![念一下|打开]笔记{title}", zh_held="我那条叫{title}的笔记，内容是啥来着",
    ),
    wish(
        "search_notes", "Notes with {word}", about=_mention, tell=_tell_found, query="{word}",
        train="""which of my notes mentions {word}?
        ![find|search for] the note [about|with] {word}""",
        wide="""in which note [is|did I mention] {word}?
        !search my notes for {word}
        notes with {word} in them?
        I wrote a note [about|that mentions] {word}, which one was that?
        do I have a note about {word}?""",
        held="""{word} is in one of my notes, which one is it?
        !look through my notes and tell me where {word} comes up""",
        zh_train="哪条笔记提到了{word}", zh_wide="![在笔记里搜|搜索笔记]{word}", zh_held="我在笔记里写过{word}，是哪一条",
    ),
    wish(
        "manage_todo", "{title} for {list}", about=_task(there=False), done=("{title} is on the list {list}.", "{title}已加入清单{list}。"),
        action="create", title="{title}", listName="{list}",
        train="""!put "{title}" on the list {list}
        add "{title}" to my {list} list""",
        wide="""[{list} list|list {list}]: add "{title}"
        the list {list} is missing "{title}"[, put it there|]
        can you put "{title}" on the {list} list?
        I want "{title}" on my list {list}
        one more for the list {list}: "{title}\"""",
        held="""I also need "{title}" on my {list} list
        !write "{title}" on the list {list}""",
        zh_train="![在|往]清单{list}里加上{title}", zh_wide="清单{list}[添一项|加一条]：{title}", zh_held="{list}那个清单还差一项{title}，补上",
    ),
    wish(
        "manage_todo", "{title} until {due}", about=_task(there=False), done=("{title} is a to-do for {by}.", "待办{title}，截止{by}。"),
        action="create", title="{title}", dueDate="{due}",
        train="""!add a to-do "{title}", due {by}
        new to-do: "{title}", due date {by}""",
        wide="""!put "{title}" on my to-do list, due {by}
        to-do "{title}", due {by}
        I have to get "{title}" done, make it a to-do due {by}
        could you note the to-do "{title}", with the due date {by}?
        I need a to-do "{title}" [that is|] due {by}""",
        held=""""{title}" has to be done by {by}, add it to my to-dos
        I've got until {by} for "{title}", so make that a to-do""",
        zh_train="![添加|加]一个待办{title}，{by}截止", zh_wide="待办：{title}，[截止日期|期限]{by}", zh_held="{title}最晚{by}要弄完，记进待办",
    ),
    wish(
        "manage_todo", "{title} is done", about=_task(), done=("{title} is ticked off.", "{title}已完成。"), action="complete",
        title="{title}",
        train="""![tick off|check off] the to-do {title}
        the to-do {title} is done""",
        wide="""!mark the to-do {title} as [done|completed|finished]
        to-do {title}: done
        I've [finished|done] {title}, [cross it off|tick it off] my to-do list
        {title} is finished, [check|tick] it off the to-do list
        I'm done with the to-do {title}""",
        held="""I got {title} done, you can check that to-do off
        !check {title} off, I've finished that to-do""",
        zh_train="待办{title}[完成了|做完了]", zh_wide="![把|将]待办{title}[勾掉|标记为完成]", zh_held="{title}我弄好了，待办里打个勾",
    ),
    wish(
        "manage_todo", "{title} is open again", about=_task(done=True), done=("{title} is open again.", "{title}重新打开了。"), action="reopen",
        title="{title}",
        train="""!reopen the to-do {title}
        the to-do {title} isn't done after all, [reopen it|open it again]""",
        wide="""!mark the to-do {title} as not done
        !untick the to-do {title}
        I ticked off {title} too early, [reopen that to-do|put the to-do back]
        to-do {title}: not done yet, reopen
        the completed to-do {title} should be open again""",
        held="""I checked off the to-do {title} by mistake, so bring it back
        !set the to-do {title} back to open""",
        zh_train="![重新打开|恢复]待办{title}", zh_wide="待办{title}其实没做完，[改回未完成|取消勾选]", zh_held="待办{title}那个勾打错了，还得做",
    ),
    wish(
        "manage_todo", "No {title} any more", about=_task(), done=("The to-do {title} is deleted.", "待办{title}已删除。"), action="delete",
        title="{title}",
        train="""![delete|remove] the to-do {title}
        !delete {title} from my to-dos""",
        wide="""delete to-do {title}
        I don't have to do {title} any more, [remove|delete] the to-do
        ![get rid of|drop] the to-do {title}
        the to-do {title} is [no longer needed|obsolete], delete it
        I won't do {title} after all, so delete that to-do""",
        held="""{title} has been called off, so the to-do can go
        !erase {title} from my to-do list""",
        zh_train="![删除|删掉]待办{title}", zh_wide="待办{title}[不用做了|不需要了]，删了", zh_held="{title}这事取消了，从待办里去掉",
    ),
    wish(
        "manage_todo", "What is on {list}", about=_task(), tell=_tell_tasks, action="list", listName="{list}",
        train="""what's on the list {list}?
        ![show|read] me the list {list}""",
        wide="""what [is|do I have] on my {list} list?
        list {list}, what's on it?
        what's still open on the list {list}?
        !read out my {list} list
        I need to know what's on the list {list}""",
        held="""what things are on my list {list}?
        !tell me everything on the {list} list""",
        zh_train="清单{list}里有什么", zh_wide="![念一下|看看]清单{list}", zh_held="{list}那个清单上都写着哪些",
    ),
    wish(
        "manage_expense", "{amount} for {category}", about=_expense, done=("{sum} is logged under {said}.", "已记{said}支出{sum}。"),
        action="add", amount="{amount}", category="{category}",
        train="""![log|add|record] an expense of {sum} for {said}
        I spent {sum} on {said} today, [log|note] it""",
        wide="""expense: {sum}, {said}
        !put {sum} in my expenses, category {said}
        {sum} for {said}, add it to my expenses
        can you log {sum} as a {said} expense?
        I've just paid {sum}, note that expense under {said}""",
        held="""{sum} went on {said} today, put it down as an expense
        !write down that I spent {sum} on {said}""",
        zh_train="![记一笔|记账]{said}支出{sum}", zh_wide="今天{said}花了{sum}，[记账|记一下]", zh_held="刚花了{sum}，算{said}，记到账上",
    ),
    wish(
        "manage_expense", "What {category} cost this month", about=_expense, tell=_tell_spent, action="summary", category="{category}",
        train="""how much have I spent on {said} this month?
        what did I spend on {said} this month?""",
        wide="""my {said} expenses this month[, please|?]
        !sum up what I spent on {said} this month
        this month's spending on {said}?
        I'm worried about my budget, how much went on {said} this month?
        how much money went into {said} this month?""",
        held="""how high are my {said} expenses for this month?
        what have my expenses for {said} come to this month?""",
        zh_train="这个月{said}花了多少", zh_wide="本月{said}支出[一共|总共]多少", zh_held="从月初到现在，{said}用了多少钱",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=UTILITIES, languages=("en", "en", "zh"))
def plain_notes(draw: Draw) -> Draft:
    """A note, a to-do or an expense, each known by its title or its kind."""
    return plain(draw, NOTES)
