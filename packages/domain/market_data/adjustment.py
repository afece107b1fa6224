"""Adjusted prices as they could be computed at an instant: only actions that had happened by then count.

Prices before an ex-date are scaled so that returns across it are those of a holder. A split of `value` new shares for
one old scales by 1 / value; a cash dividend by (1 - value / the close before the ex-date). The newest price known is
never scaled, so an adjusted series changes when a new action happens, and never because of one to come.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, Floats
from packages.domain.market_data.rows import ActionKind, CorporateAction


class Adjustment(StrEnum):
    """What is taken out of the prices: nothing, splits only, or splits and dividends."""

    RAW = "raw"
    SPLITS = "splits"
    TOTAL = "total"


def adjusted(series: BarSeries, actions: Sequence[CorporateAction], how: Adjustment) -> BarSeries:
    """`actions` are those known by the instant of the read; ex-dates behind the last bar change nothing."""
    wanted = [action for action in actions if how is Adjustment.TOTAL or action.kind is ActionKind.SPLIT]
    if how is Adjustment.RAW or not wanted or not len(series):
        return replace(series, adjusted=how.value)
    price, volume = _factors(series.columns, wanted)
    columns = series.columns
    scaled = BarColumns(
        time=columns.time,
        open=columns.open * price,
        high=columns.high * price,
        low=columns.low * price,
        close=columns.close * price,
        volume=columns.volume * volume,
        known_at=columns.known_at,
    )
    return replace(series, adjusted=how.value, columns=scaled)


def _factors(columns: BarColumns, actions: Sequence[CorporateAction]) -> tuple[Floats, Floats]:
    """What each bar's prices and volume are multiplied by."""
    days = columns.time.astype("datetime64[D]")
    price, volume = np.ones(len(columns)), np.ones(len(columns))
    for action in actions:
        first_ex = int(np.searchsorted(days, np.datetime64(action.ex_date, "D")))
        if not 0 < first_ex < len(columns):
            continue  # the ex-date is not among these bars, or every bar is behind it
        value = float(action.value)
        match action.kind:
            case ActionKind.SPLIT:
                price[:first_ex] /= value
                volume[:first_ex] *= value
            case ActionKind.DIVIDEND:
                price[:first_ex] *= max(0.0, 1.0 - value / float(columns.close[first_ex - 1]))
    return price, volume
