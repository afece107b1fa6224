"""The book that a decision is made on, and the same as the arrays that the kernel reads and writes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.analysis.account import AccountSeen, PositionSeen
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel import work
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Direction

SIDES = (Direction.LONG, Direction.SHORT)


class BadBook(Invalid):
    """A book that cannot be decided on: it does not fit the bars."""


@dataclass(frozen=True, slots=True)
class KernelPosition:
    """What rules on the account see of a position; `quantity` is below 0 when short."""

    quantity: float
    entry_price: float
    best_price: float
    last_fill: float | None = None  # None: the entry itself
    lots: tuple[float, ...] = ()  # what is held of each fill, oldest first; empty for a position of one
    parted: Mapping[int, int] = field(default_factory=dict)  # how often each exit took a part
    is_parting: bool = False  # a part has been ordered out and could not leave yet


@dataclass(frozen=True, slots=True)
class KernelAccount:
    """The equity on the close, and the highest that it was on any."""

    equity: float
    peak: float


@dataclass(frozen=True, slots=True)
class HeldPosition:
    """A position on the close; `entry_bar` is the place of its fill on the panel's axis. One that `is_leaving` was due
    to leave and could not yet."""

    ticker: int
    direction: Direction
    entry_bar: int
    is_leaving: bool = False
    state: KernelPosition | None = None


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """An entry order that is still at work on the close."""

    ticker: int
    direction: Direction


@dataclass(frozen=True, slots=True)
class KernelBook:
    """All that a decision knows of the account; tickers are rows of the panel. Rules that read the account need it,
    and the state of every position."""

    held: tuple[HeldPosition, ...] = ()
    waiting: tuple[WaitingOrder, ...] = ()
    account: KernelAccount | None = None

    @property
    def is_known(self) -> bool:
        return self.account is not None and all(each.state is not None for each in self.held)


class BookArrays:
    """The book as the kernel reads it, and where it writes what it decided."""

    def __init__(self, panel: Panel, bar: int, book: KernelBook, compiled: Compiled) -> None:
        instruments = len(panel.tickers)
        self._compiled = compiled
        room = max((compiled.lots, *(len(each.state.lots) for each in book.held if each.state is not None)))
        self.lots: Floats = np.zeros((instruments, room * k.LOT_WIDTH))
        self.parted: Floats = np.ones((instruments, max(len(compiled.parts), 1) * k.PARTED_WIDTH))
        self.positions: Floats = np.zeros((instruments, k.POSITION_WIDTH))
        self.orders: Floats = np.zeros((2 * instruments, k.ORDER_WIDTH))
        self.notes: Counts = np.zeros((instruments, k.NOTE_WIDTH), dtype=np.int64)
        self.account: Floats = np.zeros(k.ACCOUNT_WIDTH)
        if book.account is not None:
            self.account[[k.LAST, k.PEAK]] = book.account.equity, book.account.peak
        for held in book.held:
            self._hold(panel, bar, held)
        for waiting in book.waiting:
            self.orders[2 * waiting.ticker + SIDES.index(waiting.direction), k.STATE] = k.LIMIT
        self.arrays: work.Arrays = {
            k.POSITIONS: self.positions,
            k.ORDERS: self.orders,
            k.NOTES: self.notes,
            k.QUEUE: np.zeros(instruments, dtype=np.int64),
            k.RANK: np.zeros(instruments),
            k.ACCOUNT: self.account,
            **({k.LOTS: self.lots, k.PARTED: self.parted} if compiled.strategy.scales else {}),
        }

    def part_ranges(self, ticker: int, direction: Direction) -> dict[int, float]:
        return {rule: float(row[k.PART_RANGE]) for rule, row in self._parts(ticker, direction)}

    def _parts(self, ticker: int, direction: Direction) -> Iterator[tuple[int, Floats]]:
        """What became of each part of a side, by the place of its exit."""
        plan, rows = self._compiled.plan[SIDES.index(direction)], self.parted[ticker].reshape(-1, k.PARTED_WIDTH)
        for at in range(plan[k.FIRST_PART], plan[k.FIRST_PART] + plan[k.PART_COUNT]):
            yield int(self._compiled.parts[at, k.PART_RULE]), rows[at]

    def seen(self, ticker: int) -> AccountSeen | None:
        """By the rules of an instrument; None where the book does not tell."""
        equity, peak = self.account[[k.LAST, k.PEAK]].tolist()
        if not peak:
            return None
        row, note = self.positions[ticker].tolist(), self.notes[ticker].tolist()
        prices = row[k.PRICE], row[k.BEST_AT]
        state = *prices, note[k.AGE], row[k.MARK], row[k.LAST_FILL], note[k.UNITS]
        held = PositionSeen(row[k.QTY], *state) if row[k.QTY] else None
        return AccountSeen(equity, peak, held)

    def _hold(self, panel: Panel, bar: int, held: HeldPosition) -> None:
        if not 0 <= held.entry_bar <= bar:
            raise BadBook("backtest.entered_outside_bars", ticker=panel.tickers[held.ticker])
        if self.positions[held.ticker, k.QTY] != 0:
            raise BadBook("backtest.held_twice", ticker=panel.tickers[held.ticker])
        side, lasted = SIDES.index(held.direction), panel.close[held.ticker, held.entry_bar : bar + 1]
        note = self.notes[held.ticker]
        self.positions[held.ticker, k.QTY] = 1 - 2 * side
        if held.state is not None:
            known = held.state.quantity, held.state.entry_price, held.state.best_price, lasted[np.isfinite(lasted)][-1]
            self.positions[held.ticker, [k.QTY, k.PRICE, k.BEST_AT, k.MARK]] = known
            self._hold_lots(held, held.state)
        note[k.SIDE], note[k.AGE] = side, np.count_nonzero(np.isfinite(lasted))
        note[k.LEAVE] = k.MARGIN_CALL if held.is_leaving else k.STAYS

    def _hold_lots(self, held: HeldPosition, state: KernelPosition) -> None:
        last = state.entry_price if state.last_fill is None else state.last_fill
        self.positions[held.ticker, [k.LAST_FILL, k.PARTING]] = last, float(state.is_parting)
        self.notes[held.ticker, k.UNITS] = len(state.lots) or 1
        if not self._compiled.strategy.scales:
            return
        self.lots[held.ticker, k.LOT_QTY :: k.LOT_WIDTH][: len(state.lots)] = state.lots
        for rule, row in self._parts(held.ticker, held.direction):
            row[k.PART_DONE] = state.parted.get(rule, 0)
