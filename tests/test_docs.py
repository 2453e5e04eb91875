"""What the pages say can be done works as printed: code runs, command lines parse, links lead somewhere."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from bench.families import load_families
from bench.scenario import FAMILIES
from graphs.constructor import families_in
from graphs.settings import Settings
from harness.catalogue import catalogue_for, full_catalogue
from harness.contract import RECORDS
from harness.environments.phone.domains import DOMAINS
from harness.environments.phone.friction import Obstacle
from harness.environments.phone.profiles import names as profile_names
from harness.instructions import load as load_eta
from harness.skills import SHIPPED, load_skills
from harness.subagents import subagent_tools
from tests.documents import ROOT, check_command, every_line, headings, links, pages, python_blocks, text_of

WITH_CODE = [page for page in pages() if page != "README.md" and python_blocks(page)]


@pytest.fixture
def families_as_shipped() -> Iterator[None]:
    """A page that registers a family of its own leaves no trace in other tests."""
    load_families()
    before = set(FAMILIES)
    yield
    for name in set(FAMILIES) - before:
        del FAMILIES[name]


@pytest.mark.slow
@pytest.mark.usefixtures("families_as_shipped")
@pytest.mark.parametrize("page", WITH_CODE)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    for block in python_blocks(page):
        block.run(names)


@pytest.mark.parametrize(("page", "line", "whole"), every_line())
def test_a_printed_command_line_is_one_that_exists(page: str, line: str, whole: bool) -> None:
    check_command(line, whole=whole)


@pytest.mark.parametrize("page", pages())
def test_links_lead_to_files_and_headings_that_exist(page: str) -> None:
    for target in links(page):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), f"{page}: {target}"
        if anchor:
            assert anchor in headings(path), f"{page}: {target}"


def test_the_index_lists_every_page() -> None:
    listed = {target for target in links("docs/README.md") if target.endswith(".md")}
    present = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert present <= listed


def test_decisions_are_numbered_without_a_gap() -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / "docs" / "decisions").glob("0*.md"))]
    assert numbers == [f"{number:04d}" for number in range(1, len(numbers) + 1)]


def test_the_contract_page_names_every_record() -> None:
    text = text_of("docs/contract.md")
    assert [record.__name__ for record in RECORDS if f"`{record.__name__}`" not in text] == []


def test_the_phone_page_names_every_kind_of_friction() -> None:
    text = text_of("docs/phone.md")
    models = get_args(get_args(Obstacle)[0])
    kinds = [kind for model in models for kind in get_args(model.model_fields["kind"].annotation)]
    assert [kind for kind in kinds if f"`{kind}`" not in text] == []


def test_counts_in_words_are_those_of_the_code() -> None:
    catalogue = full_catalogue()
    assert len(profile_names()) == 8, "docs/phone.md says: eight profiles"
    assert len(DOMAINS) == 13, "README.md says: thirteen domains"
    assert len(subagent_tools()) == 6, "docs and README say: six sub-agents"
    assert sum(tool.kind == "memory" for tool in catalogue.values()) == 4, "docs say: four memory tools"
    assert sum(tool.kind == "skill" for tool in catalogue.values()) == len(load_skills(SHIPPED))


def test_the_architecture_page_names_every_node_of_every_graph() -> None:
    from graphs import analyst, collector, constructor, curator, diagnostician, planner

    text = text_of("docs/architecture.md")
    for module in (analyst, collector, constructor, curator, diagnostician, planner):
        assert [node for node in module.build().nodes if node not in text] == [], module.__name__


def test_the_phone_page_counts_tools_as_the_code_does() -> None:
    kinds = Counter(tool.kind for tool in full_catalogue().values())
    own, with_harness = kinds["phone"], kinds["phone"] + kinds["memory"] + kinds["subagent"]
    counts = [own, with_harness, *(len(catalogue_for(load_eta(name))) for name in ("v1", "v2"))]
    table = text_of("docs/phone.md").partition("### How many tools")[2].partition("\n## ")[0]
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)] == counts
    assert f"hold {with_harness}" in text_of("docs/phone.md") and f"hold {with_harness}" in text_of("README.md")
    assert len(full_catalogue()) == counts[2]


def test_the_evaluation_page_shows_every_free_request_and_counts_families_as_the_code_does() -> None:
    text = text_of("docs/evaluation.md")
    requests = text_of("docs/free_requests.txt").splitlines()
    rows = re.findall(r"^\| (.+?)(?: \(remind me [^|]*\))? \| [^|]+ \| (?:yes|no|in part) \|$", text, re.MULTILINE)
    assert len(requests) == 12 and rows == requests
    every, own = (len(families_in(Settings(families=chosen))) for chosen in ("all", ""))
    assert f"Of the {every} training families {every - own} are" in text and f"the other {own}" in text
