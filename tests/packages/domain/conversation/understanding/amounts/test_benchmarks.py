"""Gains that are told by what others earn."""

import pytest

from packages.domain.conversation.understanding.amounts.benchmarks import gains_by_benchmark


@pytest.mark.parametrize(
    ("text", "gain"),
    [
        ("index plus 7", 0.16),
        ("inflation plus four or five", 0.07),
        ("比国债高三四个点", 0.0575),
        ("twice the S&P average", 0.18),
        ("five times the index", 0.45),
        ("大盘的两倍", 0.18),
    ],
)
def test_a_gain_is_what_the_others_earn_and_more_or_so_many_times_it(text: str, gain: float) -> None:
    (told,) = gains_by_benchmark(text)
    assert told.value == pytest.approx(gain)


@pytest.mark.parametrize("text", ["beat the market", "15% a year", "the index"])
def test_without_an_amount_nothing_is_reckoned(text: str) -> None:
    assert [*gains_by_benchmark(text)] == []
