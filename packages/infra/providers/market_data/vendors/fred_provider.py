"""Series of the US economy by FRED, with a key; each figure is known from the day of its first release."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from packages.core.clock import Clock
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument, MacroPoint
from packages.domain.market_data.sessions import day_is_over
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.http_vendor import HttpVendor
from packages.infra.providers.market_data.vendors.translation import NONSENSE

FRED_URL = "https://api.stlouisfed.org"
_YEARS = timedelta(days=3653)
_FIRST_RELEASES = {"output_type": "4", "realtime_start": "1776-07-04", "realtime_end": "9999-12-31"}


@dataclass(frozen=True, slots=True)
class _Series:
    """`units` as FRED counts them: `lin` as published, `pc1` change on a year before; `months` that a period lasts."""

    name: str
    fred: str
    units: str
    months: int


_SERIES = (
    _Series("US.POLICY_RATE", "FEDFUNDS", "lin", 1),
    _Series("US.CPI_YOY", "CPIAUCSL", "pc1", 1),
    _Series("US.M2_YOY", "M2SL", "pc1", 1),
    _Series("US.GDP_YOY", "GDPC1", "pc1", 3),
)


class FredProvider:
    """`GET /fred/series/observations`: first releases only, so that nothing is known before it was published."""

    def __init__(self, clock: Clock, key: str, url: str = FRED_URL) -> None:
        self.name = "fred"
        self.abilities = Abilities(markets=frozenset({Market.US_STOCKS}), timeframes=frozenset(), fundamentals=True)
        self._clock = clock
        self._key = key
        self._vendor = HttpVendor("FRED", url)

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(self.name, self.abilities, request)
        raise NoData("market_data.vendor_has_nothing", vendor="FRED", what=str(request.symbol))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        """The economy that the company lives in; nothing of the company itself."""
        require_market(self.name, self.abilities, symbol)
        return FundamentalAnswer(macro=tuple([point for series in _SERIES for point in await self._points(series)]))

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    async def _points(self, series: _Series) -> list[MacroPoint]:
        since = (self._clock.now() - _YEARS).date()
        query = {
            "series_id": series.fred,
            "api_key": self._key,
            "file_type": "json",
            "units": series.units,
            "observation_start": since.isoformat(),
            **_FIRST_RELEASES,
        }
        answer = await self._vendor.json("/fred/series/observations", series.fred, query)
        try:
            return [
                point for point in self._read(series, answer["observations"]) if point.known_at <= self._clock.now()
            ]
        except NONSENSE as error:
            raise self._vendor.unreadable(error) from error

    def _read(self, series: _Series, rows: Sequence[Mapping[str, Any]]) -> Iterator[MacroPoint]:
        """A dot stands for a figure that was never published."""
        for row in rows:
            if row["value"] != ".":
                released = date.fromisoformat(row["realtime_start"])
                yield MacroPoint(
                    source=self.name,
                    known_at=day_is_over(Market.US_STOCKS, released),
                    series=series.name,
                    period_end=_last_day(date.fromisoformat(row["date"]), series.months),
                    value=Decimal(row["value"]),
                    unit="%",
                )


def _last_day(first: date, months: int) -> date:
    """FRED names a period by its first day."""
    years, month = divmod(first.month - 1 + months, 12)
    return date(first.year + years, month + 1, 1) - timedelta(days=1)
