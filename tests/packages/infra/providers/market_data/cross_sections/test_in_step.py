"""The blocks by date stay in step with the files of the symbols: through kills, races, damage and foreign changes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from packages.domain.market_data.cross_sections import BarField
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.kept_parts import KeptParts
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.cross_sections.blocks import is_whole
from packages.infra.providers.market_data.cross_sections.folding import fold
from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections
from packages.infra.providers.market_data.intents import BY_DATE, Intents
from tests.conformance.cross_sections_conformance import ONE, TWO, closes
from tests.packages.infra.providers.market_data.bars.samples import LATER, daily, day

ROOT = Path(__file__).parents[6]
DAY = day(1).date()


@pytest.fixture
def bars(tmp_path: Path) -> ParquetBars:
    """Two symbols that are folded."""
    store = ParquetBars(tmp_path / "bars")
    store.append(daily({1: 10, 2: 11}, symbol=ONE), day(9))
    store.append(daily({1: 20, 2: 21}, symbol=TWO), day(9))
    assert fold(store.folder)
    return store


def read(bars: ParquetBars) -> dict[str, float]:
    """By a process that starts anew."""
    return closes(MappedCrossSections(ParquetBars(bars.folder)).section(DAY, LATER))


def files(bars: ParquetBars) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (bars.folder / BY_DATE).iterdir() if not path.name.startswith(".")}


def test_a_writer_that_died_between_intent_and_effect_changed_nothing(bars: ParquetBars) -> None:
    Intents(bars.folder).note(str(ONE))
    assert read(bars) == {"600000.SH": 10, "600001.SH": 20}
    assert fold(bars.folder)
    assert read(bars) == {"600000.SH": 10, "600001.SH": 20}


def test_a_torn_intent_hides_no_other(bars: ParquetBars) -> None:
    with (bars.folder / BY_DATE / "pending").open("w") as file:
        file.write("2024 20")
    bars.append(daily({1: 12}, symbol=ONE), day(10))
    assert list(Intents(bars.folder).noted()) == ["600000.SH"]
    assert read(bars)["600000.SH"] == 12


def test_a_fold_that_died_before_its_catalogue_starts_again(bars: ParquetBars) -> None:
    before = files(bars)
    bars.append(daily({1: 12}, symbol=ONE), day(10))
    waiting = files(bars)["pending"]
    assert fold(bars.folder)
    blocks = files(bars)
    for name, content in {**before, **blocks, "catalogue.json": before["catalogue.json"], "folding": waiting}.items():
        (bars.folder / BY_DATE / name).write_bytes(content)
    assert read(bars)["600000.SH"] == 12
    assert fold(bars.folder)
    assert Intents(bars.folder).noted() == {}
    assert read(bars)["600000.SH"] == 12
    assert files(bars).keys() == blocks.keys(), "blocks of the fold that died are swept"


@pytest.mark.parametrize("damage", ["truncated block", "missing block", "empty block", "bad catalogue", "no catalogue"])
def test_damage_is_repaired_from_the_files_of_the_symbols(bars: ParquetBars, damage: str) -> None:
    folder = bars.folder / BY_DATE
    (block,) = folder.glob("*.days")
    match damage:
        case "truncated block":
            block.write_bytes(block.read_bytes()[:-8])
        case "missing block":
            block.unlink()
        case "empty block":
            block.write_bytes(b"")
        case "bad catalogue":
            (folder / "catalogue.json").write_text('{"format": 1')
        case _:
            shutil.rmtree(folder)
    assert read(bars) == {"600000.SH": 10, "600001.SH": 20}
    MappedCrossSections(bars).settle()
    (again,) = folder.glob("*.days")
    assert is_whole(again)
    assert read(bars) == {"600000.SH": 10, "600001.SH": 20}


def test_files_that_were_put_there_by_hand_are_found(bars: ParquetBars, tmp_path: Path) -> None:
    other = ParquetBars(tmp_path / "other")
    other.append(daily({1: 30}, symbol=parse_symbol("600002.SH")), day(9))
    shutil.copytree(other.folder / "1d" / "600002.SH", bars.folder / "1d" / "600002.SH")
    shutil.rmtree(bars.folder / "1d" / "600000.SH")
    assert read(bars) == {"600001.SH": 20, "600002.SH": 30}


def test_an_import_that_is_taken_back_is_gone_here_too(bars: ParquetBars, tmp_path: Path) -> None:
    kept = KeptParts(tmp_path / "before", day(30))
    bars.keeping(kept).append(daily({1: 99}, symbol=ONE), day(30))
    fold(bars.folder)
    assert read(bars)["600000.SH"] == 99
    kept.restore(bars.folder)
    assert read(bars) == {"600000.SH": 10, "600001.SH": 20}
    fold(bars.folder)
    assert read(bars) == {"600000.SH": 10, "600001.SH": 20}


@pytest.mark.parametrize("is_folded", [True, False])
def test_a_damaged_part_is_told_for_its_symbol_and_holds_up_no_other(bars: ParquetBars, is_folded: bool) -> None:
    (part,) = (bars.folder / "1d" / "600000.SH").glob("*.parquet")
    part.write_bytes(part.read_bytes()[:-1])
    if not is_folded:
        shutil.rmtree(bars.folder / BY_DATE)
    sections = MappedCrossSections(ParquetBars(bars.folder))
    found = sections.inventory()
    assert [one.symbol for one in found.stored] == [TWO]
    assert [(one.symbol, one.timeframe) for one in found.damaged] == [(ONE, Timeframe.D1)]
    assert part.name in str(found.damaged[0].problem)
    bars.compact(TWO, Timeframe.D1)
    Intents(bars.folder).note(str(ONE))
    section = sections.section(DAY, LATER)
    assert (closes(section), list(section.unreadable)) == ({"600001.SH": 20}, [ONE])
    assert sections.panel([BarField.CLOSE], DAY, DAY, LATER).unreadable.keys() == {ONE}
    fold(bars.folder)
    assert MappedCrossSections(bars).section(DAY, LATER).unreadable.keys() == {ONE}


WRITER = """
import os, sys, threading
from pathlib import Path
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.cross_sections.folding import fold
from packages.domain.market_data.symbols import parse_symbol
from tests.packages.infra.providers.market_data.bars.samples import daily, day
folder, start, rounds, dies = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
store = ParquetBars(folder)
if dies:
    threading.Timer(dies, os.kill, (os.getpid(), 9)).start()
for number in range(rounds):
    for code in (600000 + start, 600007):
        symbol = parse_symbol(f"{code}.SH")
        told = {number % 5: 10.0 + number, 363 + number % 5: 1.0 + number}
        store.append(daily(told, symbol=symbol, source=f"by{start}"), day(600 + number))
    if number % 3 == start % 3:
        fold(folder)
os._exit(0)
"""


def command(folder: Path, start: int, rounds: int, dies: float = 0) -> list[str]:
    return [sys.executable, "-c", WRITER, str(folder), str(start), str(rounds), str(dies)]


def assert_in_step(folder: Path) -> None:
    bars = ParquetBars(folder)
    symbols = [parse_symbol(f"60000{number}.SH") for number in (1, 2, 7)]
    for sections in (MappedCrossSections(ParquetBars(folder)), MappedCrossSections(bars)):
        panel = sections.panel([BarField.CLOSE], day(0).date(), day(400).date(), LATER, symbols)
        alone = bars.read_many(symbols, Timeframe.D1, LATER)
        for column, symbol in enumerate(symbols):
            close = panel.values[BarField.CLOSE][panel.present[:, column], column].tolist()
            assert close == (alone[symbol].columns.close.tolist() if symbol in alone else [])
        sections.settle()


def test_two_processes_that_write_and_fold_at_once_stay_in_step(tmp_path: Path) -> None:
    writers = [subprocess.Popen(command(tmp_path, start, 12), cwd=ROOT) for start in (1, 2)]
    while any(writer.poll() is None for writer in writers):
        MappedCrossSections(ParquetBars(tmp_path)).section(day(1).date(), LATER)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert_in_step(tmp_path)
    assert Intents(tmp_path).noted() == {}


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.5])
def test_a_process_that_is_killed_leaves_nothing_out_of_step(tmp_path: Path, seconds: float) -> None:
    ended = subprocess.run(command(tmp_path, 1, 400, seconds), cwd=ROOT, check=False, timeout=60).returncode
    assert ended == -9
    assert_in_step(tmp_path)
    assert subprocess.run(command(tmp_path, 1, 4), cwd=ROOT, check=False, timeout=60).returncode == 0
    assert_in_step(tmp_path)
