"""The as-of door catches each way in which the future can leak, by name, whatever a store lets slip."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.door import MarketView, NaiveInstant
from packages.domain.market_data.errors import Leak, UnknownSymbol
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    Estimate,
    EventKind,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    Statement,
    StatusKind,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe

SYMBOL = parse_symbol("DEMO1.SZ")
AS_OF = datetime(2024, 6, 28, 12, 0, tzinfo=UTC)
BEFORE, AFTER = AS_OF - timedelta(days=1), AS_OF + timedelta(days=1)


@dataclass
class LeakyStore:
    """A store that gives out whatever it has, whatever instant it is asked for."""

    rows: Sequence[Row] = ()
    series: BarSeries | None = None
    asked: list[datetime] = field(default_factory=list)

    async def read(self, symbol: Any, timeframe: Any, as_of: datetime, *_: Any) -> BarSeries:
        self.asked.append(as_of)
        assert self.series is not None
        return self.series

    async def instrument(self, symbol: Any, as_of: datetime) -> Any:
        return self.rows[0] if self.rows else None

    async def _all(self, *_: Any) -> Any:
        return self.rows

    actions = statuses = facts = fact_history = valuations = news = macro = estimates = events = memberships = (
        funding
    ) = _all


def view(*rows: Row, series: BarSeries | None = None) -> MarketView:
    store = LeakyStore(rows, series)
    return MarketView(AS_OF, store, store)


def fact(known_at: datetime, period_end: date = date(2023, 12, 31), version: int = 1) -> FinancialFact:
    return FinancialFact(
        source="demo", known_at=known_at, symbol=SYMBOL, statement=Statement.INCOME, item="revenue",
        period_end=period_end, value=Decimal(1), unit="CNY", version=version,
    )  # fmt: skip


def news(published_at: datetime, known_at: datetime) -> NewsItem:
    return NewsItem(
        source="demo", known_at=known_at, key="k", symbol=SYMBOL, published_at=published_at, language="zh",
        title="t", text="x", url="https://demo.invalid/1",
    )  # fmt: skip


def action(known_at: datetime) -> CorporateAction:
    return CorporateAction(
        source="demo", known_at=known_at, symbol=SYMBOL, ex_date=date(2024, 7, 10), kind=ActionKind.SPLIT,
        value=Decimal(2),
    )  # fmt: skip


def member(since: date, known_at: datetime, until: date | None = None) -> Membership:
    return Membership(source="demo", known_at=known_at, index="DEMO50", symbol=SYMBOL, since=since, until=until)


def valuation(day: date, known_at: datetime) -> Valuation:
    return Valuation(
        source="demo", known_at=known_at, symbol=SYMBOL, day=day, pe_ttm=Decimal(9), pb=None, ps_ttm=None,
        market_value=None, dividend_yield=None,
    )  # fmt: skip


def macro(known_at: datetime) -> MacroPoint:
    return MacroPoint(
        source="demo", known_at=known_at, series="cn_cpi", period_end=date(2024, 5, 31), value=Decimal(1), unit="ratio"
    )


def estimate(known_at: datetime) -> Estimate:
    return Estimate(
        source="demo", known_at=known_at, symbol=SYMBOL, item="eps_basic", period_end=date(2024, 12, 31),
        value=Decimal("1.2"), unit="CNY/share", analysts=7,
    )  # fmt: skip


def event(known_at: datetime, day: date) -> CalendarEvent:
    return CalendarEvent(
        source="demo", known_at=known_at, symbol=SYMBOL, day=day, kind=EventKind.EARNINGS, title="中报披露"
    )


def daily(*days: str) -> BarSeries:
    price = np.full(len(days), 10.0)
    time = np.array(days, dtype="datetime64[us]")
    return assemble(
        SYMBOL, Timeframe.D1, "demo", time=time, open_=price, high=price, low=price, close=price, volume=price
    )  # fmt: skip


def known_too_early(series: BarSeries) -> BarSeries:
    columns = series.columns
    early = columns.known_at - np.timedelta64(1, "h")
    changed = BarColumns(
        columns.time, columns.open, columns.high, columns.low, columns.close, columns.volume, early
    )  # fmt: skip
    return BarSeries(series.symbol, series.timeframe, series.source, "raw", changed)


Read = Callable[[MarketView], Awaitable[object]]
PERIOD_END = datetime(2023, 12, 31, 8, 0, tzinfo=UTC)

PLANTED: list[tuple[str, MarketView, Read]] = [
    ("period_end_as_announcement", view(fact(PERIOD_END)), lambda v: v.facts(SYMBOL)),
    ("future_fact", view(fact(AFTER)), lambda v: v.facts(SYMBOL)),
    ("restated_value", view(fact(AFTER, version=2)), lambda v: v.facts(SYMBOL)),
    ("restated_value", view(fact(AFTER, version=2)), lambda v: v.fact_history(SYMBOL)),
    ("future_adjustment", view(action(AFTER)), lambda v: v.actions(SYMBOL)),
    ("future_adjustment", view(action(AFTER), series=daily("2024-06-27")), lambda v: v.bars(SYMBOL)),
    ("membership_of_today", view(member(date(2024, 7, 1), BEFORE)), lambda v: v.members("DEMO50")),
    ("membership_of_today", view(member(date(2020, 1, 1), AFTER)), lambda v: v.members("DEMO50")),
    ("news_date", view(news(BEFORE, BEFORE - timedelta(hours=1))), lambda v: v.news(SYMBOL)),
    ("news_date", view(news(BEFORE, AFTER)), lambda v: v.news(SYMBOL)),
    (
        "valuation_before_close",
        view(valuation(date(2024, 6, 27), BEFORE.replace(hour=1))),
        lambda v: v.valuations(SYMBOL),
    ),
    ("future_row", view(valuation(date(2024, 6, 27), AFTER)), lambda v: v.valuations(SYMBOL)),
    ("period_end_as_release", view(macro(datetime(2024, 5, 31, tzinfo=UTC))), lambda v: v.macro("cn_cpi")),
    ("future_row", view(macro(AFTER)), lambda v: v.macro("cn_cpi")),
    ("future_row", view(estimate(AFTER)), lambda v: v.estimates(SYMBOL)),
    ("future_row", view(event(AFTER, date(2024, 8, 20))), lambda v: v.events(SYMBOL)),
    ("future_bar", view(series=daily("2024-06-27", "2024-07-01")), lambda v: v.bars(SYMBOL)),
    ("bar_before_close", view(series=known_too_early(daily("2024-06-27"))), lambda v: v.bars(SYMBOL)),
]


@pytest.mark.parametrize(("kind", "leaky", "read"), PLANTED, ids=[f"{n}-{case[0]}" for n, case in enumerate(PLANTED)])
async def test_a_planted_leak_is_caught_by_name(kind: str, leaky: MarketView, read: Read) -> None:
    with pytest.raises(Leak) as caught:
        await read(leaky)
    assert caught.value.kind == kind


async def test_what_was_known_comes_out() -> None:
    assert len(await view(fact(BEFORE)).facts(SYMBOL)) == 1
    assert len(await view(news(BEFORE, BEFORE)).news(SYMBOL)) == 1
    assert len(await view(estimate(BEFORE)).estimates(SYMBOL)) == 1
    assert len(await view(event(BEFORE, date(2024, 8, 20))).events(SYMBOL)) == 1  # a day ahead, told before
    assert len(await view(series=daily("2024-06-26", "2024-06-27", "2024-06-28")).bars(SYMBOL)) == 3


async def test_the_bar_of_today_is_known_from_the_close_on() -> None:
    store = LeakyStore(series=daily("2024-06-28"))
    closing = datetime(2024, 6, 28, 7, 0, tzinfo=UTC)
    assert len(await MarketView(closing, store, store).bars(SYMBOL)) == 1
    with pytest.raises(Leak, match="future_bar"):
        await MarketView(closing - timedelta(seconds=1), store, store).bars(SYMBOL)


async def test_members_that_had_left_by_the_day_are_not_members() -> None:
    left = member(date(2020, 1, 1), BEFORE, until=date(2024, 6, 28))
    staying = member(date(2020, 1, 1), BEFORE, until=date(2024, 6, 29))
    assert await view(left, staying).members("DEMO50") == [replace(staying, until=None)]


async def test_an_end_that_lay_ahead_is_not_told() -> None:
    def suspended(until: date) -> StatusPeriod:
        return StatusPeriod(
            source="demo",
            known_at=BEFORE,
            symbol=SYMBOL,
            kind=StatusKind.SUSPENDED,
            since=date(2024, 6, 1),
            until=until,
        )

    over, ahead = suspended(date(2024, 6, 28)), suspended(date(2024, 6, 29))
    assert [row.until for row in await view(over, ahead).statuses(SYMBOL)] == [date(2024, 6, 28), None]
    doomed = Instrument(
        source="demo", known_at=BEFORE, symbol=SYMBOL, name_en="Demo", name_zh="演示", exchange="XSHE", currency="CNY",
        delisted_on=date(2025, 1, 1),
    )  # fmt: skip
    assert (await view(doomed).instrument(SYMBOL)).delisted_on is None


async def test_the_store_is_asked_for_the_instant_of_the_view() -> None:
    store = LeakyStore(series=daily("2024-06-27"))
    await MarketView(AS_OF, store, store).bars(SYMBOL)
    assert store.asked == [AS_OF]


async def test_an_unknown_symbol_is_told_with_the_way_to_load_it() -> None:
    with pytest.raises(UnknownSymbol, match="`parley data demo`"):
        await view().instrument(SYMBOL)


def test_an_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(NaiveInstant):
        MarketView(datetime(2024, 6, 28), LeakyStore(), LeakyStore())  # noqa: DTZ001


async def test_an_instrument_comes_out_as_it_is() -> None:
    known = Instrument(
        source="demo", known_at=BEFORE, symbol=SYMBOL, name_en="Demo", name_zh="演示", exchange="XSHE", currency="CNY"
    )
    assert await view(known).instrument(SYMBOL) == known
