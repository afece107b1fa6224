"""From a decision to intents: sized where the broker does not size, asked of the gate in the order of rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import assert_never

from packages.core.events import NewEvent
from packages.core.messages import Language
from packages.domain.trading.broker import Broker
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import BookedOrder, Intent, JournalPage, Position
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.orders import Effect, OrderRequest, OrderStatus, SizeRule, Sizing
from packages.domain.trading.risk.breaches import Breach, sentence
from packages.domain.trading.risk.gate import (
    Allowed,
    Blocked,
    Exposure,
    GateVerdict,
    Quote,
    Reduced,
    RiskState,
    after,
    gate,
    value_of,
)
from packages.domain.trading.risk.limits import EquityMarks, Halt
from packages.domain.trading.runtime.performance import paid_in
from packages.domain.trading.runtime.ports import TradingVenue
from packages.domain.trading.runtime.sizing import Means, sized

_DAY = timedelta(days=1)
_MOST_ORDERS = 1_000  # of a day; beyond that the default limit has stopped everything
TOO_SMALL, UNKNOWN_ASSET = "too_small", "unknown_asset"


@dataclass(frozen=True, slots=True)
class Gated:
    """The orders that follow from a decision, and notices of those that a limit changed."""

    intents: tuple[Intent, ...]
    notices: tuple[NewEvent, ...]


async def risk_state(
    journal: OrderJournal, venue: TradingVenue, deployment_id: str, bar: datetime, now: datetime, marks: EquityMarks
) -> RiskState:
    """At the tick's own moment: a bar that is caught up with is judged as it would have been then."""
    quotes = venue.quotes(bar)
    moment = venue.known_at(bar) if venue.replays else now
    orders = await journal.orders(deployment_id, JournalPage(_MOST_ORDERS))
    positions = await journal.positions(deployment_id)
    leaving = {order.request.symbol for order in orders if order.closes_all and not order.status.is_final}
    paid = await paid_in(journal, deployment_id)
    return RiskState(
        now=moment,
        marks=marks,
        exposures=(*_held(positions, quotes, leaving), *_at_work(orders, quotes, marks.equity)),
        quotes=quotes,
        sent=tuple(_sent(orders, venue, moment)),
        market_is_open=venue.is_open(moment) if venue.replays else (await venue.broker.clock()).is_open,
        taken_out=max(Decimal(0), -paid),
        late={symbol: venue.late(quote.at, moment) for symbol, quote in quotes.items()},
    )


class Gating:
    """One decision of one deployment on its way through the gate."""

    def __init__(self, deployment: Deployment, venue: TradingVenue, state: RiskState) -> None:
        self._deployment = deployment
        self._venue = venue
        self._state = state
        self._notices: list[NewEvent] = []

    async def intents(self, requests: Sequence[OrderRequest]) -> Gated:
        """Exits are not asked about, and what they close no longer counts."""
        leaving = {order.symbol for order in requests if order.closes_all}
        staying = (each for each in self._state.exposures if each.symbol not in leaving)
        self._state = replace(self._state, exposures=tuple(staying))
        intents = [await self._intent(order) for order in requests]
        return Gated(tuple(intents), tuple(self._notices))

    async def _intent(self, order: OrderRequest) -> Intent:
        if order.effect is Effect.CLOSE:
            return Intent(order)
        if not self._deployment.state.may_enter:
            return Intent(order, blocked=f"deployment_{self._deployment.state}")
        if not self._venue.broker.capabilities.sizes_at_fill:
            quantified = await self._quantified(self._venue.broker, order)
            if isinstance(quantified, Intent):
                return quantified
            order = quantified
        beside = self._beside(order)
        verdict = gate(self._deployment.limits, beside, order)
        if not (order.to_weight and isinstance(verdict, Blocked)):
            self._state = after(beside, order, verdict)
        return self._judged(order, verdict)

    def _beside(self, order: OrderRequest) -> RiskState:
        """A weight is that of the whole position, so that what is held of it counts no second time."""
        if not order.to_weight:
            return self._state
        others = tuple(each for each in self._state.exposures if each.symbol != order.symbol)
        return replace(self._state, exposures=others)

    async def _quantified(self, broker: Broker, order: OrderRequest) -> OrderRequest | Intent:
        asset, quote = await broker.asset(order.symbol), self._state.quotes.get(order.symbol)
        if asset is None or not asset.is_tradable or quote is None:
            return Intent(order, blocked=UNKNOWN_ASSET)
        means = Means(float(self._state.equity), float(self._state.gross))
        return sized(order, quote.close, means, self._venue.charges, asset) or Intent(order, blocked=TOO_SMALL)

    def _judged(self, order: OrderRequest, verdict: GateVerdict) -> Intent:
        match verdict:
            case Allowed(most_money):
                return Intent(replace(order, most_money=most_money))
            case Reduced(breach, quantity, most_money):
                self._note("reduced", breach)
                if quantity is not None or order.to_weight:
                    return Intent(replace(order, quantity=quantity, most_money=most_money))
                return Intent(replace(order, sizing=Sizing(SizeRule.CASH, float(most_money)), most_money=most_money))
            case Blocked(breach):
                self._note("blocked", breach)
                return Intent(order, blocked=breach.limit.value)
            case _:
                assert_never(verdict)

    def _note(self, act: str, breach: Breach) -> None:
        self._notices.append(breach_event(act, breach))


def breach_event(act: str, breach: Breach | Halt) -> NewEvent:
    """A limit that acted: `blocked`, `reduced` or `halted`."""
    sentences = {language.value: sentence(breach, language) for language in Language}
    symbol = breach.symbol if isinstance(breach, Breach) else ""
    measured, most = str(breach.measured), str(breach.bound.most)
    return NewEvent(
        "breach",
        {
            "act": act,
            "limit": breach.limit.value,
            "symbol": symbol,
            "measured": measured,
            "most": most,
            "told": sentences,
        },
    )


def _held(positions: Sequence[Position], quotes: Mapping[str, Quote], leaving: set[str]) -> list[Exposure]:
    return [
        Exposure(each.symbol, each.direction, abs(each.quantity) * quotes[each.symbol].close)
        for each in positions
        if each.quantity and each.symbol in quotes and each.symbol not in leaving
    ]


def _at_work(orders: Sequence[BookedOrder], quotes: Mapping[str, Quote], equity: Decimal) -> list[Exposure]:
    """Shares that came already are part of the position."""
    found = []
    for order in orders:
        if order.is_entry and not order.status.is_final and order.request.symbol in quotes:
            request, quote = order.request, quotes[order.request.symbol]
            worth = value_of(request, quote, equity) or Decimal(0)
            came = order.filled * (order.average_price or Decimal(0))
            found.append(Exposure(request.symbol, request.direction, max(worth - came, Decimal(0))))
    return found


def _sent(orders: Sequence[BookedOrder], venue: TradingVenue, now: datetime) -> list[datetime]:
    times = (
        venue.known_at(order.bar) if venue.replays and order.bar is not None else order.sent_at or order.created_at
        for order in orders
        if order.is_entry and order.status is not OrderStatus.BLOCKED
    )
    return [at for at in times if now - at < _DAY]
