"""The odds held against two packages of other authors, run once on the same returns, to the digits that they share.

`holdout-backtest` 0.1.0 (Python) and `sharpebench` 0.28.0 (Rust) gave the numbers below. With 8 and with 16
blocks of the 640 bars no remainder is left, on whose place they might differ.
"""

import numpy as np
import pytest

from packages.domain.market_data.bars import Floats
from packages.domain.stress.honesty.cscv import probability_of_overfitting
from packages.domain.stress.honesty.sharpe_odds import (
    deflated_sharpe,
    exact_best,
    gumbel_best,
    minimum_track_bars,
    probabilistic_sharpe,
    record_of,
)

SPREAD = 0.03


def waves() -> Floats:
    """Ten trials of 640 bars that anybody can write down again without a generator."""
    primes = np.array([2, 3, 5, 7, 11, 13, 17, 19, 23, 29], dtype=np.float64)
    bars = np.arange(1, 641)
    quick = 0.01 * np.sin(np.outer(bars, np.sqrt(primes)) * 3.7)
    slow = 0.006 * np.sin(np.outer(bars**1.3, 1 / np.sqrt(primes)))
    drift = np.linspace(-0.0002, 0.0002, 10)[[3, 7, 0, 9, 5, 1, 8, 4, 2, 6]]
    told: Floats = quick + slow + drift
    return told


@pytest.mark.parametrize(
    ("blocks", "splits", "probability", "loss", "logit"),
    [
        (8, 70, 0.6428571428571429, 0.6857142857142857, -0.6809337932158485),
        (16, 12_870, 0.4463092463092463, 0.41002331002331005, 0.01707254597977544),
    ],
)
def test_the_probability_of_overfitting_is_that_of_two_other_packages(
    blocks: int, splits: int, probability: float, loss: float, logit: float
) -> None:
    found = probability_of_overfitting(waves(), blocks=blocks)
    assert len(found.logits) == splits
    assert found.probability == pytest.approx(probability, rel=1e-12)
    assert found.loss_probability == pytest.approx(loss, rel=1e-12)
    assert found.logits.mean() == pytest.approx(logit, rel=1e-9)


@pytest.mark.parametrize(
    ("trial", "trials", "odds"),
    [
        (3, 10, 0.3021530219195425),
        (3, 46, 0.15243134652294965),
        (3, 100, 0.10687714529451775),
        (3, 500, 0.05058929522926264),
        (9, 10, 0.21170249955196685),
        (9, 46, 0.09539431756306882),
        (9, 100, 0.06357411235352539),
        (9, 500, 0.027352719646162427),
    ],
)
def test_the_deflated_ratio_is_that_of_another_package(trial: int, trials: int, odds: float) -> None:
    assert deflated_sharpe(record_of(waves()[:, trial]), trials, SPREAD) == pytest.approx(odds, rel=1e-10)


@pytest.mark.parametrize(("trial", "odds", "bars"), [(3, 0.7504954141312825, 3784), (9, 0.653008098685993, 11169)])
def test_the_probabilistic_ratio_and_the_minimum_track_record_are_those_of_another_package(
    trial: int, odds: float, bars: int
) -> None:
    record = record_of(waves()[:, trial])
    assert probabilistic_sharpe(record) == pytest.approx(odds, rel=1e-12)
    assert minimum_track_bars(record) == bars


@pytest.mark.parametrize(
    ("trials", "exact", "approximate"),
    [
        (2, 0.5641895835477564, 0.5197553442805939),
        (10, 1.538752730835173, 1.57459830134575),
        (100, 2.5075936364416838, 2.5306028932016846),
        (1000, 3.241435769133441, 3.255121513652723),
    ],
)
def test_the_luck_of_the_best_is_that_of_another_package(trials: int, exact: float, approximate: float) -> None:
    assert exact_best(trials) == pytest.approx(exact, rel=1e-12)
    assert gumbel_best(trials) == pytest.approx(approximate, rel=1e-12)
