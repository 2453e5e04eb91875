"""Wishes about notes, to-dos, expenses and the clipboard."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from bench.scenario import Play
from harness.contract import Behaviour, Json

from ..clauses import Clause
from ..values import Value, find_values
from ..world import Unfit, World
from .registry import Step, plan, the_one
from .settings import count_words

_NOTE_WORDS = (
    "note notes create make write new add start save take down named called titled title name file document text following with content contents the memo jot "
    "update edit change by adding append put put into existing before top end bottom beginning line lines blank along it "
    "笔记 备忘录 便签 新建 创建 写 记 记下 记录 标题 名为 名字 内容 添加 加 一条 修改 编辑 更新"
)
_NOTE = r"\b(?:notes?|memo)\b|笔记|备忘录|便签"
_NAMED = r"\b(?:named|called|titled|with the (?:title|name)|title(?: is)?|name(?: is)?|headed)\b|名为|标题(?:是|为)?|名字(?:是|叫)?|叫做?|题为"
_CONTENT = r"\b(?:with (?:the )?(?:following )?(?:text|content|contents|words|message)|(?:and )?(?:the )?(?:text|content)(?: is)?|saying|that says|which says)\b(?! of)|内容(?:是|为)?|写上|写着"
NoteRow = dict[str, Any]


@plan(cue=_NOTE, words=_NOTE_WORDS + " paste perform operation in paste clipboard from what i copied 粘贴 剪贴板")
def new_note(clause: Clause, world: World) -> Step | None:
    """A note with a title, a text, or both; the text may be what was copied."""
    if clause.has(
        r"\b(?:delete|remove|merge|combine|move|rename|share|append|update|edit|change|pin|existing|folder|transcri\w+)\b|删除|合并|修改|分享"
    ):
        return None
    if not clause.has(r"\b(?:create|make|write|new|start|take|save a|add a|jot)\b|新建|创建|写|记|添加"):
        return None
    pasted = bool(clause.take(r"\bpaste(?: operation)?\b|\b(?:from |what is on |the )*clipboard\b|粘贴|剪贴板"))
    title = clause.name_after(_NAMED)
    text = (
        None if pasted else clause.text_after(_CONTENT) or clause.text_after(r"(?<=\x00)\s*[:：]|(?<=note)\s*:|笔记\s*[:：]")
    )
    text = text or clause.value("text")
    clause.weak_app()
    if not (title or text or pasted):
        raise Unfit("incomplete", "says neither title nor text of the note")
    if any(str(row["title"]).casefold() == str(title).casefold() for row in world.table("notes").values()):
        raise Unfit("missing_entity", f"a note called {title} is on this phone already")
    if pasted and world.table("clipboard")["main"]["text"] is None:
        world.arrange("manage_clipboard", action="copy", text=world.draw.phrase())
    written: list[str] = []
    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        content = text
        if pasted:
            content = play.call("manage_clipboard", why="See what was copied.", action="read")["text"]
        written.append(content or "")
        key = play.call("manage_note", why="A new note.", action="create", title=title, content=content)["noteId"]
        if content:
            free[f"notes/{key}/content"] = [content]
        if title is None:
            free[f"notes/{key}/title"] = []
        return world.say("The note is saved.", "笔记已保存。")

    world.new_note = lambda: written[0]
    return Step(act, free=free, behaviour=Behaviour.CONDITIONAL if pasted else Behaviour.GROUNDING)


def _named_note(clause: Clause, world: World) -> str | None:
    known = clause.known_name(world.names("notes", "title"))
    clause.app_before(r"notes?")
    return (
        known
        or clause.name_after(_NAMED)
        or clause.name_after(r"\bcontents? of(?: the| my)?(?: note)?\b")
        or clause.name_after(r"\bnote (?=\w)(?!(?:in|by|to|with|from|the|and|on|at)\b)|笔记")
        or clause.name_after(r"\b(?:edit|update|delete|remove|erase)(?: the| my)?\b", stop=r"\s+note\b")
        or clause.name_after(r"\b(?:to|of)(?: the| my)?\b", stop=r"\s+note\b")
    )


@plan(
    cue=_NOTE + r"|\bmarkdown\b",
    words=_NOTE_WORDS
    + " delete remove erase all every newest latest last most recent ever made 删除 删掉 清空 所有 全部 最新 最近",
)
def deleted_note(clause: Clause, world: World) -> Step | None:
    """One note by its title, the newest, or all."""
    if not clause.take(r"\b(?:delete|remove|erase)\b|删除|删掉|清空"):
        return None
    every = bool(clause.take(r"\b(?:all|every)\b|所有|全部"))
    newest = bool(clause.take(r"\b(?:newest|latest|last|most recent)\b|最新|最近|最后"))
    title = None if every or newest else _named_note(clause, world)
    clause.weak_app()
    if title is not None:
        world.item("notes", "note", "title", title)
        return Step(_delete(world, title), behaviour=Behaviour.REFERENCE)
    rows = list(world.table("notes").values())
    if every and len(rows) > 12:
        raise Unfit("missing_entity", f"this phone has {len(rows)} notes, more than one episode can delete")
    if newest and any(row["pinned"] for row in rows):
        raise Unfit(
            "missing_tool", "notes are listed pinned ones first, without their times: no tool says which is the newest"
        )
    if not (every or newest):
        return None

    def act(play: Play) -> str:
        found = play.call("search_notes", why="See the notes.", maxResults=20)["notes"]
        for item in found if every else found[:1]:
            play.call("manage_note", why=f"{item['title']} goes.", action="delete", noteId=item["id"])
        return world.say("Deleted.", "已删除。")

    return Step(act, behaviour=Behaviour.REFERENCE)


def _delete(world: World, title: str) -> Callable[[Play], str]:
    def act(play: Play) -> str:
        play.call("manage_note", why=f"{title} is the title.", action="delete", noteId=_find(play, title))
        return world.say(f"The note {title} is deleted.", f"笔记“{title}”已删除。")

    return act


def _find(play: Play, title: str) -> str:
    found = play.call("search_notes", why=f"Find the note {title}.", query=title)["notes"]
    return str(the_one(found, "note", title=title)["id"])


@plan(
    cue=_NOTE + r"|\b(?:content of|edit|update|append)\b",
    words=_NOTE_WORDS + " to too also at of as replace overwrite rewrite 改成 改为 末尾 开头 补充 追加",
)
def changed_note(clause: Clause, world: World) -> Step | None:
    """A note that gets a new text, or another line at its top or its end."""
    if clause.has(r"\b(?:delete|remove|create|move|rename|merge|new note|event|contact|alarm)\b|删除|新建|创建|合并"):
        return None
    if not clause.has(r"\b(?:edit|update|change|add|append|put|write|replace|overwrite)\b|修改|编辑|更新|改|补|加|写"):
        return None
    if clause.app is None and not clause.has(_NOTE + r"|\bcontents? of\b"):
        return None  # much else can be edited and updated
    blank = bool(clause.take(r"\balong with (?:a|one) (?:new )?blank line\b|\bblank line\b"))
    top = bool(
        clause.take(
            r"\b(?:(?:to|at) the (?:very )?(?:top|beginning|start)(?: of (?:the|my|that) note)?|before (?:the|its) existing (?:content|text))\b|开头"
        )
    )
    end = bool(
        clause.take(r"\b(?:(?:to|at) the (?:very )?(?:end|bottom)(?: of (?:the|my|that) note)?|as a new line)\b|末尾|最后")
    )
    whole = bool(clause.has(r"\b(?:change|update|replace|overwrite|set) (?:the )?(?:content|text)s? of\b|改成|改为"))
    text = clause.value("text") if not clause.has(_NAMED) else None
    title = _named_note(clause, world)
    text = (
        text
        or clause.value("text")
        or clause.text_after(r"\b(?:following text|text|by adding|add|append)\b(?! the)(?=\s*[:\w])|补上|加上")
    )
    clause.weak_app()
    text = text or clause.leftover(_NOTE_WORDS, bare=True)
    if title is None:
        return None
    if not text:
        raise Unfit("incomplete", "does not say what the note shall hold")
    row = world.item("notes", "note", "title", title)
    if whole and not (top or end):
        return Step(_rewrite(world, title, text))
    free = {f"notes/{row['id']}/content": [text, row["content"]]}
    if top:
        return Step(_put_on_top(world, title, text, blank), free={} if blank else free, behaviour=Behaviour.REFERENCE)

    def act(play: Play) -> str:
        play.call("manage_note", why="Another line.", action="append", noteId=_find(play, title), content=text)
        return world.say(f"The note {title} is longer now.", f"已补充到笔记“{title}”。")

    return Step(act, free=free, behaviour=Behaviour.REFERENCE)


def _rewrite(world: World, title: str, text: str) -> Callable[[Play], str]:
    def act(play: Play) -> str:
        play.call("manage_note", why="The text is replaced.", action="update", noteId=_find(play, title), content=text)
        return world.say(f"The note {title} has the new text.", f"笔记“{title}”已更新。")

    return act


def _put_on_top(world: World, title: str, text: str, blank: bool) -> Callable[[Play], str]:
    def act(play: Play) -> str:
        key = _find(play, title)
        old = play.call("manage_note", why="What stands there stays.", action="read", noteId=key)["content"]
        content = text + ("\n\n" if blank else "\n") + old
        play.call("manage_note", why="The new words come first.", action="update", noteId=key, content=content)
        return world.say(f"The note {title} begins with that now.", f"已加到笔记“{title}”开头。")

    return act


@plan(
    cue=r"\b(?:merge|combine|join)\b|合并",
    words=_NOTE_WORDS
    + " merge combine join contents content of into in same order each between and one single 合并 成 按 顺序",
)
def merged_notes(clause: Clause, world: World) -> Step | None:
    """Several notes in one new note, in the order that they are named."""
    if not clause.take(r"\b(?:merge|combine|join)\b|合并"):
        return None
    target = clause.name_after(
        r"\binto a (?:new )?(?:\w+ )?note (?:named|called|titled)\b|\b(?:named|called|titled)\b|合并成|名为"
    )
    blank = bool(clause.take(r"\ba new line between\b|\bblank line between\b"))
    clause.take(r"\(in (?:the )?(?:same|this|that) order\)")
    clause.weak_app()
    clause.app_before(r"notes?")
    names = clause.values("file") or clause.values("text")
    if target is None or len(names) < 2:
        raise Unfit("incomplete", "does not name the notes to merge and the new one")
    texts = [str(world.item("notes", "note", "title", name)["content"]) for name in names]
    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        read = [
            play.call("manage_note", why=f"Read {name}.", action="read", noteId=_find(play, name))["content"]
            for name in names
        ]
        content = ("\n\n" if blank else "\n").join(read)
        key = play.call("manage_note", why="All in one.", action="create", title=target, content=content)["noteId"]
        free[f"notes/{key}/content"] = texts
        return world.say(f"The note {target} holds them all.", f"已合并为笔记“{target}”。")

    return Step(act, free=free, behaviour=Behaviour.REFERENCE)


# -- clipboard


@plan(
    cue=r"\bclipboard\b|剪贴板",
    words="copy put following text to the clipboard onto paste 复制 到 剪贴板 放到 放进 文字 下面 这段",
)
def copied(clause: Clause, world: World) -> Step | None:
    """A text on the clipboard."""
    if not clause.has(r"\b(?:copy|put)\b|复制|放"):
        return None
    text = (
        clause.value("text")
        or clause.text_after(r"\bclipboard\s*[:：]|剪贴板\s*[:：]")
        or clause.text_after(r"\b(?:copy|put)(?: the (?:following )?text)?\b")
    )
    if not text:
        raise Unfit("incomplete", "does not say what to copy")
    text = re.sub(r"\s+(?:to|on|onto) the clipboard$", "", text)

    def act(play: Play) -> str:
        play.call("manage_clipboard", why="Copy it.", action="copy", text=text)
        return world.say("It is on the clipboard.", "已复制。")

    return Step(act)


# -- to-dos

_TODO = r"\bto-?dos?\b|\btasks?\b|待办|任务|清单"
_TODO_WORDS = (
    "to-do to-dos todo todos task tasks list lists add create make new put high low normal priority important due by until for my have still open incomplete "
    "pending which what how many are is titles show tell left items 待办 待办事项 任务 清单 添加 加 新建 创建 优先级 高 到期 截止 哪些 什么 多少 有 还有 没 完成 未完成"
)


@plan(cue=_TODO, words=_TODO_WORDS, answers=True)
def asked_todos(clause: Clause, world: World) -> Step | None:
    """Which open to-dos there are: by day, by week, by weight; or how many."""
    if not clause.has(r"\b(?:what|which|how many|show|list|do i|tell)\b|什么|哪|多少|几|看"):
        return None
    if clause.has(r"\b(?:completed|done|finished)\b|已完成|做完"):
        raise Unfit("missing_tool", "manage_todo lists open to-dos only")
    if clause.has(r"\bfolder\b"):
        raise Unfit("missing_tool", "to-dos stand in lists; no tool knows folders of them")
    if clause.has(r"\b(?:add|create|delete|complete|remind)\b|添加|新建|删除"):
        return None
    counted = bool(clause.take(r"\bhow many\b|多少|几个"))
    high = bool(clause.take(r"\bhigh[- ]priority\b|\b(?:with )?high priority\b|\bimportant\b|高优先级|优先级高|重要"))
    up_to = bool(clause.take(r"\b(?:by|until|before)\b|之前|以前"))
    span, day = clause.value("range"), clause.value("date")
    if not (span or day or high):
        return None
    first, last = (span if span else (None if up_to else day, day)) if span or day else (None, None)

    def fits(row: dict[str, Any]) -> bool:
        within = last is None or (row["due"] is not None and row["due"] <= last and (first is None or row["due"] >= first))
        return within and (not high or row["priority"] == "high") and not row.get("done", False)

    if sum(map(fits, world.table("todos").values())) < 1:
        due = last if span is None or last is None else max(str(first), min(str(last), world.draw.day(1, 3).isoformat()))
        for _ in range(2):
            world.rows.todo(world.draw.title(), due=due)
            if high:
                world.change_last(priority="high")
        world.note_entity("to-dos", str(last or "high priority"), added=True)
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        arguments: dict[str, Json] = {"dueDate": last} if last else {}
        if high:
            arguments["priority"] = "high"
        found = [
            item
            for item in play.call("manage_todo", why="See what is open.", action="list", **arguments)["todos"]
            if fits(item)
        ]
        if counted:
            spoken.append(count_words(len(found)))
            return world.say(f"There are {len(found)}.", f"有{len(found)}个。")
        spoken.extend([item["title"]] for item in found)
        return ", ".join(item["title"] for item in found)

    return Step(act, says=spoken)


@plan(
    cue=r"\blist\b|清单",
    words="what what's is on my the show me read tell list in have to buy do i 有 什么 里 看看 我的 清单 上",
    answers=True,
)
def asked_list(clause: Clause, world: World) -> Step | None:
    """What stands on one list."""
    if not clause.has(r"\b(?:what|what's|show|read|tell)\b|什么|看") or clause.has(
        r"\b(?:add|put|delete|clear|remove|create|play\w*|watch|block)\b|添加|删除|清空"
    ):
        return None
    name = clause.known_name(world.names("todos", "list"))
    if name is None:
        return None
    if sum(row["list"] == name and not row["done"] for row in world.table("todos").values()) > 8:
        raise Unfit("missing_entity", f"the list {name} of this phone holds more than one answer tells")
    if not any(row["list"] == name and not row["done"] for row in world.table("todos").values()):
        world.rows.todo(world.draw.title(), list_name=name)
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        found = play.call("manage_todo", why="See what is open.", action="list", listName=name)["todos"]
        spoken.extend([str(item["title"])] for item in found)
        return ", ".join(str(item["title"]) for item in found)

    return Step(act, says=spoken)


@plan(cue=_TODO + r"|\blist\b", words=_TODO_WORDS)
def new_todo(clause: Clause, world: World) -> Step | None:
    """Something to do, perhaps with a list, a day and a weight."""
    if clause.has(r"\bclipboard\b|\bcopied\b|剪贴板") or not clause.has(
        r"\b(?:add|create|make|put|new)\b|添加|新建|创建|加"
    ):
        return None
    day = clause.value("date")
    clause.take(r"\b(?:due|by|for|until)\b(?= \x00|\x00)|(?:截止|到期|之前)")
    high = bool(clause.take(r"\b(?:with )?high priority\b|\b(?:it is )?important\b|高优先级|优先级高|重要"))
    listed = clause.take(r"\b(?:to|on|in|into) (?:the |my )?(?P<list>\w+) list\b|(?:到|在)(?P<zh>\w{1,4})清单里?")
    title = (
        clause.value("text")
        or clause.name_after(_NAMED)
        or clause.text_after(r"(?:to-?do|task|待办|任务)(?: list)?\s*[:：]")
        or clause.leftover(_TODO_WORDS)
    )
    if not title:
        raise Unfit("incomplete", "does not say what is to be done")
    if re.search("清单|待办|添加|再加", title):
        return None  # a sentence that was not taken apart
    name = (listed["list"] or listed["zh"]) if listed else None
    titles = [title.strip(" .")]
    if name in ("shopping", "grocery", "groceries", "购物"):  # what is bought stands one by one
        titles = [part.strip(" .") for part in re.split(r"\s*(?:,|，|、|\band\b|和)\s*", title) if part.strip(" .")]

    def act(play: Play) -> str:
        for item in titles:
            play.call("manage_todo", why="Something new to do.", action="create", title=item, listName=None if name in ("do", "todo", "task", "my") else name,
                      dueDate=day, priority="high" if high else None)  # fmt: skip
        return world.say("It is on the list.", "已加入待办。")

    return Step(act)


@plan(
    cue=_TODO + r"|\b(?:complete|check off|tick off|mark)\b|完成|勾掉",
    words=_TODO_WORDS + " complete check off tick mark as done finished delete remove 完成 标记 为 勾掉 删除",
)
def known_todo(clause: Clause, world: World) -> Step | None:
    """A to-do of the phone, done or deleted."""
    kinds = (
        ("delete", r"\b(?:delete|remove)\b|删除"),
        ("complete", r"\b(?:complete|check off|tick off|mark)\b|标记|勾掉|完成"),
    )
    action = next((name for name, words in kinds if clause.take(words)), None)
    title = clause.known_name(
        [str(row["title"]) for row in world.table("todos").values() if not row["done"]]
    ) or clause.value("text")
    if action is None or title is None:
        return None
    world.item("todos", "to-do", "title", title)

    def act(play: Play) -> str:
        play.call("manage_todo", why=f"{title} is its title.", action=action, title=title)
        return world.say("Done.", "已完成。")

    return Step(act)


# -- expenses

_EXPENSE_WORDS = (
    "expense expenses add log record enter note new following spent paid cost costs delete remove from into for on in the pro app tracker category "
    "支出 花费 消费 记 记一笔 记账 添加 删除 花了 开支"
)
_CATEGORIES = "food transport shopping bills health fun other".split()


@plan(cue=r"\bexpenses?\b|\bspent\b|支出|记账|记一笔|开支|花了", words=_EXPENSE_WORDS)
def new_expense(clause: Clause, world: World) -> Step | None:
    """One expense or several, each with its amount."""
    if not clause.take(r"\b(?:add|log|record|enter|note|spent|paid)\b|添加|记账|记一笔|记|花了"):
        return None
    category = next((name for name in _CATEGORIES if clause.has(rf"\b(?:as(?: an?)?|under|category) {name}\b")), None)
    items = _expense_items(clause, world)
    world.require_currency(clause.text)
    if category:
        clause.take(rf"\b(?:as(?: an?)?|under|category) {category}\b")
    if any(amount is None for _, amount in items):
        raise Unfit("incomplete", "says no amount for " + ", ".join(name for name, amount in items if amount is None))
    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        for name, amount in items:
            made = play.call(
                "manage_expense", why=f"{name}: {amount}.", action="add", amount=amount, description=name, category=category
            )
            if category is None:
                free[f"expenses/{made['expenseId']}/category"] = []
        return world.say(f"Logged: {', '.join(name for name, _ in items)}.", "已记账。")

    return Step(act, free=free)


@plan(cue=r"\bexpenses?\b|支出|开支", words=_EXPENSE_WORDS)
def deleted_expense(clause: Clause, world: World) -> Step | None:
    """Expenses that are known by what they were for."""
    if clause.has(r"\bduplicates?\b|重复"):
        raise Unfit("unverifiable", "of two equal expenses either may stay, and the checker can name only one")
    if not clause.take(r"\b(?:delete|remove)\b|删除"):
        return None
    items = _expense_items(clause, world)
    day = world.draw.today.isoformat()
    for name, amount in items:
        world.item(
            "expenses",
            "expense",
            "description",
            name,
            amount=amount or float(world.draw.integer(4, 60)),
            category="other",
            date=day,
        )
    world.rows.add(
        "expenses",
        "ex",
        description=world.draw.title(),
        created=world.rows.now - 3600,
        amount=12.5,
        category="other",
        date=day,
    )

    def act(play: Play) -> str:
        found = play.call("manage_expense", why="See what was logged.", action="list")["expenses"]
        for name, _ in items:
            key = the_one(found, "expense", description=name)["id"]
            play.call("manage_expense", why=f"{name} is {key}.", action="delete", expenseId=key)
        return world.say("Deleted.", "已删除。")

    return Step(act, behaviour=Behaviour.REFERENCE)


def _expense_items(clause: Clause, world: World) -> list[tuple[str, Any]]:
    """``Taxi, $12; Lunch, $9`` and its like: what for, and how much where that is said."""
    if clause.has(r"\bas (?:an? )?(?:\w+ )?expenses?\b"):
        amount, name = clause.value("money", "number"), clause.name_after(r"\b(?:for|on)\b", stop=r"\s+as\b")
        if name is None:
            raise Unfit("incomplete", "does not say what the expense was for")
        return [(name, amount)]
    clause.take(r"\b(?:to|into|in|from) (?:the |my )?(?:[\w-]+ ){0,3}expenses?(?: app| log| tracker| list)?\b")
    text = clause.text_after(r"[:：]") or clause.text_after(
        r"\bexpenses?\b(?: of| for)?|支出|花了|(?<=\x00)(?=[\u3400-\u9fff])"
    )
    if text is None:
        raise Unfit("incomplete", "does not say which expense")
    items = []
    for part in re.split(r"[;；\n]", text):
        money = _amount(find_values(part, world.draw.today))
        name = part if money is None else part[: money.start] + part[money.end :]
        name = re.sub(r"^\s*(?:for|on|of|and)\b|\b(?:for|on|of)\s*$", "", name).strip(" ,，.。:：-")
        if not re.fullmatch(r"[\w'’&+ -]*", name):
            raise Unfit("incomplete", f"what the expense {name!r} is called is not clear")
        if name or money:
            items.append((name, money.value if money else None))
    return items


def _amount(values: Sequence[Value]) -> Value | None:
    return next((item for item in values if item.kind in ("money", "number")), None)
