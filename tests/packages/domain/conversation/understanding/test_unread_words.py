"""What a message says beside what was read of it is quoted, and rules before their time are kept."""

from datetime import date

from packages.domain.conversation.understanding.asking.question_kinds import QuestionKind
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding

YEARS, RISK = "trading_years_bucket", "risk_tolerance"
ASKED = AskedFields((YEARS, RISK), frozenset({YEARS}), today=date(2026, 11, 19), keeps_rules=True)


def test_a_message_is_quoted_in_one_line_and_a_button_by_its_label() -> None:
    read = RuleUnderstanding().read("  purple \n monday  ", ASKED)
    assert read.said.quote == "purple monday"
    pressed = '{"choice_id": "x", "selected_option_id": "y", "selected_option_label": "Show me"}'
    shown = RuleUnderstanding().read(f"<CHOICE_SELECTION>{pressed}</CHOICE_SELECTION>", ASKED).said
    assert shown.quote == "Show me"


def test_parts_of_several_that_were_not_read_are_quoted() -> None:
    read = RuleUnderstanding().read("four years, with 7 widgets", ASKED)
    assert read.answers == {YEARS: "years_3_5"}
    assert list(read.said.unread_parts(ASKED)) == ["with 7 widgets"]


def test_rules_before_their_time_are_kept_and_nothing_about_the_person_is_read_from_them() -> None:
    told = "买入：RSI低于30；卖出：RSI高于70，我炒股四年"
    read = RuleUnderstanding().read(told, ASKED)
    assert read.idea == told
    assert read.answers.get(RISK) is None
    assert RuleUnderstanding().read("four years", ASKED).idea == ""


def test_rules_are_kept_only_where_they_are_asked_to_be() -> None:
    told = "buy when RSI is below 30, sell when RSI is above 70"
    assert RuleUnderstanding().read(told, AskedFields((YEARS,), frozenset({YEARS}))).idea == ""


def test_a_question_works_out_what_it_wants_to_know() -> None:
    asked = RuleUnderstanding().read("How many trades did it make, and is 12.5% the max drawdown?", ASKED).question
    assert asked is not None
    assert asked.number is not None
    assert (asked.number.value, asked.number.is_percent) == (12.5, True)
    assert {"few_trades", "max_drawdown"} <= set(asked.figures)
    next_step = RuleUnderstanding().read("下一步做什么？", ASKED).question
    assert next_step is not None
    assert next_step.kind is QuestionKind.NEXT


def test_capitals_are_kept_where_a_market_may_be_named() -> None:
    market = AskedFields(("target_market",), frozenset({"target_market"}))
    assert RuleUnderstanding().read("US please", market).answers == {"target_market": "us_stocks"}
    assert RuleUnderstanding().read("tell us please", market).answers == {}
