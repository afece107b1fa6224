"""When not to buy narrows the way in, wherever the word that forbids stands."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in

CROSS = "20日线上穿60日线买入，下穿卖出，止损6%"


@pytest.mark.parametrize(
    "said",
    [
        f"不要在RSI高于50的时候买；{CROSS}",
        f"别在RSI高于50时买入，{CROSS}",
        f"禁止在RSI高于50的时候买入。{CROSS}",
        f"不能在RSI高于50的时候买；{CROSS}",
        f"{CROSS}，不要在RSI高于50的时候买",
        f"{CROSS}，但RSI高于50时不要买",
        "never buy when RSI is above 50. buy when SMA 20 crosses above SMA 60, sell on the opposite cross, stop 6%",
    ],
)
def test_what_forbids_buying_is_needed_beside_the_way_in(said: str) -> None:
    read = rules_in(said, default_symbol="AAPL")
    document: Any = read.document
    condition = document["trade"]["long"]["entry"]["condition"]
    assert [list(each) for each in condition["all"]] == [["cross"], ["not"]]
    assert condition["all"][1]["not"]["cmp"]["right"] == 50


@pytest.mark.parametrize("said", ["没有跌破20日线就买，跌破20日线卖", "RSI不高于50就买，高于70卖"])
def test_a_condition_that_is_denied_stays_a_way_in(said: str) -> None:
    assert [clause.kind for clause in rules_in(said, default_symbol="AAPL").clauses] == ["entry", "exit"]
