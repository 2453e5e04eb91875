"""The notebooks run from top to bottom in a tiny setting, and are committed without outputs."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest

from harness.instructions import SHIPPED
from tests.import_rules import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS = 600
"""After which a cell counts as hung; all cells together take about a minute and a half of one free core."""
TINY = {
    "per_family": 3,
    "families": "moved_alarm,named_timer,repeating_alarm",
    "eval_per_family": 1,
    "minutes": 0.05,
    "diagnoses": 1,
    "workers": 1,
}


def impatient_eta(folder: Path) -> Path:
    """The shipped instructions, but an episode ends at the first output that cannot be read: hardly anything was trained."""
    shutil.copytree(SHIPPED / "v1", folder)
    settings = folder / "settings.yaml"
    text = settings.read_text(encoding="utf-8")
    assert "unreadable: 3 " in text
    settings.write_text(text.replace("unreadable: 3 ", "unreadable: 1 "), encoding="utf-8")
    return folder


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_committed_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert [cell.id for cell in notebook.cells if cell.get("outputs") or cell.get("execution_count")] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_one_cell_of_parameters(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert sum("parameters" in cell.metadata.get("tags", ()) for cell in notebook.cells) == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nbclient import NotebookClient

    changes = {**TINY, "eta": str(impatient_eta(tmp_path / "eta"))}
    monkeypatch.setenv("PLANNER_AGENT_NOTEBOOK", json.dumps(changes))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "jupyter"))
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(tmp_path)}}
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=place)
    client.execute()
    assert (tmp_path / "runs/first-iteration/report.html").is_file()
