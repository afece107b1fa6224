"""Positions of a run, each from its first fill until nothing is held any more, out of the trades that it has.

A strategy that adds units or leaves in parts, and a portfolio that cuts what has grown, have several trades of one
position. Whoever counts trades as evidence, or puts them into another order, wants positions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.trade_rows import DIRECTION, ENTRY_BAR, EXIT_BAR, PROFIT, TICKER
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Direction


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Of which something was sold, by the bar on which the last of it was. What `is_open` was not sold whole."""

    entry_bar: Counts
    exit_bar: Counts
    profit: Floats  # of all that was sold
    is_open: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.profit)

    def closed(self) -> "Positions":
        kept = ~self.is_open
        return Positions(self.entry_bar[kept], self.exit_bar[kept], self.profit[kept], self.is_open[kept])


def positions_of(outcome: Outcome) -> Positions:
    """Trades of one instrument in one direction belong together where the next was entered before the last had left:
    a new position of the same kind begins on a later bar."""
    raw = outcome.trades.raw
    place = _places(raw)
    count = int(place.max(initial=-1)) + 1
    entry, last = np.full(count, np.iinfo(np.int64).max), np.zeros(count, dtype=np.int64)
    np.minimum.at(entry, place, raw[:, ENTRY_BAR].astype(np.int64))
    np.maximum.at(last, place, raw[:, EXIT_BAR].astype(np.int64))
    profit, of = np.zeros(count), np.zeros((count, 2), dtype=np.int64)
    np.add.at(profit, place, raw[:, PROFIT])
    of[place] = raw[:, [TICKER, DIRECTION]].astype(np.int64)
    still = {
        (each.ticker, 1 if each.direction is Direction.LONG else -1, each.entry_bar) for each in outcome.open_positions
    }
    is_open = np.array([(int(t), int(d), int(b)) in still for (t, d), b in zip(of, entry, strict=True)], dtype=bool)
    order = np.argsort(last, kind="stable")
    return Positions(entry[order], last[order], profit[order], is_open[order])


def positions_taken(outcome: Outcome) -> int:
    """Closed ones and those that are still held."""
    found = positions_of(outcome)
    return len(found) - int(found.is_open.sum()) + len(outcome.open_positions)


def _places(raw: Floats) -> Counts:
    """The number of the position that each trade belongs to, by the first of its trades in the list."""
    ordered = np.lexsort((raw[:, EXIT_BAR], raw[:, ENTRY_BAR], raw[:, DIRECTION], raw[:, TICKER]))
    found = np.empty(len(raw), dtype=np.int64)
    found[ordered] = _numbered(raw[ordered][:, [TICKER, DIRECTION, ENTRY_BAR, EXIT_BAR]].tolist())
    _, first, place = np.unique(found, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[place]


def _numbered(rows: Sequence[list[float]]) -> list[int]:
    numbers, number, kind, until = list[int](), -1, None, -1.0
    for ticker, direction, entry, left in rows:
        if (ticker, direction) != kind or entry > until:
            number, kind, until = number + 1, (ticker, direction), left
        until = max(until, left)
        numbers.append(number)
    return numbers
