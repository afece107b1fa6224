"""Several answers in one message, each to its own field, and what a person corrects."""

from datetime import date

import pytest

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.apps.api.agents.early_desk import INSTRUMENTS

YEARS, RISK, RETURN = (field.name for field in KYC)
MARKET, INSTRUMENT, OFTEN, HOLD, FAMILY = (field.name for field in PRE_STRATEGY)
ABOUT_THEM = (YEARS, RISK, RETURN)
TODAY = date(2026, 11, 17)
SAID = [
    (
        YEARS,
        "I've traded since 2015, I'm careful, and I'd like it to grow 10% a year",
        {YEARS: "years_5_plus", RISK: "conservative", RETURN: "balanced_growth"},
    ),
    (YEARS, "我做了六年，能亏10%，想一年赚20%", {YEARS: "years_5_plus", RISK: "conservative", RETURN: "growth"}),
    (YEARS, "two years, and I could lose 30% without panic", {YEARS: "years_1_3", RISK: "aggressive"}),
    (RISK, "no wait, three years actually, and moderate risk", {YEARS: "years_3_5", RISK: "moderate"}),
    (RISK, "conservative... actually aggressive", {RISK: "aggressive"}),
    (RISK, "激进，不对，保守", {RISK: "conservative"}),
    (RISK, "I'd rather be moderate than aggressive", {RISK: "moderate"}),
    (RISK, "conservative... no wait", {}),
    (RISK, "moderate, what does that mean?", {}),
    (RISK, "the market fell 20% last year", {}),
    (RISK, "高风险高回报嘛", {RISK: "aggressive"}),
    (RETURN, "I have 3 years of experience", {YEARS: "years_3_5"}),
    (YEARS, "the market has been up for 3 years", {}),
    (YEARS, "I want to retire in 10 years", {}),
    (YEARS, "started in college, I'm 40 now", {YEARS: "years_5_plus"}),
    (YEARS, "started after college, I'm 25 now", {}),
    (
        MARKET,
        "US stocks, AAPL, hold a few days, twice a week, trend following",
        {
            MARKET: "us_stocks",
            INSTRUMENT: "AAPL",
            HOLD: "swing_days",
            OFTEN: "few_per_week",
            FAMILY: "trend_continuation",
        },
    ),
    (OFTEN, "no wait, hold for weeks", {HOLD: "position_weeks_plus"}),
    (INSTRUMENT, "贵州茅台，算了，还是苹果吧", {INSTRUMENT: "AAPL"}),
    (INSTRUMENT, "maybe apple", {INSTRUMENT: "AAPL"}),
    (INSTRUMENT, "Research AAPL", {}),
    (INSTRUMENT, "研究一下茅台", {}),
    (MARKET, "比特币那些", {MARKET: "crypto"}),
    (MARKET, "I check prices twice a day", {}),
]


@pytest.mark.parametrize(("asked", "said", "answers"), SAID, ids=[said for _, said, _ in SAID])
def test_each_amount_and_word_goes_to_the_field_that_it_speaks_of(
    asked: str, said: str, answers: dict[str, str]
) -> None:
    names = ABOUT_THEM if asked in ABOUT_THEM else tuple(field.name for field in PRE_STRATEGY)
    known = AskedFields(names, frozenset({asked}), instruments=INSTRUMENTS, today=TODAY)
    assert RuleUnderstanding().read(said, known).answers == answers


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("since 2015", "years_5_plus"),
        ("2024年开始的", "years_1_3"),
        ("22年底进来的", "years_3_5"),
        ("since the financial crisis", "years_5_plus"),
        ("since 2021", None),  # five years: between two answers
    ],
)
def test_a_year_is_counted_from_today_and_from_nothing_else(said: str, value: str | None) -> None:
    asked = AskedFields((YEARS,), frozenset({YEARS}), today=TODAY)
    assert RuleUnderstanding().read(said, asked).answers.get(YEARS) == value
    unknown = AskedFields((YEARS,), frozenset({YEARS}))
    assert RuleUnderstanding().read(said, unknown).answers == {}
