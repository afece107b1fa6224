"""A source of market data in memory: bars of made-up days, and failures when it is told to fail."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

import numpy as np

from packages.domain.market_data.bars import BarSeries, Floats, instant
from packages.domain.market_data.errors import NoData, WrongTimeframe
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

DEMO = parse_symbol("DEMO5")
FIRST_DAY = date(2024, 3, 4)


def daily_request(symbol: Symbol = DEMO, first: date = FIRST_DAY, days: int = 5) -> BarRequest:
    """Daily bars of so many days from the first on."""
    start = datetime.combine(first, time(0), UTC)
    return BarRequest(symbol, Timeframe.D1, start, start + timedelta(days=days))


def closes_from(close: float, days: int, first: date = FIRST_DAY) -> dict[date, float]:
    """A price that rises by one each day."""
    return {first + timedelta(days=number): close + number for number in range(days)}


class InMemoryProvider:
    """Knows the daily closes it is given. Raises the `failures` one call after the other before it answers, and holds
    every call for `delay` seconds or until `gate` is set."""

    def __init__(
        self,
        name: str = "memory",
        closes: Mapping[Symbol, Mapping[date, float]] | None = None,
        *,
        markets: frozenset[Market] = frozenset({Market.US_STOCKS}),
        timeframes: frozenset[Timeframe] = frozenset({Timeframe.D1}),
        fundamentals: bool = False,
        search: bool = False,
    ) -> None:
        self.name = name
        self.abilities = Abilities(markets, timeframes, fundamentals, search)
        self.closes = {DEMO: closes_from(100.0, 30)} if closes is None else closes
        self.failures: list[BaseException] = []
        self.gate: asyncio.Event | None = None
        self.delay = 0.0
        self.asked: list[BarRequest | Symbol | str] = []
        self.cancelled = 0

    async def bars(self, request: BarRequest) -> BarAnswer:
        if request.timeframe not in self.abilities.timeframes:
            raise WrongTimeframe(f"{self.name} has no {request.timeframe} bars: ask for another timeframe.")
        await self._called(request)
        days = self.closes.get(request.symbol, {})
        wanted = [day for day in sorted(days) if request.start <= datetime.combine(day, time(0), UTC) < request.end]
        if not wanted:
            raise NoData(f"{self.name} has no bars of {request.symbol}: ask for another stretch.")
        return BarAnswer(self._series(request, wanted, np.array([days[day] for day in wanted])))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        if not self.abilities.fundamentals:
            return FundamentalAnswer()
        await self._called(symbol)
        return FundamentalAnswer(self._instrument(symbol))

    async def search(self, text: str) -> Sequence[Instrument]:
        if not self.abilities.search:
            return ()
        await self._called(text)
        return [self._instrument(symbol) for symbol in self.closes if text.upper() in symbol.text]

    async def _called(self, question: BarRequest | Symbol | str) -> None:
        self.asked.append(question)
        try:
            if self.gate is not None:
                await self.gate.wait()
            await asyncio.sleep(self.delay)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.failures:
            raise self.failures.pop(0)

    def _series(self, request: BarRequest, days: list[date], close: Floats) -> BarSeries:
        times = np.array([instant(datetime.combine(day, time(0), UTC)) for day in days], dtype="datetime64[us]")
        return assemble(
            request.symbol,
            request.timeframe,
            self.name,
            time=times,
            open_=close,
            high=close + 1,
            low=close - 1,
            close=close,
            volume=np.full(len(days), 1000.0),
        )

    def _instrument(self, symbol: Symbol) -> Instrument:
        return Instrument(
            source=self.name,
            known_at=datetime(2024, 1, 1, tzinfo=UTC),
            symbol=symbol,
            name_en="Made-up Company",
            name_zh="",
            exchange="XNAS",
            currency="USD",
        )
