"""The judge by rules: coherent whatever the case, prices from rows, and nothing staked on bad odds."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.core.messages import Language
from packages.domain.evidence.experts import EXPERTS
from src.modules.judge.application.judge_service import bound_verdict
from src.modules.judge.domain.case import CaseRow, DebateArgument, DebateSide, LeanDirection, PastWindows
from src.modules.judge.domain.probability import (
    LARGEST_LOSS_PERCENT,
    LARGEST_PERCENT,
    stake_percent,
    with_scenarios,
)
from src.modules.judge.domain.scenarios import PriceScenario
from src.modules.judge.domain.verdict import PriceRule, VerdictAction
from src.modules.judge.infrastructure.rules_judge import ruled
from tests.effort import examples
from tests.src.modules.judge.making import ROWS, case, debate, expert, facts, row

SURE = tuple(expert(name, lean=1.0, confidence=1.0) for name in EXPERTS)
BULLISH = case(experts=SURE, debate=debate(confidence=0.9))


def _without(*tags: str, **added: CaseRow) -> dict[str, CaseRow]:
    return {tag: one for tag, one in {**ROWS, **added}.items() if tag not in tags}


def test_the_stop_is_the_nearest_support_that_leaves_room_and_the_target_the_nearest_resistance() -> None:
    near = row("E9", "support_1", 9.9)  # within an ATR of the price
    told = ruled(case(experts=(expert(rows={**ROWS, "E9": near}, lean=1.0, confidence=1.0), *SURE[1:])))
    assert told.action is VerdictAction.BUY
    assert told.stop_loss is not None
    assert told.take_profit is not None
    assert (told.stop_loss.row, told.take_profit.row) == ("E3", "E5")


def test_without_supports_the_stop_is_two_atrs_below_the_close() -> None:
    told = ruled(case(experts=(expert(rows=_without("E3", "E4"), lean=1.0, confidence=1.0), *SURE[1:])))
    assert told.stop_loss is not None
    assert (told.stop_loss.row, told.stop_loss.rule) == ("E2", PriceRule.TWO_ATR_BELOW)


def test_without_resistances_the_target_is_what_the_share_may_be_worth() -> None:
    worth = {"E1": row("E1", "price", 10.0), "E2": row("E2", "value_middle", 12.0)}
    chart = expert(rows=_without("E5"), lean=1.0, confidence=1.0)
    told = ruled(case(experts=(chart, expert("valuation_modeler", rows=worth, lean=1.0, confidence=1.0), *SURE[3:])))
    assert told.take_profit is not None
    assert (told.take_profit.expert, told.take_profit.row) == ("valuation_modeler", "E2")


def test_without_any_row_for_a_stop_nothing_is_bought() -> None:
    told = ruled(case(experts=(expert(rows=_without("E2", "E3", "E4"), lean=1.0, confidence=1.0), *SURE[1:])))
    assert (told.action, told.position_percent, told.stop_loss) == (VerdictAction.HOLD, 0.0, None)
    assert "No evidence row offers a stop" in told.reasoning


def test_a_purchase_that_wins_less_than_it_may_lose_is_not_made() -> None:
    """The nearest stop is two ATRs below, at 9.40: 0.35 up to the resistance over 0.60 down to it is 0.58."""
    tight = {**ROWS, "E5": row("E5", "resistance_1", 10.35), "E3": row("E3", "support_1", 8.0)}
    told = ruled(case(experts=(expert(rows=_without("E4") | tight, lean=1.0, confidence=1.0), *SURE[1:])))
    assert told.action is VerdictAction.HOLD
    assert "0.58 times as far as the nearest sound stop, below the floor of 1.00" in told.reasoning


def test_a_stop_two_atrs_below_is_taken_where_the_support_is_too_far_to_pay() -> None:
    """1.0 up to the resistance over 2.0 down to the support does not pay; over 0.6 down to two ATRs it does."""
    far = _without("E4", E5=row("E5", "resistance_1", 11.0), E3=row("E3", "support_1", 8.0))
    told = ruled(case(experts=(expert(rows=far, lean=1.0, confidence=1.0), *SURE[1:])))
    assert told.action is VerdictAction.BUY
    assert told.stop_loss is not None
    assert told.stop_loss.rule is PriceRule.TWO_ATR_BELOW


def test_a_probability_near_one_half_or_against_the_debate_is_not_acted_on() -> None:
    even = ruled(case(market=facts(past=PastWindows(0, 0)), debate=debate(LeanDirection.NEUTRAL, 0.2)))
    assert (even.action, "too near to one half" in even.reasoning) == (VerdictAction.HOLD, True)
    against = ruled(
        case(market=facts(past=PastWindows(200, 190)), experts=SURE, debate=debate(LeanDirection.BEARISH, 0.1))
    )
    assert (against.action, "leans the other way" in against.reasoning) == (VerdictAction.HOLD, True)


def test_only_those_who_carry_the_call_prove_it_wrong_by_turning() -> None:
    bear = expert("financial_auditor", lean=-1.0, confidence=1.0)
    told = ruled(case(experts=(SURE[0], bear, *SURE[2:]), debate=debate(confidence=0.9)))
    assert told.action is VerdictAction.BUY
    assert len(told.invalidation_triggers) == 4
    assert not any("financial_auditor" in trigger for trigger in told.invalidation_triggers)
    assert "financial_auditor" in told.reasoning


@pytest.mark.parametrize(("lean", "beyond"), [(1.0, "below 9.5"), (-1.0, "above 11")])
def test_the_trigger_says_on_which_side_of_the_stop_the_call_is_wrong(lean: float, beyond: str) -> None:
    way = LeanDirection.BULLISH if lean > 0 else LeanDirection.BEARISH
    sure = tuple(expert(name, lean=lean, confidence=1.0) for name in EXPERTS)
    told = ruled(case(experts=sure, debate=debate(way, 0.9)))
    assert told.stop_loss is not None
    assert told.invalidation_triggers[0].startswith(f"A close {beyond}")


def test_what_is_missing_is_among_the_warnings() -> None:
    told = ruled(case(market=facts(benchmark=None, benchmark_note="Measured by its own return.")))
    assert "Only 3 of 5 experts reported." in told.risk_warnings
    assert "Measured by its own return." in told.risk_warnings
    assert "A fall below the support." in told.risk_warnings


def test_a_warning_ends_with_a_sentence_and_every_citation_in_it_is_whole() -> None:
    risk = "".join(f"第{n}项风险：净利率降到 {n}.3%[financial_auditor:E{n}]，低于同业。" for n in range(1, 40))
    (told,) = [one for one in ruled(case(debate=debate(risks=(risk,)))).risk_warnings if "风险" in one]
    assert len(told) <= 200
    assert told.endswith("。")
    assert told.count("[") == told.count("]") > 0


@pytest.mark.parametrize("language", list(Language))
def test_the_entry_cites_the_close_of_an_expert_and_no_stored_row(language: Language) -> None:
    told = ruled(case(experts=SURE, debate=debate(confidence=0.9), language=language))
    assert told.action is VerdictAction.BUY
    assert "10.0 [technical_analyst:E1]" in told.entry_strategy
    assert "bar:" not in told.entry_strategy


def test_an_entry_whose_price_no_expert_told_cites_nothing() -> None:
    other = expert(rows=_without("E1", E8=row("E8", "close", 9.9)), lean=1.0, confidence=1.0)
    told = ruled(case(experts=(other, *SURE[1:]), debate=debate(confidence=0.9)))
    assert told.action is VerdictAction.BUY
    assert "near the closing price of 10.0, in one step" in told.entry_strategy


def test_two_different_cases_get_two_different_reasons() -> None:
    other = case(experts=(expert(lean=-0.6, signal="BEARISH"), expert("macro_intelligence", lean=0.0)))
    assert ruled(BULLISH).reasoning != ruled(other).reasoning
    assert ruled(BULLISH).reasoning == ruled(BULLISH).reasoning


def test_stakes_worked_by_hand() -> None:
    price, stop, target = Decimal(100), Decimal(95), Decimal(110)
    # Kelly: 0.6 - 0.4 / 2 = 0.4; a quarter of it is 10 %, within a loss of 1 % at a stop 5 % away: 20 %.
    assert stake_percent(0.6, price, stop, target, 0.9) == pytest.approx(10.0, abs=0.01)
    assert stake_percent(0.6, price, Decimal(80), Decimal(200), 0.9) == pytest.approx(5.0, abs=0.01)
    assert stake_percent(0.6, price, stop, target, 0.05) == pytest.approx(5.0, abs=0.01)
    assert stake_percent(0.55, price, stop, None, 0.9) == pytest.approx(2.5, abs=0.01)
    assert stake_percent(0.3, price, stop, target, 0.9) == 0.0
    assert stake_percent(0.6, price, Decimal(101), target, 0.9) == 0.0


@given(
    probability=st.floats(0.01, 0.99),
    stop=st.decimals(1, 99, places=2),
    target=st.none() | st.decimals(101, 500, places=2),
    confidence=st.floats(0, 1),
)
def test_a_stake_never_exceeds_any_of_its_limits(
    probability: float, stop: Decimal, target: Decimal | None, confidence: float
) -> None:
    price = Decimal(100)
    stake = stake_percent(probability, price, stop, target, confidence)
    assert 0 <= stake <= min(LARGEST_PERCENT, 100 * confidence)
    assert stake * float((price - stop) / price) <= LARGEST_LOSS_PERCENT + 1e-9


shares = st.floats(0, 1)
levels = st.dictionaries(
    st.sampled_from(["E2", "E3", "E4", "E5", "E7"]), st.floats(0.05, 40).map(lambda value: round(value, 2)), max_size=5
)
sides = st.builds(
    DebateSide,
    st.just("x"),
    st.lists(st.builds(DebateArgument, st.just("x"), st.just(""), shares), max_size=3).map(tuple),
    shares,
)


@given(
    leans=st.lists(st.sampled_from([-1.0, -0.6, 0.0, 0.6, 1.0]), min_size=2, max_size=5),
    confidence=shares,
    quality=st.floats(0.01, 1),
    direction=st.sampled_from(LeanDirection),
    decided=shares,
    bull=sides,
    bear=sides,
    paid=st.integers(0, 40),
    values=levels,
    language=st.sampled_from(Language),
    against=st.booleans(),
)
@settings(max_examples=examples(300), deadline=None)
def test_whatever_the_case_the_verdict_is_coherent_and_its_prices_are_rows(
    leans: list[float],
    confidence: float,
    quality: float,
    direction: LeanDirection,
    decided: float,
    bull: DebateSide,
    bear: DebateSide,
    paid: int,
    values: dict[str, float],
    language: Language,
    against: bool,
) -> None:
    rows = {"E1": ROWS["E1"], **{tag: row(tag, ROWS[tag].metric, value) for tag, value in values.items()}}
    experts = tuple(
        expert(name, lean=lean, confidence=confidence, quality=quality, rows=rows if place == 0 else {})
        for place, (name, lean) in enumerate(zip(EXPERTS, leans, strict=False))
    )
    told = case(
        experts=experts,
        debate=debate(direction, decided, bull=bull, bear=bear),
        market=facts(past=PastWindows(40, paid), **({} if against else {"benchmark": None})),
        language=language,
    )
    opinion = ruled(told)
    verdict, reasons = bound_verdict(opinion, told)
    assert reasons == []
    for price in (verdict.stop_loss, verdict.take_profit):
        assert price is None or {one.tag for one in price.rows} <= set(rows)


def test_the_path_to_the_probability_is_told_step_by_step_and_ends_by_shrinking_toward_the_base_rate() -> None:
    """The scenarios pull below the debate's outcome; from there the way back to the base rate is the last step."""
    scenarios = tuple(
        PriceScenario(name, odds, 10 * (1 + change), change, "")
        for name, odds, change in (("bear", 0.35, -0.6), ("base", 0.5, -0.4), ("bull", 0.15, -0.1))
    )
    bears = [expert(name, lean=-1.0, confidence=0.8, signal="BEARISH", quality=0.9) for name in EXPERTS]
    judged = case(
        experts=tuple(bears),
        debate=debate(direction=LeanDirection.BEARISH, confidence=0.7),
        scenarios=scenarios,
        market=facts(past=PastWindows(3, 2)),
    )
    told = ruled(judged)
    weighed = with_scenarios(judged)
    assert weighed is not None
    assert told.probability is not None
    assert weighed < told.probability < judged.market.past.rate
    assert f"with the valuation's scenarios {weighed:.2f}, then shrunk toward the base rate" in told.reasoning
    assert "in 2 of 3" in told.reasoning
    assert "same bet" not in told.reasoning
