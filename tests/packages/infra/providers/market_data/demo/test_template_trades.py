"""Every template trades at least thirty times in ten years, most of it visible beside buying and holding."""

import statistics
from itertools import product

import pytest

from benchmarks.templates import TemplateRun, demo_panels, run_template
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.templates import PACES, Family, HoldingPeriod
from packages.infra.providers.market_data.demo.pack import DemoPack
from tests.packages.domain.backtest.real_data import FILES, HAS_REAL_DATA, NO_REAL_DATA, real_panel

DAILY = (HoldingPeriod.SWING_DAYS, HoldingPeriod.POSITION_WEEKS_PLUS)
ON_DAYS = pytest.mark.parametrize(("family", "holding"), list(product(Family, DAILY)))


@ON_DAYS
def test_a_daily_template_trades_thirty_times_in_ten_years_on_every_demo_company(
    pack: DemoPack, family: Family, holding: HoldingPeriod
) -> None:
    runs = [run_template(panel, family, holding) for panel in demo_panels(pack)[Timeframe.D1]]
    assert len(runs) == 11
    assert [run for run in runs if not run.trades_enough] == []
    assert_visible(runs)


def assert_visible(runs: list[TemplateRun]) -> None:
    """A drawdown that a person sees, and one that is smaller than that of holding."""
    deepest = statistics.median(run.max_drawdown for run in runs)
    assert statistics.median(run.held_drawdown for run in runs) < deepest < -0.1
    assert statistics.median(run.in_market for run in runs) > 0.15
    assert statistics.median(abs(run.total_return) for run in runs) > 0.1


def test_a_template_within_the_day_trades_every_week_where_such_bars_are_stored(pack: DemoPack) -> None:
    for panel in demo_panels(pack)[Timeframe.M5]:
        for family, holding in product(Family, (HoldingPeriod.INTRADAY_SCALP, HoldingPeriod.INTRADAY)):
            run = run_template(panel, family, holding)
            assert run.trades >= 50 * run.years


def test_no_holding_period_is_offered_on_weekly_bars_which_give_too_few_trades() -> None:
    assert Timeframe.W1 not in {pace.timeframe for paces in PACES.values() for pace in paces}


@pytest.mark.trust
@pytest.mark.skipif(not HAS_REAL_DATA, reason=NO_REAL_DATA)
@ON_DAYS
def test_a_daily_template_trades_thirty_times_in_ten_years_on_most_real_instruments(
    family: Family, holding: HoldingPeriod
) -> None:
    panels = [real_panel(name) for name in FILES]
    runs = [run_template(panel, family, holding) for panel in panels if panel.timeframe is Timeframe.D1]
    assert sum(run.trades_enough for run in runs) >= 0.8 * len(runs)
