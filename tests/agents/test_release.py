"""Releases: frozen once, verifiable for ever, honest about who approved them, loadable by others."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.curator import sample_for_people
from agents.release import (
    CONVERSATIONS,
    MANIFEST,
    Contents,
    Proposal,
    content_id,
    diff_releases,
    extend,
    freeze,
    proposal_quality,
    propose,
    read_release,
    verify_release,
)
from agents.review import read_answer, review_by_rule
from bench.suite import make
from harness.contract import Decision, Release
from harness.errors import UserError
from harness.records import read_json, read_jsonl, write_json_atomic, write_jsonl_atomic
from tests.agents.worlds import Mistaken, by_id, catalogue, contents_of, drafts, play


def some(*families: str) -> Contents:
    pairs = drafts(*families)
    return contents_of(pairs, play(pairs, Mistaken(by_id(pairs)[1], {pairs[-1][0].id: "stops_early"})))


def proposed(contents: Contents, parent: Release | None = None) -> Proposal:
    return propose(contents, sample_for_people(contents.records), proposal_quality(contents), parent)


def frozen(folder: Path, contents: Contents, parent: Release | None = None) -> Release:
    proposal = proposed(contents, parent)
    return freeze(folder, contents, proposal, review_by_rule(proposal))


@pytest.fixture
def release(tmp_path: Path) -> Path:
    frozen(tmp_path / "release", some())
    return tmp_path / "release"


def test_what_is_frozen_verifies_and_reads_back_as_it_was(release: Path) -> None:
    contents = some()
    found = verify_release(release)
    manifest, again = read_release(release)
    assert found["id"] == manifest.id == content_id(manifest)
    assert found["trajectories"] == len(drafts()) - 1
    approved = {record.trajectory_id for record in contents.records if record.review == "approved"}
    assert {item.id for item in again.trajectories} == approved
    assert list(again.tasks) == list(contents.tasks)
    assert manifest.counts["records_rejected"] == 1


def test_failures_are_kept_in_a_set_of_their_own(release: Path) -> None:
    _, contents = read_release(release)
    failures = [json.loads(line) for line in (release / "failures.jsonl").read_text().splitlines()]
    assert [item["id"] for item in failures] == [record.trajectory_id for record in contents.records if not record.success]


def test_equal_contents_have_equal_names_and_another_decision_another(tmp_path: Path) -> None:
    contents = some("named_timer")
    proposal = proposed(contents)
    rule = review_by_rule(proposal).model_copy(update={"verdict": "approved", "note": ""})
    first = freeze(tmp_path / "a", contents, proposal, rule)
    second = freeze(tmp_path / "b", contents, proposal, rule)
    person = freeze(tmp_path / "c", contents, proposal, read_answer("approve", proposal))
    assert first.id == second.id != person.id
    assert "not by a person" in (tmp_path / "a" / "README.md").read_text()
    assert "Approved by a person (person)" in (tmp_path / "c" / "README.md").read_text()


def test_a_decision_about_another_proposal_freezes_nothing(tmp_path: Path) -> None:
    contents = some("named_timer")
    proposal = proposed(contents)
    stale = Decision(verdict="approved", reviewer="ada", by="person", shown="sha256:00")
    with pytest.raises(UserError, match="another proposal"):
        freeze(tmp_path / "release", contents, proposal, stale)
    assert not (tmp_path / "release").exists()


def test_a_rejection_freezes_nothing_and_keeps_its_reason(tmp_path: Path) -> None:
    contents = some("named_timer")
    proposal = proposed(contents)
    answer = {"type": "reject", "reviewer": "ada", "message": "too few recoveries"}
    with pytest.raises(UserError, match="ada rejected this proposal: too few recoveries"):
        freeze(tmp_path / "release", contents, proposal, read_answer(answer, proposal))
    assert not (tmp_path / "release").exists()


def test_what_an_edit_leaves_out_is_rejected_in_the_reviewers_name_and_nothing_else_is_lost(tmp_path: Path) -> None:
    contents = some()
    proposal = proposed(contents)
    gone = proposal.added[0]
    answer = {"type": "edit", "exclude": [gone], "reviewer": "ada"}
    made = freeze(tmp_path / "release", contents, proposal, read_answer(answer, proposal))
    assert verify_release(tmp_path / "release")["trajectories"] == proposal.counts["trajectories"] - 1
    assert set(made.added) == set(proposal.added) - {gone}
    _, again = read_release(tmp_path / "release")
    record = next(item for item in again.records if item.trajectory_id == gone)
    assert (record.review, record.reviewer, record.reasons) == ("rejected", "ada", ("left out at the gate",))
    assert len(again.records) == len(contents.records)
    assert made.decision is not None and (made.decision.verdict, made.decision.excluded) == ("edited", (gone,))
    assert "1 left out" in (tmp_path / "release" / "README.md").read_text()


def test_a_release_never_changes_once_it_stands(release: Path) -> None:
    before = {path.name: path.read_bytes() for path in release.iterdir()}
    assert frozen(release, some()).id == read_json(release / MANIFEST, Release).id
    with pytest.raises(UserError, match="another release stands here"):
        frozen(release, some("moved_alarm", "new_note"))
    assert {path.name: path.read_bytes() for path in release.iterdir()} == before


@pytest.mark.parametrize(
    "name", ["trajectories.jsonl", "records.jsonl", "tasks.jsonl", "witnesses.jsonl", "failures.jsonl", "README.md"]
)
def test_a_changed_byte_in_any_file_is_found(release: Path, name: str) -> None:
    data = bytearray((release / name).read_bytes())
    data[len(data) // 2] ^= 1
    (release / name).write_bytes(bytes(data))
    with pytest.raises(UserError, match="the file is not what was frozen") as found:
        verify_release(release)
    assert name in found.value.where


def test_a_missing_file_and_a_folder_without_a_manifest_are_named(release: Path, tmp_path: Path) -> None:
    (release / "witnesses.jsonl").unlink()
    with pytest.raises(UserError, match="a file of the release is missing"):
        verify_release(release)
    with pytest.raises(UserError, match="this is no release"):
        verify_release(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["decision"].update(by="person", reviewer="ada"),
        lambda manifest: manifest["counts"].update(trajectories=999),
        lambda manifest: manifest["sampling"].update(tool_use=0.1),
        lambda manifest: manifest.update(parent="rel-000000000000"),
        lambda manifest: manifest["quality"].update(recovery_share=0.9),
    ],
)
def test_a_manifest_that_claims_something_else_is_found(release: Path, change: Callable[[dict[str, object]], None]) -> None:
    manifest = json.loads((release / MANIFEST).read_text())
    change(manifest)
    (release / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(UserError, match="the manifest is not what was frozen"):
        verify_release(release)


def test_counts_are_recomputed_even_where_every_hash_was_forged(release: Path) -> None:
    manifest = read_json(release / MANIFEST, Release)
    forged = manifest.model_copy(update={"counts": {**manifest.counts, "records_rejected": 0}})
    write_json_atomic(release / MANIFEST, forged.model_copy(update={"id": content_id(forged)}))
    with pytest.raises(UserError, match="records_rejected: the release says 0, its files hold 1"):
        verify_release(release)


def test_a_held_out_task_in_a_release_is_found_whatever_its_hashes_say(release: Path) -> None:
    from harness.contract import Task
    from harness.records import file_digest

    stranger, _ = next(make("test-families", 1, catalogue()))
    write_jsonl_atomic(release / "tasks.jsonl", [*read_jsonl(release / "tasks.jsonl", Task), stranger])
    manifest = read_json(release / MANIFEST, Release)
    files = {**manifest.files, "tasks.jsonl": file_digest(release / "tasks.jsonl")}
    forged = manifest.model_copy(update={"files": files})
    write_json_atomic(release / MANIFEST, forged.model_copy(update={"id": content_id(forged)}))
    with pytest.raises(UserError, match="not for training"):
        verify_release(release)


def test_no_released_task_is_of_a_slice_that_measures(release: Path) -> None:
    _, contents = read_release(release)
    held_out = {task.id for name in ("test-entities", "dev-families") for task, _ in make(name, 1, catalogue())}
    assert {task.split.value for task in contents.tasks} == {"train"}
    assert not {task.id for task in contents.tasks} & held_out


def test_the_chain_from_gap_to_data_names_every_trajectory(release: Path) -> None:
    manifest, contents = read_release(release)
    answered = sorted(name for answer in manifest.answers for name in answer.records)
    assert answered == sorted(item.id for item in contents.trajectories)
    assert {answer.gap for answer in manifest.answers} == {task.source.gap for task in contents.tasks}


def test_a_release_on_top_of_another_keeps_what_was_approved_and_adds_to_it(tmp_path: Path) -> None:
    old = some("named_timer", "moved_alarm")
    first = frozen(tmp_path / "old", old)
    contents = extend(read_release(tmp_path / "old")[1], some("new_note", "memory_newer_fact_wins"))
    second = frozen(tmp_path / "new", contents, first)
    found = diff_releases(tmp_path / "old", tmp_path / "new")
    assert (found["removed"], found["kept"]) == (0, first.counts["trajectories"])
    assert found["added"] == len(second.added) == second.counts["trajectories"] - first.counts["trajectories"]
    assert set(found["added_by_gap"]) == {"test-new_note", "test-memory_newer_fact_wins"}
    assert second.parent == first.id
    assert found["sampling"]["memory"][0] is None
    assert verify_release(tmp_path / "new")["trajectories"] == second.counts["trajectories"]
    weights = [record.weight for record in contents.records if record.review == "approved"]
    assert sum(weights) == pytest.approx(len(weights), rel=1e-4)


def test_a_task_that_was_collected_again_replaces_its_older_trajectory() -> None:
    old, new = some("named_timer", "moved_alarm"), some("moved_alarm")
    both = extend(old, new)
    assert len({item.id for item in both.trajectories}) == len(both.trajectories)
    assert {item.task_id for item in new.trajectories} <= {task.id for task in both.tasks}


def test_others_load_it_as_a_data_set(release: Path, tmp_path: Path) -> None:
    from datasets import load_dataset

    loaded = load_dataset(str(release), cache_dir=str(tmp_path / "cache"), split="train")
    _, contents = read_release(release)
    assert len(loaded) == len(contents.trajectories)
    first = loaded[0]
    assert first["messages"][0]["role"] == "system"
    assert {message["role"] for message in first["messages"]} >= {"user", "assistant"}
    calls = [json.loads(message["tool_calls"]) for message in first["messages"] if message["tool_calls"] != "[]"]
    assert calls[0][0]["function"]["name"]
    assert CONVERSATIONS in (release / "README.md").read_text()
