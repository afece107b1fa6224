"""An account at the local Binance, and orders to try on it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import Any
from uuid import UUID

from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderType
from packages.infra.providers.trading.adapters.ccxt_client import CcxtCredentials, CcxtSandboxCredentials
from packages.infra.providers.trading.adapters.ccxt_trading import CcxtBroker, open_ccxt_broker
from tests.fakes.clock import StoppedClock
from tests.servers.binance_book import Book
from tests.servers.binance_server import KEYS, SANDBOX, BinanceServer, binance_server

SANDBOX_KEYS = CcxtSandboxCredentials(*KEYS[SANDBOX])
SYMBOLS = ("BTC-USDT", "ETH-USDT")
_NUMBERS = count(1)


@dataclass
class CcxtDesk:
    server: BinanceServer
    broker: CcxtBroker

    def trade(self, price: int | str = 100, volume: int | None = None, symbol: str = "BTCUSDT") -> None:
        self.server.book.trade(symbol, Decimal(price), None if volume is None else Decimal(volume))


@asynccontextmanager
async def opened(
    server: BinanceServer,
    keys: CcxtCredentials = SANDBOX_KEYS,
    symbols: tuple[str, ...] = SYMBOLS,
    timeout_seconds: float = 10.0,
) -> AsyncIterator[CcxtBroker]:
    """The account, by a desk that remembers nothing."""
    broker = await open_ccxt_broker(
        "binance",
        keys,
        StoppedClock(),
        symbols,
        url=server.line.url,
        timeout_seconds=timeout_seconds,
        paced=False,
    )
    try:
        yield broker
    finally:
        await broker.aclose()


@asynccontextmanager
async def ccxt_desk(timeout_seconds: float = 10.0, **book: Any) -> AsyncIterator[CcxtDesk]:
    with binance_server(book=Book(**book)) as server:
        async with opened(server, timeout_seconds=timeout_seconds) as broker:
            yield CcxtDesk(server, broker)


def order(side: OrderSide = OrderSide.BUY, **told: Any) -> OrderRequest:
    asked: dict[str, Any] = {"symbol": "BTC-USDT", "quantity": Decimal(10), "type": OrderType.MARKET}
    effect = Effect.OPEN if side is OrderSide.BUY else Effect.CLOSE
    return OrderRequest(
        client_order_id=str(UUID(int=next(_NUMBERS), version=5)), side=side, **({"effect": effect} | asked | told)
    )
