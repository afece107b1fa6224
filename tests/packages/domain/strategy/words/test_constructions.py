"""Ways of saying a rule, each in several wordings of both languages."""

from typing import Any

import pytest

from packages.domain.strategy.words.model import WordedRules
from packages.domain.strategy.words.reading import rules_in


def side_of(text: str) -> tuple[str, dict[str, Any]]:
    """The one side of rules that were understood to the last word."""
    read = rules_in(text, default_symbol="ACME")
    assert read.not_understood == (), text
    assert read.document is not None
    trade: Any = read.document["trade"]
    [(name, side)] = trade.items()
    return name, side


def compared(left: str, op: str, right: Any) -> dict[str, Any]:
    return {"cmp": {"left": {"ref": left}, "op": op, "right": right if isinstance(right, int) else {"ref": right}}}


def crossed(left: str, op: str, right: Any) -> dict[str, Any]:
    return {"cross": {"a": {"ref": left}, "op": op, "b": right if isinstance(right, int) else {"ref": right}}}


def exit_of(text: str, kind: str) -> dict[str, Any]:
    return next(each for each in side_of(text)[1]["exits"] if each["type"] == kind)


def entry_of(text: str) -> Any:
    return side_of(text)[1]["entry"]["condition"]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("buy when the price is at least 5% below the 50-day SMA", compared("bias_50", "lte", -5)),
        ("buy when price is 10% or more under the 200-day average", compared("bias_200", "lte", -10)),
        ("价格比20日均线低至少5%买", compared("bias_20", "lt", -5)),
        ("buy below 92% of the 100-day average", compared("bias_100", "lte", -8)),
        ("收盘低于60日均线的90%买", compared("bias_60", "lte", -10)),
        ("跌到120日均线的95%以下买", compared("bias_120", "lte", -5)),
        ("buy when volume is 2.5 times the 50-day average or more", {"rv": 50}),
        ("成交量达到20日均量的两倍或更多就买", {"rv": 20}),
    ],
)
def test_how_far_from_a_line_it_is(text: str, entry: dict[str, Any]) -> None:
    read = entry_of(text)
    if "rv" in entry:
        assert read["cmp"]["left"] == {"ref": f"relative_volume_{entry['rv']}"}
        assert read["cmp"]["op"] == "gte"
    else:
        assert read == entry


@pytest.mark.parametrize(
    ("text", "side", "way"),
    [
        ("buy above the upper Bollinger band, sell back at the middle", "long", "lte"),
        ("buy below the lower Bollinger band, sell back at the middle", "long", "gte"),
        ("short under the lower Bollinger band, cover back at the middle", "short", "gte"),
        ("short above the upper Bollinger band, cover at the middle band", "short", "lte"),
        ("跌破布林下轨做空，回到中轨平", "short", "gte"),
    ],
)
def test_a_way_back_is_from_where_the_trade_began(text: str, side: str, way: str) -> None:
    name, rules = side_of(text)
    assert (name, rules["exits"][0]["condition"]["cmp"]["op"]) == (side, way)


@pytest.mark.parametrize(
    "text",
    [
        "RSI低于30、MACD金叉、收盘站上20日线，满足其中一个就买",
        "RSI低于30，MACD金叉，收盘站上20日线，三个里有一个就买",
        "RSI低于30，MACD金叉，收盘站上20日线，任意一个就买",
    ],
)
def test_any_of_several_may_be_said_after_them(text: str) -> None:
    assert len(entry_of(text)["any"]) == 3


def test_what_is_given_holds_beside_either_of_two() -> None:
    entry = entry_of("200日线上方的前提下，RSI低于30或者KDJ金叉，任意一个就买，RSI高于70卖")
    assert entry["all"][0] == compared("close", "gt", "sma_200")
    assert len(entry["all"][1]["any"]) == 2


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("放量阳线：成交量超过5日均量两倍而且收阳，买，三天后卖", 2),
        ("缩量阴线：成交量低于10日均量一半而且收阴，买，五天后卖", 2),
        ("多头排列：5日线大于20日线，20日线大于60日线，买", 2),
    ],
)
def test_a_title_that_is_explained_adds_nothing(text: str, count: int) -> None:
    assert len(entry_of(text)["all"]) == count


@pytest.mark.parametrize(
    ("text", "bars"),
    [
        ("RSI低于30买，最迟15根K线走", 15),
        ("RSI低于30买，最多等10天", 10),
        ("RSI below 30 buy, don't hold past 12 days", 12),
        ("RSI below 30 buy, out no later than 12 bars", 12),
        ("RSI below 30 buy. Don't hold beyond 25 bars.", 25),
    ],
)
def test_how_long_it_is_held_at_most(text: str, bars: int) -> None:
    assert exit_of(text, "time_exit")["bars"] == bars


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("每次两成半仓位，RSI低于30买", {"mode": "pct_equity", "pct": 0.25}),
        ("RSI低于30买，单笔不超过总资金的两成", {"mode": "pct_equity", "pct": 0.2}),
        ("buy RSI below 30, use no more than 20% of the pot", {"mode": "pct_equity", "pct": 0.2}),
        ("每把最多亏总资金的百分之二，RSI低于30买", {"mode": "risk_per_trade", "pct": 0.02}),
        ("never lose more than 1% of the pot on any trade, buy RSI below 30", {"mode": "risk_per_trade", "pct": 0.01}),
        ("take $3000, buy TSLA when RSI below 30", {"mode": "fixed_cash", "cash": 3000}),
        ("每次拿两万块买，RSI低于30", {"mode": "fixed_cash", "cash": 20000}),
    ],
)
def test_how_much_is_put_in_or_risked(text: str, size: dict[str, Any]) -> None:
    assert side_of(text)[1]["position_sizing"] == size


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("RSI低于30买，反向走5%砍", "stop_loss", 0.05),
        ("short RSI above 70, cover if it moves 4% against me", "stop_loss", 0.04),
        ("RSI低于30买，亏半成认错", "stop_loss", 0.05),
        ("RSI低于30买，赔八个点也卖", "stop_loss", 0.08),
        ("buy RSI below 30, no more than 3% down", "stop_loss", 0.03),
        ("RSI低于30买，从持仓以来的最高点回落8%卖", "trailing_stop", 0.08),
        ("RSI低于30买，从买入后的最高价回落10%也走", "trailing_stop", 0.1),
    ],
)
def test_how_a_loss_ends_the_trade(text: str, kind: str, value: float) -> None:
    assert exit_of(text, kind)["stop"] == {"kind": "pct", "value": value}


@pytest.mark.parametrize(
    ("text", "entry", "exit_"),
    [
        (
            "short the death cross (50/200 EMAs), cover on the golden cross",
            crossed("ema_50", "cross_below", "ema_200"),
            crossed("ema_50", "cross_above", "ema_200"),
        ),
        (
            "10/30 cross long, exit the other way",
            crossed("sma_10", "cross_above", "sma_30"),
            crossed("sma_10", "cross_below", "sma_30"),
        ),
        (
            "10 over 30 SMA = in. 10 under 30 SMA = out.",
            compared("sma_10", "gt", "sma_30"),
            compared("sma_10", "lt", "sma_30"),
        ),
        (
            "RSI从30下面穿上来买，从70上面穿下去卖",
            crossed("rsi_14", "cross_above", 30),
            crossed("rsi_14", "cross_below", 70),
        ),
        (
            "MACD绿柱转红柱买，红柱转绿柱卖",
            crossed("macd_12_26_9.histogram", "cross_above", 0),
            crossed("macd_12_26_9.histogram", "cross_below", 0),
        ),
        (
            "ema 9 crosess above ema 21 buy, crosess below sell",
            crossed("ema_9", "cross_above", "ema_21"),
            crossed("ema_9", "cross_below", "ema_21"),
        ),
        ("ROC over 10 bars above 5 buy, below 0 sell", compared("roc_10", "gt", 5), compared("roc_10", "lt", 0)),
        (
            "五分钟图上穿VWAP做多，下穿就平",
            crossed("close", "cross_above", "vwap_20.vwap"),
            crossed("close", "cross_below", "vwap_20.vwap"),
        ),
    ],
)
def test_ways_in_and_out(text: str, entry: dict[str, Any], exit_: dict[str, Any]) -> None:
    assert (entry_of(text), exit_of(text, "signal_exit")["condition"]) == (entry, exit_)


@pytest.mark.parametrize(
    ("text", "channel"),
    [
        ("唐奇安20突破做多，唐奇安10跌破平仓", ("highest_20_high", "lowest_10_low")),
        ("Donchian 55 breakout buy, Donchian 20 breakdown sell", ("highest_55_high", "lowest_20_low")),
        ("Entry: 90-day high. Exit: 30-day low.", ("highest_90_high", "lowest_30_low")),
    ],
)
def test_channels_by_their_length(text: str, channel: tuple[str, str]) -> None:
    way_in, way_out = entry_of(text), exit_of(text, "signal_exit")["condition"]
    assert (way_in["cmp"]["right"]["ref"], way_out["cmp"]["right"]["ref"]) == channel


@pytest.mark.parametrize("text", ["短空原油，RSI大于80进，小于50平", "空头策略：RSI大于80进，小于50平"])
def test_a_heading_says_that_the_rules_are_short(text: str) -> None:
    assert side_of(text)[0] == "short"


@pytest.mark.parametrize(
    ("text", "bands"),
    [
        ("Bollinger with 20 and 3, under the lower band buy, over the middle sell", "bollinger_20_3"),
        ("buy at a close under the lower band, std 3 length 50, and sell over the middle one", "bollinger_50_3"),
        ("收盘低于下轨（布林20，1.5倍）买，收盘高于中轨卖", "bollinger_20_1p5"),
    ],
)
def test_settings_that_are_named_apart_are_those_of_the_bands(text: str, bands: str) -> None:
    assert entry_of(text)["cmp"]["right"] == {"ref": f"{bands}.lower"}


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("BTC-USD两小时图，RSI低于30买", "两小时图"),
        ("RSI低于30买，SPY咕哝的月线", "月线"),
        ("AAPL 2h chart, RSI below 30 buy", "2h chart"),
    ],
)
def test_bars_that_no_strategy_runs_on_are_quoted_and_no_others_are_taken(text: str, quote: str) -> None:
    read: WordedRules = rules_in(text)
    assert read.document is None
    assert any(quote in each for each in read.not_understood)


def test_a_number_beside_a_length_that_nobody_understood_takes_no_usual_length() -> None:
    read = rules_in("金叉买死叉卖，20咕哝和60日", default_symbol="ACME")
    assert read.document is None


@pytest.mark.parametrize(
    ("text", "side", "entry"),
    [
        ("short when RSI is above 70, no wait, when RSI is above 80", "short", compared("rsi_14", "gt", 80)),
        (
            "AAPL hourly: buy above the 20 EMA, scratch that, above the 50 EMA",
            "long",
            compared("close", "gt", "ema_50"),
        ),
        ("RSI低于30买，不对，RSI低于25买", "long", compared("rsi_14", "lt", 25)),
    ],
)
def test_what_is_taken_back_is_quoted_and_what_was_to_be_done_stays(
    text: str, side: str, entry: dict[str, Any]
) -> None:
    read = rules_in(text, default_symbol="ACME")
    assert read.document is not None
    trade: Any = read.document["trade"]
    assert trade[side]["entry"]["condition"] == entry
    assert len(read.not_understood) == 1


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("buy when RSI is below 20, get out once it's back up to 50", compared("rsi_14", "gte", 50)),
        ("buy when RSI is below 20, sell when RSI is back up to 50", compared("rsi_14", "gte", 50)),
        ("short when RSI is above 80, cover once it's back down to 50", compared("rsi_14", "lte", 50)),
    ],
)
def test_back_up_to_a_level_is_at_least_it_and_back_down_to_it_at_most(text: str, level: dict[str, Any]) -> None:
    assert exit_of(text, "signal_exit")["condition"] == level


@pytest.mark.parametrize("what", ["my longs", "what I hold", "what I own"])
def test_who_sells_what_is_held_leaves_and_does_not_enter(what: str) -> None:
    text = f"sell {what} when RSI(9) crosses below 70, buy when it crosses above 30"
    assert entry_of(text) == crossed("rsi_9", "cross_above", 30)
    assert exit_of(text, "signal_exit")["condition"] == crossed("rsi_9", "cross_below", 70)


def test_who_covers_shorts_leaves_them() -> None:
    text = "short when RSI(9) is above 80, cover my shorts when RSI(9) is below 40"
    assert side_of(text)[0] == "short"
    assert exit_of(text, "signal_exit")["condition"] == compared("rsi_9", "lt", 40)
