"""Exported indicators have the values of the catalogue, and begin where they do."""

from random import Random

import numpy as np
import pytest

from packages.domain.backtest.exporting.formulas import FORMULAS, ONLY, IndicatorSteps
from packages.domain.backtest.exporting.plan import ColumnPlan
from packages.domain.backtest.exporting.standalone import columns as operations
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.corpus.markets import random_panel
from tests.corpus.strategies import StrategyDraw
from tests.reference.exportable_strategies import plain
from tests.reference.exported_trades import bars_of


def computed(plan: ColumnPlan, prices: dict[str, Floats]) -> dict[str, Floats]:
    """The steps, one after another."""
    known = dict(prices)
    for step in plan.steps:
        given = [known[each] if isinstance(each, str) else each for each in step.arguments]
        known[step.name] = getattr(operations, step.operation)(*given)
    return known


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_an_exported_indicator_is_that_of_the_catalogue(name: str) -> None:
    for seed in range(8):
        rng = Random(seed)
        panel = plain(random_panel(rng, Market.US_STOCKS, Timeframe.D1, ("AAPL",), 200))
        prices = {each: np.asarray(column) for each, column in bars_of(panel).items() if each != "time"}
        params = CATALOGUE[name].checked(StrategyDraw(rng, CATALOGUE)._params(CATALOGUE[name]) if seed else {})
        plan = ColumnPlan()
        outputs = FORMULAS[name](IndicatorSteps(plan, params))
        known, told = computed(plan, prices), CATALOGUE[name].compute(prices, params)
        for output, column in told.items():
            ours = known[outputs.get(output) or outputs[ONLY]]
            np.testing.assert_allclose(ours, column, rtol=1e-9, atol=1e-9, err_msg=f"{output} of {params}")
