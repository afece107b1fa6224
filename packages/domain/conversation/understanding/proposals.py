"""A person's word on what was understood of them: right, or to be changed.

The label of the button that accepts names the values, so that one which was shown for other values says those, and
nothing else: it is read as any other words are.
"""

import re
from collections.abc import Mapping

from packages.core.messages import Language
from packages.domain.conversation.understanding.calling_off import calls_off
from packages.domain.conversation.understanding.clauses import plain, settled_idioms
from packages.domain.conversation.understanding.model import ProposalWord
from packages.domain.conversation.wording import label_of, say
from packages.domain.evidence.patterns import lazy_pattern

_LONGEST_LABEL = 120
_POLITE = r"谢谢你?|多谢|麻烦了|please|thanks|thank you|cheers"
_RIGHT = lazy_pattern(
    r"(?:嗯+|对+的?|对啊|对呀|是的?|是啊|没错|正确|就是(?:这样|它)?|就这样吧?|可以|好的?|好啊|好吧|行|行吧|确认|同意|接受"
    r"|y|yes|yeah|yep|yup|right|correct|exactly|sure|ok(?:ay)?|accept(?:ed)?|confirm(?:ed)?|agreed"
    r"|that'?s (?:right|correct|it|me)|that is (?:right|correct)|sounds (?:right|good)|looks (?:right|good)|fine)"
)
_WRONG = lazy_pattern(
    r"(?:不+|不对|不是|错了?|不行|不同意|改一?下?|改改|修改|要改|重新选|换一个"
    r"|n|no|nope|wrong|incorrect|not (?:right|quite|really|correct)|that'?s (?:wrong|not right|not it)"
    r"|change(?: (?:it|that))?)"
)
_PARTS = re.compile(r"[,，.。;；!！]+")
_POLITENESS = lazy_pattern(_POLITE)


def proposal_word(text: str, pending: Mapping[str, str]) -> ProposalWord | None:
    """None where nothing waits, or the message says more than yes or no."""
    if not pending:
        return None
    words = plain(text)
    for word in ProposalWord:
        labels = {plain(option_label(word, pending, language)) for language in Language}
        if words.casefold() == word.value or words in labels:
            return word
    return ProposalWord.CHANGE if calls_off(text) else _plain_word(words)


def option_label(word: ProposalWord, pending: Mapping[str, str], language: Language) -> str:
    """What a button says; that which accepts says also what."""
    if word is ProposalWord.CHANGE:
        return say(language, "proposal.change")
    values = say(language, "comma").join(label_of(field, value, language) for field, value in pending.items())
    return say(language, "proposal.accept", values=values)[:_LONGEST_LABEL]


def _plain_word(words: str) -> ProposalWord | None:
    said = [each.strip() for each in _PARTS.split(settled_idioms(words))]
    meant = [each for each in said if each and not _POLITENESS.fullmatch(each)]
    if not meant:
        return None
    if all(_fully(_RIGHT, each) for each in meant):
        return ProposalWord.ACCEPT
    return ProposalWord.CHANGE if all(_fully(_WRONG, each) for each in meant) else None


def _fully(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.fullmatch(text) is not None
