"""The bar store: what is read as of an instant, whatever is appended, in whatever order."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import BadRows, NoData
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from tests.effort import examples
from tests.packages.infra.providers.market_data.bars.samples import APPLE, LATER, closes, daily, day, same

D1 = Timeframe.D1
prices = st.dictionaries(st.integers(0, 30), st.integers(1, 5).map(float), min_size=1, max_size=12)
tellings = st.lists(st.tuples(prices, st.integers(0, 60)), min_size=1, max_size=6)
quick = settings(max_examples=examples(25), deadline=None)


def read(store: ParquetBars, as_of: datetime = LATER) -> dict[int, float]:
    try:
        return closes(store.read(APPLE, D1, as_of).columns)
    except NoData:
        return {}


class Remembered:
    """What the store should say, in plain Python: each telling of each day, with the instant it was known at."""

    def __init__(self) -> None:
        self.told: dict[int, list[tuple[datetime, float, datetime]]] = {}

    def append(self, series: BarSeries, recorded_at: datetime) -> int:
        new = 0
        known = [moment.astype(datetime) for moment in series.columns.known_at]
        for (number, close), known_naive in zip(closes(series.columns).items(), known, strict=True):
            known_at = known_naive.replace(tzinfo=recorded_at.tzinfo)
            versions = self.told.setdefault(number, [])
            by_then = [version[1] for version in versions if version[2] <= recorded_at]
            told = (close, recorded_at) in [version[1:] for version in versions]
            if told or close in [price for _, price, _ in versions[-1:]] or close in by_then[-1:]:
                continue
            if versions:
                known_at = max(known_at, recorded_at, versions[-1][0] + timedelta(microseconds=1))
            versions.append((known_at, close, recorded_at))
            new += 1
        return new

    def read(self, as_of: datetime) -> dict[int, float]:
        known = {n: [close for at, close, _ in told if at <= as_of] for n, told in self.told.items()}
        return {number: told[-1] for number, told in sorted(known.items()) if told}


@quick
@given(tellings, st.lists(st.integers(0, 70), min_size=1, max_size=5), st.booleans())
def test_every_read_gives_for_each_day_what_was_told_last_by_then(
    told: list[tuple[dict[int, float], int]], instants: list[int], compacts: bool
) -> None:
    remembered = Remembered()
    with TemporaryDirectory() as folder:
        store = ParquetBars(Path(folder))
        for some, recorded in told:
            assert store.append(daily(some), day(recorded)) == remembered.append(daily(some), day(recorded))
            if compacts:
                store.compact(APPLE, D1)
        for instant in instants:
            assert read(store, day(instant)) == remembered.read(day(instant))
            assert read(ParquetBars(Path(folder)), day(instant)) == remembered.read(day(instant))
        counted = sum(stored.rows for stored in store.coverage())
        assert counted == len(remembered.told)


@quick
@given(prices, st.randoms(use_true_random=False), st.integers(1, 4))
def test_any_order_and_any_batches_give_the_same_read(some: dict[int, float], random: Random, size: int) -> None:
    order = list(some)
    random.shuffle(order)
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    with TemporaryDirectory() as folder:
        store = ParquetBars(Path(folder))
        for batch in batches:
            store.append(daily({number: some[number] for number in batch}), day(40))
        assert store.read(APPLE, D1, LATER).columns.equals(daily(some).columns)


@quick
@given(tellings, st.integers(0, 60), tellings)
def test_what_is_known_after_an_instant_changes_nothing_that_was_read_as_of_it(
    before: list[tuple[dict[int, float], int]], instant: int, after: list[tuple[dict[int, float], int]]
) -> None:
    with TemporaryDirectory() as folder:
        store = ParquetBars(Path(folder))
        for some, recorded in before:
            store.append(daily(some), day(recorded))
        then = read(store, day(instant))
        for some, recorded in after:
            corrections = {number: close for number, close in some.items() if number in then or number >= instant}
            if corrections:
                store.append(daily(corrections), day(instant) + timedelta(days=recorded, seconds=1))
            unread = {number: close for number, close in some.items() if number >= instant}
            if unread:
                store.append(daily(unread, source="another"), day(instant) + timedelta(days=recorded, seconds=1))
        assert read(store, day(instant)) == then


@quick
@given(st.lists(prices, min_size=1, max_size=6))
def test_telling_everything_again_changes_nothing(told: list[dict[int, float]]) -> None:
    with TemporaryDirectory() as folder:
        store = ParquetBars(Path(folder))
        for recorded, some in enumerate(told):
            store.append(daily(some), day(recorded))
        files = sorted(Path(folder).rglob("*.parquet"))
        assert [store.append(daily(some), day(recorded)) for recorded, some in enumerate(told)] == [0] * len(told)
        assert sorted(Path(folder).rglob("*.parquet")) == files


def test_a_correction_is_a_second_version_known_from_when_it_was_recorded(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    assert store.append(daily({0: 10, 1: 11}), day(2)) == 2
    assert store.append(daily({0: 10, 1: 12, 2: 13}), day(5)) == 2
    assert read(store, day(5) - timedelta(microseconds=1)) == {0: 10, 1: 11, 2: 13}
    assert read(store, day(5)) == {0: 10, 1: 12, 2: 13}
    assert [stored.rows for stored in store.coverage()] == [3]


def test_a_range_takes_the_start_and_leaves_the_end(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    for number in range(6):
        store.append(daily({number: 10 + number}), day(9))
    assert list(closes(store.read(APPLE, D1, LATER, day(2), day(4)).columns)) == [2, 3]
    assert len(store.read(APPLE, D1, LATER, day(20), day(30))) == 0


def test_the_source_with_most_bars_is_taken_whole_and_others_before_and_after_it(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily({0: 1, 1: 1}, source="small"), day(9))
    store.append(daily({1: 2, 2: 2, 3: 2}, source="large"), day(9))
    assert store.read(APPLE, D1, LATER).source == "large"
    assert read(store) == {0: 1, 1: 2, 2: 2, 3: 2}
    assert closes(store.read(APPLE, D1, LATER, source="small").columns) == {0: 1, 1: 1}
    assert ParquetBars(tmp_path, preferred=["small"]).read(APPLE, D1, LATER).source == "small"
    assert store.read(APPLE, D1, day(2)).source == "small", "what was not known yet has no say"
    with pytest.raises(NoData, match="from nobody"):
        store.read(APPLE, D1, LATER, source="nobody")


def test_two_sources_of_different_years_both_answer_and_each_bar_names_its_own(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily({0: 1, 1: 1}, source="old"), day(9))
    store.append(daily({10: 3, 11: 3, 12: 3, 13: 3}, source="new"), day(30))
    assert read(store) == {0: 1, 1: 1, 10: 3, 11: 3, 12: 3, 13: 3}
    series = store.read(APPLE, D1, LATER)
    assert [name.rpartition(":")[2] for name in series.row_ids()] == ["old", "old", *["new"] * 4]
    assert closes(store.read(APPLE, D1, LATER, day(0), day(5)).columns) == {0: 1, 1: 1}
    assert closes(store.read(APPLE, D1, LATER, day(5), day(30)).columns) == {10: 3, 11: 3, 12: 3, 13: 3}


def test_raw_comes_before_adjusted_and_they_are_never_mixed(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily(dict.fromkeys(range(10), 5), source="pack-adjusted"), day(20))
    store.append(daily({4: 9, 5: 9}, source="vendor"), day(20))
    assert read(store) == {4: 9, 5: 9}
    early = store.read(APPLE, D1, LATER, day(0), day(3))
    assert (early.source, len(early)) == ("pack-adjusted", 3), "where no raw bar is, the adjusted ones answer"
    assert len(store.read(APPLE, D1, LATER, source="pack-adjusted")) == 10


def test_two_adjusted_sources_are_never_spliced(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily({0: 5}, source="one-adjusted"), day(20))
    store.append(daily({4: 9, 5: 9}, source="two-adjusted"), day(20))
    assert read(store) == {4: 9, 5: 9}


def test_adjusted_prices_are_not_known_before_the_last_of_them(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily({0: 5, 1: 5, 8: 5}, source="pack-adjusted"), day(20))
    assert read(store, day(5)) == {}
    assert read(store, day(10)) == {0: 5, 1: 5, 8: 5}


def test_many_symbols_are_read_at_once_and_the_unknown_are_left_out(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    symbols = [parse_symbol(f"{number:06d}.SZ") for number in range(150)]
    for number, symbol in enumerate(symbols[:140]):
        store.append(daily({0: 1 + number, 1: 2}, symbol=symbol), day(9))
    found = ParquetBars(tmp_path).read_many(symbols, D1, LATER)
    assert list(found) == symbols[:140]
    assert [float(series.columns.close[0]) for series in found.values()] == [1.0 + number for number in range(140)]
    one_by_one = [store.read(symbol, D1, LATER) for symbol in symbols[:140]]
    assert same(list(found.values()), one_by_one)


def test_missing_bars_are_told_with_what_is_there_and_how_to_load_them(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    with pytest.raises(NoData, match=r"Stored of AAPL: nothing\. Load bars with `parley data sync AAPL`"):
        store.read(APPLE, D1, LATER)
    with pytest.raises(NoData, match=r"Stored of DEMO1\.SZ: nothing\. Load bars with `parley data demo` ") as demo:
        store.read(parse_symbol("DEMO1.SZ"), D1, LATER)
    assert "parley data sync" not in demo.value.message
    store.append(daily({3: 1}), day(9))
    with pytest.raises(NoData, match=r"No 1h bars of AAPL .* 1d from vendor, 2024-01-04 to 2024-01-04"):
        store.read(APPLE, Timeframe.H1, LATER)
    with pytest.raises(NoData, match="as of 2024-01-03"):
        store.read(APPLE, D1, day(2))


def test_what_is_read_cannot_be_written_into(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily({0: 1, 1: 2}), day(9))
    store.append(daily({1: 3}), day(10))
    for as_of in (day(9), LATER):
        with pytest.raises(ValueError, match="read-only"):
            store.read(APPLE, D1, as_of).columns.close[0] = 99


def test_a_cache_too_small_for_anything_only_makes_reading_slower(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path, cache_bytes=10)
    store.append(daily({0: 1}), day(9))
    store.append(daily({1: 2}), day(9))
    assert read(store) == {0: 1, 1: 2}


def test_adjusted_or_unordered_bars_are_refused(tmp_path: Path) -> None:
    good = daily({0: 1, 1: 2})
    with pytest.raises(BadRows, match="raw"):
        ParquetBars(tmp_path).append(BarSeries(good.symbol, D1, "v", "qfq", good.columns), day(9))
    with pytest.raises(BadRows, match="time order"):
        ParquetBars(tmp_path).append(BarSeries(good.symbol, D1, "v", "raw", good.columns[::-1]), day(9))


def test_threads_read_the_same_while_another_appends(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    store.append(daily({0: 1}), day(9))
    with ThreadPoolExecutor(4) as pool:
        reads = [pool.submit(lambda: len(store.read(APPLE, D1, LATER))) for _ in range(100)]
        for number in range(1, 40):
            store.append(daily({number: 1}), day(9))
        lengths = [answer.result() for answer in reads]
    assert min(lengths) >= 1
    assert len(store.read(APPLE, D1, LATER)) == 40
