"""Money of money: "lose 2k of 10k", 十万亏两万, "100k turning into 82k", 十万一年变十二万."""

import re

from packages.domain.conversation.understanding.amounts.numerals import NUMBER, counted
from packages.domain.conversation.understanding.amounts.sums import MoneyRatio, two_sums
from packages.domain.evidence.patterns import lazy_pattern

_COIN = r"块钱?|元|刀|bucks?|dollars?|quid|pounds?|usd|rmb|euros?"
_SUM = (
    rf"[$€£¥]?\s?(?!an? (?!hundred|thousand|grand|couple))(?:{NUMBER}|grand\b)\s?(?:grand\b|k\b|w(?![a-z])|m\b"
    rf"|million\b|thousand\b)?\s?(?:{_COIN})?"
)
_POT = r"(?:an? |my |the |every |each |this |本金)*"
_FROM_TO = lazy_pattern(
    rf"(?P<a>{_SUM})(?: (?:account|pot|stake|portfolio|balance))?\s?(?:一年|每年|今年|to start)?\s?(?:能"
    rf"|给我|to|可以|想|会)*\s?"
    rf"(?:变成?|到|亏到|赔到|掉到|跌到|涨到|缩水到|turn(?:s|ed|ing)? (?:in)?to|becom\w+|became|go(?:es"
    rf"|ing)? (?:down |up )?to|(?:drop\w*|fall\w*|fell) to|(?:down |up )?to|into|→|->|=>)"
    rf"\s?(?:about |around |only |just )?(?P<b>{_SUM})",
    re.IGNORECASE | re.ASCII,
)
_OF = lazy_pattern(
    rf"(?P<a>{_SUM})(?: \w+){{0,3}}? (?:of|out of|on|in|from"
    rf"|off) {_POT}(?P<b>{_SUM})",
    re.IGNORECASE | re.ASCII,
)
_ZH_OF = lazy_pattern(
    rf"(?P<b>{_SUM})(?:的?(?:本金|账户|里面?|里头))?[,，]?(?:我)?(?:一年|每年)?(?:下来)?(?:\s?(?:里|内|给我|能"
    rf"|最多|顶多|可以|也就|就|多出?|生|挣|赚|亏|赔|跌|掉|少|没|个|了)\s?){{1,6}}(?P<a>{_SUM})",
    re.IGNORECASE | re.ASCII,
)
_INTO = lazy_pattern(
    rf"\b(?:put in|with|from|got|have|took) (?P<a>{_SUM})\b.{{0,40}}?\b(?:see|to|at|down to|dream: ?) ?(?P<b>{_SUM})",
    re.IGNORECASE | re.ASCII,
)
_OUT_OF = lazy_pattern(
    rf"\bout of {_POT}(?P<b>{_SUM})\b.{{0,30}}?\b(?:lose|losing|drop|down) (?P<a>{_SUM})", re.IGNORECASE | re.ASCII
)
_MULTIPLES = {"grand": 1e3, "k": 1e3, "w": 1e4, "million": 1e6, "m": 1e6, "thousand": 1e3}
_SCALE = re.compile(r"\s?(grand|k|w|m|million|thousand)$", re.IGNORECASE | re.ASCII)
_LARGE = re.compile(r"[百千万]|\b(?:hundred|thousand)\b", re.IGNORECASE | re.ASCII)
_MONEY = re.compile(rf"[$€£¥]|{_COIN}", re.IGNORECASE | re.ASCII)
_YEAR = re.compile(r"(?:19|20)\d\d")  # "lost 40k in 2021"
_FALLS = re.compile(r"从.{0,8}[掉跌]到|\bfrom \S+ (?:down )?to\b|\b(?:became|turn\w* into)\b", re.IGNORECASE | re.ASCII)


def money_ratio(text: str) -> MoneyRatio | None:
    """None where no sum stands beside another one, or where they are no money."""
    if ratio := two_sums(text):
        return ratio
    for pattern, is_part in ((_OUT_OF, True), (_OF, True), (_FROM_TO, False), (_ZH_OF, True), (_INTO, False)):
        match = pattern.search(text)
        if match is None or not (_is_money(match["a"]) or _is_money(match["b"]) or _FALLS.search(match[0])):
            continue
        if _YEAR.fullmatch(match["a"].strip()) or _YEAR.fullmatch(match["b"].strip()):
            continue
        part, whole = (match["a"], match["b"]) if is_part else (match["b"], match["a"])
        share = _share(part, whole, is_part=is_part)
        if share:
            return MoneyRatio(share, is_part, *match.span())
    return None


def _share(part: str, whole: str, *, is_part: bool) -> float | None:
    """Of two sums that share one scale: 15 grand of 50, 200k to 214."""
    (part_value, part_scale), (whole_value, whole_scale) = _amount(part), _amount(whole)
    if not part_value or not whole_value:
        return None
    tried = [part_value * part_scale / (whole_value * whole_scale)]
    if 1.0 in (part_scale, whole_scale):
        tried.append(part_value / whole_value)
    fits = [each for each in tried if (0.004 < each < 1 if is_part else 0.05 < each < 1_000)]
    return fits[0] if fits else None


def _is_money(text: str) -> bool:
    words = text.strip()
    return bool(_SCALE.search(words) or _LARGE.search(words) or _MONEY.search(words))


def _amount(text: str) -> tuple[float, float]:
    """How many, and of what: 15 grand is fifteen thousands."""
    words = _MONEY.sub("", text.strip()).strip()
    scale = _SCALE.search(words)
    number = (words[: scale.start()] if scale else words).strip()
    if scale and not number:
        return 1.0, _MULTIPLES[scale[1].lower()]
    if not re.fullmatch(NUMBER, number, re.IGNORECASE | re.ASCII):
        return 0.0, 1.0
    count = counted(number)
    if count.vague:
        return 0.0, 1.0
    return (count.low + count.high) / 2, _MULTIPLES[scale[1].lower()] if scale else 1.0
