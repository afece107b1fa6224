"""What people tell instead of naming an answer: a purpose, a deed, a saying, what others earn."""

import pytest

from benchmarks.unseen_hands import asked_of
from packages.domain.conversation.fields import KYC
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding


def read(question: str, text: str) -> str | None:
    return RuleUnderstanding().read(text, asked_of(question)).answers.get(question)


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        ("risk_tolerance", "it's the emergency fund", "conservative"),
        ("risk_tolerance", "这笔是孩子的学费钱", "conservative"),
        ("risk_tolerance", "60/40 type", "moderate"),
        ("risk_tolerance", "越跌越买", "aggressive"),
        ("risk_tolerance", "casino money, all or nothing", "very_aggressive"),
        ("risk_tolerance", "亏多少都无所谓", "very_aggressive"),
        ("return_expectation", "whatever a savings account pays", "capital_preservation"),
        ("return_expectation", "跟国债差不多就行", "capital_preservation"),
        ("return_expectation", "market returns are fine", "balanced_growth"),
        ("return_expectation", "some growth, some stability", "balanced_growth"),
        ("return_expectation", "index plus 7", "growth"),
        ("return_expectation", "twice the S&P average", "growth"),
        ("return_expectation", "five times the index", "high_growth"),
        ("target_market", "BTCUSDT on binance", "crypto"),
        ("target_market", "grains on the CBOT", "futures"),
        ("target_market", "磅美", "forex"),
        ("holding_period_bucket", "flat by the close", "intraday"),
        ("holding_period_bucket", "做时间的朋友", "position_weeks_plus"),
        ("opportunity_frequency_bucket", "few and far between", "few_per_month"),
        ("opportunity_frequency_bucket", "every other morning", "few_per_week"),
        ("strategy_family_choice", "golden cross", "trend_continuation"),
        ("strategy_family_choice", "物极必反", "mean_reversion"),
        ("trading_years_bucket", "my son was born when I started and he just turned 2", "years_1_3"),
        ("trading_years_bucket", "I'm in my second month", "years_0_1"),
        ("trading_years_bucket", "twenty years as a nurse, but this is my first go at trading", "years_0_1"),
        ("trading_years_bucket", "two years stocks and then two years crypto, so four total", "years_3_5"),
    ],
)
def test_what_is_told_instead_of_an_answer_is_read_where_it_was_asked_for(question: str, text: str, value: str) -> None:
    assert read(question, text) == value


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("return_expectation", "a decent return"),
        ("holding_period_bucket", "as long as it takes"),
        ("risk_tolerance", "7 out of 10"),
        ("trading_years_bucket", "I've been a teacher for 14 years"),
    ],
)
def test_what_may_mean_more_than_one_thing_is_not_read(question: str, text: str) -> None:
    assert read(question, text) is None


def test_what_is_told_says_nothing_of_a_question_that_was_not_asked() -> None:
    known = AskedFields(tuple(field.name for field in KYC), frozenset({"trading_years_bucket"}))
    assert RuleUnderstanding().read("casino money", known).answers == {}


@pytest.mark.parametrize("text", ["炒股两年了", "你好，我炒股两年了，想试试量化", "炒股两年了，亏了不少"])
def test_a_first_message_may_tell_how_long_a_person_trades(text: str) -> None:
    known = AskedFields(tuple(field.name for field in KYC), frozenset({"risk_tolerance"}))
    assert RuleUnderstanding().read(text, known).answers == {"trading_years_bucket": "years_1_3"}
