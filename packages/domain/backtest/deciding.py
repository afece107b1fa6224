"""What a strategy decides on the close of one bar: the backtest's own rules, for whoever trades it bar by bar.

Step 8 of docs/decisions/0011, by the kernel itself. Nothing that comes after the bar can change it, so a panel may end
with the bar or go on beyond it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from packages.domain.backtest.analysis.account import AccountSeen
from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.analysis.observed import Observed, Texts, Watcher
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.engine import terms_for
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel import work
from packages.domain.backtest.kernel_book import SIDES, BadBook, BookArrays, HeldPosition, KernelBook
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.trade_rows import REASONS
from packages.domain.backtest.trades import ExitReason
from packages.domain.strategy.model import Direction, Side, adding
from packages.domain.strategy.trade import SignalExit, TimeExit


@dataclass(frozen=True, slots=True)
class ExitDecided:
    """A position is to leave at the next open; `rule` is the place of the exit in the strategy's list. With a
    `quantity` so much of it leaves, otherwise all."""

    ticker: int
    direction: Direction
    reason: ExitReason
    rule: int
    why: tuple[Observed, ...]
    quantity: float | None = None


@dataclass(frozen=True, slots=True)
class Ranges:
    """The average true ranges that distances from the fill are multiples of; 1 where one is not."""

    stop: float
    target: float
    trail: float
    parts: Mapping[int, float] = field(default_factory=dict)  # of targets of parts, by the place of the exit


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDecided:
    """An entry is to be ordered by the rules of `side`; `price` is None for a market order. `deviation` is the yearly
    volatility that the size needs, 1 where it needs none. One that `adds` is a further unit of a position."""

    ticker: int
    direction: Direction
    side: Side
    price: float | None
    close: float
    ranges: Ranges
    deviation: float
    why: tuple[Observed, ...]
    adds: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """Exits in the order of the tickers; further units likewise, then entries, best first."""

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
        if self._compiled.reads_account and not book.is_known:
            raise BadBook("backtest.account_unknown")
        account = BookArrays(self.panel, bar, book, self._compiled)
        ranked = work.decide(self._table + work.array_table(account.arrays), bar, len(self.panel.tickers))
        exits = tuple(self._exits(account, bar, book))
        units = self._units(account, bar, book) if self.strategy.scales else ()
        return Decided(bar, exits, (*units, *self._entries(account, bar, ranked)))

    def _exits(self, account: BookArrays, bar: int, book: KernelBook) -> Iterator[ExitDecided]:
        for held in sorted(book.held, key=lambda each: each.ticker):
            note = account.notes[held.ticker].tolist()
            part = float(account.positions[held.ticker, k.PARTING])
            leaves, parts = note[k.LEAVE] != k.STAYS, part > 0 and not (held.state and held.state.is_parting)
            if held.is_leaving or not (leaves or parts):
                continue
            rule, bars = note[k.LEAVE_RULE if leaves else k.PARTING_RULE], note[k.AGE]
            why = tuple(self._reasons.exit(held, rule, bar, bars, account.seen(held.ticker)))
            reason = REASONS[note[k.LEAVE]] if leaves else ExitReason.SIGNAL
            yield ExitDecided(held.ticker, held.direction, reason, rule, why, None if leaves else part)

    def _units(self, account: BookArrays, bar: int, book: KernelBook) -> Iterator[EntryDecided]:
        """Orders of further units that this close brought."""
        waiting = {(each.ticker, each.direction) for each in book.waiting}
        for held in sorted(book.held, key=lambda each: each.ticker):
            place = 2 * held.ticker + SIDES.index(held.direction)
            if not account.orders[place, k.STATE] or (held.ticker, held.direction) in waiting:
                continue
            side, seen = dict(self.strategy.sides)[held.direction], account.seen(held.ticker)
            why = tuple(self._reasons.unit(held.ticker, held.direction, bar, seen))
            yield self._ordered(account, bar, held.ticker, held.direction, adding(side), why, adds=True)

    def _ordered(
        self,
        account: BookArrays,
        bar: int,
        at: int,
        direction: Direction,
        side: Side,
        why: tuple[Observed, ...],
        *,
        adds: bool = False,
    ) -> EntryDecided:
        order = account.orders[2 * at + SIDES.index(direction)].tolist()
        ranges = Ranges(order[k.ATR_STOP], order[k.ATR_TARGET], order[k.ATR_TRAIL], account.part_ranges(at, direction))
        return EntryDecided(
            ticker=at,
            direction=direction,
            side=side,
            price=None if order[k.STATE] == k.MARKET else order[k.AT],
            close=float(self.panel.close[at, bar]),
            ranges=ranges,
            deviation=order[k.DEVIATION],
            why=why,
            adds=adds,
        )

    def _entries(self, account: BookArrays, bar: int, ranked: list[int]) -> Iterator[EntryDecided]:
        """Of an instrument that waits on both sides, the long order comes first."""
        sides = dict(self.strategy.sides)
        for at, wanted in (divmod(each, 4) for each in ranked):
            for place, direction in enumerate(SIDES):
                if not wanted & 1 << place:
                    continue
                why = tuple(self._reasons.entry(at, direction, bar, account.seen(at)))
                yield self._ordered(account, bar, at, direction, sides[direction], why)


class _Reasons:
    """What each condition saw, in the form in which the trades of a backtest have it."""

    def __init__(self, compiled: Compiled, panel: Panel) -> None:
        self._compiled, self._panel = compiled, panel
        self._sides = dict(compiled.strategy.sides)
        self._watchers: dict[int, Watcher] = {}
        self._texts = Texts(compiled.strategy, compiled.catalogue)

    def entry(self, ticker: int, direction: Direction, bar: int, account: AccountSeen | None) -> Iterator[Observed]:
        condition = self._sides[direction].entry.condition
        return self._watcher(ticker).observed(f"/trade/{direction.value}/entry/condition", condition, bar, account)

    def unit(self, ticker: int, direction: Direction, bar: int, account: AccountSeen | None) -> Iterator[Observed]:
        condition = adding(self._sides[direction]).entry.condition
        return self._watcher(ticker).observed(f"/trade/{direction.value}/scale_in/condition", condition, bar, account)

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
