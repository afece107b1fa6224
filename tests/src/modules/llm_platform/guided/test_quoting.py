"""What was not read is quoted back, and what waits goes on waiting beside it."""

from typing import Any, Literal

import pytest

from tests.src.modules.llm_platform.guided.played import play

Spoken = Literal["zh", "en"]
PROMPT = {"type": "choice_prompt", "choice_id": "strategy_confirmed", "question": "Confirm these rules?", "options": []}
PENDING = [{"field": "trading_years_bucket", "value": "years_1_3", "label": "1–3"}]
STRATEGY: dict[str, Any] = {"strategy": {"strategy_id": "s1", "version": 2}, "next_prompt": PROMPT}


@pytest.mark.parametrize(("language", "said"), [("en", "make the stop more clever"), ("zh", "把止损改得聪明一些")])
def test_an_edit_that_was_not_read_is_quoted_with_the_reason_and_the_question_is_put_again(
    language: Spoken, said: str
) -> None:
    edit = {"operations": [], "not_understood": [said], "assumed": [], "reasons": ["No mirror for that."]}
    answer = play(said, "strategy", {}, language, **STRATEGY, spoken_edit=edit)
    assert f"“{said}”" in answer.text
    assert "No mirror for that." in answer.said
    assert answer.cards == [PROMPT]
    assert answer.used == []


@pytest.mark.parametrize(("language", "said"), [("en", "purple monkey"), ("zh", "阿巴阿巴")])
@pytest.mark.parametrize("phase", ["kyc", "strategy"])
def test_an_unread_sentence_is_quoted_while_a_proposal_waits(phase: str, language: Spoken, said: str) -> None:
    state = {**STRATEGY, "proposed": PENDING, "missing_fields": ["risk_tolerance"], "unread": said}
    answer = play(said, phase, {}, language, **state)
    assert f"“{said}”" in answer.text


def test_an_edit_is_made_though_a_proposal_waits() -> None:
    edit = {"operations": [], "not_understood": ["the stop"], "assumed": [], "reasons": []}
    answer = play("set the stop", "strategy", {}, "en", **STRATEGY, proposed=PENDING, spoken_edit=edit)
    assert "“the stop”" in answer.text
