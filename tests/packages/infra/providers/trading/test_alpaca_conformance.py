"""Alpaca is a broker: its official client library, talking to a server on this machine that speaks as Alpaca does."""

from collections.abc import AsyncIterator
from decimal import Decimal

import pytest

from packages.infra.providers.trading.adapters.alpaca_client import AlpacaPaperCredentials
from packages.infra.providers.trading.adapters.alpaca_trading import open_alpaca_broker
from tests.conformance.broker_conformance import BrokerConformance, Venue
from tests.fakes.clock import StoppedClock
from tests.servers.alpaca_server import PAPER_KEY, PAPER_SECRET, alpaca_server


class TestAlpacaBroker(BrokerConformance):
    @pytest.fixture
    async def venue(self) -> AsyncIterator[Venue]:
        with alpaca_server() as server:
            broker = await open_alpaca_broker(
                AlpacaPaperCredentials(PAPER_KEY, PAPER_SECRET), StoppedClock(server.book.now), url=server.line.url
            )

            async def trade() -> None:
                server.book.trade("AAPL", Decimal(100))

            async def trade_part() -> None:
                server.book.trade("AAPL", Decimal(100), Decimal(4))

            async def pay() -> None:
                server.book.pay("DIV", "12.50", "AAPL", qty="10", per_share_amount="1.25")

            yield Venue(
                broker=broker,
                symbol="AAPL",
                unknown_symbol="ZZZZ",
                price=Decimal(100),
                quantity=Decimal(10),
                trade=trade,
                trade_part=trade_part,
                pay=pay,
            )
