"""How the market's index has done over the last sessions."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import grown
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation
from src.modules.research.domain.technical.bars_in_use import BarsInUse, TooFewDailyBars, bars_in_use

_SPANS = {"index_return_20d": 20, "index_return_60d": 60}
# The longest holiday of any market, and a day: an index that is older than this says nothing about now.
_STALE = timedelta(days=15)


def benchmark_figures(series: BarSeries | None, as_of: datetime, holes: Sequence[Gap] = ()) -> Iterator[Finding]:
    """Returns over trading days; absent without an index, or where its bars end too early or have a hole."""
    bars = None if series is None else _usable(series, as_of, holes)
    for key, days in _SPANS.items():
        if bars is None:
            yield AbsentFigure(
                key,
                AbsenceReason(
                    Absence.INDEX_NOT_STORED, f"{key} needs recent bars of the market's index, and none are stored."
                ),
            )
        elif len(bars) <= days:
            yield AbsentFigure(
                key,
                AbsenceReason(
                    Absence.INDEX_TOO_SHORT, f"{key} needs {days + 1} bars of the index, {len(bars)} are there."
                ),
            )
        else:
            yield grown(key, _close(bars, -1), _close(bars, -1 - days))


def return_of(series: BarSeries, as_of: datetime, days: int, holes: Sequence[Gap] = ()) -> Finding:
    """Of another share, over trading days; absent where its bars are old, few or have a hole."""
    key, bars = f"return_{days}d", _usable(series, as_of, holes)
    if bars is None or len(bars) <= days:
        return AbsentFigure(key, AbsenceReason(Absence.TOO_FEW_BARS, f"{key} needs {days + 1} recent bars."))
    closes = bars.columns.close
    return bars.figure(key, float(closes[-1] / closes[-1 - days]) - 1, "ratio", Operation.RETURN, bars=days + 1)


def _usable(series: BarSeries, as_of: datetime, holes: Sequence[Gap]) -> BarsInUse | None:
    try:
        bars = bars_in_use(series, as_of, holes)
    except TooFewDailyBars:
        return None
    last = bars.columns.time[-1].astype("datetime64[D]").item()
    return bars if local_day(series.symbol.market, as_of) - last <= _STALE else None


def _close(bars: BarsInUse, place: int) -> Finding:
    value = float(bars.columns.close[place])
    return bars.figure("index_close", value, "points", Operation.IDENTITY, bars=1, last=place, column="close")
