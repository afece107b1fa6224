"""Binance's spot API on this machine, sandbox and live at hosts of their own, with signatures that are checked."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.servers.binance_book import PAIRS, STEP, TICK, Book, Order, Refused
from tests.servers.broker_http import Asked, BrokerHttp, Reply, serving

SANDBOX, LIVE = "testnet.binance.vision", "api.binance.com"
KEYS = {
    SANDBOX: ("sandbox-key-of-64-characters", "sandbox-secret-that-nobody-may-read"),
    LIVE: ("live-key-of-64-characters", "live-secret-that-nobody-may-read"),
}


@dataclass
class BinanceServer:
    """Both hosts show the same account; each takes its own keys only. `requests_left` None: no rate limit."""

    book: Book = field(default_factory=Book)
    can_trade: bool = True
    requests_left: int | None = None
    http: BrokerHttp | None = None

    @property
    def line(self) -> BrokerHttp:
        assert self.http is not None
        return self.http

    def answer(self, asked: Asked) -> Reply:
        _, host, *path = asked.path.split("/")
        if self.requests_left is not None:
            if self.requests_left < 1:
                said = "Too much request weight used; current limit is 6000 request weight per 1 MINUTE."
                return Reply({"code": -1003, "msg": said}, 429, {"Retry-After": "23", "X-MBX-USED-WEIGHT-1M": "6001"})
            self.requests_left -= 1
        try:
            if path[:2] != ["api", "v3"]:
                raise Refused(-1, "Not Found", 404)
            name = "/".join(path[2:])
            public = self._public(name, asked.query)
            if public is not None:
                return Reply(public)
            self._check_signature(host, asked)
            return Reply(self._private(asked.method, name, dict(asked.query)))
        except Refused as refused:
            return Reply(refused.body, refused.status)

    def _public(self, name: str, query: Mapping[str, str]) -> Any:
        match name:
            case "time":
                return {"serverTime": self.book.now()}
            case "exchangeInfo":
                return {"timezone": "UTC", "rateLimits": [], "symbols": [_market(symbol) for symbol in PAIRS]}
            case "ticker/24hr":
                return [self._ticker(symbol) for symbol in json.loads(query["symbols"])]
            case _:
                return None

    def _check_signature(self, host: str, asked: Asked) -> None:
        key, secret = KEYS[host]
        if asked.headers.get("x-mbx-apikey") != key:
            raise Refused(-2015, "Invalid API-key, IP, or permissions for action.", 401)
        signed, _, signature = asked.raw.rpartition("&signature=")
        if hmac.new(secret.encode(), signed.encode(), hashlib.sha256).hexdigest() != signature:
            raise Refused(-1022, "Signature for this request is not valid.")
        if abs(int(asked.query["timestamp"]) - self.book.now()) > int(asked.query.get("recvWindow", 5000)):
            raise Refused(-1021, "Timestamp for this request is outside of the recvWindow.")

    def _private(self, method: str, name: str, query: dict[str, str]) -> Any:
        if "symbol" in query and query["symbol"] not in PAIRS:
            raise Refused(-1121, "Invalid symbol.")
        match method, name:
            case "GET", "account":
                return self._account()
            case "POST", "order":
                order = self.book.take(query)
                return {**_row(order), "transactTime": order.at, "fills": [_part(each) for each in order.trades]}
            case "GET", "order":
                found = self._wanted(query)
                if found is None:
                    raise Refused(-2013, "Order does not exist.")
                return _row(found)
            case "DELETE", "order":
                return _row(self.book.cancel(self._wanted(query)))
            case "GET", "openOrders":
                return [_row(order) for order in self.book.open() if order.symbol == query["symbol"]]
            case "GET", "myTrades":
                since = int(query.get("fromId", 0))
                rows = [row for row in self.book.trades if row["symbol"] == query["symbol"] and row["id"] >= since]
                return rows[: int(query.get("limit", 500))]
            case _:
                raise Refused(-1, "Not Found", 404)

    def _wanted(self, query: dict[str, str]) -> Order | None:
        return self.book.find(query["symbol"], query.get("orderId"), query.get("origClientOrderId"))

    def _account(self) -> dict[str, Any]:
        coins = [
            {"asset": coin, "free": str(self.book.free(coin)), "locked": str(self.book.locked(coin))}
            for coin in self.book.balances
        ]
        return {
            "makerCommission": 0,
            "takerCommission": 0,
            "canTrade": self.can_trade,
            "canWithdraw": False,
            "canDeposit": False,
            "updateTime": self.book.now(),
            "accountType": "SPOT",
            "balances": coins,
            "permissions": ["SPOT"],
            "uid": 354937868,
        }

    def _ticker(self, symbol: str) -> dict[str, Any]:
        price = str(self.book.prices[symbol])
        return {
            "symbol": symbol,
            "lastPrice": price,
            "openPrice": price,
            "highPrice": price,
            "lowPrice": price,
            "volume": "1",
            "quoteVolume": price,
            "openTime": self.book.now(),
            "closeTime": self.book.now(),
        }


def _market(symbol: str) -> dict[str, Any]:
    base, quote = PAIRS[symbol]
    return {
        "symbol": symbol,
        "status": "TRADING",
        "baseAsset": base,
        "baseAssetPrecision": 8,
        "quoteAsset": quote,
        "quotePrecision": 8,
        "quoteAssetPrecision": 8,
        "orderTypes": ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT"],
        "isSpotTradingAllowed": True,
        "isMarginTradingAllowed": False,
        "filters": [
            {"filterType": "PRICE_FILTER", "minPrice": str(TICK), "maxPrice": "1000000.00", "tickSize": str(TICK)},
            {"filterType": "LOT_SIZE", "minQty": str(STEP), "maxQty": "9000000.00000", "stepSize": str(STEP)},
            {"filterType": "NOTIONAL", "minNotional": "5.00", "applyMinToMarket": True, "avgPriceMins": 5},
        ],
        "permissions": ["SPOT"],
        "permissionSets": [["SPOT"]],
    }


def _row(order: Order) -> dict[str, Any]:
    return {
        "symbol": order.symbol,
        "orderId": order.number,
        "orderListId": -1,
        "clientOrderId": order.client_id,
        "price": str(order.price),
        "origQty": str(order.quantity),
        "executedQty": str(order.filled),
        "cummulativeQuoteQty": str(order.paid),
        "status": order.status,
        "timeInForce": "GTC",
        "type": order.kind,
        "side": "BUY" if order.buys else "SELL",
        "stopPrice": str(order.stop),
        "icebergQty": "0.00000000",
        "time": order.at,
        "updateTime": order.updated,
        "isWorking": True,
        "origQuoteOrderQty": "0.00000000",
    }


def _part(trade: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: trade[name] for name in ("price", "qty", "commission", "commissionAsset")}
    return {**told, "tradeId": trade["id"]}


@contextmanager
def binance_server(**told: Any) -> Iterator[BinanceServer]:
    server = BinanceServer(**told)
    with serving(server.answer) as http:
        server.http = http
        yield server
