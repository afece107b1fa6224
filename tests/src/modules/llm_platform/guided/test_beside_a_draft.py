"""What a person says while rules in their own words still lack something, or before the work that they ask for."""

from typing import Any, Literal

import pytest

from packages.core.messages import Language
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.wording import say
from tests.src.modules.llm_platform.guided.played import Played, play

Spoken = Literal["zh", "en"]
DRAFT: dict[str, Any] = {"spoken_rules": {"dsl": None, "missing": ["entry"], "again": True}}
RULES, SCOPE = "strategy_confirmed", ("opportunity_frequency_bucket", "holding_period_bucket")


def beside_a_draft(text: str, language: Spoken) -> Played:
    return play(text, "strategy", {}, language, asked=AskedFields((RULES,), frozenset({RULES})), **DRAFT)


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("run the backtest", "en", "after_rules.backtest"),
        ("跑回测", "zh", "after_rules.backtest"),
        ("run the stress test", "en", "after_rules.stress_test"),
        ("never mind", "en", "waiting"),
        ("算了", "zh", "waiting"),
        ("asdf qwer zxcv", "en", "not_understood"),
        ("啊啊啊啊啊", "zh", "not_understood"),
    ],
)
def test_what_says_nothing_of_the_rules_is_heard_and_they_are_kept(text: str, language: Spoken, name: str) -> None:
    answer = beside_a_draft(text, language)
    assert answer.said == [say(Language(language), name), say(Language(language), "rules_not_whole")]


@pytest.mark.parametrize(
    ("text", "language"), [("how many trades were there?", "en"), ("最大回撤是多少？", "zh"), ("why this stop?", "en")]
)
def test_a_question_is_answered_and_what_the_rules_lack_stays_the_question(text: str, language: Spoken) -> None:
    answer = beside_a_draft(text, language)
    assert say(Language(language), "rules_not_whole") not in answer.said
    assert answer.said
    assert answer.choices == []


@pytest.mark.parametrize("phase", ["kyc", "pre_strategy"])
@pytest.mark.parametrize(("text", "language"), [("deploy it", "en"), ("部署吧", "zh"), ("上线", "zh")])
def test_a_deployment_before_its_time_is_told_what_comes_first(phase: str, text: str, language: Spoken) -> None:
    asked, missing = AskedFields(SCOPE, frozenset(SCOPE)), [{"field": each} for each in SCOPE]
    answer = play(text, phase, {}, language, asked=asked, next_prompt=PROMPT, missing_fields=missing)
    assert answer.said[0] == say(Language(language), "early.deployment")
    assert answer.cards == [PROMPT]


PROMPT = {"type": "choice_prompt", "choice_id": "holding_period_bucket", "question": "How long?", "options": []}


@pytest.mark.parametrize(("text", "language"), [("stop it", "en"), ("停下来", "zh")])
def test_who_stops_what_does_not_run_hears_that_nothing_runs(text: str, language: Spoken) -> None:
    answer = play(text, "pre_strategy", {}, language, asked=AskedFields(SCOPE, frozenset(SCOPE)), next_prompt=PROMPT)
    assert answer.said[0] == say(Language(language), "waiting")


@pytest.mark.parametrize(("text", "language"), [("asdf qwer zxcv", "en"), ("啊啊啊啊啊", "zh")])
def test_rules_that_were_refused_once_do_not_make_every_word_a_wish_to_change_them(text: str, language: Spoken) -> None:
    known: dict[str, Any] = {"strategy": {"strategy_id": "s1"}, "strategy_confirmed": "false"}
    answer = play(text, "strategy", {}, language, asked=AskedFields((RULES,), frozenset({RULES})), **known)
    assert answer.said[0] == say(Language(language), "not_understood")
    assert answer.choices == ["change"]


WAITS: dict[str, Any] = {"proposed": [{"field": "trading_years_bucket"}], "next_prompt": PROMPT}
RISK = AskedFields(("risk_tolerance",), frozenset({"risk_tolerance"}), pending={"trading_years_bucket": "years_3_5"})


@pytest.mark.parametrize(("text", "language"), [("I can lose up to 15%", "en"), ("最多亏15%", "zh")])
def test_an_answer_between_two_options_is_called_that_while_another_waits(text: str, language: Spoken) -> None:
    answer = play(text, "kyc", {}, language, asked=RISK, unread=text, missing_fields=[{"field": "x"}], **WAITS)
    assert say(Language(language), "fits_several", quote=text) in answer.said


@pytest.mark.parametrize(("text", "language"), [("US stocks, DEMO5", "en"), ("做美股，DEMO5", "zh")])
def test_what_is_kept_for_later_is_not_called_unread(text: str, language: Spoken) -> None:
    later = [{"field": "target_market", "label": "US"}]
    missing = [{"field": "x"}]
    answer = play(text, "kyc", {}, language, asked=RISK, unread=text, for_later=later, missing_fields=missing, **WAITS)
    assert say(Language(language), "kept_for_later", labels="US") in answer.said
    assert say(Language(language), "proposal.unread", quote=text) not in answer.said


@pytest.mark.parametrize(("text", "language"), [("deploy it", "en"), ("部署吧", "zh")])
def test_a_deployment_before_there_are_rules_is_told_what_they_need(text: str, language: Spoken) -> None:
    answer = play(text, "strategy", {}, language, asked=AskedFields((RULES,), frozenset({RULES})))
    assert answer.said == [say(Language(language), "after_rules.deployment")]
    answer = play(text, "stress_test", {}, language, asked=AskedFields(("stress_test_decision",)))
    assert answer.said == [say(Language(language), "deploy_after_stress")]
