"""What a way in must fulfil besides is no second way in."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in


def entry(said: str) -> Any:
    document: Any = rules_in(said, default_symbol="AAPL").document
    return document["trade"]["long"]["entry"]["condition"]


@pytest.mark.parametrize(
    "said",
    [
        "MACD金叉买，死叉卖，买入时必须在60日线上方",
        "MACD金叉买，死叉卖，买的时候股价要在60日线上方",
        "MACD金叉买，死叉卖。收盘价必须在60日线上方才能买",
        "不在60日线下方买，MACD金叉买，死叉卖",
        "buy the MACD golden cross, sell the death cross, price must be above the 60 day when buying",
        "Buy on a MACD cross up. When buying the close has to be above the 60 SMA. Exit on the cross down.",
        "buy on a MACD cross up. entries need the close above SMA 60. exit on the cross down",
    ],
)
def test_what_must_be_so_at_the_entry_is_asked_for_together_with_it(said: str) -> None:
    assert [list(each) for each in entry(said)["all"]] in ([["cross"], ["cmp"]], [["cross"], ["not"]])


@pytest.mark.parametrize(
    "said",
    [
        "买入必须满足RSI低于30，或者MACD金叉买入",
        "RSI低于30买，MACD金叉也买，RSI高于70卖",
        "buy when RSI is below 30. buy when MACD crosses above its signal. sell when RSI is above 70",
    ],
)
def test_another_way_in_stays_one(said: str) -> None:
    assert len(entry(said)["any"]) == 2


@pytest.mark.parametrize("said", ["RSI must be under 30 to buy, over 70 to sell", "买入时RSI低于30，卖出时RSI高于70"])
def test_the_only_way_in_may_be_demanded(said: str) -> None:
    assert "cmp" in entry(said)
