"""Who refuses has said no, whatever word of consent stands beside it."""

import pytest

from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields, ProposalWord, Wish
from packages.domain.conversation.understanding.refusals import refuses
from packages.domain.conversation.understanding.rules import RuleUnderstanding

CONFIRMED = "strategy_confirmed"
WAITING = AskedFields((CONFIRMED,), frozenset({CONFIRMED}), pending={CONFIRMED: "true"})
WITHHELD = [
    "don't confirm",
    "confirm nothing",
    "I can't confirm this",
    "I won't confirm these rules",
    "nothing is confirmed",
    "I'm not confirming this",
    "不确认",
    "我不能确认这套规则",
    "没确认",
    "别确认",
]
OBJECTED = ["yeah no", "hell no", "there's a problem", "I disagree", "有问题", "这有问题", "绝对不行", "我不同意"]


@pytest.mark.parametrize("text", WITHHELD)
def test_who_withholds_their_word_waits_and_what_waited_for_it_is_gone(text: str) -> None:
    read = RuleUnderstanding().read(text, WAITING)
    assert read.answers == {}
    assert read.proposal is ProposalWord.CHANGE
    assert Wish.WAIT in read.wishes
    assert not {Wish.YES, Wish.CONTINUE} & set(read.wishes)


@pytest.mark.parametrize("text", OBJECTED)
def test_who_objects_wants_it_otherwise(text: str) -> None:
    read = RuleUnderstanding().read(text, WAITING)
    assert read.answers == {CONFIRMED: "false"}
    assert read.proposal is ProposalWord.CHANGE
    assert Wish.YES not in read.wishes


def test_a_refusal_for_now_waits_and_changes_nothing() -> None:
    read = RuleUnderstanding().read("don't confirm it, not yet", WAITING)
    assert read.answers == {}
    assert Wish.WAIT in read.wishes
    assert read.proposal is ProposalWord.CHANGE


@pytest.mark.parametrize(
    "text",
    [
        "confirm",
        "没有问题",
        "no problem",
        "I couldn't agree more",
        "有问题吗？",
        "don't confirm. scratch that, confirm",
    ],
)
def test_what_only_looks_like_a_refusal_is_none(text: str) -> None:
    assert not refuses(Utterance(text).settled)


def test_who_is_asked_about_themselves_refuses_what_was_understood_too() -> None:
    field = "risk_tolerance"
    read = RuleUnderstanding().read(
        "don't confirm", AskedFields((field,), frozenset({field}), pending={field: "moderate"})
    )
    assert read.answers == {}
    assert read.proposal is ProposalWord.CHANGE


KYC = ("trading_years_bucket", "risk_tolerance", "return_expectation")
NEVER = ["never", "Never.", "never ever", "从来没有", "从没有", "从未", "从来没有过"]


@pytest.mark.parametrize("said", NEVER)
def test_a_mere_never_drops_nothing_that_waits(said: str) -> None:
    waiting = {"trading_years_bucket": "years_1_3"}
    asked = AskedFields(KYC, frozenset({"risk_tolerance", *waiting}), pending=waiting)
    read = RuleUnderstanding().read(said, asked)
    assert (read.answers, read.proposal) == ({}, None)


@pytest.mark.parametrize("said", NEVER)
def test_a_mere_never_answers_how_long_somebody_has_traded(said: str) -> None:
    asked = AskedFields(
        KYC, frozenset({"trading_years_bucket", "risk_tolerance"}), pending={"risk_tolerance": "moderate"}
    )
    read = RuleUnderstanding().read(said, asked)
    assert (read.answers, read.proposal) == ({"trading_years_bucket": "years_0_1"}, None)


def test_a_mere_never_refuses_a_decision() -> None:
    read = RuleUnderstanding().read("never", AskedFields((CONFIRMED,), frozenset({CONFIRMED})))
    assert read.answers == {CONFIRMED: "false"}
