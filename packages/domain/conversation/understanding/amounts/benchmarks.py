"""Gains that are told by what others earn: "index plus 5", 比国债高三个点, "twice the S&P"."""

import re
from collections.abc import Iterator, Mapping

from packages.domain.conversation.understanding.amounts.numerals import NUMBER, counted, number_range
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.evidence.patterns import lazy_pattern

# From how much to how much a year these are taken to earn.
_YIELDS: Mapping[str, tuple[float, float]] = {
    r"inflation|cpi|通胀|通货膨胀": (0.02, 0.03),
    r"(?:government )?bonds?|t-?bills?|treasur(?:y|ies)|savings(?: accounts?)?|the bank|cds?|deposits?": (0.02, 0.04),
    r"国债|定期|存款|余额宝|货基|银行": (0.015, 0.03),
    r"fds?|fixed deposits?": (0.06, 0.07),
    r"nifty|sensex": (0.11, 0.13),
    r"(?:the )?(?:nasdaq|qqq)|纳指": (0.1, 0.14),
    r"(?:the )?(?:s&p(?: 500)?|market|index(?: funds?)?|indices|spy|voo|benchmark|dow)|大盘|指数|市场|标普|沪深300?": (
        0.08,
        0.1,
    ),
}
_WHAT = "|".join(f"(?P<b{at}>{words})" for at, words in enumerate(_YIELDS))
_MORE = lazy_pattern(
    rf"(?:比|跑赢|超过?|高于|over|above|beat(?:ing|s)?|better than|more than)?\s?(?<![a-z])(?:the |my "
    rf"|a )?(?:{_WHAT})(?: average| returns?| rate)?"
    rf"\s?(?:再?[高多加强]|plus|\+|and|by)\s?(?:another |maybe |about )?(?:个|出)?(?!an? |some )"
    rf"{number_range('n')}\s?(?:%"
    rf"|percent|points?|个?(?:百分)?点)?"
    rf"(?P<end>$|[\s,.!])",
    re.IGNORECASE | re.ASCII,
)
_TIMES = lazy_pattern(
    rf"\b(?:(?P<twice>twice|double)|(?P<thrice>thrice|triple)|(?P<n>{NUMBER})(?: ?(?:-|to"
    rf"|or) ?(?P<n2>{NUMBER}))? ?(?:times|x)) "
    rf"(?:what )?(?:the |my |a |its )?(?:{_WHAT})(?: average| returns?| rate| pays?| makes?| does)?",
    re.IGNORECASE | re.ASCII,
)
_ZH_TIMES = lazy_pattern(rf"(?:{_WHAT})(?:收益|回报|涨幅)?的?(?P<n>{NUMBER})倍", re.IGNORECASE | re.ASCII)


def gains_by_benchmark(text: str) -> Iterator[StatedAmount]:
    """As fractions a year; what the others earn is only known about."""
    for match in _MORE.finditer(text):
        low, high = _yield_of(match)
        count = counted(match["n"], match["n2"])
        if not count.vague and 0 < count.low < 60:
            yield _between(match, low + count.low / 100, high + count.high / 100)
            return
    for pattern in (_TIMES, _ZH_TIMES):
        for match in pattern.finditer(text):
            low, high = _yield_of(match)
            least, most = _factor(match)
            if 1 < least < 50:
                yield _between(match, low * least, high * most)
                return


def _factor(match: re.Match[str]) -> tuple[float, float]:
    groups = match.groupdict()
    if groups.get("twice") or groups.get("thrice"):
        times = 2.0 if groups.get("twice") else 3.0
        return times, times
    count = counted(groups["n"] or "", groups.get("n2"))
    return (0.0, 0.0) if count.vague else (count.low, count.high)


def _yield_of(match: re.Match[str]) -> tuple[float, float]:
    return next(each for at, each in enumerate(_YIELDS.values()) if match[f"b{at}"])


def _between(match: re.Match[str], low: float, high: float) -> StatedAmount:
    middle = (low + high) / 2
    return StatedAmount(middle, *match.span(), most=middle)
