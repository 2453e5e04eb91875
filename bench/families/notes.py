"""Families about notes, to-dos, conversion and expenses."""

from typing import Any

from harness.contract import FollowUp, Friction, PastTurn

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording
from .alarms import small_talk

NOTES = ("Utilities & Productivity",)

NEW_NOTE = Wording(
    train=(
        "![make|create|start] a note [called|named] {title}[: | with | that says ]{content}",
        "note [{title}|titled {title}]: {content}",
        "![write down|note] '{content}' [under the title|in a note called] {title}",
        "[I need|I want] a new note, title {title}, text {content}",
    ),
    held=(
        "'{content}', that belongs in a fresh note by the name of {title}",
        "!keep '{content}' for me as a note headed {title}",
    ),
    wide=(
        "!jot [this|something] down as {title}: {content}",
        "new note. [Title|Heading]: {title}. [Text|Body]: {content}",
        "could you [write|put] '{content}' [in|into] a [new |]note and [call|name] it {title}?",
        "so that I don't forget, [please note|take a note] [called|under] {title}: {content}",
        "{title} [as a new note|note, new one]: {content}",
        "I'd like to [keep|have] '{content}' in a note [whose title is|with the title] {title}",
        "there should be a [new |]note {title} [in my notes|] [that reads|with the text] '{content}'",
        "!open a [new|fresh|blank] note, title it {title} and [type|enter] {content}",
        "[got to|must] remember this: '{content}'. [Make|Start] a note {title} for it",
    ),
    zh_train=("![新建|记]一条笔记，标题{title}，内容{content}", "笔记{title}：{content}"),
    zh_held=("把{content}写下来，笔记名就叫{title}",),
    zh_wide=(
        "!写个笔记叫{title}：{content}",
        "我要[新建|加]一个笔记，[名字是|标题叫]{title}，[写上|里面写]{content}",
        "[怕忘了|免得忘]，[记个|建个]笔记{title}：{content}",
        "能不能把“{content}”[存成|写成]一条叫{title}的笔记？",
    ),
)


@family(split="train", behaviour="grounding", domains=NOTES, languages=("en", "en", "zh"))
def new_note(draw: Draw) -> Draft:
    """A note with a title and a few words."""
    title = draw.title()
    content = draw.phrase() if draw.chance(0.5) else draw.say_list(draw.groceries(2, 4))

    def witness(play: Play) -> None:
        play.call("manage_note", why=f"A new note {title}.", action="create", title=title, content=content)
        play.finish(draw.tongue(f"The note {title} is saved.", f"笔记“{title}”已保存。"))

    return Draft(draw.say(NEW_NOTE, title=title, content=content), witness, free={"notes/content": [content]})


def topic_and_title(draw: Draw) -> tuple[str, str]:
    """What something is about, and a title that says it with one more word."""
    if draw.language == "zh":
        topic = draw.pick(entities.TOPICS_ZH)
        return topic, draw.pick(entities.QUALIFIERS_ZH) + topic
    topic = draw.pick(entities.TOPICS)
    return topic, f"{draw.pick(entities.QUALIFIERS)} {topic}"


ADD = Wording(
    train=(
        "![add|append] '{content}' to [my|the] {topic} note",
        "[my|the] note about {topic} [also needs|should also have]: {content}",
        "{topic} note: [add|also] {content}",
        "![put|write] '{content}' [into|in] the {topic} note[ too|, at the end]",
    ),
    held=("'{content}' is still missing in what I wrote about {topic}", "!complete the {topic} note by {content}"),
    wide=(
        "could '{content}' [go|be put] [into|in] my {topic} note [as well|too]?",
        "!extend the {topic} note [with|by the line] '{content}'",
        "I [forgot|left out] something in the {topic} note: {content}",
        "[one more thing|another line] for [the|my] note on {topic}: {content}",
        "there's a note of mine on {topic}, [please put|write] '{content}' [at the end of it|below what is there]",
        "[find|open] my note about {topic} and [add|attach|write] a line: {content}",
        "{topic} note += {content}",
        "I want '{content}' [included|to be] in the {topic} note, [after|under] the rest",
        "so that the {topic} note is complete, [add|include] this: {content}",
    ),
    zh_train=("![在{topic}的笔记里|往{topic}笔记里][加上|补一句]：{content}", "{topic}那条笔记[再加|补上]{content}"),
    zh_held=("{topic}的笔记还少一句：{content}",),
    zh_wide=(
        "{topic}笔记[里|]：[追加|再写]{content}",
        "![找到|打开]关于{topic}的笔记，[在后面写|末尾加上]{content}",
        "能不能[往|给]{topic}那条笔记[添|加]上“{content}”？",
        "我想把“{content}”[也写进|加进]{topic}的笔记",
    ),
)


@family(split="train", behaviour="reference", domains=NOTES, difficulty=2, languages=("en", "en", "zh"))
def longer_note(draw: Draw) -> Draft:
    """A note that is known by a word of its title gets another line."""
    rows, content = Rows(draw), draw.phrase()
    topic, title = topic_and_title(draw)
    rows.note(title, draw.phrase())
    rows.note(draw.title(), draw.phrase())

    def witness(play: Play) -> None:
        found = play.call("search_notes", why=f"Find the note about {topic}.", query=topic)
        key = next(note["id"] for note in found["notes"] if note["title"] == title)
        play.call("manage_note", why=f"{key} is {title}.", action="append", noteId=key, content=content)
        play.finish(draw.tongue(f"The note {title} is longer now.", f"已补充到笔记“{title}”。"))

    request = draw.say(ADD, topic=topic, content=content)
    return Draft(request, witness, patches=rows.patches, free={"notes/content": [content]})


TODO = Wording(
    train=(
        "![add {title} to|put {title} on] my {list} list, due {on}{priority}",
        "{list} list: {title}, [due|until|by] {on}{priority}",
        "[I have to|I must] [do|see to] {title} by {on}, [put it on|it goes on] the {list} list{priority}",
        "![make|create] a to-do {title} in the list {list} for {on}{priority}",
    ),
    held=(
        "{title} needs doing no later than {on}; my {list} list should say so{priority}",
        "the {list} list lacks {title}, deadline {on}{priority}",
    ),
    wide=(
        "to-do for [my|the] {list} list: {title}, [date|deadline] {on}{priority}",
        "could you [note|list] {title} as a [task|to-do] in {list}, [due|to be done by] {on}{priority}?",
        "by {on} I [need to have|should have] {title} [done|finished]. [It belongs|Put it] in the {list} list{priority}",
        "task: {title}. List: {list}. [Due|Due date]: {on}{priority}",
        "so that I don't [miss|forget] {title}, [put|enter] it [in|into] the {list} list with {on} as the due "
        "date{priority}",
        "!give my {list} list a [new |]task {title}, [due date|deadline] {on}{priority}",
        "{title} [has to happen|must be done] by {on}, so [list|note] it under {list}{priority}",
        "I [want|would like] a {list} [to-do|task], {title}, which is due {on}{priority}",
        "[new|one more] [task|item] on {list}: {title} by {on}{priority}",
    ),
    zh_train=(
        "![在{list}清单里加|往{list}列表加]{title}，[截止|到期]{on}{priority}",
        "待办：{title}，清单{list}，{on}前完成{priority}",
    ),
    zh_held=("{on}之前要搞定{title}，记在{list}清单{priority}",),
    zh_wide=(
        "{list}清单：{title}，{on}[之前|截止]{priority}",
        "我[得|要]在{on}前完成{title}，[写到|放进]{list}清单里{priority}",
        "能不能[建一个|加一条]待办{title}，放{list}清单，日期{on}{priority}？",
        "![新建|添加]待办事项{title}，[列表|清单]是{list}，[期限|到期日]{on}{priority}",
    ),
)


@family(split="train", behaviour="grounding", domains=NOTES, languages=("en", "en", "zh"))
def todo_with_a_date(draw: Draw) -> Draft:
    """A to-do with its list, its date and sometimes its weight."""
    title, day = draw.title(), draw.day(1, 20).isoformat()
    listed = (
        draw.pick(entities.FOLDER_NAMES) if draw.language == "en" else draw.choice(("家务", "购物", "学习", "出差", "装修"))
    )
    high = draw.chance(0.4)
    said = draw.tongue(
        draw.choice((", high priority", ", it is important", ", urgent")), draw.choice(("，很重要", "，优先级高"))
    )

    def witness(play: Play) -> None:
        play.call(
            "manage_todo", why=f"{title} by {day}.", action="create", title=title, listName=listed, dueDate=day,
            priority="high" if high else None,
        )  # fmt: skip
        play.finish(draw.tongue(f"{title} is on the {listed} list.", f"“{title}”已加入{listed}清单。"))

    request = draw.say(TODO, title=title, list=listed, on=draw.say_date(day), priority=said if high else "")
    return Draft(request, witness)


PASTE = Wording(
    train=(
        "![make|create] a to-do [from|out of] what I copied",
        "[what I copied|the copied text] [should become|goes on the list as] a to-do",
        "![put|write] [the text in the clipboard|what is in the clipboard|the copied text] on my to-do list",
        "[I copied something|There is something in the clipboard], make [that|it] a to-do",
    ),
    held=(
        "the words I just copied are a task of mine, list them",
        "!turn the content of the clipboard into something to do",
    ),
    wide=(
        "I've just copied [something|a line], [could you add it|please add it] to my to-dos",
        "new to-do: [whatever I copied|see clipboard|paste what I copied]",
        "!paste what [I copied|is on the clipboard] [into my to-dos|as a new to-do]",
        "could you [look at|read] my clipboard and [create|add] a to-do with [that text|exactly that]?",
        "so that I don't lose [it|what I copied], [save|keep] the copied text as a [to-do|task]",
        "clipboard [->|=] to-do[| list]",
        "there is a task [waiting in|on] the clipboard, [please add|add] it to my to-do list",
        "!take the [last thing I copied|clipboard text] and [add|make] a task [of it|out of it]",
        "I [want|need] a task with the [text|words] I copied[ just now|]",
    ),
)


@family(split="train", behaviour="conditional", domains=NOTES, difficulty=2)
def todo_from_the_clipboard(draw: Draw) -> Draft:
    """The text must be read before it can be used."""
    rows, text = Rows(draw), draw.phrase()
    rows.put("clipboard", "main", text=text, history=[draw.phrase()])

    def witness(play: Play) -> None:
        found = play.call("manage_clipboard", why="See what was copied.", action="read")
        play.call("manage_todo", why="The copied text is the to-do.", action="create", title=found["text"])
        play.finish(f'"{found["text"]}" is on the to-do list.')

    return Draft(draw.say(PASTE), witness, patches=rows.patches)


UNITS = (
    ("length", "mile", "miles", "kilometres", "1.609344"),
    ("length", "inch", "inches", "centimetres", "2.54"),
    ("length", "yard", "yards", "metres", "0.9144"),
    ("length", "foot", "feet", "metres", "0.3048"),
    ("length", "nautical mile", "nautical miles", "kilometres", "1.852"),
    ("energy", "kilocalorie", "kilocalories", "kilojoules", "4.184"),
)
MENTION = (
    "I'm having lunch with {name} today.",
    "{name} is visiting me soon.",
    "I was on the phone with {name} this morning.",
)
REPLY = "That sounds nice."
CONVERT = Wording(
    train=(
        "[how many|how much in] {targets} [is|are] {value} {sources}? [Text|Send] the exact [result|number] to the "
        "person I [mentioned|told you about]. (1 {source} = {factor} {targets})",
        "![convert|turn] {value} {sources} [into|to] {targets}, at {factor} [per|to the] {source}, and [text|send] the "
        "exact [result|number] to the friend I [mentioned|named]",
        "{value} {sources} in {targets}, please (a {source} is {factor}), and the exact [result|number] by text to "
        "[the one|the person] I spoke of",
        "the one I [told you about|mentioned] asks what {value} {sources} are in {targets}; [send|text] the exact "
        "[number|result]. One {source} makes {factor}",
    ),
    held=(
        "my friend from before wants to know how many {targets} make {value} {sources}, one {source} being {factor}; "
        "text the exact number",
        "!work out {value} {sources} as {targets} (one {source}: {factor}) and let the person I talked about have the "
        "exact number by text",
    ),
    wide=(
        "could you [convert|change] {value} {sources} to {targets} and [text|message] the exact [result|number] to "
        "the [person|friend] I [talked about|mentioned earlier]? [It's|There are] {factor} {targets} to a {source}",
        "the [person|one] I [mentioned|named] [needs|is waiting for] the exact number of {targets} in {value} "
        "{sources} by text. [Just so you know|For reference], a {source} is {factor} {targets}",
        "{value} {sources} to {targets}, 1 {source} [is|=] {factor}. [Exact result|The exact number] by text to "
        "the [person|friend] I mentioned",
        "!work out what {value} {sources} [are|make] in {targets} (each {source} is {factor}) and [message|text] "
        "the exact [number|figure] to the person I [was talking about|brought up]",
        "I [promised|owe] the person I mentioned a text with {value} {sources} in {targets}, the exact number. "
        "[Reckon with|Use] {factor} {targets} [per|for a] {source}",
        "[first|to begin with], {value} {sources} in {targets} ({factor} for one {source}); [then|after that] text "
        "that number, [exact|exactly as it is], to the person I [mentioned|told you of]",
        "[please text|I want you to text] the exact amount of {targets} in {value} {sources} to the person I "
        "mentioned [before|a moment ago], where one {source} is {factor} {targets}",
        "one {source} is {factor} {targets}. [So how|How] many {targets} in {value} {sources}, exactly? "
        "[Text|Message] it to the [person|friend] I mentioned",
    ),
)


@family(split="train", behaviour="boundary", domains=("Utilities & Productivity", "Calls & Communication"), difficulty=3)
def conversion_for_a_friend(draw: Draw) -> Draft:
    """The converter may be out of order: then the calculator does it, and the result goes to whom was named turns ago."""
    rows, name = Rows(draw), draw.person()
    rows.contact(name)
    rows.contact(draw.person())
    category, source, sources, targets, factor = draw.choice(UNITS)
    value, broken = draw.integer(3, 95), draw.chance(0.65)
    history = [
        PastTurn(role="user", text=draw.choice(MENTION).format(name=name)),
        PastTurn(role="assistant", text=REPLY),
        *small_talk(draw, 1),
    ]
    results: list[str] = []

    def witness(play: Play) -> None:
        arguments: dict[str, Any] = {"category": category, "fromUnit": sources, "toUnit": targets, "value": value}
        answer: Any = play.call("convert_unit", why=f"{value} {sources} to {targets}.", fails=broken, **arguments)
        if broken:
            play.call("convert_unit", why="Try it once more.", fails=True, **arguments)
            why = "The converter does not work; the calculator can."
            answer = play.call("calculate", why=why, expression=f"{value} * {factor}")
        result = f"{answer['result']}"
        results.append(result)
        why = f"{name} is the one who was mentioned."
        play.call("send_message", why=why, text=f"{result} {targets}", contactName=name)
        play.finish(f"{value} {sources} are {result} {targets}; {name} has it.")

    request = draw.say(CONVERT, value=value, source=source, sources=sources,
                       targets=targets, factor=factor)  # fmt: skip
    friction = [Friction(kind="obfuscated_reference", params={"note": name})]
    if broken:
        friction.append(Friction(kind="broken_tool", params={"tool": "convert_unit", "substitute": "calculate"}))
    return Draft(
        request, witness, patches=rows.patches, history=history, friction=friction, free={"messages/text": results},
        offer=("convert_unit", "calculate"),
    )  # fmt: skip


EXCHANGE = Wording(
    train=(
        "[how much|what] is {amount} {source} in {target}?",
        "![convert|change] {amount} {source} [to|into] {target}",
        "{amount} {source} in {target}[, please tell me|?]",
        "[I have|I got] {amount} {source}, [what is that|how much is that] in {target}?",
    ),
    held=(
        "what would I get in {target} for {amount} {source}?",
        "!tell me the worth of {amount} {source}, expressed in {target}",
    ),
    wide=(
        "could you [work out|check] what {amount} {source} [is|comes to] in {target}?",
        "{amount} {source} [to|->] {target}",
        "!work out {amount} {source} in {target}[ for me|]",
        "I [need|want] to know how much {target} [I get for|equals] {amount} {source}",
        "they [charge|want] {amount} {source}, how [many|much] {target} [is that|would that be]?",
        "so that I can [compare|decide], [give me|tell me] {amount} {source} as {target}",
        "if I [changed|exchanged] {amount} {source}, how [much|many] {target} would [that be|come out]?",
        "{source} {amount}, [how much in|what's that in] {target}?",
        "[price says|it costs] {amount} {source}. In {target} [that's how much|it would be what]?",
    ),
)
CURRENCIES = ("USD", "EUR", "GBP", "CNY", "JPY", "INR", "CHF", "AUD", "CAD", "SEK")


@family(split="train", behaviour="boundary", domains=NOTES, difficulty=2)
def currency_at_the_second_try(draw: Draw) -> Draft:
    """The service may not answer at first; trying again helps."""
    source, target = draw.rng.sample(CURRENCIES, 2)
    amount, fails = draw.integer(3, 950), draw.chance(0.7)
    spoken: list[str] = []

    def witness(play: Play) -> None:
        arguments: dict[str, Any] = {"amount": amount, "fromCurrency": source, "toCurrency": target}
        answer: Any = play.call("convert_currency", why=f"{amount} {source} to {target}.", fails=fails, **arguments)
        if fails:
            answer = play.call("convert_currency", why="The service did not answer; try again.", **arguments)
        result = answer["result"]
        spoken.extend(dict.fromkeys((f"{result}", f"{result:,}", f"{result:.2f}", f"{result:,.2f}")))
        play.finish(f"{amount} {source} are {result} {target}.")

    friction = [Friction(kind="runtime_error", params={"tool": "convert_currency", "first": 1})] if fails else []
    return Draft(
        draw.say(EXCHANGE, amount=amount, source=source, target=target), witness, check="calls",
        reads=["convert_currency"], says=[spoken], friction=friction,
    )  # fmt: skip


LAST_NOTE = Wording(
    train=(
        "![save|write|keep] a note {title}: '{content}', [then|and after that] [turn|switch] the phone off",
        "[turn|switch] the phone off, but [first|before that] [save|keep] a note {title}: {content}",
        "note {title}: {content}. [After that|Then] power off",
        "[I'm going to sleep|The day is over]: keep '{content}' as the note {title}, then [turn off|shut down]",
    ),
    held=(
        "the phone may go off as soon as the note {title} says {content}",
        "shut everything down, not without having written '{content}' in a note called {title}",
    ),
    wide=(
        "!power down the phone, [but not before|only after] [saving|you saved] '{content}' in a note {title}",
        "[make|create] a note called {title} with '{content}' and [once|as soon as] that's [saved|done], [turn the "
        "phone off|power off]",
        "could you note '{content}' under {title} and [then|after it] [power the phone off|shut the phone down]?",
        "I'm [off to bed|done for today], so [power off|switch the phone off] after you [wrote|put] '{content}' in "
        "a note {title}",
        "[two things|last things for today]: a note {title} that says '{content}', and then the phone [goes off|off]",
        "so that I remember it, [write|put] '{content}' into a note {title}; [after that|then] [power down|turn "
        "off the phone]",
        "phone off[ please|], but a note first, {title}: {content}",
        "before the phone is [turned|switched] off I [need|want] a note {title}[, saying|:] {content}",
        "{title} as a [new |]note: '{content}'. [When that's saved|Once you have it], [shut down the phone|turn the "
        "phone off]",
    ),
)


@family(split="train", behaviour="conditional", domains=("Utilities & Productivity", "Apps & Storage"), difficulty=2)
def note_before_power_off(draw: Draw) -> Draft:
    """What must be saved is saved before the call after which nothing works."""
    title, content = draw.title(), draw.phrase()

    def witness(play: Play) -> None:
        why = "The note comes first: after power off nothing works."
        play.call("manage_note", why=why, action="create", title=title, content=content)
        play.call("control_power", why="The note is saved.", action="power_off")
        play.finish(f"The note {title} is saved and the phone is off.")

    return Draft(
        draw.say(LAST_NOTE, title=title, content=content), witness, free={"notes/content": [content]},
        order=[("manage_note(action=create)", "control_power(action=power_off)")],
    )  # fmt: skip


LAST_TEXT = Wording(
    held=(
        'restart the phone, [but|only] before that text {name} "{text}"',
        'a restart is due; {name} must have the text "{text}" [by then|before it happens]',
        '![reboot|restart] once "{text}" has gone out to {name}',
        'text {name} "{text}" and [afterwards|then] [reboot|restart]',
        'first "{text}" to {name}, then a restart',
        'the phone is acting up again and I have to restart it. Before you do that, text {name} "{text}"',
        '!restart the phone, no, wait, first text {name} "{text}", then restart it',
    ),
)


@family(split="test", behaviour="conditional", domains=("Calls & Communication", "Apps & Storage"), difficulty=2)
def text_before_restart(draw: Draw) -> Draft:
    """A neighbour of the note before power off."""
    rows, name, text = Rows(draw), draw.person(), draw.phrase()
    rows.contact(name)

    def witness(play: Play) -> None:
        play.call("send_message", why="The text comes before the restart.", text=text, contactName=name)
        play.call("control_power", why="The text is out.", action="reboot")
        play.finish(f"{name} has the text and the phone restarts.")

    return Draft(
        draw.say(LAST_TEXT, name=name, text=text), witness, patches=rows.patches, free={"messages/text": [text]},
        order=[("send_message", "control_power(action=reboot)")], allowed=["device/power/*"],
    )  # fmt: skip


SPENT = Wording(
    train=(
        "[I spent|I paid] {amount} [at the|in the] {shop}, [log|book|record] it [as|under] {category}",
        "![log|record|note] an expense of {amount} for {category}, {shop}",
        "{amount}, {shop}, {category}: [log it|into the expenses]",
        "[expense|spent]: {amount} ({category}), {shop}",
    ),
    held=(
        "{amount} went to the {shop} and counts as {category} in my books",
        "!enter {amount} among my costs for {category}, described as {shop}",
    ),
    wide=(
        "{amount} for {category} at the {shop}[, please log that|, put it in my expenses]",
        "could you add {amount} to my [expenses|spending][?|, please?] [It's for|Category] {category}, [spent at "
        "the|from the] {shop}",
        "[just paid|just spent] {amount} at the {shop}, [category|that's] {category}",
        "!add {amount} to my [spending|expenses]: {category}, {shop}",
        "[the|my] {shop} [cost|took] {amount}, [file|track] it under {category}",
        "I [want|need] {amount} [tracked|booked] as {category}, [description|with the note] {shop}",
        "{category} expense: {amount}, [at the |]{shop}",
        "so that my [books|expenses] are right, [enter|add] {amount} for {category}, [the place was the|from the] {shop}",
        "I was at the {shop} and [left|paid] {amount} there, [that is|put it down as] {category}",
    ),
)


@family(split="train", behaviour="boundary", domains=NOTES, difficulty=2)
def expense_into_a_locked_book(draw: Draw) -> Draft:
    """Another writer may hold the database; trying again helps, and nothing may be logged twice."""
    amount, shop = draw.integer(300, 9900) / 100, draw.pick(entities.SHOPS)
    category = draw.choice(("food", "transport", "shopping", "bills", "health", "fun"))
    locked = draw.chance(0.65)

    def witness(play: Play) -> None:
        arguments: dict[str, Any] = {"action": "add", "amount": amount, "category": category, "description": shop}
        play.call("manage_expense", why=f"{amount} for {category}.", fails=locked, **arguments)
        if locked:
            play.call("manage_expense", why="The database was locked and nothing was written; try again.", **arguments)
        play.finish(f"{amount} for {category} is logged.")

    friction = [Friction(kind="database_conflict", params={"tool": "manage_expense"})] if locked else []
    request = draw.say(SPENT, amount=amount, shop=shop, category=category)
    return Draft(request, witness, friction=friction, free={"expenses/description": [shop]})


CHECKED = Wording(
    train=(
        "![add {title} to|put {title} on] my {list} list and [check|make sure] that it is [really|actually] there",
        "{title} on the {list} list, [then look whether it was saved|and look again whether it arrived]",
        "[I need|I want] {title} on the {list} list; [the app loses things|it got lost before], so [look|check] afterwards",
        "![save|note] {title} in the {list} list, [and verify|and read it back]",
    ),
    held=(
        "my {list} list has to hold {title}, and I want you to have seen it there",
        "do not trust the app: enter {title} under {list}, then see with your own eyes that it stands there",
    ),
    wide=(
        "could you [put|get] {title} [on|onto] the {list} list and then [look at the list|read the list] [to see "
        "that it's there|to make sure]?",
        "!enter {title} in {list} and [confirm|double-check] that it [got saved|is on the list]",
        "{title} -> {list} list, then [double check|check it's there]",
        "please add {title} to {list}[. My lists|, my lists] sometimes [drop|swallow] things, so [look|check] that "
        "it stayed",
        "I [must|need to] be sure that {title} is [on|in] my {list} list: [add it|put it there] and [look at|read] "
        "the list again",
        "so that nothing [gets lost|is missing], add {title} to {list} and [then verify|afterwards check] the [entry|list]",
        "new to-do for {list}: {title}. [Check|See] afterwards whether it [is in there|was really saved]",
        "{list} [needs|should get] the item {title}, and [have another look|look again] to be sure it [was saved|is there]",
        "last time a to-do [vanished|disappeared]. [Add|Put] {title} [to|on] {list} and check [the list "
        "afterwards|that it stays]",
    ),
)


@family(split="train", behaviour="boundary", domains=NOTES, difficulty=3)
def todo_that_really_arrived(draw: Draw) -> Draft:
    """The first write may be lost although the tool says ok; only reading back tells."""
    title, listed, lost = draw.title(), draw.pick(entities.FOLDER_NAMES), draw.chance(0.6)

    def witness(play: Play) -> None:
        play.call("manage_todo", why=f"{title} goes on {listed}.", action="create", title=title, listName=listed)
        found = play.call("manage_todo", why="Check that it is there.", action="list", listName=listed)
        if not any(todo["title"] == title for todo in found["todos"]):
            play.call("manage_todo", why="It is not there; add it again.", action="create", title=title, listName=listed)
            play.call("manage_todo", why="Check once more.", action="list", listName=listed)
        play.finish(f"{title} is on the {listed} list; I checked.")

    friction = [Friction(kind="dropped_write", params={"tool": "manage_todo", "first": 1})] if lost else []
    return Draft(draw.say(CHECKED, title=title, list=listed), witness, friction=friction)


DELETE = Wording(
    train=(
        "![delete|remove|throw away] the {topic} note",
        "[I don't need|no need for] the {topic} note [any more|any longer], [delete|remove] it",
        "the note about {topic} [can go|can be deleted|should go]",
        "{topic} note: [delete|remove] it",
    ),
    held=("get rid of what I wrote down about {topic}", "the {topic} note has served its purpose, away with it"),
    wide=(
        "could you [bin|delete|trash] my note [on|about] {topic}?",
        "!erase [my|the] note about {topic}",
        "I [want|would like] the {topic} note [gone|deleted]",
        "the {topic} note is [out of date|useless now|finished], [please delete it|bin it]",
        "I'm [tidying up|cleaning up] my notes, [so remove|please delete] the one about {topic}",
        "{topic} note[: bin it| can be binned|, out with it]",
        "there is a note about {topic} [that I don't want|I no longer use], [take|please take] it out",
        "to [make room|tidy up], [erase|drop] the {topic} note",
        "do I still have a note on {topic}? [Delete it then|If so, remove it]",
    ),
    zh_train=("![删掉|删除]{topic}的笔记", "{topic}那条笔记[不要了|没用了]，[删掉|删了]吧"),
    zh_held=("关于{topic}记的东西可以扔了",),
    zh_wide=(
        "我不[要|需要]{topic}的笔记了，[清掉|删了]吧",
        "能不能把{topic}[那条|的]笔记删[了|掉]？",
        "{topic}的笔记[过时了|用完了]，[请删除|帮忙删掉]",
        "!把关于{topic}的笔记[清除|删除掉]",
    ),
)


@family(split="train", behaviour="boundary", domains=NOTES, difficulty=2, languages=("en", "en", "zh"))
def note_to_delete(draw: Draw) -> Draft:
    """The note may not exist: then nothing else is deleted in its place."""
    rows, there = Rows(draw), draw.chance(0.6)
    topic, title = topic_and_title(draw)
    if there:
        rows.note(title, draw.phrase())
    for _ in range(2):
        rows.note(draw.title(), draw.phrase())

    def witness(play: Play) -> None:
        found = play.call("search_notes", why=f"Find the {topic} note.", query=topic)
        if not found["total"]:
            answer = draw.tongue(
                f"There is no note about {topic}, so nothing was deleted.", f"没有关于{topic}的笔记，什么都没删。"
            )
            play.refuse(answer, why=f"No note is about {topic}.")
            return
        key = next(note["id"] for note in found["notes"] if note["title"] == title)
        play.call("manage_note", why=f"{key} is {title}.", action="delete", noteId=key)
        play.finish(draw.tongue(f"The note {title} is deleted.", f"笔记“{title}”已删除。"))

    request = draw.say(DELETE, topic=topic)
    if there:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", says=[(topic,)], reads=["search_notes"], free={"search_notes.query": []},
        patches=rows.patches, friction=[Friction(kind="unsolvable", params={"note": "no such note"})],
    )  # fmt: skip


NOT_THAT = Wording(
    held=(
        "{first} and {wrong} on my {list} list[, no, not {wrong} but {right}|, sorry, {right} instead of {wrong}]",
        "![add {first} and {wrong} to|put {first} and {wrong} on] the {list} list; [oh, not {wrong}, it is {right}|scratch {wrong}, {right}]",
        "my {list} list needs {first} and then {wrong}, I mean {right}",
        "two things for the {list} list, {wrong}... wait, {right}, and also {first}",
        "{list} list: {first} and {wrong}, correction, not {wrong} but {right}",
        "before I forget, {first} and {wrong} have to go on my {list} list. Oh no, not {wrong}, I meant {right}.",
    ),
)


@family(split="dev", behaviour="revision", domains=NOTES, difficulty=2)
def list_corrected_in_mid_sentence(draw: Draw) -> Draft:
    """One of two things is taken back before the sentence ends."""
    listed = draw.pick(entities.FOLDER_NAMES)
    first, wrong, right = draw.groceries(3, 3)

    def witness(play: Play) -> None:
        play.calls(
            *(("manage_todo", {"action": "create", "title": thing, "listName": listed}) for thing in (first, right)),
            why=f"{right} replaces {wrong}.",
        )
        play.finish(f"{first} and {right} are on the {listed} list.")

    return Draft(draw.say(NOT_THAT, list=listed, first=first, wrong=wrong, right=right), witness)


PLAIN_TODO = Wording(
    held=(
        "![add {title} to|put {title} on] the {list} list",
        "{title} belongs on the {list} list",
        "the {list} list needs {title}",
        "!note {title} as a to-do under {list}",
        "{list} list: {title}",
        "I keep forgetting about {title}, so put it on my {list} list, would you?",
        "!remind me of {title}, no, just put it on the {list} list",
    ),
)
REFILE = Wording(
    held=(
        "[better|rather] on the {list} list, [please|if you can]",
        "[hm, |no, |wait, ][that belongs|move it] to the {list} list",
        "I would rather see it under {list}",
        "[sorry|wait], I meant the {list} list",
        "put it under {list} instead",
    ),
)


@family(split="test", behaviour="revision", domains=NOTES, difficulty=2)
def todo_filed_elsewhere_afterwards(draw: Draw) -> Draft:
    """After the work is reported the same to-do changes its list; no second one is made."""
    title, lists = draw.title(), [draw.pick(entities.FOLDER_NAMES) for _ in range(2)]

    def witness(play: Play) -> None:
        made = play.call("manage_todo", why=f"{title} on {lists[0]}.", action="create", title=title, listName=lists[0])
        play.finish(f"{title} is on the {lists[0]} list.")
        why = f"The same to-do moves to {lists[1]}."
        play.call("manage_todo", why=why, action="update", todoId=made["todoId"], listName=lists[1])
        play.finish(f"{title} is on the {lists[1]} list now.")

    words = draw.say(REFILE, bare=True, list=lists[1])
    return Draft(
        draw.say(PLAIN_TODO, title=title, list=lists[0]), witness,
        followups=[FollowUp(after="finish", text=words[0].upper() + words[1:])],
    )  # fmt: skip


SUM = Wording(
    held=(
        "![text|write] {name} [how much|what] I spent on {category} this month, [just|only] the number",
        "{name} wants to know the sum of my {category} expenses this month; [send|text] the number",
        "!add up my {category} costs of this month and let {name} know the sum by text",
        "what did {category} cost me this month? Text the sum to {name}",
        "this month's {category} total to {name}, as a text, only the number",
        "{name} does our budget and is waiting for me. Send over by text what I spent on {category} this month, nothing but the sum.",
        "!tell me, no, text {name} what I spent on {category} this month, just the sum",
    ),
)


@family(split="test", behaviour="conditional", domains=("Utilities & Productivity", "Calls & Communication"), difficulty=2)
def monthly_sum_for_someone(draw: Draw) -> Draft:
    """A number that only the expense log knows goes to a contact."""
    rows, name = Rows(draw), draw.person()
    rows.contact(name)
    category, other = draw.rng.sample(("food", "transport", "shopping", "bills", "health", "fun"), 2)
    month = draw.today.isoformat()[:8]
    for kind in (category, category, other):
        rows.add(
            "expenses", "ex", amount=draw.integer(250, 8000) / 100, category=kind, description=draw.pick(entities.SHOPS),
            date=f"{month}01", created=rows.now - 90_000,
        )  # fmt: skip
    totals: list[str] = []

    def witness(play: Play) -> None:
        why = f"Add up {category} of this month."
        found = play.call("manage_expense", why=why, action="summary", category=category)
        total = f"{found['sum']}"
        totals.append(total)
        play.call("send_message", why=f"The sum is {total}.", text=total, contactName=name)
        play.finish(f"{name} knows that it was {total}.")

    request = draw.say(SUM, name=name, category=category)
    return Draft(request, witness, patches=rows.patches, free={"messages/text": totals})


WITH_CHANGED_NOTE = Wording(
    held=(
        "![add|append] '{content}' to the {topic} note",
        "the {topic} note still lacks {content}",
        "'{content}', that should be added to what I noted about {topic}",
        "!extend the note about {topic} by {content}",
        "{topic} note, add: {content}",
        "I've just thought of something else for my {topic} note. Add '{content}' at the end.",
        "!make a note, no, wait, there is one about {topic}, so add '{content}' to that",
    ),
)


@family(split="test", behaviour="boundary", domains=NOTES, difficulty=4)
def note_that_changed_meanwhile(draw: Draw) -> Draft:
    """Between looking and writing the note gets another id; a second look finds it."""
    rows, content, text = Rows(draw), draw.phrase(), draw.phrase()
    topic, title = topic_and_title(draw)
    key, fresh = rows.note(title, text), draw.row_id("no")
    row = {**(rows.patches[-1].fields or {}), "id": fresh}
    rows.note(draw.title(), draw.phrase())
    mutation = [{"table": "notes", "key": key, "fields": None}, {"table": "notes", "key": fresh, "fields": row}]

    def witness(play: Play) -> None:
        def find() -> str:
            found = play.call("search_notes", why=f"Find the note about {topic}.", query=topic)
            return str(next(note["id"] for note in found["notes"] if note["title"] == title))

        play.call("manage_note", why="Extend it.", fails=True, action="append", noteId=find(), content=content)
        play.call("manage_note", why="The id had changed.", action="append", noteId=find(), content=content)
        play.finish(f"The note {title} is longer now.")

    return Draft(
        draw.say(WITH_CHANGED_NOTE, topic=topic, content=content), witness, patches=rows.patches,
        free={"notes/content": [text, content]},
        friction=[Friction(kind="state_mutation", params={"tool": "search_notes", "nth": 1, "patches": mutation})],
    )  # fmt: skip
