"""Compiling a configuration: what is recorded, and what is refused with file, field and expectation."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.adapter.build import Build, build
from harness.catalogue import catalogue_for, full_catalogue
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.instructions import SHIPPED, load, read
from harness.records import write_json_atomic
from harness.skills import offered_skills
from planner_agent.cli import app

RUN = CliRunner()


def compiled(where: str | Path, catalogue: Catalogue | None = None) -> Build:
    read.cache_clear()
    eta = load(where)
    return build(eta, catalogue or catalogue_for(eta), offered_skills(eta.settings.libraries))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of v2 to spoil."""
    return Path(shutil.copytree(SHIPPED / "v2", tmp_path / "mine"))


def edit(folder: Path, old: str, new: str, name: str = "scenarios.yaml") -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(old) >= 1
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


# -- what is recorded


def test_every_deployed_tool_is_claimed_once_or_exempt() -> None:
    made = compiled("v2")
    claimed = [tool for fragment in made.scenarios.values() for tool in fragment.selected_by]
    tools = [name for name, tool in catalogue_for(load("v2")).items() if tool.kind != "skill"]
    assert sorted([*claimed, *made.exempt]) == sorted(tools)
    assert made.unmapped == ("arbitrate", "running-late")
    assert not made.unhinted and not made.external


def test_a_fragment_says_what_it_misses_and_what_it_names_beside() -> None:
    made = compiled("v2").scenarios
    assert made["calendar"].misses == ("create_event",)
    assert made["storage-cleanup"].skill == "storage-cleanup"
    assert made["storage-cleanup"].beyond == ("search_files", "delete_file")
    assert made["travel"].misses == made["travel"].beyond == ()


def test_a_tool_of_another_server_needs_no_scenario_and_a_text_may_name_it(folder: Path) -> None:
    catalogue = catalogue_for(load("v2"))
    joined = Catalogue([*catalogue.values(), replace(catalogue["set_nfc"], name="shop__open", kind="external")])
    edit(folder, "manage_ride(action=estimate", "shop__open(enabled=true) or manage_ride(action=estimate")
    assert compiled(folder, joined).external == ("shop__open",)
    with pytest.raises(UserError, match=r"scenarios\.on-the-way\.text`: `shop__open"):
        compiled(folder)


def test_no_request_is_told_more_than_is_recorded() -> None:
    made = compiled("v2")
    guidance = load("v2").guidance
    assert guidance is not None
    assert made.protocol < made.longest <= guidance.limits.context


def test_v1_compiles_too_and_has_no_scenarios() -> None:
    made = compiled("v1")
    assert made.scenarios == {} and made.longest == 0
    assert len(made.tools) == len(full_catalogue()) and len(made.skills) == 11


def test_the_digest_is_of_instructions_tools_and_skills(folder: Path) -> None:
    before = compiled(folder)
    assert compiled(folder) == before
    edit(folder, "the exact name counts", "its exact name counts")
    after = compiled(folder)
    assert after.digest != before.digest and after.changed_since(before) == []
    fewer = catalogue_for(load(folder))
    edit(folder, "set_app_timer, ", "")
    lost = compiled(folder, fewer.without(frozenset({"set_app_timer"})))
    assert lost.changed_since(after) == ["set_app_timer"]


# -- what is refused


@pytest.mark.parametrize(
    ("old", "new", "where", "says", "expected"),
    [
        ("search_offers(kind=...", "serch_offers(kind=...", "scenarios.travel.text", "serch_offers", "`search_offers`"),
        ("manage_booking(action=book", "manage_booking(action=buy", "scenarios.travel.text", "`buy` as `action`", "book"),
        ("room=...", "floor=...", "scenarios.smart-home.text", "no argument `floor`", "room, deviceType"),
        ("tools: manage_routine\n", "tools: manage_ruotine\n", "scenarios.routines.tools", "nothing serves it", "deployed"),
        ("tools: search_offers,", "tools: serch_offers,", "scenarios.travel.tools", "`serch_offers`", "deployed"),
        ("{skill: pay-bill", "{skill: pay-bills", "scenarios.pay-bill.skill", "no skill `pay-bills`", "pay-bill"),
        ("pay-bill, tools: manage_wallet", "pay-bill, tools: manage_ride", "pay-bill.tools", "does not bring", "wallet"),
        ("tools: manage_routine\n", "tools: manage_routine, manage_alarm\n", "field `scenarios`",
         "selects several scenarios: wake-plan, routines", "in `prefer`"),
        ("prefer: {}", "prefer: {manage_alarm: wake-plan}", "field `prefer`", "settles nothing", "several scenarios claim"),
        ("set_app_timer, ", "", "field `scenarios`", "no scenario claims `set_app_timer`", "`exempt`"),
        ("exempt: >-\n ", "exempt: >-\n  manage_alrm,", "field `exempt`", "no tool `manage_alrm`", "`manage_alarm`"),
        ("exempt: >-\n ", "exempt: >-\n  manage_alarm,", "field `exempt`", "claims it", "one of the two"),
        ("fragment: 800", "fragment: 300", "field `scenarios.", "characters", "at most 300"),
        ("context: 1800", "context: 400", "field `limits.context`", "longest scenario needs", "at least"),
        ("general: 600", "general: 100", "general.md", "321 characters", "at most 100"),
        ("  routines:\n", "  notes:\n", "scenarios.notes", "no scenario may be called `notes`", "another name"),
        ("protocol: >-", "protocol: >-\n  Call skill__wake-plan.", "field `protocol`", "skill__wake-plan", ""),
    ],
)  # fmt: skip
def test_what_cannot_work_is_one_message(folder: Path, old: str, new: str, where: str, says: str, expected: str) -> None:
    edit(folder, old, new)
    with pytest.raises(UserError) as caught:
        compiled(folder)
    assert ".yaml" in caught.value.where or ".md" in caught.value.where
    assert where in caught.value.where
    assert says in caught.value.message
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("  routines:\n    tools: manage_routine\n", "  routines:\n    tools: ''\n", "tools"),
        ("{skill: pay-bill,", "{skill: pay-bill, text: Pay.,", "either a `skill` or a `text`"),
        ("prefer: {}", "preferred: {}", r"scenarios\.yaml, field `preferred`: the field is unknown.*`prefer`"),
    ],
)
def test_a_field_that_is_wrong_is_named_on_reading(folder: Path, old: str, new: str, says: str) -> None:
    edit(folder, old, new)
    with pytest.raises(UserError, match=says):
        load(folder)


def test_two_tools_that_nothing_tells_apart_are_refused(folder: Path) -> None:
    (folder / "recall.yaml").write_text(
        "manage_ride: {words: taximan}\nmanage_wallet: {words: 'taximan, pay'}\n", encoding="utf-8"
    )
    with pytest.raises(UserError, match=r"recall\.yaml, field `manage_ride\.words`.*one of `manage_wallet` too"):
        compiled(folder)


def test_an_override_settles_which_scenario_a_tool_selects(folder: Path) -> None:
    edit(folder, "tools: manage_routine\n", "tools: manage_routine, manage_alarm\n")
    edit(folder, "prefer: {}", "prefer: {manage_alarm: routines}")
    edit(
        folder,
        "  wake-plan: {skill: wake-plan, tools: manage_alarm}\n",
        "  wake-plan: {skill: wake-plan, tools: [manage_alarm]}\n",
    )
    made = compiled(folder)
    assert made.preferred == {"manage_alarm": "routines"}
    assert made.scenarios["routines"].selected_by == ("manage_routine", "manage_alarm")


def test_a_skill_whose_steps_cannot_be_called_is_refused(folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "skills" / "tea-time"
    mine.mkdir(parents=True)
    edit(folder, "libraries: [library, everyday]", f"libraries: [library, everyday, {mine.parent}]", "settings.yaml")
    head = "---\nname: tea-time\ndescription: Make tea.\nmetadata:\n  tools: manage_timer\n---\n"
    (mine / "SKILL.md").write_text(head + "Start manage_timer(action=begin).\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"tea-time.SKILL\.md: `manage_timer` takes no `begin`"):
        compiled(folder)
    (mine / "SKILL.md").write_text(head + "Start manage_timer(action=start), then manage_alarm.\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"need `manage_alarm`.*metadata\.tools"):
        compiled(folder)
    (mine / "SKILL.md").write_text(head + "Start manage_timer(action=start).\n", encoding="utf-8")
    assert "tea-time" in compiled(folder).unmapped


def test_a_substitute_that_is_not_deployed_is_refused(folder: Path) -> None:
    edit(folder, "notices:", "notices:\n  substitutes: {convert_unit: [calculat]}", "settings.yaml")
    with pytest.raises(UserError, match=r"notices.substitutes`: there is no tool `calculat` \(expected `calculate`"):
        compiled(folder)
    edit(folder, "[calculat]", "[calculate]", "settings.yaml")
    assert compiled(folder).digest != compiled("v2").digest


def test_a_base_that_does_not_exist_is_named(folder: Path) -> None:
    edit(folder, "based_on: v1", "based_on: v0", "settings.yaml")
    with pytest.raises(UserError, match=r"field `based_on`: there is no configuration 'v0' \(expected one of: v1, v2"):
        load(folder)


# -- the command


def test_the_command_prints_one_document_and_keeps_it(tmp_path: Path) -> None:
    kept = tmp_path / "build.json"
    done = RUN.invoke(app, ["harness", "build", "--eta", "v2", "--json", "--out", str(kept)])
    assert done.exit_code == 0, done.output
    assert Build.model_validate(json.loads(done.stdout)) == Build.model_validate_json(kept.read_bytes()) == compiled("v2")


def test_a_tool_that_changed_since_an_earlier_build_is_named_and_the_answer_is_no(tmp_path: Path) -> None:
    earlier = compiled("v2")
    other = earlier.model_copy(update={"tools": {**earlier.tools, "set_nfc": "sha256:other"}})
    write_json_atomic(tmp_path / "then.json", other)
    done = RUN.invoke(app, ["harness", "build", "--eta", "v2", "--against", str(tmp_path / "then.json")])
    assert done.exit_code == 1
    assert "changed since" in done.stdout and "set_nfc" in done.stdout


def test_the_command_says_what_is_wrong_in_one_message_and_exits_with_two(folder: Path) -> None:
    edit(folder, "search_offers(kind=...", "serch_offers(kind=...")
    done = RUN.invoke(app, ["harness", "build", "--eta", str(folder)])
    assert done.exit_code == 2
    said = " ".join(done.output.split())
    assert "scenarios.yaml, field `scenarios.travel.text`" in said and "serch_offers" in said and "`search_offers`" in said
    assert "Traceback" not in done.output
