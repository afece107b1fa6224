"""Which field an amount belongs to: that whose words stand nearest to it, or else that which was asked.

"10% a year" is a return, "lose 10%" is a risk, "hold two weeks" is a holding period.
"""

import re

from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.evidence.patterns import lazy_pattern

_CUES = {
    name: lazy_pattern(words, re.IGNORECASE | re.ASCII)
    for name, words in {
        "years": r"做了|做过|[炒干玩]了?|交易(?!日)|投资|经验|入市|从业|股龄|老股民|接触|\btrad(?:ed|ing|e)\b"
        r"|\binvest\w*|\bexperience\b"
        r"|\bmarket for\b|\bbeen (?:at|doing|in)\b|\bnew here\b",
        "hold": r"持有|持仓|持股|拿|放着|捂|\bhold(?:ing)?\b|\bheld\b|\bkeep\b|\bstay in\b"
        r"|\beach\b(?! (?:year|month|week|day|quarter))",
        "goal": r"翻|赚|倍|收益|回报|增值|增长|年化|目标|利润|\bdoubl\w+|\btripl\w+|\bgrow\w*|\breturns?\b|\bprofit\w*"
        r"|\bearn\w*"
        r"|\bmake\b|\bgain\w*|\bannual\w*|\byearly\b|\bp\.?a\.?\b|\bper annum\b|\byield\w*|[%点成] ?(?:一年"
        r"|每年|an? year|per year)"
        r"|一年[^,。]{0,5}[%点成]|\bbeat\b|\baim\w*|\btarget\w*|\blooking for\b",
        "loss": r"亏|损|回撤|跌|缩水|赔|扛|忍|浮亏|腰斩|风险|波动|\bloss(?:es)?\b|\blos(?:e|ing|t)\b|\bdrawdowns?\b"
        r"|\bdown\b|\bdrops?\b"
        r"|\bfalls?\b|\bdips?\b|\bdecline\w*|\brisk\b|\bhit\b|\bswings?\b|\bunderwater\b|\bhurt\b|\bstomach\b",
        "rule": r"止损|止盈|仓位|\bstop(?:[ -]?loss)?\b|\btake[- ]profit\b|\bposition\b|\bsize\b|\brsi\b|均线|日线",
        "else": r"退休|买房|结婚|毕业|the market (?:has|is|was|fell|went)"
        r"|\b(?:retire\w*|marri\w+|mortgage|economy|house)\b",
        "gap": r"停|歇|休息|\bbreak\b|(?<!on and )\boff\b|\bpaused?\b|\bgap\b",
        "past": r"过去|最近|近|\b(?:last|past|previous)\b",
    }.items()
}
_NEAR = 60  # characters in which the words around an amount are looked for


def belongs(text: str, amount: StatedAmount, cue: str, *, asked: bool) -> bool:
    """Whether the words of this field stand nearest to the amount; the asked field has it where none stand near."""
    near = {
        name: _distance(pattern, text, amount) for name, pattern in _CUES.items() if name != "gap" or cue == "years"
    }
    nearest = min(near.values())
    if nearest == float("inf"):
        return asked
    if near[cue] == nearest:
        return True
    if asked and cue in ("loss", "goal"):
        return nearest == near["hold"]
    return asked and cue == "years" and nearest in (near["past"], near["loss"])


def is_beside_trading(text: str) -> bool:
    """Whether it tells of retiring, marrying or a house: how long until then is no answer."""
    return _CUES["else"].search(text) is not None


def _distance(pattern: re.Pattern[str], text: str, amount: StatedAmount) -> float:
    """In characters; a word that comes after the amount counts as a little farther."""
    best = float("inf")
    first = max(0, amount.start - _NEAR)
    for found in pattern.finditer(text, first, amount.end + _NEAR):
        if found.end() <= amount.start:
            best = min(best, amount.start - found.end())
        elif found.start() >= amount.end:
            best = min(best, found.start() - amount.end + 2)
        else:
            return 0
    return best
