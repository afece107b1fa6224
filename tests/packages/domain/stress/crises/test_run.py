"""A crash planted in a market of a few weeks, lived through by strategies whose every fill is known."""

import math
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.backtest.engine import Compiled, backtest, compile_strategy
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.axis import local_days
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.conditions import Compare, Comparison, FactorOutput, Price, PriceField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Entry, Factor, Side, Strategy
from packages.domain.strategy.trade import MarketOrder
from packages.domain.stress.crises.coverage import Missing
from packages.domain.stress.crises.cutting import between, own_bars, side_by_side, window_bars
from packages.domain.stress.crises.run import crisis_findings
from packages.domain.stress.crises.windows import BadCrisisBars, BadMoney, BadWindow, CrisisWindow, custom_window
from packages.domain.stress.findings import CrisisFinding, WindowStatus
from tests.reference.by_hand import BUY, LEAVE, QUIET, SELL_SHORT, flat, long_side, panel_of, short_side, strategy_of
from tests.reference.lively_strategies import Run, random_run

pytestmark = pytest.mark.slow

FIRST = date(2024, 1, 1)  # of the panels by hand
SEEDS = range(16)
MONEY = Decimal(10_000)
TERMS = Terms(cash=MONEY)
# 20 calm days, 10 days of a crash of which 3 go up, 10 days of recovery.
CRASH = (95.0, 90.0, 80.0, 85.0, 70.0, 60.0, 65.0, 50.0, 40.0, 44.0)
CLOSES = (*[100.0] * 20, *CRASH, *[90.0 + at for at in range(10)])


def window_of(first: int, last: int) -> CrisisWindow:
    """By the bars of a panel by hand."""
    return custom_window(FIRST + timedelta(days=first), FIRST + timedelta(days=last))


THE_CRASH = window_of(20, 29)


def market(signals: dict[int, float]) -> Panel:
    return panel_of([flat(price, signals.get(at, QUIET)) for at, price in enumerate(CLOSES)])


def compiled(long: Side | None = None, short: Side | None = None) -> Compiled:
    return compile_strategy(strategy_of(long, short), CATALOGUE)


def lived(signals: dict[int, float], window: CrisisWindow = THE_CRASH, money: Decimal = MONEY) -> CrisisFinding:
    strategy = compiled(long_side(), short_side())
    [finding] = crisis_findings(strategy, market(signals), TERMS, [window], money)
    return finding


def test_a_planted_crash_is_measured_to_the_cent() -> None:
    finding = lived({20: BUY, 27: LEAVE})
    # Ten shares bought at 90 on the second day and sold at 40 on the ninth.
    assert finding.status is WindowStatus.EXERCISED
    assert finding.trades == 1
    assert finding.total_return == pytest.approx(-500 / 10_000)
    assert finding.max_drawdown == pytest.approx(-500 / 10_000)
    assert finding.worst_loss == pytest.approx(-500)
    assert finding.worst_day == pytest.approx(-150 / 9_750)  # from 65 to 50, with 9,750 in the account
    assert finding.longest_under_water_bars == 8  # from the second day to the tenth
    assert finding.market_return == pytest.approx(44 / 95 - 1)
    assert (finding.proxy, finding.missing) == (None, None)
    assert (finding.key, finding.start, finding.end) == (THE_CRASH.key, THE_CRASH.start, THE_CRASH.end)


def test_a_short_strategy_gains_from_the_same_crash() -> None:
    finding = lived({20: SELL_SHORT, 27: LEAVE})
    assert finding.total_return == pytest.approx(500 / 10_000)
    assert finding.max_drawdown == pytest.approx(-50 / 10_100)  # when 80 went to 85


def test_a_position_that_is_open_at_the_end_is_marked_and_counts() -> None:
    finding = lived({20: BUY})
    assert (finding.status, finding.trades) == (WindowStatus.EXERCISED, 1)
    assert finding.total_return == pytest.approx(-460 / 10_000)  # from 90 to 44


def test_a_loss_is_told_as_the_same_share_of_the_persons_money() -> None:
    rich, poor = lived({20: BUY}, money=Decimal(1_000_000)), lived({20: BUY})
    assert rich.worst_loss == pytest.approx(100 * (poor.worst_loss or 0))
    assert rich.total_return == poor.total_return


def test_a_loss_is_counted_from_the_peak() -> None:
    finding = lived({23: SELL_SHORT, 25: LEAVE, 26: BUY}, window_of(20, 28))
    # Short at 70, covered at 65; then long at 50, marked at 40.
    assert finding.total_return == pytest.approx((50 - 100) / 10_000)
    assert finding.worst_loss == pytest.approx(-150)  # from 100 ahead to 50 behind


def test_what_is_signalled_before_the_window_is_not_traded_in_it() -> None:
    assert lived({19: BUY}).status is WindowStatus.NOT_EXERCISED
    assert lived({20: BUY}).status is WindowStatus.EXERCISED


def test_a_signal_on_the_last_close_comes_too_late() -> None:
    assert lived({29: BUY}).status is WindowStatus.NOT_EXERCISED
    assert lived({28: BUY}).status is WindowStatus.EXERCISED


def test_no_trades_are_no_result_but_the_market_is_still_told() -> None:
    finding = lived({})
    assert (finding.status, finding.trades) == (WindowStatus.NOT_EXERCISED, 0)
    assert finding.market_return == pytest.approx(44 / 95 - 1)
    figures = (finding.total_return, finding.max_drawdown, finding.worst_day, finding.worst_loss)
    assert (*figures, finding.longest_under_water_bars, finding.missing) == (None,) * 6


def test_windows_are_told_in_the_order_in_which_they_were_asked_for() -> None:
    windows = [window_of(25, 35), THE_CRASH, window_of(5, 15)]
    findings = crisis_findings(compiled(long_side()), market({20: BUY}), TERMS, windows, MONEY)
    assert [finding.key for finding in findings] == [window.key for window in windows]
    assert crisis_findings(compiled(long_side()), market({}), TERMS, [], MONEY) == ()


def test_the_worst_day_of_an_intraday_strategy_is_a_whole_session() -> None:
    # Three hourly bars a session; the third session loses 10 in each of its bars.
    prices = (*[100.0] * 6, 90.0, 80.0, 70.0, *[75.0] * 3)
    opens = np.array(["2024-01-08T15", "2024-01-09T15", "2024-01-10T15", "2024-01-11T15"], dtype="datetime64[us]")
    time = np.repeat(opens, 3) + np.tile(np.arange(3), 4).astype("timedelta64[h]")
    panel = panel_of([flat(price, BUY if at == 3 else QUIET) for at, price in enumerate(prices)])
    hourly = replace(panel, time=time, timeframe=Timeframe.H1)
    strategy = compile_strategy(replace(strategy_of(long_side()), timeframe=Timeframe.H1), CATALOGUE)
    window = custom_window(date(2024, 1, 9), date(2024, 1, 11))
    [finding] = crisis_findings(strategy, hourly, TERMS, [window], MONEY)
    assert finding.worst_day == pytest.approx(-300 / 10_000)
    assert finding.total_return == pytest.approx(-250 / 10_000)


def test_indicators_are_warm_on_the_first_bar_of_the_window() -> None:
    strategy = compile_strategy(above_its_average(20), CATALOGUE)
    rising = panel_of([flat(100.0 + at) for at in range(140)])
    [finding] = crisis_findings(strategy, rising, TERMS, [window_of(100, 109)], MONEY)
    # The close is above its average on the first bar already: bought at the next open, held to the last close.
    assert finding.total_return == pytest.approx(10 * (209 - 201) / 10_000)


def test_as_many_bars_of_warm_up_are_taken_as_the_strategy_needs() -> None:
    strategy, asked = above_its_average(20), Asked(panel_of([flat(100.0 + at) for at in range(140)]))
    crisis_findings(compile_strategy(strategy, CATALOGUE), asked, TERMS, [window_of(100, 109)], MONEY)
    assert asked.warm_ups == [warm_up_bars(strategy, CATALOGUE)] == [77]


class Asked:
    """`CrisisData` that remembers how much warm-up was asked for."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self.warm_ups: list[int] = []

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        self.warm_ups.append(warm_up)
        return self._panel


def above_its_average(period: int) -> Strategy:
    average = Factor("average", "sma", (("period", period), ("source", "close")))
    side = long_side()
    is_above = Compare(Price(PriceField.CLOSE), Comparison.GT, FactorOutput("average", "value"))
    return replace(strategy_of(replace(side, entry=Entry(is_above, MarketOrder()))), factors=(average,))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_after_the_window_and_nothing_before_the_warm_up_is_seen(seed: int) -> None:
    run, window = random_crisis(seed)
    found = told_of(run, run.panel, window)
    assert told_of(run, outside_of(run, window, 3.0), window) == found
    _, end = window_bars(run.panel, window)
    assert told_of(run, between(outside_of(run, window, math.nan), 0, end), window) == found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_window_is_a_backtest_that_may_trade_from_its_first_bar_on(seed: int) -> None:
    run, window = random_crisis(seed)
    finding = told_of(run, run.panel, window)
    seen = outside_of(run, window, math.nan)
    # A random market has times at which no instrument has a bar; on an axis of bars there are none.
    panel = side_by_side([own_bars(seen, ticker) for ticker in seen.tickers])
    first, end = window_bars(panel, window)
    outcome = backtest(compile_strategy(run.strategy, CATALOGUE), between(panel, 0, end), run.terms, trade_from=first)
    assert finding.trades == (outcome.figures.trades + len(outcome.open_positions)) * (finding.missing is None)
    if finding.status is WindowStatus.EXERCISED:
        assert finding.total_return == pytest.approx(outcome.figures.total_return, abs=1e-12)
        assert finding.max_drawdown == pytest.approx(outcome.figures.max_drawdown, abs=1e-12)


def test_random_strategies_really_trade_in_their_windows() -> None:
    findings = [told_of(run, run.panel, window) for run, window in map(random_crisis, SEEDS)]
    assert sum(finding.status is WindowStatus.EXERCISED for finding in findings) >= len(SEEDS) / 3


def random_crisis(seed: int) -> tuple[Run, CrisisWindow]:
    run = random_run(seed, bars=400)
    days = local_days(run.panel.market, run.panel.timeframe, run.panel.time).astype(object)
    return run, custom_window(days[300], days[380])


def told_of(run: Run, panel: Panel, window: CrisisWindow) -> CrisisFinding:
    [finding] = crisis_findings(compile_strategy(run.strategy, CATALOGUE), panel, run.terms, [window], MONEY)
    return finding


def outside_of(run: Run, window: CrisisWindow, factor: float) -> Panel:
    """The market with other prices wherever the window and the warm-up of each instrument are not."""
    first, end = window_bars(run.panel, window)
    warm_up = warm_up_bars(run.strategy, CATALOGUE)
    columns = {name: getattr(run.panel, name).copy() for name in PRICES}
    for row, close in enumerate(run.panel.close):
        before = np.flatnonzero(np.isfinite(close[:first]))[:-warm_up]
        for column in columns.values():
            column[row, before] *= factor
            column[row, end:] *= factor
    return replace(run.panel, **columns)


@pytest.mark.parametrize("money", ["0", "-5", "NaN", "Infinity"])
def test_money_that_cannot_be_lost_is_refused(money: str) -> None:
    with pytest.raises(BadMoney, match="above 0"):
        lived({}, money=Decimal(money))


def test_the_same_window_twice_is_refused() -> None:
    with pytest.raises(BadWindow, match="twice"):
        crisis_findings(compiled(long_side()), market({}), TERMS, [THE_CRASH, THE_CRASH], MONEY)


@pytest.mark.parametrize("price", [math.nan, math.inf, 0.0, -37.63])
def test_a_price_that_is_none_is_refused_by_its_time(price: float) -> None:
    broken = market({})
    broken.low[0, 24] = price
    with pytest.raises(BadCrisisBars, match="A price of A at 2024-01-25T00:00"):
        crisis_findings(compiled(long_side()), broken, TERMS, [THE_CRASH], MONEY)


def test_bars_of_another_timeframe_are_refused() -> None:
    weekly = replace(market({}), timeframe=Timeframe.W1)
    with pytest.raises(BadCrisisBars, match="give 1d bars of one instrument in us_stocks"):
        crisis_findings(compiled(long_side()), weekly, TERMS, [THE_CRASH], MONEY)
