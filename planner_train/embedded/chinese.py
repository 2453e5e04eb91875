"""The same made-up goals, asked for in Chinese: names of tools stay as they are, labels and sentences are Chinese."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from planner_train.embedded import lexicon, values
from planner_train.embedded.values import Value, phrase

if TYPE_CHECKING:
    from planner_train.embedded.episodes import Composer, Goal

FRAMES = (
    *("<c>", "<c>", "<c>。", "请<c>", "请你<c>。", "帮忙<c>", "<c>吧", "现在<c>"),
    *("我想<c>", "我要<c>。", "能<c>吗？", "可以<c>吗", "你能<c>吗？", "该<c>了", "需要<c>"),
)
JOINS = ("<a>，然后<b>", "<a>，再<b>", "<a>，还要<b>", "先<a>，再<b>", "<a>；<b>", "<a>，同时<b>")


def say_time(rng: random.Random, hour: int, minute: int) -> str:
    """A clock time in Chinese."""
    if rng.random() < 0.25:
        return f"{hour:02d}:{minute:02d}"
    part = (
        "凌晨"
        if hour < 5
        else "早上"
        if hour < 9
        else "上午"
        if hour < 12
        else "中午"
        if hour == 12
        else "下午"
        if hour < 18
        else "晚上"
    )
    twelve = hour if hour < 13 else hour - 12
    spoken = number(twelve) if rng.random() < 0.6 else str(twelve)
    if minute == 0:
        return f"{part}{spoken}点"
    if minute == 30:
        return f"{part}{spoken}点半"
    if minute == 15 and rng.random() < 0.6:
        return f"{part}{spoken}点一刻"
    return f"{part}{spoken}点{number(minute) if rng.random() < 0.5 else minute}分"


def number(value: int) -> str:
    """A number from 0 to 99 in Chinese numerals."""
    digits = "零一二三四五六七八九"
    if value == 2:
        return "两"
    if value < 10:
        return digits[value]
    tens, ones = divmod(value, 10)
    return f"{'' if tens == 1 else digits[tens]}十{digits[ones] if ones else ''}"


def say(rng: random.Random, kind: values.Kind, value: Value) -> str:
    """A value as a Chinese request says it."""
    if kind is values.TIME:
        hour, minute = (int(part) for part in value.written.split(":"))
        return say_time(rng, hour, minute)
    if kind is values.LEVEL:
        return rng.choice((str(value.written), f"{value.written}%", f"百分之{value.written}"))
    if kind is values.MINUTES:
        return {30: "半小时", 60: "一小时", 90: "一个半小时", 120: "两小时"}.get(value.written, f"{value.written}分钟")
    if kind is values.SECONDS:
        return f"{value.written}秒"
    if kind is values.FLAG:
        return "打开" if value.written else "关闭"
    return value.said


def relabel(rng: random.Random, thing: Any) -> None:
    """Give the rows of a thing Chinese labels."""
    for row, said in zip(thing.rows, thing.said, strict=True):
        label = lexicon.chinese_person(rng) if thing.label.kind is values.PERSON else lexicon.chinese_phrase(rng)
        row[thing.label.name] = said[thing.label.name] = label


def dial(composer: Composer) -> Goal:
    """Set a dial."""
    rng = composer.rng
    made = composer.world.dial()
    value = made.argument.value(rng, composer.world.now)
    said = say(rng, made.argument.kind, value)
    if made.argument.kind is values.FLAG:
        clause = phrase(rng, rng.choice(("<v><n>", "把<n><v>", "<n>要<v>")), v=said, n=made.words)
    else:
        clause = phrase(
            rng,
            rng.choice(("把<n>{调|设|改}{到|为|成}<v>", "<n>{调|设}到<v>", "将<n>设置为<v>", "<n>改成<v>")),
            n=made.words,
            v=said,
        )
    turn = composer.turn(f"Call {made.setter.name}.", made.setter, {made.argument.name: value.written})
    return composer.goal(
        clause, [turn], phrase(rng, rng.choice(("<n>已设为<v>", "<n>现在是<v>", "<n>：<v>")), n=made.words, v=said)
    )


def create(composer: Composer) -> Goal:
    """Make an object with a Chinese label."""
    rng = composer.rng
    thing = composer.thing_with("create", rows=0)
    tool, fixed = thing.tools["create"]
    label = lexicon.chinese_person(rng) if thing.label.kind is values.PERSON else lexicon.chinese_phrase(rng)
    written: dict[str, Any] = {**fixed, thing.label.name: label}
    clause = phrase(
        rng,
        rng.choice(("{新建|添加|创建|加}一个<n>，{名字是|叫|标题为}<l>", "{建|加}个叫<l>的<n>", "{记|存}一个<n>：<l>")),
        n=thing.words,
        l=label,
    )
    for argument in tool.arguments:
        if (
            argument.name in written
            or argument.name in (thing.id_name, "query")
            or not (argument.required or rng.random() < 0.5)
        ):
            continue
        value = argument.value(rng, composer.world.now)
        written[argument.name] = value.written
        clause += phrase(
            rng,
            rng.choice(("，<a>是<v>", "，<a><v>", "，<a>为<v>")),
            a=argument.words or argument.name,
            v=say(rng, argument.kind, value),
        )
    turn = composer.turn(
        f"Use {tool.name} for {label}.", tool, written, **{thing.id_name: lexicon.identifier(rng, thing.noun)}
    )
    return composer.goal(
        clause, [turn], phrase(rng, rng.choice(("<l>已创建", "已添加<l>", "<n><l>建好了")), l=label, n=thing.words)
    )


def send(composer: Composer) -> Goal:
    """Send a Chinese text."""
    rng = composer.rng
    tool, receiver, text, noun = composer.world.messenger()
    to = lexicon.chinese_person(rng) if receiver.kind is values.PERSON else receiver.value(rng, composer.world.now).said
    body = "".join(lexicon.chinese_phrase(rng) for _ in range(rng.choice((1, 2, 3))))
    clause = phrase(
        rng,
        rng.choice(("给<r>发<n>：<b>", "用<n>告诉<r><b>", "<n>发给<r>，内容是“<b>”", "通过<n>跟<r>说<b>")),
        r=to,
        n=noun,
        b=body,
    )
    turn = composer.turn(f"Send it to {to}.", tool, {receiver.name: to, text.name: body})
    return composer.goal(clause, [turn], phrase(rng, rng.choice(("已发给<r>", "<n>发出去了", "<r>会收到的")), r=to, n=noun))


def act(composer: Composer) -> Goal:
    """Delete or change a row that the request names."""
    rng = composer.rng
    operation = rng.choice(("delete", "update"))
    while True:
        thing = composer.thing_with("list", operation)
        if thing.rows:
            break
    relabel(rng, thing)
    index = rng.randrange(len(thing.rows))
    label, identity = thing.said[index][thing.label.name], thing.rows[index][thing.id_name]
    tool, fixed = thing.tools[operation]
    written: dict[str, Any] = {**fixed, thing.id_name: identity}
    if operation == "delete":
        clause = phrase(
            rng,
            rng.choice(("{删除|删掉|去掉}<l>", "把<n><l>{删了|删掉}", "<l>不要了，{删掉|去掉}它")),
            l=label,
            n=thing.words,
        )
        report = phrase(rng, rng.choice(("<l>已删除", "<l>删掉了", "已去掉<l>")), l=label)
    else:
        argument = rng.choice(thing.fields)
        value = argument.value(rng, composer.world.now)
        written[argument.name] = value.written
        said = say(rng, argument.kind, value)
        clause = phrase(
            rng,
            rng.choice(("把<l>的<a>{改成|改为|换成}<v>", "<l>的<a>要<v>", "将<n><l>的<a>设为<v>")),
            l=label,
            n=thing.words,
            a=argument.words or argument.name,
            v=said,
        )
        report = phrase(rng, "<l>的<a>已改为<v>", l=label, a=argument.words or argument.name, v=said)
    first = composer.listing(
        thing, index, phrase(rng, rng.choice(("Find <l>.", "Which row is <l>?", "The id of <l> is needed.")), l=label)
    )
    second = composer.turn(phrase(rng, rng.choice(("<i> is <l>.", "<l> is <i>.")), i=str(identity), l=label), tool, written)
    return composer.goal(clause, [first, second], report)


def answer(composer: Composer) -> Goal:
    """Answer a question about a stored row."""
    rng = composer.rng
    while True:
        thing = composer.thing_with("list")
        if thing.rows:
            break
    relabel(rng, thing)
    index = rng.randrange(len(thing.rows))
    label = thing.said[index][thing.label.name]
    argument = rng.choice([f for f in thing.fields if f.name in thing.rows[index]])
    words = argument.words or argument.name
    clause = phrase(
        rng,
        rng.choice(("<l>的<a>是{什么|多少}", "{查|看}一下<l>的<a>", "{告诉我|说说}<n><l>的<a>")),
        l=label,
        a=words,
        n=thing.words,
    )
    first = composer.listing(thing, index, phrase(rng, rng.choice(("Find <l>.", "Look up <l>.")), l=label))
    written = thing.rows[index][argument.name]
    shown = values.listed([str(item) for item in written]) if isinstance(written, list) else str(written)
    return composer.goal(
        clause, [first], phrase(rng, rng.choice(("<l>的<a>是<v>", "是<v>", "<a>：<v>")), l=label, a=words, v=shown)
    )


GOALS = (dial, create, create, send, act, act, act, answer)
