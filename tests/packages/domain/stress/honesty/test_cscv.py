"""The probability of overfitting, held against an obvious implementation and against worlds whose answer is known."""

import math
from itertools import combinations

import numpy as np
import pytest

from packages.domain.market_data.bars import Floats
from packages.domain.stress.honesty.cscv import Overfit, probability_of_overfitting
from packages.domain.stress.honesty.errors import BadOdds, BadReturns, NothingMoved


def _noise(seed: int, bars: int = 320, trials: int = 12) -> Floats:
    return np.random.default_rng(seed).normal(0, 0.01, (bars, trials))


def _obvious(returns: Floats, blocks: int) -> dict[tuple[float, float], int]:
    """Split by split as the paper tells it: what was seen and what came of it, with the rank among all trials."""
    cut = np.array_split(returns, blocks)
    told = {}
    for seen in combinations(range(blocks), blocks // 2):
        before = np.concatenate([cut[at] for at in seen])
        after = np.concatenate([cut[at] for at in range(blocks) if at not in seen])
        one, other = (each.mean(axis=0) / each.std(axis=0, ddof=1) for each in (before, after))
        best = max(range(returns.shape[1]), key=lambda trial: one[trial])
        rank = sorted(other).index(other[best]) + 1
        told[round(float(one[best]), 9), round(float(other[best]), 9)] = rank
    return told


def _ranks(found: Overfit, trials: int) -> dict[tuple[float, float], int]:
    share = 1 / (1 + np.exp(-found.logits))
    ranks = np.rint(share * (trials + 1)).astype(int).tolist()
    pairs = zip(np.round(found.seen, 9).tolist(), np.round(found.after, 9).tolist(), strict=True)
    return dict(zip(pairs, ranks, strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_every_split_is_what_the_obvious_way_gives(seed: int) -> None:
    returns = _noise(seed, bars=80, trials=7)
    found, slow = probability_of_overfitting(returns, blocks=8), _obvious(returns, 8)
    assert len(found.logits) == math.comb(8, 4)
    assert _ranks(found, 7) == slow
    assert found.probability == pytest.approx(np.mean([rank <= 4 for rank in slow.values()]))
    assert found.loss_probability == pytest.approx(np.mean([after < 0 for _, after in slow]))


def test_sixteen_blocks_give_12870_splits() -> None:
    assert len(probability_of_overfitting(_noise(1, trials=4)).logits) == 12_870


def test_in_pure_noise_the_best_is_as_often_above_the_middle_as_below() -> None:
    told = [probability_of_overfitting(_noise(seed), blocks=10).probability for seed in range(60)]
    assert np.mean(told) == pytest.approx(0.5, abs=0.08)


def test_a_trial_with_a_real_edge_is_no_overfitting() -> None:
    returns = _noise(4)
    returns[:, 5] += 0.005
    found = probability_of_overfitting(returns)
    assert found.probability < 0.01
    assert found.loss_probability < 0.01


def test_trials_whose_gains_are_taken_back_elsewhere_are_all_overfitting() -> None:
    """Each sums to nothing over the whole, so what was gained in one half was lost in the other."""
    returns = _noise(5)
    found = probability_of_overfitting(returns - returns.mean(axis=0))
    assert found.probability > 0.99
    assert found.loss_probability > 0.99
    assert found.slope == pytest.approx(-1, abs=0.1)


def test_the_order_of_the_trials_changes_nothing() -> None:
    returns = _noise(6)
    returns[:, 3] = returns[:, 8]
    returns[:, 2] = 0.0
    order = np.random.default_rng(0).permutation(12)
    one, other = probability_of_overfitting(returns, blocks=8), probability_of_overfitting(returns[:, order], blocks=8)
    assert one.logits.tobytes() == other.logits.tobytes()
    assert one.slope == other.slope


def test_leverage_changes_nothing() -> None:
    returns = _noise(7)
    levered = returns * np.linspace(0.5, 3, 12)
    assert probability_of_overfitting(levered, blocks=8).probability == pytest.approx(
        probability_of_overfitting(returns, blocks=8).probability
    )


def test_too_many_splits_are_drawn_the_same_for_a_seed() -> None:
    returns = _noise(8)
    one, again = (probability_of_overfitting(returns, blocks=20, most_splits=1000, seed=3) for _ in range(2))
    whole = probability_of_overfitting(returns)
    assert len(one.logits) == 1000
    assert one.logits.tobytes() == again.logits.tobytes()
    assert one.probability == pytest.approx(whole.probability, abs=0.15)


def test_the_oldest_bars_are_left_out_where_they_do_not_fill_the_blocks() -> None:
    returns = _noise(9, bars=83, trials=5)
    one, other = probability_of_overfitting(returns, blocks=8), probability_of_overfitting(returns[3:], blocks=8)
    assert one.logits.tobytes() == other.logits.tobytes()


def test_what_cannot_be_split_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadReturns, match="at least 32 bars"):
        probability_of_overfitting(_noise(1, bars=31))
    with pytest.raises(BadReturns, match="no numbers"):
        probability_of_overfitting(np.full((64, 3), np.nan))
    with pytest.raises(BadOdds, match="even number"):
        probability_of_overfitting(_noise(1), blocks=7)
    with pytest.raises(BadOdds, match="at least 2"):
        probability_of_overfitting(_noise(1, trials=1))
    with pytest.raises(BadOdds, match="allow at least 2"):
        probability_of_overfitting(_noise(1), most_splits=1)
    with pytest.raises(NothingMoved, match="No trial"):
        probability_of_overfitting(np.full((64, 3), 0.001))
