"""The JSON Schemas of the contract: made from the code, kept beside it for readers in other languages."""

import json
from pathlib import Path

import harness.contract
from harness.contract import RECORDS
from harness.records import write_text_atomic

PACKAGE_FOLDER = Path(harness.contract.__file__).parent / "schema"


def export_schemas(folder: Path | None = None) -> list[Path]:
    """Writes ``<Record>.json`` for every stored record and returns the paths.

    In the package's own folder, which is the default, schemas of records that are gone are removed.
    """
    folder = folder or PACKAGE_FOLDER
    schemas = _schemas()
    for name, text in schemas.items():
        write_text_atomic(folder / name, text)
    for stranger in _left_over(folder, schemas):
        (folder / stranger).unlink()
    return [folder / name for name in schemas]


def stale_schemas(folder: Path | None = None) -> list[str]:
    """The names of files that are missing or differ from the code, and in the package's own folder of those left over."""
    folder = folder or PACKAGE_FOLDER
    schemas = _schemas()
    differing = {
        name
        for name, text in schemas.items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    }
    return sorted(differing | _left_over(folder, schemas))


def _schemas() -> dict[str, str]:
    return {
        f"{record.__name__}.json": json.dumps(record.model_json_schema(), indent=2, sort_keys=True, ensure_ascii=False)
        + "\n"
        for record in RECORDS
    }


def _left_over(folder: Path, schemas: dict[str, str]) -> set[str]:
    """The schemas of records that are gone. In any other folder than the package's, other files are other people's."""
    own = folder.resolve() == PACKAGE_FOLDER.resolve()
    return {path.name for path in folder.glob("*.json")} - schemas.keys() if own else set()
