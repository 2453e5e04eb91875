"""Guided decoding: everything right can be written, and nothing that cannot be read."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import torch
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
from harness.contract import Action, Call, Holdout, Json, PolicyRef, Resources, Split, Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue, Risk
from harness.episode import Episode
from harness.instructions import load
from harness.json_schema import parameters, resolved
from harness.mcp_client import DOMAIN, ExternalTool, _Anything, _checker
from harness.models.guide import Guides
from harness.models.local import LocalModel
from harness.models.local_policy import LocalPolicy, embedded_base
from harness.models.parse import parse
from harness.models.render import encode, model_text, render
from harness.policy import Reply
from tests.harness.tasks import alarm_task

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


def stranger(**schema: Json) -> Mapping[str, Json]:
    """A tool of somebody else's server, which demands one argument of this schema."""
    wanted = {"type": "object", "properties": {"level": schema}, "required": ["level"]}
    return {"type": "function", "function": {"name": "lamp__dim", "description": "Dim it.", "parameters": wanted}}


IMPOSSIBLE: list[dict[str, Json]] = [
    {"type": "integer", "minimum": 5, "maximum": 1},
    {"type": "integer", "enum": ["low", "high"]},
    {"type": "number", "minimum": 1e308, "maximum": 1.1e308},
    {"enum": ["\ud800"]},
]


@pytest.mark.parametrize("schema", IMPOSSIBLE)
def test_a_tool_that_no_arguments_satisfy_can_be_called_and_the_others_stay_guided(schema: dict[str, Json]) -> None:
    tools = [CATALOGUE["manage_alarm"].schema(), stranger(**schema)]
    with pytest.raises(ValueError, match="make no grammar"):
        guides().of(tools)
    call = '<tool_call>\n{{"name": "{}", "arguments": {}}}\n</tool_call>'

    def written(name: str, arguments: str) -> None:
        guide = guides().lenient(tools)
        for token in [*encode(call.format(name, arguments), model().tokenizer), *model().stop]:
            guide.accept(token)

    written("lamp__dim", '{"level": 3, "why": ["so"]}')
    written("manage_alarm", '{"action": "list"}')
    for name, arguments in (("manage_alarm", '{"action": "make"}'), ("lamp__dims", "{}")):
        with pytest.raises(ValueError, match="leaves the grammar"):
            written(name, arguments)


def test_what_is_written_to_a_tool_that_nothing_satisfies_is_told_and_ends_no_episode() -> None:
    tree = resolved(stranger(**IMPOSSIBLE[0])["function"]["parameters"])
    tool = ExternalTool(
        name="lamp__dim", domain=DOMAIN, run=lambda phone: None, summary="Dim it.", kind="external", risk=Risk.READ,
        parameters=parameters(tree), signature="", model=_Anything, check=_checker("lamp__dim", tree),
    )  # fmt: skip
    task = alarm_task().model_copy(update={"resources": Resources(tools=("lamp__dim",), recall=2)})
    episode = Episode(task, PhoneEnvironment(Catalogue([*CATALOGUE.values(), tool])), load())
    request = episode.request()
    assert request.guided
    (reply,) = LocalPolicy(model(), PolicyRef(name="base"), turn_tokens=8).respond([request])
    assert reply.action is not None
    turn = episode.advance(Reply(Action(calls=(Call(id="c0", name="lamp__dim", arguments={"level": 3}),))))
    assert turn is not None and turn.feedback[0].error is not None
    assert (turn.feedback[0].error.code, episode.done) == ("INVALID_ARGUMENT", False)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {f"p{place}": {"type": ["string", "number", "boolean"]} for place in range(1500)}},
        {"type": "object", "properties": {"same": {"$ref": "#"}}, "required": ["same"]},
    ],
)
def test_what_is_too_much_for_the_matcher_is_written_without_a_guide(schema: dict[str, Json]) -> None:
    function = {"name": "lamp__dim", "description": "Dim it.", "parameters": schema}
    guide = guides().lenient([{"type": "function", "function": function}])
    start = encode("<tool_call>\n", model().tokenizer)
    for token in start:
        guide.restrict(torch.zeros(model().model.config.vocab_size))
        guide.accept(token)
    free = torch.zeros(model().model.config.vocab_size)
    guide.restrict(free)
    assert not free.any(), "it was not too much: the test shows nothing"
    prompt = render([{"role": "user", "content": "dim it"}], model().tokenizer, generate=True).ids
    begun = model().begin([*prompt, *start], max_tokens=8, guide=guide)
    model().write([begun])
    assert begun.result().ids


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
