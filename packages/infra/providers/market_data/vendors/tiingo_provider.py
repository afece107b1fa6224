"""US stocks and funds by Tiingo, with a key: raw daily bars with dividends and splits, and the company's name."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import numpy as np

from packages.core.clock import Clock
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import ActionKind, Instrument
from packages.domain.market_data.sessions import day_is_over
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.http_vendor import HttpVendor
from packages.infra.providers.market_data.vendors.translation import (
    NONSENSE,
    actions_in,
    decimal_of,
    finished_bars,
    midnights,
    no_bars,
)

TIINGO_URL = "https://api.tiingo.com"
_PRICES = ("open", "high", "low", "close")
_MICS = {"NASDAQ": "XNAS", "NYSE": "XNYS", "NYSE ARCA": "ARCX", "NYSE MKT": "XASE", "AMEX": "XASE", "BATS": "BATS"}


class TiingoProvider:
    """`GET /tiingo/daily/<ticker>/prices` and `/tiingo/daily/<ticker>`, as its documentation has them."""

    def __init__(self, clock: Clock, token: str, url: str = TIINGO_URL) -> None:
        self.name = "tiingo"
        self.abilities = Abilities(
            markets=frozenset({Market.US_STOCKS}), timeframes=frozenset({Timeframe.D1}), fundamentals=True
        )
        self._clock = clock
        self._vendor = HttpVendor("Tiingo", url, {"Authorization": f"Token {token}"})

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(self.name, self.abilities, request)
        days = {"startDate": _day(request.start.date()), "endDate": _day(request.end.date() + timedelta(days=1))}
        rows = await self._vendor.json(f"{_path(request.symbol)}/prices", str(request.symbol), days)
        if not rows:
            raise no_bars(request, self.name)
        try:
            return self._answer(request, rows)
        except NONSENSE as error:
            raise self._vendor.unreadable(error) from error

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(self.name, self.abilities, symbol)
        meta = await self._vendor.json(_path(symbol), str(symbol))
        try:
            return FundamentalAnswer(instrument=self._instrument(symbol, meta))
        except NONSENSE as error:
            raise self._vendor.unreadable(error) from error

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    def _answer(self, request: BarRequest, rows: Sequence[Mapping[str, Any]]) -> BarAnswer:
        days = [date.fromisoformat(row["date"][:10]) for row in rows]
        prices = np.array([[float(row[name]) for name in _PRICES] for row in rows])
        volume = np.array([float(row["volume"]) for row in rows])
        bars = finished_bars(request, self.name, self._clock.now(), midnights(days), prices, volume)
        return BarAnswer(bars, actions_in(request, self.name, _changes(days, rows)))

    def _instrument(self, symbol: Symbol, meta: Mapping[str, Any]) -> Instrument:
        listed = date.fromisoformat(meta["startDate"][:10]) if meta.get("startDate") else None
        known_at = self._clock.now() if listed is None else day_is_over(symbol.market, listed)
        return Instrument(
            source=self.name,
            known_at=known_at,
            symbol=symbol,
            name_en=str(meta.get("name") or symbol.text),
            name_zh="",
            exchange=_MICS.get(str(meta.get("exchangeCode", "")), "XXXX"),
            currency="USD",
            listed_on=listed,
        )


def _changes(days: Sequence[date], rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[date, ActionKind, Decimal]]:
    """Every row carries the cash and the split of its own day: 0 and 1 where there was none."""
    for day, row in zip(days, rows, strict=True):
        for name, kind in (("splitFactor", ActionKind.SPLIT), ("divCash", ActionKind.DIVIDEND)):
            value = decimal_of(float(row.get(name) or 0))
            if value is not None:
                yield day, kind, value


def _path(symbol: Symbol) -> str:
    return f"/tiingo/daily/{symbol.text.replace('.', '-').lower()}"


def _day(day: date) -> str:
    return day.isoformat()
