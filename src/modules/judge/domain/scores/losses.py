"""Losses of probabilities, the baselines that they are held against, and what the calls add to them."""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from src.modules.judge.domain.scores.scored import Floats, ScoredCall

# A probability nearer to 0 or 1 than this is taken as this, so that one miss does not cost everything.
LOG_CLIP = 1e-6


def brier_losses(said: Floats, came: Floats) -> Floats:
    """Each from 0 (certain and right) to 1 (certain and wrong); 0.25 for always one half."""
    return (said - came) ** 2


def log_losses(said: Floats, came: Floats) -> Floats:
    clipped = np.clip(said, LOG_CLIP, 1 - LOG_CLIP)
    return -(came * np.log(clipped) + (1 - came) * np.log1p(-clipped))


def base_rate_forecasts(calls: Sequence[ScoredCall]) -> Floats:
    """What somebody would have said who only counts: the share of ones among the calls that had ended before this
    one was made, with one imagined call of either outcome. Nothing later is used, so it is no baseline in hindsight."""
    ended = sorted((call.ended_on, call.outcome) for call in calls)
    days = [day for day, _ in ended]
    ones = np.concatenate([[0.0], np.cumsum([outcome for _, outcome in ended], dtype=np.float64)])
    before = [bisect_left(days, call.as_of.date()) for call in calls]
    return np.array([(ones[known] + 1) / (known + 2) for known in before], dtype=np.float64)


def momentum_forecasts(calls: Sequence[ScoredCall]) -> Floats:
    return np.array([call.momentum for call in calls], dtype=np.float64)
