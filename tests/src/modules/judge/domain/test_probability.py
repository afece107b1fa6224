"""The written formula: symmetric, bounded, drawn to the base rate, and blind to order."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.evidence.experts import EXPERTS
from src.modules.judge.domain.case import DebateArgument, DebateSide, LeanDirection, PastWindows
from src.modules.judge.domain.probability import HIGHEST, LOWEST, ruled_probability, stages
from tests.src.modules.judge.making import case, debate, expert, facts

EVEN = facts(past=PastWindows(0, 0))
WHOLE = tuple(expert(name, lean=1.0, confidence=1.0) for name in EXPERTS)


def test_five_of_one_mind_on_whole_data_move_an_even_base_to_seventy_percent() -> None:
    one_mind = case(market=EVEN, experts=WHOLE, debate=debate(confidence=1.0))
    assert stages(one_mind, None).before_debate == pytest.approx(0.70)
    assert stages(one_mind, None).after_resolution == pytest.approx(0.70)
    assert ruled_probability(one_mind) == pytest.approx(0.70)


def test_the_other_side_of_the_same_case_has_the_other_probability() -> None:
    bears = tuple(expert(name, lean=-1.0, confidence=1.0) for name in EXPERTS)
    up = case(market=EVEN, experts=WHOLE, debate=debate(LeanDirection.BULLISH, 0.8))
    down = case(market=EVEN, experts=bears, debate=debate(LeanDirection.BEARISH, 0.8))
    assert ruled_probability(up) == pytest.approx(1 - ruled_probability(down))


def test_the_bull_raises_and_the_bear_lowers_it() -> None:
    told = stages(case(), 0.6)
    assert told.before_debate is not None
    assert told.after_bull is not None
    assert told.after_bear is not None
    assert told.before_debate < told.after_bull > told.after_bear
    assert told.after_judge == 0.6


def test_poor_data_draw_it_to_the_base_rate() -> None:
    poor = tuple(expert(one.name, lean=1.0, confidence=1.0, quality=0.1) for one in WHOLE)
    rich, thin = ruled_probability(case(experts=WHOLE)), ruled_probability(case(experts=poor))
    base = case().market.past.rate
    assert base < thin < rich


def test_past_windows_count_only_as_much_as_they_are() -> None:
    assert PastWindows(0, 0).rate == 0.5
    assert PastWindows(20, 20).rate == 0.75
    assert 0 < PastWindows(10_000, 0).rate < PastWindows(10_000, 10_000).rate < 1


def test_the_debates_own_stages_are_kept_where_it_tells_them() -> None:
    told = stages(case(debate=debate(stages=(0.5, 0.6, 0.55, 0.58))), 0.57)
    assert (told.before_debate, told.after_bull, told.after_bear, told.after_resolution) == (0.5, 0.6, 0.55, 0.58)


def test_without_a_debate_only_the_first_stage_is_told() -> None:
    told = stages(case(debate=None), None)
    assert told.before_debate is not None
    assert (told.after_bull, told.after_bear, told.after_resolution, told.after_judge) == (None, None, None, None)


shares = st.floats(0, 1)
findings = st.builds(expert, lean=st.sampled_from([-1.0, -0.6, 0.0, 0.6, 1.0]), confidence=shares, quality=shares)
sides = st.builds(
    DebateSide,
    st.just(""),
    st.lists(st.builds(DebateArgument, st.just(""), st.just(""), shares), max_size=4).map(tuple),
    shares,
)


@given(
    experts=st.lists(findings, max_size=5),
    direction=st.sampled_from(LeanDirection),
    confidence=shares,
    bull=sides,
    bear=sides,
    windows=st.integers(0, 40),
    paid=shares,
)
def test_it_is_never_certain(
    experts: list[object],
    direction: LeanDirection,
    confidence: float,
    bull: DebateSide,
    bear: DebateSide,
    windows: int,
    paid: float,
) -> None:
    market = facts(past=PastWindows(windows, int(windows * paid)))
    told = case(experts=tuple(experts), debate=debate(direction, confidence, bull=bull, bear=bear), market=market)
    assert LOWEST <= ruled_probability(told) <= HIGHEST
    said = stages(told, None)
    known = (said.before_debate, said.after_bull, said.after_bear, said.after_resolution)
    assert all(stage is None or 0 < stage < 1 for stage in known)


def test_the_order_of_the_experts_changes_nothing() -> None:
    mixed = [expert(name, lean=lean) for name, lean in zip(EXPERTS, (1.0, 0.6, 0.0, -0.6, -1.0), strict=True)]
    told = {ruled_probability(case(experts=order)) for order in permutations(mixed)}
    assert len(told) == 1
