"""Panels of real bars, and of the demo companies as the store tells them on SQLite."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest

from packages.domain.backtest.market.panel_loading import BarStretch, LoadedPanel, load_panel, panel_of
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.container import DataEngineeringContainer
from tests.demo import NOW
from tests.fakes.clock import StoppedClock
from tests.packages.domain.backtest.real_data import (
    FILES,
    HAS_REAL_DATA,
    NO_REAL_DATA,
    TOGETHER,
    real_panel,
    real_panels,
    real_told,
)
from tests.packages.domain.backtest.stored_bars import action

pytestmark = pytest.mark.slow

DEMO = [parse_symbol(ticker) for ticker in ("DEMO1.SZ", "DEMO3.SZ", "DEMO4.SH")]
needs_real_data = pytest.mark.skipif(not HAS_REAL_DATA, reason=NO_REAL_DATA)


def outside(panel: Panel) -> Flags:
    """Bars that traded beyond their limits."""
    assert panel.lower_limit is not None
    assert panel.upper_limit is not None
    return (panel.high > panel.upper_limit) | (panel.low < panel.lower_limit)


@needs_real_data
@pytest.mark.parametrize("name", [*FILES, *TOGETHER])
def test_real_bars_become_a_panel_without_a_numeric_fault(name: str) -> None:
    with np.errstate(all="raise"):
        panel = real_panel(*TOGETHER.get(name, (name,)))
    assert len(panel) > 700
    assert panel.is_whole is (name not in TOGETHER)
    assert (np.diff(panel.time) > np.timedelta64(0)).all()
    assert ((panel.low <= panel.close) & (panel.close <= panel.high) | np.isnan(panel.close)).all()


@needs_real_data
def test_the_five_minute_index_has_the_sessions_of_its_month() -> None:
    panel = real_panels()["index_5m"]
    assert panel.session[-1] + 1 == len(np.unique(panel.time.astype("datetime64[D]")))


@needs_real_data
def test_real_a_shares_stay_within_their_limits_but_for_a_distribution_that_the_file_does_not_tell() -> None:
    panel = real_panels()["000001.SZ"]
    beyond = outside(panel)
    assert 1 - beyond.mean() >= 0.999
    assert [str(day)[:10] for day in panel.time[beyond[0]]] == ["2016-06-16"]
    assert not outside(real_panels()["000002.SZ"]).any()


@needs_real_data
def test_with_the_new_shares_of_that_day_told_every_bar_is_within() -> None:
    told = real_told("000001.SZ")
    told = replace(told, actions=(action("000001.SZ", "2016-06-16", ActionKind.SPLIT, "1.2"),))
    assert not outside(panel_of([told], BarStretch(Timeframe.D1, None, None)).panel).any()


def _library(database: Database) -> MarketLibrary:
    return DataEngineeringContainer(database, load_settings(), StoppedClock(NOW)).library()


@pytest.fixture
async def library(demo_home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[MarketLibrary]:
    monkeypatch.setenv("PARLEY_HOME", str(demo_home))
    database = Database(load_settings().database_url)
    yield _library(database)
    await database.aclose()


async def load(library: MarketLibrary, timeframe: Timeframe, start: date, warm_up: int) -> LoadedPanel:
    tickers = DEMO if timeframe is Timeframe.D1 else DEMO[:1]
    return await load_panel(library.view(), tickers, timeframe, start=start, end=None, warm_up=warm_up)


async def test_demo_companies_keep_their_limits_through_splits_dividends_and_special_treatment(
    library: MarketLibrary,
) -> None:
    loaded = await load(library, Timeframe.D1, date(2016, 1, 4), 100)
    panel = loaded.panel
    assert panel.close.shape[0] == 3
    assert str(panel.time[loaded.first_bar])[:10] == "2016-01-04"
    assert set(loaded.sources.values()) == {"demo"}
    assert not outside(panel).any()
    assert panel.dividend is not None
    assert panel.dividend.sum() > 0
    assert not panel.is_whole  # DEMO3 and DEMO4 were suspended for a time


async def test_demo_prices_do_not_jump_at_a_split(library: MarketLibrary) -> None:
    panel = (await load(library, Timeframe.D1, date(2015, 1, 5), 0)).panel
    growing = panel.close[1][np.isfinite(panel.close[1])]
    assert np.abs(np.diff(np.log(growing))).max() < 0.25  # limits are 10 and 20 percent; the splits were 2 and 1.8


async def test_five_minute_bars_share_the_limits_and_the_session_of_their_day(library: MarketLibrary) -> None:
    daily = (await load(library, Timeframe.D1, date(2025, 3, 3), 0)).panel
    short = (await load(library, Timeframe.M5, date(2025, 3, 3), 48)).panel
    assert not outside(short).any()
    assert np.bincount(short.session).tolist() == [48] * (short.session[-1] + 1)
    assert daily.upper_limit is not None
    assert short.upper_limit is not None
    np.testing.assert_array_equal(short.upper_limit[0, 48::48], daily.upper_limit[0])


async def test_a_panel_as_of_an_earlier_instant_holds_nothing_later(library: MarketLibrary) -> None:
    then = datetime(2020, 6, 30, 12, tzinfo=UTC)
    view = library.view(then)
    loaded, again = await asyncio.gather(
        *(load_panel(view, DEMO, Timeframe.D1, start=date(2019, 1, 2), end=None) for _ in range(2))
    )
    assert loaded.panel.time[-1] == np.datetime64("2020-06-30")
    np.testing.assert_array_equal(loaded.panel.close, again.panel.close)
