"""Weekly and monthly readings out of daily bars, and how a share has done against its market and its industry."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, Floats
from packages.domain.market_data.coverage import Gap
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.technical.benchmark import benchmark_figures
from src.modules.research.domain.technical.indicators import rsi, simple_mean

# 1970-01-01 was a Thursday: moved by three days, weeks begin on Monday.
_MONDAY = np.timedelta64(3, "D")
RELATIVE = {"relative_20d": ("return_20d", "index_return_20d"), "relative_60d": ("return_60d", "index_return_60d")}


def weekly_closes(columns: BarColumns) -> Floats:
    """The last close of each week; the running one counts as it stands."""
    days = columns.time.astype("datetime64[D]") + _MONDAY
    return _lasts(columns.close, days.astype("datetime64[W]").astype(np.int64))


def monthly_closes(columns: BarColumns) -> Floats:
    return _lasts(columns.close, columns.time.astype("datetime64[M]").astype(np.int64))


def _lasts(close: Floats, periods: np.typing.NDArray[np.int64]) -> Floats:
    if not len(close):
        return close
    ends = np.append(np.flatnonzero(np.diff(periods)), len(close) - 1)
    lasts: Floats = close[ends]
    return lasts


def mean_of_last(closes: Floats, length: int) -> float:
    """NaN where there are too few."""
    return float(simple_mean(closes, length)[-1]) if len(closes) >= length else float("nan")


def rsi_of_last(closes: Floats, length: int = 14) -> float:
    return float(rsi(closes)[-1]) if len(closes) > length else float("nan")


def relative_figures(
    findings: Findings, index: BarSeries | None, as_of: datetime, holes: Sequence[Gap] = ()
) -> dict[str, Finding]:
    """The share's return less the index's over the same number of sessions, and the index's own."""
    market = {finding.key: finding for finding in benchmark_figures(index, as_of, holes)}
    compared = {key: _apart(key, findings[own], market[other]) for key, (own, other) in RELATIVE.items()}
    return {**market, **compared}


def industry_figures(findings: Findings, peers: Sequence[Finding], fewest: int) -> dict[str, Finding]:
    """The median return of the industry's other companies over the same sessions, the share's own less it, and its
    place among them; nothing where fewer than `fewest` of them traded to its last day."""
    own = findings["return_60d"]
    if isinstance(own, AbsentFigure):
        return {}
    others = [one for one in peers if isinstance(one, ResearchFigure) and one.ends == own.ends]
    if len(others) < fewest:
        return {}
    median = combined("industry_return_60d", Operation.MEDIAN, others, unit="ratio")
    apart = combined("industry_relative_60d", Operation.DIFFERENCE, (own, median), unit="pp")
    place = combined("industry_place_60d", Operation.PLACE_AMONG, (own, *others), unit="plain")
    return {each.key: each for each in (median, apart, place)}


def _apart(key: str, own: Finding, market: Finding) -> Finding:
    if isinstance(own, AbsentFigure) or isinstance(market, AbsentFigure):
        return combined(key, Operation.DIFFERENCE, (own, market))
    if own.ends != market.ends:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.INDEX_OTHER_DAY,
                f"{key} needs the same last day: the share's is {own.ends}, the index's {market.ends}.",
            ),
        )
    return combined(key, Operation.DIFFERENCE, (own, market), unit="pp")
