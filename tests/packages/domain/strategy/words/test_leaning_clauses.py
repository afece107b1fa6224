"""A clause that leaves out what the clause before it said is read with it, or it is told."""

from typing import Any

import pytest

from packages.domain.strategy.words.reading import rules_in


def rules_of(said: str) -> tuple[Any, Any]:
    """The way in and the way out by a signal, as they were said."""
    sides: Any = rules_in(said, default_symbol="AAPL").understood["trade"]
    (side,) = sides.values()
    exits = [each["condition"] for each in side.get("exits", ()) if each["type"] == "signal_exit"]
    return side.get("entry", {}).get("condition"), exits[0] if exits else None


@pytest.mark.parametrize(
    ("leaning", "whole"),
    [
        ("TRIX上穿0轴买入,下穿卖出", "TRIX上穿0轴买入,TRIX下穿0轴卖出"),
        ("乖离率低于-6%买入,高于6%卖出", "乖离率低于-6%买入,乖离率高于6%卖出"),
        ("过去10天里涨了15%以上就卖出,跌了15%以上就买入", "过去10天里涨了15%以上就卖出,过去10天里跌了15%以上就买入"),
        ("价格高于1.02倍的20日均线买入,低于0.98倍卖出", "价格高于1.02倍的20日均线买入,价格低于0.98倍的20日均线卖出"),
        ("weekly close over the 40-week line, buy; weekly close under, sell",
         "weekly close over the 40-week line, buy; weekly close under the 40-week line, sell"),
        ("buy when price drops 5% below the 20-day average; sell when it climbs 5% above",
         "buy when price drops 5% below the 20-day average; sell when price climbs 5% above the 20-day average"),
        ("SAR在价格下方买入,在价格上方卖出", "SAR在价格下方买入,SAR在价格上方卖出"),
    ],
)  # fmt: skip
def test_what_is_left_out_is_that_of_the_clause_before(leaning: str, whole: str) -> None:
    read = rules_in(leaning, default_symbol="AAPL")
    assert read.not_understood == () or "SAR" in leaning
    assert rules_of(leaning)[0] == rules_of(whole)[0]
    assert rules_of(leaning)[1] == rules_of(whole)[1]


def test_two_readings_that_differ_are_told() -> None:
    said = "ichimoku: price over the cloud buy, under sell"
    assert rules_of(said)[1] is None
    assert rules_in(said, default_symbol="AAPL").not_understood == ("under sell",)


@pytest.mark.parametrize("said", ["RSI超卖且KDJ超卖时买,都超买时卖", "MACD红柱变长买,变短卖"])
def test_a_part_of_what_was_meant_is_told(said: str) -> None:
    assert rules_of(said)[1] is None
    assert rules_in(said, default_symbol="AAPL").not_understood


def test_a_clause_says_where_the_person_said_it() -> None:
    said = "乖离率低于-6%买入,高于6%卖出"
    clauses = rules_in(said, default_symbol="AAPL").clauses
    assert [(each.quote, each.kind) for each in clauses] == [("乖离率低于-6%买入", "entry"), ("高于6%卖出", "exit")]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("RSI跌破30后又回到30以上买入", "RSI上穿30买入"),
        ("three red days in a row, buy. first green day, sell.",
         "three red days in a row, buy. sell on a close above the open."),
        ("低开2%以上买入,次日收盘卖出", "低开2%以上买入,1天后卖出"),
        ("price above the 100 and the 200, buy; below the 100, sell",
         "price above the 100-bar average and the 200-bar average, buy; below the 100-bar average, sell"),
        ("RSI和KDJ都超卖时买", "RSI超卖且KDJ超卖时买"),
        ("gap down more than 3% at the open, buy", "gap down more than 3%, buy"),
        ("站上年线我就买回来", "站上年线我就买"),
        ("buy 1 BTC if price crosses above 20 ema", "buy 1 shares of BTC if price crosses above 20 ema"),
    ],
)  # fmt: skip
def test_other_words_mean_what_the_plain_ones_do(said: str, plain: str) -> None:
    read, wanted = rules_in(said, default_symbol="AAPL"), rules_in(plain, default_symbol="AAPL")
    assert read.not_understood == wanted.not_understood == ()
    assert read.understood == wanted.understood


def test_an_rsi_above_the_50_is_no_average() -> None:
    condition, _ = rules_of("buy when RSI is above the 50")
    assert "sma" not in str(condition)
