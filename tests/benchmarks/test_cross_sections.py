"""The benchmark of cross-sections runs, on a market that is small enough for a test."""

from pathlib import Path

import pytest

from benchmarks import cross_section_layouts, cross_sections


def test_a_small_market_is_written_and_read(capfd: pytest.CaptureFixture[str]) -> None:
    cross_sections.whole(50)
    told = capfd.readouterr().out
    for line in (
        "one day, as of 2022",
        "panel of 50 × 2,520",
        "for 5 × the days",
        "coverage with gaps",
        "memory at most",
    ):
        assert line in told


def test_every_layout_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cross_section_layouts.compare(20, None, tmp_path)
    told = capsys.readouterr().out
    assert all(name in told for name in ("Parquet (zstd)", "Parquet (plain)", "Arrow IPC", "NumPy memory maps"))
