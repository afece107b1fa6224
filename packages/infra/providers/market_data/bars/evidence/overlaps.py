"""Intraday bars that begin before the one before them is over, as single minutes among half-hours do."""

import numpy as np
import polars as pl

from packages.domain.market_data.timeframe import Timeframe

OVERLAPS = "the bar begins before the one before it is over"
_RARE = 0.02


def overlapping(times: pl.Series, timeframe: Timeframe) -> pl.Series | None:
    """For each row whether it overlaps; None where none does. `times`: in order. A first bar that is cut short by the
    open, as an hour from 9:30 to 10:00, is common to all days and none."""
    if not timeframe.is_intraday or len(times) < 2:
        return None
    length = timeframe.seconds * 1_000_000
    instants = times.to_numpy().astype("datetime64[us]").view(np.int64)
    gaps = np.diff(instants, prepend=instants[0] - length)
    close = (gaps > 0) & (gaps < length)
    if not close.any():
        return None
    phases, places, counts = np.unique(instants % length, return_inverse=True, return_counts=True)
    rare = counts[places] <= max(1, _RARE * len(times))
    found = close & rare
    return pl.Series(found) if found.any() and len(phases) > 1 else None
