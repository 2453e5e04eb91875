"""A model with the weights that its folder holds, all of them and all of them numbers.

Transformers gives a tensor that the files lack random values and mentions it in a warning; and a model whose weights are
no numbers opens like any other, computes nothing, and learns nothing with a loss of zero.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from harness.errors import UserError

_READERS = frozenset({"builtins", "huggingface_hub", "safetensors", "safetensors_rust", "tokenizers"})
"""Where the exceptions are defined that damaged files raise, beside the common ones; some are plain ``Exception``."""
_WHOLE = "whole files of one model: config.json, weights and a tokenizer"
_NAMED = 3
"""Tensors that a message names."""


def read_model(base: Path | str, **options: Any) -> tuple[Any, Any]:
    """Model and tokenizer from a folder or a hub; ``options`` go to the model's ``from_pretrained``.

    Raises ``UserError`` naming the base where it cannot be read, lacks a tensor, or holds one that is no number.
    """
    from transformers import AutoModelForCausalLM, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=options.get("local_files_only", False))
        model, found = AutoModelForCausalLM.from_pretrained(base, output_loading_info=True, **options)
    except Exception as error:  # damaged files raise whatever the reader ran into, an AttributeError as well as its own
        known = isinstance(error, OSError | ValueError | KeyError | RuntimeError)
        if not known and type(error).__module__.split(".")[0] not in _READERS:
            raise
        reason = " ".join(str(error).split())
        if "ignore_mismatched_sizes" in reason:  # which speaks of a parameter that is ours and not the reader's
            reason = "its tensors have other shapes than its config.json says"
        raise UserError(f"the model cannot be loaded: {reason}", where=str(base), expected=_WHOLE) from None
    if _answers_for_weights() and (missing := found["missing_keys"]):
        raise UserError(
            f"the weights lack {_listed(missing)}", where=str(base), expected="the tensors of config.json's model"
        )
    check_numbers(model.named_parameters(), where=str(base))
    return model, tokenizer


def check_numbers(tensors: Iterable[tuple[str, Any]], *, where: str) -> None:
    """Raises ``UserError`` that names the place where one of these tensors holds NaN or infinity."""
    import torch

    if not _answers_for_weights():
        return
    broken = [
        name
        for name, tensor in tensors
        if tensor.is_floating_point()
        and tensor.element_size() > 1
        and not tensor.is_meta
        and not torch.isfinite(tensor.detach().sum(dtype=torch.float32))  # a sum needs no second tensor of that size
    ]
    if broken:
        message = f"weights that are no numbers (NaN or infinity) in {_listed(broken)}"
        raise UserError(message, where=where, expected="weights of a training that did not diverge, in whole files")


def _answers_for_weights() -> bool:
    """Whether this process reads the weights: of several on a machine the first does, and may pass them on to the others."""
    return os.environ.get("LOCAL_RANK", "0") == "0"


def _listed(names: Iterable[str]) -> str:
    ordered = sorted(names)
    rest = f" and {len(ordered) - _NAMED} more" if len(ordered) > _NAMED else ""
    return ", ".join(ordered[:_NAMED]) + rest
