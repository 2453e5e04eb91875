"""Local generation: batching never changes an answer, and threads share batches."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch

from harness.errors import UserError
from harness.models.local import LocalModel
from harness.models.local_policy import LocalPolicy, embedded_base
from harness.models.render import render
from harness.policy import PolicyRequest
from planner_train.checkpoints import load_model


@cache
def model() -> LocalModel:
    return LocalModel.load(embedded_base())


def prompts() -> list[list[int]]:
    return [
        render(
            [{"role": "user", "content": f"Repeat: {'copper harbor ' * number}end {number}"}],
            model().tokenizer,
            generate=True,
        ).ids
        for number in range(1, 8)
    ]


def test_a_batch_of_unequal_prompts_answers_as_each_alone() -> None:
    together = model().generate(prompts(), max_tokens=12)
    alone = [model().generate([prompt], max_tokens=12)[0] for prompt in prompts()]
    assert [item.ids for item in together] == [item.ids for item in alone]


def test_greedy_decoding_equals_step_by_step_argmax_without_a_cache() -> None:
    prompt = prompts()[2]
    made = model().generate([prompt], max_tokens=6)[0]
    ids = list(prompt)
    with torch.inference_mode():
        for token in made.ids:
            logs = torch.log_softmax(model().model(input_ids=torch.tensor([ids])).logits[0, -1], -1)
            assert int(logs.argmax()) == token
            ids.append(token)


def test_a_seed_fixes_a_sample_whoever_shares_the_batch() -> None:
    seeds = list(range(7))
    together = model().generate(prompts(), max_tokens=10, seeds=seeds, temperature=5.0)
    third = model().generate([prompts()[3]], max_tokens=10, seeds=[3], temperature=5.0)[0]
    other = model().generate([prompts()[3]], max_tokens=10, seeds=[99], temperature=5.0)[0]
    assert together[3].ids == third.ids != other.ids


def test_a_prompt_that_several_texts_share_is_read_once_and_each_goes_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = prompts()[5:7]
    alone = [model().generate([one], max_tokens=10, seeds=[seed], temperature=5.0)[0].ids for seed in range(3)]
    read: list[tuple[int, int]] = []
    forward = model().model.forward

    def counted(*given: Any, **fields: Any) -> Any:
        read.append(tuple(fields["input_ids"].shape))
        return forward(*given, **fields)

    plain = LocalModel(model().model, model().tokenizer, guesses=0)
    monkeypatch.setattr(plain.model, "forward", counted)
    group = plain.generate([one, other, one, one], max_tokens=10, seeds=[0, 9, 1, 2], temperature=5.0)
    assert [group[place].ids for place in (0, 2, 3)] == alone and alone[0] != alone[1]
    assert [shape for shape in read if shape[1] > 1] == [(1, len(one) - 1), (1, len(other))]


def test_a_shared_prompt_that_cannot_be_read_fails_its_own_texts_only(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = prompts()[5:7]

    def failing(ids: tuple[int, ...]) -> Any:
        raise RuntimeError("no memory")

    monkeypatch.setattr(model(), "_prefix", failing)
    begun = [model().begin(prompt, max_tokens=2) for prompt in (one, one, other)]
    while not all(item.done for item in begun):
        model().write([item for item in begun if not item.done])
    assert [str(item.failure) for item in begun] == ["no memory", "no memory", "None"]
    assert len(begun[2].ids) == 2


def test_stop_tokens_end_a_sample_and_limits_are_kept() -> None:
    first = model().generate([prompts()[0]], max_tokens=8)[0].ids[0]
    made = model().generate([prompts()[0]], max_tokens=8, stop=frozenset({first}))[0]
    assert made.ids == [first] and made.stopped
    assert model().generate(prompts()[:2], max_tokens=[0, 2], stop=frozenset({-1}))[0].ids == []


def test_threads_that_ask_at_once_get_their_own_answers() -> None:
    expected = [model().generate([prompt], max_tokens=8)[0].ids for prompt in prompts()]
    with ThreadPoolExecutor(7) as pool:
        made = list(pool.map(lambda prompt: model().generate([prompt], max_tokens=8)[0].ids, prompts()))
    assert made == expected


def test_policy_answers_every_request_in_order_and_never_raises_for_its_text() -> None:
    policy = LocalPolicy(model(), LocalPolicy.load(embedded_base()).ref)
    requests = [
        PolicyRequest(f"e{n}", f"t{n}", 0, [{"role": "user", "content": f"say {n}"}], [], seed=n, max_tokens=24)
        for n in range(3)
    ]
    replies = policy.respond(requests)
    assert len(replies) == 3 and all(reply.action is not None for reply in replies)
    assert [r.raw for r in policy.respond(requests[1:2])] == [replies[1].raw]


def test_a_damaged_checkpoint_is_one_clear_message(tmp_path: Path) -> None:
    for place in (tmp_path, str(tmp_path)):
        with pytest.raises(UserError, match="no checkpoint"):
            LocalPolicy.load(place)
    for path in embedded_base().iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(UserError, match=str(tmp_path)):
        LocalModel.load(tmp_path)


def changed(folder: Path, change: Callable[[dict[str, Any]], object], **config: Any) -> Path:
    """The embedded base with other tensors, and with other words in its config."""
    from safetensors.torch import load_file, save_file

    for path in embedded_base().iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    tensors = load_file(folder / "model.safetensors")
    change(tensors)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    words = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**words, **config}), encoding="utf-8")
    return folder


NORM = "model.layers.0.input_layernorm.weight"


@pytest.mark.parametrize(
    ("change", "config", "message"),
    [
        (lambda tensors: tensors[NORM].fill_(float("nan")), {}, f"weights that are no numbers.*{NORM}"),
        (lambda tensors: tensors.pop(NORM), {}, f"the weights lack {NORM}"),
        (lambda tensors: tensors.pop("model.embed_tokens.weight"), {}, "the weights lack"),
        (lambda tensors: tensors.update({NORM: torch.ones(3)}), {}, "other shapes"),
        (lambda tensors: None, {"max_position_embeddings": "x"}, "cannot be loaded.*max_position_embeddings"),
        (lambda tensors: None, {"num_hidden_layers": 99}, "cannot be loaded.*num_hidden_layers"),
        (lambda tensors: None, {"num_hidden_layers": -1}, "cannot be loaded.*num_hidden_layers"),
    ],
)
def test_weights_or_words_that_are_wrong_are_named_with_their_folder(
    change: Callable[[dict[str, Any]], object], config: dict[str, Any], message: str, tmp_path: Path
) -> None:
    folder = changed(tmp_path, change, **config)
    for load in (LocalModel.load, load_model):
        with pytest.raises(UserError, match=message) as caught:
            load(folder)
        assert caught.value.where == str(folder)


def test_a_text_without_likelihoods_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    forward = model().model.forward

    def broken(*given: Any, **fields: Any) -> Any:
        out = forward(*given, **fields)
        out.logits[0] = float("nan")
        return out

    good, bad = prompts()[0], prompts()[0][1:]
    monkeypatch.setattr(model().model, "forward", broken)
    monkeypatch.setattr(model(), "_batch_tokens", 10_000)
    begun = [model().begin(prompt, max_tokens=1, temperature=1.0) for prompt in (bad, good)]
    model().write(begun)
    assert isinstance(begun[0].failure, UserError) and begun[1].failure is None and len(begun[1].ids) == 1


@pytest.mark.parametrize("temperature", [1e-320, 1e-45, 1e-9])
def test_next_to_no_temperature_is_none(temperature: float) -> None:
    made = model().generate([prompts()[0]], max_tokens=3, temperature=temperature)[0]
    assert made == model().generate([prompts()[0]], max_tokens=3)[0]
