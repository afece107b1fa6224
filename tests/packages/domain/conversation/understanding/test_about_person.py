"""Answers about the person, given where the desk asks what to trade."""

from datetime import date

import pytest

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.about_person import about_person, field_to_change
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields

SCOPE = AskedFields(tuple(field.name for field in PRE_STRATEGY), frozenset({"target_market"}), today=date(2026, 11, 17))


@pytest.mark.parametrize("text", ["交易三年，稳健，平衡增长", "4 years of trading, moderate risk, balanced growth"])
def test_a_message_of_answers_about_the_person_is_told_as_such(text: str) -> None:
    assert about_person(Utterance(text).typed, SCOPE) == {
        "trading_years_bucket": "years_3_5",
        "risk_tolerance": "moderate",
        "return_expectation": "balanced_growth",
    }


def test_a_correction_of_one_answer_is_told_too() -> None:
    assert about_person(Utterance("风险改成保守").typed, SCOPE) == {"risk_tolerance": "conservative"}


@pytest.mark.parametrize(
    "text",
    [
        "苹果",
        "20日均线上穿60日均线买入",
        "稳健",
        "交易三年，做苹果",
        "美股，拿几天",
        "also take profit at 15%",
        "赚10%也走",
        "赚8%就卖",
    ],
)
def test_what_speaks_of_anything_else_is_not(text: str) -> None:
    assert about_person(Utterance(text).typed, SCOPE) == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("change my risk tolerance to very aggressive", {"risk_tolerance": "very_aggressive"}),
        ("把风险偏好改成非常激进", {"risk_tolerance": "very_aggressive"}),
        ("my risk tolerance is conservative now", {"risk_tolerance": "conservative"}),
        ("make the strategy more aggressive", {}),
        ("把策略改得激进一点", {}),
    ],
)
def test_an_answer_by_the_name_of_its_field_is_one_and_a_word_on_the_rules_is_not(
    text: str, told: dict[str, str]
) -> None:
    assert about_person(Utterance(text).typed, SCOPE) == told


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("change my risk tolerance", "risk_tolerance"),
        ("我想改一下收益目标", "return_expectation"),
        ("我的交易年限改成5年", "trading_years_bucket"),
        ("redo kyc", ""),
        ("what is my risk tolerance?", ""),
        ("change the stop to 5%", ""),
    ],
)
def test_the_one_answer_that_shall_change_is_known_by_its_name(text: str, field: str) -> None:
    assert field_to_change(Utterance(text).typed, SCOPE) == field


def test_where_the_person_is_asked_about_they_answer_as_ever() -> None:
    asked = AskedFields(tuple(field.name for field in KYC), frozenset({"risk_tolerance"}))
    assert about_person(Utterance("交易三年，稳健，平衡增长").plain, asked) == {}
