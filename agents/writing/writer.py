"""Asking a configured model many small things, so that no answer is believed, lost or waited for in vain.

Every answer goes through a check of the caller's; one that fails it is refused and counted with the reason. Answers are
kept in a file as they come, so that a step which was killed asks only for what is missing. An endpoint that gives no
answer twice in a row is left alone: what was not asked is counted as skipped, and the run goes on without it.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field

from harness.contract import Json, Part, Record, digest
from harness.models.endpoint import MODEL, endpoint_model
from harness.models.text import text_model
from harness.records import append_jsonl, drop_torn_line, read_jsonl, write_json_atomic

T = TypeVar("T")
Ask = Callable[[str], str]
CONCURRENCY = 8
PATIENCE = 2
"""After so many batches without any answer the endpoint counts as down."""
LIMITS: dict[str, Any] = {"attempts": 3, "deadline": 90.0, "max_tokens": 1024}
"""How long one small question may take; nothing of the loop depends on its answer."""
REPLIES, STEPS = "model_replies.jsonl", "model_steps.json"
OFF = ("none", "off")
"""Values of the model setting that mean no model, whatever the environment says."""


class RefusedError(Exception):
    """An answer that does not pass its check, and why."""


class StepUse(Part):
    """What one step made of its model. ``refused`` answers did not pass their check; ``failed`` never came.

    ``agreed`` counts answers that say what the program found as well, where a step compares the two.
    """

    model: str
    asked: int = 0
    kept: int = 0
    refused: int = 0
    failed: int = 0
    skipped: int = 0
    agreed: int = 0
    reasons: dict[str, int] = Field(default_factory=dict)
    failure: str = ""
    """What the endpoint said when it first gave no answer."""


COUNTS = ("asked", "kept", "refused", "failed", "skipped")
"""What of a step's use counts answers as they come."""


class StepUses(Record):
    """The steps of one stage that used a model, by name."""

    steps: dict[str, StepUse]


class Reply(Record):
    """One exchange, kept as it was."""

    step: str
    prompt: str
    reply: str


class Writer:
    """A model for one stage. ``folder`` is the stage's; replies and counts are kept there."""

    def __init__(self, ask: Ask, name: str, folder: Path, *, concurrency: int = CONCURRENCY) -> None:
        self._ask, self._name, self._folder, self._concurrency = ask, name, folder, concurrency
        self._uses: dict[str, StepUse] = {}
        self._silent = 0
        self._known: dict[str, str] = {}
        if (folder / REPLIES).exists():
            drop_torn_line(folder / REPLIES)
            self._known = {_key(item.step, item.prompt): item.reply for item in read_jsonl(folder / REPLIES, Reply)}

    @property
    def uses(self) -> dict[str, StepUse]:
        """What each step came to so far."""
        return dict(self._uses)

    def ask_all(
        self,
        step: str,
        prompts: Sequence[str],
        check: Callable[[int, str], T],
        progress: Callable[[int], None] = lambda _: None,
    ) -> list[T | None]:
        """The checked answer to each prompt, in order; None where there is none that passes.

        ``check`` gets the number of the prompt and the reply; it raises ``RefusedError``. A ``UserError`` of the endpoint
        (a wrong key, say) is passed on: every prompt would meet it. A step that asks again adds to its counts.
        """
        before = self._uses.get(step, StepUse(model=self._name))
        counts = Counter({name: getattr(before, name) for name in COUNTS})
        reasons = Counter(before.reasons)
        failure = before.failure
        found: list[T | None] = []
        for start in range(0, len(prompts), self._concurrency):
            batch = prompts[start : start + self._concurrency]
            replies = self._replies(step, batch)
            for number, reply in enumerate(replies, start=start):
                answer = None
                if reply is None:
                    counts["skipped"] += 1
                elif isinstance(reply, OSError):
                    counts["failed"] += 1
                    failure = failure or str(reply)
                else:
                    counts["asked"] += 1
                    try:
                        answer = check(number, reply)
                        counts["kept"] += 1
                    except RefusedError as problem:
                        counts["refused"] += 1
                        reasons[str(problem)] += 1
                found.append(answer)
            progress(len(batch))
        self._uses[step] = before.model_copy(update={**counts, "reasons": dict(sorted(reasons.items())), "failure": failure})
        self._save()
        return found

    def note_agreement(self, step: str, agreed: int) -> None:
        """How many of a step's answers say what the program says."""
        self._uses[step] = self._uses[step].model_copy(update={"agreed": agreed})
        self._save()

    def _replies(self, step: str, batch: Sequence[str]) -> list[str | OSError | None]:
        """The replies to a batch: known ones, fresh ones, failures; None for what is not asked any more."""
        missing = [prompt for prompt in batch if _key(step, prompt) not in self._known]
        fresh: dict[str, str | OSError] = {}
        if missing and self._silent < PATIENCE:
            with ThreadPoolExecutor(min(self._concurrency, len(missing)), thread_name_prefix="writer") as pool:
                fresh = dict(zip(missing, pool.map(self._once, missing), strict=True))
            spoken = [
                Reply(step=step, prompt=prompt, reply=reply) for prompt, reply in fresh.items() if isinstance(reply, str)
            ]
            append_jsonl(self._folder / REPLIES, spoken)
            self._known |= {_key(step, item.prompt): item.reply for item in spoken}
            self._silent = 0 if spoken else self._silent + 1
        return [self._known.get(_key(step, prompt), fresh.get(prompt)) for prompt in batch]

    def _once(self, prompt: str) -> str | OSError:
        try:
            return self._ask(prompt)
        except OSError as error:
            return error

    def _save(self) -> None:
        write_json_atomic(self._folder / STEPS, StepUses(steps=self._uses))


def configured_model(model: str) -> str:
    """The model of the settings, or of the environment; empty where neither names one."""
    name = model or os.environ.get(MODEL, "")
    return "" if name in OFF else name


def check_model(model: str) -> None:
    """Raises ``UserError`` for settings of the configured model that cannot work; the model itself is asked nothing."""
    if name := configured_model(model):
        endpoint_model(name)


def open_writer(model: str, folder: Path, **options: Any) -> Writer | None:
    """A writer for the configured model; None without one. Raises ``UserError`` for settings that cannot work."""
    name = configured_model(model)
    if not name:
        return None
    return Writer(text_model(endpoint_model(name, **{**LIMITS, **options})), name, folder)


def model_steps(folder: Path) -> dict[str, Json]:
    """Which steps of a stage used a model, and what they made of it; empty where none did."""
    path = folder / STEPS
    return dict(json.loads(path.read_text(encoding="utf-8"))["steps"]) if path.exists() else {}


def read_object(reply: str) -> dict[str, Any]:
    """The JSON object of a reply, whatever stands around it. Raises ``RefusedError`` where there is none."""
    decoder = json.JSONDecoder()
    for match in re.finditer(r"\{", reply):
        try:
            value, _ = decoder.raw_decode(reply, match.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    raise RefusedError("no JSON object in the answer")


def text_field(values: dict[str, Any], name: str, longest: int) -> str:
    """A text of the answer. Raises ``RefusedError`` for another kind of value, nothing, or too much."""
    value = values.get(name)
    if not isinstance(value, str) or not value.strip():
        raise RefusedError(f"no text under {name}")
    if len(value) > longest:
        raise RefusedError(f"more than {longest} characters under {name}")
    return value.strip()


def _key(step: str, prompt: str) -> str:
    return digest([step, prompt])
