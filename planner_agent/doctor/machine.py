"""Whether this machine and process can carry a run: Python, threads, torch, memory, disk, SQLite, Chroma."""

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from harness.process import PROCESS_DEFAULTS
from planner_agent.doctor.finding import Finding, Status
from planner_agent.doctor.packages import REINSTALL
from planner_agent.doctor.probe import Probe

PYTHON_FROM, PYTHON_BEFORE = (3, 11), (3, 14)
SQLITE_FROM = (3, 35, 0)
DISK_FAIL_GIB, DISK_WARN_GIB = 0.5, 3.0
MEMORY_WARN_GIB = 4.0

TORCH_PROBE = """
import json, torch
from planner_train.precision import has_bfloat16
count = torch.cuda.device_count() if torch.cuda.is_available() else 0
print(json.dumps({
    "version": torch.__version__,
    "devices": [torch.cuda.get_device_name(index) for index in range(count)],
    "cuda": torch.version.cuda,
    "threads": torch.get_num_threads(),
    "bfloat16": has_bfloat16(),
}))
"""

CHROMA_PROBE = """
import json, sys, chromadb
from chromadb.config import Settings
client = chromadb.PersistentClient(sys.argv[1], settings=Settings(anonymized_telemetry=False))
collection = client.create_collection("doctor", embedding_function=None)
collection.add(ids=["a", "b"], embeddings=[[1.0, 0.0], [0.0, 1.0]], documents=["a", "b"])
found = collection.query(query_embeddings=[[0.9, 0.1]], n_results=1)["ids"]
assert found == [["a"]], found
print(json.dumps({"version": chromadb.__version__}))
"""


def check_python(version: tuple[int, int, int] = sys.version_info[:3]) -> Finding:
    """The interpreter's version."""
    text = ".".join(map(str, version))
    if PYTHON_FROM <= version[:2] < PYTHON_BEFORE:
        return Finding("python", "ok", text)
    return Finding("python", "fail", text, "written for 3.11 to 3.13", "make clean; PYTHON=python3.12 make install")


def check_threads(environment: Mapping[str, str], cores: int) -> list[Finding]:
    """The settings that torch and LiteLLM read when they are imported."""
    findings = []
    for name, wanted in PROCESS_DEFAULTS.items():
        if (value := environment.get(name, wanted)).lower() != wanted.lower():
            why = "spinning or look-ups slow small models and start-up many times; see harness/process.py"
            findings.append(Finding("threads", "warn", f"{name}={value}", why, f"unset {name}, or set it to {wanted}"))
    asked = environment.get("OMP_NUM_THREADS", "")
    if asked.isdigit() and int(asked) > cores:
        why = f"more threads than the {cores} cores wait for each other"
        findings.append(Finding("threads", "warn", f"OMP_NUM_THREADS={asked}", why, "unset OMP_NUM_THREADS"))
    return findings or [Finding("threads", "ok", f"{cores} cores, passive waiting")]


def check_torch(probe: Probe) -> Finding:
    """Whether torch imports, and what it can run on."""
    if probe.problem:
        return Finding("torch", "fail", probe.problem, "training and local models need it", REINSTALL)
    facts = probe.facts
    if facts["devices"]:
        return Finding("torch", "ok", f"{facts['version']}, {', '.join(facts['devices'])}")
    build = "a CUDA build without a usable GPU" if facts["cuda"] else "CPU build"
    return Finding("torch", "ok", f"{facts['version']} ({build}), {facts['threads']} threads")


def check_precision(probe: Probe) -> Finding:
    """Whether the machine makes the matrix products in 16 bits that times in the README were taken with."""
    if probe.problem:
        return Finding("precision", "info", "not known, as torch does not answer")
    if probe.facts["bfloat16"]:
        return Finding("precision", "ok", "matrix products in bfloat16")
    why = "a cold start makes its products in 32 bits then, and takes about four times as long"
    mend = "`flywheel run --small` for a first look, or a machine whose processor has AMX or AVX-512 BF16"
    return Finding("precision", "info", "this machine has no matrix products in bfloat16", why, mend)


def check_memory(available_gib: float | None) -> Finding:
    """The memory that is free now."""
    if available_gib is None:
        return Finding("memory", "info", "this system does not say how much is free")
    found = f"{available_gib:.1f} GiB free"
    if available_gib < MEMORY_WARN_GIB:
        why = f"one iteration of the loop takes up to {MEMORY_WARN_GIB:g} GiB"
        return Finding("memory", "warn", found, why, "close other programs")
    return Finding("memory", "ok", found)


def available_memory_gib(meminfo: Path = Path("/proc/meminfo")) -> float | None:
    """What Linux calls available; None elsewhere."""
    if not meminfo.is_file():
        return None
    for line in meminfo.read_text(encoding="ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) / 2**20
    return None


def check_disk(folder: Path, free_gib: float) -> Finding:
    """The free disk space where runs go."""
    found = f"{free_gib:.1f} GiB free for {folder}"
    if free_gib < DISK_WARN_GIB:
        status: Status = "fail" if free_gib < DISK_FAIL_GIB else "warn"
        why = "a run keeps trajectories, releases and checkpoints"
        return Finding("disk", status, found, why, "make room, or name another folder with --runs")
    return Finding("disk", "ok", found)


def free_disk_gib(folder: Path) -> float:
    """The free space of the file system that holds ``folder``, which need not exist."""
    return shutil.disk_usage(existing_parent(folder)).free / 2**30


def check_write_access(folder: Path) -> Finding:
    """Whether runs can be written; leaves nothing behind."""
    place = existing_parent(folder)
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        found = f"cannot write in {place}: {error.strerror}"
        mend = "mend its rights, or name another folder with --runs"
        return Finding("runs folder", "fail", found, "runs are kept there", mend)
    return Finding("runs folder", "ok", f"{folder} can be written")


def existing_parent(folder: Path) -> Path:
    """The folder itself, or the nearest one above that exists."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())


def check_sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """The SQLite that Python was built with."""
    text = ".".join(map(str, version))
    if version >= SQLITE_FROM:
        return Finding("sqlite", "ok", text)
    wanted = ".".join(map(str, SQLITE_FROM))
    return Finding("sqlite", "fail", text, f"Chroma and the checkpoints need {wanted}", "use a newer build of Python")


def check_chroma(probe: Probe) -> Finding:
    """Whether a Chroma folder can be made, written and asked."""
    if probe.problem:
        return Finding("chroma", "fail", probe.problem, "memory keeps its vectors there", REINSTALL)
    return Finding("chroma", "ok", f"{probe.facts['version']} writes and finds")


def core_count() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
