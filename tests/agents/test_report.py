"""The report and the page of the gate: self-contained, honest, complete, readable on a phone."""

import html
import json
import re
import shutil
import warnings
from pathlib import Path

import pytest

from agents.release import Proposal
from agents.report import write_proposal_page, write_report
from agents.report.measures import ALPHA, Comparison, Difference, compare, gain, masked, reasons
from agents.report.reading import Iteration
from agents.requests import RequestReport, RequestResult, coverage
from bench.evaluate import rows_of
from bench.statistics import mcnemar, wilson
from harness.contract import CuratedRecord, Diagnosis, Task, Trajectory
from harness.errors import UserError
from harness.records import read_json, read_jsonl, write_json_atomic, write_jsonl_atomic
from harness.runs import RunFolder, RunPlan
from tests.agents.pages import Page, browser, rendered
from tests.agents.worlds import contents_of, drafts, eta, make_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("runs") / "small", per_family=3, eval_per_family=1)


@pytest.fixture(scope="module")
def page(run: Path) -> Page:
    return Page(write_report(run))


@pytest.fixture(scope="module")
def proposal_page(run: Path) -> Page:
    proposal = read_json(run / "curate" / "proposal.json", Proposal)
    pairs = drafts()
    tasks = read_jsonl(run / "construct" / "tasks.jsonl", Task)
    trajectories = read_jsonl(run / "collect" / "trajectories.jsonl", Trajectory)
    assert len(tasks) == len(pairs) - 1
    contents = contents_of([pair for pair in pairs if pair[0].id in {task.id for task in tasks}], trajectories)
    return Page(write_proposal_page(run / "curate", proposal, contents))


# -- one file


def test_pages_load_nothing_from_outside_and_are_well_formed(page: Page, proposal_page: Page) -> None:
    for one in (page, proposal_page):
        assert one.foreign() == []
        assert one.unbalanced == [] and one.open == []
        assert "script" not in one.tags
        assert {link.removeprefix("#") for link in one.links} <= one.ids


def test_pages_adapt_to_phone_and_dark(page: Page, proposal_page: Page) -> None:
    for one in (page, proposal_page):
        assert 'name="viewport"' in one.html
        assert "prefers-color-scheme: dark" in one.html
        assert "overflow-x: auto" in one.html, "wide tables scroll inside themselves"


def test_a_browser_shows_them_without_a_sideways_scroll_on_a_phone(
    page: Page, proposal_page: Page, run: Path, tmp_path: Path
) -> None:
    command = browser()
    if command is None:
        warnings.warn("no Chromium is installed: the pages were checked by parsing only", stacklevel=1)
        return
    for path in (run / "report.html", run / "curate" / "proposal.html"):
        match = re.search(r'data-seen="([^"]*)"', rendered(command, path, tmp_path))
        assert match, "the browser did not load the page"
        seen = json.loads(html.unescape(match[1]))
        assert seen["mode"] == "CSS1Compat"
        assert seen["width"] <= 390, f"{path.name} is {seen['width']} px wide on a phone of 390"
        assert seen["height"] > 2000
        assert all(200 < width < 390 for width in seen["plots"])


def test_the_same_run_gives_the_same_page(run: Path, page: Page) -> None:
    assert write_report(run).read_text(encoding="utf-8") == page.html


@pytest.fixture
def copied(run: Path, tmp_path: Path) -> Path:
    """A run that a test may damage."""
    return shutil.copytree(run, tmp_path / "run")


def test_what_users_and_models_wrote_is_escaped(copied: Path) -> None:
    path = copied / "diagnose" / "diagnoses.jsonl"
    found = read_jsonl(path, Diagnosis)
    write_jsonl_atomic(path, [item.model_copy(update={"explanation": "<script>alert(1)</script>"}) for item in found])
    written = Page(write_report(copied))
    assert "script" not in written.tags
    assert "<script>alert(1)</script>" in written.words


# -- what it says


def test_every_slice_stands_there_with_counts_interval_and_p(run: Path, page: Page) -> None:
    for part in Iteration(run).slices:
        before, after = (rows_of(part.tasks, made) for made in (part.before, part.after))
        share = wilson(sum(row.success for row in after), len(after))
        assert f"[{100 * share.low:.1f}, {100 * share.high:.1f}]" in page.words
        assert part.name.replace("-", " ") in page.words
        assert compare("", before, after).p is not None


def test_capabilities_behaviours_and_families_are_all_there(run: Path, page: Page) -> None:
    tasks = [task for part in Iteration(run).slices for task in part.tasks]
    for task in tasks:
        assert task.family.replace("_", " ") in page.words
        assert task.capability.value.replace("_", " ") in page.words
        assert task.behaviour.value in page.words


def test_it_says_that_a_rule_approved_and_nobody_read(page: Page) -> None:
    assert "Approved by rule, not by a person" in page.words
    assert "rule:gate" in page.words


def test_it_names_seed_settings_code_and_digests(run: Path, page: Page) -> None:
    it = Iteration(run)
    for text in (it.manifest.digest(), it.manifest.code[0]):
        assert text.removeprefix("sha256:")[:16] in page.words
    assert it.release is not None and it.release.id in page.words
    assert it.manifest.plan.harness_version in page.words
    assert "per_family" in page.words


def test_the_yield_of_each_stage_and_the_reasons_for_losses_are_there(page: Page) -> None:
    for text in ("drafted", "witness played", "proven", "kept", "collected", "solved", "released"):
        assert text in page.words
    assert "like another" in page.words
    assert "the task was not solved" in page.words
    assert "Turns that get no loss" in page.words


def test_cost_ends_failures_diagnoses_gaps_recall_and_times_are_there(page: Page) -> None:
    for text in (
        "all per success", "said it was done", "reported success that was not there", "stopped early",
        "Gaps for the constructor", "recall@15", "3 min 10 s", "Simulated phone", "Not run here",
    ):  # fmt: skip
        assert text in page.words, text


def test_three_episodes_are_told_and_none_of_them_is_of_a_test_slice(run: Path, page: Page) -> None:
    assert page.html.count('<article class="talk">') == 3
    for title in ("Solved", "Recovered", "Failed"):
        assert f"<h3>{title}</h3>" in page.html
    from agents.report.iteration import stories

    told = stories(Iteration(run))
    assert {story.task.split.value for story in told} <= {"dev", "train"}
    assert [story.trajectory.verification.success for story in told] == [True, True, False]
    assert any(call for said in told[1].entries for call in said.calls if not call.ok), "an error to recover from"


def test_a_persons_own_requests_are_counted_by_what_became_of_them(copied: Path) -> None:
    results = (
        RequestResult(id="r1", request="Pause the stopwatch.", outcome="task", task_id="own_request-1"),
        RequestResult(id="r2", request="Take a photo.", outcome="missing_tool", reasons=("no tool takes photos",)),
    )
    report = RequestReport(results=results, coverage=coverage(results))
    write_json_atomic(copied / "construct" / "requests.json", report)
    page = Page(write_report(copied))
    assert "2 requests were given; 1 are carried by 1 proven tasks" in page.words
    for text in ("Pause the stopwatch.", "own_request-1", "missing tool", "no tool takes photos"):
        assert text in page.words, text


def test_reinforcement_learning_is_shown_by_its_curve_and_by_what_it_changed_in_pairs(copied: Path) -> None:
    curve = [
        {"update": 1, "care/reward": 0.4, "care/success": 0.5, "care/tokens": 90.0, "care/regime/outcome/share": 1.0},
        {"update": 2, "care/success": 0.0, "care/tokens": 80.0, "care/tokens/success": None},
    ]
    write_jsonl_atomic(copied / "rl" / "updates.jsonl", curve)
    part = next(item for item in Iteration(copied).slices if item.name == "dev-entities")
    write_jsonl_atomic(copied / "evaluate" / "dev-entities.cold.jsonl", part.before)
    page = Page(write_report(copied))
    before, after = (rows_of(part.tasks, made) for made in (part.before, part.after))
    found = gain(part.name, before, after).success
    solved = [sum(row.success for row in rows) for rows in (before, after)]
    assert found.value == pytest.approx((solved[1] - solved[0]) / len(after)) and found.value > 0
    assert f"{100 * found.value:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}] {found.words}" in page.words
    for text in ("2 updates by GRPO", "groups by regime", "an episode", "before RL", "Not run here: a physical device"):
        assert text in page.words, text
    assert page.unbalanced == [] and page.open == [] and page.foreign() == []
    assert "all together" not in page.words, "one slice was run with all three planners"


def test_a_run_without_reinforcement_learning_says_nothing_of_its_results(page: Page) -> None:
    assert "GRPO" not in page.words and "before RL" not in page.words
    assert "Not run here: reinforcement learning" in page.words


# -- honest words


def test_a_paired_difference_is_claimed_only_where_its_interval_leaves_out_zero() -> None:
    found = ((0.1, 0.02, 0.2), (-0.1, -0.2, -0.02), (0.1, 0.0, 0.2), (0.0, 0.0, 0.0))
    said = [Difference(*item, pairs=50).words for item in found]
    assert said == ["higher", "lower", "no difference shown", "no difference shown"]


@pytest.mark.parametrize("pairs", range(1, 9))
def test_pairs_that_all_agree_show_a_difference_where_they_are_enough_for_the_exact_test(pairs: int) -> None:
    enough = mcnemar([True] * pairs, [False] * pairs) < ALPHA
    assert Difference(-1.0, -1.0, -1.0, pairs=pairs).words == ("lower" if enough else "no difference shown")


@pytest.mark.parametrize(
    ("before", "after", "p", "words"),
    [
        ((0, 50), (40, 50), 1e-9, "higher after training"),
        ((40, 50), (5, 50), 1e-9, "lower after training"),
        ((10, 50), (14, 50), 0.4, "no difference shown"),
        ((10, 50), (20, 50), 0.01, "no difference shown: intervals overlap"),
        ((0, 1), (1, 1), 1.0, "no difference shown"),
    ],
)
def test_a_difference_is_claimed_only_where_interval_and_test_agree(
    before: tuple[int, int], after: tuple[int, int], p: float, words: str
) -> None:
    assert Comparison("x", wilson(*before), wilson(*after), p=p).words == words
    assert Comparison("x", None, wilson(*after)).words == "not measured on both"


def test_reasons_are_grouped_by_what_they_share() -> None:
    found = reasons(
        [
            ("screen", "0.91 like moved_alarm-tr-non-0-0001", "a"),
            ("screen", "0.85 like moved_alarm-tr-non-0-0007", "b"),
            ("prove", "provenance: x.reason: nothing said 'this' before", "c"),
            ("prove", "provenance: y.reason: nothing said 'that' before", "d"),
        ]
    )
    assert [(item.step, item.reason, item.count) for item in found] == [
        ("prove", "provenance", 2),
        ("screen", "# like #", 2),
    ]
    assert found[0].example == "c: provenance: x.reason: nothing said 'this' before"


# -- what is missing


def test_a_run_that_has_only_begun_gets_a_report_that_says_so(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "run", RunPlan(seed=3, harness_version=eta().version)):
        pass
    page = Page(write_report(tmp_path / "run"))
    for text in (
        "This run has not evaluated a planner", "No tasks were constructed", "No planner was trained", "Nothing was curated",
        "No release was approved", "no slice was evaluated", "There is no episode to show", "The run has no analysis",
    ):  # fmt: skip
        assert text in page.words, text
    assert page.foreign() == []


def test_what_stages_did_not_leave_is_named(copied: Path) -> None:
    (copied / "train" / "curve.jsonl").unlink()
    for path in (*copied.glob("evaluate/*.before.jsonl"), *copied.glob("*/timing.json")):
        path.unlink()
    page = Page(write_report(copied))
    for text in ("left no training curve", "not measured on both", "not run", "No times were noted"):
        assert text in page.words, text


def test_a_folder_that_is_no_run_and_a_broken_file_are_named(tmp_path: Path, copied: Path) -> None:
    with pytest.raises(UserError, match="no such run"):
        write_report(tmp_path / "nowhere")
    (copied / "train" / "curve.jsonl").write_text("{\n")
    with pytest.raises(UserError, match="not a JSON object"):
        write_report(copied)


# -- the gate's page


def test_the_gates_page_shows_what_is_decided_and_how(run: Path, proposal_page: Page) -> None:
    proposal = read_json(run / "curate" / "proposal.json", Proposal)
    assert proposal.digest().removeprefix("sha256:")[:16] in proposal_page.words
    for text in ("planner-agent gate", "Sampling", "What stays out", "the task was not solved", "A rule would"):
        assert text in proposal_page.words, text
    for answer in proposal.answers:
        assert answer.gap in proposal_page.words


def test_masked_turns_are_struck_through_and_say_why(run: Path, proposal_page: Page) -> None:
    proposal = read_json(run / "curate" / "proposal.json", Proposal)
    records = read_jsonl(run / "curate" / "records.jsonl", CuratedRecord)
    shown = [record for record in records if record.trajectory_id in proposal.samples]
    turns = sum(len(record.erroneous) for record in shown)
    assert turns > 0
    assert proposal_page.html.count(" masked") >= turns
    assert proposal_page.words.count("no loss on this turn") == turns
    assert proposal_page.words.count("mends the error before it") == sum(len(record.recovered) for record in shown)
    assert masked(shown)


def test_every_sample_is_there_to_be_read(run: Path, proposal_page: Page) -> None:
    proposal = read_json(run / "curate" / "proposal.json", Proposal)
    assert proposal_page.html.count('<article class="talk">') == len(proposal.samples)
