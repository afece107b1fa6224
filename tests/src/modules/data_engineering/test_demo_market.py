"""The demo market in a store: it goes on from where it was, once, and not at all where the owner wants none."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from apps.api.daily_work import follow_the_demo_market
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarColumns
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.demo.pack import generate
from packages.settings.load import load_settings
from src.modules.data_engineering.application.demo_watch import DemoWatch, is_due
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.packs import DemoIsOff, Loaded
from tests.fakes.clock import StoppedClock

NOW = datetime(2027, 3, 31, 12, tzinfo=UTC)
A_SHARE, US_SHARE = parse_symbol("DEMO1.SZ"), parse_symbol("DEMO6")


@pytest.fixture
async def stored(demo_at_home: Path) -> AsyncIterator[Database]:
    """A store that was loaded when 2025 was over."""
    database = Database(load_settings().database_url)
    yield database
    await database.aclose()


@pytest.fixture
def keeping(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk that keeps the demo market up to date."""
    monkeypatch.setenv("PARLEY_DEMO_DATA", "true")


async def raw_bars(view: MarketView, symbol: Symbol, timeframe: Timeframe = Timeframe.D1) -> BarColumns:
    return (await view.bars(symbol, timeframe, adjustment=Adjustment.RAW)).columns


def data(database: Database, now: datetime = NOW) -> DataEngineeringContainer:
    return DataEngineeringContainer(database, load_settings(), StoppedClock(now))


@pytest.mark.usefixtures("keeping")
async def test_a_store_goes_on_to_the_last_finished_session_and_holds_what_a_fresh_one_would(stored: Database) -> None:
    fresh = generate(now=NOW)
    await data(stored).newest(A_SHARE, Timeframe.D1)
    view = data(stored).library().view(NOW)
    for series in fresh.all_bars():
        bars = await raw_bars(view, series.symbol, series.timeframe)
        assert bars[-len(series) :].equals(series.columns), (series.symbol, series.timeframe)
        assert len(bars) == len(series) or series.timeframe is Timeframe.M1  # of more days, since it was away
    for symbol in (A_SHARE, US_SHARE):
        facts = [fact for fact in fresh.facts if fact.symbol == symbol]
        assert {fact.id: fact for fact in await view.facts(symbol)} == {fact.id: fact for fact in facts}
        assert list(await view.valuations(symbol)) == [row for row in fresh.valuations if row.symbol == symbol]
        assert len(await view.news(symbol)) == len([item for item in fresh.news if item.symbol == symbol])
    assert await data(stored).packs().update_demo() == Loaded(0, 0)


@pytest.mark.trust
@pytest.mark.usefixtures("keeping")
async def test_a_company_that_is_not_stored_yet_is_brought_whole(stored: Database, home: Path) -> None:
    for folder in (home / "bars").glob("**/DEMO6*"):
        folder.rename(home / folder.name)
    await data(stored).packs().update_demo()
    bars = await raw_bars(data(stored).library().view(NOW), US_SHARE)
    assert bars.equals(generate(now=NOW).series(US_SHARE).columns)


async def test_a_store_without_a_demo_market_stays_without(database: Database) -> None:
    assert await data(database).packs().update_demo() == Loaded(0, 0)


async def test_a_desk_that_leaves_its_demo_market_alone_does_not_bring_it_up_to_date(stored: Database) -> None:
    await data(stored).newest(A_SHARE, Timeframe.D1)
    bars = await raw_bars(data(stored).library().view(NOW), A_SHARE)
    assert str(bars.time[-1])[:10] == "2025-12-31"


async def test_a_desk_without_a_demo_market_neither_loads_nor_offers_it(
    stored: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_DEMO", "off")
    library = data(stored).library()
    assert await library.search("DEMO1") == []
    assert await library.stored() == []
    assert await library.stocked(Timeframe.D1) == []
    assert await library.instruments(NOW) == []
    with pytest.raises(DemoIsOff, match="PARLEY_DEMO=on"):
        await data(stored).packs().load_demo(_quietly)


async def _quietly(_done: float, _message: str) -> None:
    """Nobody watches the progress."""


WEDNESDAY = datetime(2027, 3, 31, tzinfo=UTC)


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        ("06:50", "06:59", False),  # Shanghai closes at 7:00 UTC
        ("06:50", "07:00", True),
        ("07:00", "07:59", False),
        ("07:00", "08:00", True),  # once an hour, since reports come after the close
        ("19:30", "20:00", True),  # New York
        ("20:00", "19:00", True),  # the clock was set back
    ],
)
def test_the_market_is_looked_at_after_a_close_and_once_an_hour(last: str, now: str, due: bool) -> None:
    assert is_due(_at(last), _at(now), Timeframe.D1) is due


def test_where_minutes_are_wanted_it_is_looked_at_whenever_five_are_over() -> None:
    assert is_due(None, _at("03:00"), Timeframe.D1)
    for bars in (Timeframe.M5, Timeframe.H1):
        assert not is_due(_at("03:01"), _at("03:04"), bars)
        assert is_due(_at("03:04"), _at("03:05"), bars)


def test_where_bars_of_one_minute_are_wanted_it_is_looked_at_whenever_one_is_over() -> None:
    assert is_due(_at("03:01"), _at("03:02"), Timeframe.M1)
    assert not is_due(_at("03:01"), _at("03:01") + timedelta(seconds=59), Timeframe.M1)


def _at(text: str) -> datetime:
    hour, minute = map(int, text.split(":"))
    return WEDNESDAY.replace(hour=hour, minute=minute)


async def test_a_second_look_at_the_same_time_brings_nothing_in_whatever_process(tmp_path: Path) -> None:
    brought = []

    async def bring() -> None:
        brought.append(1)

    for now in (NOW, NOW + timedelta(minutes=1), NOW + timedelta(hours=2)):
        await DemoWatch(bring, StoppedClock(now), tmp_path / "home" / "mark").look()
    assert len(brought) == 2


async def test_a_desk_goes_on_looking_when_the_store_was_out_of_reach_once() -> None:
    looks = []

    class Enough(Exception):
        """Ends the loop."""

    async def look(bars: Timeframe = Timeframe.D1) -> None:
        looks.append(bars)
        raise OSError("the disk was away") if len(looks) == 1 else Enough

    with pytest.raises(Enough):
        await follow_the_demo_market(look, every=0)
    assert looks == [Timeframe.M5, Timeframe.M5]


def test_the_markets_of_the_demo_are_those_that_are_looked_at() -> None:
    assert {symbol.market for symbol in generate().bars} == {Market.CN_STOCKS, Market.US_STOCKS, Market.CRYPTO}
