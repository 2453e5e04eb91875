"""A part of the suite and runs on it are the same under another hash seed, time zone, day and number of live episodes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import datetime, json, sys, time

days, live = int(sys.argv[1]), int(sys.argv[2])
clock, Moment, Day = time.time, datetime.datetime, datetime.date
time.time = lambda: clock() + days * 86_400
class Later(Moment):
    now = classmethod(lambda cls, tz=None: cls.fromtimestamp(time.time(), tz))
    today = classmethod(lambda cls: cls.fromtimestamp(time.time()))
    utcnow = classmethod(lambda cls: cls.fromtimestamp(time.time(), datetime.UTC).replace(tzinfo=None))
class OtherDay(Day):
    today = classmethod(lambda cls: cls.fromtimestamp(time.time()))
datetime.datetime, datetime.date = Later, OtherDay

from bench.planner_bench import generate
from harness.catalogue import full_catalogue
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.policies import open_policy
from harness.rollout import Start, rollout

catalogue = full_catalogue()
suite = generate("dev", catalogue, limit=40)
def runs(policy):
    made = rollout(
        [Start(item.task, seed=3) for item in suite.items], open_policy(policy, witnesses=suite.witnesses),
        environment=lambda: PhoneEnvironment(catalogue), eta=load(), live=live,
    )
    return [item.digest() for item in made]
where = [str(OtherDay.today()), Later.now().toordinal(), time.tzname[0], hash("phone"), live]
print(json.dumps({"where": where, "suite": suite.digest, "witness": runs("witness"), "random": runs("random")}))
"""


def made_in(hash_seed: str, zone: str, days: int, live: int) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed, "TZ": zone}
    command = [sys.executable, "-c", PROGRAM, str(days), str(live)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr
    made: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return made


@pytest.mark.slow
def test_the_suite_and_its_runs_are_the_same_wherever_and_whenever_they_are_made() -> None:
    one, other = made_in("1", "Pacific/Kiritimati", 0, 1), made_in("2", "America/New_York", 203, 16)
    assert all(here != there for here, there in zip(one.pop("where"), other.pop("where"), strict=True))
    assert len(one["random"]) == len(set(one["random"])) > 40
    assert one == other
