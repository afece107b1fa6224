"""`import parley`: research, data, backtests and sweeps in a few lines."""

import sys
from pathlib import Path
from typing import Any

import pytest

import parley
from packages.domain.market_data.errors import MissingExtra
from tests.packages.domain.backtest.asking import document


def test_research_is_three_lines_and_short_in_plain_text(demo_at_home: Path) -> None:
    done = parley.research("DEMO1.SZ", "technical_analyst", language="en")
    assert [row["expert"] for row in done.rows()] == ["technical_analyst"]
    assert 20 < len(repr(done).encode()) <= 2_000
    assert "<table>" in done._repr_html_()
    assert done.to_polars().height == 1
    assert done.debate is None


async def test_it_works_inside_a_loop_and_data_become_frames(demo_at_home: Path) -> None:
    bars = parley.data("DEMO5", start="2024-01-01", end="2024-06-30")
    frame = bars.to_polars()
    assert frame.columns == ["time", "open", "high", "low", "close", "volume"]
    assert frame.height == len(bars.rows()) > 100
    assert len(bars.to_pandas()) == frame.height
    assert len(bars.returns()) == frame.height - 1
    assert repr(bars).startswith("DEMO5 1d 2024-01")


def test_a_backtest_gives_returns_as_quantstats_takes_them(demo_at_home: Path) -> None:
    done = parley.backtest(document("DEMO5"), start="2019-01-01", language="en")
    returns = done.returns()
    assert returns.index.tz is None
    assert float((1 + returns).prod()) == pytest.approx(done.curve["equity"][-1] / done.curve["equity"][0])
    assert done.to_polars().height == len(done.trades)


def test_a_sweep_tries_every_combination_and_each_is_a_trial(demo_at_home: Path) -> None:
    strategy: dict[str, Any] = dict(document("DEMO5"))
    pointer = f"/factors/{next(iter(strategy['factors']))}/params/period"
    swept = parley.sweep(strategy, {pointer: [5, 8]}, start="2022-01-01", language="en")
    assert swept.to_polars().height == 2
    best, other = (row["sharpe"] for row in swept.rows())
    assert best >= other
    with pytest.raises(KeyError):
        parley.sweep(strategy, {"/factors/nothing/params/period": [5]})


def test_without_pandas_the_error_names_the_command(demo_at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bars = parley.data("DEMO5", start="2024-01-01")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match="pandas"):
        bars.to_pandas()


def test_nothing_heavy_is_loaded_by_the_import() -> None:
    assert "connect" in dir(parley)
    with pytest.raises(AttributeError, match="it has"):
        _ = parley.reserch
