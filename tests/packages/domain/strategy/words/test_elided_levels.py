"""A level that is said without its indicator is of the one whose level in the entry it answers, or is quoted."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in


def exit_of(said: str) -> Any:
    document: Any = rules_in(said, default_symbol="AAPL").document
    (side,) = document["trade"].values()
    (condition,) = side["exits"][0]["condition"].values()
    return condition.get("left", condition.get("a"))["ref"], condition.get("right", condition.get("b"))


@pytest.mark.parametrize(
    ("said", "left", "level"),
    [
        ("buy when RSI < 30 and price above SMA 200, sell above 70, stop 5%", "rsi_14", 70),
        ("buy when RSI < 30 unless price is below the 200 day average, sell above 70", "rsi_14", 70),
        ("buy when RSI is below 30 and MACD crosses above its signal, sell when it is above 70", "rsi_14", 70),
        ("buy if RSI crosses above 30 while price is above the 50 day average, exit above 65", "rsi_14", 65),
        ("short when RSI > 70 and price below SMA 200, cover below 30", "rsi_14", 30),
        ("buy when price is above 100 and RSI < 40, sell below 90", "close", 90),
        ("buy when price is above 100 and RSI < 40, sell above 60", "rsi_14", 60),
        ("RSI低于30且价格在200日均线上方买入，高于70卖出", "rsi_14", 70),
        ("RSI小于30并且站上20日均线就买，大于70就卖，止损5%", "rsi_14", 70),
        ("RSI低于30且价格在60日线以上买入，70以上卖出", "rsi_14", 70),
        ("价格高于100且RSI低于40时买入，跌破90卖出", "close", 90),
        ("价格高于100且RSI低于40时买入，高于65卖出", "rsi_14", 65),
        ("价格高于100且RSI大于20小于40买入，低于90卖", "close", 90),
        ("buy above 100, sell below 90", "close", 90),
    ],
)
def test_a_level_is_of_what_its_entry_is_answered_by(said: str, left: str, level: int) -> None:
    assert exit_of(said) == (left, level)


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("buy when RSI < 30 and MFI < 20, sell above 70", "sell above 70"),
        ("buy when RSI > 50 and price above SMA 200, sell below 90", "sell below 90"),
        ("RSI低于30且MFI低于20买入，高于70卖出", "高于70卖出"),
    ],
)
def test_a_level_that_may_be_of_several_is_quoted(said: str, quote: str) -> None:
    assert any(quote in each for each in rules_in(said, default_symbol="AAPL").not_understood)
