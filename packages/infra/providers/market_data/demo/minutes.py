"""Five-minute bars that add up to the days: of the last founding year and of every day since."""

from itertools import pairwise

import numpy as np

from packages.domain.market_data.bars import BarSeries, Floats
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.draws import Draws
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import LAST

_FIRST = np.datetime64(f"{LAST.year}-01-01")
_BARS = 48  # 9:30 to 11:30 and 13:00 to 15:00 in Shanghai
_STARTS = [*range(90, 210, 5), *range(300, 420, 5)]  # minutes after midnight UTC


def five_minute_bars(seed: int, daily: BarSeries) -> BarSeries:
    """The sessions of an instrument that trades in Shanghai's hours. The founding year's share one stream; each later
    day has its own."""
    columns = daily.columns[int(np.searchsorted(daily.columns.time, _FIRST)) :]
    days = columns.time.astype("datetime64[D]")
    founding, name = Draws(seed, f"five minutes {daily.symbol}"), f"five minutes {daily.symbol}"
    draws = [founding if day <= np.datetime64(LAST) else Draws(seed, f"{name} {day}") for day in days]
    prices = np.vstack([columns.open, columns.high, columns.low, columns.close])
    cents = (prices * 100 + 0.5).astype(np.int64).T.tolist()
    bars = np.vstack([np.zeros((0, 4)), *(_session(one, *day) for one, day in zip(draws, cents, strict=True))]) / 100
    units = [_share_out(one, int(day)) for one, day in zip(draws, columns.volume.tolist(), strict=True)]
    volume = np.concatenate([np.zeros(0), *units])
    starts = np.array(_STARTS, dtype="timedelta64[m]")
    time = (columns.time[:, None] + starts[None, :]).reshape(-1)
    return assemble(
        daily.symbol,
        Timeframe.M5,
        SOURCE,
        time=time,
        open_=bars[:, 0],
        high=bars[:, 1],
        low=bars[:, 2],
        close=bars[:, 3],
        volume=volume,
    )


def _session(draws: Draws, first: int, high: int, low: int, last: int) -> Floats:
    """A walk from open to close within the day's range that touches both of its ends."""
    steps = draws.normal(_BARS).tolist()
    walk, total = [0.0], 0.0
    for step in steps:
        total += step
        walk.append(total)
    width = max(high - low, 1) * 0.12
    bridge = [
        first + (last - first) * n / _BARS + width * (walk[n] - walk[_BARS] * n / _BARS) for n in range(_BARS + 1)
    ]
    marks = [min(max(int(price + 0.5), low), high) for price in bridge]
    marks[0], marks[-1] = first, last
    top, bottom = marks[:-1].index(max(marks[:-1])), marks[:-1].index(min(marks[:-1]))
    rows = [[a, max(a, b), min(a, b), b] for a, b in pairwise(marks)]
    rows[top][1], rows[bottom][2] = high, low
    return np.array(rows)


def _share_out(draws: Draws, units: int) -> Floats:
    """Whole lots, more of them early and late in the day."""
    middle = (_BARS - 1) / 2
    weights = [0.5 + u + ((n - middle) / middle) ** 2 for n, u in enumerate(draws.uniform(_BARS).tolist())]
    total, lots = sum(weights), units // 100
    shared = [int(lots * weight / total) for weight in weights]
    shared[0] += lots - sum(shared)
    return np.array(shared, dtype=np.float64) * 100
