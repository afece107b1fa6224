"""Scores by hand, and what holds for any calls."""

import math
import random
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.modules.judge.domain.probability import ProbabilityStages
from src.modules.judge.domain.scores.reliability import (
    Calibration,
    calibration_of,
    decomposition,
    equal_count_bins,
    equal_width_bins,
    spiegelhalter_z,
    wilson,
)
from src.modules.judge.domain.scores.report import (
    STAGES,
    NotEnough,
    ScoreReport,
    Scores,
    horizon_group,
    score_report,
    value_meter,
)
from src.modules.judge.domain.scores.scored import LOG_CLIP, ScoredCall, base_rate_forecasts, brier_losses, log_losses
from tests.effort import examples
from tests.src.modules.judge.forecasters import CALIBRATED, OVERCONFIDENT, UNDERCONFIDENT, drawn_calls

pytestmark = pytest.mark.slow


def _scores(report: ScoreReport) -> Scores:
    assert isinstance(report.overall, Scores)
    return report.overall


def test_losses_worked_by_hand() -> None:
    said, came = np.array([0.8, 0.3, 1.0]), np.array([1.0, 1.0, 0.0])
    assert brier_losses(said, came) == pytest.approx([0.04, 0.49, 1.0])
    assert log_losses(said, came) == pytest.approx([-math.log(0.8), -math.log(0.3), -math.log(LOG_CLIP)])


def test_wilsons_interval_by_a_known_example() -> None:
    found = wilson(10, 100)
    assert (found.value, found.low, found.high) == pytest.approx((0.1, 0.0552, 0.1744), abs=1e-4)
    assert wilson(0, 20).low == 0
    assert wilson(20, 20).high == 1


def test_spiegelhalters_z_worked_by_hand() -> None:
    said, came = np.array([0.9, 0.9, 0.2]), np.array([1.0, 0.0, 0.0])
    top = 0.1 * -0.8 + -0.9 * -0.8 + -0.2 * 0.6
    spread = 0.64 * 0.09 * 2 + 0.36 * 0.16
    assert spiegelhalter_z(said, came) == pytest.approx(top / math.sqrt(spread))
    assert spiegelhalter_z(np.full(5, 0.5), np.ones(5)) is None


def test_below_thirty_settled_calls_nothing_is_said_but_the_count() -> None:
    report = score_report(drawn_calls(CALIBRATED, 29, seed=1))
    assert report.overall == NotEnough(29, 30)
    assert report.by_engine == {"rules": NotEnough(29, 30)}
    assert report.debate == NotEnough(29, 30)
    assert isinstance(score_report(drawn_calls(CALIBRATED, 30, seed=1)).overall, Scores)
    assert score_report([]).overall == NotEnough(0, 30)


def test_the_base_rate_baseline_knows_only_what_had_ended_before_the_call() -> None:
    calls = drawn_calls(CALIBRATED, 40, seed=3, weeks=40)
    told = base_rate_forecasts(calls)
    assert told[0] == 0.5
    for place, call in enumerate(calls):
        ended = [one.outcome for one in calls if one.ended_on < call.as_of.date()]
        assert told[place] == pytest.approx((sum(ended) + 1) / (len(ended) + 2))
    flipped = [
        replace(one, outcome=1 - one.outcome) if one.ended_on >= calls[20].as_of.date() else one for one in calls
    ]
    assert base_rate_forecasts(flipped)[:21] == pytest.approx(told[:21])


def test_a_forecaster_who_knows_more_beats_every_baseline() -> None:
    baselines = {one.name: one for one in _scores(score_report(drawn_calls(CALIBRATED, 4000, seed=5))).baselines}
    assert set(baselines) == {"base_rate", "always_half", "momentum"}
    assert all(one.skill.low > 0 for one in baselines.values())
    assert baselines["always_half"].brier == pytest.approx(0.25)


def test_the_parts_of_the_brier_score_add_up_where_bins_hold_one_probability_each() -> None:
    said = np.repeat([0.1, 0.5, 0.9], 40)
    came = np.tile([1.0, 0.0, 0.0, 1.0], 30)
    parts = decomposition(equal_width_bins(said, came))
    assert parts.reliability - parts.resolution + parts.uncertainty == pytest.approx(brier_losses(said, came).mean())


def test_equal_count_bins_hold_as_many_calls_each_and_keep_equal_probabilities_together() -> None:
    spread = equal_count_bins(np.linspace(0.1, 0.9, 200), np.ones(200))
    assert [one.count for one in spread] == [20] * 10
    tied = equal_count_bins(np.array([0.4] * 50 + [0.6] * 50), np.zeros(100))
    assert [(one.count, one.low, one.high) for one in tied] == [(50, 0.4, 0.4), (50, 0.6, 0.6)]


def test_calls_of_a_model_that_may_have_known_the_end_do_not_count() -> None:
    calls = drawn_calls(CALIBRATED, 60, seed=1)
    report = score_report([*calls[:40], *(replace(one, counts=False) for one in calls[40:])])
    assert (_scores(report).settled, report.left_out) == (40, 20)


def test_groups_are_scored_by_themselves() -> None:
    calls = drawn_calls(CALIBRATED, 80, seed=1)
    mixed = [replace(one, engine="llm", market="us_stocks", horizon_days=5) for one in calls[:35]] + calls[35:70]
    report = score_report(mixed)
    assert set(report.by_engine) == {"llm", "rules"}
    assert set(report.by_market) == {"us_stocks", "cn_stocks"}
    assert set(report.by_horizon) == {"up to 10 days", "46 to 120 days"}
    assert all(isinstance(one, Scores) for one in report.by_engine.values())
    assert [horizon_group(days) for days in (10, 45, 121)] == ["up to 10 days", "11 to 45 days", "over 120 days"]


def test_a_constant_forecaster_has_no_slope_and_no_flag() -> None:
    found = calibration_of(np.full(50, 0.6), np.tile([0.0, 1.0], 25))
    assert (found.found, found.slope) == (Calibration.CONSTANT, None)
    assert found.in_the_large.value == pytest.approx(-0.1)


def test_where_the_outcomes_allow_no_slope_spiegelhalters_z_decides() -> None:
    said = np.concatenate([np.full(25, 0.9), np.full(25, 0.1)])
    right = calibration_of(said, (said > 0.5).astype(float))
    assert (right.found, right.slope) == (Calibration.UNDERCONFIDENT, None)
    high = np.linspace(0.7, 0.95, 50)
    assert calibration_of(high, np.zeros(50)).found is Calibration.OVERCONFIDENT
    assert calibration_of(np.linspace(0.95, 0.99, 50), np.ones(50)).found is Calibration.CONSISTENT


def test_a_bias_that_is_no_matter_of_spread_is_miscalibration() -> None:
    # Of thirty calls at each probability a fifth less comes true than was said: the spread is right, the level is not.
    said = np.repeat([0.6, 0.7, 0.8, 0.9], 30)
    came = np.concatenate([np.arange(30) < ones for ones in (12, 15, 18, 21)]).astype(float)
    found = calibration_of(said, came)
    assert found.found is Calibration.MISCALIBRATED
    assert found.in_the_large.value == pytest.approx(-0.2)


def _staged(call: ScoredCall, after_bull: float, resolved: float) -> ScoredCall:
    told = ProbabilityStages(
        before_debate=0.5, after_bull=after_bull, after_bear=0.5, after_resolution=resolved, after_judge=resolved
    )
    return replace(call, stages=told)


def test_the_value_meter_shows_a_debate_that_helps_and_one_that_harms() -> None:
    calls = drawn_calls(CALIBRATED, 2000, seed=2)
    better = value_meter([_staged(call, 0.6, call.probability) for call in calls])
    worse = value_meter([_staged(call, 0.6, 1 - call.probability) for call in calls])
    assert better is not None
    assert worse is not None
    assert better.debate.change.high < 0 < worse.debate.change.low
    assert better.brier["before_debate"] == pytest.approx(0.25)
    total = sum(step.change.value for step in better.steps)
    assert total == pytest.approx(better.brier["after_judge"] - better.brier["before_debate"])
    assert [step.before for step in better.steps] == list(STAGES[:-1])


def test_calls_without_all_stages_are_not_in_the_value_meter() -> None:
    calls = drawn_calls(CALIBRATED, 40, seed=2)
    bare = ProbabilityStages(
        before_debate=0.5, after_bull=None, after_bear=None, after_resolution=None, after_judge=0.5
    )
    assert value_meter([replace(one, stages=bare) for one in calls]) is None
    meter = value_meter([replace(calls[0], stages=bare), *calls[1:]])
    assert meter is not None
    assert meter.calls == 39


def test_few_weeks_are_not_drawn_whole() -> None:
    assert _scores(score_report(drawn_calls(CALIBRATED, 50, seed=1, weeks=3))).drawn_by == "call"
    assert _scores(score_report(drawn_calls(CALIBRATED, 50, seed=1, weeks=20))).drawn_by == "week"


books = st.builds(
    drawn_calls,
    st.sampled_from([CALIBRATED, OVERCONFIDENT, UNDERCONFIDENT]),
    st.integers(30, 90),
    st.integers(0, 10_000),
    st.sampled_from([3, 30]),
)


@given(books, st.randoms(use_true_random=False))
@settings(max_examples=examples(25), deadline=None)
def test_the_order_of_the_calls_changes_nothing(calls: list[ScoredCall], chance: random.Random) -> None:
    turned = list(calls)
    chance.shuffle(turned)
    assert score_report(turned) == score_report(calls)


@given(books)
@settings(max_examples=examples(25), deadline=None)
def test_every_score_keeps_its_bounds(calls: list[ScoredCall]) -> None:
    scores = _scores(score_report(calls))
    assert 0 <= scores.brier.low <= scores.brier.value <= scores.brier.high <= 1
    assert 0 <= scores.log_loss.low <= scores.log_loss.value <= scores.log_loss.high
    assert all(one.skill.high <= 1 for one in scores.baselines)
    for bins in (scores.equal_count, scores.equal_width):
        assert sum(one.count for one in bins) == len(calls)
        assert all(0 <= one.came.low <= one.came.value <= one.came.high <= 1 for one in bins)
        assert all(one.low <= one.said <= one.high for one in bins)
    parts = scores.decomposition
    assert parts.resolution <= parts.uncertainty + 1e-12 <= 0.25 + 1e-9


@given(books)
@settings(max_examples=examples(20), deadline=None)
def test_saying_the_opposite_of_every_opposite_scores_the_same(calls: list[ScoredCall]) -> None:
    mirrored = [replace(one, probability=1 - one.probability, outcome=1 - one.outcome) for one in calls]
    ours, theirs = _scores(score_report(calls)), _scores(score_report(mirrored))
    assert theirs.brier.value == pytest.approx(ours.brier.value)
    assert theirs.log_loss.value == pytest.approx(ours.log_loss.value)
    assert theirs.calibration.found == ours.calibration.found


def test_the_same_calls_give_the_same_intervals_every_time() -> None:
    calls = drawn_calls(CALIBRATED, 100, seed=1)
    assert score_report(calls) == score_report(calls)
    later = [replace(one, as_of=one.as_of + timedelta(hours=1)) for one in calls]
    assert _scores(score_report(later)).brier == _scores(score_report(calls)).brier
