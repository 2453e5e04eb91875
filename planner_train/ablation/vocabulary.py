"""The tokenizer of the ablation's planner: single bytes, and the pieces of its small language whole.

It is a fast tokenizer like any other, so the text format, the harness and the trainer do not know that it is small, and any
text survives a round trip. Numbers are one token each. Of JSON and of the chat format, what cannot vary is one token, so
that an episode is some fifty tokens and fifteen trainings fit into an evening.
"""

from __future__ import annotations

import json
import re
from typing import Any

from harness.catalogue import full_catalogue
from harness.context import Context
from harness.environments.phone.environment import PhoneEnvironment
from harness.executor import LOOP
from harness.instructions import Eta
from planner_train.embedded.tokenizer import SPECIAL_TOKENS, with_chat_format

from .demonstrations import WORDS
from .families import KINDS, PEOPLE, SETTINGS, STEPS, VOLUMES, make

TURN = "<|im_end|>\n<|im_start|>"
STRUCTURE = (
    "<think>\n",
    "\n</think>\n\n",
    '<tool_call>\n{"name": "',
    "set_brightness",
    "set_volume",
    "get_display_sound_settings",
    '", "arguments": {"level": ',
    '", "arguments": {"stream": "',
    '", "arguments": {"section": "',
    '", "level": ',
    '"}}\n</tool_call>',
    "}}\n</tool_call>",
    "display",
    "sound",
    f"{TURN}assistant\n",
    f"\n</tool_response>{TURN}assistant\n",
    "\n<|im_start|>user\n<tool_response>\n",
    "\n<|im_start|>user\n",
    '{"level": ',
    '{"stream": "',
    ', "changed": true}',
    ', "changed": false}',
    f"\nNotice: {LOOP}",
    "Set the ",
    "Set the",
    ". Set the ",
    " to ",
    " as ",
    " is ",
    " wants what ",
    " wants",
    " wants ",
    ", ",
    ". ",
    ".",
    ": ",
    " volume",
)


def tokenizer(eta: Eta) -> Any:
    """The tokenizer for this harness configuration, whose fixed words are single tokens too."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE(vocab={symbol: place for place, symbol in enumerate(alphabet)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens(list(SPECIAL_TOKENS))
    made.add_tokens([AddedToken(piece, special=False, normalized=False) for piece in _pieces(eta)])
    return with_chat_format(made)


def _pieces(eta: Eta) -> list[str]:
    words = [*VOLUMES, *SETTINGS, *PEOPLE, *STEPS, *WORDS, *(str(number) for number in range(100))]
    return list(dict.fromkeys([*STRUCTURE, *words, *_fixed_texts(eta)]))


def _fixed_texts(eta: Eta) -> list[str]:
    """The system turn, which is the same in every task, and what stands between the numbers of the two readings."""
    made = make(f"{KINDS[0]}_{SETTINGS[0]}", 0)
    environment = PhoneEnvironment(full_catalogue())
    seen = environment.reset(made.task)
    system = Context(made.task, seen, eta, environment.catalogue, ()).messages[0]["content"]
    found = [f"<|im_start|>system\n{system}{TURN}user\n"]
    for section in ("display", "sound"):
        text = json.dumps(environment.phone.call("get_display_sound_settings", {"section": section}).payload)
        found += [piece for piece in re.split(r"\d+", text) if piece]
    return found
