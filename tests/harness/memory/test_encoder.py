"""Trained sentence encoders: loaded as they are published, told apart by weights. The model here is tiny and random."""

import json
from pathlib import Path

import numpy as np
import pytest

from harness.errors import UserError
from harness.memory.embedding import HashingEmbedder, open_embedder
from harness.memory.encoder import SentenceEncoder
from harness.memory.operations import Write
from harness.memory.record import Scope
from harness.memory.store import MemoryStore

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] she runs by the river reads before sleep on level three 健 身 房".split()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of a few thousand weights, with its tokenizer, as sentence-transformers lays one out."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("tiny-encoder")
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    shape = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    BertModel(BertConfig(vocab_size=len(WORDS), max_position_embeddings=64, **shape)).save_pretrained(folder)
    return folder


def pooled_by(folder: Path, *modes: str) -> None:
    (folder / "1_Pooling").mkdir(exist_ok=True)
    settings = {"word_embedding_dimension": 32, **{f"pooling_mode_{mode}": True for mode in modes}}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(settings), encoding="utf-8")


@pytest.mark.slow
def test_vectors_do_not_depend_on_what_else_is_in_the_batch_and_the_threads_are_given_back(model: Path) -> None:
    import torch

    pooled_by(model, "mean_tokens")
    encoder = SentenceEncoder(str(model), batch=2)
    before = torch.get_num_threads()
    texts = ["she runs by the river", "reads", "健身房", "level three on the river before sleep", "she runs " * 200]
    together = encoder.embed(texts)
    alone = np.concatenate([encoder.embed([text]) for text in texts])
    assert together.shape == (5, 32) and np.allclose(together, alone, atol=1e-5)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5) and torch.get_num_threads() == before


@pytest.mark.slow
def test_pooling_is_as_the_model_says_and_an_unknown_one_is_refused(model: Path) -> None:
    pooled_by(model, "mean_tokens")
    mean = SentenceEncoder(str(model)).embed(["she runs by the river"])
    pooled_by(model, "cls_token")
    first = SentenceEncoder(str(model)).embed(["she runs by the river"])
    assert not np.allclose(mean, first, atol=1e-3)
    pooled_by(model, "max_tokens")
    with pytest.raises(UserError, match="pooling by max_tokens"):
        SentenceEncoder(str(model))
    pooled_by(model, "mean_tokens")


@pytest.mark.slow
def test_a_memory_works_with_it_and_other_weights_are_another_space(model: Path, tmp_path: Path) -> None:
    import torch
    from transformers import BertModel

    pooled_by(model, "mean_tokens")
    encoder = open_embedder(str(model))
    with MemoryStore(tmp_path, encoder) as store:
        store.apply(Scope("emma"), [Write(text) for text in ("she runs by the river", "健身房", "reads before sleep")])
        store.index(Scope("emma"))
        hit = store.search(Scope("emma"), "runs by river", 1)[0]
        assert hit.record.text == "she runs by the river" and hit.dense
    assert SentenceEncoder(str(model)).name == encoder.name
    changed = BertModel.from_pretrained(model)
    with torch.no_grad():
        changed.embeddings.word_embeddings.weight[7, 3] += 0.01
    changed.save_pretrained(model)
    assert SentenceEncoder(str(model)).name != encoder.name


def test_a_model_that_is_not_here_is_said_with_what_would_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(UserError, match="sentence encoder cannot be loaded") as caught:
        open_embedder(str(tmp_path / "no-such-model"))
    assert "no-such-model" in caught.value.where and "hashing" in caught.value.expected


def test_the_hashing_embedder_is_opened_by_name() -> None:
    small = open_embedder("hashing-64")
    assert isinstance(small, HashingEmbedder) and small.width == 64
    assert open_embedder("hashing").name == HashingEmbedder().name == "hashing-384"
