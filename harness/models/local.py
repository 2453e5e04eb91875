"""Batched generation from a local transformers checkpoint: token ids in, token ids out.

Texts under way are written together, a stretch at a time; after each stretch those that came to their end leave the batch,
and what began meanwhile joins it. So nobody waits for the longest text, and threads that ask at once share batches. Every
text draws from its own random stream, so its sample does not depend on who shares the batch. A pass reads what each text
may go on with too (``guesses.py``), and writes it as far as it is what the model chooses.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from harness.errors import UserError
from harness.process import return_free_memory

from .guesses import Guesses
from .guide import Guide
from .prefix import Prefix, PrefixStore, batched, extract
from .weights import read_model

SMALL = 50_000_000
"""Models under so many parameters write on one thread. The work on a token is so little that threads wait for each other:
two threads on two cores of which one is busy took 1,070 ms for a token of 32 episodes, one took 13."""
STRETCH = 16
"""Passes after which a batch lets others join; it does sooner when a quarter of its texts have ended."""
GUESSES = 5
"""Tokens that a pass guesses of each text. It writes 2.7 of a planner's tokens for what 1.6 passes of one cost."""
ROOMY = 2_000_000_000
"""Bytes above which freed memory goes back to the system after prompts were read."""
COLDEST = 1e-3
"""Temperatures below take the likeliest token: to divide by them leaves no numbers."""
PADDED = 1.25
"""How much longer the longest prompt of a batch may be than the shortest."""


@dataclass(frozen=True)
class Generation:
    """What was sampled for one prompt: ids without the stop token's successors, their log-probabilities, and why
    it ended."""

    ids: list[int]
    logprobs: list[float]
    stopped: bool


@dataclass(eq=False)
class Writing:
    """A text under way: what was asked for, what was written so far, and the keys and values behind it."""

    prompt: Sequence[int]
    limit: int
    stop: frozenset[int]
    seed: int
    temperature: float
    name: str | None
    guide: Guide | None
    known: Prefix | None
    stream: Any
    ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    stopped: bool = False
    failure: BaseException | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more will come."""
        return self.stopped or len(self.ids) >= self.limit or self.failure is not None

    @property
    def read(self) -> int:
        """How many of its tokens have keys and values."""
        return len(self.known.ids) if self.known else 0

    @property
    def behind(self) -> list[int]:
        """What it says but its last token, which has no keys and values yet."""
        return [*self.prompt, *self.ids[:-1]]

    @property
    def unread(self) -> list[int]:
        """The tokens that the model has to read before it writes the next one."""
        return [*self.prompt, *self.ids][self.read :]

    def add(self, token: int, logprob: float) -> bool:
        """Writes a token down, and says whether it was the last."""
        self.ids.append(token)
        self.logprobs.append(logprob)
        self.stopped = token in self.stop
        if self.guide is not None and not self.stopped:
            self.guide.accept(token)
        return self.done

    def result(self) -> Generation:
        """What was written. Raises what kept it from its end."""
        if self.failure is not None:
            raise self.failure
        return Generation(self.ids, self.logprobs, self.stopped)


@contextmanager
def _shared_fate(batch: Sequence[Writing]) -> Iterator[None]:
    """What a batch fails of, all of its texts fail of."""
    try:
        yield
    except BaseException as error:
        for item in batch:
            item.failure = error
        if not isinstance(error, Exception):
            raise


class LocalModel:
    """A causal language model and its tokenizer, loaded from a folder."""

    def __init__(
        self, model: Any, tokenizer: Any, *, batch_tokens: int = 24_576, batch_size: int = 64, guesses: int = GUESSES
    ) -> None:
        self.model, self.tokenizer = model.eval(), tokenizer
        self._batch_tokens, self._batch_size = batch_tokens, batch_size
        self._under_way: list[Writing] = []
        self._gate = threading.Lock()
        self._turn = threading.Lock()
        self._prefixes = PrefixStore()
        self._guesses = Guesses(guesses)
        self._small = model.device.type == "cpu" and sum(parameter.numel() for parameter in model.parameters()) < SMALL
        end = tokenizer.convert_tokens_to_ids("<|im_end|>")
        found = end if isinstance(end, int) and end != tokenizer.unk_token_id else tokenizer.eos_token_id
        if found is None:
            raise UserError("the tokenizer has no token that ends a turn", expected="<|im_end|> or an eos token")
        self.stop = frozenset({int(found)})

    @classmethod
    def load(cls, path: Path | str, *, batch_tokens: int = 24_576, batch_size: int = 64) -> Self:
        """Open a checkpoint folder. Raises `UserError` that names the folder and what is wrong with it."""
        import torch

        path = Path(path)
        if not (path / "config.json").is_file():
            raise UserError(
                "this is no checkpoint", where=str(path), expected="a folder with config.json and model.safetensors"
            )
        model, tokenizer = read_model(path, dtype=torch.float32, local_files_only=True, use_safetensors=True)
        return cls(model, tokenizer, batch_tokens=batch_tokens, batch_size=batch_size)

    def generate(
        self,
        prompts: Sequence[Sequence[int]],
        *,
        max_tokens: int | Sequence[int],
        stop: frozenset[int] | None = None,
        seeds: Sequence[int] | None = None,
        temperature: float = 0.0,
        names: Sequence[str | None] | None = None,
    ) -> list[Generation]:
        """Continue each prompt to its end. Callable from many threads."""
        count = len(prompts)
        limits = [max_tokens] * count if isinstance(max_tokens, int) else max_tokens
        asked = zip(prompts, limits, seeds or [0] * count, names or [None] * count, strict=True)
        begun = [
            self.begin(prompt, max_tokens=limit, stop=stop, seed=seed, temperature=temperature, name=name)
            for prompt, limit, seed, name in asked
        ]
        while waiting := [item for item in begun if not item.done]:
            self.write(waiting)
        return [item.result() for item in begun]

    def begin(
        self,
        prompt: Sequence[int],
        *,
        max_tokens: int,
        stop: frozenset[int] | None = None,
        seed: int = 0,
        temperature: float = 0.0,
        name: str | None = None,
        guide: Guide | None = None,
    ) -> Writing:
        """A text that ``write`` will continue. ``temperature`` 0 takes the likeliest token each time.

        ``guide`` says which tokens may come; log-probabilities are then those among them. ``name`` tells conversations
        apart: one that comes again with a longer prompt pays only for what is new.
        """
        import torch

        stream = torch.Generator().manual_seed(seed & 0x7FFF_FFFF_FFFF_FFFF)
        with self._gate:
            known = self._prefixes.take(name, prompt)
            made = Writing(prompt, max_tokens, stop or self.stop, seed, temperature, name, guide, known, stream)
            if not made.done:
                self._under_way.append(made)
        return made

    def write(self, wanted: Sequence[Writing]) -> None:
        """Goes on with everything that is under way until at least one of ``wanted`` is done."""
        while not any(item.done for item in wanted):
            with self._turn:
                if not any(item.done for item in wanted):  # another thread may have written it meanwhile
                    self._stretch()

    def _stretch(self) -> None:
        """Reads what is new in the prompts, then writes a stretch of every text that is under way."""
        with self._gate:
            texts = list(self._under_way)
        self._share([item for item in texts if not item.read])
        self._read([item for item in texts if not item.done and len(item.unread) > 1])
        texts = sorted((item for item in texts if not item.done), key=lambda item: len(item.prompt) + len(item.ids))
        for start in range(0, len(texts), self._batch_size):
            self._run(texts[start : start + self._batch_size], STRETCH)
        with self._gate:
            self._under_way = [item for item in self._under_way if not item.done]

    def _share(self, texts: Sequence[Writing]) -> None:
        """Reads a prompt with which several texts begin, as the episodes of a group do, once for all, but its last token."""
        alike: dict[tuple[int, ...], list[Writing]] = {}
        for item in texts:
            alike.setdefault(tuple([*item.prompt, *item.ids][:-1]), []).append(item)
        for ids, group in alike.items():
            if ids and len(group) > 1:
                with _shared_fate(group):
                    known = self._prefix(ids)
                    for item in group:
                        item.known = known

    def _prefix(self, ids: tuple[int, ...]) -> Prefix:
        """Keys and values of a text."""
        import torch

        cache = batched([None], self.model.config)
        whole = torch.tensor([ids], device=self.model.device)
        with torch.inference_mode():
            self.model(input_ids=whole, cache=cache, use_cache=True, logits_to_keep=1)
        return extract(cache, 0, torch.ones_like(whole[0], dtype=torch.bool), ids)

    def _read(self, texts: Sequence[Writing]) -> None:
        """Reads prompts in batches of like length, padded little, and writes the first token of each."""
        batch: list[Writing] = []
        for item in sorted(texts, key=lambda item: (len(item.unread), len(item.prompt))):
            size = len(item.unread)
            if batch and ((len(batch) + 1) * size > self._batch_tokens or size > PADDED * len(batch[0].unread)):
                self._run(batch, 1)
                batch = []
            batch.append(item)
        if batch:
            self._run(batch, 1)
            return_free_memory(above=ROOMY)

    def _run(self, batch: Sequence[Writing], most: int) -> None:
        """Writes up to ``most`` tokens of each text."""
        with _shared_fate(batch):
            self._decode(batch, most)

    def _decode(self, batch: Sequence[Writing], most: int) -> None:
        """Up to ``most`` passes: each reads what is unread of a text, and guesses, and writes as far as they hold."""
        import torch

        device = self.model.device
        past = max(item.read for item in batch)
        mask = torch.zeros((len(batch), past), dtype=torch.long)
        for row, item in enumerate(batch):
            mask[row, past - item.read :] = 1
        cache = batched([item.known for item in batch], self.model.config)
        threads = torch.get_num_threads()
        with torch.inference_mode(), ExitStack() as afterwards:
            for step in itertools.count(1):
                live = [row for row, item in enumerate(batch) if not item.done]
                guessed = {row: self._guess(batch[row]) for row in live}
                unread = {row: batch[row].unread if step == 1 else batch[row].ids[-1:] for row in live}
                fed = {row: [*unread[row], *guessed[row]] for row in live}
                width, tail = max(map(len, fed.values())), 1 + max(map(len, guessed.values()))
                ids = torch.full((len(batch), width), self.tokenizer.pad_token_id or 0, dtype=torch.long)
                new = torch.zeros_like(ids)
                for row, tokens in fed.items():
                    ids[row, width - len(tokens) :] = torch.tensor(tokens, dtype=torch.long)
                    new[row, width - len(tokens) :] = 1
                mask = torch.cat([mask, new], -1)
                positions = (mask.cumsum(-1) - 1).clamp(min=0)[:, -width:]
                if self._small and width <= tail and torch.get_num_threads() > 1:
                    afterwards.callback(torch.set_num_threads, threads)
                    torch.set_num_threads(1)
                out = self.model(
                    input_ids=ids.to(device),
                    attention_mask=mask.to(device),
                    position_ids=positions.to(device),
                    cache=cache,
                    use_cache=True,
                    logits_to_keep=tail,
                )
                scores = out.logits.float().cpu()
                for row, guess in guessed.items():
                    wrong = len(guess) - self._write_on(batch[row], guess, scores[row, tail - 1 - len(guess) :])
                    mask[row, mask.shape[1] - wrong :] = 0
                    if batch[row].done and batch[row].failure is None:
                        self._end(batch[row], cache, row, mask[row].bool())
                ended = sum(item.done for item in batch)
                if step == most or ended * 4 >= len(batch):
                    break
            for row, item in enumerate(batch):
                if not item.done:
                    item.known = extract(cache, row, mask[row].bool(), item.behind)

    def _guess(self, item: Writing) -> list[int]:
        return self._guesses.after([*item.prompt, *item.ids], item.limit - len(item.ids) - 1)

    def _write_on(self, item: Writing, guess: Sequence[int], scores: Any) -> int:
        """Writes the token that the model chooses, and one more for each guess that it was. Returns how many held.

        ``scores`` are shaped (guesses + 1, vocabulary).
        """
        for held, expected in enumerate(guess):
            if self._write_next(scores[held], item) != expected or item.done:
                return held
        self._write_next(scores[-1], item)
        return len(guess)

    def _write_next(self, scores: Any, item: Writing) -> int | None:
        """Writes the text's next token: the likeliest, or one drawn from the text's own stream.

        A text for whose next token the model computed no likelihoods ends there, and no other with it.
        """
        import torch

        if item.guide is not None:
            item.guide.restrict(scores)
        logs = torch.log_softmax(scores, -1)
        token = int(logs.argmax())
        if logs[token].isnan():
            where = str(getattr(self.model, "name_or_path", ""))
            item.failure = UserError("the model computes no numbers (NaN)", where=where, expected="sound weights")
            return None
        if item.temperature >= COLDEST:
            token = int(torch.multinomial(torch.softmax(logs / item.temperature, -1), 1, generator=item.stream))
        item.add(token, float(logs[token]))
        return token

    def _end(self, item: Writing, cache: Any, row: int, real: Any) -> None:
        """Keeps of a text that came to its end what a later one can use."""
        self._guesses.learn(item.prompt, item.ids)
        if item.name is not None:
            self._prefixes.keep(item.name, extract(cache, row, real, item.behind))
