"""Cross-sections over mapped blocks say what the files of the symbols say, whatever is written in whatever order."""

from datetime import date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.cross_sections import BarField, CrossSections
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.kept_parts import KeptParts
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.cross_sections.folding import fold
from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections
from packages.infra.providers.market_data.intents import Intents
from tests.conformance.cross_sections_conformance import ONE, TWO, CrossSectionsConformance, Writer, closes
from tests.effort import examples
from tests.packages.infra.providers.market_data.bars.samples import LATER, daily, day

SYMBOLS = [parse_symbol(text) for text in ("600000.SH", "000001.SZ", "AAPL", "BTC-USD")]
SOURCES = ["vendor", "other", "vendor-adjusted"]
VALUES = ("open", "high", "low", "close", "volume")
# Days on both sides of a new year, so that a series lies in two blocks.
DAYS = st.one_of(st.integers(0, 12), st.integers(360, 372))


class TestPendingSeries(CrossSectionsConformance):
    @pytest.fixture
    def stores(self, tmp_path: Path) -> tuple[Writer, CrossSections]:
        bars = ParquetBars(tmp_path)
        return bars, MappedCrossSections(bars)


class _Folding:
    """Folds after every append."""

    def __init__(self, bars: ParquetBars) -> None:
        self._bars = bars

    def append(self, series: BarSeries, recorded_at: datetime) -> object:
        added = self._bars.append(series, recorded_at)
        assert fold(self._bars.folder)
        assert Intents(self._bars.folder).noted() == {}
        return added


class TestFoldedSeries(CrossSectionsConformance):
    @pytest.fixture
    def stores(self, tmp_path: Path) -> tuple[Writer, CrossSections]:
        bars = ParquetBars(tmp_path)
        return _Folding(bars), MappedCrossSections(bars)


telling = st.tuples(
    st.sampled_from(SYMBOLS),
    st.sampled_from(SOURCES),
    st.dictionaries(DAYS, st.integers(1, 4).map(float), min_size=1, max_size=8),
    st.integers(0, 400),
    st.sampled_from(["pending", "fold", "compact", "undo"]),
)


def tell(bars: ParquetBars, before: Path, told: tuple[Symbol, str, dict[int, float], int, str]) -> None:
    symbol, source, prices, recorded, then = told
    series = daily(prices, source=source, symbol=symbol)
    kept = KeptParts(before, day(recorded) + timedelta(microseconds=7))
    (bars.keeping(kept) if then == "undo" else bars).append(series, kept.recorded_at)
    if then == "undo":
        kept.restore(bars.folder)
    elif then == "compact":
        bars.compact(symbol, Timeframe.D1)
    elif then == "fold":
        assert fold(bars.folder)


def assert_a_day_is_what_each_symbol_says(
    bars: ParquetBars, sections: CrossSections, asked: date, at: datetime
) -> None:
    start = datetime.combine(asked, datetime.min.time(), LATER.tzinfo)
    section = sections.section(asked, at)
    alone = {
        symbol: series
        for symbol, series in bars.read_many(SYMBOLS, Timeframe.D1, at, start, start + timedelta(days=1)).items()
        if len(series)
    }
    assert section.symbols == tuple(sorted(alone, key=str))
    for place, symbol in enumerate(section.symbols):
        assert section.columns[place : place + 1].equals(alone[symbol].columns)
        assert section.sources[place] == alone[symbol].source


def assert_a_panel_is_what_each_symbol_says(
    bars: ParquetBars, sections: CrossSections, first: date, last: date, at: datetime
) -> None:
    begin, end = (datetime.combine(one, datetime.min.time(), LATER.tzinfo) for one in (first, last))
    panel = sections.panel([BarField(name) for name in VALUES], first, last, at)
    alone = bars.read_many(SYMBOLS, Timeframe.D1, at, begin, end + timedelta(days=1))
    whole = bars.read_many(SYMBOLS, Timeframe.D1, at)
    assert panel.symbols == tuple(sorted((one for one, series in alone.items() if len(series)), key=str))
    seen = {time for series in alone.values() for time in series.columns.time.astype("datetime64[D]").tolist()}
    assert panel.days.tolist() == sorted(seen)
    for column, symbol in enumerate(panel.symbols):
        bars_of, mine = alone[symbol].columns, panel.present[:, column]
        assert panel.days[mine].tolist() == bars_of.time.astype("datetime64[D]").tolist()
        for name in VALUES:
            values = panel.values[BarField(name)][:, column]
            assert values[mine].tolist() == getattr(bars_of, name).tolist()
            assert np.isnan(values[~mine]).all()
        days = whole[symbol].columns.time.astype("datetime64[D]")
        assert (panel.first_days[column], panel.last_days[column]) == (days[0], days[-1])


@settings(max_examples=examples(30), deadline=None)
@given(
    st.lists(telling, min_size=1, max_size=8),
    st.lists(st.tuples(DAYS, DAYS, st.integers(0, 420)), min_size=1, max_size=5),
)
def test_days_and_panels_equal_the_reads_of_each_symbol_as_of_any_instant(
    told: list[tuple[Symbol, str, dict[int, float], int, str]], asked: list[tuple[int, int, int]]
) -> None:
    with TemporaryDirectory() as folder:
        bars = ParquetBars(Path(folder) / "bars")
        sections = MappedCrossSections(bars)
        for number, one in enumerate(told):
            tell(bars, Path(folder) / f"before{number}", one)
            first, second, at = asked[number % len(asked)]
            start, end = sorted((day(first).date(), day(second).date()))
            for instant in (day(at), LATER):
                for reader in (sections, MappedCrossSections(bars)):
                    assert_a_day_is_what_each_symbol_says(bars, reader, start, instant)
                    assert_a_panel_is_what_each_symbol_says(bars, reader, start, end, instant)


def test_what_was_read_stays_what_it_is_when_more_is_told_later(tmp_path: Path) -> None:
    bars = ParquetBars(tmp_path)
    sections = MappedCrossSections(bars)
    bars.append(daily({1: 10}, symbol=ONE), day(5))
    fold(tmp_path)
    before = sections.section(day(1).date(), day(10))
    bars.append(daily({1: 11}, symbol=ONE), day(11))
    bars.append(daily({1: 20}, symbol=TWO), day(11))
    fold(tmp_path)
    assert sections.section(day(1).date(), day(10)).columns.close[0] == before.columns.close[0] == 10
    assert closes(sections.section(day(1).date(), LATER)) == {"600000.SH": 11, "600001.SH": 20}
