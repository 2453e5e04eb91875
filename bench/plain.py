"""Plain requests: one wish and the one call that fulfils it.

Most of what people ask of a phone is like that, and it teaches each tool apart from everything else. A family of plain
requests is a handful of wishes about one theme; a task draws one of them, and what is hard is the tool, its arguments and
the words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from harness.contract import Json

from .draw import Draw
from .rows import Rows
from .scenario import Draft, Play, UnsuitableError
from .wording import Wording

PREFIX = "plain_"
"""What the names of these families begin with: a loop may leave them aside as a group."""

Slots = Mapping[str, Any]
About = Callable[[Draw, Rows], Slots]
"""Draws what a wish is about and puts it on the phone. Its slots fill the arguments, the thought, the report and the
request; how a value is said, where it is said otherwise, is a slot of its own."""
Tell = Callable[[Draw, Any, Slots], tuple[str, Sequence[Sequence[str]]]]
"""What to report of a call's payload, and the words that have to be in it, each as a set of alternatives."""
Check = Literal["state", "calls"]


@dataclass(frozen=True)
class Wish:
    """What somebody wants of the phone, in a few words, and the one call that does it; see ``wish``."""

    tool: str
    what: str
    arguments: Mapping[str, Json]
    wording: Wording
    done: tuple[str, str]
    about: About | None
    tell: Tell | None
    check: Check


def wish(
    tool: str, what: str, /, *, train: str, held: str, zh_train: str, zh_held: str, wide: str = "", zh_wide: str = "",
    done: tuple[str, str] = ("Done: {what}.", "好了。"), about: About | None = None, tell: Tell | None = None,
    check: Check = "state", **arguments: Json,
) -> Wish:  # fmt: skip
    """One wish. Its phrasings are the lines of the texts; ``done`` is the report in English and in Chinese.

    A slot stands in braces. An argument that is nothing but a slot, ``"{minutes}"``, becomes that slot's value, whatever its
    type, and is left out where the value is ``None``. ``tell`` takes the place of ``done`` where the call's answer is
    what was asked for. ``check`` is ``calls`` where what changes is nothing that a state is judged by, such as the clock.
    """
    texts = {"train": train, "held": held, "wide": wide, "zh_train": zh_train, "zh_held": zh_held, "zh_wide": zh_wide}
    lines = {name: tuple(line.strip() for line in text.strip().splitlines()) for name, text in texts.items()}
    return Wish(tool, what, arguments, Wording(**lines), done, about, tell, check)


Before = Callable[[Draw, Rows, bool], Slots]
"""As ``About``, for a switch: puts the phone in the state that the wish ends. The flag is the state that is wanted."""


def kept(table: str, key: str, field: str = "on", values: tuple[Json, Json] = (True, False)) -> Before:
    """A switch that stands in a row of the phone; ``values`` are what it holds when on and when off."""

    def before(draw: Draw, rows: Rows, on: bool) -> Slots:
        rows.put(table, key, **{field: values[on]})
        return {}

    return before


def switch(
    tool: str, what: str, zh: str, *, before: Before, on: str, off: str, held_on: str, held_off: str, zh_on: str,
    zh_off: str, said: str = "", be: str = "is", key: str = "enabled", values: tuple[Json, Json] = (True, False),
    **arguments: Json,
) -> tuple[Wish, Wish]:  # fmt: skip
    """Two wishes, to turn something on and to turn it off: what is said of any switch, and the lines for this one.

    ``said`` are the words for it, if not ``what``. ``zh_on`` and ``zh_off`` are held out, as ``held_on`` and ``held_off``.
    """
    name = said or what
    return (
        wish(
            tool, f"{what} on", about=lambda draw, rows: before(draw, rows, True), **{**arguments, key: values[0]},
            done=(f"{what[0].upper()}{what[1:]} {be} on.", f"{zh}已打开。"),
            train=f"![turn|switch] on {name}\n![turn|switch] {name} on\n{name} on",
            wide=f"![enable|activate] {name}\n[I want|I need|I would like] {name} on\n{on}",
            held=f"I'd like to have {name}, so switch that on\n{held_on}",
            zh_train=f"![打开|开启]{zh}\n!把{zh}打开", zh_wide=f"{zh}[打开|开一下]\n我[要|想]用{zh}", zh_held=zh_on,
        ),
        wish(
            tool, f"{what} off", about=lambda draw, rows: before(draw, rows, False), **{**arguments, key: values[1]},
            done=(f"{what[0].upper()}{what[1:]} {be} off.", f"{zh}已关闭。"),
            train=f"![turn|switch] off {name}\n![turn|switch] {name} off\n{name} off",
            wide=f"![disable|deactivate] {name}\nI don't [want|need] {name}[ any more|]\n{off}",
            held=f"I'm done with {name}, so switch that off\n{held_off}",
            zh_train=f"![关闭|关掉]{zh}\n!把{zh}[关了|关掉]", zh_wide=f"{zh}[关掉|关了吧]\n{zh}不用开着了", zh_held=zh_off,
        ),
    )  # fmt: skip


Options = Mapping[Any, tuple[str, str]]
"""Value of a setting -> how it is said in English and in Chinese."""


def one_of(options: Options, table: str, key: str, field: str) -> About:
    """One of the values of a setting, which has another one now.

    Its slots: ``value``; ``said``, as it is said; ``english``, for a thought.
    """

    def about(draw: Draw, rows: Rows) -> Slots:
        value, before = draw.rng.sample(list(options), 2)
        rows.put(table, key, **{field: before})
        return {"value": value, "said": draw.tongue(*options[value]), "english": options[value][0]}

    return about


def tell_names(draw: Draw, names: Sequence[str], most: int = 8) -> tuple[str, Sequence[Sequence[str]]]:
    """What to report of a list. Draws again where it has more names than somebody can be told at once."""
    if len(names) > most:
        raise UnsuitableError("the list is long")
    number = "Just one" if len(names) == 1 else "Here they are"
    listed = draw.say_list(names)
    return draw.tongue(f"{number}: {listed}.", f"有{listed}。"), [(name,) for name in names]


def flips(table: str, key: str, field: str = "on") -> About:
    """Draws whether something shall be on or off, and has it the other way round on the phone.

    Its slots: ``enabled``; ``state``, as it is said; ``switch``, the verb for it; ``turned``, on or off, for a thought.
    """

    def about(draw: Draw, rows: Rows) -> Slots:
        enabled = draw.chance(0.5)
        rows.put(table, key, **{field: not enabled})
        return on_or_off(draw, enabled)

    return about


def on_or_off(draw: Draw, enabled: bool) -> dict[str, Any]:
    """The slots ``enabled``, ``state``, ``switch`` and ``turned``; see ``flips``."""
    turned, state = ("on", "打开") if enabled else ("off", "关闭")
    english, chinese = _SWITCHING[enabled]
    verb = draw.tongue(draw.choice(english), draw.choice(chinese))
    return {"enabled": enabled, "turned": turned, "state": draw.tongue(turned, state), "switch": verb}


_SWITCHING = {
    True: (("turn on", "switch on", "enable", "activate"), ("打开", "开启", "启用")),
    False: (("turn off", "switch off", "disable", "deactivate"), ("关闭", "关掉", "停用")),
}


def plain(draw: Draw, wishes: Sequence[Wish]) -> Draft:
    """A task about one of the wishes. Draws again where the phone is already as it would be."""
    chosen, rows = draw.choice(wishes), Rows(draw)
    slots = chosen.about(draw, rows) if chosen.about else {}
    says: list[Sequence[str]] = []

    def witness(play: Play) -> None:
        what = chosen.what.format_map(slots)
        signature = list(play.environment.catalogue[chosen.tool].schema()["function"]["parameters"]["properties"])
        given = _filled(chosen.arguments, slots)
        given = {name: given[name] for name in sorted(given, key=signature.index)}  # guided decoding knows no other order
        payload = play.call(chosen.tool, why=f"{what}.", **given)
        if isinstance(payload, dict) and payload.get("changed") is False:
            raise UnsuitableError("the phone is already as the request wants it")
        if chosen.tell is None:
            play.finish(draw.tongue(*chosen.done).format_map({"what": what, **slots}))
        else:
            report, words = chosen.tell(draw, payload, slots)
            says.extend(words)
            play.finish(report)

    return Draft(draw.say(chosen.wording, **slots), witness, check=chosen.check, says=says, patches=rows.patches)


def _filled(value: Any, slots: Slots) -> Any:
    if isinstance(value, str):
        alone = re.fullmatch(r"\{(\w+)\}", value)
        return slots[alone[1]] if alone else value.format_map(slots)
    if isinstance(value, list):
        return [_filled(item, slots) for item in value]
    return {name: _filled(item, slots) for name, item in value.items()} if isinstance(value, Mapping) else value
