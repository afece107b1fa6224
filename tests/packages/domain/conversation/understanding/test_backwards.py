"""Answers that were once read backwards: what a person wants to be spared, wants more than, or never did."""

from datetime import date

import pytest

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.about_person import about_person
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding

YEARS, RISK, RETURN = NAMES = tuple(field.name for field in KYC)
TODAY = date(2026, 11, 17)
RULES = AskedFields(("strategy_confirmed",), frozenset({"strategy_confirmed"}), today=TODAY)


def read(field: str, text: str) -> Understood:
    return RuleUnderstanding().read(text, AskedFields(NAMES, frozenset({field}), today=TODAY))


@pytest.mark.parametrize(
    "text",
    [
        "别让我亏太多",
        "亏点就心疼，别让我亏太多就行",
        "不想亏",
        "不能亏太多",
        "不想亏太多",
        "不要大的波动",
        "不求暴富",
        "don't let me lose much",
        "I don't want big swings",
        "not looking for excitement",
        "I don't want to lose a lot",
        "don't want a roller coaster",
    ],
)
def test_who_wants_to_be_spared_a_bad_outcome_wants_safety(text: str) -> None:
    understood = read(RISK, text)
    assert understood.answers.get(RISK) == "conservative"
    assert RISK not in understood.denied


@pytest.mark.parametrize("text", ["我不要保守", "not conservative", "别太保守"])
def test_who_denies_the_option_still_denies_it(text: str) -> None:
    understood = read(RISK, text)
    assert RISK not in understood.answers
    assert understood.denied[RISK] == {"conservative"}


@pytest.mark.parametrize(
    "text",
    [
        "not just preservation",
        "not only capital preservation",
        "more than just keeping my capital",
        "不只是保本",
        "不仅仅是保值",
        "不光保本",
    ],
)
def test_who_wants_more_than_a_thing_has_not_chosen_it(text: str) -> None:
    assert RETURN not in read(RETURN, text).answers


@pytest.mark.parametrize(
    "text",
    [
        "20 years in finance but never traded myself",
        "worked in banking 15 years, never placed a trade",
        "10 years at a hedge fund, but no personal trading",
        "在银行干了十年，但自己没炒过",
        "做了二十年会计，没买过股票",
        "看了十年盘，自己没买过",
    ],
)
def test_years_of_other_work_are_no_experience_of_who_never_traded(text: str) -> None:
    assert read(YEARS, text).answers == {YEARS: "years_0_1"}


def test_who_never_traded_one_thing_may_have_traded_another() -> None:
    assert read(YEARS, "never traded options, but six years of stocks").answers[YEARS] == "years_5_plus"


@pytest.mark.parametrize(
    "text",
    [
        "switch to 1 hour candles",
        "change to 5 min candles",
        "make it a 2 year lookback",
        "换成一小时K线",
        "改成4小时图",
        "改成三年",
        "make it 2 years instead",
    ],
)
def test_a_length_of_bars_or_of_nothing_that_is_named_is_no_experience(text: str) -> None:
    assert about_person(Utterance(text).plain, RULES) == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("actually I have traded for 4 years", {YEARS: "years_3_5"}),
        ("I changed my mind, I have four years of experience", {YEARS: "years_3_5"}),
        ("我改主意了，我有四年经验", {YEARS: "years_3_5"}),
        ("其实我炒股六年了", {YEARS: "years_5_plus"}),
        ("sorry, make me moderate instead of conservative", {RISK: "moderate"}),
        ("不好意思，风险改成稳健", {RISK: "moderate"}),
    ],
)
def test_an_earlier_answer_is_corrected_from_where_rules_are_asked_for(text: str, told: dict[str, str]) -> None:
    assert RuleUnderstanding().read(text, RULES).about_person == told


@pytest.mark.parametrize(
    "text", ["重新回答关于我的问题", "重新问我个人情况", "redo the questions about me", "ask me the questions again"]
)
def test_the_questions_about_the_person_can_be_asked_for_again(text: str) -> None:
    assert Wish.NEW_KYC in RuleUnderstanding().read(text, RULES).wishes


@pytest.mark.parametrize("text", ["actually weekly", "其实每周"])
def test_a_new_word_that_may_mean_two_answers_asks_the_question_again(text: str) -> None:
    names = tuple(field.name for field in PRE_STRATEGY)
    asked = AskedFields(names, frozenset({"holding_period_bucket"}), today=TODAY)
    assert "opportunity_frequency_bucket" in RuleUnderstanding().read(text, asked).reopened


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("now stress it", {}),
        ("next step", {}),
        ("deploy it", {}),
        ("looks good, run it", {"strategy_confirmed": "true"}),
        ("yes, stress it", {"strategy_confirmed": "true"}),
        ("确认，跑压力测试", {"strategy_confirmed": "true"}),
    ],
)
def test_an_order_for_the_next_step_names_no_decision(text: str, named: dict[str, str]) -> None:
    assert RuleUnderstanding().read(text, RULES).named == named
