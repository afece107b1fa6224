"""Daily bars as CSV, as Stooq serves them: prices adjusted for splits and dividends, and marked so."""

import csv
from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np

from packages.core.clock import Clock
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.sources import adjusted_name, marked_adjusted
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.client_libraries import require_served
from packages.infra.providers.market_data.vendors.http_vendor import HttpVendor
from packages.infra.providers.market_data.vendors.translation import NONSENSE, finished_bars, midnights, no_bars

STOOQ_URL = "https://stooq.com"
_PRICES = ("Open", "High", "Low", "Close")
_PLACES = {
    Market.US_STOCKS: "us",
    Market.HK_STOCKS: "hk",
    Market.JP_STOCKS: "jp",
    Market.UK_STOCKS: "uk",
    Market.DE_STOCKS: "de",
}
_INDEXES = {"^GSPC": "^spx", "^DJI": "^dji", "^IXIC": "^ndq", "^NDX": "^ndx", "^HSI": "^hsi", "^N225": "^nkx"}


class StooqProvider:
    """`GET /q/d/l/?s=<code>&i=d&d1=<day>&d2=<day>`: a table with a heading, or one line that says why there is none."""

    def __init__(self, clock: Clock, url: str = STOOQ_URL) -> None:
        self.name = adjusted_name("stooq")
        self.abilities = Abilities(markets=frozenset({*_PLACES, Market.FOREX}), timeframes=frozenset({Timeframe.D1}))
        self._clock = clock
        self._vendor = HttpVendor("Stooq", url)

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(self.name, self.abilities, request)
        first, last = request.start.date(), request.end.date() + timedelta(days=1)
        query = {"s": stooq_code(request.symbol), "i": "d", "d1": f"{first:%Y%m%d}", "d2": f"{last:%Y%m%d}"}
        text = await self._vendor.text("/q/d/l/", str(request.symbol), query)
        rows = list(csv.DictReader(text.splitlines()))
        if not rows:
            raise no_bars(request, self.name)
        try:
            days = [date.fromisoformat(row["Date"]) for row in rows]
            prices = np.array([[float(row[name]) for name in _PRICES] for row in rows])
            volume = np.array([float(row.get("Volume") or 0) for row in rows])
        except NONSENSE as error:
            raise self._vendor.unreadable(error) from error
        now = self._clock.now()
        return BarAnswer(marked_adjusted(finished_bars(request, self.name, now, midnights(days), prices, volume), now))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        return FundamentalAnswer()

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()


def stooq_code(symbol: Symbol) -> str:
    """`aapl.us`, `700.hk`, `brk-b.us`, `eurusd`, `^spx`."""
    if symbol.is_index:
        return _INDEXES.get(symbol.text, symbol.text.lower())
    if symbol.market is Market.FOREX:
        return symbol.text.removesuffix("=X").lower()
    code = symbol.text if symbol.market is Market.US_STOCKS else symbol.text.rpartition(".")[0]
    return f"{code.lstrip('0').replace('.', '-').lower()}.{_PLACES[symbol.market]}"
