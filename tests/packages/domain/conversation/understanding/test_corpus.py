"""How much of what people say is read, by a corpus of another hand: what was measured once is not lost again.

The floors are what was seen, not what is wanted: the sealed parts, which nobody tunes on, are far below the open ones.
"""

import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from benchmarks.strategy_sentences import scored_edit, scored_sentence
from benchmarks.utterances import RIGHT, WRONG, score
from tests.effort import in_trust

CORPUS = Path(__file__).parents[4] / "corpus" / "conversation"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(("part", "right", "wrong"), [("open", 1_362, 1), ("sealed", 962, 21)])
def test_no_less_of_what_people_say_is_read_and_no_more_of_it_wrongly(part: str, right: int, wrong: int) -> None:
    told = Counter(each.outcome for each in score(rows(f"utterances_{part}"), date(2026, 11, 17)))
    assert (told[RIGHT] >= right, told[WRONG] <= wrong) == (True, True), told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "right", "wrong"),
    [
        ("strategies_open", 170, 0),
        ("strategies_sealed", 98, 4),
        in_trust("hands/strategies_e", 233, 1),
        in_trust("hands/strategies_f", 214, 0),
        in_trust("hands/strategies_p", 195, 1),
        in_trust("hands/strategies_q", 204, 1),
        in_trust("hands/strategies_s", 147, 0),
        ("edits_open", 95, 0),
        ("edits_sealed", 54, 2),
        in_trust("hands/edits_e", 78, 0),
        in_trust("hands/edits_f", 95, 0),
        in_trust("hands/edits_p", 49, 0),
        in_trust("hands/edits_q", 66, 0),
        in_trust("hands/edits_s", 46, 0),
    ],
)
def test_no_fewer_rules_in_words_are_read_and_no_more_of_them_otherwise(part: str, right: int, wrong: int) -> None:
    reading = scored_edit if "edits" in part else scored_sentence
    told = Counter(reading(case).result for case in rows(part))
    assert (told["right"] >= right, told["wrong"] <= wrong) == (True, True), told
