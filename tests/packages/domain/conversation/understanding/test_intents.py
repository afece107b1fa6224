"""What a message is as a whole, what it asks, and whether the person chose for certain."""

import pytest

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.model import AskedFields, MessageIntent, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.apps.api.agents.early_desk import INSTRUMENTS

CONFIRMED, DECISION, TARGET = "strategy_confirmed", "stress_test_decision", "deployment_target"
PHASES = (
    tuple(field.name for field in KYC),
    tuple(field.name for field in PRE_STRATEGY),
    (CONFIRMED,),
    (DECISION,),
    (TARGET, "deployment_confirmation_status"),
)


def read(text: str, asked: str) -> Understood:
    names = next(names for names in PHASES if asked in names)
    return RuleUnderstanding().read(text, AskedFields(names, frozenset({asked}), instruments=INSTRUMENTS))


@pytest.mark.parametrize(
    ("asked", "said", "intent"),
    [
        ("risk_tolerance", "moderate I guess", MessageIntent.ANSWER),
        ("risk_tolerance", "oops, I meant four years", MessageIntent.CORRECT),
        ("risk_tolerance", "previous question please", MessageIntent.BACK),
        ("target_instrument", "back", MessageIntent.BACK),
        ("risk_tolerance", "回撤是什么意思", MessageIntent.QUESTION),
        ("strategy_family_choice", "what is mean reversion?", MessageIntent.QUESTION),
        ("risk_tolerance", "早上好呀", MessageIntent.SMALL_TALK),
        ("target_instrument", "帮我分析一下茅台", MessageIntent.RESEARCH),
        ("risk_tolerance", "我不知道选哪个，给点建议", MessageIntent.HELP),
        ("risk_tolerance", "skip", MessageIntent.SKIP),
        ("opportunity_frequency_bucket", "你看着办吧", MessageIntent.SKIP),
        ("risk_tolerance", "I'd rather not say", MessageIntent.REFUSE),
        (CONFIRMED, "let me sleep on it", MessageIntent.WAIT),
        (CONFIRMED, "looks good, let's do it", MessageIntent.DECIDE),
        (CONFIRMED, "make the stop 8%", MessageIntent.EDIT_RULES),
        (CONFIRMED, "把RSI换成MACD", MessageIntent.EDIT_RULES),
        (CONFIRMED, "buy when RSI < 30, sell when it is above 70", MessageIntent.EDIT_RULES),
        (DECISION, "I know it failed, deploy anyway", MessageIntent.OVERRIDE),
        (TARGET, "今天天气真好", MessageIntent.SMALL_TALK),
        (TARGET, "床前明月光", MessageIntent.UNKNOWN),
    ],
)
def test_a_message_is_one_thing(asked: str, said: str, intent: MessageIntent) -> None:
    assert read(said, asked).intent is intent


@pytest.mark.parametrize(
    ("said", "term"),
    [
        ("what is mean reversion?", "mean reversion"),
        ("what does drawdown mean", "drawdown"),
        ("均值回归是什么意思", "均值回归"),
        ("什么是夏普比率", "夏普比率"),
        ("夏普是啥", "夏普"),
        ("explain walk-forward please", "walk-forward"),
        ("what happens next?", ""),
    ],
)
def test_a_question_of_meaning_names_its_term_and_answers_nothing(said: str, term: str) -> None:
    understood = read(said, "strategy_family_choice")
    assert (understood.asked_term, bool(understood.question), understood.answers) == (term, True, {})


@pytest.mark.parametrize("said", ["yes", "确认", "ok", "可以", "no", "1", "Confirm this strategy", "true", "👍"])
def test_a_choice_or_a_plain_yes_or_no_is_explicit(said: str) -> None:
    assert read(said, CONFIRMED).is_explicit


@pytest.mark.parametrize(
    "said", ["looks good, let's do it", "就按这个来，挺好", "change the stop", "what is ATR?", "hm"]
)
def test_words_of_ones_own_are_not_explicit(said: str) -> None:
    assert not read(said, CONFIRMED).is_explicit


def test_a_yes_to_nothing_is_not_explicit() -> None:
    assert not RuleUnderstanding().read("yes", AskedFields((CONFIRMED,))).is_explicit


@pytest.mark.parametrize("said", ["back", "上一题", "can we go back a step", "undo that"])
def test_going_back_is_a_wish(said: str) -> None:
    assert Wish.BACK in read(said, "risk_tolerance").wishes


@pytest.mark.parametrize("said", ["我再想想", "wait", "maybe next week", "等我老婆同意再说"])
def test_waiting_is_a_wish_and_commits_to_nothing(said: str) -> None:
    understood = read(said, CONFIRMED)
    assert Wish.WAIT in understood.wishes
    assert understood.answers.get(CONFIRMED) != "true"


@pytest.mark.parametrize(
    "said",
    [
        "can I stop it later?",
        "looks good but I don't understand the exit",
        "okay but what's the risk?",
        "if the backtest is fine, yes",
        "my wife likes it",
        "I suppose it could work, maybe",
        "before I agree, look into AAPL",
        "先回测看看",
        "yes... no wait",
    ],
)
def test_nothing_is_confirmed_by_doubt_a_condition_or_somebody_else(said: str) -> None:
    assert CONFIRMED not in read(said, CONFIRMED).answers
