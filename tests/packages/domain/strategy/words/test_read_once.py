"""A text is cut and read once, however many parts of a turn ask for its rules; what one of them does with its answer
is not in that of the next."""

import pytest

from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.reading import rules_in

TEXTS = ["buy AAPL when RSI(14) is below 30, sell when RSI(14) is above 70", "AAPL 的 RSI(14) 低于30买入，高于70卖出"]


class AskedSymbols:
    """Counts how often a text has been asked for its instruments."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, name: str) -> str | None:
        self.asked += 1
        return known_symbol(name)


@pytest.mark.parametrize("text", TEXTS)
def test_the_same_text_is_cut_once_for_its_rules_and_for_what_it_edits(text: str) -> None:
    symbols = AskedSymbols()
    document = rules_in(text, symbols=symbols).document
    first = symbols.asked
    assert document is not None
    rules_in(text, symbols=symbols, default_symbol="MSFT")
    edit_in(text, document, symbols=symbols)
    assert symbols.asked == first


@pytest.mark.parametrize("text", TEXTS)
def test_who_changes_the_document_changes_that_of_nobody_else(text: str) -> None:
    first, second = rules_in(text), rules_in(text)
    assert first == second
    assert first.document is not None
    first.document["trade"] = {}
    first.understood.clear()
    assert rules_in(text) == second
