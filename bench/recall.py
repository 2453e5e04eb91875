"""Recall of the needed tools: a tool that is not offered is the harness's failure, so it is measured on every split."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from harness.contract import Split, Task, Witness
from harness.environments.phone.tools import Catalogue
from harness.instructions import Eta
from harness.recall import recall_for
from harness.skills import SHIPPED, load_skills
from harness.skills.tools import PREFIX

from .statistics import Share, wilson
from .suite import SLICES, families_of, make


@dataclass
class RecallReport:
    """Share of requests for which every needed tool was offered, sliced; what was missed most; time a request."""

    by_split: dict[str, Share] = field(default_factory=dict)
    by_language: dict[str, Share] = field(default_factory=dict)
    by_domain: dict[str, Share] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    milliseconds: float = 0.0
    compact_characters: int = 0
    schema_characters: int = 0


def measure(catalogue: Catalogue, eta: Eta, *, per_family: int = 10, seed: int = 0) -> RecallReport:
    """Recall at eta's number of tools over train and every slice, each task's witness saying what is needed."""
    report = RecallReport()
    splits: dict[str, list[bool]] = {}
    languages: dict[str, list[bool]] = {}
    domains: dict[str, list[bool]] = {}
    missed: Counter[str] = Counter()
    spent, asked = 0.0, 0
    for split, pairs in _splits(catalogue, per_family, seed):
        for task, witness in pairs:
            started = time.perf_counter()
            offered = offered_tools(task, catalogue, eta)
            spent, asked = spent + time.perf_counter() - started, asked + 1
            absent = needed_tools(witness, catalogue) - set(offered)
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


def offered_tools(task: Task, catalogue: Catalogue, eta: Eta) -> list[str]:
    """What recall alone offers for a request: its history counts, what a task forces does not."""
    texts = [past.text for past in task.history if past.text] + [task.request]
    size = eta.settings.recall.tools
    always = [name for name in eta.settings.recall.always if name in catalogue]
    ranked = [name for name in recall_for(catalogue, eta).top(texts, size) if name not in always]
    return always + ranked[: size - len(always)]


def needed_tools(witness: Witness, catalogue: Catalogue) -> set[str]:
    """The tools that a witness calls and that must be offered at the start: a loaded skill brings its own."""
    calls = [call.name for action in witness.turns for call in action.calls if call.name in catalogue]
    library = load_skills(SHIPPED)
    loaded = [library[name.removeprefix(PREFIX)] for name in calls if catalogue[name].kind == "skill"]
    return set(calls) - {name for skill in loaded for name in skill.tools}


def _splits(catalogue: Catalogue, per_family: int, seed: int) -> Iterable[tuple[str, list[tuple[Task, Witness]]]]:
    from .scenario import build

    train = [
        build(item, number, catalogue, seed=seed) for item in families_of(Split.TRAIN) for number in range(per_family)
    ]
    yield "train", train
    for name in SLICES:
        yield name, list(make(name, per_family, catalogue, seed=seed))
