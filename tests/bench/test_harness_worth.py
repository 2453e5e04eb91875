"""What the harness is worth: parts that are taken away, pairs of runs, and what a step costs."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bench.harness_worth import PARTS, cost_of_steps, without
from bench.planner_bench import generate
from bench.suite_run import harness_named
from harness.catalogue import catalogue_for, full_catalogue
from harness.contract import Action, Call
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import Eta, load
from harness.policies import open_policy
from harness.policy import Reply
from harness.rollout import Start, rollout
from planner_agent.cli import app

LIMIT = 12


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench", "harness", *map(str, arguments)])


@pytest.mark.parametrize("name", [name for name in PARTS if name != "guidance"])
def test_a_part_that_is_taken_away_changes_one_thing_and_the_identity(name: str) -> None:
    whole, reduced = load(), without(load(), name)
    assert reduced.digest != whole.digest and reduced.version.startswith(f"v1-{name}@")
    changed = [field for field in ("general", "hints", "guidance") if getattr(whole, field) != getattr(reduced, field)]
    settings = whole.settings.model_dump()
    changed += [key for key, value in reduced.settings.model_dump().items() if value != settings[key] and key != "version"]
    assert len(changed) == 1


def test_each_part_shows_in_what_a_planner_is_asked() -> None:
    task = next(item.task for item in generate("dev", full_catalogue(), limit=LIMIT).items if item.group == "skills")
    v1, v2 = load(), load("v2")

    def system(eta: Eta) -> str:
        return str(Episode(task, PhoneEnvironment(catalogue_for(eta)), eta).request().messages[0]["content"])

    def offered(eta: Eta) -> set[str]:
        request = Episode(task, PhoneEnvironment(catalogue_for(eta)), eta).request()
        return {str(tool["function"]["name"]) for tool in request.tools}

    assert "Look up" in system(v1) and "Look up" not in system(without(v1, "rules"))
    assert "Tools:" in system(v1) and "Tools:" not in system(without(v1, "signatures"))
    assert len(system(without(v2, "guidance"))) < len(system(v2))
    assert "search_user_memory" in offered(v1) - offered(without(v1, "always"))
    loaders = [sum(name.startswith("skill__") for name in offered(eta)) for eta in (v1, without(v1, "loaders"))]
    assert loaders[0] > loaders[1]
    assert offered(v1) != offered(without(v1, "hints"))


def test_nothing_is_said_of_a_wrong_name_or_of_a_call_made_twice_where_that_is_taken_away() -> None:
    task = generate("dev", full_catalogue(), limit=LIMIT).items[0].task
    calls = (Call(id="a", name="no_such_tool"), Call(id="b", name="get_weather"), Call(id="c", name="get_weather"))
    for eta, helps in ((load(), True), (harness_named("none"), False)):
        episode = Episode(task, PhoneEnvironment(full_catalogue()), eta)
        turn = episode.advance(Reply(Action(calls=calls)))
        assert turn is not None
        unknown, _, again = turn.feedback
        assert unknown.error is not None and unknown.error.code == "UNKNOWN_TOOL"
        assert (unknown.error.accepted is not None) == helps and bool(again.notices) == helps


@pytest.mark.parametrize(("part", "says"), [("guidance", "nothing is taken away"), ("v1", "nothing"), ("luck", "luck")])
def test_what_cannot_be_taken_away_is_said(part: str, says: str) -> None:
    with pytest.raises(UserError, match=says) as raised:
        without(load(), part)
    assert part in str(raised.value.where) and raised.value.expected


def test_a_step_without_compact_signatures_reads_the_schemas_again_and_again() -> None:
    items = generate("dev", full_catalogue(), limit=LIMIT).items
    tasks, witnesses = [item.task for item in items], {item.task.id: item.witness for item in items}
    costs = []
    for eta in (load(), harness_named("none")):
        starts = [Start(task) for task in tasks]
        policy = open_policy("witness", witnesses=witnesses)
        made = rollout(starts, policy, environment=lambda: PhoneEnvironment(full_catalogue()), eta=eta)
        found = {item.task_id: item for item in made}
        cost = cost_of_steps(tasks, found, eta)
        assert cost.steps == sum(len(item.turns) for item in found.values())
        assert 0 < cost.tokens_new < cost.tokens_read and cost.ms > 0
        costs.append(cost)
    compact, schemas = costs
    assert schemas.tokens_read > 2 * compact.tokens_read


def test_planners_are_compared_in_pairs_and_lapses_counted_by_themselves(tmp_path: Path) -> None:
    line = ["--limit", LIMIT, "--without", "notices", "--out", tmp_path, "--json"]
    line += ["--policy", "witness", "--policy", "forgetful:guessed-ids"]
    result = invoke(*line)
    assert result.exit_code == 0, result.output
    witness, guesses = json.loads(result.stdout)["comparisons"]
    assert (witness["policy"], witness["without"], witness["lapsed"]) == ("witness", "notices", None)
    assert [part["gained"] + part["lost"] for part in witness["contrasts"]] == [0] * len(witness["contrasts"])
    overall, lapsed = guesses["contrasts"][0], guesses["lapsed"]
    assert overall["n"] == LIMIT and overall["gained"] == lapsed["n"] > 0 and overall["lost"] == 0
    assert (lapsed["without"], lapsed["whole"]) == (0.0, 1.0)
    assert {part["name"] for part in guesses["contrasts"]} == {"overall", "tool_use", "memory", "skills", "sub_agent"}

    again = invoke(*line)
    assert again.exit_code == 2 and "--resume" in again.output
    resumed = invoke(*line, "--resume")
    known = json.loads(resumed.stdout)["comparisons"]
    assert [item["contrasts"] for item in known] == [witness["contrasts"], guesses["contrasts"]]

    table = invoke(*[word for word in line if word != "--json"], "--resume").stdout
    for words in ("forgetful:guessed-ids, without notices", "no difference shown", "lapses", "ms of processor time"):
        assert words in table
