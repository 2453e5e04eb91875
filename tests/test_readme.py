"""The README's promises: its code runs as printed, with the planner of a run, and with an endpoint in its place."""

import xml.etree.ElementTree
from pathlib import Path

import pytest

from harness.models.fake_server import FakeModelServer, say
from tests.documents import ROOT, python_blocks, text_of

BLOCKS = {block.line: block for block in python_blocks("README.md")}


@pytest.fixture
def after_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks as after `make flywheel`; its checkpoint is the base that nothing was trained on."""
    from harness.models.local_policy import embedded_base

    (tmp_path / "runs/flywheel-0-0/train").mkdir(parents=True)
    (tmp_path / "runs/flywheel-0-0/train/checkpoint").symlink_to(embedded_base())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("after_a_run")
@pytest.mark.parametrize("line", BLOCKS)
def test_the_code_runs_as_printed(line: int, capsys: pytest.CaptureFixture[str]) -> None:
    BLOCKS[line].run({"__name__": "readme"})
    assert capsys.readouterr().out.strip()


@pytest.mark.slow
def test_an_endpoint_takes_the_place_of_the_random_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = (block for block in BLOCKS.values() if 'open_policy("random")' in block.code)
    monkeypatch.chdir(tmp_path)
    with FakeModelServer(lambda request: say("Done.")) as server:
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", server.url)
        type(block)(block.page, block.line, block.code.replace('"random"', '"openai/my-model"', 1)).run({})
    assert capsys.readouterr().out.startswith("0.0 %")


def test_the_picture_is_well_formed_and_describes_itself() -> None:
    assert "docs/loop.svg" in text_of("README.md")
    root = xml.etree.ElementTree.parse(ROOT / "docs" / "loop.svg").getroot()
    assert {child.tag.rpartition("}")[2] for child in root} >= {"title", "desc"}


def test_the_readme_names_every_package_folder() -> None:
    text = text_of("README.md")
    folders = ("harness", "agents", "graphs", "prompts", "planner_train", "bench", "planner_agent", "notebooks", "docs")
    assert [name for name in folders if f"`{name}/`" not in text] == []
