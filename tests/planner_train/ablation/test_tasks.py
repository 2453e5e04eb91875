"""What the ablation's tasks must hold for its question to be one: necessity, caution and waste, each in its place."""

import re

import pytest

from bench.scenario import FAMILIES
from harness.catalogue import full_catalogue
from harness.contract import Split
from harness.environments.phone.replay import DONE, play
from harness.errors import UserError
from planner_train.ablation.demonstrations import demonstrate
from planner_train.ablation.families import BEFORE, HELD, KINDS, LEVELS, SETTINGS, STEPS, families, make
from planner_train.ablation.jobs import harness
from planner_train.ablation.recipe import Manner, load_recipe
from tests.planner_train.ablation.settings import words

ALL = [*families(Split.TRAIN), *families(Split.DEV)]
SILENT = Manner(announce=0, derive=0, in_full=0, again=0, look=0, read_back=0, remark=0, report=0)
CAREFUL = SILENT.model_copy(update={"read_back": 1.0})
CHATTY = Manner(announce=1, derive=1, in_full=1, again=1, look=1, read_back=1, remark=1, report=1)


@pytest.mark.parametrize("name", ALL)
def test_the_witness_solves_every_task_and_doing_nothing_solves_none(name: str) -> None:
    for number in range(6):
        made = make(name, number)
        assert play(made.task, made.witness.turns, full_catalogue()).verify().success
        assert not play(made.task, [DONE], full_catalogue()).verify().success


def test_only_a_reading_tells_of_a_lost_write() -> None:
    made = [make(name, number) for number in range(12) for name in ALL]
    lost = [item for item in made if item.task.initial.friction]
    volumes = [item for item in made if item.puzzle.setting != "brightness"]
    assert 0.2 < len(lost) / len(volumes) < 0.4
    assert all(item.puzzle.setting != "brightness" for item in lost)
    for item in lost[:4]:
        hasty = [item.witness.turns[0], DONE]
        environment = play(item.task, hasty, full_catalogue())
        assert not environment.verify().success
        assert environment.evidence().log[0].status == "ok"
    for item in [item for item in volumes if not item.task.initial.friction][:4]:
        assert play(item.task, [item.witness.turns[0], DONE], full_catalogue()).verify().success


def test_steps_lead_to_the_level() -> None:
    for number in range(40):
        item = make("steps_media", number).puzzle
        asked = re.search(r"to (\d+), (.*)\.", item.request)
        assert asked is not None
        begin, *steps = asked.expand(r"\1, \2").split(", ")
        level = int(begin)
        for step, result in zip(steps, item.results, strict=True):
            assert step in STEPS
            level = 2 * level if step == "doubled" else level + int(step.replace("plus ", "").replace("minus ", "-"))
            assert level == int(result) and level in LEVELS
        assert level == item.level


def test_a_chain_leads_to_the_level_over_two_people() -> None:
    for number in range(40):
        item = make("chain_alarm", number).puzzle
        wants = dict(re.findall(r"(\w+) wants (?:what )?(\w+)", item.request))
        asked = re.search(r"as (\w+) wants", item.request)
        assert asked is not None
        assert wants[wants[wants[asked[1]]]] == str(item.level)
        numbers = {value for value in wants.values() if value.isdigit()}
        assert len(numbers) == 3, "a guess must be one of three"


def test_held_out_families_join_known_parts_and_belong_to_no_suite() -> None:
    assert not set(families(Split.TRAIN)) & set(families(Split.DEV))
    for kind in KINDS:
        assert {item for name, item in HELD if name == kind}
        assert {item for item in SETTINGS if (kind, item) not in HELD}
    assert {item for _, item in HELD} == set(SETTINGS)
    assert not set(ALL) & set(FAMILIES)
    assert {make(name, 0).task.split for name in families(Split.DEV)} == {Split.DEV}


def test_tasks_follow_from_their_name_and_number() -> None:
    assert make("chain_call", 3).task.digest() == make("chain_call", 3).task.digest()
    assert make("chain_call", 3).task.request != make("chain_call", 4).task.request
    assert not set(LEVELS) & set(BEFORE)
    with pytest.raises(UserError, match="there is no family 'chain_ring'"):
        make("chain_ring", 0)


# -- demonstrations


def test_demonstrations_differ_in_length_only_by_manner() -> None:
    made = make("steps_call", 1)
    silent, careful, chatty = (
        sum(demonstrate(made, manner, harness(), words(), 0).own) for manner in (SILENT, CAREFUL, CHATTY)
    )
    assert silent < careful < chatty
    assert chatty > 3 * silent


def test_what_is_learned_is_what_the_planner_wrote() -> None:
    made = next(item for number in range(20) if (item := make("chain_alarm", number)).task.initial.friction)
    shown = demonstrate(made, CHATTY, harness(), words(), 0)
    own = words().decode([token for token, mine in zip(shown.ids, shown.own, strict=True) if mine])
    read = words().decode([token for token, mine in zip(shown.ids, shown.own, strict=True) if not mine])
    assert own.count('"name": "set_volume"') == 2, "it sets the volume again when the first write was lost"
    assert own.count("<|im_end|>") == 5
    assert "<tool_response>" in read and "<tool_response>" not in own
    assert made.task.request in read and made.task.request not in own


def test_every_word_is_one_token_and_any_text_survives() -> None:
    for manner in (load_recipe().cold_start.manner, CHATTY):
        for number in range(8):
            for name in ALL:
                shown = demonstrate(make(name, number), manner, harness(), words(), 1)
                text = words().decode(shown.ids)
                assert words()(text, add_special_tokens=False)["input_ids"] == shown.ids
                spelled = [words().decode([token]) for token, own in zip(shown.ids, shown.own, strict=True) if own]
                assert not [word for word in spelled if len(word) == 1 and word.isalpha() and word != "I"], text
    strange = 'Größe "17" 音量 \t<tool_call> plus 33'
    assert words().decode(words()(strange, add_special_tokens=False)["input_ids"]) == strange
