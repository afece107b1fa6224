"""A person's word on what was understood of them: right, or to be changed.

The label of the button that accepts names the values, so that one which was shown for other values says those, and
nothing else: it is read as any other words are.
"""

import re
from collections.abc import Mapping

from packages.core.messages import Language
from packages.domain.conversation.understanding.calling_off import calls_off
from packages.domain.conversation.understanding.lexicon.decision_words import (
    CONSENT,
    NEXT_STEP,
    NO,
    short_pattern,
)
from packages.domain.conversation.understanding.lexicon.spelling import plain, settled_idioms
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import ProposalWord
from packages.domain.conversation.wording import label_of, say
from packages.domain.evidence.patterns import lazy_pattern

_LONGEST_LABEL = 120
_POLITE = r"谢谢你?|多谢|麻烦了|please|thanks|thank you|cheers"
_ALSO_WRONG = (
    r"wrong|incorrect|(?:that'?s |that is |it'?s |this is )?not (?:right|quite(?: right)?|really|correct|it|me|true"
    r"|that|this"
    r"|at all|what i (?:meant|mean|said|want(?:ed)?))|that (?:isn'?t|is not|wasn'?t) (?:right|correct|it|me|true"
    r"|what i (?:meant|mean|said|want(?:ed)?))|that'?s (?:wrong|incorrect|false)|i (?:didn'?t|did not|never) (?:say"
    r"|mean) (?:that|this|it)"
    r"|you (?:misunderstood|got (?:me|it|that|this) wrong)(?: me)?|misunderstood|i disagree|disagree|absolutely not"
    r"|(?:hell|heck) no"
    r"|change(?: (?:it|that|this|them))?|no way|try again"
    r"|错|不太对|不是|不是(?:这个意思|这样|那样|这个|我的意思|那个意思)|我不是(?:这个|那个)意思|我没(?:这么)?说|有误|不准确|不正确"
    r"|你?(?:理解|听|搞|弄|看|记)(?:得)?(?:错|不对|有误)|不接受|不认可|不满意|改一?下?|改改|修改|要改|重新选|换一个"
)
_RIGHT = short_pattern(CONSENT)
_RIGHT_AND_ON = short_pattern(rf"{CONSENT}|{NEXT_STEP}")
_CONFIRMING = {"strategy_confirmed": "true"}
_WRONG = short_pattern(rf"{NO}|{_ALSO_WRONG}")
_BANKS = lazy_pattern("中行|建行|农行|工行|招行")  # banks, not two words of consent
_PARTS = re.compile(r"[,，.。;；!！]+")
_POLITENESS = lazy_pattern(_POLITE)


def proposal_word(said: Spelling, pending: Mapping[str, str]) -> ProposalWord | None:
    """None where nothing waits, or the message says more than yes or no."""
    if not pending:
        return None
    words = said.text
    for word in ProposalWord:
        labels = {plain(option_label(word, pending, language)) for language in Language}
        if words.casefold() == word.value or words in labels:
            return word
    # Who has said that the rules are right and orders what comes next has agreed to them; nothing is deployed by that.
    right = _RIGHT_AND_ON if pending == _CONFIRMING else _RIGHT
    return ProposalWord.CHANGE if calls_off(said.settled) else _plain_word(words, right)


def option_label(word: ProposalWord, pending: Mapping[str, str], language: Language) -> str:
    """What a button says; that which accepts says also what."""
    if word is ProposalWord.CHANGE:
        return say(language, "proposal.change")
    values = say(language, "comma").join(label_of(field, value, language) for field, value in pending.items())
    return say(language, "proposal.accept", values=values)[:_LONGEST_LABEL]


def _plain_word(words: str, right: re.Pattern[str]) -> ProposalWord | None:
    said = [each.strip() for each in _PARTS.split(settled_idioms(words))]
    meant = [each for each in said if each and not _POLITENESS.fullmatch(each)]
    if not meant or any(_fully(_BANKS, each) for each in meant):
        return None
    if all(_fully(right, each) for each in meant):
        return ProposalWord.ACCEPT
    return ProposalWord.CHANGE if all(_fully(_WRONG, each) for each in meant) else None


def _fully(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.fullmatch(text) is not None
