"""How figures are put into words, in Chinese and in English."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from packages.core.messages import Language

_CENT, _TENTH = Decimal("0.01"), Decimal("0.1")
_UNITS = {"CNY": "元", "USD": "美元"}


def amount(value: Decimal, currency: str, language: Language) -> str:
    """`12.34亿元` or `CNY 1,234.00 million`, rounded half up."""
    if language == "zh":
        return f"{_rounded(value / 100_000_000, _CENT)}亿{_UNITS[currency]}"
    return f"{currency} {_rounded(value / 1_000_000, _CENT):,} million"


def per_share(value: Decimal, currency: str, language: Language) -> str:
    return f"{value}{_UNITS[currency]}" if language == "zh" else f"{currency} {value}"


def percent(fraction: Decimal) -> str:
    return f"{_rounded(fraction * 100, _TENTH)}%"


def compared(now: Decimal, before: Decimal | None, currency: str, language: Language) -> str:
    """Against the same period a year before; a loss on either side is told in words, since a percentage would lie."""
    zh = language == "zh"
    if before is None:
        return "无上年同期可比数据" if zh else "with no figure of a year before to compare"
    if now > 0 and before > 0:
        change = now / before - 1
        if zh:
            return f"同比{'增长' if change >= 0 else '下降'}{percent(abs(change))}"
        return f"{'up' if change >= 0 else 'down'} {percent(abs(change))} from a year before"
    told = amount(before, currency, language)
    return f"上年同期为{told}" if zh else f"against {told} a year before"


def period(end: date, language: Language) -> str:
    if language == "zh":
        return f"{end.year}年" + {3: "一季度", 6: "半年度", 9: "前三季度", 12: "年度"}[end.month]
    quarter = end.month // 3
    return (
        f"fiscal year {end.year}" if quarter == 4 else f"the first {quarter} quarter{'s' * (quarter > 1)} of {end.year}"
    )


def single_quarter(end: date, language: Language) -> str:
    quarter = end.month // 3
    return f"{end.year}年第{'一二三四'[quarter - 1]}季度" if language == "zh" else f"the quarter Q{quarter} {end.year}"


def _rounded(value: Decimal, unit: Decimal) -> Decimal:
    return value.quantize(unit, rounding=ROUND_HALF_UP)
