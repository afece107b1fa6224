"""Real files, and files that were damaged at random: agreement to the row, and never a crash."""

import csv
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.core.errors import ParleyError
from packages.domain.market_data.rows import ActionKind
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.report import ImportReport
from tests.effort import examples
from tests.imported_bars import import_file

DATA = Path(__file__).parents[7] / "shared" / "data"
NOW = datetime(2026, 11, 15, tzinfo=UTC)
real = pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data is not beside the checkout")


@dataclass(frozen=True)
class Real:
    file: str
    symbol: str
    first: str
    last: str
    volume: str = "volume"


FILES = [
    Real("cn_000001.SZ_daily.csv", "000001.SZ", "2015-06-01T00:00", "2022-06-01T00:00"),
    Real("cn_000002.SZ_daily.csv", "000002.SZ", "2015-06-01T00:00", "2025-05-30T00:00"),
    Real("crypto_ETH.csv", "ETH-USD", "2022-05-27T00:00", "2024-09-26T00:00", volume="vol"),
    Real("us_AAPL_daily.csv", "AAPL", "2012-01-03T00:00", "2014-12-31T00:00"),
    Real("us_NVDA_1999-2014_daily.csv", "NVDA", "1999-01-22T00:00", "2014-12-31T00:00"),
    Real("us_YHOO_1996-2015_daily.csv", "YHOO", "1996-04-12T00:00", "2015-12-31T00:00"),
    Real("index_2006_5min.csv", "^STOXX50E", "2006-01-02T08:00", "2006-01-30T16:25"),
]


def taken(file: str, store: ParquetBars) -> ImportReport:
    path = DATA / file
    if file.startswith("index"):
        return import_file(path, store, symbol="^STOXX50E", timezone="Europe/Berlin", label="end", recorded_at=NOW)
    return import_file(path, store, recorded_at=NOW)


@real
@pytest.mark.parametrize("file", FILES, ids=[file.file for file in FILES])
def test_a_real_file_agrees_to_the_row(file: Real, tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    report = taken(file.file, store)
    with (DATA / file.file).open(newline="") as text:
        rows = [{name.lower(): value for name, value in row.items()} for row in csv.DictReader(text)]
    bars = store.read(report.symbol, report.timeframe, NOW).columns
    assert (report.symbol.text, report.rows_read, report.rows_taken) == (file.symbol, len(rows), len(rows))
    assert [str(bars.time[place].astype("datetime64[m]")) for place in (0, -1)] == [file.first, file.last]
    for name in ("open", "high", "low", "close"):
        assert getattr(bars, name).tolist() == [float(row[name]) for row in rows]
    assert bars.volume.tolist() == [float(row[file.volume]) for row in rows]
    assert taken(file.file, store).rows_written == 0


@real
def test_the_split_of_apple_is_in_its_prices_and_so_is_not_an_action(tmp_path: Path) -> None:
    report = taken("us_AAPL_daily.csv", ParquetBars(tmp_path))
    assert {action.kind for action in report.actions} == {ActionKind.DIVIDEND}
    assert len(report.actions) == 10
    assert report.actions[0].value == Decimal("0.37857")
    assert any("split 7 on 2014-06-09 is in the prices already" in warning for warning in report.warnings)


@real
def test_the_dividends_of_nvidia_are_found_in_its_adjusted_close(tmp_path: Path) -> None:
    actions = taken("us_NVDA_1999-2014_daily.csv", ParquetBars(tmp_path)).actions
    assert [action.ex_date for action in actions][:2] == [date(2012, 11, 20), date(2013, 2, 26)]
    assert [str(action.value) for action in actions] == ["0.075"] * 4 + ["0.085"] * 5
    assert taken("us_YHOO_1996-2015_daily.csv", ParquetBars(tmp_path)).actions == ()


def accounted(content: bytes) -> None:
    """A report in which every row is accounted for, or a named error."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "AAPL.csv"
        path.write_bytes(content)
        try:
            report = import_file(path, ParquetBars(Path(folder) / "bars"), recorded_at=NOW)
        except ParleyError:
            return
        assert report.rows_read == report.rows_taken + report.rows_repeated + report.rows_refused


cells = st.one_of(
    st.sampled_from(["10", "1e3", "-1", "", " ", '"', '"1,000"', "nan", "inf", "1e999", "2024-01-02", "0", "\x00"]),
    st.text(max_size=6),
    st.floats().map(str),
)
dates = st.one_of(st.dates(date(1, 1, 1), date(9999, 12, 31)).map(str), st.integers().map(str), cells)
table = st.lists(st.tuples(dates, st.lists(cells, max_size=8)), max_size=12)


@settings(max_examples=examples(40), deadline=None)
@given(table, st.sampled_from([",", ";", "\t"]), st.sampled_from(["utf-8", "gb18030", "utf-16"]))
def test_a_table_of_nonsense_never_crashes(rows: list[tuple[str, list[str]]], separator: str, encoding: str) -> None:
    heading = separator.join(["date", "open", "high", "low", "close", "volume", "Adj Close", "split", "confirm"])
    lines = [heading, *(separator.join([day, *values]) for day, values in rows)]
    accounted("\n".join(lines).encode(encoding, "replace"))


GOOD = "date,open,high,low,close,volume,dividend,split\n" + "".join(
    f"2024-{month:02d}-{day:02d},10,12,9,11,100,0,1\n" for month in range(1, 4) for day in range(1, 29)
)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD)), st.binary(max_size=4)), max_size=6))
def test_a_good_file_with_damaged_bytes_never_crashes(damage: list[tuple[int, bytes]]) -> None:
    content = GOOD.encode()
    for place, put in damage:
        content = content[:place] + put + content[place + len(put) :]
    accounted(content)


@settings(max_examples=examples(30), deadline=None)
@given(st.binary(max_size=400))
def test_bytes_of_no_meaning_never_crash(content: bytes) -> None:
    accounted(content)
    accounted(b"date,open,high,low,close\n" + content)
