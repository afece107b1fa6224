"""Who calls something off has agreed to nothing, whatever yes their message opens with."""

import pytest

from packages.domain.conversation.understanding.calling_off import calls_off
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields, ProposalWord, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding

CALLED_OFF = [
    *("ok cancel that", "ok forget it", "yes, actually never mind", "fine, cancel it please", "ok nvm", "cancel"),
    *("好的，算了", "好算了", "行，那算了吧", "嗯，取消吧", "算了"),
]
DECISIONS = [
    ("strategy_confirmed", "true"),
    ("stress_test_decision", "deploy"),
    ("deployment_confirmation_status", "confirmed"),
]


@pytest.mark.parametrize("text", CALLED_OFF)
@pytest.mark.parametrize(("field", "committing"), DECISIONS)
def test_a_yes_that_is_called_off_confirms_nothing_and_waits(text: str, field: str, committing: str) -> None:
    read = RuleUnderstanding().read(text, AskedFields((field,), frozenset({field})))
    assert read.answers.get(field) != committing
    assert Wish.WAIT in read.wishes
    assert not {Wish.YES, Wish.CONTINUE} & set(read.wishes)


@pytest.mark.parametrize("text", CALLED_OFF)
def test_what_waits_for_a_word_is_dropped_by_calling_it_off(text: str) -> None:
    asked = AskedFields(("risk_tolerance",), pending={"risk_tolerance": "aggressive"})
    assert RuleUnderstanding().read(text, asked).proposal is ProposalWord.CHANGE


@pytest.mark.parametrize("text", ["ok", "好的", "cancel the stop loss", "取消止损，改成移动止损", "yes, confirm"])
def test_other_words_call_nothing_off(text: str) -> None:
    assert not calls_off(Utterance(text).settled)
