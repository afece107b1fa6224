"""What an answer leads to, and what is no reason to ask."""

from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.cut_off import is_cut_off
from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.evidence.number_writing import as_numbers
from packages.infra.providers.market_data.bars.evidence.overlaps import overlapping
from packages.infra.providers.market_data.bars.evidence.volume_steps import volume_stretches
from packages.infra.providers.market_data.bars.inspect import inspect_bars
from tests.packages.infra.providers.market_data.bars.doubtful_shapes import SHAPES

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_bars_that_only_begin_at_the_open_are_asked_for_their_label_once_the_zone_is_known(tmp_path: Path) -> None:
    shape = next(one for one in SHAPES if one.about == "half-hours from 10:00 to 15:00 only")
    path = tmp_path / shape.file
    path.write_text(str(shape.content))
    seen = inspect_bars(path, Answers({"timezone": "America/New_York"}), NOW)
    assert [(guess.what, guess.value) for guess in seen.questions] == [("label", "end")]


def test_a_jump_is_offered_while_it_is_open_whether_prices_are_adjusted(tmp_path: Path) -> None:
    shape = next(one for one in SHAPES if one.about == "a quarter of the price, off the tick")
    path = tmp_path / shape.file
    path.write_text(str(shape.content))
    for answers, offered in (({}, 1), ({"prices": "raw"}, 1), ({"prices": "adjusted"}, 0)):
        seen = inspect_bars(path, Answers(answers), NOW)
        assert len([guess for guess in seen.guesses if guess.offers]) == offered
        assert any("2024-03-15" in problem for problem in seen.problems)


@pytest.mark.parametrize(
    ("text", "number"),
    [("1'217", 1217), ("12'17", None), ("1 217,5", None), ("1 217.5", 1217.5), ("12 17", None), ("'12.5", 12.5)],
)
def test_marks_between_digits_group_three_of_them(text: str, number: float | None) -> None:
    read = as_numbers(pl.DataFrame({"open": [text]}), ["open"], decimal_comma=False)
    assert read["open"].to_list() == [number]


def test_an_hour_that_the_open_cuts_short_overlaps_nothing() -> None:
    hours = [datetime(2024, 3, day, *at, tzinfo=UTC) for day in (4, 5) for at in ((9, 30), (10, 0), (11, 0), (12, 0))]
    assert overlapping(pl.Series(hours), Timeframe.H1) is None
    assert overlapping(pl.Series(hours[:4]), Timeframe.H1) is None


def test_a_share_that_comes_to_be_traded_has_volumes_of_one_unit() -> None:
    times = [datetime(2024, 1 + n // 28, 1 + n % 28, tzinfo=UTC) for n in range(60)]
    volumes = [float(1_000 * 1.15**n) for n in range(60)]  # four thousandfold in sixty days
    bars = pl.DataFrame({"time": times, "line": range(60), "volume": volumes})
    assert volume_stretches(bars, Market.US_STOCKS) == []


def test_a_short_last_figure_is_cut_off_only_where_all_others_are_longer() -> None:
    assert is_cut_off(b"1234", [b"12345678"] * 30)
    assert not is_cut_off(b"1234", [b"12345678"] * 29 + [b"123"])
    assert is_cut_off(b"12.3", [b"12.34"] * 60)
    assert not is_cut_off(b"12.3", [b"12.34"] * 30)
