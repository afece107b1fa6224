"""Ways of talking that carry over: each construct beside other rules, in both languages, means what it says."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in

STARTS = ["buy when RSI(7) < 25. ", "RSI(7)低于25买。"]


def _trade(text: str) -> Any:
    return rules_in(text, default_symbol="SPY").understood["trade"]


def _same(one: str, other: str) -> bool:
    first, second = rules_in(one, default_symbol="SPY"), rules_in(other, default_symbol="SPY")
    return bool(first.understood["trade"]) and first.understood == second.understood and not first.not_understood


@pytest.mark.parametrize(
    ("talk", "plain"),
    [
        ("跌穿廿日低位就平倉", "跌破20日低点就平仓"),
        ("RSI(7)升返穿60就走貨", "RSI(7)上穿60就卖"),
        ("RSI(7)蹿上60就卖", "RSI(7)上穿60就卖"),
        ("sell when RSI(7) comes back down through 60", "sell when RSI(7) crosses below 60"),
        ("RSI(7)>60 close, stop 2%", "exit when RSI(7) > 60, stop 2%"),
        ("sell once it has made 4%", "sell at a 4% profit"),
        ("sell when it's up a fifth", "sell when it's up 20%"),
        ("止損放2倍ATR", "止损2倍ATR"),
        ("止蝕3%，止賺6%", "止损3%，止盈6%"),
        ("sell when the last bar fell over 4 percent", "sell when the 1-bar drop is more than 4%"),
        ("sell when ATR(5) is more than 1.5 times ATR(20)", "sell when ATR(5) > 1.5 times ATR(20)"),
        ("sell when volume > 1.3 * SMA(volume, 30)", "sell when volume > 1.3 times its 30-day average"),
        ("sell when close < SMA(close, 50)", "sell when close < SMA(50)"),
        ("sell on a 40-bar donchian breakout to the downside", "sell on a close below the 40-bar low"),
        ("max loss 2 percent", "stop loss 2 percent"),
        ("max loss 6 %, 20 % of capital per trade", "stop loss 6%, position size 20%"),
        ("最大亏损6%，每笔用20%的资金", "止损6%，仓位20%"),
    ],
)
@pytest.mark.parametrize("start", STARTS)
def test_talk_means_what_the_trade_says_beside_any_way_in(start: str, talk: str, plain: str) -> None:
    assert _same(start + talk, start + plain)


@pytest.mark.parametrize(
    ("talk", "plain"),
    [
        ("收盘在20周均线上面就拿着，收到下面就卖掉", "收盘高于20周均线就拿着，收盘低于20周均线就卖掉"),
        ("价格在60日线上做多，跌到线下面平", "价格高于60日线做多，价格低于60日线平"),
        ("moving averages 9 and 21. 9 > 21 buy, 9 < 21 sell", "buy when SMA(9) > SMA(21), sell when SMA(9) < SMA(21)"),
        ("whne price is abov the 50-day EMA buy", "when price is above the 50-day EMA buy"),
        ("buy when price is above both the 50 and the 150 sma", "buy when price is above the 50 and the 150 sma"),
        ("RSI(7) turns up through 30: in. RSI(7) > 60: out.", "RSI(7) crosses above 30: buy. RSI(7) > 60: sell."),
    ],
)
def test_what_talk_leaves_out_is_taken_from_what_it_said_before(talk: str, plain: str) -> None:
    assert _same(talk, plain)


def test_a_target_in_stops_is_a_reward_over_the_risk() -> None:
    for text in ("stop 3%, target twice that, buy when RSI < 30", "止损3%，止盈是止损的2倍，RSI低于30买"):
        (bracket,) = _trade(text)["long"]["exits"]
        assert (bracket["type"], bracket["stop"]["value"], bracket["risk_reward"]) == ("bracket_rr", 0.03, 2)


def test_a_gain_of_once_the_price_is_a_target_of_100_percent() -> None:
    (target,) = _trade("RSI低于30买，涨一倍卖")["long"]["exits"]
    assert (target["type"], target["target"]) == ("take_profit", {"kind": "pct", "value": 1})


def test_how_many_averages_there_are_is_no_length_of_one() -> None:
    read = rules_in("two moving averages, 8 and 20. above buy below sell", default_symbol="SPY")
    assert "sma_2" not in str(read.understood)


@pytest.mark.parametrize("said", ["hold for one bar", "持有一根K线"])
def test_a_bar_that_a_trade_lasts_is_never_lost(said: str) -> None:
    read = rules_in(f"buy when RSI < 30, {said}", default_symbol="SPY")
    assert "time_exit" in str(read.understood) or read.not_understood
