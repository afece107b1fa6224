"""Units of rows and of numbers in a text, Chinese and English: each is a scale and a dimension."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

# What a row's unit measures. Rows hold plain values: a ratio of 0.123 is written 12.3 % or 1,230 bp.
DIMENSION_OF_ROW = {
    "CNY": "CNY", "USD": "USD", "HKD": "HKD", "CNY/share": "CNY/share", "USD/share": "USD/share",
    "ratio": "ratio", "x": "times", "points": "plain", "score": "plain", "days": "days", "shares": "shares",
    "plain": "plain", "probability": "ratio",
}  # fmt: skip

_SCALES = {
    "万亿": 10**12, "千亿": 10**11, "百亿": 10**10, "十亿": 10**9, "亿": 10**8, "千万": 10**7, "百万": 10**6,
    "万": 10**4, "千": 10**3, "trillion": 10**12, "billion": 10**9, "million": 10**6, "thousand": 10**3,
    "bn": 10**9, "mn": 10**6,
}  # fmt: skip
_WORDS = {
    ("0.01", "ratio"): ("%", "％", "个百分点", "百分点", "percentage points", "percent", "pp"),
    ("0.0001", "ratio"): ("个基点", "基点", "basis points", "bps", "bp"),
    ("0.1", "ratio"): ("成",),
    ("1", "times"): ("倍", "times", "x"),
    ("1", "CNY/share"): ("元/股", "CNY/share"),
    ("1", "USD/share"): ("美元/股", "USD/share"),
    ("1", "CNY"): ("元", "人民币", "CNY", "RMB", "yuan"),
    ("1", "USD"): ("美元", "USD", "dollars"),
    ("1", "HKD"): ("港元", "HKD"),
    ("1", "days"): ("天", "days"),
    ("1", "shares"): ("股", "shares"),
    ("1", "plain"): ("分", "点", "points"),
}
_ENDINGS = {word: (Decimal(step), dimension) for (step, dimension), words in _WORDS.items() for word in words}
_PREFIXES = {"$": "USD", "US$": "USD", "￥": "CNY", "¥": "CNY", "RMB": "CNY", "CNY": "CNY", "USD": "USD", "HK$": "HKD"}


def _either(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(
        re.escape(word) + (r"(?![A-Za-z])" if word[-1].isascii() and word[-1].isalpha() else "")
        for word in longest_first
    )


PREFIX = _either(_PREFIXES)
SCALE = _either(_SCALES)
ENDING = _either(_ENDINGS)


@dataclass(frozen=True, slots=True)
class WrittenUnit:
    """What stands around a number: `scale` turns it into the row's own measure."""

    scale: Decimal
    dimension: str


def written_unit(prefix: str | None, scale: str | None, ending: str | None) -> WrittenUnit:
    factor = Decimal(_SCALES[scale]) if scale else Decimal(1)
    if ending:
        step, dimension = _ENDINGS[ending]
        return WrittenUnit(factor * step, dimension)
    return WrittenUnit(factor, _PREFIXES[prefix] if prefix else "plain")
