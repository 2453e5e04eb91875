"""A model that is small enough to train in a test, and tasks for it."""

from functools import cache
from pathlib import Path
from typing import Any

from harness.catalogue import full_catalogue
from harness.contract import BehaviourCheck, Budget, Completion, Split, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.instructions import load
from harness.models.local_policy import embedded_base
from harness.models.render import IM_END, encode, render
from tests.harness.tasks import alarm_task


@cache
def tokenizer() -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(embedded_base())


def tiny_model() -> Any:
    """A random model of two small layers over the shipped vocabulary."""
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=len(tokenizer()),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        head_dim=16,
        tie_word_embeddings=True,
    )
    return Qwen3ForCausalLM(config)


def coin_model() -> Any:
    """The tiny model, taught to answer what ``coin_tasks`` ask with yes or no, as often the one as the other."""
    import torch

    model = tiny_model()
    episode = Episode(coin_tasks(1)[0], PhoneEnvironment(full_catalogue()), load())
    asked = render(episode.request().messages, tokenizer(), generate=True).ids
    answers = [encode(f"{word}{IM_END}", tokenizer()) for word in ("yes", "no")]
    assert {len(answer) for answer in answers} == {2}
    ids = torch.tensor([asked + answer for answer in answers])
    labels = torch.full_like(ids, -100)
    labels[:, len(asked) :] = ids[:, len(asked) :]
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(40):
        optimizer.zero_grad()
        model(input_ids=ids, labels=labels).loss.backward()
        optimizer.step()
    return model


def write_checkpoint(model: Any, folder: Path) -> Path:
    """A model on disk, with the tokenizer."""
    model.save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


def coin_tasks(count: int, split: Split = Split.TRAIN) -> list[Task]:
    """Tasks that are solved by saying yes, in one turn."""
    check = BehaviourCheck(message="finish", says=(("yes",),))
    change = {
        "split": split,
        "budget": Budget(turns=1, tokens=4),
        "request": "Say yes or no",
        "completion": Completion(check=check),
    }
    return [alarm_task(name=f"{split}-{number}").model_copy(update=change) for number in range(count)]
