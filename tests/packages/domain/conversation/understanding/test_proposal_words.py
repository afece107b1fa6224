"""What a person says to what was understood of them: right, wrong, or something else."""

import pytest

from packages.domain.conversation.understanding.model import AskedFields, ProposalWord
from packages.domain.conversation.understanding.rules import RuleUnderstanding

PENDING = AskedFields(("risk_tolerance",), pending={"risk_tolerance": "aggressive"})
RIGHT = [
    *("yep that's right", "yes please", "yes thats correct", "ok go ahead", "go for it", "perfect", "absolutely"),
    *(
        "works for me",
        "fine by me",
        "I agree",
        "lgtm",
        "Yes, that is what I meant.",
        "spot on, thanks",
        "sounds good to me",
    ),
    *(
        "正是",
        "对的对的",
        "就它了",
        "好嘞",
        "成",
        "妥",
        "得嘞",
        "对，没问题",
        "是这样的",
        "你理解得对",
        "嗯，就是这个意思",
        "挺好的",
    ),
]
WRONG = [
    *("nah", "no way", "that's not what I meant", "no, that's wrong", "not quite right", "you misunderstood me"),
    *("不太对", "不可以", "不是这个意思", "不对，你理解错了", "我不是这个意思", "有误"),
]
NEITHER = [
    *(
        "let me think",
        "等等",
        "hold on",
        "中行",
        "what is good?",
        "right now I hold cash",
        "good question",
        "对吗？",
        "行不行",
    ),
    *("yes but less risk", "好是好，就是仓位太大", "not sure", "perfect hedge", "我不确定"),
]


@pytest.mark.parametrize("text", RIGHT)
def test_consent_in_natural_words_accepts_what_was_understood(text: str) -> None:
    assert RuleUnderstanding().read(text, PENDING).proposal is ProposalWord.ACCEPT


@pytest.mark.parametrize("text", WRONG)
def test_dissent_in_natural_words_asks_for_a_change(text: str) -> None:
    assert RuleUnderstanding().read(text, PENDING).proposal is ProposalWord.CHANGE


@pytest.mark.parametrize("text", NEITHER)
def test_what_is_neither_accepts_nothing(text: str) -> None:
    assert RuleUnderstanding().read(text, PENDING).proposal is not ProposalWord.ACCEPT
