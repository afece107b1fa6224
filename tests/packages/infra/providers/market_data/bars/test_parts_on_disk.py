"""Files of the bar store: damage is named, half-written files are no data, writers and compactions lose nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.layout import folder_name, symbol_of
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from tests.packages.infra.providers.market_data.bars.samples import APPLE, LATER, closes, daily, day

D1 = Timeframe.D1
ROOT = Path(__file__).parents[6]


def parts(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.parquet"))


def filled(folder: Path) -> Path:
    """A store of one part."""
    ParquetBars(folder).append(daily({number: 10 + number for number in range(50)}), day(60))
    return parts(folder)[0]


@pytest.mark.parametrize("kept", [0, 3, 500, -1])
def test_a_truncated_file_is_named(tmp_path: Path, kept: int) -> None:
    part = filled(tmp_path)
    part.write_bytes(part.read_bytes()[:kept])
    with pytest.raises(CorruptData, match=f"{part.name}.*`parley data sync`"):
        ParquetBars(tmp_path).read(APPLE, D1, LATER)


def test_a_single_changed_byte_is_found(tmp_path: Path) -> None:
    part = filled(tmp_path)
    whole = part.read_bytes()
    for place in range(4, len(whole), 97):
        part.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(CorruptData, match=part.name):
            ParquetBars(tmp_path).read(APPLE, D1, LATER)


def test_a_foreign_parquet_file_is_not_taken_for_bars(tmp_path: Path) -> None:
    foreign = filled(tmp_path).with_name("mine.parquet")
    pl.DataFrame({"close": [1.0]}).write_parquet(foreign)
    with pytest.raises(CorruptData, match=r"mine\.parquet"):
        ParquetBars(tmp_path).read(APPLE, D1, LATER)
    foreign.rename(foreign.with_name(f"{'0' * 64}.parquet"))
    with pytest.raises(CorruptData, match="footer"):
        ParquetBars(tmp_path).coverage()


def test_a_half_written_file_is_no_data_and_is_swept_by_the_next_append(tmp_path: Path) -> None:
    part = filled(tmp_path)
    left = part.with_name(f".{part.name}.4711.part")
    left.write_bytes(part.read_bytes()[:100])
    store = ParquetBars(tmp_path)
    assert len(store.read(APPLE, D1, LATER)) == 50
    assert [stored.rows for stored in store.coverage()] == [50]
    store.append(daily({99: 1.0}), day(101))
    assert not left.exists()


def test_many_small_parts_become_few_by_themselves(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    for number in range(100):
        store.append(daily({number: 10 + number}), day(200))
    assert len(parts(tmp_path)) < 20
    assert closes(store.read(APPLE, D1, LATER).columns) == {number: 10 + number for number in range(100)}


def test_a_compaction_that_dies_before_it_tidies_up_doubles_nothing(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path / "bars")
    for number in range(5):
        store.append(daily({number: 10 + number, 9: 20 + number}), day(20 + number))
    before = {part: part.read_bytes() for part in parts(tmp_path)}
    reads = {number: closes(store.read(APPLE, D1, day(number)).columns) for number in (18, 20, 22, 24, 30)}
    counted = store.coverage()
    store.compact(APPLE, D1)
    assert len(parts(tmp_path)) == 1
    for part, content in before.items():
        part.write_bytes(content)
    for fresh in (store, ParquetBars(tmp_path / "bars")):
        assert fresh.coverage() == counted
        assert {number: closes(fresh.read(APPLE, D1, day(number)).columns) for number in reads} == reads
    assert store.append(daily({9: 24.0}), day(30)) == 0
    assert len(parts(tmp_path)) == 1
    assert store.coverage() == counted


def test_sources_stay_apart_when_they_are_compacted(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    for number in range(3):
        for source in ("one", "two"):
            store.append(daily({number: 10}, source=source), day(9))
    store.compact(APPLE, D1)
    assert len(parts(tmp_path)) == 2
    assert [(stored.source, stored.rows) for stored in store.coverage()] == [("one", 3), ("two", 3)]


APPENDER = """
import sys
from pathlib import Path
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from tests.packages.infra.providers.market_data.bars.samples import daily, day
store = ParquetBars(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), 60, 2):
    store.append(daily({number: 10, number + 1: 10, 100: float(number + 1)}), day(200 + number))
"""


def test_two_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", APPENDER, str(tmp_path)]
    writers = [subprocess.Popen([*command, start], cwd=ROOT) for start in ("0", "1")]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    store = ParquetBars(tmp_path)
    found = store.read(APPLE, D1, LATER)
    assert closes(found.columns).keys() == {*range(61), 100}
    told = pl.concat([pl.read_parquet(part) for part in parts(tmp_path)]).filter(pl.col("time") == day(100))
    assert sorted(told["close"]) == [float(number + 1) for number in range(60)]
    assert told["known_at"].n_unique() == 60


def test_coverage_names_symbols_timeframes_and_ranges(tmp_path: Path) -> None:
    store = ParquetBars(tmp_path)
    for text in ("EURUSD=X", "BTC-USD", "BRK.B", "000001.SZ"):
        store.append(daily({2: 1, 5: 2}, symbol=parse_symbol(text)), day(9))
    (tmp_path / "1d" / "notes").mkdir()
    shutil.copy(parts(tmp_path)[0], tmp_path / "stray.parquet")
    covered = {stored.symbol.text: stored for stored in store.coverage()}
    assert sorted(covered) == ["000001.SZ", "BRK.B", "BTC-USD", "EURUSD=X"]
    assert (covered["BRK.B"].first, covered["BRK.B"].last, covered["BRK.B"].rows) == (day(2), day(5), 2)


@given(st.text(min_size=1, max_size=12))
def test_folder_names_stay_apart_on_every_file_system(text: str) -> None:
    name = folder_name(Symbol(text, Market.US_STOCKS))
    assert name == name.upper()
    assert not set(name) & set('/\\:*?"<>|= ')
    assert name.strip(".") == name
    assert name.split(".")[0] not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1"}


@pytest.mark.parametrize("text", ["EURUSD=X", "ES=F", "BTC-USD", "BRK.B", "000001.SZ", "AAPL", "CON", "NUL", "AUX.B"])
def test_a_folder_name_tells_its_symbol(text: str) -> None:
    symbol = parse_symbol(text)
    assert symbol_of(folder_name(symbol)) == symbol


KILLED = """
import os, sys, threading
from pathlib import Path
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from tests.packages.infra.providers.market_data.bars.samples import APPLE, daily, day
from packages.domain.market_data.timeframe import Timeframe
store = ParquetBars(Path(sys.argv[1]))
threading.Timer(float(sys.argv[2]), os.kill, (os.getpid(), 9)).start()
for number in range(200):
    store.append(daily({number: 10 + number, 500: 1.0 + number}), day(600 + number))
    if number % 5 == 0:
        store.compact(APPLE, Timeframe.D1)
os._exit(0)
"""


@pytest.mark.trust
def test_a_writer_killed_at_any_moment_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    for attempt in range(25):
        command = [sys.executable, "-c", KILLED, str(tmp_path), str(0.02 * attempt)]
        ended = subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode
        stored = ParquetBars(tmp_path).coverage()
        if stored:
            found = closes(ParquetBars(tmp_path).read(APPLE, D1, LATER).columns)
            assert stored[0].rows == len(found)
            assert sorted(set(found) - {500}) == list(range(len(found) - 1)), "rows arrive in the order they were told"
        if ended == 0:
            break
    command = [sys.executable, "-c", KILLED, str(tmp_path), "60"]
    assert subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode == 0
    told = pl.concat([pl.read_parquet(part) for part in parts(tmp_path)])
    assert told.filter(pl.col("time") == day(500))["close"].sort().to_list() == [1.0 + number for number in range(200)]
    assert closes(ParquetBars(tmp_path).read(APPLE, D1, LATER).columns).keys() == {*range(200), 500}
    assert not list(tmp_path.rglob(".*.part"))
