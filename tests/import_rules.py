"""Who may import whom. ``python -m tests.import_rules`` prints what breaks the rules.

Imports go one way only, from later layers to earlier ones:

    contract <- foundations <- environments <- harness <- bench <- planner_train <- agents <- graphs <- planner_agent

Foundations are what anybody needs to read and write files and to report errors. A domain of the phone knows no other.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("agents", "bench", "graphs", "harness", "planner_agent", "planner_train", "prompts")

LAYERS: tuple[tuple[str, ...], ...] = (
    ("harness.contract",),
    (
        "harness.atomic",
        "harness.configs",
        "harness.errors",
        "harness.process",
        "harness.records",
        "harness.validation",
        "prompts",
    ),
    ("harness.environments",),
    ("harness",),
    ("bench",),
    ("planner_train",),
    ("agents",),
    ("graphs",),
    ("planner_agent",),
)

DOMAINS = "harness.environments.phone.domains."


@dataclass(frozen=True)
class Import:
    """One module importing another, somewhere in its source."""

    importer: str
    imported: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}, line {self.line}, imports {self.imported}"


def all_imports() -> tuple[int, list[Import]]:
    """The number of modules, and every import of one of them by another; those for type checkers count too."""
    present = [name for name in PACKAGES if (ROOT / name / "__init__.py").is_file()]
    graph = grimp.build_graph(*present, cache_dir=None)
    found = [
        Import(importer, imported, graph.get_import_details(importer=importer, imported=imported)[0]["line_number"])
        for importer in sorted(graph.modules)
        for imported in sorted(graph.find_modules_directly_imported_by(importer))
    ]
    return len(graph.modules), found


def layer_of(module: str) -> int:
    """The layer whose prefix matches the longest part of the module's name."""
    matches = [
        (len(prefix), number)
        for number, prefixes in enumerate(LAYERS)
        for prefix in prefixes
        if module == prefix or module.startswith(f"{prefix}.")
    ]
    return max(matches)[1]


def domain_of(module: str) -> str:
    """The phone's domain that a module belongs to; empty outside the domains."""
    return module.removeprefix(DOMAINS).partition(".")[0] if module.startswith(DOMAINS) else ""


def breaks_a_rule(item: Import) -> bool:
    """Whether the import goes the wrong way."""
    if layer_of(item.imported) > layer_of(item.importer):
        return True
    own, other = domain_of(item.importer), domain_of(item.imported)
    return bool(own and other and own != other)


def main() -> int:
    """Prints a summary and each violation; 1 if there is one."""
    modules, found = all_imports()
    violations = [item for item in found if breaks_a_rule(item)]
    for item in violations:
        print(f"wrong way: {item}", file=sys.stderr)
    print(f"Import rules: {modules} modules, {len(found)} imports, {len(violations)} the wrong way")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
