"""Each of the well-known strategies trades the demo market as the independent plain loops of the reference do."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from packages.domain.backtest.outcome import ExitReason
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.well_known.library import WellKnown, well_known
from tests.corpus.markets import random_panel
from tests.effort import first_of
from tests.reference.both import differences
from tests.reference.funded import with_funding
from tests.reference.on_demo import demo_panel, engine_on, reference_on

pytestmark = pytest.mark.slow

BARS = 420  # the plain loops take seconds for a portfolio
DAILY, WITHIN_THE_DAY = date(2018, 1, 2), date(2025, 10, 9)
TERMS = Terms(cash=Decimal(1_000_000))
# Each kind once in `make test`; the others are for `make trust`.
KINDS = [
    WellKnown.AVERAGE_CROSS,
    WellKnown.RSI_REVERSION,
    WellKnown.BOLLINGER_REVERSION,
    WellKnown.MACD_CROSS,
    WellKnown.DONCHIAN_BREAKOUT,
    WellKnown.SUPERTREND,
    WellKnown.GAP_FADE,
    WellKnown.INDEX_REGIME_FILTER,
    WellKnown.GRID,
    WellKnown.TURTLE,
    WellKnown.PAIR_BY_ZSCORE,
]


ON_DEMO = [each for each in WellKnown if each is not WellKnown.FUNDING_CARRY]  # the demo market has no perpetuals


@pytest.mark.parametrize("which", first_of([*KINDS, *(each for each in ON_DEMO if each not in KINDS)], len(KINDS)))
async def test_it_trades_the_demo_market_as_the_reference_does(which: WellKnown, tmp_path: Path) -> None:
    strategy = Validator(CATALOGUE).document(well_known(which)).require()
    start = WITHIN_THE_DAY if strategy.timeframe.is_intraday else DAILY
    panel = (await demo_panel(strategy, tmp_path, start)).until(BARS)
    terms = Terms(cash=TERMS.cash, costs=usual_costs(panel.market))
    found = engine_on(strategy, panel, terms)
    assert differences(reference_on(strategy, panel, terms), found, float(terms.cash)) == []
    assert [*found.trades, *found.open_positions]


@pytest.mark.parametrize("which", ON_DEMO)
async def test_it_trades_over_all_the_years_of_the_demo_market(which: WellKnown, tmp_path: Path) -> None:
    strategy = Validator(CATALOGUE).document(well_known(which)).require()
    start = WITHIN_THE_DAY if strategy.timeframe.is_intraday else DAILY
    panel = await demo_panel(strategy, tmp_path, start)
    outcome = engine_on(strategy, panel, Terms(cash=TERMS.cash, costs=usual_costs(panel.market)))
    assert outcome.ruined_at is None
    if which is not WellKnown.MONTHLY_SAVINGS:  # buys every month, and the gain that it waits for did not come
        assert len(outcome.trades) >= 10
    assert not {ExitReason.RUIN, ExitReason.MARGIN_CALL} & {trade.reason for trade in outcome.trades}


@pytest.mark.parametrize("seed", first_of(range(10), 2))
def test_the_carry_of_funding_trades_drawn_perpetuals_as_the_reference_does(seed: int) -> None:
    strategy, rng = Validator(CATALOGUE).document(well_known(WellKnown.FUNDING_CARRY)).require(), Random(seed)
    drawn = random_panel(rng, strategy.universe.market, strategy.timeframe, strategy.universe.tickers, BARS)
    panel, terms = with_funding(rng, drawn), Terms(cash=TERMS.cash, costs=usual_costs(drawn.market))
    found = engine_on(strategy, panel, terms)
    assert differences(reference_on(strategy, panel, terms), found, float(terms.cash)) == []
    assert {trade.direction for trade in found.trades} == set(Direction)
    assert any(trade.dividends > 0 for trade in found.trades)
