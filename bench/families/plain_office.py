"""Plain requests about numbers, words and the web."""

from typing import Any

from ..draw import Draw
from ..plain import Slots, plain, wish
from ..rows import Rows
from ..scenario import Draft, family

UTILITIES = ("Utilities & Productivity",)


def _sum(draw: Draw, rows: Rows) -> Slots:
    first, second = draw.integer(12, 480), draw.integer(3, 96)
    return {"first": first, "second": second}


def _tell_result(draw: Draw, payload: Any, slots: Slots) -> tuple[str, list[tuple[str, ...]]]:
    result = str(payload["result"])
    return draw.tongue(f"That is {result}.", f"等于{result}。"), [(result, f"{payload['result']:,}")]


SUMS = (
    wish(
        "calculate", "{first} times {second}", about=_sum, tell=_tell_result, expression="{first} * {second}",
        train="""what is {first} times {second}?
        [calculate|work out] {first} times {second}""",
        wide="""{first} [x|*|times] {second}[ is|, how much is that|]?
        how much [is|makes] {first} times {second}?
        I need {second} of them at {first} each, what [is|makes] that[ in all|]?
        ![multiply|take] {first} [by|times] {second}""",
        held="""{second} pieces at {first} apiece: what do they come to?
        the product of {first} and {second} is what I am after""",
        zh_train="{first}乘以{second}等于多少", zh_wide="算一下{first}乘{second}", zh_held="{second}个，每个{first}，一共多少",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=UTILITIES, languages=("en", "en", "zh"))
def plain_sum(draw: Draw) -> Draft:
    """A sum that the phone works out and tells."""
    return plain(draw, SUMS)
