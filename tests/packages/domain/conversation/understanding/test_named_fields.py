"""Clauses that name their field, lists of answers, and what a message only seems to say beside its answer."""

import pytest

from benchmarks.unseen_hands import asked_of
from packages.domain.conversation.understanding.message.utterance import itemised
from packages.domain.conversation.understanding.rules import RuleUnderstanding

YEARS, RISK, RETURN = "trading_years_bucket", "risk_tolerance", "return_expectation"
MARKET, OFTEN, HOLD, FAMILY = (
    "target_market",
    "opportunity_frequency_bucket",
    "holding_period_bucket",
    "strategy_family_choice",
)


def read(field: str, text: str) -> dict[str, str]:
    return dict(RuleUnderstanding().read(text, asked_of(field)).answers)


@pytest.mark.parametrize(
    ("asked", "said", "answers"),
    [
        (YEARS, "years: 2, risk: high, return: high growth", ("years_1_3", "aggressive", "high_growth")),
        (YEARS, "经验2年 风险保守 收益保本", ("years_1_3", "conservative", "capital_preservation")),
        (YEARS, "4 years / medium / balanced growth", ("years_3_5", "moderate", "balanced_growth")),
        (YEARS, "1) about 18 months 2) moderate 3) steady growth", ("years_1_3", "moderate", "balanced_growth")),
        (YEARS, "一年多经验，稳健，7%左右", ("years_1_3", "moderate", "balanced_growth")),
    ],
)
def test_a_list_answers_each_of_its_fields(asked: str, said: str, answers: tuple[str, str, str]) -> None:
    assert read(asked, said) == dict(zip((YEARS, RISK, RETURN), answers, strict=True))


@pytest.mark.parametrize(
    ("asked", "said", "field", "value"),
    [
        (RETURN, "风险偏好改成稳健", RISK, "moderate"),
        (RETURN, "风险别写激进，写稳健", RISK, "moderate"),
        (RETURN, "风险改低一点，保守", RISK, "conservative"),
        (RETURN, "go back and set my risk to low", RISK, "conservative"),
        (RETURN, "about the risk: I overstated it, go with conservative", RISK, "conservative"),
        (FAMILY, "change the frequency to daily", OFTEN, "daily"),
        (OFTEN, "持有时间不是几周，是几天", HOLD, "swing_days"),
    ],
)
def test_a_clause_that_names_its_field_answers_it_and_no_other(asked: str, said: str, field: str, value: str) -> None:
    assert read(asked, said) == {field: value}


@pytest.mark.parametrize(
    ("asked", "said", "field"),
    [
        (RISK, "Bear markets don't scare me, I bought more in 2022", YEARS),
        (RISK, "it's the emergency fund so, you know, basically none", YEARS),
        (RISK, "I'd double down at -20, that's a sale", RETURN),
        (RETURN, "年化六个点，稳稳当当", RISK),
        (YEARS, "奥运会前夕，08年，一进来就腰斩", RISK),
    ],
)
def test_a_story_answers_only_what_was_asked(asked: str, said: str, field: str) -> None:
    assert field not in read(asked, said)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (RISK, "去年亏了50%"),
        (RISK, "80%的把握我才出手"),
        (RISK, "about 30% of my savings goes into this"),
        (RISK, "My broker put me down as aggressive"),
        (RETURN, "I made 30% last year"),
        (RETURN, "胜率80%以上"),
        (RETURN, "涨10%就卖"),
        (OFTEN, "我每天看盘"),
        (OFTEN, "I check my phone ten times a day"),
        (HOLD, "I only have an hour a day for this"),
        (MARKET, "我人在上海"),
        (MARKET, "I get paid in dollars"),
        (YEARS, "worked in finance for ten years"),
    ],
)
def test_an_amount_or_a_place_of_another_subject_is_no_answer(asked: str, said: str) -> None:
    assert asked not in read(asked, said)


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        ("1. 三年多 2. 稳健 3. 平衡增长", "三年多, 稳健, 平衡增长"),
        ("A股 宁德时代 拿三五天 均值回归", "A股, 宁德时代, 拿三五天, 均值回归"),
        ("60/40, maybe 24/7", "60/40, maybe 24/7"),
        ("我 trading 三年半", "我 trading 三年半"),
    ],
)
def test_the_parts_of_a_list_are_set_apart_and_nothing_else_is(said: str, listed: str) -> None:
    assert itemised(said).replace(" ,", ",") == listed
