"""An account at the local Alpaca, and orders to try on it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import Any

from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderType
from packages.infra.providers.trading.adapters.alpaca_client import AlpacaPaperCredentials
from packages.infra.providers.trading.adapters.alpaca_trading import AlpacaBroker, open_alpaca_broker
from tests.fakes.clock import StoppedClock
from tests.servers.alpaca_server import PAPER_KEY, PAPER_SECRET, AlpacaServer, alpaca_server

KEYS = AlpacaPaperCredentials(PAPER_KEY, PAPER_SECRET)
_NUMBERS = count(1)


@dataclass
class AlpacaDesk:
    server: AlpacaServer
    broker: AlpacaBroker

    async def again(self, **told: Any) -> AlpacaBroker:
        """The same account, opened by a desk that remembers nothing."""
        clock = StoppedClock(self.server.book.now)
        return await open_alpaca_broker(KEYS, clock, url=self.server.line.url, **told)

    def last_sent(self) -> dict[str, Any]:
        sent = [asked.body for asked in self.server.line.asked if asked.method == "POST"]
        body: dict[str, Any] = sent[-1]
        return body

    def trade(self, price: int | str = 100, volume: int | None = None) -> None:
        self.server.book.trade("AAPL", Decimal(price), None if volume is None else Decimal(volume))


@asynccontextmanager
async def alpaca_desk(timeout_seconds: float = 10.0, fractions: bool = False) -> AsyncIterator[AlpacaDesk]:
    with alpaca_server() as server:
        broker = await open_alpaca_broker(
            KEYS,
            StoppedClock(server.book.now),
            url=server.line.url,
            timeout_seconds=timeout_seconds,
            fractions=fractions,
        )
        yield AlpacaDesk(server, broker)


def order(side: OrderSide = OrderSide.BUY, effect: Effect = Effect.OPEN, **told: Any) -> OrderRequest:
    asked: dict[str, Any] = {
        "symbol": "AAPL",
        "quantity": Decimal(10),
        "type": OrderType.MARKET,
        "reference_price": Decimal(100),
    }
    return OrderRequest(client_order_id=f"desk-{next(_NUMBERS)}", side=side, effect=effect, **(asked | told))
