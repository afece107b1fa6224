"""The backtest's decision for live trading: the port `Decide` over the kernel, the values behind each decision, and the
decision as orders, exits first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import assert_never

import numpy as np

from packages.core.errors import NotFound
from packages.domain.backtest import deciding, kernel_book
from packages.domain.backtest.analysis.observed import Observed
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.deciding import Ranges
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import instant
from packages.domain.strategy import conditions as c
from packages.domain.strategy import trade as t
from packages.domain.strategy.explain.formula import formula
from packages.domain.strategy.model import Direction, Side, Strategy
from packages.domain.strategy.operands import Series
from packages.domain.strategy.walk import every_condition
from packages.domain.trading.decisions import Book, Decision, Enter, Holding, HoldingState, Leave
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderType,
    PartTarget,
    SizeRule,
    Sizing,
    client_order_id,
)


def type_of(order: t.Order) -> OrderType:
    match order:
        case t.MarketOrder():
            return OrderType.MARKET
        case t.LimitOrder():
            return OrderType.LIMIT
        case t.StopOrder():
            return OrderType.STOP
        case _:
            assert_never(order)


def valid_bars_of(order: t.Order) -> int | None:
    return None if isinstance(order, t.MarketOrder) else order.valid_bars


def guards_of(exits: Sequence[t.Exit], ranges: Ranges) -> Guards:
    """Signals and holding times are no guards: the desk decides on them."""
    guards = Guards(parts=tuple(_part_targets(exits, ranges)))
    for exit_ in exits:
        match exit_:
            case t.TakeProfit(_, part) if part is not None:
                pass
            case t.StopLoss(stop):
                guards = replace(guards, stop=resolved(stop, ranges.stop))
            case t.TakeProfit(target):
                guards = replace(guards, target=resolved(target, ranges.target))
            case t.Bracket(stop, reward):
                multiple = GuardDistance(DistanceUnit.RISK, float(reward))
                guards = replace(guards, stop=resolved(stop, ranges.stop), target=multiple)
            case t.TrailingStop(stop):
                guards = replace(guards, trail=resolved(stop, ranges.trail))
            case t.SignalExit() | t.TimeExit():
                pass
            case _:
                assert_never(exit_)
    return guards


def _part_targets(exits: Sequence[t.Exit], ranges: Ranges) -> Iterator[PartTarget]:
    for rule, exit_ in enumerate(exits):
        if isinstance(exit_, t.TakeProfit) and exit_.part is not None:
            fraction = None if exit_.part.fraction is None else float(exit_.part.fraction)
            distance = resolved(exit_.target, ranges.parts.get(rule, 1.0))
            yield PartTarget(rule, distance, fraction, exit_.part.units)


def resolved(distance: t.Distance, average_range: float) -> GuardDistance:
    """Multiples of the range become points, by the multiplication that the kernel does."""
    value = float(distance.value)
    match distance.unit:
        case t.Unit.POINTS:
            return GuardDistance(DistanceUnit.POINTS, value)
        case t.Unit.PCT:
            return GuardDistance(DistanceUnit.PCT, value)
        case t.Unit.ATR_MULTIPLE:
            return GuardDistance(DistanceUnit.POINTS, value * average_range)
        case _:
            assert_never(distance.unit)


def sizing_of(sizing: t.Sizing, deviation: float) -> Sizing:
    match sizing:
        case t.FixedQuantity(qty):
            return Sizing(SizeRule.QUANTITY, float(qty))
        case t.FixedCash(cash):
            return Sizing(SizeRule.CASH, float(cash))
        case t.EquityFraction(pct):
            return Sizing(SizeRule.EQUITY, float(pct))
        case t.VolatilityTarget(target, _, most):
            return Sizing(SizeRule.VOLATILITY, float(target), deviation, float(most))
        case t.RiskPerTrade(pct):
            return Sizing(SizeRule.RISK, float(pct))
        case _:
            assert_never(sizing)


def requests_of(deployment_id: str, decision: Decision, held: Mapping[str, Decimal]) -> Iterator[OrderRequest]:
    """`held` has the shares of each position, below 0 when short. Sizes of entries are left to the fill."""
    for leave in decision.exits:
        yield _exit(deployment_id, decision.bar, leave, abs(held.get(leave.symbol, Decimal(0))))
    for enter in decision.entries:
        yield _entry(deployment_id, decision.bar, enter)


def _exit(deployment_id: str, bar: datetime, leave: Leave, held: Decimal) -> OrderRequest:
    action, part, quantity = f"leave_{leave.direction.value}", leave.quantity, None if leave.sizing else held
    if part is not None:
        action, quantity = f"part_{leave.direction.value}", Decimal(repr(part))
    elif leave.sizing is not None:
        action = f"cut_{leave.direction.value}"
    return OrderRequest(
        client_order_id=client_order_id(deployment_id, bar, action, leave.symbol),
        symbol=leave.symbol,
        side=OrderSide.SELL if leave.direction is Direction.LONG else OrderSide.BUY,
        effect=Effect.CLOSE,
        type=OrderType.MARKET,
        quantity=quantity,
        sizing=leave.sizing,
        reason=leave.reason,
        scales=part is not None,
        part=None if part is None else leave.rule,
    )


def _entry(deployment_id: str, bar: datetime, enter: Enter) -> OrderRequest:
    action = f"{'add' if enter.adds else 'enter'}_{enter.direction.value}"
    return OrderRequest(
        client_order_id=client_order_id(deployment_id, bar, action, enter.symbol),
        symbol=enter.symbol,
        side=OrderSide.BUY if enter.direction is Direction.LONG else OrderSide.SELL,
        effect=Effect.OPEN,
        type=enter.type,
        sizing=enter.sizing,
        price=None if enter.price is None else Decimal(repr(enter.price)),
        valid_bars=enter.valid_bars,
        guards=enter.guards,
        reference_price=Decimal(repr(enter.close)),
        reason="entry",
        scales=enter.scales,
        adds=enter.adds,
    )


def stands_from_last(side: Side) -> bool:
    return side.scale_in is not None and side.scale_in.stops_from is t.StopsFrom.LAST_FILL


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


def _name(operand: Series, ago: int) -> str:
    if isinstance(operand, c.Price | c.FactorOutput):
        return formula(replace(operand, lag=operand.lag + ago))
    return f"{formula(operand)}[{ago}]" if ago else formula(operand)


def _position(state: HoldingState | None) -> kernel_book.KernelPosition | None:
    if state is None:
        return None
    lots = state.last_fill, state.lots, state.parted, state.is_parting
    return kernel_book.KernelPosition(state.quantity, state.entry_price, state.best_price, *lots)


class NoSuchBar(NotFound):
    """The bar to decide on is not among the bars at hand."""


def place_of_bar(panel: Panel, bar: datetime) -> int:
    place = int(np.searchsorted(panel.time, instant(bar)))
    if place == len(panel) or panel.time[place] != instant(bar):
        raise NoSuchBar("trading.no_such_bar", bar=bar.isoformat())
    return place


class KernelDecider:
    """Bound to one strategy and its bars until the tick's own; bars beyond it change nothing."""

    def __init__(self, compiled: Compiled, market: Panel | Arena) -> None:
        self._decide = deciding.Decider(compiled, market)
        self._panel = self._decide.panel
        self._rows = {ticker: at for at, ticker in enumerate(self._panel.tickers)}
        self._seen = Seen(compiled.strategy, self._panel)

    def __call__(self, bar: datetime, book: Book) -> Decision:
        place = place_of_bar(self._panel, bar)
        decided = self._decide(place, self._by_row(book))
        exits = tuple(self._leave(exit_, place) for exit_ in decided.exits)
        return Decision(bar, exits, tuple(self._enter(entry, place) for entry in decided.entries))

    def _place(self, at: datetime) -> int:
        """Of the bar that was going on at a time; -1 before the first."""
        return int(np.searchsorted(self._panel.time, instant(at), side="right")) - 1

    def _by_row(self, book: Book) -> kernel_book.KernelBook:
        account = book.account
        return kernel_book.KernelBook(
            tuple(self._held(holding) for holding in book.holdings),
            tuple(kernel_book.WaitingOrder(self._row(order.symbol), order.direction) for order in book.working),
            None if account is None else kernel_book.KernelAccount(account.equity, account.peak),
        )

    def _held(self, holding: Holding) -> kernel_book.HeldPosition:
        row, entered = self._row(holding.symbol), self._place(holding.since)
        return kernel_book.HeldPosition(row, holding.direction, entered, holding.is_leaving, _position(holding.state))

    def _row(self, symbol: str) -> int:
        if symbol not in self._rows:
            raise kernel_book.BadBook("trading.symbol_not_in_strategy", symbol=symbol)
        return self._rows[symbol]

    def _leave(self, exit_: deciding.ExitDecided, place: int) -> Leave:
        return Leave(
            symbol=self._panel.tickers[exit_.ticker],
            direction=exit_.direction,
            reason=exit_.reason.value,
            rule=exit_.rule,
            why=self._seen.values(exit_.ticker, place, exit_.why),
            quantity=exit_.quantity,
        )

    def _enter(self, entry: deciding.EntryDecided, place: int) -> Enter:
        return Enter(
            symbol=self._panel.tickers[entry.ticker],
            direction=entry.direction,
            type=type_of(entry.side.entry.order),
            price=entry.price,
            valid_bars=valid_bars_of(entry.side.entry.order),
            sizing=sizing_of(entry.side.sizing, entry.deviation),
            guards=replace(guards_of(entry.side.exits, entry.ranges), from_last=stands_from_last(entry.side)),
            close=entry.close,
            why=self._seen.values(entry.ticker, place, entry.why),
            adds=entry.adds,
            scales=entry.side.scales,
        )
