"""Ways of saying rules that real people have, one a mechanism: what each becomes, and what is told of it."""

from typing import Any

import pytest

from packages.domain.strategy.words.model import WordedRules
from packages.domain.strategy.words.reading import rules_in


def read(text: str) -> WordedRules:
    return rules_in(text, default_symbol="AAPL")


def said(json: Any) -> Any:
    """A condition in short: `close gt sma_20`, and lists of them with the word that joins them."""
    [(word, body)] = json.items()
    if word in ("all", "any"):
        return [word, *map(said, body)]
    if word == "not":
        return ["not", said(body)]
    sides = [body.get("left", body.get("a")), body.get("right", body.get("b"))]
    return " ".join([_operand(sides[0]), body["op"], _operand(sides[1])])


def _operand(operand: Any) -> str:
    if not isinstance(operand, dict) or "ref" not in operand:
        return str(operand)
    return str(operand["ref"]) + (f"[{operand['lag']}]" if operand.get("lag") else "")


def rules_of(text: str) -> tuple[Any, list[Any], tuple[str, ...]]:
    """The way in, the ways out by signal, and what was told."""
    result = read(text)
    assert result.document is not None, result.not_understood
    trade: Any = result.document["trade"]
    [side] = trade.values()
    exits = [said(each["condition"]) for each in side["exits"] if each["type"] == "signal_exit"]
    return said(side["entry"]["condition"]), exits, result.not_understood


@pytest.mark.parametrize(
    ("text", "entry", "exits"),
    [
        ("buy when RSI < 30 and hold while RSI < 60", "rsi_14 lt 30", ["rsi_14 gt 60"]),
        ("没跌破20日线就拿着，跌破就卖，站上就买", "close cross_above sma_20", ["close cross_below sma_20"]),
        ("stay in while price is above the 50 day; buy when it crosses above", "close cross_above sma_50", None),
    ],
)
def test_holding_beside_a_way_in_is_when_to_stay_and_not_another_way_in(text: str, entry: str, exits: Any) -> None:
    assert rules_of(text) == (entry, exits or ["close lt sma_50"], ())


def test_a_cross_without_its_way_turns_round_for_who_leaves_and_the_place_of_it_does_not() -> None:
    _, exits, told = rules_of("buy when stoch k crosses d below 20, sell when k crosses d above 80")
    k, d = "stochastic_14_3_3.k", "stochastic_14_3_3.d"
    assert (exits, told) == ([["all", f"{k} cross_below {d}", f"{k} gt 80"]], ())


def test_otherwise_is_told_after_an_event_for_an_event_is_over_after_its_bar() -> None:
    assert rules_of("buy when MACD crosses up; otherwise stay out")[1:] == ([], ("otherwise stay out",))


@pytest.mark.parametrize("told", ["do not, when RSI above 50, buy", "不要，在RSI高于50的时候，买"])
def test_a_case_that_is_forbidden_is_never_a_way_in(told: str) -> None:
    assert (read(told).document, " ".join(read(told).not_understood)[:2]) == (None, told[:2])
    entry, _, _ = rules_of(f"buy when MACD crosses up. {told}")
    assert entry[0] == "all"
    assert ["not", "rsi_14 gt 50"] in entry


def test_what_has_no_direction_is_no_part_of_the_opposite() -> None:
    _, exits, _ = rules_of("ADX大于25并且+DI上穿-DI买，反之卖")
    assert exits == ["plus_di_14 cross_below minus_di_14"]


def test_only_when_is_a_filter_of_another_way_in() -> None:
    way_in, _, _ = rules_of("only buy when RSI is below 70; entry on a MACD cross up")
    assert way_in == ["all", "macd_12_26_9.macd cross_above macd_12_26_9.signal", "rsi_14 lt 70"]


def test_a_second_purchase_is_told_and_is_no_other_way_in() -> None:
    entry, exits, told = rules_of("RSI<30买一半，RSI<20再买一半，RSI>70全卖")
    assert (entry, exits) == ("rsi_14 lt 30", ["rsi_14 gt 70"])
    assert any("RSI<20" in quote for quote in told)


def test_bars_that_shrink_are_no_bars_by_themselves() -> None:
    bars = "macd_12_26_9.histogram"
    entry, exits, _ = rules_of("如果MACD红柱缩短就卖，绿柱缩短就买")
    assert entry == ["all", f"{bars} lt 0", f"{bars} gt {bars}[1]"]
    assert exits == [["all", f"{bars} gt 0", f"{bars} lt {bars}[1]"]]


def test_a_cross_on_bars_of_its_own_is_not_taken_from_slower_ones() -> None:
    assert rules_of("周线MACD金叉买，日线死叉卖")[1:] == ([], ("死叉卖",))


@pytest.mark.parametrize(
    "text",
    [
        "buy at the lower band, sell at the upper band (20, 2.5)",
        "buy at the lower band and sell at the upper one (Bollinger 20, 2.5)",
    ],
)
def test_settings_in_brackets_are_of_the_bands_wherever_they_are_named(text: str) -> None:
    entry, exits, _ = rules_of(text)
    assert "bollinger_20_2p5.lower" in entry
    assert "bollinger_20_2p5.upper" in exits[0]


@pytest.mark.parametrize(
    "text",
    [
        "two consecutive closes above the 50 EMA, buy",
        "连续两天收盘在EMA50上方买入",
        "buy when it closes above the 50 EMA for 2 days in a row",
    ],
)
def test_a_condition_that_lasts_is_true_on_each_of_the_bars(text: str) -> None:
    assert rules_of(text)[0] == ["all", "close gt ema_50", "close[1] gt ema_50[1]"]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("高开3%以上买入", "gap_percent gte 3"),
        ("buy on a gap down of more than 2%", "gap_percent lt -2"),
        ("buy when price gaps up", "gap_percent gt 0"),
    ],
)
def test_a_gap_is_the_open_against_the_close_before(text: str, entry: str) -> None:
    assert rules_of(text)[0] == entry


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("buy when OBV is above its own 20-day average", {"mean": {"of": {"ref": "obv"}, "bars": 20}}),
        ("OBV上穿其20日均线买入", {"mean": {"of": {"ref": "obv"}, "bars": 20}}),
        ("buy when price is 3% below the 10 EMA", {"multiply": [{"ref": "ema_10"}, 0.97]}),
        (
            "buy when price is 2 ATR below the 20 SMA",
            {"subtract": [{"ref": "sma_20"}, {"multiply": [2, {"ref": "atr_14"}]}]},
        ),
    ],
)
def test_what_takes_an_expression_is_written_in_the_newer_version(text: str, right: Any) -> None:
    result = read(text)
    assert result.document is not None
    assert result.not_understood == ()
    trade: Any = result.document["trade"]
    [body] = trade["long"]["entry"]["condition"].values()
    assert (result.document["dsl_version"], body.get("right", body.get("b"))) == ("2.0.0", right)


def test_what_takes_no_expression_stays_in_the_older_version() -> None:
    document = read("buy when price is 3% below the 20-day average").document
    assert document is not None
    assert document["dsl_version"] == "1.0.0"


@pytest.mark.parametrize(
    ("text", "entry", "vague"),
    [
        ("I buy when it feels washed out, which to me means RSI less than 22", "rsi_14 lt 22", "washed out"),
        ("便宜的时候(布林下轨以下)买", "close lt bollinger_20.lower", "便宜"),
        ("跌不动了就买，准确讲是RSI低于28", "rsi_14 lt 28", "跌不动"),
    ],
)
def test_what_explains_vague_words_is_meant_and_the_vague_words_are_told(text: str, entry: str, vague: str) -> None:
    way_in, _, told = rules_of(text)
    assert way_in == entry
    assert any(vague in quote for quote in told)


def test_a_number_that_is_taken_back_gives_way_to_the_one_that_follows() -> None:
    assert rules_of("buy when the close is above the 20-day... sorry, 140-day moving average")[0] == "close gt sma_140"


@pytest.mark.parametrize("mark", ["；", "; "])
def test_ways_out_that_are_listed_after_a_heading_are_each_enough(mark: str) -> None:
    exits = rules_of(f"满足任意一个就卖：跌破20日线{mark}RSI超过75。买：MACD金叉")[1]
    assert exits == [["any", "close cross_below sma_20", "rsi_14 gt 75"]]


def test_the_averages_of_a_cross_may_be_named_apart_from_it() -> None:
    entry, exits, _ = rules_of("buy the golden cross, sell the death cross, 10/30")
    assert (entry, exits) == ("sma_10 cross_above sma_30", ["sma_10 cross_below sma_30"])


@pytest.mark.parametrize(("text", "times"), [("低于20日均量的六成", 0.6), ("低于20日均量40%", 0.6)])
def test_a_part_of_the_average_volume_is_not_so_much_less_of_it(text: str, times: float) -> None:
    assert rules_of(f"成交量{text}买入")[0] == f"relative_volume_20 lt {times}"


def test_below_for_three_bars_is_no_time_to_hold() -> None:
    _, exits, told = rules_of("price above the 30 SMA for three bars, buy; below for three bars, sell")
    assert (len(exits), exits[0][:2], told) == (1, ["all", "close lt sma_30"], ())


def test_a_level_of_another_scale_is_told() -> None:
    assert read("stoch RSI under 0.2 buy, over 0.8 sell").document is None
