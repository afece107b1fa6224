"""When a verdict does not contradict itself: small rules with names, each giving the sentences that it objects with."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from src.modules.judge.domain.case import LONGEST_HORIZON, Case
from src.modules.judge.domain.prices import stop_reach, target_reach
from src.modules.judge.domain.reward import LEAST_REWARD, pays_for_its_risk, reward_to_risk
from src.modules.judge.domain.scenarios import leaves_open
from src.modules.judge.domain.verdict import BoundPrice, Verdict, VerdictAction

_ACTING = (VerdictAction.BUY, VerdictAction.SELL)
# Beyond these a HOLD would sit still before a move that it calls nearly certain.
_HOLD_RANGE = (0.2, 0.8)


@dataclass(frozen=True, slots=True)
class Incoherence:
    """Which rule is broken, and how."""

    rule: str
    reason: str


def incoherences(verdict: Verdict, case: Case) -> tuple[Incoherence, ...]:
    """Empty for a coherent verdict."""
    return tuple(Incoherence(rule.__name__, reason) for rule in RULES for reason in rule(verdict, case))


def numbers_are_in_range(verdict: Verdict, _case: Case) -> Iterator[str]:
    if not (math.isfinite(verdict.confidence) and 0 <= verdict.confidence <= 1):
        yield f"confidence is {verdict.confidence}: it lies between 0 and 1."
    if not (math.isfinite(verdict.position_percent) and 0 <= verdict.position_percent <= 100):
        yield f"position_percent is {verdict.position_percent}: it lies between 0 and 100."
    if verdict.probability is not None and not 0 < verdict.probability < 1:
        yield f"probability is {verdict.probability}: nothing is certain, so it lies between 0 and 1, both left out."


def a_call_has_a_probability(verdict: Verdict, _case: Case) -> Iterator[str]:
    if verdict.action is VerdictAction.NO_CALL and verdict.probability is not None:
        yield "NO_CALL says nothing about the future, so it has no probability."
    if verdict.action is not VerdictAction.NO_CALL and verdict.probability is None:
        yield f"{verdict.action} needs a probability."


def thin_evidence_means_no_call(verdict: Verdict, case: Case) -> Iterator[str]:
    if case.why_no_call and verdict.action is not VerdictAction.NO_CALL:
        yield f"{case.why_no_call}: with this little to go by only NO_CALL is honest."


def nobody_acting_means_no_new_position(verdict: Verdict, _case: Case) -> Iterator[str]:
    if verdict.action in _ACTING:
        return
    if verdict.position_percent != 0:
        yield f"{verdict.action} opens no position, so position_percent is 0."
    if verdict.stop_loss is not None or verdict.take_profit is not None:
        yield f"{verdict.action} opens no position, so it has neither stop_loss nor take_profit."


def acting_moves_something(verdict: Verdict, _case: Case) -> Iterator[str]:
    if verdict.action in _ACTING and verdict.position_percent == 0:
        yield f"{verdict.action} with a position_percent of 0 does nothing: say HOLD."


def action_follows_probability(verdict: Verdict, _case: Case) -> Iterator[str]:
    probability = verdict.probability
    if probability is None:
        return
    if verdict.action is VerdictAction.BUY and probability <= 0.5:
        yield f"BUY needs a probability above 0.5, and it is {probability:g}."
    if verdict.action is VerdictAction.SELL and probability >= 0.5:
        yield f"SELL needs a probability below 0.5, and it is {probability:g}."
    if verdict.action is VerdictAction.HOLD and not _HOLD_RANGE[0] <= probability <= _HOLD_RANGE[1]:
        yield f"HOLD with a probability of {probability:g} sits still before a move that it calls nearly certain."


def confidence_bears_the_probability(verdict: Verdict, _case: Case) -> Iterator[str]:
    if verdict.probability is None:
        if verdict.confidence != 0:
            yield "NO_CALL is confident of nothing, so confidence is 0."
        return
    claimed = abs(2 * verdict.probability - 1)
    if claimed > verdict.confidence + 1e-9:
        yield (
            f"A probability of {verdict.probability:g} claims more than a confidence of {verdict.confidence:g} bears: "
            f"raise the confidence to {claimed:.2f}, or bring the probability nearer to 0.5."
        )


def position_stays_within_confidence(verdict: Verdict, _case: Case) -> Iterator[str]:
    if verdict.position_percent > 100 * verdict.confidence + 1e-9:
        yield f"position_percent is above 100 times the confidence of {verdict.confidence:g}."


def a_purchase_has_a_stop(verdict: Verdict, _case: Case) -> Iterator[str]:
    if verdict.action is VerdictAction.BUY and verdict.stop_loss is None:
        yield "BUY needs a stop_loss from an evidence row; without one say HOLD."


def nobody_leaning_means_no_trade(verdict: Verdict, case: Case) -> Iterator[str]:
    if case.leans_nowhere and verdict.action in _ACTING:
        yield f"No expert leans either way, and neither does the debate: {verdict.action} rests on nothing, say HOLD."


def prices_stay_within_reach(verdict: Verdict, case: Case) -> Iterator[str]:
    if case.market.base is None or verdict.action not in _ACTING:
        return
    for name, bound, reach in (
        ("stop_loss", verdict.stop_loss, stop_reach(case)),
        ("take_profit", verdict.take_profit, target_reach(case)),
    ):
        if bound is not None and abs(bound.value - case.market.base.value) > reach:
            yield (
                f"The {name} of {_shown(bound)} is more than {reach:.4g} away from the price of "
                f"{case.market.base.value}, and no atr14 row says that it moves that far: name a nearer row."
            )


def prices_stand_on_the_right_sides(verdict: Verdict, case: Case) -> Iterator[str]:
    if case.market.base is None or verdict.action not in _ACTING:
        return
    price = case.market.base.value
    buying = verdict.action is VerdictAction.BUY
    below, above = (verdict.stop_loss, verdict.take_profit) if buying else (verdict.take_profit, verdict.stop_loss)
    names = ("stop_loss", "take_profit") if buying else ("take_profit", "stop_loss")
    if below is not None and below.value >= price:
        yield f"For {verdict.action} the {names[0]} of {_shown(below)} lies below the price of {price}."
    if above is not None and above.value <= price:
        yield f"For {verdict.action} the {names[1]} of {_shown(above)} lies above the price of {price}."


def action_has_a_scenario_ahead(verdict: Verdict, case: Case) -> Iterator[str]:
    """A purchase with every target below the price, or a sale with every target above it, argues with itself."""
    side = {VerdictAction.BUY: 1, VerdictAction.SELL: -1}.get(verdict.action, 0)
    if side and not leaves_open(case.scenarios, side):
        yield (
            f"{verdict.action} expects a {'rise' if side > 0 else 'fall'}, and every scenario of the valuation has its "
            f"target on the other side of the price."
        )


def a_purchase_pays_for_its_risk(verdict: Verdict, case: Case) -> Iterator[str]:
    price, stop, target = case.market.base, verdict.stop_loss, verdict.take_profit
    if verdict.action is not VerdictAction.BUY or price is None or stop is None or target is None:
        return
    if stop.value < price.value < target.value and not pays_for_its_risk(price.value, stop.value, target.value):
        reward = reward_to_risk(price.value, stop.value, target.value)
        yield (
            f"BUY wins {reward:.2f} at the take_profit of {_shown(target)} for each 1 lost at the stop_loss of "
            f"{_shown(stop)}: with less than {LEAST_REWARD} name a nearer stop or say HOLD."
        )


def horizon_is_a_stretch_of_days(verdict: Verdict, case: Case) -> Iterator[str]:
    if not 1 <= verdict.time_horizon <= LONGEST_HORIZON:
        yield f"time_horizon is {verdict.time_horizon}: it lies between 1 and {LONGEST_HORIZON} days."
    if verdict.time_horizon != case.horizon_days:
        yield f"time_horizon is {verdict.time_horizon}, and {case.horizon_days} days were asked for."


def benchmark_is_the_one_asked_for(verdict: Verdict, case: Case) -> Iterator[str]:
    asked = case.market.benchmark.symbol if case.market.benchmark else None
    if verdict.benchmark != asked:
        yield f"The benchmark is {verdict.benchmark or 'none'}, and {asked or 'none'} was asked for."


def reasons_are_given(verdict: Verdict, _case: Case) -> Iterator[str]:
    if not verdict.reasoning.strip():
        yield "reasoning is empty."
    if verdict.action in _ACTING and not any(one.strip() for one in verdict.invalidation_triggers):
        yield f"{verdict.action} names nothing that would prove it wrong."


def _shown(price: BoundPrice) -> str:
    return f"{price.value} ({price.expert}:{price.rows[-1].tag})"


Rule = Callable[[Verdict, Case], Iterator[str]]
RULES: tuple[Rule, ...] = (
    numbers_are_in_range,
    a_call_has_a_probability,
    thin_evidence_means_no_call,
    nobody_acting_means_no_new_position,
    acting_moves_something,
    action_follows_probability,
    confidence_bears_the_probability,
    position_stays_within_confidence,
    a_purchase_has_a_stop,
    prices_stand_on_the_right_sides,
    nobody_leaning_means_no_trade,
    prices_stay_within_reach,
    action_has_a_scenario_ahead,
    a_purchase_pays_for_its_risk,
    horizon_is_a_stretch_of_days,
    benchmark_is_the_one_asked_for,
    reasons_are_given,
)
