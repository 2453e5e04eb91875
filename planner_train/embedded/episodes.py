"""Synthetic conversations in the planner's format, composed from goals in made-up worlds.

A request joins one to three goals; each goal knows the clause that asks for it, the turns that reach it (thought, calls,
results) and the words that report it. Around them stand clarifications, refusals, errors, skills that bring new
tools, facts to
look up, earlier turns, and drills that train copying densely.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from planner_train.embedded import chinese, lexicon, values
from planner_train.embedded.values import Argument, Value, listed, phrase
from planner_train.embedded.worlds import (
    ACTIONS,
    CREATE,
    DELETE,
    ERROR_TYPES,
    SET_DIAL,
    UPDATE,
    Thing,
    Tool,
    World,
    cue,
)

Message = dict[str, Any]


@dataclass
class Call:
    """One call and what the world answers."""

    tool: Tool
    arguments: dict[str, Any]
    result: dict[str, Any]


@dataclass
class Turn:
    """One model turn of calls; `masked` turns are shown but not learned."""

    thought: str
    calls: list[Call]
    masked: bool = False


@dataclass
class Goal:
    """Something a request may ask for."""

    clause: str
    turns: list[Turn]
    report: str
    tools: set[str]
    missing: tuple[str, str, str] | None = None  # clause without one value, question for it, the value as said
    plain: bool = True  # a plain imperative that can stand after "and"
    skill: tuple[str, str] | None = None
    claims: list[str] = field(default_factory=list)


THINK_FIRST = (
    "{I need|First I need|This needs} the id of <x>{, so I list the <p>|, so I look it up|}.",
    "{Find|Look up|Locate} <x> {first|among the <p>|in the list}.",
    "I {have to|must|should} find <x> before I can {act|go on|change it}.",
    "{The|To act on <x>, the} <p> {come|have to be read} first.",
    "Let me {see|check|list} the <p>{ to find <x>|}.",
    "{Step one|First}: {get|read} the <p>.",
)
THINK_FOUND = (
    "<x> {is|has id|has the id} <i>{, so I <v> it|. Now <v> it|}.",
    "{Found|I found|Got} it: <x> is <i>.",
    "The {row|entry|id} for <x> is <i>; <v> it.",
    "<i> is <x>. {Now|Next I} <v> it.",
    "The list shows <x> as <i>.",
)
THINK_ACT = (
    "{Call|Use} <t>{ for this| now|}.",
    "{The user wants|They want|I should|I can|Now} {to |}<v> the <n>.",
    "{One call is enough|This is one call|A direct call}: <t>.",
    "{I|Let me} <v> the <n>{ with the given values| as asked|}.",
    "<t> {does this|fits|is the right tool}.",
)
THINK_END = (
    "{That is|Everything is|All} done.",
    "{The call|It} {worked|succeeded|went through}{, so I report|}.",
    "{Nothing is left to do|No step is left}.",
    "{Done, so I|Now I|I can} {tell the user|report|answer}.",
    "{The result is ok|All results are ok}{; finish|}.",
)
POLITE = (
    "<c>",
    "<c>",
    "<c>.",
    "<c> please",
    "Please <c>.",
    "please <c>",
    "Could you <c>?",
    "Can you <c>?",
    "can you <c>",
    "I need you to <c>.",
    "I'd like you to <c>.",
    "Would you <c> for me?",
    "Hey, <c>.",
    "Hi! <c>.",
    "{Small|Little} favour: <c>.",
    "<c>, thanks.",
    "<c> if you can.",
    "Help me <c>.",
    "I want to <c>.",
    "Your next job: <c>.",
    "{Ok|Okay|Right|So}, <c>.",
    "Let's <c>.",
    "Time to <c>.",
    "<c> {right away|now|for me}.",
    "You should <c>.",
    "{Mind if you|Be so kind and} <c>?",
    "{My|The} {boss|sister|neighbour} asked me to <c>.",
    "I {keep forgetting|meant} to <c>{, do it for me|}.",
    "It would be {great|nice|good} if you could <c>.",
    "{We|I} have to <c>.",
    "<c> {before I forget|as soon as possible|asap}.",
)
JOINS = (
    "<a> and <b>",
    "<a>, and <b>",
    "<a>, then <b>",
    "<a> and then <b>",
    "<a>. {Also|Then|After that|Next|And} <b>",
    "first <a>, {then|afterwards} <b>",
    "<a>; <b>",
    "<a> and also <b>",
    "<a>, plus <b>",
)
RULES = (
    "You are a {planner|planning agent|helper|assistant} that {works with tools|acts through tools|gets things done}.",
    "{Think|Think briefly|Reason in one sentence}, then {call a tool|act}.",
    "{Use|Call} only the tools {below|listed here|that are given}.",
    "{Ask|Ask back} when {something|a needed value} is missing{, with [ask]|}.",
    "{Say|Refuse with} [refuse] {when|if} no tool {fits|can do it}.",
    "{Never|Do not} {guess|invent|make up} {ids|values|an id}.",
    "{Several calls in one turn|Calls of one turn} {must be|are} independent.",
    "{When everything is done|At the end}, {tell the user|report} {in one sentence|shortly}.",
    "{Read|Look up} {before you write|ids first}.",
)


def dumps(value: Any) -> str:
    """JSON as calls and results are written."""
    return json.dumps(value, ensure_ascii=False)


def call_message(thought: str, calls: list[tuple[str, dict[str, Any]]], masked: bool = False) -> Message:
    """A model turn that calls tools."""
    message: Message = {"role": "assistant", "content": "", "reasoning_content": thought}
    message["tool_calls"] = [{"name": name, "arguments": arguments} for name, arguments in calls]
    if masked:
        message["masked"] = True
    return message


class Composer:
    """Makes goals in one world."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.world = World(rng)
        self.things: list[Thing] = []

    def ok(self, **payload: Any) -> dict[str, Any]:
        """A successful result in the world's envelope."""
        return {"status": self.world.enveloped, **payload} if self.world.enveloped else payload or {"ok": True}

    def call(self, tool: Tool, arguments: dict[str, Any], **payload: Any) -> Call:
        """A call that succeeds."""
        return Call(tool, tool.ordered(arguments), self.ok(**payload))

    def turn(self, thought: str, tool: Tool, arguments: dict[str, Any], **payload: Any) -> Turn:
        """A turn of one call that succeeds."""
        return Turn(thought, [self.call(tool, arguments, **payload)])

    def goal(self, clause: str, turns: list[Turn], report: str) -> Goal:
        """A goal whose tools are those that its turns call."""
        return Goal(clause, turns, report, {call.tool.name for turn in turns for call in turn.calls})

    def named(self, thing: Thing, index: int) -> str:
        """How a request names a stored row."""
        label = thing.said[index][thing.label.name]
        return phrase(
            self.rng,
            self.rng.choice(
                (
                    "{the|my} <n> <x>",
                    '{the|my} <n> "<x>"',
                    "{the|my} <x> <n>",
                    "{the|my} <n> {called|named} <x>",
                    "<x>",
                    "the <n> '<x>'",
                )
            ),
            n=thing.words,
            x=label,
        )

    def thing_with(self, *operations: str, rows: int | None = None) -> Thing:
        """A thing that supports the operations."""
        thing = self.world.thing(rows, operations)
        self.things.append(thing)
        return thing

    def listing(self, thing: Thing, index: int | None, thought: str, rows: list[dict[str, Any]] | None = None) -> Turn:
        """The turn that reads the rows, by listing or searching."""
        rng = self.rng
        shown = thing.rows if rows is None else rows
        if "search" in thing.tools:
            tool, fixed = thing.tools["search"]
            key = next(a.name for a in tool.arguments if a.name in ("query", "text", "keyword"))
            text = thing.said[index][thing.label.name] if index is not None else thing.words
            if index is not None and rows is None:
                others = [row for i, row in enumerate(thing.rows) if i != index]
                shown = [*rng.sample(others, min(len(others), rng.choice((0, 0, 1, 2)))), thing.rows[index]]
                rng.shuffle(shown)
            return Turn(thought, [self.call(tool, {**fixed, key: text}, **{thing.rows_key: shown})])
        tool, fixed = thing.tools["list"]
        return Turn(thought, [self.call(tool, dict(fixed), **{thing.rows_key: shown})])

    def create(self) -> Goal:
        """Make one object with some fields; with a chance one value is missing or one must be derived."""
        rng = self.rng
        thing = self.thing_with("create", rows=0)
        tool, fixed = thing.tools["create"]
        arguments = [a for a in tool.arguments if a.name not in fixed and a.name not in (thing.id_name, "query")]
        label, others = (
            [a for a in arguments if a.name == thing.label.name],
            [a for a in arguments if a.name != thing.label.name],
        )
        picked = [a for a in others if a.required or rng.random() < 0.5]
        drawn = {a.name: (a, a.value(rng, self.world.now)) for a in [*label, *picked]}
        written: dict[str, Any] = {name: value.written for name, (_, value) in drawn.items()}
        verb = phrase(rng, "{" + CREATE[1] + "}")
        article = rng.choice(("a", "a new", "one", "another"))
        tail = [cue(rng, a, v) for a, v in drawn.values()]
        order = tail[:1] + rng.sample(tail[1:], len(tail) - 1) if rng.random() < 0.8 else rng.sample(tail, len(tail))
        clause = f"{verb} {article} {thing.words} " + rng.choice((" ", " ", ", ")).join(order)
        missing = None
        if len(drawn) > 1:
            name = rng.choice([n for n in drawn if n != thing.label.name])
            argument, value = drawn[name]
            short = f"{verb} {article} {thing.words} " + " ".join(cue(rng, a, v) for n, (a, v) in drawn.items() if n != name)
            words = argument.words or values.spoken(name)
            missing = (
                short,
                phrase(
                    rng,
                    rng.choice(
                        (
                            "{What|Which} <w> {should|shall} {the <n>|it} have?",
                            "What <w> should I use{| for the <n>}?",
                            "I need the <w>{| of the <n>}. What is it?",
                        )
                    ),
                    w=words,
                    n=thing.words,
                ),
                value.said,
            )
        identity = lexicon.identifier(rng, thing.noun)
        result = self.call(tool, {**fixed, **written}, **{thing.id_name: identity})
        thought = phrase(rng, rng.choice(THINK_ACT), t=tool.name, v=verb, n=thing.words)
        report = phrase(
            rng,
            rng.choice(
                (
                    "the <n> {is created|is there|was added|is set up}",
                    "{I |}{added|created|made} the <n> <x>",
                    "<x> {is in|is saved|was added}",
                )
            ),
            n=thing.words,
            x=str(next(iter(drawn.values()))[1].said),
        )
        return Goal(clause, [Turn(thought, [result])], report, {tool.name}, missing)

    def turn_dial(self) -> Goal:
        """Set a dial."""
        rng = self.rng
        dial = self.world.dial()
        value = dial.argument.value(rng, self.world.now)
        written = {dial.argument.name: value.written}
        said = value.said
        if dial.argument.kind is values.FLAG:
            on = bool(value.written)
            clause = phrase(
                rng,
                rng.choice(
                    ("{turn|switch} <o> the <n>", "{turn|switch} the <n> <o>", "<e> the <n>", "the <n> should be <o>")
                ),
                o="on" if on else "off",
                e=rng.choice(("enable", "activate")) if on else rng.choice(("disable", "deactivate")),
                n=dial.words,
            )
        else:
            middle = rng.choice(("", "", f" {dial.argument.words}"))
            clause = phrase(
                rng,
                rng.choice(
                    (
                        "{" + SET_DIAL[1] + "} {the|my|} <n><m> to <v>",
                        "<n><m> {to|at} <v>",
                        "i want the <n><m> at <v>",
                        "make the <n><m> <v>",
                    )
                ),
                n=dial.words,
                m=middle,
                v=said,
            )
        for extra in dial.extra:
            if rng.random() < 0.5:
                other = extra.value(rng, self.world.now)
                written[extra.name] = other.written
                clause += " " + cue(rng, extra, other)
        result = self.call(dial.setter, written, **(written if rng.random() < 0.5 else {}))
        thought = phrase(rng, rng.choice(THINK_ACT), t=dial.setter.name, v="set", n=dial.words)
        report = phrase(
            rng, rng.choice(("the <n> is {set to|now at|at} <v>", "<n>: <v>", "I set the <n> to <v>")), n=dial.words, v=said
        )
        return Goal(
            clause,
            [Turn(thought, [result])],
            report,
            {dial.setter.name},
            plain=not clause.startswith(("i want", dial.words, "the ")),
        )

    def send(self) -> Goal:
        """Send a text to a receiver."""
        rng = self.rng
        tool, receiver, text, noun = self.world.messenger()
        to, body = receiver.value(rng, self.world.now), text.value(rng, self.world.now)
        verb = tool.name.split("_")[0] if "_" in tool.name else "send"
        clause = phrase(
            rng,
            rng.choice(
                (
                    "<v> {a|the} <n> to <r> saying {<b>|\"<b>\"|'<b>'}",
                    '<v> <r> a <n>: {"<b>"|<b>}',
                    'to <r>, <v> {the|a} <n> "<b>"',
                    "let <r> know by <n>: <b>",
                    "<n> <r> that <b>",
                    'tell <r> via <n> "<b>"',
                )
            ),
            v=verb,
            n=noun,
            r=to.said,
            b=body.said,
        )
        written = {receiver.name: to.written, text.name: body.written}
        missing = None
        if rng.random() < 0.5:
            missing = (
                f"{verb} a {noun} to {to.said}",
                phrase(rng, "{What should the <n> say|What should I write|Which text should the <n> have}?", n=noun),
                body.said,
            )
        else:
            missing = (
                f'{verb} a {noun} saying "{body.said}"',
                phrase(rng, "{Who|To whom} should {I send it to|it go to|the <n> go to}?", n=noun),
                to.said,
            )
        result = self.call(tool, written, **({"sent": True} if rng.random() < 0.5 else {}))
        thought = phrase(rng, rng.choice(THINK_ACT), t=tool.name, v=verb, n=noun)
        report = phrase(
            rng,
            rng.choice(("the <n> to <r> is {sent|on its way}", "<r> {has|gets} your <n>", "I sent the <n> to <r>")),
            n=noun,
            r=to.said,
        )
        return Goal(clause, [Turn(thought, [result])], report, {tool.name}, missing)

    def act_on_row(self) -> Goal:
        """Delete, change or otherwise act on a row that the request names or describes."""
        rng = self.rng
        operation = rng.choice(("delete", "update", "update", "act", "act"))
        action = rng.choice(sorted(ACTIONS))
        while True:
            thing = self.thing_with("list", action if operation == "act" else operation)
            if thing.rows:
                break
        index = rng.randrange(len(thing.rows))
        label, identity = thing.said[index][thing.label.name], thing.rows[index][thing.id_name]
        name = self.described(thing, index) if rng.random() < 0.3 else self.named(thing, index)
        tool, fixed = thing.tools[action if operation == "act" else operation]
        written: dict[str, Any] = {**fixed, thing.id_name: identity}
        if operation == "update":
            argument = rng.choice(
                [a for a in thing.fields if any(t.name == a.name for t in tool.arguments)] or [thing.label]
            )
            if rng.random() < 0.12:
                argument = thing.label
            value = self.fresh_value(thing, index, argument)
            written[argument.name] = value.written
            clause = phrase(
                rng,
                rng.choice(
                    (
                        "{" + UPDATE[1] + "} the <a> of <x> to <v>",
                        "set the <a> of <x> to <v>",
                        "set <x> <a> to <v>",
                        "give <x> the <a> <v>",
                        "{change|update} <x>: <a> <v>",
                        "make <v> the <a> of <x>",
                        "<x> should {have|get} <a> <v>",
                        "for <x>, {change|set} the <a> to <v>",
                    )
                ),
                a=argument.words or values.spoken(argument.name),
                x=name,
                v=value.said,
            )
            verb, done = "update", "is changed"
        elif operation == "delete":
            clause = f"{phrase(rng, '{' + DELETE[1] + '}')} {name}"
            verb, done = "delete", rng.choice(("is gone", "is deleted", "was removed"))
        else:
            clause = f"{phrase(rng, '{' + ACTIONS[action] + '}')} {name}"
            verb, done = action.replace("_", " "), phrase(rng, "{is taken care of|is done|went through}")
        first = self.listing(thing, index, phrase(rng, rng.choice(THINK_FIRST), x=label, p=thing.plural))
        second = Turn(phrase(rng, rng.choice(THINK_FOUND), x=label, i=str(identity), v=verb), [self.call(tool, written)])
        report = f"{rng.choice((label, 'the ' + thing.words, 'the ' + thing.words + ' ' + label))} {done}"
        plain = not clause.startswith((name, "for "))
        return Goal(clause, [first, second], report, {first.calls[0].tool.name, tool.name}, plain=plain)

    def fresh_value(self, thing: Thing, index: int, argument: Argument) -> Value:
        """A value other than the stored one."""
        while True:
            value = argument.value(self.rng, self.world.now)
            if value.written != thing.rows[index].get(argument.name):
                return value

    def described(self, thing: Thing, index: int) -> str:
        """Name a row by a field in which it differs from all other rows, or else by its label."""
        rng = self.rng
        fields = [f for f in thing.fields if f.name in thing.rows[index]]
        rng.shuffle(fields)
        for f in fields:
            value = thing.rows[index][f.name]
            if isinstance(value, bool | list) or sum(row.get(f.name) == value for row in thing.rows) > 1:
                continue
            return phrase(
                rng,
                rng.choice(("the <n> with {the|} <a> <v>", "the <n> {whose <a> is|that has <a>} <v>", "the <v> <n>")),
                n=thing.words,
                a=f.words or values.spoken(f.name),
                v=thing.said[index][f.name],
            )
        numeric = [
            f
            for f in thing.fields
            if all(isinstance(row.get(f.name), int | float) and not isinstance(row.get(f.name), bool) for row in thing.rows)
        ]
        if numeric and len(thing.rows) > 1:
            return self.named(thing, index)
        return self.named(thing, index)

    def extreme(self) -> Goal:
        """Act on the row with the largest, smallest, earliest or latest value."""
        rng = self.rng
        action = rng.choice(sorted(ACTIONS))
        for _ in range(20):
            thing = self.thing_with("list", action)
            usable = [
                f
                for f in thing.fields
                if f.kind in (values.LEVEL, values.COUNT, values.MINUTES, values.DECIMAL, values.TIME, values.DATE)
                and not f.choices
                and thing.rows
                and f.name in thing.rows[0]
            ]
            if len(thing.rows) > 1 and usable:
                break
        else:
            return self.act_on_row()
        f = rng.choice(usable)
        clock = f.kind in (values.TIME, values.DATE)
        upper = rng.random() < 0.5
        column = [row[f.name] for row in thing.rows]
        best = max(column) if upper else min(column)
        if column.count(best) > 1:
            return self.act_on_row()
        index = column.index(best)
        word = (
            (rng.choice(("latest", "last")) if upper else rng.choice(("earliest", "first", "next")))
            if clock
            else (rng.choice(("highest", "largest", "biggest")) if upper else rng.choice(("lowest", "smallest")))
        )
        name = phrase(rng, "the <n> with the <w> <a>", n=thing.words, w=word, a=f.words or values.spoken(f.name))
        label, identity = thing.said[index][thing.label.name], thing.rows[index][thing.id_name]
        tool, fixed = thing.tools[action]
        first = Turn(
            phrase(rng, "{List|Read} the <p> {first|to compare <a>}.", p=thing.plural, a=f.words or f.name),
            self.listing(thing, None, "", thing.rows).calls,
        )
        second = Turn(
            phrase(
                rng,
                "<b> is the <w> <a>, {that is|at} <x>, <i>.",
                b=str(best),
                w=word,
                a=f.words or f.name,
                x=label,
                i=str(identity),
            ),
            [self.call(tool, {**fixed, thing.id_name: identity})],
        )
        return Goal(
            f"{phrase(rng, '{' + ACTIONS[action] + '}')} {name}",
            [first, second],
            f"{label} {rng.choice(('is done', 'was the one and is done'))}",
            {first.calls[0].tool.name, tool.name},
        )

    def answer(self) -> Goal:
        """Answer a question about a stored row."""
        rng = self.rng
        while True:
            thing = self.thing_with("list")
            if thing.rows:
                break
        index = rng.randrange(len(thing.rows))
        fields = [f for f in thing.fields if f.name in thing.rows[index]]
        f = rng.choice(fields)
        name = self.named(thing, index)
        asked = f.words or values.spoken(f.name)
        written = thing.rows[index][f.name]
        clause = phrase(
            rng,
            rng.choice(
                (
                    "{tell me|find out|look up|check} the <a> of <x>",
                    "what is the <a> of <x>",
                    "what <a> does <x> have",
                    "which <a> is set for <x>",
                    "I forgot the <a> of <x>",
                )
            ),
            a=asked,
            x=name,
        )
        first = self.listing(
            thing, index, phrase(rng, rng.choice(THINK_FIRST), x=thing.said[index][thing.label.name], p=thing.plural)
        )
        shown = (
            written
            if isinstance(written, str)
            else listed([str(w) for w in written])
            if isinstance(written, list)
            else dumps(written)
        )
        report = phrase(
            rng,
            "{the <a> of <x> is <v>|<x>: <a> <v>|<a>: <v>|it is <v>}",
            a=asked,
            x=thing.said[index][thing.label.name],
            v=shown,
        )
        return Goal(
            clause, [first], report, {first.calls[0].tool.name}, plain=clause.startswith(("tell", "find", "look", "check"))
        )

    def carry(self) -> Goal:
        """Read a value and put it into another call."""
        rng = self.rng
        while True:
            thing = self.thing_with("list")
            if thing.rows:
                break
        index = rng.randrange(len(thing.rows))
        texts = [f for f in thing.fields if isinstance(thing.rows[index].get(f.name), str) and not f.choices]
        if not texts:
            return self.answer()
        f = rng.choice(texts)
        asked, name, written = f.words or values.spoken(f.name), self.named(thing, index), thing.rows[index][f.name]
        first = self.listing(
            thing, index, phrase(rng, rng.choice(THINK_FIRST), x=thing.said[index][thing.label.name], p=thing.plural)
        )
        tool, receiver, text, noun = self.world.messenger()
        if f.kind in (values.PHONE, values.EMAIL, values.PERSON, values.PLACE) and rng.random() < 0.7:
            body = text.value(rng, self.world.now)
            arguments = {receiver.name: written, text.name: body.written}
            clause = phrase(
                rng,
                rng.choice(
                    (
                        'send a <n> to the <a> of <x> saying "<b>"',
                        "use the <a> of <x> to send a <n>: <b>",
                        'send "<b>" by <n> to the <a> of <x>',
                    )
                ),
                n=noun,
                a=asked,
                x=name,
                b=body.said,
            )
        else:
            to = receiver.value(rng, self.world.now)
            arguments = {receiver.name: to.written, text.name: written}
            clause = phrase(
                rng,
                rng.choice(
                    (
                        "send the <a> of <x> to <r> {by|as a} <n>",
                        "<n> <r> the <a> of <x>",
                        "let <r> have the <a> of <x> {by|in a} <n>",
                    )
                ),
                n=noun,
                a=asked,
                x=name,
                r=to.said,
            )
        thought = phrase(
            rng,
            "{The <a> is <v>|It is <v>|<v> is the <a>}{; now send it|. Send it with <t>|}.",
            a=asked,
            v=str(written),
            t=tool.name,
        )
        second = Turn(thought, [self.call(tool, arguments)])
        return Goal(
            clause,
            [first, second],
            phrase(rng, "{the <n> is sent|I passed on <v>|<v> is on its way}", n=noun, v=str(written)),
            {first.calls[0].tool.name, tool.name},
        )

    def sweep(self) -> Goal:
        """Act on every row that meets a condition."""
        rng = self.rng
        operation = rng.choice(("delete", "act", "act"))
        action = rng.choice(sorted(ACTIONS)) if operation == "act" else "delete"
        for _ in range(20):
            thing = self.thing_with("list", action)
            usable = [
                f
                for f in thing.fields
                if (f.choices or f.kind is values.FLAG or f.kind in (values.LEVEL, values.COUNT, values.MINUTES))
                and thing.rows
                and f.name in thing.rows[0]
            ]
            if usable and len(thing.rows) > 1:
                break
        else:
            return self.act_on_row()
        f = rng.choice(usable)
        asked = f.words or values.spoken(f.name)
        if f.choices or f.kind is values.FLAG:
            pivot = thing.rows[rng.randrange(len(thing.rows))][f.name]
            chosen = [i for i, row in enumerate(thing.rows) if row[f.name] == pivot]
            said = ("on" if pivot else "off") if isinstance(pivot, bool) else str(pivot).replace("_", " ")
            condition = phrase(
                rng,
                rng.choice(("with <a> <v>", "whose <a> is <v>", "that have <a> <v>", "where <a> is <v>")),
                a=asked,
                v=said,
            )
        else:
            bound = thing.rows[rng.randrange(len(thing.rows))][f.name] + rng.choice((-1, 1))
            above = rng.random() < 0.5
            chosen = [i for i, row in enumerate(thing.rows) if (row[f.name] > bound if above else row[f.name] < bound)]
            condition = phrase(
                rng,
                "{with|whose} <a> <w> <v>",
                a=asked,
                w=rng.choice(("over", "above", "more than")) if above else rng.choice(("under", "below", "less than")),
                v=str(bound),
            )
        if len(chosen) > 4:
            return self.act_on_row()
        if "search" in thing.tools:
            return self.act_on_row()
        tool, fixed = thing.tools[action]
        verb = phrase(rng, "{" + (DELETE[1] if operation == "delete" else ACTIONS[action]) + "}")
        clause = phrase(rng, "<v> {all|every one of the|all the|the} <p> <c>", v=verb, p=thing.plural, c=condition)
        first = self.listing(
            thing,
            None,
            phrase(rng, "{List|Read|Get} the <p> {and pick those <c>|first}.", p=thing.plural, c=condition),
            thing.rows,
        )
        turns = [first]
        if chosen:
            ids = [str(thing.rows[i][thing.id_name]) for i in chosen]
            calls = [self.call(tool, {**fixed, thing.id_name: thing.rows[i][thing.id_name]}) for i in chosen]
            if rng.random() < 0.7:
                turns.append(Turn(phrase(rng, "{These match|Matches|They are}: <i>.", i=listed(ids)), calls))
            else:
                for position, (ident, call) in enumerate(zip(ids, calls, strict=True)):
                    turns.append(
                        Turn(
                            phrase(rng, rng.choice(("{Next is|Now|Then} <i>.", "<i> of <l>.")), i=ident, l=listed(ids))
                            if position
                            else phrase(rng, "{These match|Matches}: <l>. Start with <i>.", l=listed(ids), i=ident),
                            [call],
                        )
                    )
            report = phrase(rng, "<k> <p> {are done|handled|went through}", k=str(len(chosen)), p=thing.plural)
        else:
            report = phrase(rng, "{no|none of the} <p> {match|fits|meets that}", p=thing.plural)
        return Goal(clause, turns, report, {first.calls[0].tool.name, tool.name})

    def condition(self) -> Goal:
        """Read a dial or a row, then act one way or the other."""
        rng = self.rng
        for _ in range(30):
            dial = self.world.dial()
            if dial.getter is not None and dial.argument.kind in (values.LEVEL, values.FLAG, values.CHOICE):
                break
        else:
            return self.turn_dial()
        getter = dial.getter
        assert getter is not None
        current = dial.argument.value(rng, self.world.now)
        key = rng.choice((dial.argument.name, "value", "current"))
        asked = rng.choice((dial.words, f"{dial.words} {dial.argument.words}"))
        if dial.argument.kind is values.LEVEL:
            bound = max(1, current.written + rng.choice((-20, -7, -3, -1, 1, 3, 8, 25)))
            above = rng.random() < 0.5
            holds = current.written > bound if above else current.written < bound
            test = f"{asked} is {'above' if above else 'below'} {bound}"
            side = "above" if current.written > bound else "below" if current.written < bound else "exactly"
            seen = f"{current.written} is {side} {bound}"
        else:
            other = dial.argument.value(rng, self.world.now)
            wanted = current if rng.random() < 0.5 else other
            holds = wanted.written == current.written
            said = ("on" if wanted.written else "off") if isinstance(wanted.written, bool) else wanted.said
            test = f"{asked} is {said}"
            shown = ("on" if current.written else "off") if isinstance(current.written, bool) else current.said
            seen = f"it is {shown}"
        then = rng.choice((self.turn_dial, self.send, self.create))()
        clause = phrase(rng, "{if|when|in case} the <t>, <c>", t=test, c=then.clause)
        otherwise = None
        if rng.random() < 0.4:
            otherwise = self.turn_dial()
            clause += phrase(rng, "{, otherwise|; if not,|, else} <c>", c=otherwise.clause)
        read = Turn(
            phrase(rng, "{Check|Read} the <n> first.", n=dial.words), [self.call(getter, {}, **{key: current.written})]
        )
        follow = then if holds else otherwise
        seen = seen[0].upper() + seen[1:]
        tools = {getter.name, *then.tools, *(otherwise.tools if otherwise else ())}
        if follow is None:
            return Goal(clause, [read], phrase(rng, "{<s>, so nothing was done|<s>; no change was needed}", s=seen), tools)
        turn = Turn(
            phrase(rng, "<s>, so {I go on|the <w> branch applies|act}.", s=seen, w="first" if holds else "other"),
            follow.turns[0].calls,
        )
        return Goal(clause, [read, turn, *follow.turns[1:]], follow.report, tools)

    def fact(self) -> Goal:
        """A value that must be looked up among remembered sentences."""
        rng = self.rng
        base = self.create()
        if base.missing is None:
            return base
        call = base.turns[0].calls[0]
        said = base.missing[2]
        matches = [name for name, value in call.arguments.items() if str(value) == said]
        if not matches:
            return base
        words = values.spoken(matches[0])
        owner = rng.choice(("my", "our", f"{lexicon.given_name(rng)}'s", "the usual"))
        subject = f"{owner} {lexicon.word(rng)} {words}" if owner != "the usual" else f"the usual {words}"
        tool = self.world.add_tool(
            self.world.tool_name(
                rng.choice(("recall", "search", "query", "ask")),
                rng.choice(("facts", "journal", "notebook", "knowledge", "archive_cards")),
            ),
            [Argument("query", values.TITLE, True)],
        )
        spoken = subject.replace("my ", "the user's ").replace("our ", "the user's ")
        sentences = [phrase(rng, rng.choice(("<s> is <v>", "<s>: <v>", "remember that <s> is <v>")), s=spoken, v=said)]
        for _ in range(rng.choice((0, 1, 2, 3))):
            other = rng.choice((f"{lexicon.given_name(rng)}'s", "the user's"))
            thing = lexicon.word(rng)
            sentences.append(f"{other} {thing} {rng.choice((words, lexicon.word(rng)))} is {lexicon.title(rng)}")
        rng.shuffle(sentences)
        shape: list[Any] = (
            list(sentences)
            if rng.random() < 0.5
            else [{"id": lexicon.identifier(rng, "fact"), "text": s} for s in sentences]
        )
        look = Turn(
            phrase(rng, "{I do not know|I have to recall|Look up} <s>{ first|}.", s=subject),
            [
                self.call(
                    tool,
                    {"query": subject.removeprefix("my ").removeprefix("our ").removeprefix("the ")},
                    **{rng.choice(("facts", "records", "notes")): shape},
                )
            ],
        )
        turn = Turn(phrase(rng, "<s> is <v>.", s=subject, v=said), [call])
        return Goal(f"{base.missing[0]} with {subject}", [look, turn], base.report, {tool.name, *base.tools})

    def delegate(self) -> Goal:
        """Hand a sub-task to a helper and use what it returns."""
        rng = self.rng
        inner = rng.choice((self.turn_dial, self.send, self.create))()
        role = self.world.noun_words()
        if rng.random() < 0.5:
            tool = self.world.add_tool(f"ask_{role.replace(' ', '_')}_agent", [Argument("task", values.TEXT, True)])
            fixed: dict[str, Any] = {}
        else:
            roles = [role.replace(" ", "_"), *(self.world.noun_words().replace(" ", "_") for _ in range(2))]
            rng.shuffle(roles)
            tool = self.world.add_tool(
                rng.choice(("delegate", "assign", "hand_over")),
                [Argument("agent", values.CHOICE, True, tuple(roles)), Argument("task", values.TEXT, True)],
            )
            fixed = {"agent": role.replace(" ", "_")}
        clause = phrase(rng, "{have|let|ask} the <r> {agent|helper|specialist} {to |}<c>", r=role, c=inner.clause)
        result = self.call(
            tool,
            {**fixed, "task": inner.clause},
            summary=inner.report,
            **({"session": lexicon.code(rng)} if rng.random() < 0.4 else {}),
        )
        turn = Turn(phrase(rng, "{Hand this to|This is for} the <r> agent.", r=role), [result])
        return Goal(clause, [turn], inner.report, {tool.name})

    def session(self) -> Goal:
        """Open a session, work in it with the id that it gave, close it."""
        rng = self.rng
        world = self.world
        words = world.noun_words()
        inner = rng.choice((self.turn_dial, self.send, self.create))().clause
        steps = [
            rng.choice(options)
            for options in (("open", "begin", "launch"), ("run", "perform", "submit"), ("close", "end", "leave"))
        ]
        key = rng.choice(("session", "sessionId", "session_id", "ticket", "handle"))
        verb, text = rng.choice(("step", "action", "stage")), rng.choice(("task", "instruction", "job"))
        choice = Argument(verb, values.CHOICE, True, (*steps, "status"))
        tool = world.add_tool(
            world.tool_name(rng.choice(("control", "use", "handle")), f"{words} agent"),
            [choice, Argument(text, values.TEXT, False), Argument(key, values.CODE, False)],
        )
        identity = lexicon.identifier(rng, rng.choice(("session", words)))
        opened = self.turn(
            phrase(rng, "{This is|It is} {a job|work} for the <w> agent.", w=words),
            tool,
            {verb: steps[0], text: inner},
            **{key: identity, "state": "open"},
        )
        turns = [opened]
        if rng.random() < 0.5:
            turns.append(self.turn(f"The session is {identity}.", tool, {verb: steps[1], key: identity}, **{key: identity}))
        turns.append(self.turn(f"Close {identity}.", tool, {verb: steps[2], key: identity}, state="closed"))
        clause = phrase(
            rng,
            rng.choice(("{let|have} the <w> agent {work on|do} this: <c>", "<c>, {using|with} the <w> agent")),
            w=words,
            c=inner,
        )
        return self.goal(clause, turns, f"the {words} agent {rng.choice(('did it', 'is done', 'has finished'))}")

    def shifted(self) -> Goal:
        """A row's time moved by a duration, or an event placed relative to another."""
        rng = self.rng
        for _ in range(30):
            thing = self.thing_with("list", "update")
            clocks = [f for f in thing.fields if f.kind is values.TIME and thing.rows and f.name in thing.rows[0]]
            if clocks:
                break
        else:
            return self.act_on_row()
        f = rng.choice(clocks)
        index = rng.randrange(len(thing.rows))
        minutes = rng.choice((5, 10, 15, 20, 30, 30, 45, 60, 60, 90, 120))
        later = rng.random() < 0.6
        old = datetime.fromisoformat(f"2024-01-01T{thing.rows[index][f.name]}+00:00")
        new = (old + timedelta(minutes=minutes if later else -minutes)).strftime("%H:%M")
        amount = values.say_duration(rng, minutes)
        clause = phrase(
            rng,
            rng.choice(("{move|push|shift} {the <a> of |}<x> <m> <w>", "make <x> <m> <w>", "<x> <a> should be <m> <w>")),
            a=f.words or f.name,
            x=self.named(thing, index),
            m=amount,
            w="later" if later else "earlier",
        )
        label, identity = thing.said[index][thing.label.name], thing.rows[index][thing.id_name]
        first = self.listing(thing, index, phrase(rng, rng.choice(THINK_FIRST), x=label, p=thing.plural))
        tool, fixed = thing.tools["update"]
        second = Turn(
            phrase(
                rng,
                "<x> is <i> at <o>; <m> minutes <w> is <t>.",
                x=label,
                i=str(identity),
                o=thing.rows[index][f.name],
                m=str(minutes),
                w="later" if later else "earlier",
                t=new,
            ),
            [self.call(tool, {**fixed, thing.id_name: identity, f.name: new})],
        )
        return Goal(
            clause,
            [first, second],
            f"{label} is now at {new}",
            {first.calls[0].tool.name, tool.name},
            plain=clause.startswith(("move", "push", "shift", "make")),
        )


GOALS = (
    ("create", 22),
    ("turn_dial", 12),
    ("send", 10),
    ("act_on_row", 22),
    ("extreme", 3),
    ("answer", 6),
    ("carry", 8),
    ("sweep", 7),
    ("condition", 6),
    ("fact", 5),
    ("delegate", 3),
    ("session", 4),
    ("shifted", 4),
)


def system_text(rng: random.Random, now: datetime, lines: list[str]) -> str:
    """The system turn: some rule lines, the device line, the tools."""
    rules = [phrase(rng, rule) for rule in rng.sample(RULES, rng.choice((0, 1, 2, 3, 4)))]
    stamp = now.strftime("%a %Y-%m-%d %H:%M")
    zone = rng.choice(("", " (Europe/Paris)", " (UTC)", " (Asia/Tokyo)", " (America/Lima)"))
    extra = rng.choice(
        (
            "",
            f", battery {rng.randint(1, 100)}%",
            f", {lexicon.word(rng)} {rng.randint(1, 99)}",
            f", user {lexicon.person(rng)}",
        )
    )
    clock = [f"Now: {stamp}{zone}{extra}"] if rng.random() < 0.93 else []
    return "\n".join([*rules, *clock, "Tools:", *lines])


def upper_first(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def join_clauses(rng: random.Random, clauses: list[str], joints: tuple[str, ...] = JOINS) -> str:
    """Several clauses as one request."""
    text = clauses[0]
    for clause in clauses[1:]:
        text = phrase(rng, rng.choice(joints), a=text, b=clause)
    return text


def finish_text(rng: random.Random, reports: list[str], stop: str = ".") -> str:
    """The closing message."""
    if stop == "。":
        return rng.choice(("", "", "好了，", "完成：")) + "，".join(reports) + stop
    lead = rng.choice(("", "", "", "Done: ", "Done. ", "All set: ", "OK, ", "Finished: "))
    return upper_first(lead + " and ".join(reports)) + stop


def dialogue(rng: random.Random, most_tools: int, most_goals: int = 3) -> list[Message]:
    """One synthetic conversation as chat messages; `masked` marks turns that must not be learned."""
    composer = Composer(rng)
    world = composer.world
    count = min(most_goals, rng.choice((1, 1, 1, 1, 1, 2, 2, 3)))
    names = [name for name, _ in GOALS]
    weights = [weight for _, weight in GOALS]
    foreign = rng.random() < 0.12
    goals: list[Goal] = (
        [rng.choice(chinese.GOALS)(composer) for _ in range(count)]
        if foreign
        else [getattr(composer, rng.choices(names, weights)[0])() for _ in range(count)]
    )
    keep = {name for goal in goals for name in goal.tools}
    total = max(len(keep), rng.randint(1, most_tools))
    world.distract(total, composer.things)
    ending = rng.random()
    if ending < 0.07:
        return _refusal(rng, composer, goals, total)
    skill: Goal | None = None
    if rng.random() < 0.08 and len(goals) == 1:
        skill = goals[0]
    lines = world.lines(keep if skill is None else set(), total)
    if skill is not None:
        lines = [line for line in lines if line.split("(")[0] not in keep]
    messages: list[Message] = []
    loader_turn: list[Message] = []
    if skill is not None:
        name = f"{lexicon.word(rng)}-{lexicon.word(rng)}"
        loader = Tool(
            rng.choice(("load_skill", "open_manual", "read_guide", "use_recipe", "fetch_playbook")),
            (Argument("name", values.CHOICE, True),),
        )
        steps = [f"{position}. {turn.calls[0].tool.name}" for position, turn in enumerate(skill.turns, 1)]
        about = phrase(rng, "{use|call} {these tools|the tools below}{ in this order|}: ") + " ".join(steps)
        announced = rng.random() < 0.6
        fresh = [world.tools[name_].line for name_ in sorted(keep)]
        result = composer.ok(instructions=about, tools=sorted(keep) if announced else fresh)
        lines.insert(rng.randrange(len(lines) + 1), loader.line)
        shelf = [
            f"{lexicon.word(rng)}-{lexicon.word(rng)}: {lexicon.word(rng)} {lexicon.word(rng)}"
            for _ in range(rng.choice((0, 1, 2)))
        ]
        topic = sorted(keep)[-1].replace("_", " ")
        shelf.append(f"{name}: {topic}")
        rng.shuffle(shelf)
        lines += ["Skills:", *shelf]
        loader_turn = [
            call_message(
                phrase(rng, "{No tool does this yet; the|The} skill <s> {covers|is about} <t>.", s=name, t=topic),
                [(loader.name, {"name": name})],
            ),
            {"role": "tool", "content": dumps(result)},
        ]
        if announced:
            loader_turn.append({"role": "user", "content": "New tools:\n" + "\n".join(fresh)})
    messages.append({"role": "system", "content": system_text(rng, world.now, lines)})
    if rng.random() < 0.06:
        messages += _history(rng, composer)
    clauses = [goal.clause for goal in goals]
    question: tuple[str, str] | None = None
    if skill is None and rng.random() < 0.10:
        for position, goal in enumerate(goals):
            if goal.missing is not None and len(goal.turns) == 1:
                clauses[position] = goal.missing[0]
                question = (goal.missing[1], goal.missing[2])
                break
    text = join_clauses(rng, clauses, chinese.JOINS if foreign else JOINS)
    frames = chinese.FRAMES if foreign else POLITE
    text = phrase(rng, rng.choice(frames), c=text) if all(goal.plain for goal in goals[:1]) else text
    if not foreign and rng.random() < 0.7:
        text = upper_first(text)
    if rng.random() < 0.12:
        text = phrase(rng, rng.choice(("<a> <b>", "<b> <a>")), a=upper_first(lexicon.sentence(rng)) + ".", b=text)
    messages.append({"role": "user", "content": text})
    if question is not None:
        messages.append(
            {
                "role": "assistant",
                "content": f"[ask] {question[0]}",
                "reasoning_content": phrase(rng, "{A value is missing|The request lacks a value|I must ask for one value}."),
            }
        )
        messages.append(
            {
                "role": "user",
                "content": phrase(
                    rng, rng.choice(("<v>", "<v>", "<v> please", "It's <v>", "{Make it|Use} <v>", "Oh, <v>.")), v=question[1]
                ),
            }
        )
    messages += loader_turn
    _play(rng, composer, goals, messages, "。" if foreign else ".")
    return messages


def _play(rng: random.Random, composer: Composer, goals: list[Goal], messages: list[Message], stop: str) -> None:
    turns = [turn for goal in goals for turn in goal.turns]
    singles = [goal for goal in goals if len(goal.turns) == 1]
    if len(goals) > 1 and len(singles) == len(goals) and rng.random() < 0.5:
        turns = [
            Turn(
                phrase(
                    rng,
                    "{These are independent|Both can run at once|No step needs another}, "
                    "so {I call all|one turn is enough}.",
                ),
                [call for turn in turns for call in turn.calls],
            )
        ]
    quiet = rng.random() < 0.06
    reports = [goal.report for goal in goals]
    trouble = rng.randrange(len(turns)) if rng.random() < 0.14 else -1
    for position, turn in enumerate(turns):
        thought = "" if quiet else turn.thought
        calls = [(call.tool.name, call.arguments) for call in turn.calls]
        if position == trouble and len(turn.calls) == 1:
            outcome = _trouble(rng, turn.calls[0], messages, thought)
            if outcome is not None:
                messages.append(
                    {
                        "role": "assistant",
                        "content": outcome,
                        "reasoning_content": phrase(
                            rng, "{It cannot be done|This will not work|The error is final}{, so I say so|}."
                        ),
                    }
                )
                return
        elif position == trouble:
            pass
        messages.append(call_message(thought, calls))
        for call in turn.calls:
            messages.append({"role": "tool", "content": dumps(call.result)})
    end = "" if quiet else phrase(rng, rng.choice(THINK_END))
    messages.append({"role": "assistant", "content": finish_text(rng, reports, stop), "reasoning_content": end})


def _trouble(rng: random.Random, call: Call, messages: list[Message], thought: str) -> str | None:
    """An error before the call succeeds; returns the closing message when the error is final."""
    kind = rng.choice(("retry", "retry", "wrong", "final"))
    if kind == "retry":
        messages.append(call_message(thought, [(call.tool.name, call.arguments)]))
        reason = phrase(rng, "{try again|temporary failure|no answer in time}")
        messages.append(_error(rng, rng.choice(("unavailable", "timeout", "runtime_error", "busy")), reason, retryable=True))
        return None
    if kind == "final":
        messages.append(call_message(thought, [(call.tool.name, call.arguments)]))
        reason = phrase(rng, "{not allowed|does not exist|already taken|not possible on this device}")
        messages.append(_error(rng, rng.choice(ERROR_TYPES[3:]), reason, retryable=False))
        return phrase(rng, "{I could not do it|That failed|It did not work}: <r>.", r=reason)
    choices = [a for a in call.tool.arguments if a.choices and a.name in call.arguments]
    if not choices:
        return None
    argument = rng.choice(choices)
    wrong = {**call.arguments, argument.name: lexicon.word(rng)}
    messages.append(call_message(thought, [(call.tool.name, wrong)], masked=True))
    accepted = {argument.name: list(argument.choices)}
    messages.append(_error(rng, "invalid_argument", f"{argument.name} is wrong", accepted=accepted, retryable=True))
    return None


def _error(rng: random.Random, code: str, message: str, **more: Any) -> Message:
    """An error result in one of two envelopes."""
    body = (
        {"error": code.upper(), "message": message}
        if rng.random() < 0.5
        else {"status": "error", "error": code, "message": message}
    )
    return {
        "role": "tool",
        "content": dumps({**body, **{name: value for name, value in more.items() if value is not False}}),
    }


def _refusal(rng: random.Random, composer: Composer, goals: list[Goal], total: int) -> list[Message]:
    goal = goals[0]
    lines = [line for line in composer.world.lines(set(), total + len(goal.tools)) if line.split("(")[0] not in goal.tools]
    text = upper_first(phrase(rng, rng.choice(POLITE), c=goal.clause)) if goal.plain else upper_first(goal.clause)
    return [
        {"role": "system", "content": system_text(rng, composer.world.now, lines or ["(none)"])},
        {"role": "user", "content": text},
        {
            "role": "assistant",
            "content": phrase(
                rng, "[refuse] {I have no tool for that|That is not possible with my tools|None of my tools can do this}."
            ),
            "reasoning_content": phrase(rng, "{No tool|None of the tools} {fits|covers this|can do this}."),
        },
    ]


def _history(rng: random.Random, composer: Composer) -> list[Message]:
    """An earlier exchange without calls."""
    first = rng.choice(
        ("Hi", "Hello there", "Thanks for earlier", "What can you do?", "Good morning", lexicon.sentence(rng))
    )
    reply = rng.choice(
        (
            "Hello! What can I do for you?",
            "Sure, tell me more.",
            "I can work with the tools that I was given.",
            "Good to hear. Anything else?",
        )
    )
    return [
        {"role": "user", "content": first},
        {"role": "assistant", "content": reply, "reasoning_content": "No call is needed." if rng.random() < 0.8 else ""},
    ]


def drill(rng: random.Random) -> list[Message]:
    """A short, dense exercise: repeat, extract, pick a row, or fill a record from a sentence."""
    roll = rng.random()
    now = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=rng.randrange(60 * 24 * 900))
    if roll < 0.3:
        makers = (
            lexicon.title,
            lexicon.sentence,
            lexicon.person,
            lexicon.code,
            lexicon.file_name,
            lexicon.phone_number,
            lexicon.email,
            lexicon.link,
            lexicon.chinese_phrase,
            lexicon.place,
        )
        items = [rng.choice(makers)(rng) for _ in range(rng.randint(1, 5))]
        return [
            {"role": "user", "content": phrase(rng, "{Repeat|Say again|Copy}: <t>", t="; ".join(items))},
            {"role": "assistant", "content": "; ".join(items), "reasoning_content": ""},
        ]
    world = World(rng)
    if roll < 0.55:
        thing = world.thing(rows=rng.randint(2, 7), operations=("list",))
        if thing.rows:
            pick = rng.sample(range(len(thing.rows)), min(len(thing.rows), rng.randint(1, 4)))
            rows = dumps(thing.rows)
            key = rng.choice([thing.id_name, *(f.name for f in thing.fields if f.name in thing.rows[0])])
            labels = [str(thing.rows[i][thing.label.name]) for i in pick]
            return [
                {"role": "user", "content": f"{rows}\nGive {key} of: {'; '.join(labels)}"},
                {
                    "role": "assistant",
                    "content": "; ".join(v if isinstance(v := thing.rows[i][key], str) else dumps(v) for i in pick),
                    "reasoning_content": "",
                },
            ]
    if roll < 0.75:
        pairs = []
        for _ in range(rng.randint(2, 6)):
            kind = rng.choice(
                (
                    values.TIME,
                    values.TIME,
                    values.DATE,
                    values.MINUTES,
                    values.SECONDS,
                    values.WEEKDAYS,
                    values.LEVEL,
                    values.MOMENT_T,
                )
            )
            value = kind.make(rng, now)
            pairs.append((f"{kind.name} {value.said}", value.written))
        return [
            {
                "role": "user",
                "content": f"Now: {now.strftime('%a %Y-%m-%d %H:%M')}\nWrite as values: "
                + "; ".join(said for said, _ in pairs),
            },
            {"role": "assistant", "content": dumps([written for _, written in pairs]), "reasoning_content": ""},
        ]
    taken: set[str] = set()
    arguments = world.arguments(rng.randint(3, 7), taken)
    tool = world.add_tool(world.tool_name("record", world.noun_words()), arguments)
    drawn = [(a, a.value(rng, now)) for a in tool.arguments]
    world.distract(rng.choice((1, 2, 3)), [])
    text = ", ".join(cue(rng, a, v) for a, v in rng.sample(drawn, len(drawn)))
    return [
        {"role": "system", "content": system_text(rng, now, world.lines({tool.name}, rng.choice((1, 2, 3))))},
        {"role": "user", "content": f"{tool.name.replace('_', ' ')}: {text}"},
        call_message("", [(tool.name, {a.name: v.written for a, v in drawn})]),
    ]


def sample(rng: random.Random, most_tools: int, drill_share: float) -> list[Message]:
    """A drill or a dialogue."""
    return drill(rng) if rng.random() < drill_share else dialogue(rng, most_tools)
