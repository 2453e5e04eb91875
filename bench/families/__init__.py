"""Scenario families, one module a theme. Importing the package registers them all."""

from importlib import import_module
from pkgutil import iter_modules


def load_families() -> None:
    """Imports every module of the package, so that ``bench.scenario.FAMILIES`` is complete."""
    for module in sorted(iter_modules(__path__), key=lambda item: item.name):
        import_module(f"{__name__}.{module.name}")
