"""What is kept of a conversation: as much as the next prompt agrees with, and never more."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from harness.models.local import LocalModel
from harness.models.local_policy import embedded_base
from harness.models.prefix import Prefix, PrefixStore
from harness.models.render import render


def prefix(ids: list[int]) -> Prefix:
    """A prefix whose keys and values say which token each position is for."""
    rows = torch.tensor(ids, dtype=torch.float32)[None, :, None]
    return Prefix(tuple(ids), ((rows, -rows),))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.lists(st.integers(0, 3), min_size=1, max_size=12))
def test_what_is_taken_is_the_longest_agreeing_part_without_the_last_token(kept: list[int], prompt: list[int]) -> None:
    store = PrefixStore()
    store.keep("talk", prefix(kept))
    taken = store.take("talk", prompt)
    size = len(taken.ids) if taken else 0
    assert list(taken.ids if taken else []) == kept[:size] == prompt[:size] and size < len(prompt)
    assert size in (len(kept), len(prompt) - 1) or kept[size] != prompt[size]
    if taken:
        keys, values = taken.layers[0]
        assert keys.flatten().tolist() == kept[:size] and values.flatten().tolist() == [-token for token in kept[:size]]
    assert store.take("talk", prompt) is None


def test_the_longest_unused_conversations_are_forgotten_first() -> None:
    store = PrefixStore(capacity=5)
    store.keep("old", prefix([1, 2]))
    store.keep("new", prefix([1, 2, 3]))
    store.keep("newest", prefix([4]))
    assert store.take("old", [1, 2, 3]) is None
    assert store.take("new", [1, 2, 3, 4]) is not None and store.take("newest", [4, 4]) is not None


def test_an_edited_conversation_is_answered_as_if_it_were_new() -> None:
    fresh, reused = LocalModel.load(embedded_base()), LocalModel.load(embedded_base())

    def talk(*words: str) -> list[int]:
        return render([{"role": "user", "content": text} for text in words], fresh.tokenizer, generate=True).ids

    reused.generate([talk("Repeat: copper harbor", "and lantern")], max_tokens=9, names=["a"])
    edited = talk("Repeat: copper harbor", "or ribbon", "three times")
    again = reused.generate([edited], max_tokens=9, names=["a"])[0]
    assert again.ids == fresh.generate([edited], max_tokens=9)[0].ids


def test_texts_that_begin_while_others_are_written_join_them_and_change_nothing() -> None:
    model = LocalModel.load(embedded_base())
    prompts = [
        render([{"role": "user", "content": f"Repeat: {'amber ' * n}end"}], model.tokenizer, generate=True).ids
        for n in range(1, 7)
    ]
    alone = [model.generate([prompt], max_tokens=30, stop=frozenset({-1}))[0].ids for prompt in prompts]
    begun = [model.begin(prompt, max_tokens=5 * (n + 1), stop=frozenset({-1})) for n, prompt in enumerate(prompts[:4])]
    model.write(begun)
    begun += [model.begin(prompt, max_tokens=30, stop=frozenset({-1})) for prompt in prompts[4:]]
    for _ in range(40):
        model.write([item for item in begun if not item.done] or begun)
    assert all(item.done for item in begun)
    assert [item.result().ids for item in begun] == [ids[: item.limit] for ids, item in zip(alone, begun, strict=True)]
