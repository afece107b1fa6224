"""Words that look like an answer and are none, and those that say it another way."""

import pytest

from benchmarks.unseen_hands import asked_of
from packages.domain.conversation.understanding.amounts.readings import lies_between
from packages.domain.conversation.understanding.amounts.trading_years import years_in_turn
from packages.domain.conversation.understanding.answers import answer_to
from packages.domain.conversation.understanding.clauses import every_clause
from packages.domain.conversation.understanding.message.utterance import Spelling, Utterance
from packages.domain.conversation.understanding.rules import RuleUnderstanding

RISK, RETURN, YEARS = "risk_tolerance", "return_expectation", "trading_years_bucket"
PACE, HOLD = "opportunity_frequency_bucket", "holding_period_bucket"


def by_rules(field: str, text: str) -> str | None:
    return answer_to(field, Utterance(text).answering((field,)), asked_of(field))


def read(field: str, text: str) -> str | None:
    return RuleUnderstanding().read(text, asked_of(field)).answers.get(field)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (RISK, "at fifty I stopped caring about fashion"),
        (RISK, "half of my family lives in Leeds"),
        (RISK, "a small inheritance"),
        (RISK, "my wife says five percent, I say fifty, we're still arguing"),
        (RISK, "嘴上说激进，一跌身体就诚实了"),
        (RETURN, "everybody at work talks about doubling their money"),
        (RETURN, "收益大概能有几个点啊"),
        (HOLD, "长线是多长"),
        (PACE, "some weeks none, other weeks ten a day"),
    ],
)
def test_what_is_told_of_something_else_or_asked_is_no_answer(field: str, text: str) -> None:
    assert by_rules(field, text) is None


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (RISK, "a step above moderate please", "aggressive"),
        (RISK, "a tier below moderate", "conservative"),
        (RISK, "比稳健再高一级", "aggressive"),
        (RISK, "the safest one you have", "conservative"),
        (HOLD, "longer than scalping but never overnight", "intraday"),
        (PACE, "more than weekly but not daily", "few_per_week"),
        (PACE, "每天做没必要，一个月三四次", "few_per_month"),
    ],
)
def test_what_is_told_by_another_value_is_read_from_there(field: str, text: str, value: str) -> None:
    assert by_rules(field, text) == value


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (RISK, "not really into risk", "conservative"),
        (RISK, "特别保守", "conservative"),
        (RISK, "prudent but not timid", "moderate"),
        (RISK, "can live with a 4% dip", "conservative"),
        (RISK, "lose at most 18 cents of every dollar", "moderate"),
        (RISK, "if it fell 6% I'd sell the lot", "conservative"),
        (RETURN, "growth doesn't interest me", "capital_preservation"),
        (RETURN, "balanced, hmm no, high growth", "high_growth"),
        (RETURN, "if I get 8% a year I'm happy", "balanced_growth"),
        (RETURN, "要是一年有8%我就知足了", "balanced_growth"),
        (RETURN, "my index fund does 9, so I'd want more, so 18", "growth"),
        (RETURN, "10k -> 25k in a year", "high_growth"),
        (YEARS, "three years of crypto and before that four of stocks", "years_5_plus"),
        (YEARS, "started on my 40th birthday, I'm 44 now", "years_3_5"),
    ],
)
def test_denials_corrections_and_what_would_please_are_read_for_what_they_mean(
    field: str, text: str, value: str
) -> None:
    assert by_rules(field, text) == value


@pytest.mark.parametrize(("field", "text"), [(RISK, "medium-high"), (HOLD, "scalping and swing"), (RISK, "中高风险吧")])
def test_two_values_at_once_are_left_to_the_person_by_the_classifier_too(field: str, text: str) -> None:
    assert read(field, text) is None


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [(RETURN, "inflation plus 3", "balanced_growth"), (YEARS, "like a year n half bro", "years_1_3")],
)
def test_the_classifier_takes_no_reckoned_amount_away(field: str, text: str, value: str) -> None:
    assert read(field, text) == value


def test_an_amount_that_spans_two_answers_lies_between() -> None:
    assert lies_between(YEARS, "six months to a year and a half")
    assert not lies_between(YEARS, "six months")


def test_trading_that_was_broken_off_is_not_added_up() -> None:
    assert years_in_turn("two years of forex, then six years of stocks") is not None
    assert years_in_turn("two years of forex, then nothing, then two months of stocks") is None


def test_a_relative_clause_asks_nothing_and_a_mere_question_does() -> None:
    assert not any(each.is_question for each in every_clause("20 percent, which is fine by me"))
    assert Spelling("波动率这个怎么赚钱的，我没搞懂").only_asks
    assert not Spelling("还没开户呢").only_asks


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("stress_test_decision", "when I deploy it, do I keep the old version?"),
        ("deployment_target", "yeah right, give a robot my real money"),
        ("strategy_confirmed", "I'd like it a bit more careful"),
        ("deployment_confirmation_status", "I have an appointment to confirm with my dentist"),
    ],
)
def test_nothing_is_set_going_by_what_is_asked_mocked_or_said_of_something_else(field: str, text: str) -> None:
    assert read(field, text) not in {"true", "deploy", "live", "confirmed"}
