"""The words by which a message orders a change of the rules, asks for a template, or names a later step instead."""

import re

from packages.domain.conversation.understanding.message.buttons import selection_of
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.evidence.patterns import lazy_pattern

_TEMPLATE_OPTION = "template"
_TEMPLATE = lazy_pattern(r"模[板版]|\btemplates?\b", re.IGNORECASE)
_IN_PLACE = lazy_pattern(r"\b(?:instead|replace|change|swap|switch|rather than|make)\b|改|换|替", re.IGNORECASE)
_ORDERED = lazy_pattern(
    r"换成|换为|改成|改为|换到|切换|切到|\b(?:change|switch|swap|replace|use|make)\b", re.IGNORECASE
)
_LATER = lazy_pattern(r"\b(?:deploy|go live|launch|put it live|trade it live|paper[- ]trade)\b|部署|上线|实盘|模拟盘")
_AGREES = lazy_pattern(r"\b(?:confirm|yes|looks|good|fine|agree|approve)\w*\b|确认|同意|可以|好|没问题")


def wants_template(text: str) -> bool:
    """Instead of rules of one's own."""
    pressed = selection_of(text)
    return pressed.option_id == _TEMPLATE_OPTION if pressed is not None else _TEMPLATE.search(text) is not None


def changes_in_place(text: str) -> bool:
    """Whether it says that something takes the place of something else."""
    return _IN_PLACE.search(text) is not None


def orders_change(text: str) -> bool:
    """Who orders the change has it made, and is led back to agree to it."""
    return _ORDERED.search(text) is not None


def wants_deployment(said: Spelling) -> bool:
    return said.asks_for(_LATER) and _AGREES.search(said.text) is None
