"""Rules by chance that are said and read again, and sentences with a word too many."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.strategy_sentences import RIGHT, scored_sentence
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.tokens import Tag
from packages.domain.strategy.words.model import WordedRules
from packages.domain.strategy.words.reading import rules_in
from tests.effort import seeds
from tests.packages.domain.strategy.words.said_rules import said_rules

OPEN = Path(__file__).parents[4] / "corpus" / "conversation" / "strategies_open.jsonl"
# How many doubled words of the open sentences still change the rules without a word: what was seen, to be driven to 0.
DOUBLED_UNTOLD = 4


def case_of(means: dict[str, Any], text: str, lang: str) -> dict[str, Any]:
    return {"id": text, "lang": lang, "text": text, "means": means}


@pytest.mark.parametrize("seed", seeds(30, 150))
def test_rules_that_are_said_are_read_as_they_were_meant(seed: int) -> None:
    means, en, zh = said_rules(random.Random(seed))
    for text, lang in ((en, "en"), (zh, "zh")):
        scored = scored_sentence(case_of(means, text, lang))
        assert scored.result == RIGHT, (text, scored.said)


@pytest.mark.slow
def test_a_number_or_a_word_said_twice_hardly_ever_changes_the_rules_without_a_word() -> None:
    untold: Counter[str] = Counter()
    for line in OPEN.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        read = _read(case["text"])
        if read.document is None or read.not_understood:
            continue
        for doubled, kind in _doubled(case["text"]):
            other = _read(doubled)
            told = other.not_understood or set(other.assumed) - set(read.assumed)
            if not told and other.document is not None and _rules(other) != _rules(read):
                untold[kind] += 1
    assert sum(untold.values()) <= DOUBLED_UNTOLD, untold


def _read(text: str) -> WordedRules:
    return rules_in(text, default_symbol="ACME")


def _rules(read: WordedRules) -> str:
    document = read.document or {}
    return json.dumps({key: value for key, value in document.items() if key != "strategy"}, sort_keys=True)


def _doubled(text: str) -> list[tuple[str, str]]:
    light = (Tag.FILLER, Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.MARK, Tag.WHEN, Tag.AND, Tag.OPEN, Tag.CLOSE, Tag.SYMBOL)
    made: list[tuple[str, str]] = []
    for token in Lexer(text, known_symbol).tokens():
        word = text[token.start : token.end]
        space = " " if word.isascii() or token.kind is Tag.NUMBER else ""
        if token.kind not in light:
            made.append((f"{text[: token.end]}{space}{word}{text[token.end :]}", token.kind.value))
    return made
