"""The doctor, shown environments with one thing wrong each, and one real process with several."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from typer.testing import CliRunner

from harness.process import PROCESS_DEFAULTS
from planner_agent.cli import app
from planner_agent.doctor import Finding, is_healthy
from planner_agent.doctor import machine as m
from planner_agent.doctor import packages as p
from planner_agent.doctor import services as s
from planner_agent.doctor.probe import Probe, run_probe

REQUIREMENTS = [
    Requirement("torch>=2.13,<2.14"),
    Requirement("trl>=1.16,<1.17"),
    Requirement('colorama ; sys_platform == "win32"'),
    Requirement('peft>=0.21 ; extra == "lora"'),
]


def statuses(findings: list[Finding]) -> list[str]:
    return [finding.status for finding in findings]


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 9), (3, 13, 1)])
def test_supported_pythons_are_fine(version: tuple[int, int, int]) -> None:
    assert m.check_python(version).status == "ok"


@pytest.mark.parametrize("version", [(3, 10, 13), (3, 14, 0)])
def test_another_python_fails_and_says_which_to_take(version: tuple[int, int, int]) -> None:
    finding = m.check_python(version)
    assert finding.status == "fail"
    assert "PYTHON=" in finding.mend


def test_a_complete_core_is_one_finding() -> None:
    findings = p.check_core(REQUIREMENTS, {"torch": "2.13.0+cpu", "trl": "1.16.0"})
    assert statuses(findings) == ["ok"]
    assert "all 2 are there" in findings[0].found


def test_each_missing_or_outdated_package_of_the_core_fails_with_a_remedy() -> None:
    findings = p.check_core(REQUIREMENTS, {"trl": "1.17.0"})
    assert statuses(findings) == ["fail", "fail"]
    assert "torch is missing" in findings[0].found
    assert "trl 1.17.0, wanted <1.17,>=1.16" in findings[1].found
    assert all("make install" in finding.mend for finding in findings)


def test_an_absent_extra_is_information_and_an_outdated_one_a_warning() -> None:
    assert statuses(p.check_extras(REQUIREMENTS, {})) == ["info"]
    assert statuses(p.check_extras(REQUIREMENTS, {"peft": "0.20"})) == ["warn"]
    assert statuses(p.check_extras(REQUIREMENTS, {"peft": "0.21.2"})) == ["ok"]


def test_packages_that_disagree_are_found_along_the_chain_from_ours() -> None:
    installed = {"planner-agent": "0.1", "trl": "1.16", "numpy": "1.0", "stranger": "1"}
    requires = {"planner-agent": ["trl"], "trl": ["numpy>=2", "gone"], "stranger": ["numpy>=3"]}
    findings = p.check_consistency(installed, requires)
    assert [finding.found for finding in findings] == [
        "trl asks for numpy>=2, here is 1.0",
        "trl asks for gone, which is missing",
    ]


def test_another_owner_of_an_import_name_is_a_clash() -> None:
    findings = p.check_clashes({}, {"agents": ["planner_agent", "openai-agents"]})
    assert statuses(findings) == ["fail"]
    assert "openai-agents also installs `agents`" in findings[0].found


@pytest.mark.parametrize(
    ("installed", "status"),
    [
        ({"litellm-proxy-extras": "0.4"}, "warn"),
        ({"mcp": "2.3.0"}, "warn"),
        ({"mcp": "2.3.0", "langchain-mcp-adapters": "0.3.2"}, "fail"),
        ({"mcp": "1.30.0", "langchain-mcp-adapters": "0.3.2"}, "ok"),
    ],
)
def test_known_clashes(installed: dict[str, str], status: str) -> None:
    assert statuses(p.check_clashes(installed, {})) == [status]


def test_a_version_beside_its_pin_is_a_warning(tmp_path: Path) -> None:
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("# pins\ntorch==2.13.0\nmmh3==5.3.1 ; sys_platform == 'linux'\n")
    assert p.check_pins(constraints, {"torch": "2.13.0+cpu"}).status == "ok"
    finding = p.check_pins(constraints, {"torch": "2.13.0", "mmh3": "5.0.0"})
    assert finding.status == "warn"
    assert "mmh3 5.0.0 (pinned 5.3.1)" in finding.found


def test_a_hidden_or_missing_package_of_ours_fails(tmp_path: Path) -> None:
    findings = p.check_places({"agents": tmp_path / "elsewhere" / "agents", "graphs": None}, tmp_path)
    assert statuses(findings) == ["fail", "fail"]
    assert "elsewhere" in findings[0].found


def test_settings_that_slow_everything_are_warnings() -> None:
    findings = m.check_threads({**PROCESS_DEFAULTS, "OMP_WAIT_POLICY": "ACTIVE", "OMP_NUM_THREADS": "16"}, cores=2)
    assert statuses(findings) == ["warn", "warn"]
    assert "unset OMP_WAIT_POLICY" in findings[0].mend
    assert statuses(m.check_threads({}, cores=2)) == ["ok"]


def test_torch_is_reported_with_what_it_can_run_on() -> None:
    facts: dict[str, Any] = {"version": "2.13.0", "devices": [], "cuda": None, "threads": 2}
    assert "CPU build" in m.check_torch(Probe(facts)).found
    assert "without a usable GPU" in m.check_torch(Probe({**facts, "cuda": "13.0"})).found
    assert "Big GPU" in m.check_torch(Probe({**facts, "devices": ["Big GPU"]})).found
    assert m.check_torch(Probe(problem="ImportError: libgomp")).status == "fail"


def test_a_machine_without_products_in_16_bits_is_told_what_that_costs() -> None:
    assert m.check_precision(Probe({"bfloat16": True})).status == "ok"
    finding = m.check_precision(Probe({"bfloat16": False}))
    assert finding.status == "info" and "four times" in finding.why and "--small" in finding.mend
    assert m.check_precision(Probe(problem="ImportError: libgomp")).status == "info"


@pytest.mark.parametrize(("free", "status"), [(0.1, "fail"), (1.0, "warn"), (50.0, "ok")])
def test_little_disk_warns_and_none_fails(free: float, status: str) -> None:
    assert m.check_disk(Path("runs"), free).status == status


@pytest.mark.parametrize(("free", "status"), [(1.0, "warn"), (8.0, "ok"), (None, "info")])
def test_little_memory_warns(free: float | None, status: str) -> None:
    assert m.check_memory(free).status == status


def test_memory_is_read_where_the_system_says_it(tmp_path: Path) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 100 kB\nMemAvailable:    2097152 kB\n")
    assert m.available_memory_gib(meminfo) == 2.0
    assert m.available_memory_gib(tmp_path / "nowhere") is None


def test_write_access_is_tried_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert m.check_write_access(tmp_path / "runs").status == "ok"
    assert list(tmp_path.iterdir()) == []

    def refuse(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    finding = m.check_write_access(tmp_path / "runs")
    assert (finding.status, finding.found) == ("fail", f"cannot write in {tmp_path}: Permission denied")


def test_an_old_sqlite_fails() -> None:
    assert m.check_sqlite((3, 31, 1)).status == "fail"
    assert m.check_sqlite((3, 40, 1)).status == "ok"


def test_adb_may_be_on_the_path_bundled_or_absent() -> None:
    assert s.check_adb("/usr/bin/adb", None).status == "ok"
    assert "bundled" in s.check_adb(None, "/x/adb").found
    absent = s.check_adb(None, None)
    assert absent.status == "info"
    assert "'.[device]'" in absent.mend


@pytest.mark.parametrize(
    ("model", "endpoint", "keys", "status"),
    [
        (None, None, None, "info"),
        ("gpt", None, None, "fail"),
        ("openai/x", "http://127.0.0.1/v1", None, "ok"),
        ("openai/x", None, Probe({"missing": ["OPENAI_API_KEY"]}), "fail"),
        ("openai/x", None, Probe({"missing": []}), "ok"),
        ("openai/x", None, Probe(problem="ImportError"), "warn"),
    ],
)
def test_the_model_is_judged_by_its_name_and_keys(
    model: str | None, endpoint: str | None, keys: Probe | None, status: str
) -> None:
    assert s.check_model(model, endpoint, keys).status == status


@pytest.fixture
def server() -> Iterator[str]:
    """A server whose answer is the first part of the path, as in /401/models."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            code = int(self.path.split("/")[1])
            self.send_response(200 if self.headers["Authorization"] == "Bearer right" else code)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    http = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{http.server_port}"
    http.shutdown()
    thread.join()
    http.server_close()


@pytest.mark.parametrize(("code", "status"), [(200, "ok"), (401, "warn"), (404, "warn"), (500, "warn")])
def test_an_endpoint_that_answers_is_judged_by_its_status(server: str, code: int, status: str) -> None:
    assert s.check_endpoint(f"{server}/{code}").status == status


def test_an_endpoint_is_asked_with_the_key(server: str) -> None:
    assert s.check_endpoint(f"{server}/401", key="right").status == "ok"
    assert "wants another key" in s.check_endpoint(f"{server}/401", key="wrong").found
    assert "wants a key" in s.check_endpoint(f"{server}/401").found


def test_an_endpoint_that_does_not_answer_fails(server: str) -> None:
    http = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    port = http.server_port
    http.server_close()
    finding = s.check_endpoint(f"http://127.0.0.1:{port}/v1")
    assert finding.status == "fail"
    assert "refused" in finding.found


def test_an_endpoint_that_is_no_url_is_a_user_error() -> None:
    result = CliRunner().invoke(app, ["doctor", "--endpoint", "localhost"])
    assert result.exit_code == 2
    assert "--endpoint" in result.stderr


def test_a_probe_that_crashes_or_hangs_or_fails_is_a_problem_and_no_more() -> None:
    assert run_probe("print('{\"a\": 1}')").facts == {"a": 1}
    assert run_probe("raise ImportError('no libgomp')").problem == "ImportError: no libgomp"
    assert "status" in run_probe("import os; os.kill(os.getpid(), 9)").problem
    assert "no answer" in run_probe("import time; time.sleep(9)", timeout_s=0.1).problem


def test_findings_are_printed_with_why_and_mend_and_decide_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Finding("disk", "ok", "50 GiB"), Finding("torch", "fail", "is missing", "needed [here]", "make install")]
    monkeypatch.setattr("planner_agent.doctor.examine", lambda *args: found)
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 1
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines == [
        "ok    disk            50 GiB",
        "fail  torch           is missing",
        "                      why:  needed [here]",
        "                      mend: make install",
        "",
        "1 to mend, 0 warnings.",
    ]
    monkeypatch.setattr("planner_agent.doctor.examine", lambda *args: found[:1])
    assert CliRunner().invoke(app, ["doctor"]).exit_code == 0


def test_only_a_failure_is_an_illness() -> None:
    assert is_healthy([Finding("a", "ok", ""), Finding("b", "info", ""), Finding("c", "warn", "")])
    assert not is_healthy([Finding("a", "fail", "")])


def test_a_broken_environment_is_diagnosed_from_the_outside(tmp_path: Path) -> None:
    """A real process that finds foreign distributions and a broken chromadb first on its path."""
    distributions = {"openai-agents": "0.24.0", "litellm-proxy-extras": "0.4.1", "trl": "0.9.0"}
    for name, version in distributions.items():
        folder = tmp_path / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (tmp_path / "openai_agents-0.24.0.dist-info" / "top_level.txt").write_text("agents\n")
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "__init__.py").write_text("")
    (tmp_path / "chromadb.py").write_text("raise ImportError('no onnxruntime')\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from planner_agent.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "doctor", "--json", "--runs", str(tmp_path / "runs")],
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin", "OMP_WAIT_POLICY": "ACTIVE"},
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    assert report["healthy"] is False
    found = {(finding["check"], finding["status"]): finding["found"] for finding in report["findings"]}
    assert "openai-agents also installs `agents`" in [f["found"] for f in report["findings"]]
    assert ("our packages", "fail") in found
    assert found["core packages", "fail"] == "trl 0.9.0, wanted <1.17,>=1.16"
    assert found["clash", "warn"] == "litellm[proxy] is installed"
    assert found["chroma", "fail"] == "ImportError: no onnxruntime"
    assert found["threads", "warn"] == "OMP_WAIT_POLICY=ACTIVE"
    assert found["torch", "ok"]
    assert all(f["why"] and f["mend"] for f in report["findings"] if f["status"] == "fail")
