"""The demo pack as a source like any other: it answers for demo symbols and for nothing else."""

import asyncio
from collections.abc import Sequence

from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.demo.generate import generate
from packages.infra.providers.demo.pack import DEFAULT_SEED, DemoPack


class DemoProvider:
    """Makes the pack on the first question, off the event loop, and keeps it."""

    name = "demo"
    abilities = Abilities(
        markets=frozenset({Market.CN_STOCKS, Market.US_STOCKS, Market.CRYPTO}),
        timeframes=frozenset({Timeframe.D1, Timeframe.M5}),
        fundamentals=True,
        search=True,
    )

    def __init__(self, seed: int = DEFAULT_SEED) -> None:
        self._seed = seed
        self._pack: DemoPack | None = None
        self._making = asyncio.Lock()

    async def pack(self) -> DemoPack:
        async with self._making:
            if self._pack is None:
                self._pack = await asyncio.to_thread(generate, self._seed)
            return self._pack

    async def bars(self, request: BarRequest) -> BarAnswer:
        _refuse_real(request.symbol)
        pack = await self.pack()
        bars = _between(pack.series(request.symbol, request.timeframe), request)
        first, last = request.start.date(), request.end.date()
        actions = [a for a in pack.actions if a.symbol == request.symbol and first <= a.ex_date <= last]
        return BarAnswer(bars, tuple(actions))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        _refuse_real(symbol)
        pack = await self.pack()
        return FundamentalAnswer(
            instrument=next((row for row in pack.instruments if row.symbol == symbol), None),
            facts=tuple(row for row in pack.facts if row.symbol == symbol),
            valuations=tuple(row for row in pack.valuations if row.symbol == symbol),
            statuses=tuple(row for row in pack.statuses if row.symbol == symbol),
            news=tuple(row for row in pack.news if row.symbol in (symbol, None)),
            macro=pack.macro,
        )

    async def search(self, text: str) -> Sequence[Instrument]:
        wanted = text.strip().casefold()
        pack = await self.pack()
        told = ((row, f"{row.symbol} {row.name_en} {row.name_zh}".casefold()) for row in pack.instruments)
        return [row for row, words in told if wanted and wanted in words]


def _refuse_real(symbol: Symbol) -> None:
    if not symbol.is_demo:
        raise NoData("market_data.not_a_demo_symbol", symbol=symbol)


def _between(series: BarSeries, request: BarRequest) -> BarSeries:
    first, last = series.columns.time.searchsorted([instant(request.start), instant(request.end)]).tolist()
    if first == last:
        raise NoData("market_data.demo_has_no_bars_then", timeframe=request.timeframe, symbol=request.symbol)
    return BarSeries(series.symbol, series.timeframe, series.source, series.adjusted, series.columns[first:last])
