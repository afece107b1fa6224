"""Over random data sets and instants: whatever is appended or rewritten after the instant, the view stays the same."""

import random
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from packages.core.clock import SystemClock
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.door import refuse_implausible
from packages.domain.market_data.errors import Leak, NoData
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    Estimate,
    EventKind,
    FinancialFact,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    Statement,
    StatusKind,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.sessions import session_close
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.infra.providers.market_data.rows.row_reader import SqlRowReader
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.infrastructure.stores import SqlRowStore, ThreadedBars

FIRST_DAY = date(2024, 1, 1)
FIRST_DAY_MORNING = datetime.combine(FIRST_DAY, time(), UTC)
DAYS = 60


class RandomMarket:
    """Draws bars and rows of one company around an instant, each with a time at which it was known."""

    def __init__(self, dice: random.Random, symbol: Symbol) -> None:
        self.dice = dice
        self.symbol = symbol

    def day(self) -> date:
        return FIRST_DAY + timedelta(days=self.dice.randrange(DAYS))

    def moment(self) -> datetime:
        return datetime.combine(self.day(), time(self.dice.randrange(24), self.dice.randrange(60)), UTC)

    def bars(self, since: date, days: int) -> BarSeries:
        times = np.datetime64(since, "us") + np.arange(days) * np.timedelta64(1, "D")
        close = np.array([self.dice.choice([9.0, 10.0, 11.0]) for _ in times])
        return assemble(
            self.symbol, Timeframe.D1, "told", time=times, open_=close, high=close, low=close, close=close, volume=close
        )

    def rows(self, count: int) -> list[Row]:
        company = (self._fact, self._action, self._news, self._valuation, self._estimate, self._event)
        kinds = (*company, self._macro, self._member, self._status)
        return [self.dice.choice(kinds)() for _ in range(count)]

    def _number(self) -> Decimal:
        return Decimal(self.dice.randrange(1, 5))

    def _fact(self) -> Row:
        return FinancialFact(
            source="told", known_at=self.moment() + timedelta(days=120), symbol=self.symbol,
            statement=Statement.INCOME, item=self.dice.choice(["revenue", "net_profit"]),
            period_end=self.dice.choice([date(2023, 9, 30), date(2023, 12, 31)]), value=self._number(), unit="CNY",
            version=self.dice.randrange(1, 4),
        )  # fmt: skip

    def _action(self) -> Row:
        kind = self.dice.choice(list(ActionKind))
        return CorporateAction(
            source="told", known_at=self.moment(), symbol=self.symbol, ex_date=self.day(), kind=kind,
            value=self._number() + 1 if kind is ActionKind.SPLIT else self._number() / 10,
        )  # fmt: skip

    def _news(self) -> Row:
        published = self.moment()
        return NewsItem(
            source="told", known_at=published + timedelta(hours=self.dice.randrange(48)),
            key=str(self.dice.randrange(6)), symbol=self.symbol, published_at=published, language="en",
            title=str(self._number()), text="", url="https://demo.invalid/",
        )  # fmt: skip

    def _valuation(self) -> Row:
        day = self.day()
        return Valuation(
            source="told", known_at=session_close(self.symbol.market, day), symbol=self.symbol, day=day,
            pe_ttm=self._number(), pb=None, ps_ttm=None, market_value=None, dividend_yield=None,
        )  # fmt: skip

    def _estimate(self) -> Row:
        return Estimate(
            source="told", known_at=self.moment(), symbol=self.symbol, item="eps_basic", period_end=date(2024, 12, 31),
            value=self._number(), unit="CNY/share",
        )  # fmt: skip

    def _event(self) -> Row:
        return CalendarEvent(
            source="told", known_at=self.moment(), symbol=self.symbol, day=self.day(),
            kind=self.dice.choice(list(EventKind)), title=str(self._number()),
        )  # fmt: skip

    def _macro(self) -> Row:
        return MacroPoint(
            source="told", known_at=self.moment() + timedelta(days=1), series=f"cpi {self.symbol}",
            period_end=date(2023, 12, 31), value=self._number(), unit="ratio", version=self.dice.randrange(1, 3),
        )  # fmt: skip

    def _member(self) -> Row:
        since = self.day()
        return Membership(
            source="told", known_at=datetime.combine(since, time(23), UTC), index=f"index {self.symbol}",
            symbol=self.symbol, since=since, until=None,
        )  # fmt: skip

    def _status(self) -> Row:
        since = self.day()
        return StatusPeriod(
            source="told",
            known_at=self.moment(),
            symbol=self.symbol,
            kind=StatusKind.SUSPENDED,
            since=since,
            until=None,
        )


async def _everything(library: MarketLibrary, symbol: Symbol, at: datetime) -> list[object]:
    view = library.view(at)
    seen: list[object] = [
        await view.actions(symbol),
        await view.facts(symbol),
        await view.news(symbol),
        await view.valuations(symbol),
        await view.statuses(symbol),
        await view.estimates(symbol),
        await view.events(symbol),
        await view.macro(f"cpi {symbol}"),
        await view.members(f"index {symbol}"),
    ]
    for adjustment in Adjustment:
        try:
            columns = (await view.bars(symbol, adjustment=adjustment)).columns
        except NoData:
            seen.append("no bars")
        else:
            assert (columns.known_at <= instant(at)).all()
            seen.extend(column.tobytes() for column in (columns.time, columns.close, columns.volume, columns.known_at))
    return seen


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(n, marks=pytest.mark.trust) for n in range(8, 100))])
async def test_what_is_told_after_the_instant_changes_nothing_that_was_read(
    seed: int, database: Database, tmp_path: Path
) -> None:
    dice = random.Random(seed)
    market = RandomMarket(dice, parse_symbol(f"DEMO{seed}.SZ"))
    store, rows = ParquetBars(tmp_path / "bars"), SqlMarketRows(database)
    bars = ThreadedBars(lambda: store)
    library = MarketLibrary(
        bars, SqlRowStore(rows), SqlRowReader(rows), lambda _: pytest.fail("not asked"), SystemClock()
    )
    at = datetime.combine(FIRST_DAY + timedelta(days=dice.randrange(20, 160)), time(dice.randrange(24)), UTC)
    days, told = dice.randrange(1, DAYS), market.rows(60)
    await bars.append(market.bars(FIRST_DAY, days), FIRST_DAY_MORNING)
    await rows.add(told, FIRST_DAY_MORNING)
    before = await _everything(library, market.symbol, at)
    for step in range(4):
        later = at + timedelta(seconds=1 + step)
        await bars.append(market.bars(FIRST_DAY, days), later)  # the same days, corrected
        await bars.append(market.bars(at.date() + timedelta(days=1), dice.randrange(1, 9)), later)
        fresh = [row for row in market.rows(60) if row.known_at > at]
        corrected = [
            replace(row, known_at=old.known_at) for row in market.rows(300) for old in told if old.id == row.id
        ]
        await rows.add([*fresh, *(row for row in corrected if _could_be(row))], later)
    assert await _everything(library, market.symbol, at) == before


def _could_be(row: Row) -> bool:
    try:
        refuse_implausible(row)
    except Leak:
        return False
    return True
