"""A stop that is measured from a level that moves is told: it is no stop from the entry, and no part of the exit."""

import pytest

from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.reading import rules_in

RULES = "buy when RSI < 30, sell above 70"


@pytest.mark.parametrize(
    "stop",
    ["stop loss 3% under the 50-day average", "stop 5% below the 20-day low", "stop loss 1% under yesterday's low"],
)
def test_a_stop_so_far_from_a_level_is_quoted_back(stop: str) -> None:
    read, plain = rules_in(f"{RULES}, {stop}", default_symbol="AAPL"), rules_in(RULES, default_symbol="AAPL")
    assert read.not_understood == (stop,)
    assert read.document is not None
    assert plain.document is not None
    assert read.document["trade"] == plain.document["trade"]


@pytest.mark.parametrize("text", ["Buy DEMO5 when RSI(14) < 30, sell above 70", f"DEMO5: {RULES}"])
def test_a_demo_symbol_with_its_number_is_an_instrument(text: str) -> None:
    read = rules_in(text)
    assert read.not_understood == ()
    assert read.document is not None
    assert read.document["universe"] == {"market": "us_stocks", "tickers": ["DEMO5"]}


@pytest.mark.parametrize("text", ["trade DEMO6 instead", "换成DEMO6"])
def test_an_edit_takes_the_whole_of_a_demo_symbol(text: str) -> None:
    read = rules_in(f"DEMO5: {RULES}")
    assert read.document is not None
    operations = edit_in(text, read.document).operations
    assert operations == [{"op": "replace", "path": "/universe/tickers/0", "value": "DEMO6"}]
