"""An exchange is a broker: the real ccxt, talking to a server on this machine that speaks as Binance's sandbox does."""

from collections.abc import AsyncIterator
from decimal import Decimal

import pytest

from packages.infra.providers.trading.adapters.ccxt_client import CcxtSandboxCredentials
from packages.infra.providers.trading.adapters.ccxt_trading import open_ccxt_broker
from tests.conformance.broker_conformance import BrokerConformance, Venue
from tests.fakes.clock import StoppedClock
from tests.servers.binance_server import KEYS, SANDBOX, binance_server


class TestCcxtBroker(BrokerConformance):
    @pytest.fixture
    async def venue(self) -> AsyncIterator[Venue]:
        with binance_server() as server:
            keys = CcxtSandboxCredentials(*KEYS[SANDBOX])
            symbols = ("BTC-USDT", "ETH-USDT")
            broker = await open_ccxt_broker("binance", keys, StoppedClock(), symbols, url=server.line.url, paced=False)

            async def trade() -> None:
                server.book.trade("BTCUSDT", Decimal(100))

            async def trade_part() -> None:
                server.book.trade("BTCUSDT", Decimal(100), Decimal(4))

            yield Venue(
                broker=broker,
                symbol="BTC-USDT",
                unknown_symbol="ZZZ-USDT",
                price=Decimal(100),
                quantity=Decimal(10),
                trade=trade,
                trade_part=trade_part,
            )
            await broker.aclose()
