import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.accounts.profile import Profile, RiskTolerance
from packages.domain.stress.findings import IntervalEstimate, Ruling, VerdictReason, WindowStatus, World
from packages.domain.stress.verdict.checks import Check, verdict
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.stress.verdict.parts import StressPart, StressParts
from tests.effort import examples
from tests.packages.domain.stress.verdict.good_parts import (
    around,
    crisis,
    good_parts,
    luck,
    sensitivity,
    unmeasured,
    walked,
    world,
)

LIMITS = limits_for(None)
GOOD = good_parts()
FOUND, CALM, WILD = sensitivity(), world(), world(World.GARCH)
GRAVITY = list(Ruling).index


def reason_of(parts: StressParts, check: Check) -> VerdictReason:
    return next(reason for reason in verdict(parts, LIMITS).reasons if reason.code == check)


def with_base(total_return: float = 0.9, trades: int = 84) -> StressParts:
    found = sensitivity()
    base = replace(found.base, total_return=total_return, trades=trades)
    return replace(GOOD, sensitivity=replace(found, base=base))


def with_friction(kind: str, total_return: float) -> StressParts:
    found = sensitivity()
    frictions = tuple(
        replace(each, total_return=total_return) if each.kind == kind else each for each in found.frictions
    )
    return replace(GOOD, sensitivity=replace(found, frictions=frictions))


def with_fragility(fragility: float) -> StressParts:
    found = sensitivity()
    return replace(GOOD, sensitivity=replace(found, curves=(replace(found.curves[0], fragility=fragility),)))


def with_world(drawdown: float = -0.18, ruin: float = 0.004) -> StressParts:
    return replace(GOOD, monte_carlo=(world(), world(World.GARCH, drawdown, ruin)))


def test_what_holds_everywhere_passes_and_shows_every_limit() -> None:
    found = verdict(GOOD, LIMITS)
    assert found.ruling is Ruling.PASS
    assert found.not_measured == ()
    assert {reason.code for reason in found.reasons} == set(Check) - {Check.NOT_MEASURED}
    assert all(each.measured is not None and each.limit is not None and each.source for each in found.reasons)


@pytest.mark.parametrize(
    ("parts", "check", "ruling"),
    [
        (replace(GOOD, overfitting=luck(0.949)), Check.DEFLATED_SHARPE, Ruling.REVISE),
        (replace(GOOD, overfitting=luck(0.499)), Check.DEFLATED_SHARPE, Ruling.REJECT),
        (replace(GOOD, overfitting=luck(pbo=0.51)), Check.OVERFITTING_PROBABILITY, Ruling.REVISE),
        (replace(GOOD, overfitting=luck(pbo=0.76)), Check.OVERFITTING_PROBABILITY, Ruling.REJECT),
        (with_world(drawdown=-0.26), Check.DRAWDOWN, Ruling.REVISE),
        (with_world(drawdown=-0.38), Check.DRAWDOWN, Ruling.REJECT),
        (with_world(ruin=0.021), Check.RUIN, Ruling.REVISE),
        (with_world(ruin=0.031), Check.RUIN, Ruling.REJECT),
        (replace(GOOD, crises=(crisis(), crisis("cn_2018", -0.21))), Check.CRISIS_LOSS, Ruling.REVISE),
        (replace(GOOD, crises=(crisis(), crisis("cn_2018", -0.31))), Check.CRISIS_LOSS, Ruling.REJECT),
        (replace(GOOD, walk_forward=walked(0.0)), Check.OUT_OF_SAMPLE, Ruling.REVISE),
        (replace(GOOD, walk_forward=walked(-0.61)), Check.OUT_OF_SAMPLE, Ruling.REJECT),
        (with_base(total_return=0.0), Check.BASE_RETURN, Ruling.REJECT),
        (with_base(trades=29), Check.TRADES, Ruling.REVISE),
        (with_base(trades=0), Check.TRADES, Ruling.REVISE),
        (with_friction("cost_x2", 0.0), Check.COST_X2, Ruling.REVISE),
        (with_friction("delay_1", -0.4), Check.DELAY_1, Ruling.REVISE),
        (with_friction("missed_fills", -0.01), Check.MISSED_FILLS, Ruling.REVISE),
        (with_fragility(0.51), Check.FRAGILITY, Ruling.REVISE),
    ],
)
def test_one_broken_limit_decides_and_is_told_first(parts: StressParts, check: Check, ruling: Ruling) -> None:
    found = verdict(parts, LIMITS)
    assert found.ruling is ruling
    assert found.reasons[0].code == check
    assert [reason.ruling for reason in found.reasons[1:]] == [Ruling.PASS] * (len(found.reasons) - 1)


def test_the_worst_window_world_and_number_are_named() -> None:
    assert reason_of(replace(GOOD, crises=(crisis(), crisis("cn_2018", -0.3))), Check.CRISIS_LOSS).subject == "cn_2018"
    assert reason_of(with_world(drawdown=-0.3), Check.DRAWDOWN).subject == "garch"
    assert reason_of(GOOD, Check.FRAGILITY).subject == "/factors/fast/params/period"


def test_few_paths_do_not_pass_for_a_good_result_and_do_not_condemn_one() -> None:
    wide = replace(world(), bad_drawdown=IntervalEstimate(-0.2, -0.5, -0.1))
    assert verdict(replace(GOOD, monte_carlo=(wide,)), LIMITS).ruling is Ruling.REVISE


def test_the_same_drawdown_passes_for_one_person_and_not_for_another() -> None:
    parts = with_world(drawdown=-0.3)
    assert verdict(parts, limits_for(Profile(RiskTolerance.AGGRESSIVE))).ruling is Ruling.PASS
    assert verdict(parts, limits_for(Profile(RiskTolerance.CONSERVATIVE))).ruling is Ruling.REJECT


@pytest.mark.parametrize("part", StressPart)
def test_a_part_that_was_not_measured_is_named_and_rules_a_pass_out_but_nothing_worse(part: StressPart) -> None:
    found = verdict(replace(GOOD, **{part.value: None}), LIMITS)
    assert found.ruling is Ruling.REVISE
    assert found.not_measured == (part.value,)


def test_nothing_measured_is_not_a_pass() -> None:
    assert verdict(StressParts(), LIMITS).not_measured == tuple(part.value for part in StressPart)
    assert verdict(StressParts(), LIMITS).ruling is Ruling.REVISE


def test_a_crisis_without_data_is_named_and_counts_neither_way() -> None:
    gap = unmeasured("cn_2008", WindowStatus.GAP)
    found = verdict(replace(GOOD, crises=(gap, crisis())), LIMITS)
    assert (found.ruling, found.not_measured) == (Ruling.PASS, ("crises/cn_2008",))


def test_crises_without_any_data_are_a_part_that_was_not_measured() -> None:
    found = verdict(replace(GOOD, crises=(unmeasured("cn_2008", WindowStatus.GAP),)), LIMITS)
    assert (found.ruling, found.not_measured) == (Ruling.REVISE, ("crises", "crises/cn_2008"))


def test_standing_aside_in_most_crises_is_not_a_pass() -> None:
    idle = [unmeasured(key, WindowStatus.NOT_EXERCISED) for key in ("cn_2018", "cn_2020")]
    assert reason_of(replace(GOOD, crises=(crisis(), *idle)), Check.CRISES_EXERCISED).ruling is Ruling.REVISE
    assert verdict(replace(GOOD, crises=(idle[0],)), LIMITS).ruling is Ruling.REVISE
    assert verdict(replace(GOOD, crises=(crisis(), idle[0])), LIMITS).ruling is Ruling.PASS


def test_paths_on_which_it_did_not_trade_are_not_a_pass() -> None:
    parts = replace(GOOD, monte_carlo=(world(), replace(world(World.GARCH), traded_share=0.0)))
    assert reason_of(parts, Check.TRADED_SHARE).ruling is Ruling.REVISE


def test_shuffled_trades_alone_do_not_stand_for_a_strategy_that_was_run_again() -> None:
    found = verdict(replace(GOOD, monte_carlo=(world(World.TRADE_SHUFFLE),)), LIMITS)
    assert found.not_measured == ("monte_carlo",)


def test_a_figure_that_is_no_number_is_not_measured_and_hides_no_other() -> None:
    assert verdict(replace(GOOD, overfitting=luck(math.nan)), LIMITS).not_measured == ("deflated_sharpe",)
    unknown = replace(crisis("cn_2020"), max_drawdown=None)
    assert verdict(replace(GOOD, crises=(unknown, crisis())), LIMITS).ruling is Ruling.REVISE
    assert verdict(replace(GOOD, crises=(unknown, crisis("cn_2018", -0.9))), LIMITS).ruling is Ruling.REJECT


def test_a_friction_that_was_not_tried_is_named() -> None:
    found = replace(sensitivity(), frictions=())
    assert verdict(replace(GOOD, sensitivity=found), LIMITS).not_measured == ("cost_x2", "delay_1")


def test_too_few_trials_for_a_probability_of_overfitting_are_no_reason() -> None:
    assert verdict(replace(GOOD, overfitting=luck(pbo=None)), LIMITS).ruling is Ruling.PASS


def parts_of(measures: tuple[float, ...]) -> StressParts:
    """Thirteen measures, each the better the larger it is."""
    fall, bad, ruin, share, trades, base, double, late, missed, frailty, unseen, deflated, overfit = measures
    found = FOUND
    returns = {"cost_x2": double, "cost_x3": double, "delay_1": late, "missed_fills": missed}
    return StressParts(
        crises=(crisis(), crisis("cn_2018", fall)),
        monte_carlo=(CALM, replace(WILD, bad_drawdown=around(bad), ruin=around(-ruin), traded_share=share)),
        sensitivity=replace(
            found,
            base=replace(found.base, trades=int(trades), total_return=base),
            frictions=tuple(replace(each, total_return=returns[each.kind]) for each in found.frictions),
            curves=(replace(found.curves[0], fragility=-frailty),),
        ),
        walk_forward=walked(unseen),
        overfitting=luck(deflated, -overfit),
    )


def _between(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False)


RANGES = (
    *((-1.0, 0.0), (-1.0, 0.0), (-0.1, 0.0), (0.0, 1.0), (0.0, 100.0), (-1.0, 1.0), (-1.0, 1.0)),
    *((-1.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (-2.0, 2.0), (0.0, 1.0), (-1.0, 0.0)),
)
MEASURES = st.tuples(*(_between(low, high) for low, high in RANGES))


@settings(max_examples=examples(200), deadline=None)
@given(MEASURES, st.integers(0, len(RANGES) - 1), _between(0.0, 1.0))
def test_making_a_measure_worse_never_makes_the_ruling_better(
    measures: tuple[float, ...], which: int, share: float
) -> None:
    worse = list(measures)
    low = RANGES[which][0]
    worse[which] = low + (measures[which] - low) * share
    before, after = verdict(parts_of(measures), LIMITS), verdict(parts_of(tuple(worse)), LIMITS)
    assert GRAVITY(after.ruling) >= GRAVITY(before.ruling)


@pytest.mark.parametrize("which", range(len(RANGES)))
def test_every_measure_alone_can_take_the_pass_away(which: int) -> None:
    best = tuple(high for _, high in RANGES)
    worst = tuple(RANGES[at][0] if at == which else value for at, value in enumerate(best))
    assert verdict(parts_of(best), LIMITS).ruling is Ruling.PASS
    assert verdict(parts_of(worst), LIMITS).ruling is not Ruling.PASS
