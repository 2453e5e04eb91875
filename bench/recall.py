"""Recall of the needed tools: a tool that is not offered is the harness's failure, so it is measured on every split."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from harness.catalogue import full_catalogue
from harness.contract import Split, Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.errors import expect
from harness.instructions import Eta
from harness.policy import Reply
from harness.recall import recall_for

from .statistics import Share, wilson
from .suite import SLICES, families_of, make


@dataclass
class RecallReport:
    """Share of requests for which every needed tool was offered, sliced; what was missed most; processor time a request."""

    by_split: dict[str, Share] = field(default_factory=dict)
    by_language: dict[str, Share] = field(default_factory=dict)
    by_domain: dict[str, Share] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    milliseconds: float = 0.0
    compact_characters: int = 0
    schema_characters: int = 0


def measure(catalogue: Catalogue, eta: Eta, *, per_family: int = 10, seed: int = 0) -> RecallReport:
    """Recall at eta's number of tools over train and every slice, each task's witness saying what is needed when.

    ``catalogue`` is what the tools are recalled from: the phone's, with the skills and the tools of MCP servers on offer.
    The tasks are those of the suite, whatever stands beside.
    """
    expect(catalogue, Catalogue, "catalogue", "what harness.catalogue.full_catalogue returns")
    expect(eta, Eta, "eta", "a harness configuration, as harness.instructions.load returns it")
    expect(per_family, int, "per_family", "a whole number of tasks for each family")
    report = RecallReport()
    splits: dict[str, list[bool]] = {}
    languages: dict[str, list[bool]] = {}
    domains: dict[str, list[bool]] = {}
    missed: Counter[str] = Counter()
    spent, asked = 0.0, 0
    for split, pairs in _splits(full_catalogue(), per_family, seed):
        for task, witness in pairs:
            started = time.process_time()
            recall_for(catalogue, eta).top([task.request], eta.settings.recall.tools)
            spent, asked = spent + time.process_time() - started, asked + 1
            absent = absent_tools(task, witness, catalogue, eta)
            missed.update(f"{split}: {task.family}: {name}" for name in absent)
            splits.setdefault(split, []).append(not absent)
            languages.setdefault(task.language.value, []).append(not absent)
            for domain in task.domains:
                domains.setdefault(domain, []).append(not absent)
    report.by_split = {name: wilson(sum(hits), len(hits)) for name, hits in splits.items()}
    report.by_language = {name: wilson(sum(hits), len(hits)) for name, hits in sorted(languages.items())}
    report.by_domain = {name: wilson(sum(hits), len(hits)) for name, hits in sorted(domains.items())}
    report.missed = dict(missed.most_common(20))
    report.milliseconds = 1000 * spent / max(1, asked)
    report.compact_characters = sum(len(tool.signature) for tool in catalogue.values())
    report.schema_characters = sum(len(str(tool.schema())) for tool in catalogue.values())
    return report


def absent_tools(task: Task, witness: Witness, catalogue: Catalogue, eta: Eta) -> set[str]:
    """The tools that a witness calls at a moment when the harness does not offer them, forced candidates left out."""
    free = task.model_copy(update={"resources": task.resources.model_copy(update={"tools": ()})})
    episode = Episode(free, PhoneEnvironment(catalogue), eta)
    absent: set[str] = set()
    for action in witness.turns:
        missing = {call.name for call in action.calls} - set(episode.exposed)
        absent |= missing
        episode.exposed += sorted(missing)
        if episode.done:
            break
        episode.advance(Reply(action))
    return absent


def _splits(catalogue: Catalogue, per_family: int, seed: int) -> Iterable[tuple[str, list[tuple[Task, Witness]]]]:
    from .scenario import build

    train = [build(item, number, catalogue, seed=seed) for item in families_of(Split.TRAIN) for number in range(per_family)]
    yield "train", train
    for name in SLICES:
        yield name, list(make(name, per_family, catalogue, seed=seed))
