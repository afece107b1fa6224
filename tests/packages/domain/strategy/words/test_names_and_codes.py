"""Codes beside codes, codes that are words, and words that are compared and no price."""

import pytest

from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.reading import rules_in


@pytest.mark.parametrize(
    ("said", "tickers"),
    [
        ("AAPL/MSFT/GOOG daily, RSI under 30 buy, over 70 sell", ["AAPL", "MSFT", "GOOG"]),
        ("买茅台/五粮液，RSI低于30买，高于70卖", ["600519.SH", "000858.SZ"]),
        ("BTC/USDT 4h golden cross buy", ["BTC-USDT"]),
        ("ETH/BTC daily, buy RSI under 30", ["ETH-BTC"]),
        ("EUR/USD 1h, buy RSI under 30", ["EURUSD=X"]),
        ("short SNAP when RSI is above 70", ["SNAP"]),
    ],
)
def test_a_stroke_between_two_codes_makes_a_pair_only_with_what_coins_and_money_are_quoted_in(
    said: str, tickers: list[str]
) -> None:
    assert rules_in(said).understood["universe"] == {"tickers": tickers}


def test_two_shares_are_no_pair_by_themselves() -> None:
    assert known_symbol("AAPL/MSFT") is None
    assert known_symbol("BTC/USD") == "BTC-USD"


@pytest.mark.parametrize("said", ["茅台市盈率低于25买，高于40卖", "AAPL P/E under 25 buy, over 40 sell"])
def test_what_is_no_price_of_an_instrument_is_not_read_as_one(said: str) -> None:
    read = rules_in(said)
    assert read.document is None
    assert not [clause for clause in read.clauses if clause.kind in ("entry", "exit")]
