"""The backtest's decision for live trading: the port `Decide` over the kernel, and the values behind each decision."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import numpy as np

from packages.core.errors import NotFound
from packages.domain.backtest import deciding
from packages.domain.backtest.analysis.observed import Observed
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import instant
from packages.domain.strategy import conditions as c
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import every_condition
from packages.domain.trading.decisions import Book, Decision, Enter, Holding, Leave
from packages.infra.providers.trading.engine.order_terms import guards_of, sizing_of, type_of, valid_bars_of

HELD = "bars_held"


class Seen:
    """Names what one strategy saw. `[n]` is n of the instrument's own bars before the bar of the decision; numbers that
    the strategy itself states are left out."""

    def __init__(self, strategy: Strategy, panel: Panel) -> None:
        self._panel = panel
        self._compared = {pointer: tuple(_compared(condition)) for pointer, condition in every_condition(strategy)}

    def values(self, ticker: int, bar: int, observed: Iterable[Observed]) -> Mapping[str, float]:
        return dict(pair for each in observed for pair in self._named(ticker, bar, each))

    def _named(self, ticker: int, bar: int, seen: Observed) -> Iterator[tuple[str, float]]:
        if seen.pointer not in self._compared:
            yield HELD, float(seen.left or 0)
            return
        ago = int(np.count_nonzero(np.isfinite(self._panel.close[ticker, seen.bar + 1 : bar + 1])))
        for operand, value in zip(self._compared[seen.pointer], (seen.left, seen.right), strict=False):
            if value is not None and not isinstance(operand, c.Constant):
                yield _name(operand, ago), value


def _compared(condition: c.Condition) -> Iterator[c.Operand]:
    """The sides of a comparison; conditions over time compare counts of bars, which the names of their parts tell."""
    match condition:
        case c.Compare(left, _, right) | c.Cross(left, _, right):
            yield from (left, right)
        case c.Flag(value):
            yield value
        case _:
            return


def _name(operand: c.Price | c.FactorOutput, ago: int) -> str:
    name = operand.field.value if isinstance(operand, c.Price) else operand.ref
    lag = operand.lag + ago
    return f"{name}[{lag}]" if lag else name


class NoSuchBar(NotFound):
    """The bar to decide on is not among the bars at hand."""


class KernelDecider:
    """Bound to one strategy and its bars until the tick's own; bars beyond it change nothing."""

    def __init__(self, compiled: Compiled, market: Panel | Arena) -> None:
        self._decide = deciding.Decider(compiled, market)
        self._panel = self._decide.panel
        self._rows = {ticker: at for at, ticker in enumerate(self._panel.tickers)}
        self._seen = Seen(compiled.strategy, self._panel)

    def __call__(self, bar: datetime, book: Book) -> Decision:
        place = self._place(bar)
        if place < 0 or self._panel.time[place] != instant(bar):
            raise NoSuchBar("trading.no_such_bar", bar=bar.isoformat())
        told = self._decide(place, self._by_row(book))
        exits = tuple(self._leave(exit_, place) for exit_ in told.exits)
        return Decision(bar, exits, tuple(self._enter(entry, place) for entry in told.entries))

    def _place(self, at: datetime) -> int:
        """Of the bar that was going on at a time; -1 before the first."""
        return int(np.searchsorted(self._panel.time, instant(at), side="right")) - 1

    def _by_row(self, book: Book) -> deciding.KernelBook:
        return deciding.KernelBook(
            tuple(self._held(holding) for holding in book.holdings),
            tuple(deciding.WaitingOrder(self._row(order.symbol), order.direction) for order in book.working),
        )

    def _held(self, holding: Holding) -> deciding.HeldPosition:
        row, entered = self._row(holding.symbol), self._place(holding.since)
        return deciding.HeldPosition(row, holding.direction, entered, holding.is_leaving)

    def _row(self, symbol: str) -> int:
        if symbol not in self._rows:
            raise deciding.BadBook("trading.symbol_not_in_strategy", symbol=symbol)
        return self._rows[symbol]

    def _leave(self, exit_: deciding.ExitDecided, place: int) -> Leave:
        return Leave(
            symbol=self._panel.tickers[exit_.ticker],
            direction=exit_.direction,
            reason=exit_.reason.value,
            rule=exit_.rule,
            why=self._seen.values(exit_.ticker, place, exit_.why),
        )

    def _enter(self, entry: deciding.EntryDecided, place: int) -> Enter:
        return Enter(
            symbol=self._panel.tickers[entry.ticker],
            direction=entry.direction,
            type=type_of(entry.side.entry.order),
            price=entry.price,
            valid_bars=valid_bars_of(entry.side.entry.order),
            sizing=sizing_of(entry.side.sizing, entry.deviation),
            guards=guards_of(entry.side.exits, entry.ranges),
            close=entry.close,
            why=self._seen.values(entry.ticker, place, entry.why),
        )
