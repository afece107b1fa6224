"""What a strategy decides on the close of one bar: the backtest's own rules, for whoever trades it bar by bar.

Step 8 of docs/decisions/0011, by the kernel itself. Nothing that comes after the bar can change it, so a panel may end
with the bar or go on beyond it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.analysis.account import AccountSeen, PositionSeen
from packages.domain.backtest.analysis.observed import Observed, Texts, Watcher
from packages.domain.backtest.analysis.own_bars import AnalysisBars
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.engine import terms_for
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel import work
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.trade_rows import REASONS
from packages.domain.backtest.trades import ExitReason
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Direction, Side
from packages.domain.strategy.trade import SignalExit, TimeExit

_SIDES = (Direction.LONG, Direction.SHORT)


class BadBook(Invalid):
    """A book that cannot be decided on: it does not fit the bars."""


@dataclass(frozen=True, slots=True)
class KernelPosition:
    """What rules on the account see of a position; `quantity` is below 0 when short."""

    quantity: float
    entry_price: float
    best_price: float


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


@dataclass(frozen=True, slots=True)
class ExitDecided:
    """A position is to leave at the next open; `rule` is the place of the exit in the strategy's list."""

    ticker: int
    direction: Direction
    reason: ExitReason
    rule: int
    why: tuple[Observed, ...]


@dataclass(frozen=True, slots=True)
class Ranges:
    """The average true ranges that distances from the fill are multiples of; 1 where one is not."""

    stop: float
    target: float
    trail: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDecided:
    """An entry is to be ordered by the rules of `side`; `price` is None for a market order. `deviation` is the yearly
    volatility that the size needs, 1 where it needs none."""

    ticker: int
    direction: Direction
    side: Side
    price: float | None
    close: float
    ranges: Ranges
    deviation: float
    why: tuple[Observed, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """Exits in the order of the tickers, entries best first."""

    bar: int
    exits: tuple[ExitDecided, ...]
    entries: tuple[EntryDecided, ...]


def decide(compiled: Compiled, market: Panel | Arena, book: KernelBook) -> Decided:
    """On the last bar."""
    decider = Decider(compiled, market)
    return decider(len(decider.panel) - 1, book)


class Decider:
    """One strategy on one market. Its conditions are worked out once; between two decisions nothing is kept."""

    def __init__(self, compiled: Compiled, market: Panel | Arena) -> None:
        self._arena = market if isinstance(market, Arena) else Arena(market)
        self.panel = self._arena.panel
        self.strategy = compiled.strategy
        self._compiled = compiled
        self._columns = self._arena.columns(compiled.sources)
        instruments, bars = self.panel.close.shape
        self._arrays: work.Arrays = {
            k.TERMS: terms_for(compiled, self.panel, Terms()),
            k.COLUMNS: work.addresses(self._columns),
            k.SIGNAL: np.empty((instruments, bars), dtype=np.uint8),
            k.TRUTH: np.empty((instruments * len(compiled.ops), bars), dtype=np.uint8),
        }
        self._table = self._arena.table(impact=False) + compiled.table + work.array_table(self._arrays)
        self._reasons = _Reasons(compiled, self.panel)
        work.watch(self._table)

    def __call__(self, bar: int, book: KernelBook) -> Decided:
        """On bar number `bar` of the panel."""
        if len(self._compiled.live) and not book.is_known:
            raise BadBook("backtest.account_unknown")
        account = _Account(self.panel, bar, book)
        ranked = work.decide(self._table + work.array_table(account.arrays), bar, len(self.panel.tickers))
        exits = tuple(self._exits(account, bar, book))
        return Decided(bar, exits, tuple(self._entries(account, bar, ranked)))

    def _exits(self, account: "_Account", bar: int, book: KernelBook) -> Iterator[ExitDecided]:
        for held in sorted(book.held, key=lambda each: each.ticker):
            note = account.notes[held.ticker].tolist()
            if held.is_leaving or note[k.LEAVE] == k.STAYS:
                continue
            rule, bars = note[k.LEAVE_RULE], note[k.AGE]
            why = tuple(self._reasons.exit(held, rule, bar, bars, account.seen(held.ticker)))
            yield ExitDecided(held.ticker, held.direction, REASONS[note[k.LEAVE]], rule, why)

    def _entries(self, account: "_Account", bar: int, ranked: list[int]) -> Iterator[EntryDecided]:
        """Of an instrument that waits on both sides, the long order comes first."""
        sides = dict(self.strategy.sides)
        for at, wanted in (divmod(each, 4) for each in ranked):
            for place, direction in enumerate(_SIDES):
                if not wanted & 1 << place:
                    continue
                order = account.orders[2 * at + place].tolist()
                yield EntryDecided(
                    ticker=at,
                    direction=direction,
                    side=sides[direction],
                    price=None if order[k.STATE] == k.MARKET else order[k.AT],
                    close=float(self.panel.close[at, bar]),
                    ranges=Ranges(order[k.ATR_STOP], order[k.ATR_TARGET], order[k.ATR_TRAIL]),
                    deviation=order[k.DEVIATION],
                    why=tuple(self._reasons.entry(at, direction, bar, account.seen(at))),
                )


class _Account:
    """The book as the kernel reads it, and where it writes what it decided."""

    def __init__(self, panel: Panel, bar: int, book: KernelBook) -> None:
        instruments = len(panel.tickers)
        self.positions: Floats = np.zeros((instruments, k.POSITION_WIDTH))
        self.orders: Floats = np.zeros((2 * instruments, k.ORDER_WIDTH))
        self.notes: Counts = np.zeros((instruments, k.NOTE_WIDTH), dtype=np.int64)
        self.account: Floats = np.zeros(k.ACCOUNT_WIDTH)
        if book.account is not None:
            self.account[[k.LAST, k.PEAK]] = book.account.equity, book.account.peak
        for held in book.held:
            self._hold(panel, bar, held)
        for waiting in book.waiting:
            self.orders[2 * waiting.ticker + _SIDES.index(waiting.direction), k.STATE] = k.LIMIT
        self.arrays: work.Arrays = {
            k.POSITIONS: self.positions,
            k.ORDERS: self.orders,
            k.NOTES: self.notes,
            k.QUEUE: np.zeros(instruments, dtype=np.int64),
            k.RANK: np.zeros(instruments),
            k.ACCOUNT: self.account,
        }

    def seen(self, ticker: int) -> AccountSeen | None:
        """By the rules of an instrument; None where the book does not tell."""
        equity, peak = self.account[[k.LAST, k.PEAK]].tolist()
        if not peak:
            return None
        row, note = self.positions[ticker].tolist(), self.notes[ticker].tolist()
        prices = row[k.PRICE], row[k.BEST_AT]
        held = PositionSeen(row[k.QTY], *prices, note[k.AGE], row[k.MARK]) if row[k.QTY] else None
        return AccountSeen(equity, peak, held)

    def _hold(self, panel: Panel, bar: int, held: HeldPosition) -> None:
        if not 0 <= held.entry_bar <= bar:
            raise BadBook("backtest.entered_outside_bars", ticker=panel.tickers[held.ticker])
        if self.positions[held.ticker, k.QTY] != 0:
            raise BadBook("backtest.held_twice", ticker=panel.tickers[held.ticker])
        side, lasted = _SIDES.index(held.direction), panel.close[held.ticker, held.entry_bar : bar + 1]
        note = self.notes[held.ticker]
        self.positions[held.ticker, k.QTY] = 1 - 2 * side
        if held.state is not None:
            known = held.state.quantity, held.state.entry_price, held.state.best_price, lasted[np.isfinite(lasted)][-1]
            self.positions[held.ticker, [k.QTY, k.PRICE, k.BEST_AT, k.MARK]] = known
        note[k.SIDE], note[k.AGE] = side, np.count_nonzero(np.isfinite(lasted))
        note[k.LEAVE] = k.MARGIN_CALL if held.is_leaving else k.STAYS


class _Reasons:
    """What each condition saw, in the form in which the trades of a backtest have it."""

    def __init__(self, compiled: Compiled, panel: Panel) -> None:
        self._compiled, self._panel = compiled, panel
        self._sides = dict(compiled.strategy.sides)
        self._watchers: dict[int, Watcher] = {}
        self._texts = Texts()

    def entry(self, ticker: int, direction: Direction, bar: int, account: AccountSeen | None) -> Iterator[Observed]:
        condition = self._sides[direction].entry.condition
        return self._watcher(ticker).observed(f"/trade/{direction.value}/entry/condition", condition, bar, account)

    def exit(
        self, held: HeldPosition, rule: int, bar: int, bars: int, account: AccountSeen | None
    ) -> Iterator[Observed]:
        """`bars` is how long the position has lasted."""
        pointer, exit_ = f"/trade/{held.direction.value}/exits/{rule}", self._sides[held.direction].exits[rule]
        if isinstance(exit_, SignalExit):
            yield from self._watcher(held.ticker).observed(f"{pointer}/condition", exit_.condition, bar, account)
        elif isinstance(exit_, TimeExit):
            texts = self._texts.exit(pointer, exit_, held.direction)
            yield Observed(pointer, bar, *texts, bars, "gte", exit_.bars, bars >= exit_.bars)

    def _watcher(self, ticker: int) -> Watcher:
        if ticker not in self._watchers:
            own = AnalysisBars(self._compiled.strategy, self._panel, ticker, self._compiled.catalogue)
            self._watchers[ticker] = Watcher(own, self._texts)
        return self._watchers[ticker]
