"""Whose bars a crisis is played with, and what is named when there are not enough of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.calendar import WeekdayCalendar
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.crises.coverage import Missing, Need, OnePanel, lack_of
from packages.domain.stress.crises.cutting import between
from packages.domain.stress.crises.run import CrisisGap, CrisisStage, crisis_findings, set_stage
from packages.domain.stress.crises.windows import BadCrisisBars, CrisisWindow, custom_window
from packages.domain.stress.findings import CrisisFinding, LackCode, WindowStatus
from tests.packages.domain.backtest.analysis.worlds import days, panel_of
from tests.reference.by_hand import BUY, QUIET, long_side, strategy_of

FIRST = date(2020, 1, 1)
WINDOW = custom_window(FIRST + timedelta(days=100), FIRST + timedelta(days=199))  # 69 sessions by rights
MONEY = Decimal(10_000)


@dataclass
class Shelf:
    """`CrisisData` of whatever lies on it."""

    panels: Mapping[str, Panel]
    asked: list[str] = field(default_factory=list)

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        self.asked.append(ticker)
        return self.panels.get(ticker) or Missing("it was never loaded")


def bars(ticker: str, first: int = 0, end: int = 260) -> Panel:
    """Daily bars from the first to the end, all days of the week, that say BUY on day 110."""
    at = np.arange(first, end)
    close = 100.0 + (at % 7).astype(np.float64)
    panel = panel_of(close[np.newaxis], days(260)[first:end])
    volume = np.where(at == 110, BUY, QUIET).astype(np.float64)[np.newaxis]
    return replace(panel, tickers=(ticker,), volume=volume)


def need_of(warm_up: int = 20, window: CrisisWindow = WINDOW) -> Need:
    return Need(Market.US_STOCKS, Timeframe.D1, window, warm_up)


def staged(shelf: Shelf, *tickers: str, warm_up: int = 20) -> CrisisStage:
    stage = set_stage(shelf, tickers, need_of(warm_up))
    assert isinstance(stage, CrisisStage)
    return stage


def gap_in(shelf: Shelf, *tickers: str, warm_up: int = 20) -> str:
    gap = set_stage(shelf, tickers, need_of(warm_up))
    assert isinstance(gap, CrisisGap)
    return gap.missing


def told_of(shelf: Shelf) -> CrisisFinding:
    strategy = compile_strategy(strategy_of(long_side()), CATALOGUE)
    [finding] = crisis_findings(strategy, shelf, Terms(cash=MONEY), [WINDOW], MONEY)
    return finding


def test_the_stage_is_the_window_with_its_warm_up_and_nothing_more() -> None:
    stage = staged(Shelf({"A": bars("A")}), "A")
    assert stage.first_bar == 20
    assert stage.panel.time[[0, 20, -1]].tolist() == days(260)[[80, 100, 199]].tolist()
    assert stage.proxy is None


def test_each_instrument_has_its_own_bars_of_warm_up() -> None:
    everywhere = bars("A")
    thin = replace(everywhere, tickers=("B",), close=np.where(np.arange(260) % 10 == 0, np.nan, everywhere.close))
    stage = staged(Shelf({"A": everywhere, "B": thin}), "A", "B", warm_up=27)
    held = np.isfinite(stage.panel.close[:, : stage.first_bar]).sum(axis=1)
    assert held.tolist() == [27, 27]
    assert stage.panel.time[stage.first_bar] == days(260)[100]


def test_an_instrument_that_was_there_is_not_replaced() -> None:
    shelf = Shelf({"A": bars("A"), "SPY": bars("SPY")})
    assert staged(shelf, "A").proxy is None
    assert shelf.asked == ["A"]


def test_what_stood_in_is_stated() -> None:
    shelf = Shelf({"A": bars("A", first=150), "QQQ": bars("QQQ")})
    finding = told_of(shelf)
    assert shelf.asked == ["A", "SPY", "QQQ"]
    assert (finding.status, finding.proxy, finding.missing) == (WindowStatus.EXERCISED, "A: QQQ", None)


def test_the_stage_keeps_the_names_and_the_order_of_the_strategy() -> None:
    stage = staged(Shelf({"B": bars("B"), "SPY": bars("SPY")}), "C", "B", "A")
    assert stage.panel.tickers == ("C", "B", "A")
    assert stage.proxy == "C: SPY, A: SPY"


def test_one_instrument_of_the_strategy_does_not_stand_in_for_another() -> None:
    shelf = Shelf({"SPY": bars("SPY")})
    assert gap_in(shelf, "SPY", "A").endswith("or QQQ to stand in for it")


def test_what_is_not_there_at_all_is_named_with_the_reason_and_the_days() -> None:
    finding = told_of(Shelf({}))
    assert (finding.status, finding.trades, finding.market_return) == (WindowStatus.GAP, 0, None)
    assert finding.missing == (
        "A 1d from 2020-03-25 to 2020-07-18 (it was never loaded), or SPY or QQQ to stand in for it"
    )


def test_a_gap_is_told_by_code_for_any_language() -> None:
    finding = told_of(Shelf({"A": bars("A", first=150)}))
    [lack] = finding.lacks
    assert (lack.code, lack.ticker, lack.timeframe, lack.instead) == (LackCode.SESSIONS, "A", "1d", ("SPY", "QQQ"))
    assert (lack.there, lack.wanted) == (50, 69)
    assert (lack.since, lack.until) == (date(2020, 3, 25), date(2020, 7, 18))


def test_every_instrument_that_is_missing_is_named() -> None:
    missing = gap_in(Shelf({"B": bars("B")}), "A", "B", "C")
    assert missing.count("never loaded") == 2
    assert "A 1d from" in missing
    assert "; C 1d from" in missing


def test_an_instrument_that_is_not_in_the_panel_is_a_gap() -> None:
    strategy = compile_strategy(strategy_of(long_side(), tickers=2), CATALOGUE)
    [finding] = crisis_findings(strategy, bars("A"), Terms(cash=MONEY), [WINDOW], MONEY)
    assert finding.missing is not None
    assert finding.missing.startswith("B 1d from")


@pytest.mark.parametrize(("end", "is_enough"), [(156, True), (155, False)])
def test_four_sessions_in_five_are_enough(end: int, is_enough: bool) -> None:
    # 100 days hold 69 sessions of New York; 56 bars are more than 80 % of them, 55 are less.
    lack = lack_of(between(bars("A"), 0, end), need_of())
    assert lack == (None if is_enough else Missing("55 of 69 sessions are there", LackCode.SESSIONS, 55, 69))


def test_a_calendar_tells_the_sessions_better() -> None:
    every_day = WeekdayCalendar(date(2000, 1, 1), date(2030, 1, 1), frozenset(), weekends=True)
    need = replace(need_of(), calendar=every_day)
    short = Missing("79 of 100 sessions are there", LackCode.SESSIONS, 79, 100)
    assert lack_of(between(bars("A"), 0, 179), need) == short
    assert lack_of(between(bars("A"), 0, 180), need) is None


def test_where_the_calendar_ends_sessions_are_reckoned() -> None:
    ended = WeekdayCalendar(date(2000, 1, 1), date(2010, 1, 1), frozenset())
    assert replace(need_of(), calendar=ended).sessions == need_of().sessions == 69


@pytest.mark.parametrize(("first", "is_enough"), [(84, True), (85, False)])
def test_a_window_without_warm_up_before_it_is_a_gap(first: int, is_enough: bool) -> None:
    lack = lack_of(between(bars("A"), first, 200), need_of(warm_up=20))
    assert lack == (None if is_enough else Missing("15 of 20 bars of warm-up are there", LackCode.WARM_UP, 15, 20))


def test_what_to_load_reaches_back_to_the_warm_up() -> None:
    assert need_of(warm_up=252).since == WINDOW.start - timedelta(days=366 + 14)


def test_prices_that_never_move_are_a_gap() -> None:
    still = panel_of(np.full((1, 260), 7.0), days(260))
    assert lack_of(still, need_of()) == Missing("its price never moves there", LackCode.STANDS_STILL)


@pytest.mark.parametrize(("high", "is_believed"), [(1000.0, True), (1000.1, False)])
def test_a_bar_that_no_market_makes_is_a_gap(high: float, is_believed: bool) -> None:
    spiked = bars("A")
    spiked = replace(spiked, high=spiked.close.copy(), low=np.minimum(spiked.close, 100.0))
    spiked.high[0, 150] = high
    told, day = "its bar of 2020-05-30 spans more than 10 times its low", date(2020, 5, 30)
    assert lack_of(spiked, need_of()) == (None if is_believed else Missing(told, LackCode.WIDE_BAR, day=day))


def test_one_bar_is_a_gap_that_says_what_to_do() -> None:
    one_day = need_of(window=custom_window(WINDOW.start, WINDOW.start))
    lack = lack_of(bars("A"), one_day)
    assert lack is not None
    assert "take a longer window or shorter bars" in lack.reason


def test_an_instrument_without_a_single_bar_is_a_gap() -> None:
    panel = panel_of(np.vstack([bars("A").close, np.full((1, 260), np.nan)]), days(260))
    gap = set_stage(OnePanel(panel), ["DEMO2"], need_of())
    assert isinstance(gap, CrisisGap)
    assert "0 of 69 sessions are there" in gap.missing


def test_a_window_after_the_last_bar_is_a_gap() -> None:
    shelf = Shelf({"A": bars("A", end=90)})
    assert "0 of 69 sessions are there" in gap_in(shelf, "A")


@pytest.mark.parametrize(
    "change", [{"market": Market.CRYPTO}, {"timeframe": Timeframe.H1}, {"tickers": ("A", "B")}], ids=str
)
def test_bars_of_something_else_are_refused(change: dict[str, object]) -> None:
    other = replace(bars("A"), **change)  # type: ignore[arg-type]
    with pytest.raises(BadCrisisBars, match="give 1d bars of one instrument in us_stocks"):
        staged(Shelf({"A": other}), "A")
