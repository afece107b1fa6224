"""Shares of a whole: 20-25 %, 两成, 一成半, 百分之十五, a third, 1/3, and what is left of it (打八折, "keep 80%")."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from packages.domain.conversation.understanding.amounts.numerals import ZH, counted, number_range
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.evidence.patterns import lazy_pattern

_CLAUSES = 64  # that are remembered
_MOST, _SOME = 5, 12
_FRACTIONS: Mapping[str, float] = {
    "一半": 0.5, "腰斩": 0.5, "对折": 0.5, "half": 0.5, "halved": 0.5, "halves": 0.5, "a third": 1 / 3,
    "one third": 1 / 3, "one-third": 1 / 3, "1/3": 1 / 3, "1/4": 0.25, "1/5": 0.2, "1/2": 0.5, "a quarter": 0.25,
    "one quarter": 0.25, "a fifth": 0.2, "one fifth": 0.2, "a tenth": 0.1, "one tenth": 0.1, "a twentieth": 0.05,
    "two thirds": 2 / 3, "two-thirds": 2 / 3, "three quarters": 0.75, "everything": 1.0,
    "it all": 1.0, "亏光": 1.0, "归零": 1.0, "清零": 1.0, "one-tenth": 0.1, "one-fifth": 0.2, "a sixth": 1 / 6,
    "one sixth": 1 / 6, "对半": 0.5, "one twentieth": 0.05, "an eighth": 0.125, "one eighth": 0.125,
    "two fifths": 0.4, "three fifths": 0.6, "four fifths": 0.8, "two tenths": 0.2, "three tenths": 0.3,
}  # fmt: skip
_NAMED = "|".join(sorted(map(re.escape, _FRACTIONS), key=len, reverse=True))
_POINTS = r"%|percent\b|per cent\b|pct\b|pc\b|percentage points?\b|趴|个(?:百分)?点"
_PERCENT = lazy_pattern(
    rf"{number_range('n')}(?:ish| or so|-odd|来|多)? ?(?:{_POINTS})"
    rf"|(?P<of>[一二三四五六七八九十])分之(?P<parts>[一二三四五六七八九])"
    rf"|千分之(?P<mille>{ZH})(?:到(?P<mille2>{ZH}))?|(?P<li>{ZH})厘息?"
    rf"|百分之(?P<zh>{ZH})(?:到(?:百分之)?(?P<zh2>{ZH}))?"
    rf"|(?P<tenths>[一二两三四五六七八九]{{1,2}})(?:到(?P<tenths2>[一二两三四五六七八九])?)?成(?P<more>[一二三四五六七八九半])?"
    rf"(?![长为本交熟了员功分])",
    re.IGNORECASE | re.ASCII,
)
_FRACTION = lazy_pattern(
    rf"(?<!and a )(?<![\w/])(?<!% )(?<!percent )(?<!pct )(?:{_NAMED})"
    rf"(?!(?<=half) an? |(?: of)? an? (?:hour|centur|decade|dozen)|(?<=quarter) of an?|-|/"
    rf"|\w*[ -](?:hour|year|centur|decade|shift|marathon|option|choice|one\b))"
    rf"|(?:{'|'.join(each for each in _FRACTIONS if not each.isascii())})(?![天年个])",
    re.IGNORECASE | re.ASCII,
)
# Of what is sold, of a family, of an own share: no part that is lost or earned.
_OF_OTHERS = re.compile(
    r"(?:\b(?:sell|sold|selling|pull(?:ed)?|took|take out|withdrew|my own|other|first|second|upper|lower|better)"
    r"(?: out| off)? |卖了?|减了?|清了?)$",
    re.IGNORECASE,
)
_OF_PERSONS = re.compile(
    r"^ (?:of )?(?:my |the |our )?(?:family|friends|people|time|office|team|says?|the time|of me)\b", re.I
)
_DISCOUNT = lazy_pattern(
    r"(?:打|跌到|亏到|接受|^|,|能扛?)(?P<left>[一二三四五六七八九])(?P<more>[一二三四五六七八九])?折"
)
_VALUE_LEFT = lazy_pattern(
    r"净值(?:[跌掉亏]?到|在|低于)?\s?(?P<nav>0\.\d{1,2})|(?P<lost>\blos(?:e|ing|t)(?: up to| about| maybe| at most"
    r"| no more than| only)? )?"
    r"(?P<cents>\d{2}) cents (?:on|in|of) (?:the|my|every|each) dollar",
    re.IGNORECASE | re.ASCII,
)
_LEFT_BEFORE = re.compile(
    r"(?:(?:只|还|能|得|要|必须|至少)?[剩留](?:下|住)?(?:个|有)?|保住|\b(?:keep|leave|left with|leave me"
    r"|preserve|save)\b[^,]{0,22})\s*$",
    re.I,
)
_LEFT_AFTER = re.compile(
    r"^\s*(?:of it |of (?:the |my )?\w+ )?(?:must |has to |should |is |still )?(?:surviv\w+|left\b|intact"
    r"|alive|again\b|back\b|remain\w*|留着)",
    re.I,
)
_MORE_THAN = re.compile(r"(?:more than|over|超过|不止)\s*$", re.IGNORECASE)
_PART_OF = 0.8
_REST = re.compile(r"剩下?(?:个|有)?\s*$")
_MEANS_LOSS = re.compile(r"亏|跌|损|回撤|\b(?:loss\w*|los\w+|drawdown|down|drop\w*)\b", re.I | re.ASCII)


@lru_cache(_CLAUSES)
def shares(text: str) -> tuple[StatedAmount, ...]:
    """As fractions of one; what is left is told as what is gone."""
    found = [_percent(match) for match in islice(_PERCENT.finditer(text), _SOME)]
    fractions = [_fraction(match) for match in islice(_FRACTION.finditer(text), _SOME) if not _is_of_others(match)]
    found += [each for each in fractions if not any(each.overlaps(other.start, other.end) for other in found)]
    stated = [_gone(text, each) for each in found] + [*_said_as_left(text)]
    return tuple(sorted(stated, key=lambda each: each.start)[:_MOST])


def _percent(match: re.Match[str]) -> StatedAmount:
    parts = match.groupdict()
    if parts["tenths"]:
        count = counted(parts["tenths"], parts["tenths2"])
        more = 0.5 if parts["more"] == "半" else counted(parts["more"]).low / 10 if parts["more"] else 0.0  # 一成五
        return StatedAmount((count.low + more) / 10, match.start(), match.end(), most=(count.high + more) / 10)
    if parts["of"]:
        share = counted(parts["parts"]).low / counted(parts["of"]).low
        return StatedAmount(share, match.start(), match.end(), most=share)
    if parts["mille"]:
        count = counted(parts["mille"], parts["mille2"])
        return StatedAmount(count.low / 1_000, match.start(), match.end(), count.vague, count.high / 1_000)
    count = counted(parts["n"] or parts["zh"] or parts["li"], parts["n2"] or parts["zh2"])
    return StatedAmount(count.low / 100, match.start(), match.end(), count.vague, count.high / 100)


def _fraction(match: re.Match[str]) -> StatedAmount:
    share = _FRACTIONS[match[0].lower()]
    return StatedAmount(share, match.start(), match.end(), most=share)


def _is_of_others(match: re.Match[str]) -> bool:
    before, after = match.string[max(0, match.start() - 20) : match.start()], match.string[match.end() :]
    return bool(_OF_OTHERS.search(before) or _OF_PERSONS.search(after))


def _gone(text: str, share: StatedAmount) -> StatedAmount:
    before = text[max(0, share.start - 30) : share.start]
    is_left = (
        bool(_REST.search(before))
        or bool(_LEFT_AFTER.search(text[share.end :]))
        or bool(_LEFT_BEFORE.search(before) and not _MEANS_LOSS.search(before))
    )
    if not is_left or share.value > 1:
        return share
    if _MORE_THAN.search(before):  # more than half of it left: less than half is gone
        return StatedAmount(_PART_OF * (1 - share.high), share.start, share.end, share.vague)
    return StatedAmount(max(1 - share.high, 0.0), share.start, share.end, share.vague, max(1 - share.value, 0.0))


def _said_as_left(text: str) -> Iterator[StatedAmount]:
    """打八折 is a fifth less, and 80 cents on the dollar as well."""
    for match in _DISCOUNT.finditer(text):
        left = counted(match["left"]).low / 10 + (counted(match["more"]).low / 100 if match["more"] else 0.0)
        yield StatedAmount(1 - left, *match.span(), most=1 - left)
    for match in _VALUE_LEFT.finditer(text):
        left = float(match["nav"]) if match["nav"] else float(match["cents"]) / 100
        left = 1 - left if match["lost"] else left
        yield StatedAmount(1 - left, *match.span(), most=1 - left)
