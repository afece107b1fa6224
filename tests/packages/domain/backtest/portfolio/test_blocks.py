"""Columns of many instruments at once have the bits that those of each by itself have."""

from random import Random

import numpy as np
import pytest

from packages.domain.backtest.compiling.sources import ComputedSource, PriceSource, Source, VolatilitySource
from packages.domain.backtest.portfolio.blocks import block_columns, fits
from packages.domain.backtest.portfolio.universe_bars import universe_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.operands import PriceField, ValueOperation
from tests.corpus.markets import random_panel

CLOSE, VOLUME = PriceSource(PriceField.CLOSE), PriceSource(PriceField.VOLUME)
RETURN = ComputedSource(ValueOperation.RETURN, (CLOSE,), 1)
SOURCES: list[Source] = [
    CLOSE,
    ComputedSource(ValueOperation.RETURN, (ComputedSource(ValueOperation.LAG, (CLOSE,), 3),), 7),
    ComputedSource(ValueOperation.CHANGE, (CLOSE,), 2),
    ComputedSource(ValueOperation.STD, (RETURN,), 9),
    ComputedSource(ValueOperation.ZSCORE, (CLOSE,), 6),
    ComputedSource(ValueOperation.MEAN, (ComputedSource(ValueOperation.MULTIPLY, (CLOSE, VOLUME), 0),), 5),
    ComputedSource(ValueOperation.DIVIDE, (CLOSE, ComputedSource(ValueOperation.MEAN, (CLOSE,), 12)), 0),
    VolatilitySource(10),
]


@pytest.mark.parametrize("seed", range(5))
def test_a_block_has_the_bits_of_each_instrument(seed: int) -> None:
    tickers = ("600519.SH", "000001.SZ", "300750.SZ", "688981.SH")
    panel = random_panel(Random(seed), Market.CN_STOCKS, Timeframe.D1, tickers, 120)
    universe, bars = universe_of(panel), np.arange(0, 120, 7)
    assert all(fits(source, universe) for source in SOURCES)
    for source, found in zip(SOURCES, block_columns(bars, universe, SOURCES), strict=True):
        for row in range(len(tickers)):
            there = universe.held[row, bars]
            column = universe.own(row).column(source)[universe.own_places(row, bars)[there]]
            assert np.array_equal(found[row, there], column, equal_nan=True)
            assert np.isnan(found[row, ~there]).all()
