"""Numbers without a unit, where the question tells what they are: "around 20" percent, "going on 4" years."""

import re
from collections.abc import Iterator

from packages.domain.conversation.understanding.amounts.numerals import EN, counted, number_range
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.evidence.patterns import lazy_pattern

_HEDGE = (
    r"(?:(?:about|around|roughly|maybe|like|i'?d say|say|probably|approximately|almost|between|just|only"
    r"|exactly|somewhere|hm+|uh+"
    r"|i guess|oh|well|so|think|i think|max(?:imum)?|min(?:imum)?|at|the|a|大概|大约|差不多|约|应该|估计"
    r"|最多|顶多|左右|嗯+|那|就)\W*)*"
)
_LESS = (
    r"(?P<less>under|less than|shorter than|below|shy of|sub|coming up (?:on|to)|going on|not quite|nearly|不到"
    r"|快|up to|不超过)"
)
_MORE = r"(?P<more>over|more than|longer than|above|north of|at least|超过|至少)"
_ALONE = lazy_pattern(
    rf"{_HEDGE}(?:(?:a (?:little|bit) |just |slightly )?(?:{_LESS}|{_MORE})[ -]?)?{_HEDGE}{number_range('n')}"
    rf"(?P<after>\+|-?ish| or so| plus|左右|多|来|封顶|起|\?)?(?: (?:i guess|maybe|max|tops|at most|and up"
    rf"|minimum|for sure|please))?"
    rf"(?:都行|吧|都可以|可以|之间|也行)?",
    re.IGNORECASE | re.ASCII,
)
_SAID_AS_SHARE = lazy_pattern(
    rf"(?:\b(?:minus|down|drawdown(?: of)?|drop of|compound(?:ing|s)? at|along at|over at|out at|averag\w+ at"
    rf"|at(?= ?(?:-|minus|about|around|like))|at(?= \d{{1,2}}(?!\d| ?(?:i|my|with)\b))|say|like"
    rf"|around|about|steady|stable"
    rf"|sustainable|consistent|returns?|need|want|makes?|be|(?<!\d )to|of|off|up to|max|between|beyond|that's|was"
    rf"|seen|so|does)\s?|[(:,]\s?|(?<![a-z\d])-|^(?=[\d to-]{{2,9}} (?:drawdown|down\b|loss|dip|hit))"
    rf"|回撤|年化|年均|收益|亏|跌|到|给我?|也得|都|抗|左右|约|赚|有个?|起码|至少)\s?"
    rf"(?:about |around |maybe |roughly |like |another |at least |no less than )?-?{number_range('n')}"
    rf"(?P<after>ish|\+| or so)?(?=$|[\s,.;!?)]|左右|以内|以上|可以|也|都|我|封顶|起|回撤|的|吧)"
    rf"(?! ?(?:%|percent|pct|pc|points?|years?|yrs?|months?|weeks?|days?|hours?|minutes?|times?|x\b|grand"
    rf"|k\b|bucks|quid|dollars|when|"
    rf"now|of \d|out of|and i|for the|in the|cents|trades?|am|pm|-?year|kids|million|thousand|hundred|年|个"
    rf"|倍|岁|万|块|天|次|点|成|月|周|分))",
    re.IGNORECASE | re.ASCII,
)
_A_YEAR = lazy_pattern(
    rf"{number_range('n')}(?:ish| or so)? (?:(?:an?|per|each|every) (?:year|yr|annum)|annually|yearly"
    rf"|each year|net\b|after fees|off\b"
    rf"|max\b|tops\b|minimum\b|off the top)",
    re.IGNORECASE | re.ASCII,
)
_MOST_OPTIONS = 4
_PARTS = tuple(each / 20 for each in range(2, 19))  # 0.35 of it; less is a percent, or nobody can tell
_NO_ANSWER = lazy_pattern(
    r"\b(?:i'?m|i am|aged?|since|in|born|it'?s been|retire\w*|stop working|wake up|kids|salary|mortgage)\b|out of"
    r"|on a scale|score|岁|今年|本金|c[1-5]\b"
    r"|r[1-5]\b",
    re.IGNORECASE | re.ASCII,
)


_NO_AGE = lazy_pattern(r"\b(?:i'?m|i am|aged?|turned|turning|old|%|percent)\b", re.IGNORECASE | re.ASCII)
_SCORE = lazy_pattern(r"\d\s?/\s?(?:10|5)\b|out of (?:10|ten)\b", re.IGNORECASE | re.ASCII)


_YEARS_IN_ALL = lazy_pattern(
    rf"\b(?:(?:actively trading|trading|real money|only|just|it's|it is|so|probably|more like|say|me it's|i've done"
    rf"|i have done|i've got|i have|i make it|call it|that makes it|i'm at) "
    rf"(?:only |just |about |for |maybe )?(?P<last>{EN})|(?P<sum>{EN}) (?:in total|total|overall|altogether"
    rf"|all told|by now))$",
    re.IGNORECASE | re.ASCII,
)


def years_in_all(text: str) -> Iterator[StatedAmount]:
    """Years at the end of a clause that are not called so: "but actively trading only two", "so four total"."""
    match = None if _NO_AGE.search(text) else _YEARS_IN_ALL.search(text.strip(" .!"))
    word = (match["last"] or match["sum"]) if match else None
    if match is None or word is None:
        return
    count = counted(word)
    if not count.vague and 1 < count.low < 60:
        yield StatedAmount(count.low, *match.span(), most=count.high)


def is_bare_number(text: str) -> bool:
    """Whether all of it is a number, with nothing that tells of what."""
    return _ALONE.fullmatch(text.strip(" .!")) is not None


def bare_years(text: str, *, may_be_option: bool = True) -> Iterator[StatedAmount]:
    """A clause that is a number: of years, unless it may be that of an option."""
    bare = _ALONE.fullmatch(text.strip(" .!"))
    if bare is None:
        return
    count = counted(bare["n"], bare["n2"])
    factor = 0.98 if bare["less"] else 1.02 if bare["more"] or bare["after"] in ("+", " plus") else 1.0
    is_option = may_be_option and bare[0] == bare["n"] and count.low <= _MOST_OPTIONS and count.low == int(count.low)
    if not is_option and not count.vague and count.low >= 0.2 and count.high < 80:
        yield StatedAmount(count.low * factor, *bare.span(), most=count.high * factor)


def bare_shares(text: str, *, parts: bool = True) -> Iterator[StatedAmount]:
    """Percents that are not called so: "20 a year", "minus 17", 年化七, "decent but sane, 8"."""
    if _SCORE.search(text):
        return
    words = text.strip(" .!)")
    alone = _ALONE.fullmatch(words)
    if alone:
        count = counted(alone["n"], alone["n2"])
        if alone[0] == alone["n"] and count.low <= _MOST_OPTIONS and count.low == int(count.low):
            return
        yield from _share(alone, parts=parts)
        return
    found = [*_A_YEAR.finditer(text)] or ([] if _NO_ANSWER.search(text) else [*_SAID_AS_SHARE.finditer(text)])
    if len(found) == 1:
        yield from _share(found[0], parts=parts)


def _share(match: re.Match[str], *, parts: bool) -> Iterator[StatedAmount]:
    count = counted(match["n"], match["n2"])
    if count.vague or re.search(r"^(?:an?|half|一|半)$", match["n"], re.IGNORECASE | re.ASCII):
        return
    low, high = (count.low, count.high) if count.low < 1 else (count.low / 100, count.high / 100)
    if count.low < 1 and not (parts and count.low in _PARTS):
        return
    if low > 0.005 and high <= 1.5:
        yield StatedAmount(low, match.start("n"), match.end(), most=high)
