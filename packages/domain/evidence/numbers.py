"""The numbers that a text states, with units, signs and tags, and whether one is the number of a row."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.derivations import TAG, Citation, Cited, Form, citations_behind
from packages.domain.evidence.numerals import InWords, numbers_in_words
from packages.domain.evidence.passages import blanked
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.units import ENDING, PER_SHARE, PREFIX, SCALE, WrittenUnit, written_unit

_NUMBER = lazy_pattern(
    rf"(?P<sign>[-+])?(?:(?P<prefix>{PREFIX})\s?(?P<inner>[-+])?)?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,30}(?:\.\d{1,30})?)"
    rf"\s?(?P<scale>{SCALE})?\s?(?P<ending>{ENDING})?\s?(?P<share>{PER_SHARE})?"
)
_ABOUT = lazy_pattern(
    r"(?:(?P<over>超过?|逾|高达|突破|\bover|\bmore than|\babove|\bexceed(?:s|ed|ing)?)"
    r"|(?P<under>近|不足|不到|接近|\bnearly|\balmost|\bless than|\bunder|\bclose to)"
    r"|(?P<about>约为?|大约|大致|左右|\b(?:about|around|roughly|approximately|some)|(?<![\]\d%])(?<![\]\d%] )~))\s?$",
    re.IGNORECASE,
)
_LEFT = r"(?<![0-9A-Za-z])(?<!\d[.,])"
_NOT_NUMBERS = (
    r"https?://[^\s\]\u4e00-\u9fff]+",
    TAG.pattern,
    rf"{_LEFT}\d{{6}}\.(?:SZ|SH|BJ)\b",
    r"^[\s#>*-]*(?:\d{1,2}(?:\.\d{1,2})*(?:[.)](?!\d)|、)|\(\d{1,2}\)|\d{1,2}(?:\.\d{1,2})+\s(?!\d))",
    r"(?<=[,;。:\s])\(?\d{1,2}\)(?!\s?\[)",
    r"\b(?:section|chapter|part|step|phase|figure|table|note|point|item)\s\d{1,2}(?![\d.%]*\d|%)",
    r"(?:\d{1,3}\s?日?\s?[、/和与]\s?)+\d{1,3}\s?日(?=均|线|移动)",
    rf"{_LEFT}(?:MA|EMA|SMA|RSI|ADX|ATR|VWAP|OBV|KDJ|MACD|BOLL|DMI|CCI)[-_ ]?\d{{1,3}}(?![\d.,]*\d|\s?[%倍\[])",
    r"(?<=[A-Za-z带线])\s?\(\d{1,3}(?:[/,、]\s?\d{1,3}){1,2}\)",
    r"(?<=[A-Z])\s?\(\d{1,3}\)(?!\s?\[)",
    r"第\s?[\d一二三四五六七八九十]+\s?(?:季度|大|位|名|项|个|条|点|步)?",
    r"(?<![\dA-Za-z-])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d.%]|\s?(?:[亿万元倍\[]|(?:million|billion|[bm]n|times|x)\b))",
    rf"{_LEFT}\d{{1,3}}-(?:day|week|month|year|quarter|bar|period|session|minute)s?(?![a-z])",
    r"(?:近|过去|最近|未来|此前|滚动|前|后)\s?\d{1,3}\s?(?:个)?(?:交易日|日|周|月|年|季度)",
    rf"{_LEFT}\d{{1,3}}\s?(?:个)?(?:交易日|日|周|月|年|季度)(?=均|线|[涨跌升降]|收益|回报|累计|振幅|动量|高点|低点|新高|新低|最高|最低|分位|移动|内|以来|窗口|区间)",
    r"(?:past|last|next|trailing|previous|coming|within|prior)\s(?:the\s)?\d{1,3}\s(?:trading\s)?(?:day|week|month|year|quarter|session)s?",
    r"每\s?\d{1,3}\s?股(?=派|送|转|分)",
    rf"{_LEFT}\d{{1,3}}\s?[日天周](?=\s?(?:RSI|ADX|ATR|KDJ|MACD|EMA|MA\b|VWAP|布林))",
    r"(?<![\d.])\d{1,2}日(?=收盘|晚|公告|起|前|发布|召开|早|盘|收|[,;。])",
    r"(?:in|over|past|last)\s\d{1,3}\s(?:trading\s)?sessions",
    rf"{_LEFT}\d{{1,3}}\s?-?d?ma\b",
    rf"{_LEFT}\d{{1,2}}(?:st|nd|rd|th)[- ](?:quarter|half|year|month|straight|consecutive|successive)",
    rf"{_LEFT}[2-6](?:G|D)(?![A-Za-z])",
    rf"{_LEFT}\d{{1,2}}nm(?![A-Za-z])",
)
# `-16.4% over 60 days[E24]`: how long, behind how much.
_HOW_LONG = lazy_pattern(
    r"[%xX倍]\s?(?:\[[^\]]*\]\s?)*(?:[a-z' ]{0,24}\s)?(?:in|over|within|across)\s(?:the\s)?"
    r"(?P<time>\d{1,3}\s(?:trading\s)?(?:days|weeks|months|sessions|quarters|years))\b"
)
_SKIPPED = lazy_pattern("|".join(f"(?:{pattern})" for pattern in _NOT_NUMBERS), re.MULTILINE | re.IGNORECASE)
# Behind these a dash joins two things, as in a range: it is no minus.
_JOINS = lazy_pattern(r"[0-9A-Za-z\])%]")
_GLUED = lazy_pattern(r"[A-Za-z]-?$")


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A number as it stands in a text. `end`: behind its unit; `stop`: behind its tags. `step`: the worth of its last
    digit. `about`: over, under or about, when the words before say so."""

    start: int
    end: int
    stop: int
    text: str
    value: Decimal
    step: Decimal
    unit: WrittenUnit
    signed: bool
    about: str
    citations: tuple[Citation, ...]


def stated_numbers(text: str, hidden: Iterable[tuple[int, int]] = ()) -> list[StatedNumber]:
    """Of a folded text, in order; `hidden` are stretches (periods, names) whose digits are no statements."""
    skipped = [match.span() for match in _SKIPPED.finditer(text)]
    skipped += [match.span("time") for match in _HOW_LONG.finditer(text)]
    bare = blanked(text, skipped + list(hidden))
    found = [stated for match in _NUMBER.finditer(bare) if (stated := _in_digits(text, match))]
    found += [_in_words(text, words) for words in numbers_in_words(bare)]
    return sorted(found, key=lambda stated: stated.start)


def _in_digits(text: str, match: re.Match[str]) -> StatedNumber | None:
    digits = match["digits"].replace(",", "")
    unit = written_unit(match["prefix"], match["scale"], match["ending"], match["share"])
    joined = match["sign"] is not None and _JOINS.match(text, max(match.start() - 1, 0)) is not None
    sign = match["inner"] if joined else match["sign"] or match["inner"]
    start = match.start() + joined
    end = match.start() + len(match.group().rstrip())
    cited, stop = citations_behind(text, end)
    if not cited and _is_name(text, match, unit):
        return None
    step = Decimal(1).scaleb(-len(digits.partition(".")[2]))
    value = -Decimal(digits) if sign == "-" else Decimal(digits)
    return StatedNumber(start, end, stop, text[start:end], value, step, unit, bool(sign), _about(text, start), cited)


def _is_name(text: str, match: re.Match[str], unit: WrittenUnit) -> bool:
    """H20, GPT-4: a whole number that hangs on a letter, without unit and tag, belongs to a name."""
    digits = match["digits"]
    whole = digits.isdigit() and unit.dimension == "plain" and unit.scale == 1 and not match["prefix"]
    return whole and _GLUED.search(text, max(0, match.start("digits") - 2), match.start("digits")) is not None


def _in_words(text: str, words: InWords) -> StatedNumber:
    cited, stop = citations_behind(text, words.end)
    said, about = text[words.start : words.end], _about(text, words.start)
    return StatedNumber(words.start, words.end, stop, said, words.value, words.step, words.unit, False, about, cited)


def _about(text: str, start: int) -> str:
    match = _ABOUT.search(text, max(0, start - 16), start)
    return next((name for name, found in match.groupdict().items() if found), "") if match else ""


_HALF = Decimal("0.5000001")
# A round number with about or 约 in front of it may stand for a stretch that is this wide.
_ROUGHLY = Decimal("0.10")
_UNIT_SLIPS = frozenset({2, 3, 4, 5, 6, 8})


def same_amount(stated: StatedNumber, value: Decimal) -> bool:
    """Regardless of sign. Over and under (超 12 亿, nearly 13 billion) reach a whole step to their side."""
    scale = stated.unit.scale
    said, meant, step = abs(stated.value) * scale, abs(value), stated.step * scale
    if abs(said - meant) <= step * _HALF:
        return True
    if not stated.about:
        return False
    reach = max(step, min(_roundness(stated) * scale, said * _ROUGHLY))
    if stated.about == "over":
        return 0 <= meant - said < reach
    if stated.about == "under":
        return 0 <= said - meant < reach
    return abs(said - meant) <= reach * _HALF


def same_as_cited(stated: StatedNumber, found: Cited, value: Decimal) -> bool:
    """Who takes the difference of two percentages has seen them with one place each."""
    if same_amount(stated, value):
        return True
    shown = [(row.value or Decimal(0)).quantize(_SHOWN) for row in found.rows]
    return found.form is Form.DIFFERENCE and found.unit == "pp" and same_amount(stated, shown[0] - shown[1])


_SHOWN = Decimal("0.001")


def _roundness(stated: StatedNumber) -> Decimal:
    """The worth of the last digit that is not a zero: 100 of 1200, a tenth of 12.0."""
    if stated.step < 1 or not stated.value:
        return stated.step
    return Decimal(1).scaleb(int(stated.value.normalize().as_tuple().exponent))


def off_by_unit(stated: StatedNumber, value: Decimal) -> bool:
    """Whether the digits are right and only 万, 亿, million, % or bp are not."""
    said = abs(stated.value * stated.unit.scale)
    if not said or not value:
        return False
    power = (said / abs(value)).log10()
    near = power.to_integral_value()
    return abs(int(near)) in _UNIT_SLIPS and abs(power - near) < Decimal("0.01")
