"""The report in sentences."""

import re

import numpy as np
import pytest
from hypothesis import given, settings

from packages.core.messages import Language, sentences
from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.outcome import Orders, Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.timeframe import Timeframe
from packages.reports.backtest.summary import decimal, money, percent, summary
from tests.effort import examples
from tests.packages.domain.backtest.analysis.worlds import (
    CASH,
    TERMS,
    compounded,
    outcome_of,
    panel_of,
    reported,
    row,
    rows,
    still_open,
    wandering,
    worlds,
)

RISE, FALL, BACK = np.linspace(CASH, 120_000, 301), np.linspace(119_000, 90_000, 60), np.linspace(95_000, 130_000, 371)
EQUITY = np.concatenate((RISE, FALL, BACK))
TRADES = rows(*(row(5 * number, 5 * number + 9, 120.0 if number % 4 else -90.0, COSTS=12.5) for number in range(1, 57)))


def _told(language: Language, *world: object, **more: object) -> str:
    return "\n".join(summary(*reported(*world, **more), language))  # type: ignore[arg-type]


def test_a_good_time_in_english() -> None:
    assert summary(*reported(EQUITY, TRADES), Language.EN)[:-1] == (
        "From 1 January 2020 to 1 January 2022, over 732 daily bars, 100,000 became 130,000: "
        "+30.0% in all, +14.0% a year.",
        "Buying everything in equal parts and holding it, without costs, gave 0.0%, 30.0 percentage points less.",
        "The worst time began on 27 October 2020: by 26 December 2020 the equity stood 25.0% below its peak; "
        "it was back on 18 September 2021.",
        "It closed 56 trades, 28.0 a year, of which 75.0% won; the mean one gave +6.8% over 10.0 bars. "
        "Something was held on 99.9% of the bars.",
        "Commissions and duties of the closed trades took 700.00, which is 0.70% of the initial capital.",
    )


def test_a_good_time_in_chinese() -> None:
    assert summary(*reported(EQUITY, TRADES), Language.ZH)[:-1] == (
        "从 2020 年 1 月 1 日到 2022 年 1 月 1 日，共 732 根日K线，100,000 变为 130,000，"
        "总收益率 +30.0%，年化 +14.0%。",
        "同期不计成本、等额买入全部标的并持有，收益率为 0.0%，比策略低 30.0 个百分点。",
        "最差的一段始于 2020 年 10 月 27 日：到 2020 年 12 月 26 日，权益比高点低 25.0%，"
        "2021 年 9 月 18 日才回到高点。",
        "共平仓 56 笔，每年约 28.0 笔，胜率 75.0%；平均每笔收益率 +6.8%，持有 10.0 根K线。有持仓的K线占 99.9%。",
        "已平仓交易的佣金和税费共 700.00，相当于初始资金的 0.70%。",
    )


def test_a_range_that_includes_zero_is_called_no_different_from_zero_and_no_other() -> None:
    lucky = wandering(7, 400, drift=0.0003)
    sure = compounded(np.random.default_rng(1).normal(0.002, 0.005, 2000))
    lost = compounded(np.random.default_rng(1).normal(-0.002, 0.005, 2000))
    assert "not statistically different from zero" in _told(Language.EN, lucky, TRADES)
    assert "与零没有统计上的差异" in _told(Language.ZH, lucky, TRADES)
    assert "above 0" in _told(Language.EN, sure, TRADES)
    assert "below 0" in _told(Language.EN, lost, TRADES)
    for equity in (sure, lost):
        assert "different from zero" not in _told(Language.EN, equity, TRADES)


def test_without_trades_it_says_so_and_what_to_try() -> None:
    flat = [CASH] * 400
    never = _told(Language.EN, flat, orders=Orders())
    assert never.startswith("There was no trade from 1 January 2020 to 3 February 2021")
    assert "try a looser threshold" in never
    assert "it takes more cash" in _told(Language.EN, flat, orders=Orders(placed=2, too_small=2))
    assert "try a market order" in _told(Language.EN, flat, orders=Orders(placed=2, lapsed=2))
    assert "Sharpe" not in never
    assert "没有任何交易" in _told(Language.ZH, flat)


def test_a_position_that_was_never_closed_is_not_called_no_trade() -> None:
    told = _told(Language.EN, wandering(3, 400), open_positions=(still_open(9),))
    assert "no trade" not in told
    assert "No position was closed" in told
    assert "1 position was open at the end" in told


def test_ruin_is_told_with_its_day() -> None:
    told = _told(Language.EN, [CASH, CASH / 2, *[-10.0] * 400], TRADES[:40])
    assert "On 3 January 2020 the equity was gone" in told
    assert "had not come back by the end" in told


@pytest.mark.parametrize(
    ("bars", "trades", "said"),
    [
        (400, 29, "Fewer than 30 trades: treat as anecdotal"),
        (300, 40, "Less than a year of bars is too short"),
        (300, 29, "Fewer than 30 trades in less than a year"),
    ],
)
def test_thin_evidence_is_called_thin(bars: int, trades: int, said: str) -> None:
    assert said in _told(Language.EN, wandering(3, bars), TRADES[:trades])


def test_less_than_a_year_is_not_blown_up_to_one() -> None:
    told = _told(Language.EN, wandering(3, 300), TRADES[:20])
    assert "a year," not in told
    assert "in all." in told


def test_bars_within_the_day_have_their_time_of_day_where_the_market_is() -> None:
    time = np.datetime64("2024-07-05T13:30", "us") + np.arange(60) * np.timedelta64(300, "s")
    panel = panel_of(np.full((1, 60), 50.0), time, timeframe=Timeframe.M5)
    told = summary(analyse(outcome_of(wandering(3, 60), TRADES[:4]), panel, TERMS), panel, Language.EN)
    assert told[0].startswith("From 5 July 2024, 09:30 to 5 July 2024, 14:25, over 60 5-minute bars")


@given(worlds())
@settings(max_examples=examples(100), deadline=None)
def test_any_report_is_told_in_four_to_eight_sentences_of_whole_words(world: tuple[Outcome, Panel]) -> None:
    report = analyse(*world, TERMS)
    for language, end in ((Language.EN, "."), (Language.ZH, "。")):
        told = summary(report, world[1], language)
        assert 4 <= len(told) <= 8
        assert all(sentence.endswith(end) for sentence in told)
        assert not re.search(r"nan|inf\b|None|[{}]|  ", " ".join(told))


def test_nothing_is_advised_and_nothing_promised() -> None:
    every = " ".join(
        text for each in Language for code, text in sentences(each).items() if code.startswith("backtest.summary.")
    ).lower()
    for word in ("should", "recommend", "will ", "guarantee", "profitable", "建议", "推荐", "保证", "将会", "应该"):
        assert word not in every


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [money(amount) for amount in (1234567.8, 999.5, -0.001, -2500)] == ["1,234,568", "999.50", "0.00", "-2,500"]
    assert [percent(value) for value in (0.4321, 0.00044, 0, -0.00001, 12.5)] == [
        *("43.2%", "0.04%", "0.0%", "0.00%", "1,250.0%"),
    ]
    assert [percent(value, signed=True) for value in (0.05, -0.05, 0.0, 0.00001)] == ["+5.0%", "-5.0%", "0.0%", "0.00%"]
    assert decimal(-0.001) == "0.00"
