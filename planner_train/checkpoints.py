"""Checkpoints that outlive a kill: a folder counts once it is whole, and a finished one appears in one piece."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness.atomic import sync_folder
from harness.contract import Json
from harness.errors import UserError
from harness.models.weights import check_numbers, read_model
from harness.records import file_digest, write_json_atomic, write_text_atomic

WHOLE = "whole"
"""The file that is written into a checkpoint after everything else."""


def load_model(base: Path | str, *, half: bool = False) -> tuple[Any, Any]:
    """Model and tokenizer, with the tokens that our text format needs, from a folder, a GGUF file or a hub.

    The model is in 32 bits, or in 16 where it will be frozen (``half``). Raises ``UserError`` naming the base.
    """
    import torch

    dtype = torch.bfloat16 if half else torch.float32
    if is_gguf(base):
        from planner_train.gguf import load_gguf

        model, tokenizer = load_gguf(Path(base), dtype)
        check_numbers(model.named_parameters(), where=str(base))
    else:
        if isinstance(base, Path) and not (base / "config.json").is_file():
            raise UserError("this is no model folder", where=str(base), expected="config.json, weights and a tokenizer")
        model, tokenizer = read_model(base, dtype=dtype)
    missing = [token for token in ("<|im_start|>", "<|im_end|>") if token not in tokenizer.get_vocab()]
    if missing:
        tokenizer.add_special_tokens({"additional_special_tokens": missing})
        model.resize_token_embeddings(len(tokenizer))
    model.config.use_cache = False
    return model, tokenizer


def is_gguf(base: Path | str) -> bool:
    """Whether the base is a GGUF file."""
    return Path(base).suffix == ".gguf" and Path(base).is_file()


def identify(base: Path | str) -> Json:
    """What tells a model from others: the digests of its files, or its name where it comes from a hub."""
    folder = Path(base)
    if is_gguf(base):
        return {folder.name: file_digest(folder)}
    if not folder.is_dir():
        return str(base)
    files = sorted([*folder.glob("*.safetensors"), *folder.glob("*.json"), *folder.glob("*.gguf")])
    return {path.name: file_digest(path) for path in files}


def claim(work: Path, identity: Json, what: str) -> None:
    """Notes whose training lives in the folder. Raises ``UserError`` where another one is under way."""
    note = work / "identity.json"
    if not note.is_file():
        write_json_atomic(note, identity)
    elif json.loads(note.read_text(encoding="utf-8")) != identity:
        raise UserError(f"another {what} is under way here", where=str(work), expected="the same data, model and settings")


def mark_whole(folder: Path) -> None:
    """Makes a checkpoint durable and then says so."""
    sync_files(folder)
    write_text_atomic(folder / WHOLE, folder.name)


def last_whole(work: Path) -> Path | None:
    """The newest checkpoint that was written to its end; parts of one that was not are removed."""
    whole: list[tuple[int, Path]] = []
    for folder in sorted(work.glob("checkpoint-*")):
        if (folder / WHOLE).is_file():
            whole.append((int(folder.name.removeprefix("checkpoint-")), folder))
        else:
            shutil.rmtree(folder)
    return max(whole)[1] if whole else None


def write_model(out: Path, model: Any, tokenizer: Any, summary: Json, *, weights: Any = None) -> Path:
    """Writes ``out/checkpoint`` with weights, tokenizer and ``summary`` as its manifest, whole or not at all.

    ``weights`` are the model's own where it does not hold them whole itself. Raises ``UserError`` for a training that
    ended in weights that are no numbers.
    """
    check_numbers((weights or model.state_dict()).items(), where=str(out))
    aside, target = out / ".checkpoint.aside", out / "checkpoint"
    if aside.exists():
        shutil.rmtree(aside)
    model.config.use_cache = True
    model.save_pretrained(aside, state_dict=weights)
    tokenizer.save_pretrained(aside)
    write_json_atomic(aside / "manifest.json", summary)
    sync_files(aside)
    aside.replace(target)
    sync_folder(out)
    return target


def sync_files(folder: Path) -> None:
    """Makes the contents of a folder's files durable."""
    for path in folder.iterdir():
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def fixed_threads(count: int) -> Iterator[None]:
    """Runs with a fixed number of threads, which the last bits of a sum depend on."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
