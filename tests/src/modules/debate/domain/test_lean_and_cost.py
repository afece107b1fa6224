"""The pure rules: probabilities of each stage, languages, words of the experts, and what a debate may cost."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.core.messages import Language
from packages.domain.evidence.experts import EXPERTS
from src.modules.debate.domain.cost import ModelTerms, cost_by_model, cost_by_rules, model_calls
from src.modules.debate.domain.language import language_of
from src.modules.debate.domain.lean import (
    in_order,
    known_signal,
    probability_before,
    probability_said,
    strength_of,
)
from tests.src.modules.debate.making import bear, bull, resolution, summary

WORDS = ["STRONG_BULLISH", "BULLISH", "NEUTRAL", "BEARISH", "STRONG_BEARISH", "Undervalued", "Fair", "Overvalued"]
SUMMARIES = st.builds(summary, st.sampled_from(WORDS), st.floats(0, 1))
TERMS = ModelTerms(model="m", input_per_million=Decimal(1), output_per_million=Decimal(10), max_output_tokens=1000)


@given(st.dictionaries(st.sampled_from(EXPERTS), SUMMARIES, min_size=1), st.randoms())
def test_the_probability_before_is_never_certain_and_knows_no_order(experts: dict[str, object], chance: object) -> None:
    names = list(experts)
    chance.shuffle(names)  # type: ignore[attr-defined]
    told = probability_before(experts)  # type: ignore[arg-type]
    assert 0.05 <= told <= 0.95
    assert told == probability_before({name: experts[name] for name in names})  # type: ignore[misc]


def test_nobody_and_neutral_experts_give_even_odds() -> None:
    assert probability_before({}) == 0.5
    assert probability_before({"macro_intelligence": summary("Neutral", 0.9)}) == 0.5


def test_an_opinion_says_its_direction_by_its_confidence() -> None:
    assert probability_said(bull(confidence=1)) == 0.95
    assert probability_said(bear(confidence=1)) == 0.05
    assert probability_said(resolution(direction="NEUTRAL", confidence=0.9)) == 0.5
    assert probability_said(resolution(direction="BEARISH", confidence=0.4)) == pytest.approx(0.32)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_and_its_opposite_lean_as_far(word: str) -> None:
    opposite = {"BULLISH": "BEARISH", "STRONG_BULLISH": "STRONG_BEARISH", "Undervalued": "Overvalued"}
    turned = opposite | {value: key for key, value in opposite.items()}
    assert strength_of(word) == -strength_of(turned.get(word, word))


def test_words_that_no_expert_uses_lean_nowhere() -> None:
    assert known_signal("moon") is None
    assert strength_of("moon") == 0
    assert known_signal(" strong_bullish ") == "STRONG_BULLISH"
    assert known_signal("Neutral") == "Neutral"


def test_experts_stand_in_the_desks_order_and_strangers_behind_them() -> None:
    assert in_order(["zoo", *reversed(EXPERTS), "ant"]) == [*EXPERTS, "ant", "zoo"]


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        ([], Language.ZH),
        (["RSI14 为 56.8[technical_analyst:E8]，高于 RSI 中线"], Language.ZH),
        (["The report “演示星河制造发布三季度报告” is bad news for holders of the share"], Language.EN),
        (["定期业绩：[catalyst_detective:E3]，利空"], Language.ZH),
    ],
)
def test_the_language_is_that_of_the_texts(texts: list[str], language: Language) -> None:
    assert language_of(texts) is language


def test_a_round_is_two_questions_and_the_resolution_one() -> None:
    assert [model_calls(rounds) for rounds in (1, 2, 3)] == [3, 5, 7]


def test_rules_ask_nobody_and_cost_nothing() -> None:
    cost = cost_by_rules(3)
    assert (cost.engine, cost.model_calls, cost.model_calls_at_most, cost.cost_at_most) == ("rules", 0, 0, Decimal(0))


def test_the_most_that_a_debate_may_cost_counts_every_question_four_times() -> None:
    cost = cost_by_model(1, 5000, TERMS)
    assert (cost.model, cost.model_calls, cost.model_calls_at_most) == ("m", 3, 12)
    sent = 4 * (3 * 5000 + 2 * 1000) + 9 * 20_000
    assert cost.cost_at_most == (sent * Decimal(1) + 12 * 1000 * Decimal(10)) / 1_000_000


def test_more_rounds_cost_more() -> None:
    costs = [cost_by_model(rounds, 5000, TERMS).cost_at_most for rounds in (1, 2, 3)]
    assert all(cost is not None for cost in costs)
    assert costs == sorted(costs, key=lambda cost: cost or 0)
    assert len(set(costs)) == 3


def test_an_unknown_price_stays_unknown() -> None:
    unknown = ModelTerms(model="m", input_per_million=None, output_per_million=None, max_output_tokens=1000)
    assert cost_by_model(2, 5000, unknown).cost_at_most is None
    assert cost_by_model(2, 5000, unknown).model_calls == 5
