"""On which closes a portfolio is set anew, by a calendar that is known beforehand."""

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.calendar import Days
from packages.domain.strategy.portfolio.model import Period, Rebalance

_MONDAY = 3  # 1 January 1970 was a Thursday


def rebalance_bars(rebalance: Rebalance, days: Days, sessions: Days | None, first_bar: int = 0) -> Counts:
    """Bars from `first_bar` on whose close decides. Without a calendar the days of the axis stand for it; its last
    period is then not known to be over, and has no day that is counted from the end."""
    bars = np.arange(first_bar, len(days), dtype=np.int64)
    if rebalance.every is Period.DAY or not len(days):
        return bars
    known = days if sessions is None else sessions
    own, periods = _periods(rebalance.every, days[first_bar:]), _periods(rebalance.every, known)
    at = np.minimum(np.searchsorted(known, days[first_bar:]), len(known) - 1)
    starts, ends = np.searchsorted(periods, own), np.searchsorted(periods, own, side="right")
    number = ends - at if rebalance.session < 0 else at - starts + 1
    chosen = (number == abs(rebalance.session)) & (known[at] == days[first_bar:])
    if sessions is None and rebalance.session < 0:
        chosen &= own != periods[-1]
    found: Counts = bars[chosen]
    return found


def _periods(every: Period, days: Days) -> npt.NDArray[np.int64]:
    """The number of the period that each day lies in."""
    if every is Period.WEEK:
        weeks: npt.NDArray[np.int64] = (days.astype(np.int64) + _MONDAY) // 7
        return weeks
    months: npt.NDArray[np.int64] = days.astype("datetime64[M]").astype(np.int64)
    return months // 3 if every is Period.QUARTER else months
