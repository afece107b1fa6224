"""Numbers and days as people write them: `1,234.5`, `(3,000)`, `12.3亿`, `45%`, `2024/3/31`, `20240331`, `2024Q1`."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from packages.domain.market_data.sessions import day_is_over
from packages.domain.market_data.symbols import Market

_BLANK = {"", "-", "--", "—", "n/a", "na", "nan", "none", "null", "nil", "nat", "不适用", "无", "<na>"}
_SCALES = {
    "万亿": Decimal(10) ** 12, "亿": Decimal(10) ** 8, "百万": Decimal(10) ** 6, "万": Decimal(10) ** 4,
    "千": Decimal(10) ** 3, "trillion": Decimal(10) ** 12, "tn": Decimal(10) ** 12, "billion": Decimal(10) ** 9,
    "bn": Decimal(10) ** 9, "b": Decimal(10) ** 9, "million": Decimal(10) ** 6, "mn": Decimal(10) ** 6,
    "mm": Decimal(10) ** 6, "m": Decimal(10) ** 6, "thousand": Decimal(10) ** 3, "k": Decimal(10) ** 3,
    "千万": Decimal(10) ** 7, "十亿": Decimal(10) ** 9, "mio": Decimal(10) ** 6, "mln": Decimal(10) ** 6,
    "%": Decimal("0.01"), "‰": Decimal("0.001"), "bp": Decimal("0.0001"), "bps": Decimal("0.0001"),
}  # fmt: skip
_WORDS = "|".join(sorted(map(re.escape, _SCALES), key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?P<sign>[+-])?(?P<digits>\d[\d,. ]*|\.\d+)(?P<power>e[+-]?\d+)?\s*(?P<scale>{_WORDS})?(?P<back>-)?",
    re.IGNORECASE,
)
_MONEY = re.compile(r"[¥$€£]|usd|cny|rmb|hkd|eur|gbp|jpy|chf|inr|人民币|美元|港元|元|股|shares?", re.IGNORECASE)
_FILLERS = re.compile(r"\b(in|of)\b|单位|['’:：]", re.IGNORECASE)
_ONES = re.compile(r"\s*(单位[:：]?)?\s*(人民币|美元|港)?(元|円|股|shares?|units?)\s*", re.IGNORECASE)
_NOUGHTS = {"000": Decimal(10) ** 3, "000s": Decimal(10) ** 3}
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d*)?")
_GROUPED_BY_POINTS = re.compile(r"\d{1,3}(\.\d{3})+(,\d*)?")
_COMMA_DECIMALS = re.compile(r"[+-]?\d+,(\d{1,2}|\d{4,})")


def is_blank(text: str) -> bool:
    return text.strip().lower() in _BLANK


def uses_comma_for_decimals(texts: Iterable[str]) -> bool:
    """Whether some number has a comma that separates no thousands, and none has a point before its decimals."""
    stripped = [text.strip() for text in texts]
    return any(_COMMA_DECIMALS.fullmatch(text) for text in stripped) and not any(
        re.fullmatch(r"[+-]?\d+\.\d{1,2}|[+-]?\d{1,3}(,\d{3})+(\.\d*)?", text) for text in stripped
    )


def scale_named(heading: str) -> Decimal | None:
    """`营业收入(亿元)` counts in hundreds of millions, `revenue (in thousands)` in thousands, `ROE(%)` in hundredths.
    None where no unit is named; `营业收入(元)` names one, `revenue (USD)` a currency alone."""
    for inside in re.findall(r"[(（\[]([^)）\]]*)[)）\]]", heading):
        word = _MONEY.sub(" ", _FILLERS.sub(" ", inside)).strip().lower()
        words = [word, *(one for one in re.split(r"[^a-z0-9]+", word) if len(one) > 1)]
        for one in words:
            if (scale := _SCALES.get(one) or _SCALES.get(one.removesuffix("s")) or _NOUGHTS.get(one)) is not None:
                return scale
        if _ONES.fullmatch(inside):
            return Decimal(1)
    return None


def read_number(text: str, *, decimal_comma: bool = False) -> Decimal | None:
    """Exactly as written; None where it is no number."""
    plain = unicodedata.normalize("NFKC", text).strip()
    negative = plain.startswith("(") and plain.endswith(")")
    plain = _MONEY.sub("", plain[1:-1] if negative else plain).strip()
    found = _NUMBER.fullmatch(plain.replace("−", "-"))
    if found is None:
        return None
    try:
        value = Decimal(_digits(found["digits"].strip(), decimal_comma) + (found["power"] or ""))
    except InvalidOperation:
        return None
    value *= _SCALES[found["scale"].lower()] if found["scale"] else 1
    minus = negative or found["sign"] == "-" or bool(found["back"])
    return -value if minus and value else value


def _digits(digits: str, decimal_comma: bool) -> str:
    if decimal_comma:
        grouped = _GROUPED_BY_POINTS.fullmatch(digits) is not None
        return (digits.replace(".", "") if grouped else digits).replace(",", ".")
    digits = digits.replace(" ", "")
    return digits.replace(",", "") if _GROUPED.fullmatch(digits) else digits


_ISO = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ].*)?")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\.0)?")
_MONTH = re.compile(r"(\d{4})[-/.年]?(\d{1,2})月?")
_QUARTER = re.compile(
    r"(\d{4})\s*[-年]?\s*(?:q([1-4])|(一季报|中报|半年报|三季报|年报|年度报告|第?[一二三四]季度?))", re.IGNORECASE
)
_YEAR = re.compile(r"(?:fy)?\s*(\d{4})\s*年?", re.IGNORECASE)
_ENGLISH = re.compile(r"(\d{1,2})[- ]([A-Za-z]{3})[A-Za-z]*[- ,]+(\d{4})|([A-Za-z]{3})[A-Za-z]*\.? (\d{1,2}), ?(\d{4})")
_SLASHED = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?")
_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: place for place, name in enumerate(_NAMES, start=1)}
_REPORTS = {"一季": 1, "中报": 2, "半年": 2, "三季": 3, "年报": 4, "年度": 4, "第一": 1, "第二": 2, "二季": 2,
            "第三": 3, "第四": 4, "四季": 4}  # fmt: skip
_QUARTER_ENDS = {1: (3, 31), 2: (6, 30), 3: (9, 30), 4: (12, 31)}
_LAST = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class DayWriting:
    """How one column writes days; `day_first` matters for 3/4/2024 alone."""

    day_first: bool = False

    def read(self, text: str) -> date | None:
        return _day(text, self.day_first)


@lru_cache(maxsize=20_000)
def _day(text: str, day_first: bool) -> date | None:
    plain = unicodedata.normalize("NFKC", text).strip()
    try:
        return _plain_day(plain, day_first) or _period(plain)
    except ValueError:
        return None


def _plain_day(text: str, day_first: bool) -> date | None:
    if found := _ISO.fullmatch(text) or _COMPACT.fullmatch(text):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if found := _SLASHED.fullmatch(text):
        first, second = int(found[1]), int(found[2])
        return date(int(found[3]), *((second, first) if day_first else (first, second)))
    if found := _ENGLISH.fullmatch(text):
        day, month, year = (found[1], found[2], found[3]) if found[1] else (found[5], found[4], found[6])
        return date(int(year), _MONTHS.get(month.lower(), 0), int(day))
    return None


def _period(text: str) -> date | None:
    """The last day of a quarter, month or year that is named."""
    if found := _QUARTER.fullmatch(text):
        quarter = int(found[2]) if found[2] else _REPORTS[found[3][:2]]
        return date(int(found[1]), *_QUARTER_ENDS[quarter])
    if found := _YEAR.fullmatch(text):
        return date(int(found[1]), 12, 31)
    if found := _MONTH.fullmatch(text):
        year, month = int(found[1]), int(found[2])
        leap = month == 2 and (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
        return date(year, month, _LAST[month - 1] + leap) if 1 <= month <= 12 else None
    return None


def day_writing(texts: Iterable[str]) -> tuple[DayWriting, bool]:
    """How a column writes its days, and whether that is sure: 3/4/2024 is taken for the 4th of March."""
    slashed = [found for text in texts if (found := _SLASHED.fullmatch(text.strip()))]
    if any(int(found[1]) > 12 for found in slashed):
        return DayWriting(day_first=True), True
    return DayWriting(), not slashed or any(int(found[2]) > 12 for found in slashed)


def order_shown(texts: Iterable[str]) -> str | None:
    """The order in which alone a column can be read; None where it has no such day."""
    for text in texts:
        found = _SLASHED.fullmatch(text.strip())
        if found and max(int(found[1]), int(found[2])) > 12:
            return "day/month/year" if int(found[1]) > 12 else "month/day/year"
    return None


def two_orders(texts: Iterable[str]) -> str | None:
    """A text that is a day only with the month first, where another is one only with the day first."""
    slashed = [(text, found) for text in texts if (found := _SLASHED.fullmatch(text.strip()))]
    if not any(int(found[1]) > 12 for _, found in slashed):
        return None
    return next((text for text, found in slashed if int(found[1]) <= 12 < int(found[2])), None)


def has_bare_clock(text: str) -> bool:
    """Whether a text has a clock and no zone."""
    try:
        return re.search(r"\d:\d", text) is not None and _clock(text).tzinfo is None
    except ValueError:
        return False


def read_instant(text: str, market: Market, writing: DayWriting, zone: tzinfo = UTC) -> datetime | None:
    """In UTC. A clock without a zone is that of `zone`; a day without a clock is over at its end, where the market
    is."""
    plain = text.strip()
    if re.search(r"\d:\d", plain):
        try:
            at = _clock(plain)
        except ValueError:
            at = None
        if at is not None:
            return (at if at.tzinfo is not None else at.replace(tzinfo=zone)).astimezone(UTC)
    day = writing.read(plain)
    return None if day is None else day_is_over(market, day)


def _clock(text: str) -> datetime:
    return datetime.fromisoformat(text.strip().replace("/", "-"))
