"""Volumes that are a thousandfold from one bar to the next and stay so: two units in one file, such as thousands of
shares and shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log10

import numpy as np
import polars as pl

from packages.core.messages import message
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess

STEPPED = "the volume is in another unit than that of other bars"
_AROUND = 10  # bars before and after a step, all of which are apart
_APART = log10(5)
# Powers of ten between two units, and how far the volumes themselves may have moved.
_POWERS = {Market.CN_STOCKS: ((2, 0.35), (4, 0.5), (6, 0.5))}
_ELSEWHERE = ((3, 0.5), (6, 0.5))


@dataclass(frozen=True, slots=True)
class VolumeStretch:
    """Bars of a larger unit, from `since` until before `until` (None: to the ends); `factor` brings them to that of the
    others. `line` is the first behind the step."""

    since: datetime | None
    until: datetime | None
    factor: float
    line: int


def volume_stretches(bars: pl.DataFrame, market: Market) -> list[VolumeStretch]:
    """`bars`: in the order of time. The smallest unit is that of all."""
    powers = _POWERS.get(market, _ELSEWHERE)
    traded = bars["volume"].to_numpy() > 0
    if traded.sum() < 2 * _AROUND:
        return []
    logs = np.log10(bars["volume"].to_numpy()[traded])
    if logs.max() - logs.min() < powers[0][0] - powers[0][1]:
        return []
    steps = [(place, power) for place in _steps(logs) if (power := _power(logs, place, powers))]
    if not steps:
        return []
    places = np.flatnonzero(traded)
    times = [bars["time"][int(places[place])] for place, _ in steps]
    line = bars["line"][int(places[steps[0][0]])]
    levels = [0, *np.cumsum([power for _, power in steps]).tolist()]
    return [
        VolumeStretch(since, until, 10.0 ** (max(levels) - level), line)
        for level, since, until in zip(levels, [None, *times], [*times, None], strict=True)
        if level < max(levels)
    ]


def _steps(logs: np.ndarray) -> list[int]:
    """Places at which all bars around are apart."""
    moved = np.flatnonzero(np.abs(np.diff(logs)) > _APART) + 1
    moved = moved[(moved >= _AROUND) & (moved <= len(logs) - _AROUND)]
    windows = np.lib.stride_tricks.sliding_window_view(logs, _AROUND)
    before, after = windows[moved - _AROUND], windows[moved]
    up = after.min(axis=1) - before.max(axis=1) > _APART
    down = before.min(axis=1) - after.max(axis=1) > _APART
    found: list[int] = moved[up | down].tolist()
    return found


def _power(logs: np.ndarray, place: int, powers: Sequence[tuple[int, float]]) -> int:
    """Of ten, negative where volumes fall; 0 where no unit explains the step."""
    moved = float(np.median(logs[place : place + _AROUND]) - np.median(logs[place - _AROUND : place]))
    found = next((power for power, reach in powers if abs(abs(moved) - power) < reach), 0)
    return found if moved > 0 else -found


def stretch_guess(stretches: Sequence[VolumeStretch], asked: Answers) -> Guess | None:
    if not stretches:
        return None
    first = stretches[0]
    why = message("market_data.import.volume_steps", line=first.line, times=f"{first.factor:,.0f}")
    return asked.choose("volume_steps", "scale", why, ("scale", "leave_out", "keep"), asks=True)
