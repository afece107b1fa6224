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
