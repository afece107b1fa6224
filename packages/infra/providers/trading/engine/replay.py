"""The runtime over history: the paper broker trades each bar, the strategy decides on it, the orders go to the broker.

Its fills are those of the backtest, to the last bit; docs/decisions/0011 says what both do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from packages.domain.backtest.arena import Arena
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import Runnable
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Direction
from packages.domain.trading.decisions import AccountState, Book, Decide, Holding, HoldingState, Working
from packages.domain.trading.orders import Fill
from packages.infra.providers.trading.adapters.paper_bar import trade_bar
from packages.infra.providers.trading.adapters.paper_market import PaperMarket
from packages.infra.providers.trading.adapters.paper_orders import take_order
from packages.infra.providers.trading.adapters.paper_state import PaperPosition, PaperState, exact, opening_of
from packages.infra.providers.trading.engine.decider import requests_of
from packages.infra.providers.trading.engine.weights import decider_of

_REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of it: every fill, and the account after each bar."""

    fills: tuple[Fill, ...]
    accounts: tuple[PaperState, ...]


def replay(compiled: Runnable, market: Panel | Arena, terms: Terms, decide: Decide | None = None) -> Replayed:
    """In memory; as in a backtest, nothing is ordered on the last bar. Without a decider of the caller's own the
    conditions are worked out once for all bars."""
    arena = market if isinstance(market, Arena) else Arena(market)
    fills: list[Fill] = []
    accounts: list[PaperState] = []
    for account, traded in _bars(compiled, arena, terms, decide or decider_of(compiled, arena)):
        fills.extend(traded)
        accounts.append(account)
    return Replayed(tuple(fills), tuple(accounts))


def _bars(
    compiled: Runnable, arena: Arena, terms: Terms, decide: Decide
) -> Iterator[tuple[PaperState, tuple[Fill, ...]]]:
    """The account after each bar, before the decision on it, with the bar's fills."""
    bars, opening = PaperMarket(arena), opening_of(arena.panel, terms, compiled.places)
    account = PaperState(account_id=_REPLAY, opening=opening, cash=float(terms.cash))
    peak = account.equity
    for index in range(len(bars)):
        bar = bars.bar(index)
        traded = trade_bar(account, bar)
        account = traded.state
        peak = max(peak, account.equity)
        yield account, traded.fills
        if index + 1 < len(bars) and account.ruined_on is None:
            account = _ordered(account, peak, bar.time, decide)


def _ordered(account: PaperState, peak: float, bar: datetime, decide: Decide) -> PaperState:
    held = {position.symbol: exact(position.quantity) for position in account.held()}
    for request in requests_of(_REPLAY, decide(bar, book_of(account, peak)), held):
        account, _ = take_order(account, request, bar)
    return account


def book_of(account: PaperState, peak: float) -> Book:
    """A paper account as a decision sees it; `peak` is the highest equity that it had on a close."""
    closing = {order.request.symbol for order in account.orders if order.request.closes_all}
    parting = parting_in(account)
    holdings = tuple(
        Holding(
            symbol=position.symbol,
            direction=Direction.LONG if position.quantity > 0 else Direction.SHORT,
            since=position.since,
            is_leaving=position.leaving is not None or position.symbol in closing,
            state=holding_state(position, parting),
            is_called=position.leaving is not None,
        )
        for position in account.held()
    )
    working = (Working(order.request.symbol, order.request.direction) for order in account.orders if order.opens)
    return Book(holdings, tuple(working), AccountState(account.equity, peak))


def parting_in(account: PaperState) -> frozenset[str]:
    """Instruments of which a part has been ordered out and could not leave yet."""
    return frozenset(order.request.symbol for order in account.orders if order.request.part is not None)


def holding_state(position: PaperPosition, parting: frozenset[str]) -> HoldingState:
    lots, is_parting = tuple(each.quantity for each in position.lots), position.symbol in parting
    known = position.quantity, position.price, position.best_at
    return HoldingState(*known, position.last_fill, lots, position.parted, is_parting)
