"""Drawn paths of one instrument by the compiled library: matrices with a row a path."""

from typing import Any

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel.binding import library
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.compiled import address_of

Kinds = npt.NDArray[np.bool_]


def blocks(begins: Floats, starts: Floats, chance: float, count: int) -> Counts:
    """Which of `count` observed bars each bar is: blocks of them, each begun where a draw is below the chance."""
    source = np.empty(begins.shape, dtype=np.int64)
    library().parley_path_blocks(*_at(begins, starts), chance, count, *begins.shape, *_at(source))
    return source


def chains(first: Kinds, draws: Floats, into_second: tuple[float, float]) -> Kinds:
    """Whether each path is in its second state, bar by bar. The second state follows when the draw is below its chance,
    which `into_second` gives by the state before."""
    states, draws, chances = np.empty(draws.shape, dtype=np.bool_), np.ascontiguousarray(draws), np.array(into_second)
    states[:, 0] = first
    library().parley_path_chains(*_at(draws, chances), *draws.shape, *_at(states))
    return states


def of_kinds(
    kinds: Kinds, picks: Floats, normal: Floats, deviations: Floats, means: Floats, places: tuple[Counts, Counts]
) -> Counts:
    """Which observed bar of its kind each bar is taken from; normal draws become returns of their kind in place."""
    source, together = np.empty(kinds.shape, dtype=np.int64), np.concatenate(places)
    counts = np.array([len(each) for each in places])
    given = (kinds, picks, deviations, means, together, counts)
    library().parley_path_kinds(*_at(*given), kinds.size, *_at(normal, source))
    return source


def variances(source: Counts, carried: Floats, first: float, fresh: float, wildest: float) -> Floats:
    """Each is the one before times what its bar carried on, and `fresh`, never above `wildest`."""
    found = np.empty(source.shape)
    library().parley_path_variances(*_at(source, carried), first, fresh, wildest, *source.shape, *_at(found))
    return found


def close_logs(returns: Floats, source: Counts, held: tuple[Floats, Floats] | None, furthest: float) -> Floats:
    """Of closes over the first one, which has a column too; returns are held between the limits of their observed bar
    in place."""
    rows, moves = returns.shape
    logs = np.empty((rows, moves + 1))
    limits = (0, 0) if held is None else _at(*held)
    library().parley_path_logs(*_at(returns, source), *limits, furthest, rows, moves, *_at(logs))
    return logs


def bars_of(
    close: Floats,
    source: Counts,
    gap: Floats,
    ranges: tuple[Floats, Floats],
    limits: tuple[Floats, Floats] | None,
    first: Floats,
) -> Floats:
    """Opens, highs, lows and, where there are any, lower and upper limits; closes are held to them in place. Factors of
    the gap and the range are a value each observed bar, or a matrix with one for each drawn bar."""
    rows, bars = close.shape
    found = np.empty((3 if limits is None else 5, rows, bars))
    drawn, held = (gap.ndim > 1, ranges[0].ndim > 1), (0, 0) if limits is None else _at(*limits)
    given = (close, source, gap, *ranges)
    library().parley_path_bars(*_at(*given), *drawn, *held, *_at(first), rows, bars - 1, *_at(found))
    return found


def falls(equity: Floats) -> tuple[Floats, Counts, Counts, Floats]:
    """Of each row how deep it fell, the places of the peak before and of the way back (-1 for none), and its highest
    and lowest value."""
    equity = np.ascontiguousarray(equity)
    rows, bars = equity.shape
    depth, peaks, backs, ends = np.empty(rows), np.empty(rows, np.int64), np.empty(rows, np.int64), np.empty((rows, 2))
    library().parley_falls(*_at(equity), rows, bars, *_at(depth, peaks, backs, ends))
    return depth, peaks, backs, ends


def _at(*arrays: npt.NDArray[Any]) -> tuple[int, ...]:
    return tuple(address_of(each) for each in arrays)
