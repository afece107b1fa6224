"""What a series was before an import: kept as files, put back byte for byte, and never over what others stored."""

import hashlib
from pathlib import Path

import pytest

from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.kept_parts import KeptParts
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from tests.packages.infra.providers.market_data.bars.samples import APPLE, LATER, daily, day

AT = day(60)


def bytes_in(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*.parquet")}


@pytest.fixture
def bars(tmp_path: Path) -> ParquetBars:
    store = ParquetBars(tmp_path / "bars")
    store.append(daily({number: 10 + number for number in range(20)}), day(50))
    return store


@pytest.fixture
def kept(tmp_path: Path) -> KeptParts:
    return KeptParts(tmp_path / "before", AT)


def test_a_series_is_put_back_byte_for_byte_also_after_a_compaction(bars: ParquetBars, kept: KeptParts) -> None:
    before = bytes_in(bars.folder)
    importing = bars.keeping(kept)
    for number in range(20):  # enough parts that an append merges them
        importing.append(daily({number: 99, 30 + number: 1}), AT)
    assert not before.items() <= bytes_in(bars.folder).items()
    assert kept.changed(bars.folder) == []
    assert kept.restore(bars.folder) == []
    assert bytes_in(bars.folder) == before
    assert kept.restore(bars.folder) == []
    assert len(bars.read(APPLE, Timeframe.D1, LATER)) == 20


def test_a_series_that_was_not_there_is_gone_again(tmp_path: Path, kept: KeptParts) -> None:
    store = ParquetBars(tmp_path / "bars")
    store.keeping(kept).append(daily({1: 10}), AT)
    assert kept.still_stored(store.folder) == ["AAPL"]
    kept.restore(store.folder)
    assert (store.coverage(), kept.still_stored(store.folder)) == ([], [])


def test_what_others_stored_since_is_not_taken_away(bars: ParquetBars, kept: KeptParts) -> None:
    bars.keeping(kept).append(daily({1: 99}), AT)
    bars.append(daily({40: 7}), day(61))
    bars.compact(APPLE, Timeframe.D1)
    now = bytes_in(bars.folder)
    assert [one.symbol for one in kept.changed(bars.folder)] == [APPLE]
    assert [one.symbol for one in kept.restore(bars.folder)] == [APPLE]
    assert bytes_in(bars.folder) == now


def test_an_import_that_died_and_is_run_again_keeps_what_was_before_the_first_time(
    bars: ParquetBars, kept: KeptParts
) -> None:
    before = bytes_in(bars.folder)
    bars.keeping(kept).append(daily({1: 99}), AT)
    again = KeptParts(kept.folder, AT)
    assert bars.keeping(again).append(daily({1: 99, 2: 98}), AT) == 1
    again.restore(bars.folder)
    assert bytes_in(bars.folder) == before


def test_an_undo_that_died_half_way_goes_on(bars: ParquetBars, kept: KeptParts) -> None:
    before = bytes_in(bars.folder)
    bars.keeping(kept).append(daily(dict.fromkeys(range(20), 99)), AT)
    bars.compact(APPLE, Timeframe.D1)
    (series,) = (path.parent for path in bars.folder.rglob("*.parquet"))
    for path in (kept.folder / "parts").iterdir():  # what was is back, what came is not gone yet
        (series / path.name).write_bytes(path.read_bytes())
    assert kept.changed(bars.folder) == []
    kept.restore(bars.folder)
    assert bytes_in(bars.folder) == before
    assert bars.read(APPLE, Timeframe.D1, LATER).columns.close[1] == 11
