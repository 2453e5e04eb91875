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
    zh_train=("![新建|记]一条笔记，标题{title}，内容{content}", "笔记{title}：{content}"),
    zh_held=("把{content}写下来，笔记名就叫{title}",),
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
    zh_train=("![在{topic}的笔记里|往{topic}笔记里][加上|补一句]：{content}", "{topic}那条笔记[再加|补上]{content}"),
    zh_held=("{topic}的笔记还少一句：{content}",),
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
    zh_train=(
        "![在{list}清单里加|往{list}列表加]{title}，[截止|到期]{on}{priority}",
        "待办：{title}，清单{list}，{on}前完成{priority}",
    ),
    zh_held=("{on}之前要搞定{title}，记在{list}清单{priority}",),
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
    zh_train=("![删掉|删除]{topic}的笔记", "{topic}那条笔记[不要了|没用了]，[删掉|删了]吧"),
    zh_held=("关于{topic}记的东西可以扔了",),
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
