"""The columns of a factor on the bars of one instrument, in its own timeframe or a slower one."""

import math
from collections.abc import Mapping

import numpy as np

from packages.domain.backtest.panel import PRICES
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Factor
from tests.reference.market import Columns
from tests.reference.slow_bars import known_times, last_finished, slow_bars


def factor_columns(
    factor: Factor, own: Timeframe, market: Market, times: Instants, columns: Columns
) -> dict[str, list[float]]:
    slow = factor.timeframe
    if slow is None or slow is own:
        return computed(factor.type, dict(factor.params), columns)
    bars = slow_bars(market, own, slow, times, columns)
    slower = {name: [getattr(bar, name) for bar in bars] for name in PRICES}
    outputs = computed(factor.type, dict(factor.params), slower)
    shown = [last_finished(bars, known) for known in known_times(market, own, times)]
    return {name: [math.nan if at is None else values[at] for at in shown] for name, values in outputs.items()}


def computed(indicator: str, params: Mapping[str, int | float | str], columns: Columns) -> dict[str, list[float]]:
    given = {name: np.array(values, dtype=np.float64) for name, values in columns.items()}
    return {name: values.tolist() for name, values in CATALOGUE[indicator].compute(given, params).items()}
