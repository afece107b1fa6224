"""What a person wants to earn in a year: percents by their period, doubling times, sums that grow into others."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from packages.domain.conversation.understanding.amounts.lengths import lengths
from packages.domain.conversation.understanding.amounts.money import money_ratio
from packages.domain.conversation.understanding.amounts.numerals import NUMBER, counted
from packages.domain.conversation.understanding.amounts.shares import shares
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.amounts.sums import two_sums
from packages.domain.conversation.understanding.amounts.units import YEAR
from packages.domain.evidence.patterns import lazy_pattern

_CLAUSES = 64  # that are remembered
_PERIODS: Mapping[re.Pattern[str], float] = {
    lazy_pattern(words, re.IGNORECASE | re.ASCII): times
    for words, times in {
        r"每个?月|一个?月|月[化均息]|\b(?:a|per|each|every|in a) month\b|\bmonthly\b": 12.0,
        r"每?一?个?季度?(?:[^节]|$)|\b(?:a|per|each|every) quarter\b(?! a\b| of\b| more| off)|\bquarterly\b": 4.0,
        r"每?一?个?(?:周|星期|礼拜)(?!期)|\b(?:a|per|each|every) week\b|\bweekly\b": 50.0,
        r"每天|一天|日[赚均化]|\b(?:a|per|each|every) day\b|\bdaily\b": 240.0,
        r"半年|\b(?:every )?(?:half a year|six months)\b": 2.0,
    }.items()
}
_FACTORS: Mapping[re.Pattern[str], float] = {
    lazy_pattern(words, re.IGNORECASE | re.ASCII): factor
    for words, factor in {
        r"翻(?:一?倍|一?番|一翻)|(?:赚|涨|年)一倍|\bdoubl\w+": 2.0,
        r"翻两番|\bquadrupl\w+": 4.0,
        r"翻三倍|\btripl\w+": 3.0,
    }.items()
}
_TIMES = lazy_pattern(
    rf"(?<!款的)(?<!息的)(?<![一二两三四五六七八九十\d])(?:变成?|赚|翻|涨)?(?P<zh>{NUMBER})倍"
    rf"|\b(?P<x>\d+(?:\.\d+)?) ?x\b"
    rf"|\b(?P<bag>{NUMBER})-?bagger",
    re.IGNORECASE | re.ASCII,
)
_BY_YEAR = lazy_pattern(r"\b(?:by|before|in) (20[2-9]\d)\b")
_SOME_DAY = lazy_pattern(
    r"\b(?:by the time|until|till|one day|some ?day|eventually)\b|总有一天|什么时候", re.IGNORECASE
)
_A_YEAR = lazy_pattern(
    r"一年|每年|年化|今年|年均|\b(?:an?|per|each|every|this|within the|by next) year\b|\btwelve months\b"
    r"|\byearly\b|\bannual\w*",
    re.IGNORECASE | re.ASCII,
)
_EVERY = lazy_pattern(
    rf"\bevery (?P<n>{NUMBER})(?: ?(?:-|to"
    rf"|or) ?(?P<n2>{NUMBER}))? (?:years?|(?P<decade>decades?))\b|\bevery (?P<ten>decade)\b",
    re.IGNORECASE | re.ASCII,
)
_IN_BARE = lazy_pattern(  # "doubles in nine"
    r"(?: (?:it|my \w+))? in (\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen)(?=$|[,.;]| and\b"
    r"| or so)",
    re.IGNORECASE | re.ASCII,
)
_COMPOUND = lazy_pattern(r"复利|年化|\bcompound", re.IGNORECASE | re.ASCII)
_RANKED = re.compile(r"(?:前|\btop)\s*$", re.IGNORECASE | re.ASCII)
_BENCHMARK = lazy_pattern(
    r"指数|大盘|沪深|标普|公募|基金|存单|银行|毛利|比国债|\b(?:index|s&p|funds?|savings|deposit|nifty|sensex|fd"
    r"|t-?bills?"
    r"|bank)\b",
    re.IGNORECASE | re.ASCII,
)
_BEYOND = lazy_pattern(
    r"\b(?:index|nifty|s&p|inflation|cpi|fd|t-?bills?)\s?(?:plus|\+)"
    r"|(?:比|跑赢|超|战胜|beat|over|above|more than)[^,]{0,12}(?:指数|大盘|沪深|标普|市场|存款|银行|cpi"
    r"|inflation|index|market|s&p)",
    re.IGNORECASE | re.ASCII,
)
_NEAR_BEFORE, _NEAR_AFTER = 14, 18  # characters in which a period stands by its percents
_SHORTEST, _LONGEST = 0.9, 40.0  # years in which money can be meant to multiply
_MOST_TIMES = 1e4
_NO_TIME = 2.0  # who wants twice the money and says not when is in a hurry


@lru_cache(_CLAUSES)
def yearly_gains(text: str, this_year: int) -> tuple[StatedAmount, ...]:
    """As fractions of what there is."""
    multiplied = [*_multiplied(text, this_year)]
    if multiplied and shares(text):
        return (*multiplied, *_by_period(text))  # "double is too much, say 15 percent": nobody can tell
    return tuple(multiplied or _of_money(text, this_year) or _by_period(text))


def gains_across(text: str, this_year: int) -> tuple[StatedAmount, ...]:
    """Where the sums, or the multiple and its time, stand in different clauses; nothing where percents say more."""
    if shares(text):
        return ()
    return tuple(_of_money(text, this_year) or ([*_multiplied(text, this_year)] if lengths(text) else []))


def is_converted(text: str) -> bool:
    """Whether a gain is told by another period than a year, or in money."""
    if two_sums(text):
        return True
    is_periodic = any(pattern.search(text) for pattern in _PERIODS)
    return bool(shares(text)) and (is_periodic or any(each.value > 1.1 * YEAR for each in lengths(text)))


def _by_period(text: str) -> Iterator[StatedAmount]:
    """Five percent a month is a lot, sixty percent in three years is not."""
    if _BEYOND.search(text) or _BENCHMARK.search(text):
        return
    spans = [each for each in lengths(text) if _SHORTEST < each.value / YEAR < _LONGEST]
    for share in shares(text):
        if _RANKED.search(text[: share.start]):
            continue
        near = text[max(0, share.start - _NEAR_BEFORE) : share.end + _NEAR_AFTER]
        times = 1.0 if _A_YEAR.search(near) else _period_of(near)
        if len(spans) == 1 and times == 1.0 and not (_A_YEAR.search(text) or _COMPOUND.search(text)):
            yield from (
                each for each in _in_years(1 + share.value, 1 + share.high, spans[0], share) if each.value > 0.02
            )
        elif not spans or _A_YEAR.search(text) or _COMPOUND.search(text):
            yield StatedAmount(share.value * times, share.start, share.end, share.vague, share.high * times)


def _period_of(text: str) -> float:
    return next((times for pattern, times in _PERIODS.items() if pattern.search(text)), 1.0)


def _multiplied(text: str, this_year: int) -> Iterator[StatedAmount]:
    factor, start, end = _factor(text)
    if factor is None:
        return
    whole = StatedAmount(factor, start, end, most=factor)
    spans = _side_by_side([each for each in lengths(text) if each.value / YEAR < _LONGEST])
    if not spans and (bare := _IN_BARE.match(text[end:])):
        count = counted(bare[1])
        spans = [StatedAmount(count.low * YEAR, start, end, most=count.high * YEAR)]
    by = _BY_YEAR.search(text)
    every = _EVERY.search(text)
    if every:
        count = counted(every["n"] or "one", every["n2"])
        unit = 10 * YEAR if every["decade"] or every["ten"] else YEAR
        spans = [StatedAmount(count.low * unit, *every.span(), most=count.high * unit)]
    if by:
        years = (int(by[1]) - this_year) * YEAR
        yield from _in_years(factor, factor, StatedAmount(years, by.start(), by.end(), most=years), whole)
    elif len(spans) == 1:
        yield from _in_years(factor, factor, spans[0], whole)
    elif not spans and (_A_YEAR.search(text) or factor >= _NO_TIME):
        yield StatedAmount(factor - 1, start, end, most=factor - 1)


def _side_by_side(spans: list[StatedAmount]) -> list[StatedAmount]:
    """九年十年 is one length."""
    if len(spans) == 2 and spans[0].end == spans[1].start:
        return [StatedAmount(spans[0].value, spans[0].start, spans[1].end, spans[0].vague, spans[1].high)]
    return spans


def _factor(text: str) -> tuple[float | None, int, int]:
    """How many times the money, and where it says so."""
    for pattern, factor in _FACTORS.items():
        if match := pattern.search(text):
            return factor, *match.span()
    match = _TIMES.search(text)
    if match is None:
        return None, 0, 0
    count = counted(match["zh"] or match["x"] or match["bag"])
    return (None if count.vague or count.low <= 1 else count.low), *match.span()


def _in_years(low: float, high: float, length: StatedAmount, ratio: StatedAmount) -> Iterator[StatedAmount]:
    shortest, longest = max(length.value / YEAR, 0.1), max(length.high / YEAR, 0.1)
    least, most = min(low, _MOST_TIMES) ** (1 / longest) - 1, min(high, _MOST_TIMES) ** (1 / shortest) - 1
    middle = (least + most) / 2  # three or four years to double it are one speed
    yield StatedAmount(middle, min(ratio.start, length.start), max(ratio.end, length.end), ratio.vague, middle)


def _of_money(text: str, this_year: int) -> list[StatedAmount]:
    """A sum that is earned on another one, or that it grows into; by its period, or by the years that it takes."""
    ratio = money_ratio(text)
    if ratio is None or (not ratio.is_part and ratio.share <= 1):
        return []
    gain = ratio.share if ratio.is_part else ratio.share - 1
    place = StatedAmount(gain, ratio.start, ratio.end, most=gain)
    periods = {times for pattern, times in _PERIODS.items() if pattern.search(text)}
    spans = [each for each in lengths(text) if _SHORTEST < each.value / YEAR < _LONGEST]
    is_yearly = bool(_A_YEAR.search(text))
    if len(periods) > 1 or (periods and is_yearly):
        return []  # by the month, or by the year: nobody can tell
    if by := _BY_YEAR.search(text):
        years = (int(by[1]) - this_year) * YEAR
        return [*_in_years(1 + gain, 1 + gain, StatedAmount(years, *by.span(), most=years), place)]
    if _SOME_DAY.search(text) and not spans:
        return []
    if len(spans) == 1 and not is_yearly and not periods:
        return [*_in_years(1 + gain, 1 + gain, spans[0], place)]
    times = periods.pop() if periods else 1.0
    return [StatedAmount(gain * times, ratio.start, ratio.end, most=gain * times)]
