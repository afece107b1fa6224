"""Alpaca's trading API on this machine: the documented paths, order states, errors and rate limit."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.servers.alpaca_book import ENDED, Book, Order, Refused
from tests.servers.broker_http import Asked, BrokerHttp, Reply, serving

PAPER_KEY, PAPER_SECRET = "PKTESTTESTTESTTEST01", "paper-secret-that-nobody-may-read"
SYMBOLS = {"AAPL": True, "BRK.B": True, "HARD": False}  # and whether they are easy to borrow
_CLASSES = ("bracket", "oto", "oco")


@dataclass
class AlpacaServer:
    """One account at one address. `requests_left` None: no rate limit."""

    key: str = PAPER_KEY
    secret: str = PAPER_SECRET
    account_number: str = "PA3TEST00001"
    book: Book = field(default_factory=Book)
    is_open: bool = True
    requests_left: int | None = None
    blocked: dict[str, bool] = field(default_factory=dict)
    http: BrokerHttp | None = None

    def __post_init__(self) -> None:
        self.book.prices |= {symbol: Decimal(100) for symbol in SYMBOLS}

    @property
    def line(self) -> BrokerHttp:
        assert self.http is not None
        return self.http

    def answer(self, asked: Asked) -> Reply:
        headers = asked.headers
        if (headers.get("apca-api-key-id"), headers.get("apca-api-secret-key")) != (self.key, self.secret):
            return Reply({"code": 40110000, "message": "request is not authorized"}, 401)
        if self.requests_left is not None:
            if self.requests_left < 1:
                reset = {"X-RateLimit-Limit": "200", "X-RateLimit-Remaining": "0"}
                reset["X-RateLimit-Reset"] = str(int((self.book.now + timedelta(seconds=30)).timestamp()))
                return Reply({"code": 42910000, "message": "rate limit exceeded"}, 429, reset)
            self.requests_left -= 1
        try:
            return self._routed(asked)
        except Refused as refused:
            return Reply(refused.body, refused.status)

    def _routed(self, asked: Asked) -> Reply:
        parts = asked.path.removeprefix("/v2/").split("/")
        return self._orders(asked, parts) if parts[0].startswith("orders") else self._facts(asked, parts)

    def _facts(self, asked: Asked, parts: list[str]) -> Reply:
        match asked.method, parts:
            case "GET", ["account"]:
                return Reply(self._account())
            case "GET", ["positions"]:
                return Reply([self._position(symbol) for symbol in self.book.positions])
            case "GET", ["clock"]:
                return Reply(self._clock())
            case "GET", ["assets", symbol]:
                return Reply(_asset(symbol))
            case "GET", ["account", "activities", "FILL"]:
                return Reply(_paged(self.book.fills, asked.query))
            case "GET", ["account", "activities"]:
                rows = self.book.fills if asked.query.get("category") == "trade_activity" else self.book.activities
                return Reply(_paged(rows, asked.query))
            case _:
                raise Refused(404, 40410000, "endpoint not found.")

    def _orders(self, asked: Asked, parts: list[str]) -> Reply:
        match asked.method, parts:
            case "POST", ["orders"]:
                return Reply(self._row(self._submit(asked.body), nested=True))
            case "GET", ["orders"]:
                return Reply(self._listed(asked.query))
            case "GET", ["orders:by_client_order_id"]:
                found = self.book.find(client_order_id=asked.query["client_order_id"])
                return Reply(self._looked_at(found, asked.query["client_order_id"], nested=False))
            case "GET", ["orders", number]:
                return Reply(self._looked_at(self.book.find(id=number), number, "nested" in asked.query))
            case "DELETE", ["orders", number]:
                found = self.book.find(id=number)
                if found is None:
                    raise Refused(404, 40410000, f"order not found for {number}")
                self.book.cancel(found)
                return Reply(None, 204)
            case _:
                raise Refused(404, 40410000, "endpoint not found.")

    def _account(self) -> dict[str, Any]:
        flags = dict.fromkeys(("trading_blocked", "transfers_blocked", "account_blocked"), False)
        return {
            "id": "e6fe16f3-64a4-4921-8928-cadf02f92f98",
            "account_number": self.account_number,
            "status": "ACTIVE",
            "currency": "USD",
            "cash": str(self.book.cash),
            "equity": str(self.book.equity),
            "buying_power": str(self.book.buying_power),
            "multiplier": str(self.book.multiplier),
            "shorting_enabled": True,
            "trade_suspended_by_user": False,
            **flags,
            **self.blocked,
        }

    def _position(self, symbol: str) -> dict[str, Any]:
        shares, average = self.book.positions[symbol]
        return {
            "symbol": symbol,
            "qty": str(shares),
            "side": "long" if shares > 0 else "short",
            "avg_entry_price": str(average),
            "current_price": str(self.book.prices[symbol]),
        }

    def _clock(self) -> dict[str, Any]:
        now = self.book.now
        return {
            "timestamp": now.astimezone(_eastern()).isoformat(),
            "is_open": self.is_open,
            "next_open": (now + timedelta(hours=18)).astimezone(_eastern()).isoformat(),
            "next_close": (now + timedelta(hours=6)).astimezone(_eastern()).isoformat(),
        }

    def _submit(self, told: dict[str, Any]) -> Order:
        fields = dict(told)
        fields.setdefault("order_class", "simple")
        if self.book.find(client_order_id=fields["client_order_id"]) is not None:
            raise Refused(422, 40010001, "client_order_id must be unique")
        if fields["symbol"] not in SYMBOLS:
            raise Refused(422, 42210000, f'asset "{fields["symbol"]}" not found')
        if fields.get("position_intent") == "sell_to_open" and not SYMBOLS[fields["symbol"]]:
            raise Refused(422, 42210000, f'asset "{fields["symbol"]}" cannot be sold short')
        _check_terms(fields, self._may_be_in_auction())
        return self.book.take(fields)

    def _may_be_in_auction(self) -> bool:
        there = self.book.now.astimezone(_eastern())
        return not (9 * 60 + 28 <= there.hour * 60 + there.minute < 19 * 60)

    def _listed(self, query: Any) -> list[dict[str, Any]]:
        rows, nested = [], query.get("nested") in ("true", "True")
        after, until = (_instant(query.get(name)) for name in ("after", "until"))
        for order in sorted(self.book.orders, key=lambda each: (each.at, each.number)):
            self.book.look(order)
            state = "closed" if order.status in ENDED else "open"
            rolled_up = (
                nested and order.parent is not None and (order.parent.status not in ENDED or query["status"] == "all")
            )
            if rolled_up or query.get("status", "open") not in (state, "all"):
                continue
            if "symbols" in query and order.fields["symbol"] not in query["symbols"].split(","):
                continue
            if (after and order.at <= after) or (until and order.at >= until):
                continue
            rows.append(self._row(order, nested))
        return (rows if query.get("direction") == "asc" else rows[::-1])[: int(query.get("limit", 50))]

    def _looked_at(self, order: Order | None, name: str, nested: bool) -> dict[str, Any]:
        if order is None:
            raise Refused(404, 40410000, f"order not found for {name}")
        self.book.look(order)
        return self._row(order, nested)

    def _row(self, order: Order, nested: bool) -> dict[str, Any]:
        fields, at = order.fields, order.at.isoformat().replace("+00:00", "Z")
        prices = {name: _text(fields.get(name)) for name in ("limit_price", "trail_percent", "trail_price")}
        return {
            "id": order.id,
            "client_order_id": fields["client_order_id"],
            "created_at": at,
            "submitted_at": at,
            "updated_at": (order.updated or order.at).isoformat().replace("+00:00", "Z"),
            "symbol": fields["symbol"],
            "asset_class": "us_equity",
            "notional": None,
            "qty": _text(fields["qty"]),
            "filled_qty": str(order.filled),
            "filled_avg_price": str(order.paid / order.filled) if order.filled else None,
            "order_class": "" if fields["order_class"] == "simple" else fields["order_class"],
            "type": fields["type"],
            "order_type": fields["type"],
            "side": fields["side"],
            "time_in_force": fields["time_in_force"],
            "status": order.status,
            "position_intent": fields["position_intent"],
            "stop_price": _text(order.stop),
            "hwm": _text(order.hwm),
            **prices,
            "legs": [self._row(leg, nested) for leg in order.legs] if nested and order.legs else None,
        }


def _paged(told: list[dict[str, str]], query: Any) -> list[dict[str, str]]:
    rows = list(told) if query.get("direction") == "asc" else told[::-1]
    token = query.get("page_token")
    if token is not None:
        places = [place for place, row in enumerate(rows) if row["id"] == token]
        if not places:
            raise Refused(422, 40010001, "invalid page_token")
        rows = rows[places[0] + 1 :]
    return rows[: int(query.get("page_size", 100))]


def _check_terms(fields: dict[str, Any], may_be_in_auction: bool) -> None:
    duration, kind = fields["time_in_force"], fields["order_class"]
    quantity = Decimal(str(fields["qty"]))
    if quantity != quantity.to_integral_value():
        if duration != "day":
            raise Refused(422, 42210000, "fractional orders must be DAY orders")
        if kind != "simple":
            raise Refused(422, 42210000, "fractional orders must be simple orders")
    for name in ("limit_price", "stop_price"):
        _check_price(name, fields.get(name))
    for leg in ("take_profit", "stop_loss"):
        for name, price in (fields.get(leg) or {}).items():
            _check_price(f"{leg}.{name}", price)
    if kind in _CLASSES and duration not in ("day", "gtc"):
        raise Refused(422, 40010001, f"{kind} orders must be day or gtc")
    if duration == "opg" and not may_be_in_auction:
        raise Refused(422, 42210000, "opg orders cannot be submitted between 9:28am and 7:00pm ET")


def _check_price(name: str, price: float | None) -> None:
    told = None if price is None else Decimal(str(price))
    if told is None:
        return
    finest = Decimal("0.01") if told >= 1 else Decimal("0.0001")
    if told % finest:
        said = f"invalid {name} {told}. sub-penny increment does not fulfill minimum pricing criteria"
        raise Refused(422, 42210000, said)


def _asset(symbol: str) -> dict[str, Any]:
    if symbol not in SYMBOLS:
        raise Refused(404, 40410000, f"asset not found for {symbol}")
    return {
        "id": "b0b6dd9d-8b9b-48a9-ba46-b9d54906e415",
        "class": "us_equity",
        "exchange": "NASDAQ",
        "symbol": symbol,
        "status": "active",
        "tradable": True,
        "marginable": True,
        "shortable": True,
        "easy_to_borrow": SYMBOLS[symbol],
        "fractionable": True,
    }


def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).astimezone(UTC)


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _eastern() -> Any:
    from zoneinfo import ZoneInfo

    return ZoneInfo("America/New_York")


@contextmanager
def alpaca_server(**told: Any) -> Iterator[AlpacaServer]:
    server = AlpacaServer(**told)
    with serving(server.answer) as http:
        server.http = http
        yield server
