"""Trainings that one process or several run: ``python -m tests.planner_train.spread START OUT``, under any launcher."""

import sys
from pathlib import Path

from harness.contract import Split
from planner_train.cold_start import ColdStartConfig, Example, cold_start
from planner_train.rl.learning import learn
from planner_train.rl.settings import RLSettings
from tests.planner_train.tiny import coin_tasks

SETTINGS = RLSettings(
    updates=2, tasks=2, group=4, micro=2, turn_tokens=4, eval_every=2, save_every=2, lr=1e-2, warmup=1, threads=1, seed=3
)
CONFIG = ColdStartConfig(
    minutes=0.01,
    tokens_per_second=6_000,
    batch=4,
    micro=1,
    optimizer="adamw",  # Muon rounds to 16 bits inside, so its steps differ by percents where gradients differ by rounding
    adamw_lr=1e-3,
    bf16=False,
    threads=1,
)


def examples() -> list[Example]:
    """Short conversations of unequal length; every second has a turn that must not be learned."""
    made = []
    for number in range(8):
        call = {"function": {"name": "water_fern", "arguments": {"fernId": f"fern-{number}"}}}
        messages = (
            {"role": "system", "content": "Now: Mon."},
            {"role": "user", "content": "Water fern " + "please " * number},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "content": "{}"},
            {"role": "assistant", "content": f"Fern {number} is watered."},
        )
        made.append(Example(f"e{number}", messages, 2, frozenset([0] if number % 2 else [])))
    return made


def run(start: Path, out: Path) -> None:
    """Reinforcement learning and a cold start from the model in ``start``."""
    learn(coin_tasks(4), coin_tasks(3, Split.DEV), out / "rl", start=start, settings=SETTINGS)
    cold_start(examples(), out / "cold-start", base_model=start, config=CONFIG)


if __name__ == "__main__":
    run(Path(sys.argv[1]), Path(sys.argv[2]))
