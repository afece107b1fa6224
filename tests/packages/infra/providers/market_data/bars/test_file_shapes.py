"""Every shape of file is read right, asked about, or refused with the reason; none is stored as something else."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from packages.core.errors import ParleyError
from packages.domain.market_data.errors import UnansweredImport
from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.inspect import confirm_bars, inspect_bars
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.report import ImportReport
from tests.packages.infra.providers.market_data.bars import (
    daily_shapes,
    doubtful_shapes,
    foreign_shapes,
    intraday_shapes,
)
from tests.packages.infra.providers.market_data.bars.file_shapes import Shape

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SHAPES = [*daily_shapes.SHAPES, *intraday_shapes.SHAPES, *foreign_shapes.SHAPES, *doubtful_shapes.SHAPES]


def written(shape: Shape, folder: Path) -> Path:
    path = folder / shape.file
    path.write_bytes(shape.content if isinstance(shape.content, bytes) else shape.content.encode())
    return path


def is_true(shape: Shape, report: ImportReport, store: ParquetBars, as_of: datetime = NOW) -> None:
    """The stored bars are those of the truth: times in UTC, prices, volumes in shares, raw or adjusted."""
    bars = store.read(report.symbol, report.timeframe, as_of, source=report.source).columns
    truth = sorted(shape.truth, key=lambda bar: bar.at)
    assert [at.item() for at in bars.time] == [bar.at.replace(tzinfo=None) for bar in truth]
    for name in ("open", "high", "low", "close", "volume"):
        true = [getattr(bar, name) for bar in truth]
        np.testing.assert_allclose(getattr(bars, name), true, rtol=1e-6, atol=0.005 if name != "volume" else 0.5)
    assert report.source.endswith("-adjusted") is shape.adjusted
    assert not shape.symbol or report.symbol.text == shape.symbol


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.about for shape in SHAPES])
def test_a_shape_is_read_right_asked_about_or_refused(shape: Shape, tmp_path: Path) -> None:
    store, path = ParquetBars(tmp_path / "bars"), written(shape, tmp_path)
    if shape.refused:
        with pytest.raises(ParleyError, match=shape.refused):
            confirm_bars(inspect_bars(path, Answers({}), NOW), store, NOW)
        assert store.coverage() == []
        return
    seen = inspect_bars(path, Answers({}), NOW)
    assert tuple(guess.what for guess in seen.questions) == shape.asks
    if shape.asks:
        with pytest.raises(UnansweredImport, match="--answer"):
            confirm_bars(seen, store, NOW)
        assert store.coverage() == []
    report = confirm_bars(seen, store, NOW, answers=shape.answers)
    is_true(shape, report, store)
    assert report.rows_refused == shape.left_out
    assert any(shape.warns in warning for warning in (*report.warnings, ""))


def test_the_corpus_is_large_and_holds_every_outcome() -> None:
    outcomes = Counter("refused" if shape.refused else "asked" if shape.asks else "right" for shape in SHAPES)
    assert len(SHAPES) >= 60
    assert min(outcomes.values()) >= 7
    assert len({shape.about for shape in SHAPES}) == len(SHAPES)
