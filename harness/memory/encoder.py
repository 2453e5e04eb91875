"""A trained sentence encoder on this machine's processor, loaded as sentence-transformers publishes it.

transformers alone is enough for it: the model, mean or first-token pooling as its ``1_Pooling/config.json`` says, unit
length. One torch thread: a short text is done sooner by one than by several that wait for each other.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from harness.errors import UserError

from .embedding import EmbedderError, Vectors

EXPECTED = "a folder that holds a sentence-transformers model, the name of one on its hub and a way to reach it, or: hashing"


class SentenceEncoder:
    """``model`` is a folder or a name on the hub. ``tokens`` is how much of a text is read, ``batch`` how many at once.

    ``name`` carries a digest of the weights: other weights in the same folder are another space. Raises ``UserError`` when
    the model is not there or is pooled in a way that is not known here.
    """

    def __init__(self, model: str, *, tokens: int = 256, batch: int = 32) -> None:
        from transformers import AutoModel, AutoTokenizer

        where = f"embedder {model!r}"
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(model)
            self._model: Any = AutoModel.from_pretrained(model).eval()
        except (OSError, ValueError, ImportError) as error:
            first = str(error).strip().partition("\n")[0]
            raise UserError(f"the sentence encoder cannot be loaded: {first}", where=where, expected=EXPECTED) from None
        self._first_token = _pooling(model, where) == "cls"
        self._tokens = min(tokens, self._model.config.max_position_embeddings)
        self._batch = batch
        self.name = f"{re.sub('[^A-Za-z0-9]+', '-', Path(model).name).strip('-')}-{_digest(self._model)}"
        self.keyword_share = 0.3

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Batches by length, so that short texts do not wait for padding."""
        vectors = np.zeros((len(texts), self._model.config.hidden_size), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        try:
            with _one_thread():
                for start in range(0, len(order), self._batch):
                    places = order[start : start + self._batch]
                    vectors[places] = self._encode([texts[place] for place in places])
        except RuntimeError as error:
            raise EmbedderError(str(error).partition("\n")[0]) from error
        return vectors

    def _encode(self, texts: list[str]) -> Vectors:
        import torch

        read = self._tokenizer(texts, padding=True, truncation=True, max_length=self._tokens, return_tensors="pt")
        with torch.inference_mode():
            states = self._model(**read).last_hidden_state
            if self._first_token:
                pooled = states[:, 0]
            else:
                mask = read["attention_mask"].unsqueeze(-1).to(states.dtype)
                pooled = (states * mask).sum(1) / mask.sum(1).clamp(min=1)
            found: Vectors = torch.nn.functional.normalize(pooled.float(), dim=-1).numpy()
        return found


@contextmanager
def _one_thread() -> Iterator[None]:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _pooling(model: str, where: str) -> str:
    """``mean`` or ``cls``; a model without the file is taken for one that is averaged."""
    from transformers.utils.hub import cached_file

    try:
        found = cached_file(model, "1_Pooling/config.json", _raise_exceptions_for_missing_entries=False)
    except OSError:
        found = None
    if found is None:
        return "mean"
    settings = json.loads(Path(found).read_text(encoding="utf-8"))
    modes = [
        name.removeprefix("pooling_mode_")
        for name, on in settings.items()
        if name.startswith("pooling_mode_") and on is True
    ]
    known = {"mean_tokens": "mean", "cls_token": "cls"}
    if len(modes) != 1 or modes[0] not in known:
        raise UserError(f"pooling by {' and '.join(modes) or 'nothing'}", where=where, expected="mean_tokens or cls_token")
    return known[modes[0]]


def _digest(model: Any) -> str:
    """Twelve characters that stand for all weights."""
    found = blake2b(digest_size=6)
    for name, weight in sorted(model.state_dict().items()):
        found.update(name.encode())
        found.update(weight.detach().cpu().contiguous().view(-1).float().numpy().tobytes())
    return found.hexdigest()
