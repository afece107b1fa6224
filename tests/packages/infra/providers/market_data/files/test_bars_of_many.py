"""Long files of many instruments, and archives of tables."""

from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest

from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.inspect import confirm_bars, inspect_bars
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.files import bars_of_many
from packages.infra.providers.market_data.files.archives import remove_unpacked, unpacked
from packages.infra.providers.market_data.files.bars_of_many import instruments_in

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONG = "date,symbol,open,high,low,close,volume\n" + "".join(
    f"2024-03-{day:02d},{name},{price},{price + 1},{price - 1},{price},{volume}\n"
    for day in (4, 5, 6)
    for name, price, volume in (("AAPL", 180, 300), ("600519", 90, 700), ("BTC/USDT", 60_000, 5))
)


@pytest.mark.parametrize("large", [False, True], ids=["in memory", "some at a time"])
def test_each_instrument_of_a_long_file_has_its_rows_with_their_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        monkeypatch.setattr(bars_of_many, "_LARGE", 10)
        monkeypatch.setattr(bars_of_many, "_LARGE_BATCH", 60)
    path = tmp_path / "all.csv"
    path.write_text(LONG)
    found = {one.name: one.rows for one in instruments_in(path, 2**20)}
    assert set(found) == {"AAPL", "600519.SH", "BTC-USDT"}
    store = ParquetBars(tmp_path / "bars")
    for name, rows in found.items():
        assert name is not None
        report = confirm_bars(inspect_bars(path, Answers({"symbol": name}), NOW, rows=rows), store, NOW)
        assert (report.symbol.text, report.rows_written) == (name, 3)
    lines = [line for frame in found["600519.SH"].frames() for line in frame["line"].to_list()]
    assert lines == [3, 6, 9]


def test_an_archive_gives_its_tables_under_their_bare_names(tmp_path: Path) -> None:
    archive = tmp_path / "bars.zip"
    with ZipFile(archive, "w") as opened:
        opened.writestr("data/AAPL.csv", LONG)
        opened.writestr("../../MSFT.csv", LONG)
        opened.writestr("readme.md", "no table")
        opened.writestr("__MACOSX/._AAPL.csv", "no table")
    found = list(unpacked(archive, tmp_path / "imports"))
    assert [path.name for path in found] == ["AAPL.csv", "MSFT.csv"]
    assert all(path.is_relative_to(tmp_path / "imports") for path in found)
    remove_unpacked(archive, tmp_path / "imports")
    assert not any(path.exists() for path in found)


def test_what_is_no_archive_of_tables_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "bars.zip"
    archive.write_bytes(b"no archive")
    with pytest.raises(BadRows, match="ZIP"):
        list(unpacked(archive, tmp_path))
    with ZipFile(archive, "w", compression=8) as opened:
        opened.writestr("AAPL.csv", "0" * 8_000_000)
    with pytest.raises(BadRows, match="unpacks to more"):
        list(unpacked(archive, tmp_path))


SIDE_BY_SIDE = (
    "Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume\n"
    "Ticker,AAPL,BTC-USD,AAPL,BTC-USD,AAPL,BTC-USD,AAPL,BTC-USD,AAPL,BTC-USD\n"
    "Date,,,,,,,,,,\n"
    "2024-03-08,180.1,60100,181,60200,179,60000,180,60050,300,5\n"
    "2024-03-09,,60300,,60400,,60100,,60200,,6\n"
    "2024-03-10,,60400,,60500,,60200,,60300,,7\n"
    "2024-03-11,181.1,60500,182,60600,180,60300,181,60400,400,8\n"
    "2024-03-12,182.1,60600,183,60700,181,oops,182,60500,500,9\n"
)


def test_tickers_side_by_side_have_their_own_columns_and_the_days_on_which_they_trade(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text(SIDE_BY_SIDE)
    store = ParquetBars(tmp_path / "bars")
    reports = {}
    for one in instruments_in(path, 2**20):
        assert one.name is not None
        asked = Answers({"symbol": one.name, "timeframe": "1d"})
        reports[one.name] = confirm_bars(inspect_bars(path, asked, NOW, rows=one.rows), store, NOW)
    read = {name: store.read(report.symbol, report.timeframe, NOW).columns for name, report in reports.items()}
    assert read["AAPL"].close.tolist() == [180.1, 181.1, 182.1]
    assert read["AAPL"].volume.tolist() == [300, 400, 500]
    assert read["BTC-USD"].open.tolist() == [60050, 60200, 60300, 60400]
    assert (reports["AAPL"].rows_read, reports["AAPL"].rows_refused) == (3, 0)
    assert [(refusal.line, reports["BTC-USD"].rows_refused) for refusal in reports["BTC-USD"].refusals] == [(8, 1)]


def test_tickers_side_by_side_are_never_read_as_one_instrument(tmp_path: Path) -> None:
    path = tmp_path / "AAPL.csv"
    path.write_text(SIDE_BY_SIDE)
    with pytest.raises(BadRows, match="AAPL, BTC-USD"):
        inspect_bars(path, Answers({}), NOW)
