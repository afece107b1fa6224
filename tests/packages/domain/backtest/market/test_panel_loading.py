"""Loading through the as-of door: the right stretch, enough warm-up, and sentences that say what to load."""

from datetime import date, datetime

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.market.panel_building import MOST_TICKERS, PanelTooLarge
from packages.domain.backtest.market.panel_loading import (
    BadUniverse,
    LoadedPanel,
    TooFewTradedBars,
    load_panel,
)
from packages.domain.backtest.market.shortfalls import Note, Shortfall
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from tests.packages.domain.backtest.stored_bars import MemoryStore, series

JANUARY = [f"2024-01-{day:02}" for day in (2, 3, 4, 5, 8, 9, 10, 11, 12, 15)]


async def load(
    store: MemoryStore,
    *tickers: str,
    start: date | None = None,
    end: date | None = None,
    warm_up: int = 0,
    timeframe: Timeframe = Timeframe.D1,
) -> LoadedPanel:
    symbols = [parse_symbol(ticker) for ticker in tickers]
    return await load_panel(store.view(), symbols, timeframe, start=start, end=end, warm_up=warm_up)


def days_of(loaded: LoadedPanel) -> list[str]:
    return [str(time)[:10] for time in loaded.panel.time]


async def test_both_days_are_included_and_the_source_is_told() -> None:
    loaded = await load(MemoryStore([series("AAPL", JANUARY)]), "AAPL", start=date(2024, 1, 4), end=date(2024, 1, 9))
    assert days_of(loaded) == JANUARY[2:6]
    assert (loaded.first_bar, loaded.sources, loaded.notes) == (0, {"AAPL": "test"}, ())


async def test_the_warm_up_stands_before_the_first_bar_that_may_trade() -> None:
    store = MemoryStore([series("AAPL", JANUARY)])
    loaded = await load(store, "AAPL", start=date(2024, 1, 6), end=None, warm_up=3)
    assert days_of(loaded) == JANUARY[1:]
    assert loaded.first_bar == 3


async def test_the_warm_up_counts_own_bars() -> None:
    store = MemoryStore([series("AAPL", JANUARY), series("NVDA", [JANUARY[0], *JANUARY[4:]])])
    loaded = await load(store, "AAPL", "NVDA", start=date(2024, 1, 9), warm_up=2)
    assert days_of(loaded) == [JANUARY[0], *JANUARY[3:]]
    assert np.isnan(loaded.panel.close[0, 0])  # the second ticker needed an older bar, the first did not
    assert loaded.first_bar == 3


async def test_limits_of_the_first_bar_know_the_close_before_it() -> None:
    store = MemoryStore([series("000001.SZ", JANUARY, close=np.linspace(10, 11, 10).round(2))])
    loaded = await load(store, "000001.SZ", start=date(2024, 1, 4))
    assert loaded.panel.upper_limit is not None
    assert loaded.panel.upper_limit[0, 0] == 11.12  # 10.11 of the day before, and a tenth


async def test_short_bars_are_read_from_shortly_before_the_start() -> None:
    times = np.arange("2023-06-01T14:30", "2024-01-16", 30, dtype="datetime64[m]")
    store = MemoryStore([series("AAPL", times, timeframe=Timeframe.M30)])
    loaded = await load(store, "AAPL", start=date(2024, 1, 8), warm_up=20, timeframe=Timeframe.M30)
    assert loaded.first_bar == 20
    assert loaded.panel.time[20] == np.datetime64("2024-01-08T05:00")  # midnight in New York
    assert len(store.asked) == 1
    assert store.asked[0][1] is not None


async def test_short_bars_with_a_long_gap_are_read_again_from_the_beginning() -> None:
    old = np.arange("2023-06-01T14:30", "2023-06-02", 30, dtype="datetime64[m]")
    new = np.arange("2024-01-08T14:30", "2024-01-09", 30, dtype="datetime64[m]")
    store = MemoryStore([series("AAPL", np.concatenate([old, new]), timeframe=Timeframe.M30)])
    loaded = await load(store, "AAPL", start=date(2024, 1, 8), warm_up=5, timeframe=Timeframe.M30)
    assert loaded.first_bar == 5
    assert [start is None for _, start in store.asked] == [False, True]


async def test_what_falls_short_is_noted() -> None:
    gappy = [JANUARY[3], *JANUARY[5:9]]
    store = MemoryStore([series("AAPL", JANUARY), series("NVDA", gappy)])
    loaded = await load(store, "AAPL", "NVDA", start=date(2024, 1, 3), warm_up=1)
    assert set(loaded.notes) == {
        Note(Shortfall.SHORT_WARM_UP, "NVDA", 1),
        Note(Shortfall.STARTS_LATE, "NVDA", 2),
        Note(Shortfall.ENDS_EARLY, "NVDA", 1),
        Note(Shortfall.MISSING_BARS, "NVDA", 1),
    }


async def test_what_was_not_traded_is_noted_in_both_languages() -> None:
    store = MemoryStore([series("000001.SZ", JANUARY, volume=[0, 1, 1, 0, 1, 1, 1, 1, 1, 1])])
    (note,) = (await load(store, "000001.SZ", start=date(2024, 1, 3))).notes
    assert note.sentence(Language.EN) == "1 bars of 000001.SZ without trading (a suspension) were left out."
    assert "000001.SZ 有 1 根" in note.sentence(Language.ZH)


async def test_too_few_bars_are_refused_with_what_to_load() -> None:
    store = MemoryStore([series("AAPL", JANUARY)])
    with pytest.raises(
        TooFewTradedBars, match=r"AAPL has 1 traded 1d bars from 2024-01-15.*`parley data sync AAPL --timeframe"
    ):
        await load(store, "AAPL", start=date(2024, 1, 15))


async def test_a_missing_ticker_is_told_as_the_store_tells_it() -> None:
    with pytest.raises(NoData, match="No 1d bars of NVDA"):
        await load(MemoryStore([series("AAPL", JANUARY)]), "AAPL", "NVDA")


async def test_missing_tickers_are_named_together() -> None:
    with pytest.raises(NoData, match="`parley data sync NVDA YHOO --timeframe 1d`"):
        await load(MemoryStore([series("AAPL", JANUARY)]), "AAPL", "NVDA", "YHOO")


@pytest.mark.parametrize(
    ("tickers", "sentence"),
    [(["AAPL", "BTC-USD"], "crypto, us_stocks"), ([], "no tickers"), (["AAPL", "AAPL"], "stands twice")],
)
async def test_tickers_that_cannot_be_traded_together_are_refused(tickers: list[str], sentence: str) -> None:
    with pytest.raises(BadUniverse, match=sentence):
        await load(MemoryStore([]), *tickers)


async def test_days_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(BadUniverse, match="exchange them"):
        await load(MemoryStore([]), "AAPL", start=date(2024, 2, 1), end=date(2024, 1, 1))


async def test_more_tickers_than_a_backtest_takes_are_refused_unread() -> None:
    store = MemoryStore([])
    symbols = [Symbol(f"T{number}", Market.US_STOCKS) for number in range(MOST_TICKERS + 1)]
    with pytest.raises(PanelTooLarge, match="501 tickers"):
        await load_panel(store.view(), symbols, Timeframe.D1, start=None, end=None)
    assert store.asked == []


class Endless(MemoryStore):
    """A million bars of whatever it is asked for."""

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        self.asked.append((symbol.text, start))
        return BarSeries(symbol, timeframe, "test", "raw", self.series[0].columns)


@pytest.mark.slow
async def test_reading_ends_when_more_was_read_than_a_backtest_takes() -> None:
    times = np.arange(1_000_000).astype("datetime64[m]")
    store = Endless([series("AAPL", times, timeframe=Timeframe.M1)])
    symbols = [Symbol(f"T{number}", Market.US_STOCKS) for number in range(40)]
    with pytest.raises(PanelTooLarge, match="bars are more than one backtest takes"):
        await load_panel(store.view(), symbols, Timeframe.M1, start=None, end=None)
    assert len(store.asked) < len(symbols)
