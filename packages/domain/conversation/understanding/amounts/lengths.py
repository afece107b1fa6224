"""How long, in days: 两年半, "a quarter of an hour", 差两个月三年, "my third year"."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from packages.domain.conversation.understanding.amounts.numerals import NUMBER, counted, number_range
from packages.domain.conversation.understanding.amounts.rates import rates
from packages.domain.conversation.understanding.amounts.shares import shares
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.amounts.units import EN_UNIT, SHORT_UNIT, YEAR, ZH_UNIT, days_of
from packages.domain.evidence.patterns import lazy_pattern

_CLAUSES = 64  # that are remembered
_MOST, _SOME = 5, 12
_A_LITTLE = 0.02  # by which "not quite" and "over" move an amount
_LESS = (
    r"差一?点|不到|不足|没到|没满|未满|不满|少于|小于|低于|快到?|将近|接近|近|最多|顶多|不超过|没几"
    r"|再过[^,]{1,5}才?[到满]"
    r"|才[到满够](?!了)|less than|fewer than|under|below|sub|shorter than|almost|nearly|not quite|not yet"
    r"|not even|it'll be"
    r"|it will be|will be|i'll have|haven't (?:hit|reached)(?: the| my)?|(?:months|weeks) (?:off|short of|shy of)"
    r"|(?:just )?shy of|close to"
    r"|coming up (?:on|to)|approaching|going on|getting on for|within"
    r"|up to|at most"
    r"|(?:no|not) more than|(?:no|not) longer than|not past|<"
)
_BEFORE_LESS = lazy_pattern(rf"(?:{_LESS})\s*(?:about |just )?$", re.IGNORECASE | re.ASCII)
_MORE = r"超过|多于|至少|起码|少说也?有?|不止|over|more than|longer than|at least|above|past|just over|north of|>"
_LENGTH = lazy_pattern(
    rf"(?:(?P<less>{_LESS})|(?P<more>{_MORE}))?\s*"
    rf"(?:有|满|about|around|like|for|roughly|a good|a solid|a full|maybe|only)?\s*"
    rf"(?:{number_range('zh')}(?P<zhmore>多|来|几|余)?\s?(?P<zhu>{ZH_UNIT})"
    rf"(?P<half>半)?(?P<after>都?(?:还?不到|没有|还?没到|还?没满)|以下|以内|之内|内)?(?P<over>多|出头|以上"
    rf"|往上|\+|起步)?"
    rf"|\b{number_range('en')}(?P<ish>\+|-?ish|-odd| odd| plus| some)?(?: an?| of)?"
    rf"(?:[ -]?(?:good|solid|full|whole|long|(?P<open>trading)|calendar|short|more)?[ -]?(?P<enu>{EN_UNIT})"
    rf"|(?P<enu2>{SHORT_UNIT}))(?![a-z])(?P<enhalf> and (?:a half|a bit))?(?P<ortwo> or (?:two|three|four)\b)?"
    rf"(?P<plus> ?\+| plus| or more| and change| and counting|\s?(?:多|出头))?)",
    re.IGNORECASE | re.ASCII,
)
_PART = lazy_pattern(
    rf"(?:(?P<n>three|an?|one|two|3)?[ -]?(?P<part>quarters?|thirds?|half|halves))(?: of)?(?: an?"
    rf"|-)? ?(?P<unit>{EN_UNIT})\b",
    re.IGNORECASE | re.ASCII,
)
_PARTS = {"q": 0.25, "t": 1 / 3, "h": 0.5}
_NTH = lazy_pattern(
    r"(?:进入?)?第(?P<zh>[一二三四五六七八九十]{1,2}|\d{1,2})个?年(?:头)?(?![级限])"
    r"|\b(?:my |in my |into my |on my )?(?P<en>(?<=my )first|second|third|fourth|fifth|sixth|seventh|eighth"
    r"|ninth|tenth|\d{1,2}(?:st|nd|rd|th)) year\b(?=$| (?:now|in|of|at|doing|trading))",
    re.IGNORECASE | re.ASCII,
)
_NTH_MONTH = lazy_pattern(
    r"第[一二三四五六七八九十\d]{1,2}个月|\b(?:my|in my|into my|on my) (?:first|second|third|fourth|fifth|sixth"
    r"|\d{1,2}(?:st|nd|rd|th)) month\b",
    re.IGNORECASE | re.ASCII,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
# "10% a year", 一年七八个点: no length of its own.
_A_YEAR = r"(?:每一?个?[年月]|(?<!十)一个?[年月]|(?<![一二两三四五六七八九十半几\d])年化?)"
_YEARLY = lazy_pattern(
    rf"{_A_YEAR}(?:能?[赚有涨到]|收益|回报|\s)?(?:{NUMBER})[^,，。]{{0,4}}(?:%|个(?:百分)?点|成)"
    rf"|(?:%|percent|per cent|pct|个(?:百分)?点|成)\s?(?:(?:an?|per|each|every|/|in an?)\s?(?:year|yr|annum"
    rf"|month|quarter|week|day)\b|{_A_YEAR})",
    re.IGNORECASE | re.ASCII,
)
_QUARTER = re.compile(r"quarter$|^half$", re.IGNORECASE | re.ASCII)  # of a year, or of the money
_BESIDE = re.compile(r"(?:那|give or take|plus or minus|停过?了?|歇了?|误差)\s*$", re.IGNORECASE | re.ASCII)
_TO = re.compile(r"\s*(?:to|or|-|到|至|或者?)\s*(?:maybe |perhaps |about |even |可能)?", re.IGNORECASE)
_SHORT_OF = re.compile(r"(?:还?差|离)\s*(?:了|个|着)?\s*$")
_WAITS = lazy_pattern(
    r"等(?:我|一?下|会|你|(?:几|两|\d+)分钟)|稍等|\b(?:gimme|give me|just a|wait|hang on|hold on|back in"
    r"|in an|remind me in)"
    r" (?:an? |few |couple of )*(?:secs?|seconds?|minutes?|mins?|mo|moment|hour)\b|^(?:one|a|half a|two"
    r"|five) (?:secs?|mo|moment)\b"
    r"|^等(?:几|两|\d+)分钟",
    re.IGNORECASE | re.ASCII,
)


@lru_cache(_CLAUSES)
def lengths(text: str) -> tuple[StatedAmount, ...]:
    """Rates, shares and dates left out; a little less where "not quite" stands before it."""
    spans = [(each.start, each.end) for each in rates(text)]
    spans += [(each.start, each.end) for each in shares(text) if not _QUARTER.search(text[each.start : each.end])]
    spans += [match.span() for match in _YEARLY.finditer(text)]
    firm = [*_nths(text), *_nth_months(text), *_parts(text)]
    spans += [(each.start, each.end) for each in firm]
    found = [_length(match) for match in islice(_LENGTH.finditer(text), _SOME) if not _is_no_length(match)]
    alone = [each for each in found if not any(each.overlaps(*span) for span in spans)]
    ordered = sorted([*alone, *firm], key=lambda each: each.start)[:_MOST]
    return tuple(_short_of(text, _joined(text, ordered)))


def asks_to_wait(text: str) -> bool:
    """ "One sec", 等我两分钟: a length of waiting, and none of trading."""
    return _WAITS.search(text) is not None


def _length(match: re.Match[str]) -> StatedAmount:
    groups = match.groupdict()
    to = groups["zh2"] or groups["en2"] or (groups["ortwo"] or "").removeprefix(" or ") or None
    count = counted(groups["zh"] or groups["en"], to)
    unit = days_of(groups["zhu"] or groups["enu"] or groups["enu2"]) * (
        1.45 if groups["open"] and count.low > 5 else 1.0
    )
    more = 0.5 if groups["half"] or groups["enhalf"] else 0.0
    if groups["less"] or groups["after"]:
        factor = 1 - _A_LITTLE
    elif any(groups[name] for name in ("more", "zhmore", "over", "plus")) or groups["ish"] in ("+", " plus", "-odd"):
        factor = 1 + _A_LITTLE
    else:
        factor = 1.0
    low, high = ((value + more) * unit * factor for value in (count.low, count.high))
    return StatedAmount(low, match.start(), match.end(), count.vague, high)


def _nths(text: str) -> Iterator[StatedAmount]:
    """Who is in the third year has two years and not yet three."""
    for match in _NTH.finditer(text):
        word = (match["en"] or "").lower()
        number = counted(match["zh"]).low if match["zh"] else _ORDINALS.index(word) + 1 if word in _ORDINALS else 0
        number = number or float(re.sub(r"\D", "", word))
        yield StatedAmount((number - 1) * YEAR, *match.span(), most=number * YEAR * (1 - _A_LITTLE))


def _nth_months(text: str) -> Iterator[StatedAmount]:
    """Who is in a month that is counted has traded for months."""
    for match in _NTH_MONTH.finditer(text):
        yield StatedAmount(0.1 * YEAR, *match.span(), most=0.9 * YEAR)


def _parts(text: str) -> Iterator[StatedAmount]:
    """A quarter of an hour, half a century."""
    for match in _PART.finditer(text):
        count = counted(match["n"]).low if match["n"] else 1.0
        if text[: match.start()].lower().endswith("and "):
            continue
        less = (1 - _A_LITTLE) if _BEFORE_LESS.search(text[: match.start()]) else 1.0
        days = less * count * _PARTS[match["part"][0].lower()] * days_of(match["unit"])
        yield StatedAmount(days, *match.span(), most=days)


def _is_no_length(match: re.Match[str]) -> bool:
    """2019年 is no length, 22年底 and 一日游 neither; who is 40 years old says nothing of trading."""
    after = match.string[match.end() : match.end() + 12]
    return (
        bool(
            match["zhu"] == "年"
            and re.fullmatch(r"(?:19|20)\d\d|[一二]?[〇零九][〇零一二三四五六七八九]{1,3}", match["zh"])
        )
        or bool(
            re.match(r"[ -]?old\b| (?:off|short of|shy of|away from)\b|岁|级|[ -]?(?:lows?|highs?)\b|线(?!上)", after)
        )
        or bool(_BESIDE.search(match.string[max(0, match.start() - 16) : match.start()]))
        or match["zh"] in ("多", "数")
        or bool(match["enu2"] and not match["en"][0].isdigit())
    )


def _joined(text: str, found: list[StatedAmount]) -> list[StatedAmount]:
    """三年零两个月 is one length, and so are "a year and two months" and "six months to a year"."""
    joined: list[StatedAmount] = []
    for each in found:
        last = joined[-1] if joined else None
        if last and last.high < each.value and _TO.fullmatch(text[last.end : each.start]):
            joined[-1] = StatedAmount(last.value, last.start, each.end, last.vague or each.vague, each.high)
        elif last and each.high < last.value and re.fullmatch(r"\s*(?:零|又|and|,)?\s*", text[last.end : each.start]):
            joined[-1] = StatedAmount(last.value + each.value, last.start, each.end, last.vague, last.high + each.high)
        else:
            joined.append(each)
    return joined


def _short_of(text: str, found: list[StatedAmount]) -> Iterator[StatedAmount]:
    """差两个月三年 is two months less than three years; 还差几个月 alone is no length."""
    for at, each in enumerate(found):
        if _SHORT_OF.search(text[: each.start]):
            continue
        before = found[at - 1] if at else None
        is_short = before is not None and before.high < each.value and _SHORT_OF.search(text[: before.start])
        less = (before.high if before and is_short else 0.0) or 0.0
        yield StatedAmount(each.value - less, each.start, each.end, each.vague, each.high - less) if is_short else each
