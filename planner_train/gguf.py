"""A base model from a GGUF file, made fit for training.

Transformers reads the file and unpacks its quantised weights, and then still takes the model for a quantised one, which can
be neither trained nor saved. The same weights in a plain model can. What quantisation lost stays lost.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from harness.errors import UserError


def load_gguf(file: Path, dtype: Any) -> tuple[Any, Any]:
    """Model and tokenizer. Raises ``UserError`` where the package ``gguf`` is missing, or the file cannot be used."""
    if find_spec("gguf") is None:
        install = "pip install -c constraints.txt -e '.[gguf]'"
        raise UserError("reading a GGUF file needs the package gguf", where=str(file), expected=install)
    from transformers import AutoModelForCausalLM, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
        unpacked = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=dtype)
    except (OSError, ValueError, KeyError, ImportError, NotImplementedError) as error:
        raise UserError(f"the model cannot be loaded: {error}", where=str(file)) from None
    plain = unpacked.config.to_dict()
    plain.pop("quantization_config", None)
    model = AutoModelForCausalLM.from_config(type(unpacked.config).from_dict(plain), dtype=dtype)
    model.load_state_dict(unpacked.state_dict())
    model.tie_weights()
    return model, tokenizer
