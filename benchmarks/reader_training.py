"""Trains the classifier of utterances on the sentences of several hands and writes the weights of the product.

    python -m benchmarks.reader_training

The sealed corpus is no part of it; `benchmarks/unseen_hands.py` says how well a hand is read that was no part of it.
A line of a hand is `question<TAB>label<TAB>text`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from packages.domain.conversation.understanding.learned import reader
from packages.domain.conversation.understanding.learned.features import PLACES, features
from packages.domain.conversation.understanding.learned.labels import (
    ANSWERS,
    LABELS,
    QUESTIONS,
    SHARED,
    SORTS,
    labels_of,
)

CORPUS = Path(__file__).parents[1] / "tests" / "corpus" / "conversation"
SPOKEN = CORPUS.parents[1] / "packages" / "domain" / "conversation" / "understanding" / "spoken.tsv"
TODAY = date(2026, 11, 17)
# The rules were mended on them, and weights that were taught r, v or x read others no better.
_KEPT_OUT = ("n", "r", "v", "x", "y")
# Hands that call some words unclear that the others have an answer for; the rules were mended on them. Their answers
# teach, and nothing else of them.
_ANSWERS_ONLY = ("t", "u")
_EPOCHS, _BATCH, _RATE, _SHRINK, _DROPPED = 15, 128, 0.25, 3e-6, 0.25
_RAREST = 3  # sentences that a feature occurs in
# What the corpus of utterances calls a decision or an intent, as a label.
_DECISIONS = {
    "confirm_strategy": "confirm", "change_strategy": "change", "run_backtest": "run_backtest",
    "go_on_to_deployment": "deploy", "optimise_more": "revise", "run_stress_test": "run",
    "pause": "pause", "stop": "stop", "start": "start", "back": "back",
}  # fmt: skip
_HOUSE = {"true": "confirm", "false": "change", "-": "unclear"}
_INTENTS = {
    "question": "question", "small_talk": "small_talk", "skip": "dont_know", "refuse": "refuse", "back": "back",
    "research": "research", "help": "help", "unknown": "other",
}  # fmt: skip


class Sentence(NamedTuple):
    """What was asked, what the answer is taken for, and its words."""

    question: str
    label: str
    text: str

    @property
    def place(self) -> int:
        return LABELS.index(self.label if self.label in SHARED else f"{self.question}={self.label}")

    @property
    def is_answer(self) -> bool:
        return self.label in ANSWERS[self.question]


def kept_out() -> Mapping[str, list[Sentence]]:
    """Hands that are scored and teach nothing."""
    return {name: [*_lines(CORPUS / "hands" / f"{name}.tsv")] for name in _KEPT_OUT}


def hands() -> Mapping[str, list[Sentence]]:
    """The sentences of each hand that teaches."""
    paths = [path for path in sorted((CORPUS / "hands").glob("*.tsv")) if path.stem not in _KEPT_OUT]
    written = {path.stem: [*_taught(path)] for path in paths}
    return written | {"open": [*_labelled(CORPUS / "utterances_open.jsonl")], "house": [*_lines(SPOKEN)]}


def _taught(path: Path) -> Iterator[Sentence]:
    return (each for each in _lines(path) if each.is_answer or path.stem not in _ANSWERS_ONLY)


def checksum(taught: Iterable[Sentence]) -> int:
    return crc32("\n".join("\t".join(each) for each in taught).encode())


def _lines(path: Path) -> Iterator[Sentence]:
    for line in dict.fromkeys(path.read_text(encoding="utf-8").splitlines()):
        question, label, text = line.split("\t")
        yield Sentence(question, _HOUSE.get(label, label), text)


def _labelled(path: Path) -> Iterator[Sentence]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        question = "running" if row["asked"] is None and row["phase"] == "deployment" else row["asked"]
        label = _label(question, row) if question in ANSWERS else None
        if label in SHARED or label in ANSWERS.get(question, ()):
            yield Sentence(question, str(label), row["text"])


def _label(question: str, row: Mapping[str, object]) -> object:
    intent, slots, named = row["intent"], row["slots"], row.get("spec_fields", {})
    assert isinstance(slots, dict)
    assert isinstance(named, dict)
    if row.get("ambiguous") or row.get("out_of_vocabulary"):
        return "unclear"
    if intent == "answer":
        return slots.get(question)
    if row["decision"] == "not_yet" or intent == "wait":
        return next((each for each in ("not_yet", "hold") if each in ANSWERS[question]), "wait")
    if intent == "edit_rules":
        return {"strategy_confirmed": "change", "stress_test_decision": "revise"}.get(question)
    if intent == "decide":
        return named.get(question) if question.startswith("deployment") else _DECISIONS.get(str(row["decision"]))
    return _INTENTS.get(str(intent))


def train(taught: list[Sentence], epochs: int = _EPOCHS) -> reader.Weights:
    """Softmax regression over the labels that each question allows; labels of one sort share what they learn."""
    seen = [features(each.text, TODAY) for each in taught]
    counts = np.bincount(np.concatenate([np.array(each, int) for each in seen]), minlength=PLACES)
    row_of = np.full(PLACES, -1, np.int32)
    kept = np.flatnonzero(counts >= _RAREST)
    row_of[kept] = np.arange(len(kept)) + len(QUESTIONS)
    rows = [_rows(row_of, each, places) for each, places in zip(taught, seen, strict=True)]
    weights = _descended(taught, rows, len(kept) + len(QUESTIONS), epochs)
    scale = np.maximum(np.abs(weights).max(axis=0), 1e-6) / 127
    return reader.Weights(row_of, np.round(weights / scale).astype(np.int8), scale.astype(np.float32))


def _rows(row_of: NDArray[np.int32], sentence: Sentence, places: list[int]) -> NDArray[np.int32]:
    known = row_of[places]
    return np.append(known[known >= 0], QUESTIONS.index(sentence.question)).astype(np.int32)


def _descended(taught: list[Sentence], rows: list[NDArray[np.int32]], height: int, epochs: int) -> NDArray[np.float32]:
    """Adagrad over small batches, with features left out at random so that no single word carries a sentence."""
    random, shared = np.random.default_rng(0), _shared()
    wanted = np.array([each.place for each in taught])
    allowed = {question: np.isin(LABELS, labels_of(question)) for question in QUESTIONS}
    mask = np.stack([allowed[each.question] for each in taught])
    weights = np.zeros((height, shared.shape[1]), np.float32)
    squares = np.full_like(weights, 1e-4)
    for _ in range(epochs):
        for batch in np.array_split(random.permutation(len(taught)), max(1, len(taught) // _BATCH)):
            drawn = [rows[at][random.random(len(rows[at])) > _DROPPED] for at in batch]
            drawn = [some if len(some) else rows[at] for some, at in zip(drawn, batch, strict=True)]
            sizes = np.array([len(each) for each in drawn])
            flat = np.concatenate(drawn)
            shrunk = (1 / np.sqrt(sizes))[:, None].astype(np.float32)
            hidden = np.add.reduceat(weights[flat], np.concatenate([[0], np.cumsum(sizes)[:-1]]), axis=0) * shrunk
            scores = np.where(mask[batch], hidden @ shared.T, -1e9)
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            shares[np.arange(len(batch)), wanted[batch]] -= 1
            slopes = np.repeat((shares @ shared).astype(np.float32) * shrunk, sizes, axis=0)
            order = np.argsort(flat, kind="stable")
            touched, starts = np.unique(flat[order], return_index=True)
            slope = np.add.reduceat(slopes[order], starts, axis=0) + _SHRINK * _BATCH * weights[touched]
            squares[touched] += slope * slope
            weights[touched] -= _RATE * slope / np.sqrt(squares[touched])
    return np.asarray(weights @ shared.T, np.float32)


def _shared() -> NDArray[np.float32]:
    """By label: a weight of its own, and one for its sort."""
    sorts = np.zeros((len(LABELS), len(SORTS)), np.float32)
    for question, labels in ANSWERS.items():
        for label, sort in labels.items():
            if sort:
                sorts[LABELS.index(f"{question}={label}"), SORTS.index(sort)] = 1
    sorts[LABELS.index("wait"), SORTS.index("later")] = 1
    return np.concatenate([np.eye(len(LABELS), dtype=np.float32), sorts], axis=1)


def write(weights: reader.Weights, taught: Iterable[Sentence]) -> Path:
    path = Path(reader.__file__).with_name(reader.WEIGHTS)
    np.savez_compressed(path, taught=np.array(checksum(taught), np.uint32), **weights._asdict())
    return path


def main() -> None:
    taught = [each for sentences in hands().values() for each in sentences]
    print(f"{len(taught)} sentences: {write(train(taught), taught)}")


if __name__ == "__main__":
    main()
