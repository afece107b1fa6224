"""How often, in times a trading day: 一周两三回, "three evenings a week", every 20 minutes, two days of five."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from packages.domain.conversation.understanding.amounts.numerals import EN, ZH, counted, number_range
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.amounts.units import EN_UNIT, ZH_UNIT, trading_days_of
from packages.domain.evidence.patterns import lazy_pattern

_CLAUSES = 64  # that are remembered
_MOST, _SOME = 5, 12
_OFTEN_IN_A_MONTH = 15  # from here on a month has as many days as the market is open
_ZH_FILL = (
    r"(?:里|内|就|来|个|做|交易|操作|出手|动手?|搞|弄|开|下|大概|大约|左右|也就|最多|顶多|撑死|能|差不多"
    r"|平均|给我|只|才|它|那么"
    r"|可能|估计|有|买卖|要|至少|起码|少说|不超过|挑|碰上?|点|推|拉|跑|来回|上|抓|调|咬|赶|薅|吃|等|出|刚好"
    r"|up to|trade|fill"
    r"|\s){0,5}"
)
_WHAT_ZH = (
    r"次|笔|回|单|趟|把|手|下|个?机会|trades?|times?|枪|场|遍|顿|注|发|轮|转|口|只|条|节|练|根|entry"
    r"|entries|setups?|signals?|天"
    r"|个?晚上|个(?![%百点月])|(?=$|吧|就|,)"
)
_ZH_TIMES = rf"{number_range('times')}(?:左右|来|多)?\s?个?(?:{_WHAT_ZH})"
_ZH_WHEN = r"天|日|个?交易日|周(?!末|岁|年)|个?星期|个?礼拜|个?月|个?季度|年|个?小时|分钟"
_ZH_RATE = lazy_pattern(
    rf"(?:(?:每一?|(?<!隔)一|1|平均|天(?=天))(?P<unit>{_ZH_WHEN})|(?:per|each|every|a) (?P<enunit>day|week"
    rf"|month)|(?P<ly>weekly|daily|monthly)){_ZH_FILL}{_ZH_TIMES}",
    re.IGNORECASE | re.ASCII,
)
_ZH_TURNED = lazy_pattern(rf"{_ZH_TIMES}(?:每|一|/)(?P<unit>{_ZH_WHEN})", re.IGNORECASE | re.ASCII)
_ZH_EVERY = lazy_pattern(
    rf"(?:每隔?|隔)?(?P<units>{ZH})(?:(?:到|至|-)(?P<units2>{ZH}))?(?:来"
    rf"|多)?(?P<unit>{ZH_UNIT})(?:左右)?(?:做|交易|操作|来"
    rf"|才|出手|买卖|动|碰|咬|就?去|打|出)*(?P<times>一)(?:次|笔|回|单|个来回|趟|口|把)"
)
_ZH_EVERY_SHORT = lazy_pattern(rf"(?:每隔?|隔)(?P<units>{ZH})(?P<unit>分钟|个?小时|个?钟头?)", re.IGNORECASE | re.ASCII)
_ZH_OF_DAYS = lazy_pattern(
    rf"(?P<units>{ZH}|每七)个?(?P<unit>交易日|天)(?:里|内|中|里头|做|出手|交易|挑"
    rf"|\s)+{number_range('times', ZH)}(?:天|次|笔|回|单)",
    re.IGNORECASE | re.ASCII,
)
_OF = r"(?: of)?"
_NO_TIMES = (
    r"(?:%|percent|per cent|pct|points?|bucks|dollars|quid|grand|k|hours?|minutes?|mins?|weeks?|months?"
    r"|years?|pounds?|bit|little|fifth|quarter|third|half|tenth)"
)
_WHAT = rf"(?: (?!{_NO_TIMES}\b)(?:[a-z-]+ )?(?!{_NO_TIMES}\b|an?\b|per\b|over\b|under\b)[a-z-]+)?"
_EN_WHEN = r"hour|day|session|week|wk|fortnight|month|mo|quarter|year|yr"
_EN_RATE = lazy_pattern(
    rf"(?<![$€£¥\d.])(?:(?P<more>\b(?:more than|over) )|(?P<less>\b(?:less than|fewer than|under) ))?"
    rf"\b(?!half\b)(?:(?P<times>{EN})(?:ish|\+|-plus| plus)?(?: ?(?:-|to|or) ?(?P<times2>{EN}))?(?: or so"
    rf"| or more)?){_OF}{_WHAT}x?"
    rf"(?: (?:at most|max|tops|or so|maybe|maximum))?,? ?"
    rf"(?:(?:an?|per|each|every|in an?|in the|/|the) ?(?P<unit>{_EN_WHEN})|(?P<ly>daily|weekly|monthly|yearly|annually)"
    rf"|(?<=\dx) (?P<bare>week|day|month))\b(?! (?:trader|trade|trading|old))",
    re.IGNORECASE | re.ASCII,
)
_EN_OF_DAYS = lazy_pattern(
    rf"\b(?P<times>{EN})(?: \w+)?? (?:in|out of) (?:every |an? |the )?(?P<units>{EN})[- ](?P<unit>days?"
    rf"|sessions?|weekdays)\b",
    re.IGNORECASE | re.ASCII,
)
_EN_EVERY = lazy_pattern(
    rf"\b(?:every|once every|each) (?P<units>{EN})(?: ?(?:-|to|or) ?(?P<units2>{EN}))?{_OF} ?(?P<unit>{EN_UNIT})\b",
    re.IGNORECASE | re.ASCII,
)
_LY = {"daily": "day", "weekly": "week", "monthly": "month"}


@lru_cache(_CLAUSES)
def rates(text: str) -> tuple[StatedAmount, ...]:
    """In the order in which they stand; what stands within a longer one is no rate of its own."""
    found = [each for each in _every_rate(text) if each.value > 0]
    kept: list[StatedAmount] = []
    for each in sorted(found, key=lambda rate: (rate.start - rate.end, rate.start)):
        if not any(other.overlaps(each.start, each.end) for other in kept):
            kept.append(each)
    return tuple(sorted(kept, key=lambda rate: rate.start)[:_MOST])


def _every_rate(text: str) -> Iterator[StatedAmount]:
    for pattern in (_ZH_RATE, _ZH_TURNED, _EN_RATE):
        yield from (_rate(match) for match in islice(pattern.finditer(text), _SOME))
    for pattern in (_ZH_EVERY, _ZH_EVERY_SHORT, _EN_EVERY):
        yield from (_every(match) for match in islice(pattern.finditer(text), _SOME))
    for pattern in (_ZH_OF_DAYS, _EN_OF_DAYS):
        yield from (_of_days(match) for match in islice(pattern.finditer(text), _SOME))


def _rate(match: re.Match[str]) -> StatedAmount:
    groups = match.groupdict()
    named = groups["unit"] or groups.get("enunit") or groups.get("bare")
    days = trading_days_of(named or _LY.get((groups.get("ly") or "").lower(), "year"))
    count = counted(groups["times"], groups.get("times2"))
    is_bare = re.search(rf"(?:{re.escape(groups['times'])}|左右|来|多)$", match[0])
    if groups["times"] in ("半", "多") or (is_bare and named and (named.endswith("年") or groups["times"] == "几")):
        return StatedAmount(0.0, *match.span())  # 一年半
    if days == trading_days_of("month") and count.low > _OFTEN_IN_A_MONTH:
        days = 21.0
    more = 1.3 if groups.get("more") else 0.8 if groups.get("less") else 1.0
    return StatedAmount(count.low / days * more, match.start(), match.end(), count.vague, count.high / days * more)


def _every(match: re.Match[str]) -> StatedAmount:
    """Once in so many days."""
    groups = match.groupdict()
    days = trading_days_of(groups["unit"])
    count = counted(groups["units"], groups.get("units2"))
    skipped = 1.0 if match[0].lstrip("每").startswith("隔") and days == 1 else 0.0  # 隔一天 is every other day
    low, high = ((max(units, 0.01) + skipped) * days for units in (count.low, count.high))
    return StatedAmount(1 / high, match.start(), match.end(), count.vague, 1 / low)


def _of_days(match: re.Match[str]) -> StatedAmount:
    """Three days of five."""
    groups = match.groupdict()
    of = 5.0 if groups["units"] == "每七" else max(counted(groups["units"]).low, 1.0)
    count = counted(groups["times"], groups.get("times2"))
    of = of * 26 / 30 if of >= 28 else of
    return StatedAmount(count.low / of, match.start(), match.end(), count.vague, count.high / of)
