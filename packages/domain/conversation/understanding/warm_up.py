"""Loads what reading needs once, so that the first person does not wait for it."""

from packages.domain.conversation.understanding.learned.labels import QUESTIONS
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.domain.strategy.words.reading import rules_in

_TRIED = "好 hello"
_RULES_TRIED = "buy when RSI is below 30, 涨10%卖"


def warm_up_reading() -> None:
    """Weights and patterns, of answers and of rules in words."""
    for question in QUESTIONS:
        RuleUnderstanding().read(_TRIED, AskedFields((question,), frozenset({question})))
    rules_in(_RULES_TRIED)
