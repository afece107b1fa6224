"""Who refuses: "don't confirm", "I can't confirm this", "confirm nothing", "yeah no", 不确认, 有问题. It is a no."""

import re
from collections.abc import Mapping
from dataclasses import replace

from packages.domain.conversation.understanding.calling_off import without_consent
from packages.domain.conversation.understanding.clauses import is_conditional
from packages.domain.conversation.understanding.corrections import TAKEN_BACK
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields, ProposalWord, Understood, Wish
from packages.domain.evidence.patterns import lazy_pattern

_AGREE = r"(?:confirm(?:ing|ed)?|agree(?:d|ing)?|accept(?:ed|ing)?|approv(?:e|ed|ing)|sign(?:ing)? off|consent(?:ing)?)"
_IT = (
    r"(?:(?: (?:to|on|with))?(?: (?:this|that|it|these|those|them|any(?:thing)?(?: of (?:this|that|it|these))?"
    r"|(?:the|this|these|your|my) (?:rules?|strategy|deployment|plan|proposal|thing)))?"
    r"(?: (?:yet|now|like this|as it is|as is|today|right now|at all|please|sorry))*)"
)
_WHY = r"(?:,? (?:because|until|unless|since|before|when|while|without|with) .*)?"
_NOT = (
    r"(?:(?:i|we|sorry|no|nope|please|but|and|so|then|well|i'm|i am|we're|i'm afraid)[ ,]+)*"
    r"(?:don't|do not|can't|cannot|can not|won't|will not|wouldn't|would not|am not|'m not|not|never|haven't|have not"
    r"|didn't|did not|refuse to|unable to|decline to)(?: (?:i|we|want to|going to|ready to|able to|willing to|gonna"
    r"|prepared to|have|been|be|really|yet|possibly|just))*"
)
_ZH_OPEN = (
    r"(?:我|我们|这个?|这套|那|这里|抱歉|对不起|请|你|先|但|可是?|规则|策略|感觉|觉得|好像|还是|暂时|现在|目前|可能)*"
)
_WITHHOLDS = (
    rf"{_NOT} {_AGREE}{_IT}{_WHY}"
    r"|(?:please )?(?:confirm|accept|approve|agree (?:to|on|with)) (?:nothing|none of (?:it|this|that|these|them))"
    rf"|(?:nothing|none of (?:it|this|that|these))(?: (?:is|was|has been|'s))?(?: \w+)? {_AGREE}"
    rf"|{_ZH_OPEN}(?:(?:还|都|并|绝|暂|可)?(?:不|没有?|别|未|无法|不能|不会|不想|不要|不打算|不敢|没法|拒绝|不可以|不愿意?)"
    r"(?:能|会|想|要|敢|再|给|帮我|替我)*(?:确认|认可|批准|接受|赞成|答应))"
    r"(?:这个?|这套|这些|它|规则|策略|部署|方案|呢|了|的|啊|呀|吧|哦)*"
    r"|什么都(?:别|不|不要|没)确认"
)
_OBJECTS = (
    r"(?:yeah|yes|yep|ok|okay|sure|um|uh|well|hmm),?(?: but)? (?:no|nope|nah)"
    r"|(?:hell|heck|oh|god|absolutely|definitely|certainly|of course|surely|most certainly|lol) (?:no|nope|not)"
    r"|never(?: ever)?|no deal|no chance|not a chance|not happening|i (?:strongly )?(?:disagree|object|refuse|decline)"
    r"|i'd rather not|i don't think so|not convinced|(?:i think )?(?:there's|there is|i have|i see|i've got)"
    r" (?:still )?(?:a|an|some|one|several|many)(?: \w+)? (?:problems?|issues?|objections?|mistakes?|errors?)"
    r"(?: (?:here|with (?:this|it|that|these|them|the \w+)))?"
    r"|something(?:'s| is| looks| seems) (?:wrong|off|not right)(?: (?:here|with \w+(?: \w+)?))?"
    rf"|{_ZH_OPEN}(?:还|都|是|也)?(?:不同意|反对|有(?:点|些|大|很大|很多|不少|蛮多|严重)?的?(?:问题|毛病|错误|错))"
    r"(?:这个?|这套|这些|规则|策略|啊|呀|吧|哦|的|了|呢)*"
    r"|(?:当然|绝对|肯定|坚决)(?:不|不行|不要|不可以|不能)|休想|没门|想都别想"
)
_WITHHELD = lazy_pattern(rf"(?:{_WITHHOLDS})[ .!。！…]*", re.IGNORECASE)
_OBJECTED = lazy_pattern(rf"(?:{_OBJECTS})[ .!。！…]*", re.IGNORECASE)
# It refuses a decision; of an answer that waits it says nothing.
_NEVER = lazy_pattern(r"(?:never(?: ever)?|not ever|从来没有?过?|从没有?过?|从未有?过?|绝不)[ .!。！…]*", re.IGNORECASE)
_COULD_NOT_MORE = lazy_pattern(r"\bmore\b|\bwait to\b|不得不", re.IGNORECASE)  # "I couldn't agree more"
_NO: Mapping[str, str] = {
    "strategy_confirmed": "false",
    "stress_test_decision": "hold",
    "deployment_confirmation_status": "needs_changes",
}


def refuses(said: Spelling) -> bool:
    """Whether a clause of a message does nothing but refuse, and nothing after it takes that back."""
    return _is_said(_WITHHELD, said) or _is_said(_OBJECTED, said)


def is_a_mere_never(said: Spelling) -> bool:
    return _NEVER.fullmatch(said.text) is not None


def refused(said: Spelling, read: Understood, asked: AskedFields) -> Understood:
    """The same message as a no: nothing that commits, and what waited for the person's word waits no longer. Who
    objects to a thing wants it otherwise; who only withholds their word waits."""
    kept = without_consent(read)
    waits = Wish.WAIT in read.wishes or not _is_said(_OBJECTED, said)
    no = {} if waits else {field: _NO[field] for field in asked.fields if field in _NO and field in asked.open}
    return replace(
        kept,
        answers={**no, **kept.answers},
        wishes=tuple(each for each in kept.wishes if waits or each is not Wish.WAIT),
        proposal=ProposalWord.CHANGE if asked.pending else None,
    )


def _is_said(refusal: re.Pattern[str], said: Spelling) -> bool:
    clauses = said.clauses
    if not clauses or _COULD_NOT_MORE.search(said.text) or is_conditional(said.text):
        return False
    last = [each for each in clauses if each.part == clauses[-1].part and each.text != TAKEN_BACK]
    statements = [each.text for each in last if not each.is_question]
    return any(
        refusal.fullmatch(each) for each in (*statements, *([said.text] if len(statements) == len(clauses) else []))
    )
