"""Bars of a sample from plain columns: rows that cannot be taken are left out by name, the rest keeps its label."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from packages.domain.market_data.bars import BarSeries, Floats, Instants
from packages.domain.market_data.quality import assemble, objections
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.samples.catalogue import Sample


def sample_bars(
    sample: Sample, symbol: Symbol, timeframe: Timeframe, time: Instants, prices: Mapping[str, Floats]
) -> tuple[BarSeries, list[str]]:
    """The series, and a line for each row that was left out; `prices` has open, high, low, close and volume."""
    columns = [np.asarray(prices[name], dtype=np.float64) for name in ("open", "high", "low", "close", "volume")]
    bad = objections(time, *columns)
    keep = np.ones(len(time), dtype=bool)
    keep[[objection.row for objection in bad]] = False
    open_, high, low, close, volume = (column[keep] for column in columns)
    series = assemble(
        symbol, timeframe, sample.source, time=time[keep], open_=open_, high=high, low=low, close=close, volume=volume
    )
    said = [f"{symbol} {timeframe} {np.datetime_as_string(time[o.row], unit='m')}: {o.reason}" for o in bad]
    return replace(series, adjusted=sample.prices.value), said
