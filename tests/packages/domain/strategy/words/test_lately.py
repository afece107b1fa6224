"""What happened lately, one thing after another, and prices so many percent from an earlier bar."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in

DIPPED = {"cross": {"a": {"ref": "rsi_14"}, "op": "cross_below", "b": 30}}


def entry_of(text: str) -> tuple[Any, tuple[str, ...]]:
    read = rules_in(text, default_symbol="AAPL")
    side: Any = read.understood["trade"]
    return side.get("long", {}).get("entry", {}).get("condition"), read.not_understood


@pytest.mark.parametrize(
    "text",
    [
        "First RSI(14) dips below 30, and then within 10 bars it climbs back over 40: that's my buy",
        "先等RSI14跌破30，之后10根K线内重新站上40，再买",
    ],
)
def test_one_thing_within_some_bars_of_another_is_a_sequence(text: str) -> None:
    back = {"cross": {"a": {"ref": "rsi_14"}, "op": "cross_above", "b": 40}}
    assert entry_of(text) == ({"sequence": {"steps": [DIPPED, back], "within_bars": 10}}, ())


@pytest.mark.parametrize(
    "text",
    [
        "buy if RSI(14) dipped below 30 within the last 3 bars",
        "近3天内出现过RSI14跌破30，买",
        "within 3 days of RSI(14) dropping below 30, buy",
    ],
)
def test_what_happened_lately_holds_for_some_bars(text: str) -> None:
    assert entry_of(text) == ({"within_bars": {"condition": DIPPED, "bars": 3}}, ())


def test_an_order_without_its_bars_is_told() -> None:
    entry, told = entry_of("first RSI(14) dips below 30, then over 40, buy")
    assert entry is None
    assert told


@pytest.mark.parametrize(
    ("text", "op", "times"),
    [
        ("close at least five percent lower than the previous close: buy", "lte", 0.95),
        ("收盘比前一天跌超过7%就买", "lt", 0.93),
    ],
)
def test_a_price_so_far_from_that_of_the_bar_before(text: str, op: str, times: float) -> None:
    earlier = {"multiply": [{"ref": "close", "lag": 1}, times]}
    assert entry_of(text) == ({"cmp": {"left": {"ref": "close"}, "op": op, "right": earlier}}, ())


def test_the_opposite_cross_or_a_level_are_two_ways_out() -> None:
    read = rules_in("Long AAPL when SMA20 crosses above SMA50. Exit on the opposite cross or if RSI 14 hits 80.")
    trade: Any = read.understood["trade"]
    assert [each["condition"] for each in trade["long"]["exits"]] == [
        {"cross": {"a": {"ref": "sma_20"}, "op": "cross_below", "b": {"ref": "sma_50"}}},
        {"cmp": {"left": {"ref": "rsi_14"}, "op": "gte", "right": 80}},
    ]


def test_a_heading_and_the_same_action_after_it_are_told_where_two_rules_would_be_made_of_one() -> None:
    assert rules_in("做空AAPL：EMA20在EMA60下面，RSI14超过60就空").document is None


def test_a_line_that_is_reached_after_two_lines_were_compared_is_told_for_nobody_said_by_what() -> None:
    assert rules_in("AAPL，EMA10在EMA30之上就满仓，跌到EMA30下面就空仓").not_understood == ("跌到EMA30下面就空仓",)
