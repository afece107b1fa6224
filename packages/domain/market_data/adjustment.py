"""Adjusted prices as they could be computed at an instant: only actions that had happened by then count.

Prices before an ex-date are scaled so that returns across it are those of a holder. A split of `value` new shares for
one old scales by 1 / value; a cash dividend by (1 - value / the close before the ex-date). The newest price known is
never scaled, so an adjusted series changes when a new action happens, and never because of one to come.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, Floats
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.sources import is_adjusted, raw_name


class Adjustment(StrEnum):
    """What is taken out of the prices: nothing, splits only, or splits and dividends."""

    RAW = "raw"
    SPLITS = "splits"
    TOTAL = "total"


def actions_for(source: str, actions: Iterable[CorporateAction]) -> list[CorporateAction]:
    """Those that are not in the prices of the source yet: of an adjusted one only what it lists itself."""
    if not is_adjusted(source):
        return each_once(actions, source)
    origin = raw_name(source)
    return [action for action in actions if action.source == origin]


def each_once(actions: Iterable[CorporateAction], preferred: str = "") -> list[CorporateAction]:
    """An action that several sources have counts once: as the preferred source has it, or the one that has most."""
    known = list(actions)
    sizes = Counter(action.source for action in known)
    found: dict[tuple[date, str], CorporateAction] = {}
    for action in sorted(known, key=lambda one: (one.source == preferred, sizes[one.source], one.source)):
        found[(action.ex_date, action.kind)] = action
    return sorted(found.values(), key=lambda one: (one.ex_date, one.id))


def adjusted(series: BarSeries, actions: Sequence[CorporateAction], how: Adjustment) -> BarSeries:
    """`actions` are those known by the instant of the read; ex-dates behind the last bar change nothing."""
    wanted = [action for action in actions if how is Adjustment.TOTAL or action.kind is ActionKind.SPLIT]
    if how is Adjustment.RAW or not wanted or not len(series.columns):
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
