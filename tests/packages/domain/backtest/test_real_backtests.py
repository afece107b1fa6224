"""The templates trade real markets as the reference does, without a single warning."""

import warnings
from dataclasses import replace

import pytest

from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.conditions import Price, PriceField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Ranking, Strategy, Universe
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.strategy.validate import Validator
from tests.packages.domain.backtest.real_data import FILES, HAS_REAL_DATA, NO_REAL_DATA, TOGETHER, real_panels
from tests.reference.backtest import reference_backtest
from tests.reference.both import differences, engine_backtest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_REAL_DATA, reason=NO_REAL_DATA)]
ALONE = tuple(FILES)


def strategy_for(name: str, family: Family) -> Strategy:
    """A template on the bars that the file has; several tickers share the places between them."""
    panel = real_panels()[name]
    holding = HoldingPeriod.INTRADAY if panel.timeframe.is_intraday else HoldingPeriod.SWING_DAYS
    ticker = "ES=F" if panel.market is Market.FUTURES else panel.tickers[0]
    strategy = Validator(CATALOGUE).document(template(family, holding, panel.market, ticker)).require()
    ranking = Ranking(Price(PriceField.VOLUME)) if len(panel.tickers) > 1 else None
    universe = Universe(panel.market, panel.tickers, 1 if ranking else None, ranking)
    return replace(strategy, universe=universe, timeframe=Timeframe(panel.timeframe))


@pytest.mark.parametrize("family", list(Family))
@pytest.mark.parametrize("name", [*ALONE, *TOGETHER])
def test_a_template_trades_a_real_market_as_the_reference_does(name: str, family: Family) -> None:
    panel, strategy = real_panels()[name], strategy_for(name, family)
    terms = Terms(costs=usual_costs(panel.market))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = engine_backtest(strategy, panel, terms)
    apart = differences(reference_backtest(strategy, panel, terms), found, float(terms.cash))
    assert not apart, "\n".join(apart[:5])


def test_the_templates_really_trade_there() -> None:
    counts = [
        len(engine_backtest(strategy_for(name, family), real_panels()[name], Terms()).trades)
        for name in ALONE
        for family in Family
    ]
    assert sum(count > 0 for count in counts) >= 0.8 * len(counts)
