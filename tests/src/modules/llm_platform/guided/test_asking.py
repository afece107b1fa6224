"""The guided voice puts one question after another, and says what it is."""

from typing import Any

from tests.src.modules.llm_platform.guided.played import play

_PROMPT = {
    "type": "choice_prompt",
    "choice_id": "risk_tolerance",
    "question": "你能承受多大的回撤？",
    "options": [{"id": "moderate", "label": "稳健"}],
}


def test_a_first_message_is_greeted_by_a_guide_that_claims_to_be_no_model() -> None:
    asking: dict[str, Any] = {"missing_fields": ["risk_tolerance"], "next_prompt": _PROMPT, "understood": []}
    answer = play("hello", "kyc", is_first=True, **asking)
    assert "No AI model is connected" in answer.text
    assert answer.choices == ["risk_tolerance"]
    assert answer.patches == []
    assert "No AI model" not in play("hello again", "kyc", **asking).text


def test_what_was_understood_is_repeated_before_the_next_question() -> None:
    read = [{"field": "trading_years_bucket", "value": "years_1_3", "label": "1–3年"}]
    answer = play("两年", "kyc", None, "zh", missing_fields=["risk_tolerance"], next_prompt=_PROMPT, understood=read)
    assert answer.said == ["记下了：交易年限是“1–3年”。", "你能承受多大的回撤？"]


def test_words_without_an_answer_are_said_to_be_not_understood() -> None:
    block = {"profile": {"trading_years_bucket": "years_1_3"}}
    answer = play("blue", "kyc", missing_fields=["risk_tolerance"], next_prompt=_PROMPT, understood=[], block=block)
    assert "did not understand that" in answer.said[0]
    assert answer.choices == ["risk_tolerance"]


def test_a_refusal_is_told_in_the_words_of_whoever_refused() -> None:
    answer = play("BTC", "pre_strategy", next_prompt=_PROMPT, understood=[], refused=["No crypto: kyc.risk_tolerance."])
    assert "No crypto: kyc.risk_tolerance." in answer.said


def test_a_settled_scope_says_what_comes_next() -> None:
    read = [{"field": "strategy_family_choice", "value": "mean_reversion", "label": "Mean reversion"}]
    answer = play("mean reversion", "pre_strategy", missing_fields=[], next_prompt=_PROMPT, understood=read)
    assert answer.choices == ["continue"]


def test_who_comes_back_to_a_settled_scope_is_asked_whether_it_shall_change() -> None:
    block = {"profile": {"target_instrument": "DEMO5"}}
    answer = play("hm", "pre_strategy", missing_fields=[], next_prompt=_PROMPT, understood=[], block=block)
    assert answer.choices == ["risk_tolerance"]


def test_help_tells_what_can_be_said_here_and_asks_again() -> None:
    answer = play("what can you do?", "kyc", next_prompt=_PROMPT)
    assert "Only you can approve trades" in answer.text
    assert answer.choices == ["risk_tolerance"]


def test_research_waits_until_the_person_is_known() -> None:
    answer = play("研究一下 DEMO5", "kyc", None, "zh", next_prompt=_PROMPT)
    assert answer.tools == []
    assert answer.choices == ["risk_tolerance"]
