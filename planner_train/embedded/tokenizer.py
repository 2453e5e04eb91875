"""The embedded planner's tokenizer: byte-level BPE that cuts a word the same way wherever it stands.

A small model copies values by matching tokens. So a word must be the same token after a space, a quote, an underscore or a
capital inside `camelCase`: spaces stand apart (except before function words, which are rarely the start of a value), digits
and punctuation are single, and only fixed pieces of JSON syntax are longer. Any Unicode text survives a round trip.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Any

SPECIAL_TOKENS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
MARKUP_TOKENS = ("<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")
FUNCTION_WORDS = (
    "the of to a and is for in it I so at on with that this then now by as be or my not no an from if are was me you "
    "one has have "
    "its all"
).split()
_PIECES = (
    r'\{"name": "',
    r'", "arguments": \{\}\}',
    r'", "arguments": \{"',
    r'\{"status": "',
    r'": \[\{"',
    r'": \["',
    r'": \{"',
    r'": "',
    r'": ',
    r'", "',
    r'"\], "',
    r'"\}, \{"',
    r'"\]\}, \{"',
    r'\}, \{"',
    r'"\}\]\}',
    r'"\]\}\]\}',
    r'"\]\}\}',
    r'"\}\}',
    r'"\]\}',
    r'"\}',
    r"\}\]\}",
    r"\]\}",
    r"\}\}",
    r', "',
    r'\{"',
    r"\[mon\|tue\|wed\|thu\|fri\|sat\|sun\]",
    r"\[\.\.\]",
    "YYYY-MM-DD",
    "HH:MM",
    r"\?:",
    r"\?, ",
    ", ",
    r"\(\)\n",
    r"\)\n",
)
PATTERN = "|".join(
    (
        *_PIECES,
        r" (?:" + "|".join(FUNCTION_WORDS) + r")(?![\p{L}\p{N}_])",
        r"\p{Lu}?\p{Ll}+",
        r"\p{Lu}+(?!\p{Ll})",
        r"\p{L}",
        r"\p{N}",
        r"\n+",
        r" +",
        r"[^\p{L}\p{N}\n ]",
    )
)


def chat_template() -> str:
    """The chat template, as shipped beside this module."""
    return resources.files(__package__).joinpath("chat_template.jinja").read_text(encoding="utf-8").rstrip("\n")


def train_tokenizer(texts: Iterable[str], vocabulary: int) -> Any:
    """Train the BPE on `texts` and wrap it as a transformers fast tokenizer with the chat template."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import AddedToken

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PATTERN), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary - len(MARKUP_TOKENS),
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.add_tokens([AddedToken(token, special=False, normalized=False) for token in MARKUP_TOKENS])
    return with_chat_format(tokenizer)


def with_chat_format(tokenizer: Any) -> Any:
    """A trained `tokenizers.Tokenizer` as transformers loads it, with our chat template and the tokens that end a turn."""
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        chat_template=chat_template(),
        model_max_length=4096,
        clean_up_tokenization_spaces=False,
    )
