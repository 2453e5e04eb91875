"""Batched generation from a local transformers checkpoint: token ids in, token ids out.

Prompts are sorted by length into micro-batches and padded on the left. Every prompt draws from its own random stream, so its
sample does not depend on who shares the batch. Requests of several threads are gathered by a small queue and
answered together.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from harness.errors import UserError
from harness.process import return_free_memory

from .prefix import Prefix, PrefixStore, batched, extract

SMALL = 50_000_000
"""Models under so many parameters write on one thread. The work on a token is so little that threads wait for each other:
two threads on two cores of which one is busy took 1,070 ms for a token of 32 episodes, one took 13."""


@dataclass(frozen=True)
class Generation:
    """What was sampled for one prompt: ids without the stop token's successors, their log-probabilities, and why
    it ended."""

    ids: list[int]
    logprobs: list[float]
    stopped: bool


@dataclass
class _Job:
    prompts: Sequence[Sequence[int]]
    max_tokens: Sequence[int]
    stop: frozenset[int]
    seeds: Sequence[int]
    temperature: float
    names: Sequence[str | None]
    done: threading.Event = field(default_factory=threading.Event)
    result: list[Generation] | None = None
    failure: BaseException | None = None


class LocalModel:
    """A causal language model and its tokenizer, loaded from a folder."""

    def __init__(self, model: Any, tokenizer: Any, *, batch_tokens: int = 24_576, batch_size: int = 32) -> None:
        self.model, self.tokenizer = model.eval(), tokenizer
        self._batch_tokens, self._batch_size = batch_tokens, batch_size
        self._queue: list[_Job] = []
        self._gate = threading.Lock()
        self._turn = threading.Lock()
        self._prefixes = PrefixStore()
        self._small = model.device.type == "cpu" and sum(parameter.numel() for parameter in model.parameters()) < SMALL
        end = tokenizer.convert_tokens_to_ids("<|im_end|>")
        found = end if isinstance(end, int) and end != tokenizer.unk_token_id else tokenizer.eos_token_id
        if found is None:
            raise UserError("the tokenizer has no token that ends a turn", expected="<|im_end|> or an eos token")
        self.stop = frozenset({int(found)})

    @classmethod
    def load(cls, path: Path, *, batch_tokens: int = 24_576, batch_size: int = 32) -> Self:
        """Open a checkpoint folder. Raises `UserError` that names the folder and what is wrong with it."""
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        if not (path / "config.json").is_file():
            raise UserError(
                "this is no checkpoint", where=str(path), expected="a folder with config.json and model.safetensors"
            )
        try:
            tokenizer = AutoTokenizer.from_pretrained(path, local_files_only=True)
            model = AutoModelForCausalLM.from_pretrained(
                path, dtype=torch.float32, local_files_only=True, use_safetensors=True
            )
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise UserError(f"the checkpoint cannot be loaded: {error}", where=str(path)) from None
        except Exception as error:  # safetensors and tokenizers raise plain Exception subclasses for damaged files
            if type(error).__module__.split(".")[0] not in ("safetensors", "safetensors_rust", "tokenizers", "builtins"):
                raise
            raise UserError(f"the checkpoint is damaged: {error}", where=str(path)) from None
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
        """Continue each prompt. Callable from many threads: what waits together is generated together.

        ``names`` tell conversations apart: one that comes again with a longer prompt pays only for what is new.
        """
        if not prompts:
            return []
        limits = [max_tokens] * len(prompts) if isinstance(max_tokens, int) else list(max_tokens)
        job = _Job(
            prompts, limits, stop or self.stop, seeds or [0] * len(prompts), temperature, names or [None] * len(prompts)
        )
        with self._gate:
            self._queue.append(job)
        with self._turn:
            if not job.done.is_set():
                self._serve()
        if job.failure is not None:
            raise job.failure
        assert job.result is not None
        return job.result

    def _serve(self) -> None:
        """Answer every waiting job; those with equal settings share batches."""
        with self._gate:
            jobs, self._queue = self._queue, []
        groups: dict[tuple[frozenset[int], float], list[_Job]] = {}
        for job in jobs:
            groups.setdefault((job.stop, job.temperature), []).append(job)
        for (stop, temperature), members in groups.items():
            prompts = [prompt for job in members for prompt in job.prompts]
            limits = [limit for job in members for limit in job.max_tokens]
            seeds = [seed for job in members for seed in job.seeds]
            names = [name for job in members for name in job.names]
            try:
                made = self._generate(prompts, limits, stop, seeds, temperature, names)
            except BaseException as error:
                for job in members:
                    job.failure = error
                    job.done.set()
                continue
            start = 0
            for job in members:
                job.result = made[start : start + len(job.prompts)]
                start += len(job.prompts)
                job.done.set()
            if len(prompts) > self._batch_size // 2:
                return_free_memory()

    def _generate(
        self,
        prompts: Sequence[Sequence[int]],
        limits: Sequence[int],
        stop: frozenset[int],
        seeds: Sequence[int],
        temperature: float,
        names: Sequence[str | None],
    ) -> list[Generation]:
        known = [self._prefixes.take(name, prompt) for name, prompt in zip(names, prompts, strict=True)]
        new = [len(prompt) - (len(item.ids) if item else 0) for prompt, item in zip(prompts, known, strict=True)]
        order = sorted(range(len(prompts)), key=lambda index: (new[index], len(prompts[index]), index))
        made: list[Generation | None] = [None] * len(prompts)
        batch: list[int] = []
        for index in order:
            if batch and (len(batch) == self._batch_size or (len(batch) + 1) * new[index] > self._batch_tokens):
                self._run(batch, prompts, known, limits, stop, seeds, temperature, names, made)
                batch = []
            batch.append(index)
        if batch:
            self._run(batch, prompts, known, limits, stop, seeds, temperature, names, made)
        return [item for item in made if item is not None]

    def _run(
        self,
        batch: Sequence[int],
        prompts: Sequence[Sequence[int]],
        known: Sequence[Prefix | None],
        limits: Sequence[int],
        stop: frozenset[int],
        seeds: Sequence[int],
        temperature: float,
        names: Sequence[str | None],
        made: list[Generation | None],
    ) -> None:
        import torch

        prefixes = [known[index] for index in batch]
        done = [len(item.ids) if item else 0 for item in prefixes]
        past = max(done)
        width = max(len(prompts[index]) - start for index, start in zip(batch, done, strict=True))
        pad = self.tokenizer.pad_token_id or 0
        device = self.model.device
        ids = torch.full((len(batch), width), pad, dtype=torch.long)
        mask = torch.zeros((len(batch), past + width), dtype=torch.long)
        for row, (index, start) in enumerate(zip(batch, done, strict=True)):
            prompt = torch.tensor(list(prompts[index][start:]), dtype=torch.long)
            ids[row, width - len(prompt) :] = prompt
            mask[row, past - start : past] = 1
            mask[row, past + width - len(prompt) :] = 1
        ids, mask = ids.to(device), mask.to(device)
        positions = (mask.cumsum(-1) - 1).clamp(min=0)[:, past:]
        streams = [torch.Generator().manual_seed(seeds[index] & 0x7FFF_FFFF_FFFF_FFFF) for index in batch]
        sampled: list[list[int]] = [[] for _ in batch]
        scores: list[list[float]] = [[] for _ in batch]
        ended = [limits[index] <= 0 for index in batch]
        stopped = [False] * len(batch)
        rows = list(range(len(batch)))
        cache = batched(prefixes, self.model.config)
        threads = torch.get_num_threads()
        with torch.inference_mode(), ExitStack() as afterwards:
            while rows and not all(ended[row] for row in rows):
                out = self.model(
                    input_ids=ids, attention_mask=mask, position_ids=positions, cache=cache, use_cache=True, logits_to_keep=1
                )
                if self._small and torch.get_num_threads() > 1:  # the prompt is read; what follows is one token at a time
                    afterwards.callback(torch.set_num_threads, threads)
                    torch.set_num_threads(1)
                logs = torch.log_softmax(out.logits[:, -1].float(), -1).cpu()
                chosen = self._choose(logs, [streams[row] for row in rows], temperature)
                for place, row in enumerate(rows):
                    if ended[row]:
                        continue
                    token = chosen[place]
                    sampled[row].append(token)
                    scores[row].append(float(logs[place, token]))
                    stopped[row] = token in stop
                    ended[row] = stopped[row] or len(sampled[row]) >= limits[batch[row]]
                    name = names[batch[row]]
                    if stopped[row] and name is not None:
                        seen = [*prompts[batch[row]], *sampled[row][:-1]]
                        self._prefixes.keep(name, extract(cache, place, mask[place].bool(), seen))
                keep = [place for place, row in enumerate(rows) if not ended[row]]
                if not keep:
                    break
                following = torch.tensor([[chosen[place]] for place in range(len(rows))], device=device)
                mask = torch.cat([mask, mask.new_ones((len(rows), 1))], -1)
                positions = positions[:, -1:] + 1
                if len(keep) <= len(rows) * 3 // 4:
                    index = torch.tensor(keep, device=device)
                    cache.batch_select_indices(index)
                    following, mask, positions = following[index], mask[index], positions[index]
                    rows = [rows[place] for place in keep]
                ids = following
        for row, index in enumerate(batch):
            made[index] = Generation(sampled[row], scores[row], stopped[row])

    @staticmethod
    def _choose(logs: Any, streams: Sequence[Any], temperature: float) -> list[int]:
        import torch

        if temperature <= 0:
            greedy: list[int] = logs.argmax(-1).tolist()
            return greedy
        shares = torch.softmax(logs / temperature, -1)
        return [int(torch.multinomial(share, 1, generator=stream)) for share, stream in zip(shares, streams, strict=True)]
