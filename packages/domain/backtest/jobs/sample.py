"""The data of a trial, and whether two series are the same data under different tickers.

Two series are the same data when their daily returns over at least 60 common days correlate by 0.98 or more, or by
-0.98 or less: a copy under another ticker, a fund on the same index, a leveraged or an inverse one.
"""

from datetime import date

import numpy as np

from packages.domain.backtest.analysis.benchmark import equal_parts
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.strategy.lineage import SampleSeries, TrialSample
from packages.domain.strategy.model import Universe

FEWEST_DAYS = 60
ALIKE = 0.98
_COVERED = 0.9  # of its days: a series that another one of the same ticker tells already is not kept again
_CLOSES = np.dtype([("day", "<i4"), ("log", "<f4")])


def sample_of(owner_id: str, digest: str, panel: Panel, first_bar: int) -> TrialSample:
    """`digest` is that of the panel's fingerprint; trading began on `first_bar`."""
    days = panel.time.astype("datetime64[D]").astype(np.int64)
    series = (_series(name, days, panel.close[at], first_bar) for at, name in enumerate(panel.tickers))
    return TrialSample(owner_id, digest, tuple(each for each in series if each is not None))


def universe_sample(owner_id: str, digest: str, universe: Universe, panel: Panel, first_bar: int) -> TrialSample:
    """Of the tickers that were listed, or of a whole market as one series."""
    if not universe.is_market:
        return sample_of(owner_id, digest, panel, first_bar)
    level = equal_parts(panel.close, None, 1.0, first_bar)
    return market_sample(owner_id, digest, universe.names[0], panel.time[first_bar:], level)


def market_sample(owner_id: str, digest: str, name: str, time: Instants, level: Floats) -> TrialSample:
    """Of a whole market: one series, its equal parts held."""
    days = time.astype("datetime64[D]").astype(np.int64)
    series = _series(name, days, level, 0)
    return TrialSample(owner_id, digest, () if series is None else (series,))


def _series(ticker: str, days: Counts, close: Floats, first_bar: int) -> SampleSeries | None:
    """The last close of every day; None where no bar may be traded."""
    there = np.isfinite(close) & (close > 0)
    there[:first_bar] = False
    found = days[there]
    if len(found) == 0:
        return None
    ends = np.flatnonzero(np.diff(found, append=found[-1] + 1))
    series_rows = np.empty(len(ends), dtype=_CLOSES)
    series_rows["day"], series_rows["log"] = found[ends], np.log(close[there][ends])
    return SampleSeries(ticker, _day(found[0]), _day(found[-1]), series_rows.tobytes())


def same_data(one: bytes, other: bytes) -> bool:
    """`closes` of two series."""
    first, second = (np.frombuffer(each, dtype=_CLOSES) for each in (one, other))
    _, here, there = np.intersect1d(first["day"], second["day"], assume_unique=True, return_indices=True)
    if len(here) <= FEWEST_DAYS:
        return False
    mine: Floats = np.diff(first["log"][here].astype(np.float64))
    theirs: Floats = np.diff(second["log"][there].astype(np.float64))
    if mine.std() == 0.0 or theirs.std() == 0.0:
        return False
    return bool(abs(np.corrcoef(mine, theirs)[0, 1]) >= ALIKE)


def is_covered(series: bytes, kept: bytes) -> bool:
    """Whether a kept series of the same ticker says nearly all that this one does."""
    mine, known = (np.frombuffer(each, dtype=_CLOSES)["day"] for each in (series, kept))
    return len(np.intersect1d(mine, known)) >= _COVERED * len(mine) and (series == kept or same_data(series, kept))


def _day(number: int) -> date:
    day: date = np.datetime64(int(number), "D").item()
    return day
