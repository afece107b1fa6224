"""Who takes back a change of the rules wants it undone, and agrees to nothing by that."""

import pytest

from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding

RULES, AFTER_TEST = "strategy_confirmed", "stress_test_decision"


def heard(text: str, field: str = RULES) -> Understood:
    return RuleUnderstanding().read(text, AskedFields((field,), frozenset({field})))


@pytest.mark.parametrize(
    "said",
    [
        "scratch that",
        "I take that back",
        "take it back",
        "cancel that change",
        "恢复原来的",
        "取消这个改动",
        "刚才的改动不要了",
        "actually scrap that last change",
        "ditch the last edit",
    ],
)
def test_what_was_changed_is_undone_in_many_words_and_nothing_is_confirmed(said: str) -> None:
    read = heard(said)
    assert Wish.UNDO in read.wishes
    assert read.answers.get(RULES) != "true"


@pytest.mark.parametrize("said", ["scratch that, make the stop 5%", "I take that back, let's use MACD"])
def test_a_correction_that_says_what_instead_is_no_wish_to_undo(said: str) -> None:
    assert Wish.UNDO not in heard(said).wishes


@pytest.mark.parametrize("said", ["never mind", "算了"])
def test_who_calls_off_has_not_said_that_the_rules_shall_change(said: str) -> None:
    read = heard(said)
    assert Wish.WAIT in read.wishes
    assert RULES not in read.answers


@pytest.mark.parametrize("said", ["run the stress test", "start the stress test", "跑压力测试", "开始压力测试"])
def test_who_asks_for_the_stress_test_has_not_decided_what_follows_it(said: str) -> None:
    read = heard(said, AFTER_TEST)
    assert Wish.STRESS_TEST in read.wishes
    assert AFTER_TEST not in read.answers


@pytest.mark.parametrize("said", ["deploy it", "跑压力测试然后部署"])
def test_who_names_the_decision_has_made_it(said: str) -> None:
    assert heard(said, AFTER_TEST).answers == {AFTER_TEST: "deploy"}


@pytest.mark.parametrize("said", ["deploy anyway", "deploy it regardless", "硬要部署", "照样部署"])
def test_who_deploys_all_the_same_wants_to_overrule_the_verdict(said: str) -> None:
    assert Wish.OVERRIDE in heard(said, "deployment_confirmation_status").wishes


@pytest.mark.parametrize(
    "said",
    ["risk 1% per trade", "每笔风险1%", "单笔风险2%", "make it 25% of the account", "make it 15%", "改成15%"],
)
def test_an_amount_of_the_rules_says_nothing_of_the_person(said: str) -> None:
    assert heard(said).about_person == {}


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("go back to version 1", 1),
        ("revert to v2", 2),
        ("restore the first version", 1),
        ("回到第1版", 1),
        ("用回第二版", 2),
        ("恢复最初的规则", 1),
        ("what was in version 1?", None),
        ("go back to RSI", None),
    ],
)
def test_a_version_is_wanted_back_by_its_number(said: str, version: int | None) -> None:
    assert heard(said).said.version == version


@pytest.mark.parametrize("said", ["scrap my last answer", "刚才的回答不算", "I take that back"])
def test_before_there_are_rules_who_takes_back_the_last_answer_goes_back(said: str) -> None:
    assert Wish.BACK in heard(said, "strategy_family_choice").wishes
