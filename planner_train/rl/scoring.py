"""Log-probabilities of sampled tokens on a CPU, where most of a step would go into tokens that carry no loss.

Two things are spared. Logits are made for sampled tokens only, not for prompts and results. And a prompt is read once for
all episodes of a pass that begin with it: its keys and values, gradients included, stand before each of them. The numbers
are those of reading every episode by itself.
"""

from __future__ import annotations

from typing import Any


def score(model: Any, input_ids: Any, attention_mask: Any, own: Any) -> tuple[Any, Any]:
    """Log-probability and entropy of the tokens that ``own`` marks among the last ones of each row; 0 for the others.

    Rows are prompts padded on the left, then completions padded on the right, as many as ``own`` is wide.
    """
    import torch

    kept = own.size(1)
    prompts: dict[tuple[int, ...], list[int]] = {}
    for row, (ids, mask) in enumerate(zip(input_ids, attention_mask, strict=True)):
        prompts.setdefault(tuple(ids[:-kept][mask[:-kept].bool()].tolist()), []).append(row)
    order = [row for rows in prompts.values() for row in rows]
    before = torch.cat(
        [
            _states_before(model, torch.tensor([prompt]), input_ids[rows, -kept:], attention_mask[rows, -kept:])
            for prompt, rows in prompts.items()
        ]
    )
    logs = torch.log_softmax(model.get_output_embeddings()(before[own[order]]).float(), -1)
    picked = logs.gather(-1, input_ids[order, -kept:][own[order]][:, None])[:, 0]
    with torch.no_grad():
        spread = -(logs.exp() * logs).sum(-1)
    nothing, back = logs.new_zeros(own.shape), torch.tensor(order).argsort()
    return nothing.masked_scatter(own[order], picked)[back], nothing.masked_scatter(own[order], spread)[back]


def _states_before(model: Any, prompt: Any, completions: Any, mask: Any) -> Any:
    """The hidden states from which each token of the completions was predicted, padded as the completions are."""
    import torch
    from transformers import DynamicCache

    decoder, count, longest = model.get_decoder(), len(completions), int(mask.sum(-1).max())
    cache = DynamicCache(config=model.config)
    read = decoder(input_ids=prompt, cache=cache, use_cache=True)
    states = [read.last_hidden_state[:, -1:].expand(count, -1, -1)]
    if longest > 1:
        cache.batch_repeat_interleave(count)
        start = prompt.size(1)
        seen = torch.cat([mask.new_ones((count, start)), mask[:, : longest - 1]], -1)
        places = torch.arange(start, start + longest - 1)[None].expand(count, -1)
        states.append(
            decoder(
                input_ids=completions[:, : longest - 1],
                attention_mask=seen,
                position_ids=places,
                cache=cache,
                use_cache=True,
            ).last_hidden_state
        )
    states.append(states[0].new_zeros((count, mask.size(1) - max(longest, 1), states[0].size(-1))))
    return torch.cat(states, 1)
