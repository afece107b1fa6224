"""The paper broker is a broker: in the database, in memory, and behind a wrapper that has no bad day."""

from dataclasses import replace
from decimal import Decimal

import pytest

from packages.infra.providers.trading.store.paper_accounts import PaperAccounts, SqlPaperAccounts
from tests.conformance.broker_conformance import BrokerConformance, Venue
from tests.fakes.faulty_broker import FaultyBroker, PlannedFaults
from tests.fakes.paper_accounts import InMemoryPaperAccounts
from tests.packages.infra.providers.trading.paper_desk import PaperDay, opening, quote


async def paper_venue(accounts: PaperAccounts) -> Venue:
    day = await PaperDay(accounts).open(opening(participation=1.0))

    async def trade(volume: float = 1e9) -> None:
        await day.next({"AAA": replace(quote(100), volume=volume)})

    async def trade_part() -> None:
        await trade(volume=4.0)

    async def pay() -> None:
        await day.next({"AAA": quote(100)}, dividends={"AAA": 0.5})

    return Venue(
        broker=day.broker,
        symbol="AAA",
        unknown_symbol="ZZZ",
        price=Decimal(100),
        quantity=Decimal(10),
        trade=trade,
        trade_part=trade_part,
        pay=pay,
    )


class TestStoredPaperBroker(BrokerConformance):
    @pytest.fixture
    async def venue(self, stored_accounts: SqlPaperAccounts) -> Venue:
        return await paper_venue(stored_accounts)


class TestPaperBrokerInMemory(BrokerConformance):
    @pytest.fixture
    async def venue(self) -> Venue:
        return await paper_venue(InMemoryPaperAccounts())


class TestFaultyBrokerOnAGoodDay(BrokerConformance):
    @pytest.fixture
    async def venue(self) -> Venue:
        venue = await paper_venue(InMemoryPaperAccounts())
        return replace(venue, broker=FaultyBroker(venue.broker, PlannedFaults()))
