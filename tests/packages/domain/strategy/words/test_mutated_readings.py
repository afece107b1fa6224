"""A right reading of which one thing is changed is refused: the last look knows no grammar and counts every word."""

import json
from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.strategy_sentences import scored_sentence, symbols_of
from tests.effort import examples
from tests.packages.domain.strategy.words.mutated_readings import heard, is_passed, mutations

pytestmark = pytest.mark.slow

CORPUS = Path("tests/corpus/conversation")
OPEN = ("strategies_open", "hands/strategies_w", "hands/strategies_x", "hands/strategies_ac")
LEAST = {  # shares that are refused; what is left is mostly a word that means either
    "and or or": 0.85, "direction": 0.85, "indicator": 0.75, "entry or exit": 0.9, "line": 0.85, "period": 0.9,
    "price": 0.9, "number": 0.9, "negation": 0.85,
}  # fmt: skip
USUALLY = 0.93


@cache
def shares() -> dict[str, tuple[int, int]]:
    """Of each kind of change how many were refused, and of how many."""
    made, refused = Counter[str](), Counter[str]()
    lines = [line for name in OPEN for line in (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines() if line]
    for line in islice(lines, 0, None, max(1, len(lines) // examples(300))):
        case = json.loads(line)
        if scored_sentence(case).result != "right":
            continue
        chunks, reading = heard(case["text"], symbols_of(case))
        if not is_passed(deepcopy(reading), chunks):
            continue
        for each in mutations(chunks, reading):
            made[each.kind] += 1
            refused[each.kind] += not is_passed(each.reading, chunks)
    return {kind: (refused[kind], count) for kind, count in made.items()}


def test_nearly_every_change_is_refused() -> None:
    refused, made = (sum(each[place] for each in shares().values()) for place in (0, 1))
    assert refused / made >= USUALLY, shares()


def test_every_kind_of_change_is_refused_mostly() -> None:
    low = {
        kind: (refused, made)
        for kind, (refused, made) in shares().items()
        if made >= 30 and refused / made < LEAST.get(kind, USUALLY)
    }
    assert not low
