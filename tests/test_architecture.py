"""What holds the house together: import rules, style, types, start-up time, packaging, pins."""

import ast
import json
import os
import resource
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from harness.process import PROCESS_DEFAULTS
from tests.import_rules import PACKAGES, ROOT, Import, all_imports, breaks_a_rule

HEAVY = {
    "accelerate", "chromadb", "datasets", "langchain_core", "langchain_litellm", "langgraph", "litellm", "matplotlib",
    "openai", "pandas", "peft", "pyarrow", "scipy", "torch", "transformers", "trl",
}  # fmt: skip
LIGHT_MODULES = (*PACKAGES, "harness.contract", "harness.records", "harness.runs", "planner_agent.cli")


def run(*command: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env={**os.environ, **environment})


def pyproject() -> dict[str, dict[str, dict[str, list[str]]]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked_files(*folders: str) -> set[str]:
    """What git has or would take, so that a file does not fall out of a check by not being committed yet."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *folders).stdout.splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


# Imports ------------------------------------------------------------------------------------------------------------


def test_imports_go_one_way_only() -> None:
    _, found = all_imports()
    assert [str(item) for item in found if breaks_a_rule(item)] == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("harness.contract.task", "harness.errors"),
        ("harness.records", "harness.environments.base"),
        ("harness.environments.phone.phone", "harness.episode"),
        ("harness.episode", "bench.scoring"),
        ("bench.scoring", "planner_train.care"),
        ("planner_train.care", "agents.analyst"),
        ("agents.analyst", "graphs.analyst"),
        ("graphs.analyst", "planner_agent.cli"),
        ("harness.environments.phone.domains.clock", "harness.environments.phone.domains.calls.tools"),
    ],
)
def test_an_import_the_wrong_way_is_found(importer: str, imported: str) -> None:
    assert breaks_a_rule(Import(importer, imported, 1))


def test_the_light_modules_import_nothing_heavy() -> None:
    present = [name for name in LIGHT_MODULES if (ROOT / Path(*name.split("."))).is_dir() or "." in name]
    code = f"import sys, importlib; [importlib.import_module(name) for name in {present!r}]; print(*sys.modules)"
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    assert {name.partition(".")[0] for name in done.stdout.split()} & HEAVY == set()


def test_help_answers_in_half_a_second_and_imports_nothing_heavy() -> None:
    seconds = [_seconds_of("-m", "planner_agent", "--help") for _ in range(5)]
    bare = [_seconds_of("-c", "import typer.rich_utils") for _ in range(5)]
    code = (
        "import sys\nfrom planner_agent.__main__ import main\nsys.argv = ['planner-agent', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    print(*sys.modules, file=sys.stderr)"
    )
    modules = {name.partition(".")[0] for name in run(sys.executable, "-c", code).stderr.split()}
    assert min(seconds) < max(0.5, 2 * min(bare)), "a machine on which typer alone takes a quarter of a second is a slow one"
    assert modules & HEAVY == set()


def _seconds_of(*arguments: str) -> float:
    """The processor time of a Python with such arguments: unlike the clock, it does not count who else is at work."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(sys.executable, *arguments)
    assert done.returncode == 0, done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("package", ["harness", "graphs", "planner_agent"])
def test_an_entry_point_settles_the_process_and_keeps_what_the_user_set(package: str) -> None:
    code = f"import {package}, os, json; print(json.dumps(dict(os.environ)))"
    unset = {name: value for name, value in os.environ.items() if name not in PROCESS_DEFAULTS}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env={**unset, "GOMP_SPINCOUNT": "7"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    seen = json.loads(done.stdout)
    assert {name: seen.get(name) for name in PROCESS_DEFAULTS} == {**PROCESS_DEFAULTS, "GOMP_SPINCOUNT": "7"}


# Style and types ----------------------------------------------------------------------------------------------------


def test_ruff_finds_nothing() -> None:
    done = run(sys.executable, "-m", "ruff", "check", "--quiet", ".")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_mypy_finds_nothing() -> None:
    done = run(sys.executable, "-m", "mypy")
    assert done.returncode == 0, done.stdout


# Packaging ----------------------------------------------------------------------------------------------------------


def test_every_requirement_has_a_pin_that_satisfies_it() -> None:
    project = pyproject()["project"]
    wanted = [*project["dependencies"], *(line for lines in project["optional-dependencies"].values() for line in lines)]
    pins = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, version = line.partition(";")[0].strip().partition("==")
            assert canonicalize_name(name) not in pins, f"{name} is pinned twice"
            pins[canonicalize_name(name)] = version
    for requirement in map(Requirement, wanted):
        if requirement.name != "planner-agent":
            version = pins.get(canonicalize_name(requirement.name), "no pin")
            assert version != "no pin", f"{requirement.name} has no pin"
            assert requirement.specifier.contains(version, prereleases=True), f"{requirement}: pinned to {version}"


def test_every_third_party_import_is_a_declared_requirement() -> None:
    project = pyproject()["project"]
    lines = [*project["dependencies"], *(line for lines in project["optional-dependencies"].values() for line in lines)]
    declared = {canonicalize_name(Requirement(line).name) for line in lines}
    owners = metadata.packages_distributions()
    undeclared = set()
    for name in sorted(tracked_files(*PACKAGES)):
        if not name.endswith(".py"):
            continue
        for module in _imported_modules((ROOT / name).read_text(encoding="utf-8")):
            if module in sys.stdlib_module_names or module in PACKAGES:
                continue
            distributions = {canonicalize_name(owner) for owner in owners.get(module, [module])}
            if not distributions & declared:
                undeclared.add(f"{name}: {module}")
    assert undeclared == set()


def _imported_modules(source: str) -> set[str]:
    modules = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            modules.add(node.module.partition(".")[0])
    return modules


@pytest.mark.slow
def test_a_wheel_carries_every_file_of_the_packages(tmp_path: Path) -> None:
    checkout, dist = tmp_path / "checkout", tmp_path / "dist"
    carried = tracked_files(*PACKAGES)
    for name in carried | {"pyproject.toml", "README.md", "LICENSE"}:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, checkout / name)
    dist.mkdir()
    build = f"from setuptools.build_meta import build_wheel; build_wheel({str(dist)!r})"
    done = run(sys.executable, "-c", build, cwd=checkout)
    assert done.returncode == 0, done.stderr[-2000:]
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        inside = set(wheel.namelist())
    assert carried - inside == set()
    strangers = {name.partition("/")[0] for name in inside} - {*PACKAGES}
    assert all(name.endswith(".dist-info") for name in strangers)


def test_langgraph_json_lists_every_graph_and_settles_the_process() -> None:
    config = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))
    listed = {name: graph["path"] for name, graph in config["graphs"].items()}
    defining = {
        path.stem: f"graphs.{path.stem}:graph"
        for path in (ROOT / "graphs").glob("*.py")
        if "graph" in _assigned_names(path.read_text(encoding="utf-8"))
    }
    assert listed == defining
    assert all(graph["description"].endswith(".") for graph in config["graphs"].values())
    assert config["env"] == PROCESS_DEFAULTS


def _assigned_names(source: str) -> set[str]:
    targets = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AnnAssign):
            targets.append(node.target)
    return {target.id for target in targets if isinstance(target, ast.Name)}
