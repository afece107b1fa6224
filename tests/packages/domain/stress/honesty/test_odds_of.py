"""What the trials of a lineage do to the odds of a result."""

import math
from datetime import UTC, datetime

import numpy as np
import pytest

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.stress.honesty.errors import BadOdds, BadReturns, NothingMoved
from packages.domain.stress.honesty.odds_of import overfitting
from packages.domain.stress.honesty.sharpe_odds import effective_trials, expected_best

AT = datetime(2026, 1, 1, tzinfo=UTC)


def _noise(trials: int, bars: int = 500, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).normal(0, 0.01, (bars, trials))


def _good(bars: int = 500) -> Floats:
    return _noise(1, bars, seed=2)[:, 0] + 0.0015


def _trials(*sharpes: float | None, count: int = 1) -> list[Trial]:
    return [Trial(str(at), TrialKind.SWEEP, AT, count, sharpe) for at, sharpe in enumerate(sharpes)]


def test_a_single_trial_is_not_deflated() -> None:
    told = overfitting(_good(), 252.0, _trials(1.0))
    assert told.trials == 1
    assert told.expected_best_of_luck == 0
    assert told.deflated_sharpe == told.probabilistic_sharpe > 0.9
    assert told.overfitting_probability is None
    assert told.minimum_track_bars is not None


def test_a_strategy_that_nobody_wrote_down_trials_for_was_still_tried_once() -> None:
    assert overfitting(_good(), 252.0, ()).trials == 1


def test_every_trial_more_takes_from_the_odds() -> None:
    told = [overfitting(_good(), 252.0, _trials(None, count=count)) for count in (1, 5, 50, 5000)]
    assert [each.trials for each in told] == [1, 5, 50, 5000]
    odds = [each.deflated_sharpe for each in told]
    assert odds == sorted(odds, reverse=True)
    assert len({each.probabilistic_sharpe for each in told}) == 1


def test_trials_that_lie_far_apart_were_luckier_than_noise() -> None:
    near, far = (overfitting(_good(), 252.0, _trials(*np.linspace(-reach, reach, 20))) for reach in (0.01, 4.0))
    assert far.expected_best_of_luck > near.expected_best_of_luck
    noise = math.sqrt(252 / 499) * expected_best(20)
    assert near.expected_best_of_luck >= noise * (1 - 1e-12)


def test_copies_of_one_trial_are_one_trial() -> None:
    one = _noise(1)
    assert effective_trials(np.repeat(one, 40, axis=1)) == pytest.approx(1, abs=0.06)
    assert effective_trials(_noise(40)) == pytest.approx(40, rel=0.1)
    assert effective_trials(np.zeros((500, 3))) is None


def test_related_trials_lie_between_one_and_all() -> None:
    together = _noise(1) * 1.5 + _noise(40, seed=9)
    worth = effective_trials(together)
    assert worth is not None
    assert 2 < worth < 20
    assert effective_trials(together, seed=7) == pytest.approx(worth, rel=0.2)


def test_trials_without_returns_count_in_full_beside_those_that_are_known() -> None:
    matrix = np.repeat(_noise(1), 30, axis=1)
    told = overfitting(_good(), 252.0, _trials(None, count=130), matrix)
    assert told.trials == 130
    assert told.effective_trials == pytest.approx(101, abs=0.1)


def test_the_returns_of_trials_count_even_where_the_ledger_forgot_them() -> None:
    told = overfitting(_good(), 252.0, _trials(1.0), _noise(6))
    assert told.trials == 6
    assert told.overfitting_probability is not None
    assert 0 <= told.overfitting_probability <= 1


def test_a_few_lucky_days_in_a_long_record_prove_little() -> None:
    """Three winning days and nothing else: the paper's formula, which likes rare large gains, would be almost sure."""
    returns = np.zeros(1250)
    returns[[100, 500, 900]] = [0.02, 0.021, 0.019]
    assert overfitting(returns, 252.0, ()).probabilistic_sharpe < 0.95


def test_returns_that_trend_are_less_sure_than_the_same_returns_mixed() -> None:
    shocks = np.random.default_rng(8).normal(0, 0.01, 600)
    trending = np.convolve(shocks, np.ones(8) / 8, mode="valid") + 0.0003
    mixed = np.random.default_rng(1).permutation(trending)
    assert overfitting(trending, 252.0, ()).probabilistic_sharpe < overfitting(mixed, 252.0, ()).probabilistic_sharpe


def test_a_loser_has_no_track_record_that_is_long_enough() -> None:
    assert overfitting(-_good(), 252.0, ()).minimum_track_bars is None


def test_the_same_seed_tells_the_same() -> None:
    matrix = _noise(5)
    assert overfitting(_good(), 252.0, (), matrix, seed=4) == overfitting(_good(), 252.0, (), matrix, seed=4)


def test_bad_input_is_refused_with_a_sentence() -> None:
    with pytest.raises(NothingMoved, match="let the strategy trade"):
        overfitting(np.zeros(100), 252.0, ())
    with pytest.raises(BadReturns, match="at least 3 bars"):
        overfitting(np.array([0.01]), 252.0, ())
    with pytest.raises(BadReturns, match="no numbers"):
        overfitting(_good(), 252.0, (), np.full((500, 3), np.nan))
    with pytest.raises(BadReturns, match="at least 3 bars"):
        overfitting(_good(), 252.0, (), _good())
    with pytest.raises(BadOdds, match="bars a year"):
        overfitting(_good(), 0.0, ())
