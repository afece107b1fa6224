"""What a person decides in their own words, in Chinese and English, and what is no decision."""

import pytest

from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.domain.conversation.wording import OPTIONS, labels_of


def decided(field: str, text: str, *, asked: bool = False) -> str | None:
    known = AskedFields((field,), frozenset({field}) if asked else frozenset())
    return RuleUnderstanding().read(text, known).answers.get(field)


CONFIRM, DECISION = "strategy_confirmed", "stress_test_decision"
TARGET, DEPLOY = "deployment_target", "deployment_confirmation_status"
SAID = [
    (CONFIRM, "确认", "true"),
    (CONFIRM, "没问题，确认", "true"),
    (CONFIRM, "确认策略并开始回测", "true"),
    (CONFIRM, "就用这个", "true"),
    (CONFIRM, "yes, confirm", "true"),
    (CONFIRM, "I confirm. What comes next?", "true"),
    (CONFIRM, "ok, go ahead", "true"),
    (CONFIRM, "Change the stop to 5%", "false"),
    (CONFIRM, "把止损调整一下", "false"),
    (CONFIRM, "不确认", None),
    (CONFIRM, "我还没有确认", None),
    (CONFIRM, "确认一下回测用的数据", None),
    (CONFIRM, "可以改一下止损吗", None),
    (CONFIRM, "确认，但是把止损改成5%", "false"),
    (CONFIRM, "如果回测好，我就确认", None),
    (CONFIRM, "please confirm that the data is real", None),
    (CONFIRM, "I do not confirm", None),
    (CONFIRM, "don't confirm it yet", None),
    (CONFIRM, "if it is safe, I confirm", None),
    (CONFIRM, "my wife will confirm", None),
    (CONFIRM, "你好", None),
    (DECISION, "不修改，直接部署", "deploy"),
    (DECISION, "let's deploy", "deploy"),
    (DECISION, "我想修改策略", "revise"),
    (DECISION, "please adjust the rules", "revise"),
    (DECISION, "先不部署", "hold"),
    (DECISION, "let's hold", "hold"),
    (DECISION, "not yet", "hold"),
    (DECISION, "不要部署", None),
    (DECISION, "should I deploy?", None),
    (DECISION, "I don't think we should deploy", None),
    (DECISION, "如果通过就部署", None),
    (TARGET, "用模拟盘吧", "paper"),
    (TARGET, "not live, paper please", "paper"),
    (TARGET, "用实盘", "live"),
    (TARGET, "先模拟再实盘", None),
    (TARGET, "is paper better?", None),
    (DEPLOY, "开始部署", "confirmed"),
    (DEPLOY, "deploy it", "confirmed"),
    (DEPLOY, "还没想好，先不部署", None),
    (DEPLOY, "模拟盘", None),
]


@pytest.mark.parametrize(("field", "said", "value"), SAID, ids=[f"{field}-{said}" for field, said, _ in SAID])
def test_words_mean_one_thing_or_nothing(field: str, said: str, value: str | None) -> None:
    assert decided(field, said) == value


@pytest.mark.parametrize("field", [CONFIRM, DECISION, TARGET, DEPLOY])
def test_every_option_can_be_said_by_its_label_its_id_or_a_pressed_button(field: str) -> None:
    for value in OPTIONS[field]:
        button = f'<CHOICE_SELECTION>{{"choice_id": "{field}", "selected_option_id": "{value}"}}</CHOICE_SELECTION>'
        for said in (value, *labels_of(field, value), button):
            assert decided(field, said) == value


def test_a_button_of_another_question_decides_nothing() -> None:
    button = '<CHOICE_SELECTION>{"choice_id": "other", "selected_option_label": "I confirm"}</CHOICE_SELECTION>'
    assert decided(CONFIRM, button) is None


@pytest.mark.parametrize("said", ["ok", "好的", "可以", "yes!", "1"])
def test_a_mere_yes_or_a_number_answers_only_what_was_asked(said: str) -> None:
    assert decided(CONFIRM, said) is None
    assert decided(CONFIRM, said, asked=True) == "true"
