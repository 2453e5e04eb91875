"""Guided decoding: everything right can be written, and nothing that cannot be read."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel
from tokenizers.trainers import BpeTrainer
from transformers import PreTrainedTokenizerFast

from agents.collector import collect
from bench.scenario import FAMILIES, build
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Holdout, Json, Split, Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.models.guide import Guides
from harness.models.local import LocalModel
from harness.models.local_policy import embedded_base
from harness.models.parse import parse
from harness.models.render import encode, model_text, render

CATALOGUE = full_catalogue()


@cache
def model() -> LocalModel:
    return LocalModel.load(embedded_base())


@cache
def guides() -> Guides:
    return Guides(model().tokenizer, model().stop)


def expert_runs() -> Iterator[Trajectory]:
    pairs = [build(item, 4, CATALOGUE, split=item.split, holdout=holdout(item.split)) for item in FAMILIES.values()]
    witnesses = {witness.task_id: witness for _, witness in pairs}
    return collect((task for task, _ in pairs), witnesses, environment=lambda: PhoneEnvironment(CATALOGUE), eta=load())


def holdout(split: Split) -> Holdout:
    return Holdout.NONE if split is Split.TRAIN else Holdout.FAMILY


def test_every_turn_of_every_familys_witness_can_be_written() -> None:
    assert families_of(Split.TRAIN)
    for run in expert_runs():
        exposed = list(run.tools)
        turns = [message for message in run.messages[run.prompt :] if message["role"] == "assistant"]
        for message, turn in zip(turns, run.turns, strict=True):
            if {call.name for call in turn.action.calls} <= set(exposed):
                follow([CATALOGUE[name].schema() for name in exposed], model_text(message))
            exposed += turn.exposed


def follow(tools: list[Mapping[str, Json]], text: str) -> None:
    guide = guides().of(tools)
    for token in [*encode(text, model().tokenizer), *model().stop]:
        guide.accept(token)


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>\n{"name": "manage_alarms", "arguments": {}}\n</tool_call>',
        '<tool_call>\n{"name": "manage_alarm", "arguments": {"action": "make"}}\n</tool_call>',
        '<tool_call>\n{"name": "manage_alarm", "arguments": {"action": "list", "when": "7:15"}}\n</tool_call>',
        '<tool_call>\n{"name": "manage_alarm", "arguments": {"time": "7:15"}}\n</tool_call>',
        '<tool_call>\n{"name": "manage_alarm", "arguments": {"action": "list"}\n</tool_call>',
        '<tool_call>\n{"name": "manage_alarm", "arguments": {"action": "list"}}\n</tool_call> Done.',
        "<think>\nIt is late.",
        "",
    ],
)
def test_what_cannot_be_read_cannot_be_written(text: str) -> None:
    with pytest.raises(ValueError, match="leaves the grammar"):
        follow([CATALOGUE["manage_alarm"].schema()], text)


def test_a_model_at_its_wildest_writes_turns_that_can_be_read() -> None:
    names = ["manage_alarm", "send_message", "get_weather", "set_volume"]
    tools = [CATALOGUE[name].schema() for name in names]
    start = encode("<tool_call>\n", model().tokenizer)
    prompt = render([{"role": "user", "content": "wake me at 7:15"}], model().tokenizer, generate=True).ids + start
    begun = []
    for seed in range(16):
        guide = guides().of(tools)
        for token in start:
            guide.accept(token)
        begun.append(model().begin(prompt, max_tokens=200, seed=seed, temperature=1.5, guide=guide))
    while waiting := [item for item in begun if not item.done]:
        model().write(waiting)
    ended = [item.result().ids[:-1] for item in begun if item.stopped]
    assert len(ended) > 4, "hardly a text came to its end: the test shows little"
    for ids in ended:
        action = parse("<tool_call>\n" + model().tokenizer.decode(ids))
        assert action.malformed is None and action.calls
        for call in action.calls:
            parameters = CATALOGUE[call.name].parameters
            assert call.name in names
            assert set(parameters["required"]) <= set(call.arguments) <= set(parameters["properties"])


def test_without_tools_only_words_can_be_written() -> None:
    with pytest.raises(ValueError, match="leaves the grammar"):
        follow([], "<tool_call>")
    follow([], "<think>\nNothing to do.\n</think>\n\nIt is done.")


def test_greedy_text_that_is_allowed_anyway_stays_the_same() -> None:
    prompt = render([{"role": "user", "content": "Repeat: copper harbor"}], model().tokenizer, generate=True).ids
    free = model().generate([prompt], max_tokens=40)[0]
    guided = model().begin(prompt, max_tokens=40, guide=guides().of([CATALOGUE["manage_alarm"].schema()]))
    model().write([guided])
    if parse(model().tokenizer.decode(free.ids[:-1])).malformed is None and free.stopped:
        assert guided.result().ids == free.ids
    for token in guided.result().ids[:-1]:
        assert token not in model().stop


def test_a_tokenizer_without_marks_of_its_own_is_guided_by_the_letters(tmp_path: Path) -> None:
    core = Tokenizer(BPE())
    core.pre_tokenizer = ByteLevel(add_prefix_space=False)
    core.decoder = ByteLevelDecoder()
    core.train_from_iterator([], BpeTrainer(initial_alphabet=ByteLevel.alphabet(), special_tokens=["<|im_end|>"]))
    plain = PreTrainedTokenizerFast(tokenizer_object=core, eos_token="<|im_end|>")
    guide = Guides(plain, frozenset({plain.eos_token_id})).of([CATALOGUE["manage_alarm"].schema()])
    text = '<think>\nSee.\n</think>\n\n<tool_call>\n{"name": "manage_alarm", "arguments": {"action": "list"}}\n</tool_call>'
    for token in encode(text, plain):
        guide.accept(token)
    with pytest.raises(ValueError, match="leaves the grammar"):
        guide.accept(encode("x", plain)[0])


def test_a_turn_that_must_call_may_think_but_not_only_talk() -> None:
    tools = [CATALOGUE["manage_alarm"].schema()]
    call = '<tool_call>\n{"name": "manage_alarm", "arguments": {"action": "list"}}\n</tool_call>'
    for text, allowed in ((call, True), (f"<think>\nSo.\n</think>\n\n{call}", True), ("So be it.", False)):
        guide = guides().of(tools, must_call=True)
        tokens = [*encode(text, model().tokenizer), *model().stop]
        if allowed:
            for token in tokens:
                guide.accept(token)
        else:
            with pytest.raises(ValueError, match="leaves the grammar"):
                guide.accept(tokens[0])
