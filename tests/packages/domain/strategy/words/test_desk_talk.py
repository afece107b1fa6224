"""Rules as desks and chat rooms say them, one class a test: what each becomes, and what is told of it."""

from typing import Any

import pytest

from packages.domain.strategy.words.backing.amounts import forms_of
from packages.domain.strategy.words.grammar.chunks import words_of
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.tokens import Token
from packages.domain.strategy.words.reading import rules_in

K = "stochastic_14_3_3"
OVER_USUAL = "volume gt volume_average_50"


def said(json: Any) -> Any:
    """A condition in short: `close gt sma_20`, and lists of them with the word that joins them."""
    [(word, body)] = json.items()
    if word in ("all", "any"):
        return [word, *map(said, body)]
    if word in ("not", "within_bars"):
        return [word, said(body.get("condition", body))]
    sides = [body.get("left", body.get("a")), body.get("right", body.get("b"))]
    return " ".join([_operand(sides[0]), body["op"], _operand(sides[1])])


def _operand(operand: Any) -> str:
    if not isinstance(operand, dict) or "ref" not in operand:
        return str(operand).replace("'", "")
    return str(operand["ref"]) + (f"[{operand['lag']}]" if operand.get("lag") else "")


def way_in(text: str) -> Any:
    return said(side_of(text)["entry"]["condition"])


def ways_out(text: str) -> list[Any]:
    """The signals, and the distances and times of the other ways out."""
    return [_out(each) for each in side_of(text)["exits"]]


def side_of(text: str) -> Any:
    read = rules_in(text, default_symbol="AAPL")
    assert read.document is not None, read.not_understood
    assert not read.not_understood
    trade: Any = read.document["trade"]
    [side] = trade.values()
    return side


def _out(exit_: Any) -> Any:
    if exit_["type"] == "signal_exit":
        return said(exit_["condition"])
    distance = exit_.get("stop", exit_.get("target", {}))
    return exit_["type"], distance.get("value", exit_.get("bars"))


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("buy when RSI(5) is lower than it was 3 days ago", "rsi_5 lt rsi_5[3]"),
        ("成交量比昨天大就买", "volume gt volume[1]"),
        ("buy within 2% of its 52 week high", "close gte {multiply: [{ref: highest_252_high, lag: 1}, 0.98]}"),
        ("距离250日高点不到3%买入", "close gte {multiply: [{ref: highest_250_high, lag: 1}, 0.97]}"),
        ("OBV创20日新高买入", "obv gt {lag: {of: {highest: {of: {ref: obv}, bars: 20}}, bars: 1}}"),
        ("buy when the close is 2 standard deviations below the 20 day mean", "close lte bollinger_20_2.lower"),
        ("EMA5>EMA13>EMA34 多头排列买入", ["all", "ema_5 gt ema_13", "ema_13 gt ema_34"]),
        ("long through VWAP", "close cross_above vwap_20.vwap"),
        ("buy a new 60 day high on volume over its 50 day average", ["all", "close gt highest_60_high[1]", OVER_USUAL]),
        ("RSI先跌破30再回升到30上方买入", "rsi_14 cross_above 30"),
        ("close > highest(high, 20)[1] → long", "close gt highest_20_high[1]"),
        ("昨天收阴、今天收盘高于昨天开盘就买", ["all", "close[1] lt open[1]", "close gt open[1]"]),
        ("higher high and higher low, buy", ["all", "high gt high[1]", "low gt low[1]"]),
        ("buy if close > 1.05 * SMA(50)", "bias_50 gt 5"),
        ("20日涨幅大于0就买", "roc_20 gt 0"),
        ("buy when rsi(14) was below 30 within the last 5 days", ["within_bars", "rsi_14 lt 30"]),
        ("OBV在它的20日均线上买", "obv gt {mean: {of: {ref: obv}, bars: 20}}"),
        ("ROC10和ROC30都大于0买", ["all", "roc_10 gt 0", "roc_30 gt 0"]),
    ],
)  # fmt: skip
def test_a_value_is_compared_with_its_own_past_and_with_what_is_near_it(text: str, entry: Any) -> None:
    assert way_in(text) == entry


@pytest.mark.parametrize(
    ("text", "exits"),
    [
        ("buy RSI below 30; sell 2% above / 1% below entry", [("take_profit", 0.02), ("stop_loss", 0.01)]),
        ("buy RSI below 30, stop 10% below", [("stop_loss", 0.1)]),
        ("RSI低于30买，止盈5%止损4%，或者10天", [("take_profit", 0.05), ("stop_loss", 0.04), ("time_exit", 10)]),
        ("20日线上穿60日线做多；20日线下穿时平", ["sma_20 cross_below sma_60"]),
        ("buy when k crosses above d below 20. leave when it crosses back", [f"{K}.k cross_below {K}.d"]),
        ("buy over the upper Keltner; sell when it closes back inside", ["close cross_below keltner_20_10.upper"]),
        ("低于10日均线2%买入，碰到均线出", ["close gte sma_10"]),
        ("buy when the 10 ema is above the 30 ema, get out when it's not", [["not", "ema_10 gt ema_30"]]),
        ("RSI低于30买，大于65全卖掉", ["rsi_14 gt 65"]),
        ("buy over 60, sell at 70 or if it falls under 55", [["any", "close gte 70", "close cross_below 55"]]),
    ],
)  # fmt: skip
def test_a_way_out_takes_the_words_that_the_way_in_said(text: str, exits: list[Any]) -> None:
    assert ways_out(text) == exits


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("空它！收盘低于200日均线且ADX>30，涨回200日线平", ["all", "close lt sma_200", "adx_14 gt 30"]),
        ("Short only: close beneath the 50-day low, cover above the 25-day high", "close lt lowest_50_low[1]"),
    ],
)
def test_a_heading_says_which_side_conditions_without_an_action_are_of(text: str, entry: Any) -> None:
    read = rules_in(text, default_symbol="AAPL")
    trade: Any = read.understood["trade"]
    assert (list(trade), said(trade["short"]["entry"]["condition"])) == (["short"], entry)


def test_flat_unless_is_a_way_in_where_nothing_else_says_one() -> None:
    text = "I'm flat unless close > sma 50 and sma 50 > sma 150. flat again when close < sma 50"
    assert (way_in(text), ways_out(text)) == (["all", "close gt sma_50", "sma_50 gt sma_150"], ["close lt sma_50"])


def test_what_is_listed_before_an_action_is_asked_for_together() -> None:
    read = rules_in("量：成交量大于20日均量；势：收盘在EMA60上方；力：ROC12大于0。三个都齐了买", default_symbol="AAPL")
    trade: Any = read.understood["trade"]
    parts = ["all", "volume gt volume_average_20", "close gt ema_60", "roc_12 gt 0"]
    assert said(trade["long"]["entry"]["condition"]) == parts


@pytest.mark.parametrize(
    "text",
    ["Buy at the lower band, sell at the upper band. Bollinger 20, 2.5", "布林下轨买，上轨卖，布林参数20，2.5"],
)
def test_settings_that_are_named_last_are_of_what_stood_before_them(text: str) -> None:
    assert "bollinger_20_2p5" in str(side_of(text))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("每次拿10w，RSI低于30买", {"mode": "fixed_cash", "cash": 100_000}),
        ("RSI低于30买5000刀", {"mode": "fixed_cash", "cash": 5000}),
        ("RSI低于30买，仓位1/4", {"mode": "pct_equity", "pct": 0.25}),
        ("buy 2k worth when RSI is below 30", {"mode": "fixed_cash", "cash": 2000}),
        ("buy with 10% of cash when RSI is below 30", {"mode": "pct_equity", "pct": 0.1}),
    ],
)
def test_amounts_have_the_units_of_talk(text: str, size: dict[str, Any]) -> None:
    assert side_of(text)["position_sizing"] == size


def test_a_target_in_stops_is_a_multiple_of_the_stop() -> None:
    assert side_of("buy RSI below 30, 3% stop, 2R target")["exits"] == [
        {"type": "bracket_rr", "stop": {"kind": "pct", "value": 0.03}, "risk_reward": 2}
    ]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("RSI below 30, no wait make that 20, buy", "rsi_14 lt 20"),
        ("超级趋势（周期12倍数2.5）转多就买", "close cross_above supertrend_12_2p5.value"),
        ("supertrend (10,3): long when green", "close gt supertrend_10_3.value"),
        ("12/26/9 macd crosses up, buy", "macd_12_26_9.macd cross_above macd_12_26_9.signal"),
    ],
)
def test_settings_and_corrections_are_taken_as_they_are_said(text: str, entry: Any) -> None:
    assert way_in(text) == entry


@pytest.mark.parametrize(
    ("text", "exits"),
    [
        ("buy when price crosses the 200 ma upwards, quit when it crosses it downwards", ["close cross_below sma_200"]),
        ("RSI低于30买，价格高出50日均线20%止盈", ["bias_50 gt 20"]),
        ("KDJ双线金叉买，死叉卖", ["kdj_9_3_3.k cross_below kdj_9_3_3.d"]),
    ],
)  # fmt: skip
def test_a_way_a_line_and_a_count_are_not_taken_for_something_else(text: str, exits: list[Any]) -> None:
    assert ways_out(text) == exits


@pytest.mark.parametrize(
    "text", ["MACD零轴上金叉买", "buy when it goes below zero", "buy when RSI is above 50 and below 50"]
)
def test_what_no_rule_can_mean_is_told(text: str) -> None:
    read = rules_in(text, default_symbol="AAPL")
    assert (read.document, bool(read.not_understood)) == (None, True)


def test_a_condition_that_is_only_for_getting_in_is_no_part_of_the_way_out_before_it() -> None:
    read = rules_in("在超级趋势翻多时进，翻空出，只在价格高于200EMA时做", default_symbol="BTC-USD")
    trade: Any = read.understood["trade"]
    assert "ema_200" in str(trade["long"]["entry"])
    assert "ema_200" not in str(trade["long"]["exits"])


def test_a_double_of_something_is_no_two_thousand() -> None:
    said_words = words_of(Lexer("double the money", known_symbol))
    assert _is_said(2, said_words)
    assert not _is_said(2000, said_words)


def _is_said(number: float, words: list[Token]) -> bool:
    return any(number in forms_of(words, place) for place in range(len(words)))
