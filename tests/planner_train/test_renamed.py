"""Training episodes on other makers' phones: no name of this phone is left, and what belongs together stays together."""

import random
import re
from itertools import islice

from harness.catalogue import full_catalogue
from planner_train.embedded.renamed import Message, renamed_episodes

HANZI = re.compile("[\u4e00-\u9fff]")


def episodes(count: int, seed: int = 0, *, others: float = 0.0, chinese: float = 1.0) -> list[list[Message]]:
    made = renamed_episodes(random.Random(seed), 7, others=others, chinese=chinese)
    return [messages for messages, _ in islice(made, count)]


def offered(messages: list[Message]) -> dict[str, str]:
    """Signature lines of the system text, and those that a skill brings later."""
    texts = [str(message["content"]) for message in messages if message["role"] in ("system", "user")]
    lines = [line for text in texts for line in text.partition("ools:\n")[2].split("\n") if line]
    return {line.split("(", 1)[0]: line for line in lines}


def test_every_call_is_to_an_offered_tool_with_arguments_of_its_line_and_no_name_is_the_phones() -> None:
    phone = set(full_catalogue())
    calls = 0
    for messages in episodes(64):
        tools = offered(messages)
        assert not phone & tools.keys()
        results = [str(message["content"]) for message in messages if message["role"] == "tool"]
        assert not [name for name in phone for text in results if f'"{name}"' in text]
        for call in (call["function"] for message in messages for call in message.get("tool_calls") or ()):
            calls += 1
            assert call["name"] in tools
            for argument in call["arguments"]:
                assert re.search(rf"[(, ]{argument}[?:,)]", tools[call["name"]]), (argument, tools[call["name"]])
    assert calls > 64


def test_a_share_of_the_chinese_tasks_can_be_left_out() -> None:
    def count(share: float) -> int:
        made = episodes(96, chinese=share)
        return sum(any(HANZI.search(str(m["content"])) for m in talk if m["role"] == "user") for talk in made)

    assert count(1.0) > 4
    assert count(0.0) == 0


def test_equal_seeds_give_equal_episodes() -> None:
    assert episodes(24, 3, others=0.5) == episodes(24, 3, others=0.5) != episodes(24, 4, others=0.5)
