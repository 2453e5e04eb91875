"""Whether the right packages are installed, read from their metadata without importing one of them."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from planner_agent.doctor.finding import Finding

DISTRIBUTION = "planner-agent"
PACKAGES = ("agents", "bench", "graphs", "harness", "planner_agent", "planner_train", "prompts")
ROOT = Path(__file__).parents[2]

REINSTALL = "make install (or: pip install -c constraints.txt -e .)"

Installed = Mapping[str, str]
"""Version by canonical name."""


def installed_distributions() -> dict[str, str]:
    """Every distribution of this environment."""
    found: dict[str, str] = {}
    for distribution in metadata.distributions():
        name = distribution.metadata["Name"]
        if name:
            found.setdefault(canonicalize_name(name), distribution.version)
    return found


def project_requirements() -> list[Requirement]:
    """What the project asks for, extras included, as the checkout says or else the installed metadata."""
    pyproject = ROOT / "pyproject.toml"
    if pyproject.is_file():
        project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
        lines = list(project["dependencies"])
        for extra, wanted in project["optional-dependencies"].items():
            lines += [_with_extra(line, extra) for line in wanted]
    else:
        lines = list(metadata.requires(DISTRIBUTION) or [])
    return [Requirement(line) for line in lines]


def check_core(requirements: Sequence[Requirement], installed: Installed) -> list[Finding]:
    """Each package of the core: there, and in the range the project was written against."""
    core = [requirement for requirement in requirements if _applies(requirement)]
    problems = [finding for requirement in core if (finding := _check_requirement(requirement, installed))]
    return problems or [Finding("core packages", "ok", f"all {len(core)} are there and in range")]


def check_extras(requirements: Sequence[Requirement], installed: Installed) -> list[Finding]:
    """Each extra: complete, absent (which is fine) or out of range."""
    findings = []
    for extra in _extras(requirements):
        wanted = [item for item in requirements if not _applies(item) and _applies(item, extra)]
        install = f"pip install -c constraints.txt -e '.[{extra}]'"
        missing = [item.name for item in wanted if canonicalize_name(item.name) not in installed]
        wrong = [item for item in wanted if item.name not in missing and not _in_range(item, installed)]
        if wrong:
            found = ", ".join(f"{item.name} {installed[canonicalize_name(item.name)]}" for item in wrong)
            asked = ", ".join(str(item.specifier) for item in wrong)
            findings.append(Finding(f"extra {extra}", "warn", found, f"written against {asked}", install))
        elif missing:
            why = "optional: only what this extra is for needs it"
            findings.append(Finding(f"extra {extra}", "info", f"not installed: {', '.join(missing)}", why, install))
        else:
            findings.append(Finding(f"extra {extra}", "ok", "installed"))
    return findings


def check_pins(constraints: Path, installed: Installed) -> Finding:
    """Whether what is installed is what the project is tested with."""
    if not constraints.is_file():
        return Finding("pins", "info", "no constraints.txt beside the packages", "pins are kept in the checkout")
    differing = []
    for line in constraints.read_text(encoding="utf-8").splitlines():
        pin, _, _ = line.partition(";")
        name, equal, version = pin.strip().partition("==")
        have = installed.get(canonicalize_name(name)) if equal else None
        if have and have.partition("+")[0] != version:
            differing.append(f"{name} {have} (pinned {version})")
    if differing:
        more = f" and {len(differing) - 4} more" if len(differing) > 4 else ""
        why = "the checks ran with the pinned versions only"
        return Finding("pins", "warn", ", ".join(differing[:4]) + more, why, REINSTALL)
    return Finding("pins", "ok", "every installed package has its pinned version")


def check_consistency(installed: Installed, requires: Mapping[str, Sequence[str]]) -> list[Finding]:
    """Whether the packages agree with each other, from ours down. ``requires`` holds each one's own requirements."""
    findings = []
    for owner in sorted(_reachable(installed, requires) - {DISTRIBUTION}):
        for line in requires.get(owner, ()):
            requirement = _parse(line)
            if requirement is None or not _applies(requirement):
                continue
            name = canonicalize_name(requirement.name)
            if name in installed and not _in_range(requirement, installed):
                found = f"{owner} asks for {requirement.name}{requirement.specifier}, here is {installed[name]}"
                findings.append(Finding("agreement", "fail", found, "one of the two will break at run time", REINSTALL))
            elif name not in installed:
                found = f"{owner} asks for {requirement.name}, which is missing"
                findings.append(Finding("agreement", "fail", found, f"{owner} will break at import", REINSTALL))
    return findings or [Finding("agreement", "ok", "the packages agree with each other")]


def installed_requirements() -> dict[str, list[str]]:
    """The requirements of every installed distribution."""
    return {
        canonicalize_name(distribution.metadata["Name"]): list(distribution.requires or [])
        for distribution in metadata.distributions()
        if distribution.metadata["Name"]
    }


def check_clashes(installed: Installed, owners: Mapping[str, Iterable[str]]) -> list[Finding]:
    """Packages that cannot live beside ours. ``owners`` are the distributions that install an import name."""
    findings = []
    for name in PACKAGES:
        others = sorted({canonicalize_name(owner) for owner in owners.get(name, ())} - {DISTRIBUTION})
        if others:
            found = f"{', '.join(others)} also installs `{name}`"
            why = f"whichever comes first on the path hides the other: `import {name}` may find theirs"
            mend = f"pip uninstall {' '.join(others)}, or use an environment of its own for each"
            findings.append(Finding("clash", "fail", found, why, mend))
    if "litellm-proxy-extras" in installed:
        why = "its pins pull litellm, rich and websockets back to versions that are not tested here"
        findings.append(Finding("clash", "warn", "litellm[proxy] is installed", why, REINSTALL))
    if "mcp" in installed and Requirement("mcp>=2").specifier.contains(installed["mcp"], prereleases=True):
        adapters = "langchain-mcp-adapters" in installed
        why = "langchain-mcp-adapters fails at import with mcp 2" if adapters else "the extra `mcp` needs mcp 1"
        mend = "pip install -c constraints.txt -e '.[mcp]'"
        findings.append(Finding("clash", "fail" if adapters else "warn", f"mcp {installed['mcp']}", why, mend))
    return findings or [Finding("clash", "ok", "no package that clashes with ours")]


def owners_of_our_names() -> dict[str, list[str]]:
    """The distributions that install one of our import names."""
    owners = metadata.packages_distributions()
    return {name: list(owners[name]) for name in PACKAGES if name in owners}


def locate_packages() -> dict[str, Path | None]:
    """Where Python would find each of our packages."""
    places: dict[str, Path | None] = {}
    for name in PACKAGES:
        spec = find_spec(name)
        locations = list(spec.submodule_search_locations or []) if spec else []
        places[name] = Path(locations[0]) if locations else None
    return places


def check_places(places: Mapping[str, Path | None], root: Path = ROOT) -> list[Finding]:
    """Whether our import names lead to our folders."""
    findings = []
    for name, place in places.items():
        if place is None:
            why = "an incomplete installation: commands that need it fail"
            findings.append(Finding("our packages", "fail", f"`{name}` is not found", why, REINSTALL))
        elif place.resolve() != (root / name).resolve():
            why = "another folder or package of the same name comes first on the path"
            mend = "start from another folder, clear PYTHONPATH, or uninstall the other package"
            findings.append(Finding("our packages", "fail", f"`import {name}` finds {place}", why, mend))
    return findings or [Finding("our packages", "ok", f"found in {root}")]


def _check_requirement(requirement: Requirement, installed: Installed) -> Finding | None:
    have = installed.get(canonicalize_name(requirement.name))
    if have is None:
        found = f"{requirement.name} is missing"
        return Finding("core packages", "fail", found, "commands that need it stop at its import", REINSTALL)
    if not _in_range(requirement, installed):
        found = f"{requirement.name} {have}, wanted {requirement.specifier}"
        return Finding("core packages", "fail", found, "outside the range that the project was written for", REINSTALL)
    return None


def _in_range(requirement: Requirement, installed: Installed) -> bool:
    return requirement.specifier.contains(installed[canonicalize_name(requirement.name)], prereleases=True)


def _applies(requirement: Requirement, extra: str = "") -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def _with_extra(line: str, extra: str) -> str:
    """The requirement as wheel metadata spells it."""
    package, _, marker = line.partition(";")
    condition = f'extra == "{extra}"'
    return f"{package} ; ({marker}) and {condition}" if marker else f"{package} ; {condition}"


def _extras(requirements: Iterable[Requirement]) -> list[str]:
    """The names in ``extra == "..."`` markers; ``all`` only repeats the others."""
    names = {name for item in requirements for name in re.findall(r'extra == "([^"]+)"', str(item.marker or ""))}
    return sorted(names - {"all"})


def _reachable(installed: Installed, requires: Mapping[str, Sequence[str]]) -> set[str]:
    """The installed packages that ours lead to."""
    reached: set[str] = set()
    frontier = [DISTRIBUTION]
    while frontier:
        owner = frontier.pop()
        if owner in reached:
            continue
        reached.add(owner)
        for line in requires.get(owner, ()):
            requirement = _parse(line)
            if requirement is not None and _applies(requirement):
                name = canonicalize_name(requirement.name)
                if name in installed:
                    frontier.append(name)
    return reached


def _parse(line: str) -> Requirement | None:
    """Other people's metadata is not always well-formed; what cannot be read cannot be checked."""
    try:
        return Requirement(line)
    except InvalidRequirement:
        return None
