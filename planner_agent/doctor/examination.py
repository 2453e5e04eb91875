"""The whole examination, in the order in which a person would mend things."""

import os
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from planner_agent.doctor import machine, packages, services
from planner_agent.doctor.finding import Finding
from planner_agent.doctor.probe import run_probe


def examine(runs_root: Path, model: str | None, endpoint: str | None) -> list[Finding]:
    """Every finding on this environment. Takes a few seconds: torch and Chroma are really tried."""
    if endpoint:
        services.require_url(endpoint)
    with ThreadPoolExecutor() as pool, tempfile.TemporaryDirectory() as folder:
        torch = pool.submit(run_probe, machine.TORCH_PROBE)
        chroma = pool.submit(run_probe, machine.CHROMA_PROBE, folder)
        ask_for_keys = model and "/" in model and not endpoint
        keys = pool.submit(run_probe, services.KEYS_PROBE, model) if ask_for_keys and model else None

        requirements = packages.project_requirements()
        installed = packages.installed_distributions()
        return [
            machine.check_python(),
            *packages.check_places(packages.locate_packages()),
            *packages.check_core(requirements, installed),
            *packages.check_consistency(installed, packages.installed_requirements()),
            *packages.check_clashes(installed, packages.owners_of_our_names()),
            packages.check_pins(packages.ROOT / "constraints.txt", installed),
            *packages.check_extras(requirements, installed),
            *machine.check_threads(os.environ, machine.core_count()),
            machine.check_memory(machine.available_memory_gib()),
            machine.check_write_access(runs_root),
            machine.check_disk(runs_root, machine.free_disk_gib(runs_root)),
            machine.check_sqlite(),
            machine.check_chroma(chroma.result()),
            machine.check_torch(torch.result()),
            machine.check_precision(torch.result()),
            services.check_adb(*services.find_adb()),
            services.check_model(model, endpoint, keys.result() if keys else None),
            *([services.check_endpoint(endpoint, os.environ.get("PLANNER_AGENT_API_KEY"))] if endpoint else []),
        ]


def is_healthy(findings: Iterable[Finding]) -> bool:
    """Whether nothing fails; warnings and information are no illness."""
    return all(finding.status != "fail" for finding in findings)
