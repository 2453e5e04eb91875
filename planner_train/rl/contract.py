"""What we rely on inside TRL's GRPOTrainer, which a new release may change without notice.

Four of its methods are not public. ``check`` compares what is installed with what this package was written against, before
anything is loaded; the tests hold each expectation against the real trainer.
"""

import inspect
from importlib.metadata import version

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from harness.errors import UserError

SUPPORTED = SpecifierSet(">=1.16,<1.17")
METHODS: dict[str, tuple[str, ...]] = {
    "_generate_and_score_completions": ("self", "inputs"),
    "_calculate_rewards": ("self", "inputs", "prompts", "completions", "completion_ids_list"),
    "_get_per_token_logps_and_entropies": ("self", "model", "input_ids", "attention_mask", "logits_to_keep"),
    "compute_loss": ("self", "model", "inputs"),
}
"""The methods that we override, with the parameters that they must begin with.

- ``_generate_and_score_completions`` calls ``rollout_func`` with the batch's prompts, groups contiguous, and returns a dict
  with ``advantages`` of the local rows, which the loss uses as it finds them; ``env_mask`` becomes ``tool_mask``.
- ``_calculate_rewards`` returns the measurements of all processes, a row an episode in the order of the prompts.
- ``_get_per_token_logps_and_entropies`` gives the log-probabilities that the loss is made of.
- ``compute_loss`` is called once a micro batch.
"""
ATTRIBUTES = ("rollout_func", "num_generations", "accelerator", "model", "state")


def check() -> None:
    """Raises ``UserError`` that says what differs when the installed TRL is not one that we know."""
    found = version("trl")
    if Version(found) not in SUPPORTED:
        raise UserError(
            f"TRL {found} is installed", where="trl", expected=f"trl{SUPPORTED}; its GRPO trainer has other insides"
        )
    from trl import GRPOTrainer

    for name, parameters in METHODS.items():
        method = getattr(GRPOTrainer, name, None)
        if method is None:
            raise UserError(f"TRL {found} has no GRPOTrainer.{name}", where="trl", expected=f"trl{SUPPORTED} as released")
        has = tuple(inspect.signature(inspect.unwrap(method)).parameters)[: len(parameters)]
        if has != parameters:
            message = f"GRPOTrainer.{name} of TRL {found} takes {', '.join(has)}"
            raise UserError(message, where="trl", expected=", ".join(parameters))
