"""The shape of a dense decoder: what its ``config.json`` says, and how many parameters that makes."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, model_validator

from harness.errors import UserError
from harness.records import open_for_reading
from harness.validation import validate

FOLDER = Path(__file__).parent / "architectures"
COUNTED = ("qwen3", "qwen2", "llama")
"""The ``model_type`` of the architectures whose parameters are counted here: gated MLP, grouped attention, RMS norms."""


class Architecture(BaseModel):
    """The fields of a Hugging Face configuration that decide sizes, under their names there."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    model_type: str
    vocab_size: int = Field(ge=1)
    hidden_size: int = Field(ge=1)
    intermediate_size: int = Field(ge=1)
    num_hidden_layers: int = Field(ge=1)
    num_attention_heads: int = Field(ge=1)
    num_key_value_heads: int = Field(ge=1)
    head_dim: int = Field(ge=1)
    max_position_embeddings: int = Field(ge=1)
    tie_word_embeddings: bool = False
    attention_bias: bool = False

    @model_validator(mode="before")
    @classmethod
    def _defaults_of_the_format(cls, value: object) -> object:
        """A configuration may leave out what follows from other fields."""
        if not isinstance(value, dict):
            return value
        filled = dict(value)
        heads = filled.get("num_attention_heads")
        if isinstance(heads, int) and heads > 0:
            filled["num_key_value_heads"] = filled.get("num_key_value_heads") or heads
            if not filled.get("head_dim") and isinstance(filled.get("hidden_size"), int):
                filled["head_dim"] = filled["hidden_size"] // heads
        if filled.get("model_type") == "qwen2":
            filled["attention_bias"] = True
        return filled

    @model_validator(mode="after")
    def _is_counted(self) -> Architecture:
        if self.model_type not in COUNTED:
            raise ValueError(f"model_type is {self.model_type!r}; expected one that can be counted: {', '.join(COUNTED)}")
        if self.num_attention_heads % self.num_key_value_heads:
            raise ValueError(
                f"num_attention_heads is {self.num_attention_heads} and num_key_value_heads {self.num_key_value_heads}; "
                "expected a multiple"
            )
        return self

    @property
    def query(self) -> int:
        """Width of all query heads together."""
        return self.num_attention_heads * self.head_dim

    @property
    def key_value(self) -> int:
        """Width of all key heads together, and of all value heads."""
        return self.num_key_value_heads * self.head_dim

    @property
    def matrices(self) -> tuple[tuple[int, int], ...]:
        """Inputs and outputs of the linear layers of one decoder layer."""
        hidden, inner, query, narrow = self.hidden_size, self.intermediate_size, self.query, self.key_value
        attention = ((hidden, query), (hidden, narrow), (hidden, narrow), (query, hidden))
        return (*attention, (hidden, inner), (hidden, inner), (inner, hidden))

    @property
    def layer_parameters(self) -> int:
        """Parameters of one decoder layer."""
        norms = 2 * self.hidden_size + (2 * self.head_dim if self.model_type == "qwen3" else 0)
        output_bias = self.hidden_size if self.model_type != "qwen2" else 0
        bias = self.query + 2 * self.key_value + output_bias if self.attention_bias else 0
        return sum(wide * narrow for wide, narrow in self.matrices) + norms + bias

    @property
    def embedding_parameters(self) -> int:
        """Parameters of the embedding and, where it is another one, of the output head."""
        return self.vocab_size * self.hidden_size * (1 if self.tie_word_embeddings else 2)

    @property
    def parameters(self) -> int:
        """Parameters of the whole model."""
        return self.embedding_parameters + self.num_hidden_layers * self.layer_parameters + self.hidden_size

    def adapter_parameters(self, rank: int) -> int:
        """Parameters of low-rank adapters on every linear layer but the output head."""
        return self.num_hidden_layers * rank * sum(wide + narrow for wide, narrow in self.matrices)


def names() -> list[str]:
    """The architectures that ship, smallest first."""
    return sorted((path.stem for path in FOLDER.glob("*.json")), key=lambda name: shipped(name).parameters)


def shipped(name: str) -> Architecture:
    """The architecture of that name. Raises ``UserError`` where none ships."""
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        have = ", ".join(sorted(path.stem for path in FOLDER.glob("*.json")))
        raise UserError(f"there is no architecture {name!r}", where="architecture", expected=f"one of {have}")
    return read(path)


def read(path: Path) -> Architecture:
    """What a ``config.json``, or a folder with one, describes. Raises ``UserError`` naming file and field."""
    file = path / "config.json" if path.is_dir() else path
    with open_for_reading(file) as opened:
        data = opened.read()
    try:
        value = json.loads(data)
    except ValueError as error:
        raise UserError(f"not valid JSON: {error}", where=str(file), expected="a model configuration") from None
    return validate(value, Architecture, str(file))
