"""The return of every month and year, compounded: months multiply to their year, years to the whole."""

from collections.abc import Iterator

import numpy as np

from packages.domain.backtest.analysis.report import MonthlyRow
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats, Instants


def monthly(local: Instants, equity: Floats, initial: float) -> tuple[MonthlyRow, ...]:
    """A month runs from the last close of the month before, the first one from the money at the start. Once the equity
    is gone, nothing moves."""
    month = local.astype("datetime64[M]").astype(np.int64)
    ends = np.flatnonzero(np.append(month[1:] != month[:-1], True))
    return tuple(_rows(month[ends], equity[ends], initial))


def _rows(month: Counts, closing: Floats, initial: float) -> Iterator[MonthlyRow]:
    opening = np.concatenate(([initial], closing[:-1]))
    change = np.divide(closing - opening, opening, out=np.zeros(len(closing)), where=opening > 0)
    year = month // 12 + 1970
    for each in np.unique(year).tolist():
        at = np.flatnonzero(year == each)
        told = dict(zip((month[at] % 12).tolist(), change[at].tolist(), strict=True))
        first = float(opening[at[0]])
        total = float(closing[at[-1]]) / first - 1 if first > 0 else 0.0
        yield MonthlyRow(each, tuple(told.get(number) for number in range(12)), total)
