"""Brokers on this machine for the tests of deployments: Alpaca and Binance, each by its own protocol."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.json_tree import Document
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.infra.providers.trading.adapters.ccxt_orders import wire_id
from packages.infra.providers.trading.live.brokers import StandIns
from tests.apps.api.trading_desk import OVERRIDE, TradingDesk
from tests.packages.infra.providers.trading.live.live_desk import demo_pack
from tests.servers.alpaca_server import PAPER_KEY, PAPER_SECRET, AlpacaServer, alpaca_server
from tests.servers.binance_server import KEYS, LIVE, SANDBOX, BinanceServer, binance_server

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
_DAYS_HELD = 20


@dataclass(frozen=True, slots=True)
class Venue(ABC):
    """A broker as a deployment and its market meet it."""

    ticker: str
    like: str  # whose made-up bars are told under the ticker
    market: str
    kinds: dict[str, str]

    @property
    @abstractmethod
    def stand_ins(self) -> StandIns: ...

    @abstractmethod
    def link(self, mode: str) -> dict[str, Any]:
        """The body that links an account."""

    @abstractmethod
    def sent(self) -> list[str]:
        """The client ids of the orders that arrived here, as the broker writes them."""

    @abstractmethod
    def trade(self, price: str) -> None: ...

    def wire(self, client_order_id: str) -> str:
        return client_order_id

    async def tell_bars(self, desk: TradingDesk) -> None:
        like, symbol, pack = parse_symbol(self.like), parse_symbol(self.ticker), demo_pack()
        rows = [replace(row, symbol=symbol) for row in pack.instruments if row.symbol == like]
        await SqlMarketRows(desk.desk.database).add(rows, LONG_AGO)
        bars = ParquetBars(desk.desk.settings.home.bars)
        await asyncio.to_thread(bars.append, replace(pack.series(like), symbol=symbol), LONG_AGO)

    def document(self) -> Document:
        """In on the first close, out after some weeks."""
        return {
            "dsl_version": "1.0.0",
            "strategy": {"name": "Holder", "description": "In on the first close."},
            "universe": {"market": self.market, "tickers": [self.ticker]},
            "timeframe": "1d",
            "factors": {},
            "trade": {
                "long": {
                    "entry": {
                        "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 0}},
                        "order": {"type": "market"},
                    },
                    "exits": [{"type": "time_exit", "bars": _DAYS_HELD}],
                    "position_sizing": {"mode": "pct_equity", "pct": 0.5},
                },
            },
        }


@dataclass(frozen=True, slots=True)
class Alpaca(Venue):
    server: AlpacaServer

    @property
    def stand_ins(self) -> StandIns:
        return StandIns(alpaca=self.server.line.url)

    def link(self, mode: str) -> dict[str, Any]:
        return {"kind": self.kinds[mode], "label": "mine", "api_key": PAPER_KEY, "api_secret": PAPER_SECRET}

    def sent(self) -> list[str]:
        return [asked.body["client_order_id"] for asked in self.server.line.asked if asked.method == "POST"]

    def trade(self, price: str) -> None:
        self.server.book.trade(self.ticker, Decimal(price))


@dataclass(frozen=True, slots=True)
class Binance(Venue):
    server: BinanceServer

    @property
    def stand_ins(self) -> StandIns:
        return StandIns(ccxt=self.server.line.url)

    def link(self, mode: str) -> dict[str, Any]:
        key, secret = KEYS[LIVE if mode == "live" else SANDBOX]
        there = {"venue": "binance", "api_key": key, "api_secret": secret}
        return {"kind": self.kinds[mode], "label": "mine", **there}

    def sent(self) -> list[str]:
        asked = [each for each in self.server.line.asked if each.method == "POST"]
        return [each.query["newClientOrderId"] for each in asked]

    def trade(self, price: str) -> None:
        self.server.book.trade(self.ticker.replace("-", ""), Decimal(price))

    def wire(self, client_order_id: str) -> str:
        return wire_id("binance", client_order_id)


@contextmanager
def venue_of(name: str, mode: str) -> Iterator[Venue]:
    """Alpaca's paper accounts are known by their numbers."""
    if name == "alpaca":
        number = "3LIVE0000001" if mode == "live" else "PA3TEST00001"
        with alpaca_server(account_number=number) as alpaca:
            kinds = {"paper": "alpaca_paper", "live": "alpaca_live"}
            yield Alpaca("AAPL", "DEMO5", "us_stocks", kinds, alpaca)
        return
    with binance_server() as binance:
        kinds = {"paper": "ccxt_sandbox", "live": "ccxt_live"}
        yield Binance("BTC-USDT", "DEMO8-USD", "crypto", kinds, binance)


async def started(desk: TradingDesk, venue: Venue, mode: str) -> str:
    """The id of a deployment on an account of the venue's, all of it made over HTTP."""
    desk.desk.trading.stand_ins = venue.stand_ins
    await venue.tell_bars(desk)
    saved = await desk.said("/strategies", {"document": venue.document()}, 201)
    account = await desk.said("/broker-accounts", venue.link(mode), 201)
    asked = {"strategy_id": saved["strategy_id"], "version": 1, "account_id": account["id"], "mode": mode}
    made = await desk.said("/deployments", {**asked, "cash": "50000", "override": OVERRIDE}, 201)
    assert (await desk.said(f"/deployments/{made['id']}/start"))["state"] == "running"
    deployment_id: str = made["id"]
    return deployment_id
