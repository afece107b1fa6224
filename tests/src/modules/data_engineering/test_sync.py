"""A sync brings an instrument up to date, a stretch at a time, and one that dies goes on where it was."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from packages.core.messages import Language, Message, render
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData, NoProvider
from packages.domain.market_data.ports import Answered, BarAnswer, BarRequest, FundamentalAnswer, Tried
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import JobCall
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from src.modules.data_engineering.application.sync import (
    SYNC,
    NothingToFetch,
    Sync,
    SyncWork,
    Wanted,
    fetch_failure,
    sync_request,
)
from src.modules.data_engineering.infrastructure.stores import SqlRowStore, ThreadedBars
from tests.fakes.clock import StoppedClock

SYMBOL = parse_symbol("DEMO5")
NOW = datetime(2024, 7, 1, tzinfo=UTC)


class Killed(BaseException):
    """The process dies here."""


class ListedSince:
    """A source that tells a bar for every day since the listing."""

    def __init__(self, listed: date) -> None:
        self.listed = listed
        self.asked: list[BarRequest] = []
        self.dies_at: int | None = None
        self.is_down = False

    def names(self, market: Market) -> frozenset[str]:
        return frozenset({"told"})

    async def bars(self, request: BarRequest) -> Answered:
        if self.dies_at is not None and len(self.asked) == self.dies_at:
            raise Killed
        self.asked.append(request)
        if self.is_down:
            raise NoProvider("The source cannot be reached.")
        first = max(request.start.date(), self.listed)
        if first >= request.end.date():
            raise NoData(f"Nothing of {request.symbol} before {self.listed}.")
        return Answered(
            "told",
            BarAnswer(_daily(first, request.end.date())),
            (Tried("deaf", Message.verbatim("it did not answer")),),
        )

    async def company(self, symbol: Symbol) -> FundamentalAnswer:
        return FundamentalAnswer()


def _daily(first: date, end: date) -> BarSeries:
    time = np.arange(np.datetime64(first), np.datetime64(end)).astype("datetime64[us]")
    price = np.full(len(time), 10.0)
    return assemble(
        SYMBOL, Timeframe.D1, "told", time=time, open_=price, high=price, low=price, close=price, volume=price
    )


@pytest.fixture
def bars(tmp_path: Path) -> ThreadedBars:
    store = ParquetBars(tmp_path / "bars")
    return ThreadedBars(lambda: store)


def _sync(sources: ListedSince, bars: ThreadedBars, database: Database) -> Sync:
    return Sync(sources, bars, SqlRowStore(SqlMarketRows(database)), StoppedClock(NOW))


async def test_a_first_sync_brings_ten_years_and_says_from_whom(bars: ThreadedBars, database: Database) -> None:
    report = await _sync(ListedSince(date(2020, 1, 1)), bars, database).run(SYMBOL, Timeframe.D1)
    assert report.bars_added == (NOW.date() - date(2020, 1, 1)).days
    assert report.sources == ["told"]
    assert report.tried == [Tried("deaf", Message.verbatim("it did not answer"))]
    assert any("before 2020-01-01" in refused for refused in report.refused)


async def test_a_second_sync_asks_only_for_what_is_new_and_adds_nothing_twice(
    bars: ThreadedBars, database: Database
) -> None:
    await _sync(ListedSince(date(2023, 1, 1)), bars, database).run(SYMBOL, Timeframe.D1)
    again = ListedSince(date(2023, 1, 1))
    report = await _sync(again, bars, database).run(SYMBOL, Timeframe.D1)
    assert report.bars_added == 0
    assert len(again.asked) == 1
    assert again.asked[0].start > NOW - timedelta(days=15)


async def test_a_sync_that_dies_half_way_goes_on_where_it_was(bars: ThreadedBars, database: Database) -> None:
    dying = ListedSince(date(2014, 1, 1))
    dying.dies_at = 4
    with pytest.raises(Killed):
        await _sync(dying, bars, database).run(SYMBOL, Timeframe.D1)
    stored = (await bars.stored())[0]
    resumed = ListedSince(date(2014, 1, 1))
    await _sync(resumed, bars, database).run(SYMBOL, Timeframe.D1)
    assert resumed.asked[0].start == stored.last - timedelta(days=7)
    whole = await bars.read(SYMBOL, Timeframe.D1, NOW, None, None, None)
    days = whole.columns.time.astype("datetime64[D]")
    assert (np.diff(days) == np.timedelta64(1, "D")).all()
    assert days[-1] == np.datetime64("2024-06-30")


async def test_bars_of_a_company_that_nobody_names_go_by_its_symbol(bars: ThreadedBars, database: Database) -> None:
    sync = _sync(ListedSince(date(2024, 6, 3)), bars, database)
    assert (await sync.run(SYMBOL, Timeframe.D1)).rows_added == 1
    assert (await sync.run(SYMBOL, Timeframe.D1)).rows_added == 0
    (named,) = await sync.rows.find_instruments(str(SYMBOL), 5)
    assert (named.symbol, named.name_en, named.source, named.currency) == (SYMBOL, "DEMO5", "told", "USD")
    assert named.known_at.date() == date(2024, 6, 3)


async def test_when_nobody_has_anything_the_reason_is_told(bars: ThreadedBars, database: Database) -> None:
    with pytest.raises(NoData, match="Nothing of DEMO5"):
        await _sync(ListedSince(date(2030, 1, 1)), bars, database).run(SYMBOL, Timeframe.D1)


async def test_a_source_that_is_down_is_a_failure_even_where_bars_are_stored(
    bars: ThreadedBars, database: Database
) -> None:
    await bars.append(_daily(date(2024, 1, 1), date(2024, 5, 1)), NOW)
    down = ListedSince(date(2020, 1, 1))
    down.is_down = True
    with pytest.raises(NoProvider, match="cannot be reached"):
        await _sync(down, bars, database).run(SYMBOL, Timeframe.D1)


async def test_progress_is_told_for_each_stretch(bars: ThreadedBars, database: Database) -> None:
    told: list[tuple[float, str]] = []

    async def report(fraction: float, message: str) -> None:
        told.append((fraction, message))

    await _sync(ListedSince(date(2023, 1, 1)), bars, database).run(
        SYMBOL, Timeframe.D1, since=date(2022, 1, 1), report=report
    )
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions)
    assert told[0][1].startswith("DEMO5 1d 2022-01-01")


async def test_the_newest_bars_are_asked_for_only_of_what_an_outside_source_has_told(
    bars: ThreadedBars, database: Database
) -> None:
    source = ListedSince(date(2024, 1, 1))
    sync = _sync(source, bars, database)
    assert await sync.newest(SYMBOL, Timeframe.D1) is None
    assert source.asked == []
    await bars.append(_daily(date(2024, 5, 1), date(2024, 6, 1)), NOW)
    report = await sync.newest(SYMBOL, Timeframe.D1)
    assert report is not None
    assert report.bars_added == (NOW.date() - date(2024, 6, 1)).days
    assert [request.start.date() for request in source.asked] == [date(2024, 5, 24)]  # a week of overlap


class Watching:
    """Whoever follows a job."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def report(self, fraction: float, message: str = "") -> None:
        self.heard.append(message)


async def test_a_sync_as_a_job_tells_what_it_brought(bars: ThreadedBars, database: Database) -> None:
    request = sync_request("me", Wanted(parse_symbol("AAPL"), Timeframe.D1, date(2024, 6, 1)), NOW.date(), "key")
    assert (request.owner_id, request.kind, request.idempotency_key) == ("me", SYNC, "key")
    sync, watching = _sync(ListedSince(date(2020, 1, 1)), bars, database), Watching()
    told = await SyncWork(lambda: sync).handle(JobCall("job", "me", request.payload, watching))
    assert told == {
        "symbol": "AAPL",
        "timeframe": "1d",
        "bars_added": 30,
        "rows_added": 0,
        "sources": ["told"],
        "tried": [{"provider": "deaf", "reason": "it did not answer"}],
        "refused": [],
    }
    assert watching.heard[-1] == "AAPL: company data"


@pytest.mark.parametrize(
    ("symbol", "since"), [("DEMO1.SZ", None), ("AAPL", date(1969, 12, 31)), ("AAPL", date(2024, 7, 2))]
)
def test_what_no_source_can_tell_is_refused_before_it_is_queued(symbol: str, since: date | None) -> None:
    with pytest.raises(NothingToFetch):
        sync_request("me", Wanted(parse_symbol(symbol), Timeframe.D1, since), NOW.date(), "key")


_UNREACHABLE = NoProvider("No source could be reached.")
_ASKED = NoProvider("One had nothing.", details={"answered": True})


@pytest.mark.parametrize(
    ("symbol", "error", "suggests"),
    [
        ("0700.HK", _UNREACHABLE, False),
        ("AAPPL", _UNREACHABLE, False),
        ("AAPPL", _ASKED, True),
        ("AAPPL", NoData("Nobody has any."), True),
        ("0700.HK", NoData("Nobody has any."), False),
    ],
)
def test_other_symbols_are_suggested_where_a_source_knew_none_like_it(
    symbol: str, error: NoData | NoProvider, suggests: bool
) -> None:
    said = render(fetch_failure(parse_symbol(symbol), error).said, Language.EN)
    assert ("Did you mean" in said) == suggests
    assert f"parley data import FILE --symbol {symbol}" in said
