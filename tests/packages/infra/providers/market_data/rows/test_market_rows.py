"""Rows of market data in the database: nothing is ever lost, and nothing known later changes an earlier read."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.market_data.errors import Leak
from packages.domain.market_data.rows import (
    CalendarEvent,
    Estimate,
    EventKind,
    FinancialFact,
    Instrument,
    MacroPoint,
    NewsItem,
    Row,
    Statement,
    Valuation,
)
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.infra.providers.market_data.rows.row_reader import SqlRowReader
from packages.infra.providers.market_data.rows.whole_kind import history_of_items

SYMBOL = parse_symbol("DEMO1.SZ")
T0 = datetime(2024, 4, 1, tzinfo=UTC)


def fact(value: str, known_at: datetime = T0, version: int = 1, item: str = "revenue") -> FinancialFact:
    return FinancialFact(
        source="demo", known_at=known_at, symbol=SYMBOL, statement=Statement.INCOME, item=item,
        period_end=date(2023, 12, 31), value=Decimal(value), unit="CNY", version=version,
    )  # fmt: skip


@pytest.fixture
def rows(database: Database) -> SqlMarketRows:
    return SqlMarketRows(database)


@pytest.fixture
def reader(rows: SqlMarketRows) -> SqlRowReader:
    return SqlRowReader(rows)


async def test_a_row_comes_out_as_it_went_in(rows: SqlMarketRows) -> None:
    told: list[Row] = [
        fact("123456789012345.6789"),
        Valuation(
            source="demo",
            known_at=T0,
            symbol=SYMBOL,
            day=date(2024, 3, 29),
            pe_ttm=None,
            pb=Decimal("1.50"),
            ps_ttm=None,
            market_value=Decimal("1E+10"),
            dividend_yield=None,
        ),
        NewsItem(
            source="demo",
            known_at=T0,
            key="a:b",
            symbol=None,
            published_at=T0,
            language="zh",
            title="“引号”",
            text="多行\n文字 \x00",
            url="https://demo.invalid/?a=1&b=2",
        ),
    ]
    assert await rows.add(told, T0) == 3
    assert list(await rows.read(FinancialFact, "DEMO1.SZ", T0)) == [told[0]]
    assert list(await rows.read(Valuation, "DEMO1.SZ", T0)) == [told[1]]
    assert list(await rows.read(NewsItem, "*", T0)) == [told[2]]


async def test_telling_the_same_again_changes_nothing(rows: SqlMarketRows) -> None:
    assert await rows.add([fact("1")], T0) == 1
    assert await rows.add([fact("1"), fact("1")], T0 + timedelta(days=9)) == 0


async def test_a_later_correction_is_known_from_when_it_was_told(rows: SqlMarketRows) -> None:
    await rows.add([fact("1")], T0)
    corrected_at = T0 + timedelta(days=10)
    assert await rows.add([fact("2")], corrected_at) == 1
    assert await rows.add([fact("2")], corrected_at + timedelta(days=1)) == 0
    before = await rows.read(FinancialFact, "DEMO1.SZ", corrected_at - timedelta(seconds=1))
    after = await rows.read(FinancialFact, "DEMO1.SZ", corrected_at)
    assert [row.value for row in before] == [Decimal(1)]
    assert [(row.value, row.known_at) for row in after] == [(Decimal(2), corrected_at)]


async def test_a_restatement_keeps_both_versions_and_each_instant_sees_its_own(
    rows: SqlMarketRows, reader: SqlRowReader
) -> None:
    restated_at = T0 + timedelta(days=100)
    await rows.add([fact("1"), fact("0.8", restated_at, version=2)], restated_at)
    assert [row.value for row in await reader.facts(SYMBOL, restated_at - timedelta(days=1))] == [Decimal(1)]
    assert [row.value for row in await reader.facts(SYMBOL, restated_at)] == [Decimal("0.8")]
    assert len(await rows.read(FinancialFact, "DEMO1.SZ", restated_at)) == 2


async def test_the_history_of_a_figure_has_every_version_and_what_was_told_otherwise(
    rows: SqlMarketRows, reader: SqlRowReader, database: Database
) -> None:
    retold_at, restated_at = T0 + timedelta(days=5), T0 + timedelta(days=100)
    await rows.add([fact("1"), fact("7", item="net_profit")], T0)
    await rows.add([fact("1.1")], retold_at)
    await rows.add([fact("0.8", restated_at, version=2)], restated_at)

    async def told(as_of: datetime) -> list[tuple[Decimal, datetime, int]]:
        found = await reader.fact_history(SYMBOL, as_of)
        of_item = await history_of_items(database, ["revenue"], as_of)
        own = [row for row in found if row.item == "revenue"]
        assert own == list(of_item)
        return [(row.value, row.known_at, row.version) for row in own]

    first, second = (Decimal(1), T0, 1), (Decimal("1.1"), retold_at, 1)
    assert await told(T0) == [first]
    assert await told(restated_at) == [first, second, (Decimal("0.8"), restated_at, 2)]


async def test_a_row_that_claims_to_be_known_too_early_is_not_stored(rows: SqlMarketRows) -> None:
    with pytest.raises(Leak, match="period_end_as_announcement"):
        await rows.add([fact("1", datetime(2023, 12, 31, 10, tzinfo=UTC))], T0)
    assert await rows.read(FinancialFact, "DEMO1.SZ", T0) == []


async def test_many_rows_are_added_in_one_go(rows: SqlMarketRows) -> None:
    told = [fact(str(n), item=f"item_{n}") for n in range(1700)]
    assert await rows.add(told, T0) == 1700
    assert len(await rows.read(FinancialFact, "DEMO1.SZ", T0)) == 1700


async def test_revised_macro_points_are_read_in_their_latest_known_version(
    rows: SqlMarketRows, reader: SqlRowReader
) -> None:
    def point(version: int, value: str, known_at: datetime) -> MacroPoint:
        return MacroPoint(
            source="demo", known_at=known_at, series="cn_gdp", period_end=date(2023, 12, 31), value=Decimal(value),
            unit="ratio", version=version,
        )  # fmt: skip

    later = T0 + timedelta(days=30)
    await rows.add([point(1, "0.05", T0), point(2, "0.052", later)], later)
    assert [p.value for p in await reader.macro("cn_gdp", T0)] == [Decimal("0.05")]
    assert [p.value for p in await reader.macro("cn_gdp", later)] == [Decimal("0.052")]


async def test_each_instant_sees_the_estimate_of_its_time(rows: SqlMarketRows, reader: SqlRowReader) -> None:
    def told(value: str, known_at: datetime) -> Estimate:
        return Estimate(
            source="file", known_at=known_at, symbol=SYMBOL, item="eps_basic", period_end=date(2024, 12, 31),
            value=Decimal(value), unit="CNY/share", analysts=3,
        )  # fmt: skip

    later = T0 + timedelta(days=30)
    assert await rows.add([told("1.1", T0), told("0.9", later)], later) == 2
    assert [row.value for row in await reader.estimates(SYMBOL, T0)] == [Decimal("1.1")]
    assert [row.value for row in await reader.estimates(SYMBOL, later)] == [Decimal("0.9")]
    assert await reader.estimates(SYMBOL, T0 - timedelta(seconds=1)) == []


async def test_a_day_ahead_is_in_the_calendar_from_when_it_was_announced(
    rows: SqlMarketRows, reader: SqlRowReader
) -> None:
    def due(day: date, title: str, *, market: bool = False) -> CalendarEvent:
        symbol = None if market else SYMBOL
        return CalendarEvent(source="file", known_at=T0, symbol=symbol, day=day, kind=EventKind.EARNINGS, title=title)

    past, ahead = due(date(2024, 3, 1), "快报"), due(date(2024, 8, 20), "中报披露")
    policy = due(date(2024, 7, 15), "全会", market=True)
    assert await rows.add([ahead, past, policy, ahead], T0) == 3
    assert await reader.events(SYMBOL, T0, None) == [past, ahead]
    assert await reader.events(SYMBOL, T0, date(2024, 4, 1)) == [ahead]
    assert await reader.events(None, T0, None) == [policy]
    assert await reader.events(SYMBOL, T0 - timedelta(seconds=1), None) == []


async def test_of_several_tellings_the_one_with_a_real_name_is_taken(rows: SqlMarketRows, reader: SqlRowReader) -> None:
    def told(source: str, name: str, known_at: datetime) -> Instrument:
        return Instrument(
            source=source, known_at=known_at, symbol=SYMBOL, name_en=name, name_zh=name, exchange="", currency="CNY"
        )

    await rows.add([told("vendor", "Demo Works", T0), told("import", "DEMO1.SZ", T0 + timedelta(days=1))], T0)
    found = await reader.instrument(SYMBOL, T0 + timedelta(days=2))
    assert found is not None
    assert found.name_en == "Demo Works"


async def test_an_instrument_is_unknown_before_it_is_told(rows: SqlMarketRows, reader: SqlRowReader) -> None:
    told = Instrument(
        source="demo", known_at=T0, symbol=SYMBOL, name_en="Demo", name_zh="演示", exchange="XSHE", currency="CNY"
    )
    await rows.add([told], T0)
    assert await reader.instrument(SYMBOL, T0 - timedelta(days=1)) is None
    assert await reader.instrument(SYMBOL, T0) == told
    assert await rows.subjects(Instrument) == ["DEMO1.SZ"]
