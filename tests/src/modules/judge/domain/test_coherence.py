"""A verdict that contradicts itself is caught, by the name of the rule that it breaks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.modules.judge.domain.coherence import incoherences
from src.modules.judge.domain.verdict import Verdict, VerdictAction
from tests.src.modules.judge.making import bound, case, facts, still, verdict

SELLING: dict[str, Any] = {
    "action": VerdictAction.SELL,
    "probability": 0.4,
    "position_percent": 50.0,
    "stop_loss": bound(11.5, "E5"),
    "take_profit": bound(9.5),
}


@pytest.mark.parametrize(
    "coherent",
    [verdict(), verdict(**SELLING), verdict(take_profit=None), still(VerdictAction.HOLD), still(VerdictAction.NO_CALL)],
    ids=["buy", "sell", "buy without target", "hold", "no call"],
)
def test_a_coherent_verdict_has_nothing_said_against_it(coherent: Verdict) -> None:
    assert incoherences(coherent, case()) == ()


BROKEN: list[tuple[Verdict, str]] = [
    (still(VerdictAction.HOLD, position_percent=5.0), "nobody_acting_means_no_new_position"),
    (still(VerdictAction.HOLD, stop_loss=bound(9.5)), "nobody_acting_means_no_new_position"),
    (still(VerdictAction.NO_CALL, take_profit=bound(11.5)), "nobody_acting_means_no_new_position"),
    (still(VerdictAction.NO_CALL, probability=0.6), "a_call_has_a_probability"),
    (still(VerdictAction.NO_CALL, confidence=0.4), "confidence_bears_the_probability"),
    (still(VerdictAction.HOLD, probability=0.9, confidence=0.9), "action_follows_probability"),
    (verdict(probability=None), "a_call_has_a_probability"),
    (verdict(probability=0.5), "action_follows_probability"),
    (verdict(probability=0.4), "action_follows_probability"),
    (verdict(**{**SELLING, "probability": 0.6}), "action_follows_probability"),
    (verdict(probability=1.0, confidence=1.0), "numbers_are_in_range"),
    (verdict(confidence=1.5), "numbers_are_in_range"),
    (verdict(confidence=float("nan")), "numbers_are_in_range"),
    (verdict(position_percent=101.0), "numbers_are_in_range"),
    (verdict(position_percent=-1.0), "numbers_are_in_range"),
    (verdict(position_percent=0.0), "acting_moves_something"),
    (verdict(probability=0.9, confidence=0.6), "confidence_bears_the_probability"),
    (verdict(position_percent=61.0), "position_stays_within_confidence"),
    (verdict(stop_loss=None), "a_purchase_has_a_stop"),
    (verdict(stop_loss=bound(10.0)), "prices_stand_on_the_right_sides"),
    (verdict(take_profit=bound(9.9)), "prices_stand_on_the_right_sides"),
    (verdict(**{**SELLING, "stop_loss": bound(9.5)}), "prices_stand_on_the_right_sides"),
    (verdict(**{**SELLING, "take_profit": bound(11.5)}), "prices_stand_on_the_right_sides"),
    (verdict(stop_loss=bound(9.0), take_profit=bound(10.9)), "a_purchase_pays_for_its_risk"),
    (verdict(time_horizon=0), "horizon_is_a_stretch_of_days"),
    (verdict(time_horizon=90), "horizon_is_a_stretch_of_days"),
    (verdict(benchmark="SPY"), "benchmark_is_the_one_asked_for"),
    (verdict(benchmark=None), "benchmark_is_the_one_asked_for"),
    (verdict(reasoning=" "), "reasons_are_given"),
    (verdict(invalidation_triggers=()), "reasons_are_given"),
]


@pytest.mark.parametrize(("broken", "rule"), BROKEN, ids=[f"{n}-{rule}" for n, (_, rule) in enumerate(BROKEN)])
def test_what_contradicts_itself_is_told_by_name(broken: Verdict, rule: str) -> None:
    found = incoherences(broken, case())
    assert rule in {one.rule for one in found}
    assert all(one.reason.endswith(".") for one in found)


@pytest.mark.parametrize(
    "thin", [{"debate": None}, {"experts": ()}, {"market": facts(base=None)}], ids=["debate", "experts", "price"]
)
def test_with_too_little_to_go_by_only_no_call_is_coherent(thin: dict[str, Any]) -> None:
    rules = {one.rule for one in incoherences(verdict(), case(**thin))}
    assert "thin_evidence_means_no_call" in rules
    assert incoherences(still(VerdictAction.NO_CALL), case(**thin)) == ()


def test_without_a_benchmark_the_verdict_has_none_either() -> None:
    alone = case(market=facts(benchmark=None))
    assert incoherences(verdict(benchmark=None), alone) == ()


@given(
    action=st.sampled_from(VerdictAction),
    position=st.floats(allow_nan=True),
    confidence=st.floats(allow_nan=True),
    probability=st.none() | st.floats(allow_nan=True),
    prices=st.tuples(st.none() | st.floats(0.01, 100), st.none() | st.floats(0.01, 100)),
)
def test_whatever_passes_keeps_every_promise(
    action: VerdictAction,
    position: float,
    confidence: float,
    probability: float | None,
    prices: tuple[float | None, float | None],
) -> None:
    stop, target = (None if price is None else bound(price) for price in prices)
    said = verdict(
        action=action,
        position_percent=position,
        confidence=confidence,
        probability=probability,
        stop_loss=stop,
        take_profit=target,
    )
    if incoherences(said, case()):
        return
    assert 0 <= said.position_percent <= 100 * said.confidence + 1e-6 <= 100 + 1e-6
    assert (said.probability is None) == (action is VerdictAction.NO_CALL)
    if action in (VerdictAction.HOLD, VerdictAction.NO_CALL):
        assert (said.position_percent, stop, target) == (0, None, None)
    if action is VerdictAction.BUY:
        assert said.probability is not None
        assert said.probability > 0.5
        assert stop is not None
        assert stop.value < 10
        assert target is None or target.value > 10
