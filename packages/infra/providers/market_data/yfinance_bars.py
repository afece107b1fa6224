"""Yahoo's prices made raw again.

Yahoo's open, high, low and close, its volume and its dividends are all given in today's shares: adjusted for every
split up to now, whatever stretch is asked for. A bar of a day before a 7:1 split therefore tells a seventh of the price
that was paid and seven times the shares that changed hands. The splits after each bar are multiplied back here.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np

from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.rows import ActionKind
from packages.infra.providers.market_data.translation import decimal_of, midnights

_PRICES = ["Open", "High", "Low", "Close"]


@dataclass(frozen=True, slots=True, eq=False)
class RawBars:
    """Bars as they were traded; `prices` has the columns open, high, low, close."""

    times: Instants
    prices: Floats
    volume: Floats


class Splits:
    """How many of today's shares one share of a day has become."""

    def __init__(self, told: Sequence[tuple[date, Decimal]]) -> None:
        ordered = sorted(told)
        self._days = [day for day, _ in ordered]
        ratios = [ratio for _, ratio in ordered]
        self._after = [*accumulate(reversed(ratios), mul, initial=Decimal(1))][::-1]

    def after(self, day: date) -> Decimal:
        """The product of the splits that came later than `day`; prices of the ex date itself are in new shares."""
        return self._after[bisect_right(self._days, day)]


def splits_in(frame: Any) -> Splits:
    return Splits([(day, ratio) for day, ratio in _told(frame, "Stock Splits")])


def actions_of(frame: Any) -> Iterator[tuple[date, ActionKind, Decimal]]:
    """Splits as they are, dividends in the shares of their own day."""
    splits = splits_in(frame)
    for day, ratio in _told(frame, "Stock Splits"):
        yield day, ActionKind.SPLIT, ratio
    for day, amount in _told(frame, "Dividends"):
        yield day, ActionKind.DIVIDEND, amount * splits.after(day)


def raw_bars(frame: Any, splits: Splits, *, intraday: bool) -> RawBars:
    """The frame's bars in the shares of their own day; a bar of which Yahoo leaves a price empty is not told."""
    frame = frame.dropna(subset=_PRICES)
    days: list[date] = [stamp.date() for stamp in frame.index]
    factor = np.array([float(splits.after(day)) for day in days], dtype=np.float64)
    if intraday:
        times = frame.index.tz_convert("UTC").tz_localize(None).to_numpy().astype("datetime64[us]")
    else:
        times = midnights(days)
    prices = frame[_PRICES].to_numpy(dtype=np.float64) * factor[:, None]
    return RawBars(times, prices, frame["Volume"].to_numpy(dtype=np.float64) / factor)


def _told(frame: Any, column: str) -> Iterator[tuple[date, Decimal]]:
    for stamp, number in frame[column][frame[column] > 0].items():
        value = decimal_of(number)
        if value is not None:
            yield stamp.date(), value
