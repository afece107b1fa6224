"""Distances, lengths and ratios in the words that give them."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in


def long_side(said: str) -> Any:
    document: Any = rules_in(said, default_symbol="AAPL").document
    return document["trade"]["long"]


@pytest.mark.parametrize(
    ("said", "op"),
    [
        ("buy when the close is more than 3% above the 20 SMA, sell below it", "gt"),
        ("收盘价高于20日线超过3%买入", "gt"),
        ("buy when the close is at least 3% above the 20 SMA", "gte"),
        ("buy when the close is 3% above the 20 SMA", "gte"),
    ],
)
def test_more_than_a_distance_is_not_that_distance(said: str, op: str) -> None:
    assert long_side(said)["entry"]["condition"]["cmp"]["op"] == op


def test_a_way_out_at_the_average_of_some_days_is_no_time_to_hold() -> None:
    side = long_side("buy if price is 5% under the 200 day, sell at the 200 day")
    assert [each["type"] for each in side["exits"]] == ["signal_exit"]
    assert [each["type"] for each in long_side("buy RSI<30, sell at 20 days")["exits"]] == ["time_exit"]


def test_which_way_a_line_is_reached_from_above_another_is_asked() -> None:
    read = rules_in("buy AAPL above the 50 ema, sell at the 20 ema")
    assert "sell at the 20 ema" in read.not_understood


@pytest.mark.parametrize(
    "said", ["盈亏比3比1，止损4%，MACD金叉进场", "reward to risk of 3 to 1, stop 4%, buy the MACD golden cross"]
)
def test_a_ratio_makes_the_target_of_the_stop(said: str) -> None:
    [bracket] = [each for each in long_side(said)["exits"] if each["type"] == "bracket_rr"]
    assert (bracket["stop"], bracket["risk_reward"]) == ({"kind": "pct", "value": 0.04}, 3)


def test_to_be_stopped_out_is_a_stop() -> None:
    [stop] = long_side("buy a 30-day high, stop it out at 7 percent")["exits"]
    assert stop == {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.07}}


def test_fifty_points_are_no_fifty_percent() -> None:
    assert "止损50点" in rules_in("20均线上穿60均线买AAPL，下穿卖，止损50点").not_understood


@pytest.mark.parametrize(
    ("said", "left", "op", "right"),
    [
        ("after a drop of 10% or more over 5 days buy", "roc_5", "lte", -10),
        ("5天累计跌10%以上买", "roc_5", "lte", -10),
        ("哪天跌了3%以上就买，持有1天就卖", "roc_1", "lte", -3),
    ],
)
def test_a_fall_is_measured_over_the_days_that_were_said(said: str, left: str, op: str, right: int) -> None:
    compared = long_side(said)["entry"]["condition"]["cmp"]
    assert (compared["left"]["ref"], compared["op"], compared["right"]) == (left, op, right)


def test_a_share_of_the_equity_may_be_a_fraction() -> None:
    assert long_side("buy RSI<30. equity fraction 0.3")["position_sizing"] == {"mode": "pct_equity", "pct": 0.3}


@pytest.mark.parametrize(
    ("said", "bars"), [("BTC-USD H4, buy RSI under 30", "4h"), ("put it into ADA-USD on the 1d, buy RSI<30", "1d")]
)
def test_bars_may_be_written_as_charts_name_them(said: str, bars: str) -> None:
    assert rules_in(said).understood["timeframe"] == bars


def test_a_level_is_reached_from_where_the_same_thing_was() -> None:
    side = long_side("股价在10元以下，RSI(14)在30以下，买，股价到12元卖")
    [signal] = [each["condition"]["cmp"] for each in side["exits"] if each["type"] == "signal_exit"]
    assert (signal["op"], signal["right"]) == ("gte", 12)
