"""Sums of money in a text, and what two of them are to each other: a principal and a part of it, or a beginning and an
end. 本金八十万，一年赚十五万 is a part, "100k could go to 40k" is an end."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from packages.domain.conversation.understanding.amounts.numerals import NUMBER, Count, counted
from packages.domain.evidence.patterns import lazy_pattern

_COIN = r"块钱?|元|刀|bucks?\b|dollars?\b|quid\b|pounds?\b|usd\b|rmb\b|euros?\b|rupees?\b"
_SCALES = {
    "grand": 1e3, "k": 1e3, "w": 1e4, "million": 1e6, "mil": 1e6, "m": 1e6, "thousand": 1e3, "lakh": 1e5, "lac": 1e5,
    "crore": 1e7, "万": 1e4, "千": 1e3,
}  # fmt: skip
_SCALE = r"(?:grand|k|million|mil|m|thousand|lakhs?|lacs?|crores?)\b|w(?![a-z])|[万千]"
_ZH_NUMERALS = "一二两三四五六七八九十百千万几"
_SUM = lazy_pattern(
    rf"(?<![\w.{_ZH_NUMERALS}])(?P<sign>[$€£¥])?\s?(?:(?P<half>half a )(?=million|crore|lakh)|(?P<n>{NUMBER}))"
    rf"\s?(?P<scale>{_SCALE})?\s?(?P<coin>{_COIN})?(?P<tenths>(?<=块)[一二三四五六七八九])?"
    rf"(?![\d.]*[%\d]|[{_ZH_NUMERALS}多](?![{_ZH_NUMERALS}]?(?:年|个?月|个?季|周|天))|年(?![赚收挣])"
    rf"|[月岁天周成点倍次分号个]"
    rf"|\s?(?:percent|pct|points?|years?|months?|weeks?|days?|times?|x|out of ten)\b|/)",
    re.IGNORECASE | re.ASCII,
)
_EITHER = lazy_pattern(
    rf"(?P<low>[{_ZH_NUMERALS}]+万[一二三四五六七八九]?"
    rf"|[一二三四五六七八九]千)(?P<high>[一二两三四五六七八九十]+[万千])"
)
_LARGE = re.compile(r"[百千万]|\b(?:hundred|thousand)\b|\dk$", re.IGNORECASE | re.ASCII)
_TO = re.compile(r"\s?(?:到|至|-|或者?|to|or)\s?", re.IGNORECASE)
_ENDS = lazy_pattern(
    r"[变翻]成?|变为|[亏跌赔掉缩涨做搞翻干回滚冲]到|剩下?|[搏博]|^\s?到\s?$"
    r"|→|->|=>|\b(?:to|into|became|becom\w+|stay\w*|should be|left|is)\b",
    re.IGNORECASE | re.ASCII,
)
_FALLS = lazy_pattern(r"[亏跌赔掉缩]到|变成?|剩|\s(?:down to|becomes|became|dropp?\w* to|fall\w* to)\s", re.IGNORECASE)
_FROM = lazy_pattern(r"^\s*(?:from|out of|with)\b", re.IGNORECASE | re.ASCII)
_OF_WAGES = lazy_pattern(r"工资|月薪|薪水|收入|\b(?:salary|salaries|wages?|income)\b", re.IGNORECASE | re.ASCII)
_FEWEST = 100  # that are a sum where only their size says so


@dataclass(frozen=True, slots=True)
class Sum:
    """From `low` to `high`; `is_named` where a sign, a coin or a scale says that it is money; `place` is that scale."""

    low: float
    high: float
    start: int
    end: int
    is_named: bool
    place: float = 1.0

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


@dataclass(frozen=True, slots=True)
class MoneyRatio:
    """`share` is the part over the whole where it `is_part`, else the end over the beginning."""

    share: float
    is_part: bool
    start: int
    end: int


def two_sums(text: str) -> MoneyRatio | None:
    """What two sums of a text are to each other; None where there are more or fewer of them, or wages beside them."""
    every = [*_sums(text)]
    found = every if _is_of_a_hundred(text, every) else _joined(text, every)
    if len(found) != 2 or _OF_WAGES.search(text):
        return None
    first, second = found
    between = text[first.end : second.start]
    place = (first.start, second.end)
    if _ENDS.search(between) and not _FROM.search(between):
        return MoneyRatio(second.middle / first.middle, False, *place)
    if first.middle > second.middle and _FROM.search(between):
        return MoneyRatio(first.middle / second.middle, False, *place)
    part, whole = sorted((first.middle, second.middle))
    return MoneyRatio(part / whole, True, *place) if part < whole else None


def _is_of_a_hundred(text: str, found: list[Sum]) -> bool:
    """100亏到82: a round number that becomes another one."""
    if len(found) != 2 or any(each.is_named for each in found) or found[0].low not in (100, 1_000, 10_000):
        return False
    return _FALLS.fullmatch(text[found[0].end : found[1].start]) is not None


def _sums(text: str) -> Iterator[Sum]:
    for match in _SUM.finditer(text):
        groups = match.groupdict()
        number, scale = groups["n"], (groups["scale"] or "").lower()
        half = 0.5 if groups["half"] else None
        count = _count(number) if number else None
        if half is None and (count is None or count.vague or count.low == 0):
            continue
        more = counted(groups["tenths"]).low / 10 if groups["tenths"] else 0.0
        times = _SCALES[scale.rstrip("s") if scale.rstrip("s") in _SCALES else scale] if scale else 1.0
        low, high = (half, half) if half else (count.low, count.high) if count else (0.0, 0.0)
        is_large = bool(number and _LARGE.search(number)) and high >= _FEWEST
        is_named = bool(scale or groups["sign"] or groups["coin"] or half) or is_large
        place = times if scale else _SCALES.get(number[-1], 1.0) if number else 1.0
        yield Sum((low + more) * times, (high + more) * times, *match.span(), is_named, place)


def _count(number: str) -> Count:
    """一万五两万 is from the one to the other."""
    either = _EITHER.fullmatch(number)
    return counted(either["low"], either["high"]) if either else counted(number)


def _joined(text: str, found: list[Sum]) -> list[Sum]:
    """八到十万 and 一万五到一万八 are one sum; a number that is called nothing is none."""
    joined: list[Sum] = []
    for each in found:
        last = joined[-1] if joined else None
        if last and each.is_named and _TO.fullmatch(text[last.end : each.start]) and _is_range(last, each, found):
            low = last.low if last.is_named else last.low * each.place
            joined[-1] = Sum(low, each.high, last.start, each.end, True)
        else:
            joined.append(each)
    return [each for each in joined if each.is_named]


def _is_range(low: Sum, high: Sum, found: list[Sum]) -> bool:
    is_third = sum(each.is_named for each in found) > 2
    return (not low.is_named and low.low < high.high) or (is_third and low.low < high.high <= 3 * low.high)
