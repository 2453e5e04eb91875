"""One Chroma collection with the few operations that the index of vectors needs, and one error for all that can go wrong."""

import re
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from harness.errors import UserError

from .embedding import Vectors

BATCH = 1_000
HNSW = {"space": "cosine", "ef_search": 200, "num_threads": 1, "batch_size": 50, "sync_threshold": 50}
"""One thread: the same vectors in the same order make the same graph. What is not synced is added to the graph again by
whoever opens it next."""
_GRAPH = struct.Struct("<iQQQQ")
"""How hnswlib's header begins: version, offset, elements that have room, elements, bytes of one."""


class VectorsError(Exception):
    """Chroma cannot be asked. Keyword search goes on without it."""


class Collection:
    """Ids, kinds and vectors; never a text. ``place`` is a folder of its own, or (host, port) of a ``chroma run``.

    Every method raises ``VectorsError`` when Chroma fails.
    """

    def __init__(self, place: Path | tuple[str, int], name: str) -> None:
        self._place = place
        self._last: Vectors | None = None
        with _chroma():
            self._client = _client(place)
            try:
                self._collection = self._client.get_or_create_collection(
                    name, embedding_function=None, configuration={"hnsw": HNSW}
                )
            except BaseException:
                self._client.close()
                raise

    def count(self) -> int:
        with _chroma():
            return int(self._collection.count())

    def nearest(self, vector: Vectors, count: int, kinds: Sequence[str]) -> dict[str, float]:
        """Cosine similarity by id; of these kinds only, if any are named."""
        with _chroma():
            found = self._collection.query(
                query_embeddings=vector.reshape(1, -1),
                n_results=count,
                where={"kind": {"$in": list(kinds)}} if kinds else None,
                include=["distances"],
            )
        return {key: 1.0 - float(distance) for key, distance in zip(found["ids"][0], found["distances"][0], strict=True)}

    def put(self, ids: Sequence[str], kinds: Sequence[str], vectors: Vectors) -> None:
        """Adds points or replaces them."""
        with _chroma():
            for start in range(0, len(ids), BATCH):
                part = slice(start, start + BATCH)
                self._last = vectors[part][-1]
                self._collection.upsert(
                    ids=list(ids[part]), embeddings=vectors[part], metadatas=[{"kind": kind} for kind in kinds[part]]
                )

    def remove(self, ids: Sequence[str]) -> None:
        """Removes points, if they are there."""
        with _chroma():
            for start in range(0, len(ids), BATCH):
                self._collection.delete(ids=list(ids[start : start + BATCH]))

    def everything(self) -> tuple[list[str], Vectors]:
        """All ids and their vectors."""
        with _chroma():
            found = self._collection.get(include=["embeddings"])
        return list(found["ids"]), np.asarray(found["embeddings"], dtype=np.float32)

    def close(self) -> None:
        self._client.close()

    def finish(self) -> None:
        """Closes the client after writing, with nothing in its files but the points. For who may write alone."""
        if self._last is not None:
            self.nearest(self._last, 1, ())  # takes in what was put, and writes it down where it is due
        self.close()
        if isinstance(self._place, Path):
            blank_unused(self._place)


def blank_unused(folder: Path) -> None:
    """Overwrites the unused room of the graphs in a folder of Chroma that no client holds open.

    Chroma writes a new graph with all the room that it has allocated, and what lies there is whatever the process had in
    that memory before: vectors of records that were forgotten, or of another user. Raises ``VectorsError`` when the files
    are not laid out as expected.
    """
    for header in folder.glob("*/header.bin"):
        data = header.with_name("data_level0.bin")
        try:
            _, _, room, used, size = _GRAPH.unpack_from(header.read_bytes())
        except struct.error:
            room = used = size = 0
        written = data.stat().st_size
        if not size or written % size or not used * size <= written <= room * size:
            raise VectorsError(f"{header} does not describe the graph beside it")
        if written > used * size:
            with data.open("r+b") as file:
                file.seek(used * size)
                file.write(bytes(written - used * size))


def remove_from_server(place: tuple[str, int], prefix: str) -> None:
    """Deletes the collections of a server whose names begin so."""
    with _chroma():
        client = _client(place)
        for collection in client.list_collections():
            if collection.name.startswith(prefix):
                client.delete_collection(collection.name)
        client.close()


def server_address(server: str) -> tuple[str, int]:
    """``HOST:PORT`` in parts. Raises ``UserError`` when it is something else."""
    host, _, port = server.rpartition(":")
    if not host or "/" in host or not port.isdigit():
        raise UserError(f"{server!r} is no Chroma server", where="memory server", expected="HOST:PORT, as in localhost:8000")
    return host, int(port)


def plain_name(name: str) -> str:
    """A name as Chroma allows it; different names stay different."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:40]
    return plain if plain == name else f"{plain}-{blake2b(name.encode(), digest_size=4).hexdigest()}"


def _client(place: Path | tuple[str, int]) -> Any:
    import chromadb
    from chromadb.config import Settings

    settings = Settings(anonymized_telemetry=False)
    if isinstance(place, Path):
        try:
            return chromadb.PersistentClient(str(place), settings=settings)
        except AttributeError as error:  # Chroma 1.5 stumbles over a client that did not start, and hides why
            raise VectorsError(f"{place} cannot be opened: {error.__context__ or error}") from error
    return chromadb.HttpClient(host=place[0], port=place[1], settings=settings)


@contextmanager
def _chroma() -> Iterator[None]:
    from chromadb.errors import ChromaError
    from httpx import HTTPError

    try:
        yield
    except (ChromaError, HTTPError, ValueError, OSError) as error:
        raise VectorsError(f"{type(error).__name__}: {str(error).partition(chr(10))[0]}") from error
