"""A paper account to trade by hand: daily bars of plain prices, one after another."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

from packages.domain.backtest.terms import Terms
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    Fill,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderType,
)
from packages.infra.providers.trading.adapters.paper import PaperBroker, open_paper_account
from packages.infra.providers.trading.adapters.paper_market import MarketBar, PaperQuote
from packages.infra.providers.trading.adapters.paper_state import Opening, PaperListing
from packages.infra.providers.trading.store.paper_accounts import PaperAccounts
from tests.fakes.clock import StoppedClock

FIRST = datetime(2026, 1, 5, tzinfo=UTC)
DAY = timedelta(days=1)
NO_GUARDS = Guards()
LISTINGS = (PaperListing("AAA"), PaperListing("BBB"))


def quote(open_: float, high: float | None = None, low: float | None = None, close: float | None = None) -> PaperQuote:
    """One price all day unless told otherwise."""
    prices = [price for price in (open_, high, low, close) if price is not None]
    last = open_ if close is None else close
    return PaperQuote(open=open_, high=max(prices), low=min(prices), close=last, volume=1e9)


def bar(number: int, quotes: Mapping[str, PaperQuote], **rules: float | Mapping[str, float]) -> MarketBar:
    """A day, the first being number 0, each a session of its own."""
    told: dict[str, object] = {"elapsed_days": 1.0 if number else 0.0, "sessions_passed": 1 if number else 0}
    previous = FIRST + (number - 1) * DAY if number else None
    told |= {"dividends": {}, **rules}
    return MarketBar(time=FIRST + number * DAY, previous=previous, quotes=quotes, **told)  # type: ignore[arg-type]


def opening(terms: Terms | None = None, /, **changes: object) -> Opening:
    told: dict[str, object] = {"listings": LISTINGS, "places": 2, **changes}
    return Opening(terms=terms or Terms(cash=Decimal(10_000)), **told)  # type: ignore[arg-type]


class PaperDay:
    """A broker and the day that its market has come to."""

    def __init__(self, accounts: PaperAccounts, account_id: str | None = None) -> None:
        self.clock = StoppedClock(FIRST)
        self.accounts = accounts
        self.account_id = account_id or str(uuid4())
        self.broker = PaperBroker(accounts, self.account_id, self.clock)
        self.number = 0

    async def open(self, opened: Opening | None = None) -> "PaperDay":
        told = opened or opening()
        await open_paper_account(
            self.accounts, account_id=self.account_id, owner_id="ann", opening=told, at=self.clock.now()
        )
        return self

    async def next(self, quotes: Mapping[str, PaperQuote] | None = None, **rules: object) -> tuple[Fill, ...]:
        """Trades the next day."""
        today = bar(self.number, quotes if quotes is not None else {"AAA": quote(100), "BBB": quote(50)}, **rules)  # type: ignore[arg-type]
        self.number += 1
        self.clock.move(days=1)
        return await self.broker.advance(today)


def order(
    name: str,
    side: OrderSide = OrderSide.BUY,
    effect: Effect = Effect.OPEN,
    kind: OrderType = OrderType.MARKET,
    **told: object,
) -> OrderRequest:
    asked: dict[str, object] = {"symbol": "AAA", "quantity": Decimal(10), **told}
    return OrderRequest(client_order_id=name, side=side, effect=effect, type=kind, **asked)  # type: ignore[arg-type]


def points(value: float) -> GuardDistance:
    return GuardDistance(DistanceUnit.POINTS, value)


async def holding(day: PaperDay, guards: Guards = NO_GUARDS) -> None:
    """Ten shares of AAA, bought at 100."""
    await day.broker.submit(order("in", guards=guards))
    [fill] = await day.next()
    assert (fill.price, fill.quantity) == (Decimal(100), Decimal(10))
