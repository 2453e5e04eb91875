"""The JSON Schemas of the contract: made from the code, kept beside it for readers in other languages."""

import json
from pathlib import Path

import harness.contract
from harness.contract import RECORDS
from harness.records import write_text_atomic

PACKAGE_FOLDER = Path(harness.contract.__file__).parent / "schema"


def export_schemas(folder: Path | None = None) -> list[Path]:
    """Writes ``<Record>.json`` for every stored record, removes those of records that are gone, returns the paths."""
    folder = folder or PACKAGE_FOLDER
    schemas = _schemas()
    for name, text in schemas.items():
        write_text_atomic(folder / name, text)
    for stranger in _files(folder) - schemas.keys():
        (folder / stranger).unlink()
    return [folder / name for name in schemas]


def stale_schemas(folder: Path | None = None) -> list[str]:
    """The names of files that are missing, differ from the code, or belong to no record."""
    folder = folder or PACKAGE_FOLDER
    schemas = _schemas()
    differing = {
        name
        for name, text in schemas.items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    }
    return sorted(differing | (_files(folder) - schemas.keys()))


def _schemas() -> dict[str, str]:
    return {
        f"{record.__name__}.json": json.dumps(record.model_json_schema(), indent=2, sort_keys=True, ensure_ascii=False)
        + "\n"
        for record in RECORDS
    }


def _files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.json")}
