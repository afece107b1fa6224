"""Tells a store of the demo companies otherwise from an instant on: every row that became known later is rewritten, and
what was known already is corrected a second after the instant."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, instant
from packages.domain.market_data.door import refuse_implausible
from packages.domain.market_data.errors import Leak
from packages.domain.market_data.rows import (
    CorporateAction,
    FinancialFact,
    Instrument,
    MacroPoint,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.infra.providers.market_data.demo.pack import DemoPack
from src.modules.data_engineering.application.library import MarketLibrary

_CORRECTED = 30


class Rewriting:
    """Goes backwards: each instant lies before the last one, so every later row is rewritten once. `renaming`: what was
    known of instruments is corrected too."""

    def __init__(self, library: MarketLibrary, pack: DemoPack, dice: random.Random, *, renaming: bool = False) -> None:
        self._renaming = renaming
        self._library = library
        self._pack = pack
        self._dice = dice
        self._rows = sorted(pack.rows(), key=lambda row: row.known_at)

    async def after(self, at: datetime, symbols: Sequence[Symbol]) -> None:
        """All rows that became known after the instant, the bars of these symbols, and corrections of the past."""
        later = [self._rows.pop() for _ in range(sum(row.known_at > at for row in self._rows))]
        corrected = [replace(row, known_at=at + timedelta(seconds=1)) for row in self._past(symbols)]
        told = [self._changed(row) for row in (*later, *corrected)]
        fresh = [row for row in (*told, *self._invented(at, symbols)) if _could_be(row)]
        await self._library.rows.add(fresh, at + timedelta(seconds=1))
        for symbol in symbols:
            await self._library.bars.append(self._bars(symbol, at), at + timedelta(seconds=1))

    def _past(self, symbols: Sequence[Symbol]) -> list[Row]:
        """The newest rows of each kind about the symbols, and some about anything."""
        chosen = self._dice.sample(self._rows, min(_CORRECTED, len(self._rows)))
        chosen = [row for row in chosen if self._renaming or not isinstance(row, Instrument)]
        names = (Instrument,) if self._renaming else ()
        for kind in (*names, FinancialFact, Valuation, NewsItem, CorporateAction, StatusPeriod, MacroPoint):
            own = [
                row for row in self._rows if isinstance(row, kind) and getattr(row, "symbol", None) in (None, *symbols)
            ]
            chosen += own[-_CORRECTED:]
        return chosen

    def _bars(self, symbol: Symbol, at: datetime) -> BarSeries:
        """The whole series at other prices: corrections of the past, and another future."""
        series = self._pack.series(symbol)
        factor = self._dice.choice([0.5, 0.9, 1.1, 3.0])
        columns = series.columns
        moved = {name: getattr(columns, name) * factor for name in ("open", "high", "low", "close", "volume")}
        known = np.maximum(columns.known_at, instant(at + timedelta(seconds=1)))
        return replace(series, columns=BarColumns(time=columns.time, known_at=known, **moved))

    def _changed(self, row: Row) -> Row:
        factor = Decimal(self._dice.choice(["-2", "0.1", "0.5", "4"]))
        match row:
            case FinancialFact():
                return replace(row, value=row.value * factor, version=row.version + self._dice.randrange(2))
            case MacroPoint():
                return replace(row, value=row.value * factor, version=row.version + self._dice.randrange(2))
            case Valuation():
                return replace(row, pe_ttm=Decimal(1), pb=Decimal(99), ps_ttm=None)
            case NewsItem():
                return replace(
                    row, title=f"更正：业绩预亏，实控人被立案调查 {row.title}", text="Profit warning. " + row.text
                )
            case CorporateAction():
                return replace(row, value=row.value * 7)
            case Instrument():
                return replace(row, name_zh="更名之后", name_en="Renamed Later", industry="banking")
            case StatusPeriod():
                return replace(row, until=None)
            case _:
                return row

    def _invented(self, at: datetime, symbols: Sequence[Symbol]) -> list[Row]:
        """News and reports that nobody could know of."""
        published = at + timedelta(seconds=self._dice.randrange(1, 10**6))
        return [
            NewsItem(
                source="demo", known_at=published, key=f"later-{symbol}-{at:%Y%m%d}", symbol=symbol,
                published_at=published, language=self._dice.choice(["zh", "en"]),
                title="降息降准 产业政策 行业周期 财报 业绩 earnings policy rate cycle economy", text="机构 评级 下调",
                url=f"https://demo.invalid/later/{symbol}/{at:%Y%m%d}",
            )
            for symbol in symbols
        ]  # fmt: skip


def companions(symbol: Symbol) -> list[Symbol]:
    """The symbol and the index of its market, which the macro expert reads."""
    return [symbol, parse_symbol("DEMO9.SH" if str(symbol).endswith((".SZ", ".SH")) else "DEMO10")]


def _could_be(row: Row) -> bool:
    try:
        refuse_implausible(row)
    except Leak:
        return False
    return True
