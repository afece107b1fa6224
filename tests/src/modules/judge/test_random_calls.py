"""A small version of `benchmarks.random_calls`; ten thousand clocks are for the measurement."""

from pathlib import Path

import pytest

from benchmarks.random_calls import run
from packages.settings.database import DatabaseUrl


async def test_no_verdict_rests_on_stale_data_and_no_call_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = DatabaseUrl(f"sqlite:///{tmp_path / 'parley.sqlite'}")
    assert await run(tmp_path, url, trials=24, clocks=10, seed=5) == 0
    told = capsys.readouterr().out
    assert "verdicts on stale data: 0; calls that are over: 0" in told
    assert "called_live" in told
    assert "no_call_stale_data" in told
