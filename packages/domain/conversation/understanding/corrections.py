"""Where a person corrects themselves: "no wait", "scratch that", 不对, 说错了. What comes after it counts."""

import re

from packages.domain.evidence.patterns import lazy_pattern

TAKEN_BACK = "⟲"  # stands in a message where the person took back what came before

_TAKES_BACK = lazy_pattern(
    r"(?<!对)不对(?:不对)*(?![劲等称])|不不+(?!是)|[说选填写打搞点]错了?(?=\W*\w)|口误(?=\W*\w)|我收回|我反悔了?|改主意了?"
    r"|\b(?:(?:oh |hmm |um )?no,? wait(?:,? no)?|wait,? no|scratch that|strike that|i take (?:that|it) back|never ?mind that"
    r"|forget (?:that|what i said)|on second thoughts?|change of plans?|i changed my mind|correction|hmm,? no(?=,))\b",
    re.IGNORECASE,
)
_ANEW = lazy_pattern(
    r"^(?:其实|应该是|应该说|我是说|我的意思是|改成|换成|改为|更正|准确地?说|算了|哦不|不(?=$)|还是(?:[^,]{1,12}吧|选|做|换)"
    r"|(?:no |oh )?(?:actually|i mean(?:t)?|sorry|make (?:that|it)|or rather|rather|in fact|well no|nah|put|let's say|no$))",
    re.IGNORECASE,
)
_CORRECTS = lazy_pattern(
    r"改成|改为|换成|改一下|更正|其实|(?:说|选|填|写|打|搞|点)错|不对|不好意思|我反悔|改主意|手滑|还是(?:换|选|做)|换[^,。]{1,8}吧?$"
    r"|不做[^,。]{1,6}了|高估自己|刚才|前面那|改(?:保守|中等|稳健|激进)|是[^,。]{1,8}不是"
    r"|\b(?:actually|i meant|meant|scratch that|no wait|wait,? no|on second thoughts?|change (?:my|the|it|that)|make it"
    r"|make the|instead|swap|switch|i take back|i take (?:that|it) back|oops|wrong|i was wrong|correction"
    r"|sorry|forget|should be|rather than|i said)\b|^wait,|\bnot? \w+, make\b",
    re.IGNORECASE,
)


def marked(text: str) -> str:
    """With a clause of its own wherever something is taken back."""
    return _TAKES_BACK.sub(f", {TAKEN_BACK} , ", text)


def begins_anew(clause: str) -> bool:
    """Whether what the clause says replaces what was said before it."""
    return _ANEW.search(clause) is not None


def corrects(text: str) -> bool:
    """Whether a message changes something that was said, rather than answering anew."""
    return _CORRECTS.search(text) is not None
