"""What a tick needs of the world: the bars of a deployment with its decisions, its broker, and what was expected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Protocol

from packages.domain.trading.broker import Broker
from packages.domain.trading.decisions import Book, Decision, HoldingState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import EquityPoint
from packages.domain.trading.orders import OrderRequest
from packages.domain.trading.risk.gate import Quote
from packages.domain.trading.runtime.sizing import Charges


@dataclass(frozen=True, slots=True)
class VenueReach:
    """How far prices went over some bars."""

    high: Decimal
    low: Decimal


class TradingVenue(Protocol):
    """A deployment's market and broker as they were known when the venue was opened. Bars are named by the time at
    which they begin."""

    @property
    def broker(self) -> Broker: ...

    @property
    def replays(self) -> bool:
        """Whether the broker trades bars that it is given. Then every bar is given and decided on, in turn."""
        ...

    @property
    def bars(self) -> Sequence[datetime]:
        """The finished ones that the deployment may decide on, oldest first."""
        ...

    @property
    def charges(self) -> Charges: ...

    @property
    def capital(self) -> Decimal:
        """The money that the deployment was given; an account may hold more, which is none of its business."""
        ...

    def known_at(self, bar: datetime) -> datetime: ...

    def day_of(self, bar: datetime) -> date:
        """The market's own."""
        ...

    def is_open(self, at: datetime) -> bool: ...

    def late(self, newest: datetime, now: datetime) -> timedelta:
        """How long the bar behind the one that was over at `newest` has been due."""
        ...

    def quotes(self, bar: datetime) -> Mapping[str, Quote]:
        """The last close of each instrument by then."""
        ...

    def reach(self, symbol: str, since: datetime, bar: datetime) -> VenueReach | None:
        """From the bar that was going on at `since` to `bar`; None where the symbol had none."""
        ...

    def decide(self, bar: datetime, book: Book) -> Decision: ...

    def orders(self, decision: Decision, held: Mapping[str, Decimal]) -> Sequence[OrderRequest]:
        """Exits first, then entries by rank; `held` has the shares of each position, below 0 when short."""
        ...

    async def trade(self, bar: datetime) -> None:
        """Gives the bar to a broker that replays; the same bar again changes nothing."""
        ...

    async def leaving(self) -> frozenset[str]:
        """Symbols that the broker itself is about to close."""
        ...

    async def holding_states(self) -> Mapping[str, HoldingState] | None:
        """By symbol, as rules that read the account see them; None where no rule does."""
        ...


class TradingVenues(Protocol):
    """Where venues are opened."""

    async def open(self, deployment: Deployment, since: datetime, now: datetime) -> TradingVenue:
        """On what is known at `now`. `since` is when it was first started: no bar that was over by then is decided
        on."""
        ...


class Brokers(Protocol):
    """The broker of a deployment's account, made from the owner's keys."""

    async def of(self, deployment: Deployment) -> Broker: ...


class Expectation(Protocol):
    """What the backtest of the same bars would have had."""

    async def equity(self, deployment: Deployment, since: datetime) -> Sequence[EquityPoint]:
        """On the close of each bar that the deployment may have decided on, oldest first."""
        ...
