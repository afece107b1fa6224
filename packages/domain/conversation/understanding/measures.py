"""Amounts in a person's words: how long, how often, how many percent."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from packages.domain.conversation.understanding.counts import EN, ZH, counted
from packages.domain.evidence.patterns import lazy_pattern

_CLAUSES = 64  # that are remembered
_MOST = 5
_SOME = 12
_ZH_UNIT = (
    r"秒钟?|分钟|个?小时|个?钟头?|天|日(?![线内])|个?交易日|周|个?星期|个?礼拜|个月|(?<=[俩仨几])月|个?季度|个?年头|年"
)
_EN_UNIT = (
    r"seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|sessions?|weeks?|wks?|fortnights?|months?|mths?|mos?"
    r"|quarters?|years?|yrs?|decades?"
)
_SHORT_UNIT = r"y|yr|w|wk|d|h|hr|min|mo"  # right behind a number: 2y, 3d
_DAYS = {
    "second": 1 / 86_400, "sec": 1 / 86_400, "秒": 1 / 86_400, "min": 1 / 1440, "分": 1 / 1440, "hour": 1 / 24,
    "hr": 1 / 24, "小时": 1 / 24, "钟": 1 / 24, "day": 1.0, "night": 1.0, "session": 1.0, "天": 1.0, "日": 1.0,
    "交易日": 1.0, "week": 7.0, "wk": 7.0, "周": 7.0, "星期": 7.0, "礼拜": 7.0, "fortnight": 14.0, "mo": 30.4,
    "mth": 30.4, "月": 30.4, "quarter": 91.3, "季度": 91.3, "year": 365.25, "yr": 365.25, "年": 365.25,
    "decade": 3652.5, "年头": 365.25, "y": 365.25, "w": 7.0, "d": 1.0, "h": 1 / 24,
}  # fmt: skip
_LESS = (
    r"差一?点|不到|不足|没到|未满|不满|少于|小于|低于|快到?|将近|接近|近|小于|最多|顶多|不超过|没几"
    r"|less than|fewer than|under|below"
    r"|almost|nearly|not quite|not yet|not even|(?:just )?shy of|close to|coming up (?:on|to)|approaching|going on"
    r"|getting on for|within|up to|at most|(?:no|not) more than|no longer than|<"
)
_MORE = r"超过|多于|至少|起码|少说也?有?|不止|over|more than|at least|above|past|just over|north of|>"
_LENGTH = lazy_pattern(
    rf"(?:(?P<less>{_LESS})|(?P<more>{_MORE}))?\s*(?:有|满|about|around|like|for|roughly|a good|a solid|a full)?\s*"
    rf"(?:(?P<zh>{ZH})(?:(?:到|至|-|、)(?P<zh2>{ZH}))?(?P<zhmore>多|来|几)?\s?(?P<zhu>{_ZH_UNIT})"
    rf"(?P<half>半)?(?P<after>都?(?:不到|没有|没到|没满)|以下|以内|之内|内)?(?P<over>多|出头|以上|往上|\+|起步)?"
    rf"|\b(?P<en>{EN})(?:\s?(?:-|to|or|and|/)\s?(?P<en2>{EN}))?(?P<part> and a half| 1/2|\.5)?"
    rf"(?P<ish>\+|-?ish|-odd| odd| plus| some)?(?: an?| of)?"
    rf"(?:[ -]?(?:good|solid|full|whole|long|trading|calendar|short|more)?[ -]?(?P<enu>{_EN_UNIT})"
    rf"|(?P<enu2>{_SHORT_UNIT}))\b"
    rf"(?P<enhalf> and a half)?(?P<ortwo> or (?:two|three|four)\b)?(?P<plus> ?\+| plus| or more"
    rf"| and change| and counting)?)",
    re.IGNORECASE,
)
_ZH_FILL = (
    r"(?:里|内|就|来|个|做|交易|操作|出手|动手?|搞|弄|开|下|大概|大约|左右|也就|最多|顶多|能|差不多|平均"
    r"|可能|估计|有|买卖|要|至少|不超过"
    r"|\s){0,5}"
)
_ZH_TIMES = (
    rf"(?P<times>{ZH}|several|multiple|few)(?:(?:到|至|-|、)(?P<times2>{ZH}))?\s?个?(?:次|笔|回|单|趟|把"
    rf"|手|下|个?机会|trades?|times?)"
)
_ZH_WHEN = r"天|日|个?交易日|周|个?星期|个?礼拜|个?月|个?季度|年"
_ZH_RATE = lazy_pattern(
    rf"(?:(?:每一?|一|1|平均|天(?=天))(?P<unit>{_ZH_WHEN})|(?:per|each|every|a) (?P<enunit>day|week"
    rf"|month)){_ZH_FILL}{_ZH_TIMES}",
    re.IGNORECASE,
)
_ZH_TURNED = lazy_pattern(rf"{_ZH_TIMES}(?:每|一|/)(?P<unit>{_ZH_WHEN})", re.IGNORECASE)
_ZH_EVERY = lazy_pattern(
    rf"(?:每隔?|隔)?(?P<units>{ZH})(?:(?:到|至|-)(?P<units2>{ZH}))?(?P<unit>{_ZH_UNIT})(?:做|交易|操作|来"
    rf"|才|出手|买卖|动)?"
    rf"(?P<times>一)(?:次|笔|回|单|个来回)"
)
_OF = r"(?: of)?"
_WHAT = (
    r"(?: (?:good |new |solid )?(?:times|time|trades?|signals?|orders?|x|setups?|positions?|entries|deals?"
    r"|ideas?|shots?))?"
)
_EN_RATE = lazy_pattern(
    rf"(?<![$€£¥\d.])(?P<more>\b(?:more than|over) )?"
    rf"\b(?!half|an? )(?P<times>{EN})\+?(?: ?(?:-|to|or) ?(?P<times2>{EN}))?(?: or so)?{_OF}{_WHAT}x?"
    rf"(?: (?:at most|max|tops|or so|maybe|maximum))? ?"
    rf"(?:(?:an?|per|each|every|in an?|/) ?(?P<unit>day|session|week|wk|fortnight|month|mo|quarter|year|yr)"
    rf"|(?P<ly>daily|weekly|monthly|yearly|annually))\b",
    re.IGNORECASE,
)
_EN_EVERY = lazy_pattern(
    rf"\b(?:every|once every|each) (?P<units>{EN})(?: ?(?:-|to|or) ?(?P<units2>{EN}))?{_OF} ?(?P<unit>{_EN_UNIT})\b",
    re.IGNORECASE,
)
_FRACTIONS = {
    "一半": 0.5, "腰斩": 0.5, "三分之一": 0.333, "四分之一": 0.25, "五分之一": 0.2, "三分之二": 0.667, "half": 0.5,
    "a third": 0.333, "one third": 0.333, "a quarter": 0.25, "one quarter": 0.25, "a fifth": 0.2, "a tenth": 0.1,
    "two thirds": 0.667, "everything": 1.0, "it all": 1.0, "亏光": 1.0, "归零": 1.0,
}  # fmt: skip
_PERCENT = lazy_pattern(
    rf"(?P<n>{EN})(?: ?%?(?:-|to|or|到|至) ?(?P<n2>\d{{1,6}}(?:\.\d+)?|{EN}))? ?(?:%|percent\b|per cent\b"
    rf"|pct\b|个(?:百分)?点)"
    rf"|(?P<z>{ZH})(?:(?:到|至|-)(?P<z2>{ZH}))?(?:%|个(?:百分)?点)|百分之(?P<zh>{ZH})(?:到(?P<zh2>{ZH}))?"
    rf"|(?P<tenths>[一二两三四五六七八九]{{1,2}})成(?P<more>[一二三四五六七八九半])?(?![长为本交熟了就])",
    re.IGNORECASE,
)
_FRACTION = lazy_pattern(
    rf"(?<!and a )(?:{'|'.join(sorted(map(re.escape, _FRACTIONS), key=len, reverse=True))})(?! an? |-)", re.IGNORECASE
)
# "10% a year", 一年七八个点: no length of its own.
_A_YEAR = r"(?:每一?个?[年月]|一个?[年月]|年化?)"
_YEARLY = lazy_pattern(
    rf"{_A_YEAR}(?:能?[赚有涨到]|收益|回报|\s)?(?:{ZH})[^,，。]{{0,4}}(?:%|个(?:百分)?点|成)"
    rf"|(?:%|percent|per cent|个(?:百分)?点|成)\s?(?:(?:an?|per|each|every|/|in an?)\s?(?:year|yr|annum"
    rf"|month)\b|{_A_YEAR})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SpokenAmount:
    """From `value` to `most`, with the place in the text where it stands; `vague` when it was only "a few"."""

    value: float
    start: int
    end: int
    vague: bool = False
    most: float = 0.0

    @property
    def high(self) -> float:
        return max(self.value, self.most)


@lru_cache(_CLAUSES)
def lengths(text: str) -> tuple[SpokenAmount, ...]:
    """How long, in days, rates and dates left out; a little less where "not quite" stands before it."""
    spans = [(amount.start, amount.end) for amount in rates(text)]
    spans += [match.span() for match in _PERCENT.finditer(text)]
    spans += [match.span() for match in _YEARLY.finditer(text)]
    found = [_length(match) for match in islice(_LENGTH.finditer(text), _SOME) if not _is_no_length(match)]
    alone = [each for each in found if not any(start < each.end and each.start < end for start, end in spans)]
    return _few(_joined(text, alone))


@lru_cache(_CLAUSES)
def rates(text: str) -> tuple[SpokenAmount, ...]:
    """How often, in times a trading day."""
    often = (_ZH_RATE, _ZH_TURNED, _EN_RATE)
    found = [(match, False) for pattern in often for match in islice(pattern.finditer(text), _SOME)]
    rare = [(match, True) for pattern in (_ZH_EVERY, _EN_EVERY) for match in islice(pattern.finditer(text), _SOME)]
    spans = [match.span() for match, _ in found]
    alone = [(match, True) for match, _ in rare if not any(s < match.end() and match.start() < e for s, e in spans)]
    return _few([_rate(match, is_every=is_every) for match, is_every in (*found, *alone)])


@lru_cache(_CLAUSES)
def percents(text: str) -> tuple[SpokenAmount, ...]:
    """As fractions."""
    found = [_percent(match) for match in islice(_PERCENT.finditer(text), _SOME)]
    parts = [
        SpokenAmount(_FRACTIONS[match[0].lower()], match.start(), match.end())
        for match in islice(_FRACTION.finditer(text), _SOME)
    ]
    return _few([*found, *parts])


def _few(found: list[SpokenAmount]) -> tuple[SpokenAmount, ...]:
    """Of many amounts in one clause nobody can tell which is meant."""
    return tuple(found) if len(found) <= _MOST else ()


def _length(match: re.Match[str]) -> SpokenAmount:
    groups = match.groupdict()
    to = groups["zh2"] or groups["en2"] or (groups["ortwo"] or "").removeprefix(" or ") or None
    count = counted(groups["zh"] or groups["en"], to)
    unit = _days(groups["zhu"] or groups["enu"] or groups["enu2"])
    more = 0.5 if groups["half"] or groups["enhalf"] or groups["part"] else 0.0
    if groups["less"] or groups["after"]:
        factor = 0.98
    elif any(groups[name] for name in ("more", "zhmore", "over", "plus")) or groups["ish"] in ("+", " plus", "-odd"):
        factor = 1.02
    else:
        factor = 1.0
    low, high = ((value + more) * unit * factor for value in (count.low, count.high))
    return SpokenAmount(low, match.start(), match.end(), count.vague, high)


def _is_no_length(match: re.Match[str]) -> bool:
    """2019年 is no length, 22年底 and 一日游 neither; who is 40 years old says nothing of trading."""
    after = match.string[match.end() : match.end() + 6]
    is_date = match["zhu"] == "年" and bool(
        re.fullmatch(r"(?:19|20)\d\d", match["zh"])
        or (
            re.match(r"(?:年?初|年?底|年?末|开始|入市|入的市|进来|进的|开的?户|大牛)", after)
            and re.fullmatch(r"\d\d", match["zh"])
        )
    )
    return (
        is_date
        or bool(re.match(r"[ -]?old\b|岁", after))
        or match["zh"] in ("多", "数")
        or bool(match["enu2"] and not match["en"][0].isdigit())
    )


def _joined(text: str, found: list[SpokenAmount]) -> list[SpokenAmount]:
    """三年零两个月 is one length, and so is "a year and two months"."""
    joined: list[SpokenAmount] = []
    for each in sorted(found, key=lambda amount: amount.start):
        last = joined[-1] if joined else None
        if last and each.high < last.value and re.fullmatch(r"\s*(?:零|又|and|,)?\s*", text[last.end : each.start]):
            joined[-1] = SpokenAmount(last.value + each.value, last.start, each.end, last.vague, last.high + each.high)
        else:
            joined.append(each)
    return joined


def _rate(match: re.Match[str], *, is_every: bool) -> SpokenAmount:
    groups = match.groupdict()
    unit = (
        groups["unit"]
        or groups.get("enunit")
        or {"daily": "day", "weekly": "week", "monthly": "month"}.get(groups["ly"].lower(), "year")
    )
    days = _trading_days(unit)
    if is_every:
        count = counted(groups["units"], groups.get("units2"))
        return SpokenAmount(1 / (count.high * days), match.start(), match.end(), count.vague, 1 / (count.low * days))
    count = counted(groups["times"], groups.get("times2"))
    more = 1.1 if groups.get("more") else 1.0
    return SpokenAmount(count.low / days * more, match.start(), match.end(), count.vague, count.high / days * more)


def _percent(match: re.Match[str]) -> SpokenAmount:
    parts = match.groupdict()
    if parts["tenths"]:
        count = counted(parts["tenths"])
        more = 0.5 if parts["more"] == "半" else counted(parts["more"]).low / 10 if parts["more"] else 0.0  # 一成五
        return SpokenAmount((count.low + more) / 10, match.start(), match.end(), most=(count.high + more) / 10)
    first = parts["n"] or parts["z"] or parts["zh"]
    count = counted(first, parts["n2"] or parts["z2"] or parts["zh2"])
    return SpokenAmount(count.low / 100, match.start(), match.end(), count.vague, count.high / 100)


def _days(unit: str) -> float:
    stem = unit.lower().removeprefix("个")
    if stem in _DAYS:
        return _DAYS[stem]
    return next(days for name, days in _DAYS.items() if (len(name) > 1 or not name.isascii()) and stem.startswith(name))


def _trading_days(unit: str) -> float:
    """A month is counted long, so that five times in it are still a few."""
    days = _days(unit)
    if days <= 1:
        return days
    return 26.0 if 30 <= days < 31 else days * 5 / 7
