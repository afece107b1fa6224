"""Units of rows and of numbers in a text, Chinese and English, and a row's value as a person reads it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

# What a row's unit measures. Rows hold plain values: a ratio of 0.123 is written 12.3 % or 1,230 bp.
# A difference of two ratios is in `pp`.
_DIMENSIONS = {
    "ratio": "ratio", "probability": "ratio", "pp": "points of percent", "x": "times", "points": "plain",
    "score": "plain",
}  # fmt: skip

_SCALES = {
    "万亿": 10**12, "千亿": 10**11, "百亿": 10**10, "十亿": 10**9, "亿": 10**8, "千万": 10**7, "百万": 10**6,
    "万": 10**4, "千": 10**3, "trillion": 10**12, "billion": 10**9, "million": 10**6, "thousand": 10**3,
    "tn": 10**12, "bn": 10**9, "mn": 10**6, "B": 10**9, "M": 10**6, "m": 10**6, "k": 10**3,
}  # fmt: skip
CURRENCIES = {
    "CNY": ("元", "人民币元", "元人民币", "人民币", "CNY", "RMB", "Rmb", "yuan", "¥"),
    "USD": ("美元", "USD", "US$", "US dollars", "dollars", "$"),
    "HKD": ("港元", "港币", "HKD", "HK$"),
    "EUR": ("欧元", "EUR", "euros", "€"),
    "GBP": ("英镑", "GBP", "£"),
    "JPY": ("日元", "JPY", "yen"),
    "USDT": ("USDT",),
}
_WORDS = {
    ("0.01", "ratio"): (
        "%", "percent", "per cent", "pct", "th percentile", "st percentile", "nd percentile", "rd percentile",
    ),
    ("0.01", "points of percent"): (
        "个百分点", "百分点", "percentage points", "percentage point", "ppts", "ppt", "pps", "pp",
    ),
    ("0.0001", "basis points"): ("个基点", "基点", "basis points", "basis point", "bps", "bp"),
    ("0.1", "ratio"): ("成",),
    ("1", "times"): ("倍", "times", "x", "×"),
    ("0.01", "cents"): ("cents", "cent", "pence", "美分"),
    ("1", "days"): ("天", "days", "day"),
    ("1", "months"): ("个月", "months"),
    ("1", "weeks"): ("周", "weeks"),
    ("1", "shares"): ("股", "shares"),
    ("1", "plain"): ("分", "点", "points", "point"),
}  # fmt: skip
_SIGNS = ("¥", "$", "US$", "HK$", "€", "£", "RMB", "Rmb", "CNY", "USD", "HKD", "EUR", "GBP", "JPY", "人民币", "USDT")
_CURRENCY_OF = {word: currency for currency, words in CURRENCIES.items() for word in words}
_ENDINGS = {word: (Decimal(step), dimension) for (step, dimension), words in _WORDS.items() for word in words}
_ENDINGS |= {word: (Decimal(1), currency) for word, currency in _CURRENCY_OF.items() if word[-1] not in "$¥€£"}


# 成 of 成本, 股 of 股价: what looks like a unit and begins another word is none.
_NOT_BEFORE = {"成": "为立本交功长果熟员分型就份", "股": "价东票本权息", "点": "位", "分": "位别为析钟"}


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) + _end_of(word) for word in sorted(words, key=len, reverse=True))


def _end_of(word: str) -> str:
    if word[-1].isascii() and word[-1].isalpha():
        return r"(?![A-Za-z])"
    return f"(?![{_NOT_BEFORE[word]}])" if word in _NOT_BEFORE else ""


PREFIX = _either(_SIGNS)
SCALE = _either(_SCALES)
ENDING = _either(_ENDINGS)
PER_SHARE = r"/\s?股|每股|/\s?share(?![A-Za-z])|per share|a share"


@dataclass(frozen=True, slots=True)
class WrittenUnit:
    """What stands around a number: `scale` turns it into the row's own measure."""

    scale: Decimal
    dimension: str


def written_unit(
    prefix: str | None, scale: str | None, ending: str | None, per_share: str | None = None
) -> WrittenUnit:
    factor = Decimal(_SCALES[scale]) if scale else Decimal(1)
    step, dimension = _ENDINGS[ending] if ending else (Decimal(1), "plain")
    if prefix and dimension == "plain":
        dimension = _CURRENCY_OF[prefix]
    if per_share and dimension in CURRENCIES:
        dimension = f"{dimension}/share"
    return WrittenUnit(factor * step, dimension)


def dimension_of(unit: str) -> str:
    """Of a row: its unit stands for itself unless several are one."""
    return _DIMENSIONS.get(unit, unit)


def unit_fits(said: WrittenUnit, unit: str, *, difference: bool) -> bool:
    """Whether a number in a text may stand for a row in `unit`. A `difference` of ratios is given in points of percent,
    any other ratio never; a price, a multiple or a count may go without its unit, an amount of money may not."""
    meant = dimension_of(unit)
    if said.dimension == meant:
        return True
    if said.dimension == "points of percent":
        return meant == "ratio" and difference
    if said.dimension == "basis points":
        return meant in {"ratio", "points of percent"}
    if said.dimension == "cents":
        return meant in {"USD/share", "EUR/share", "GBP/share"}
    if said.dimension == "plain":
        return meant == "shares" or (meant not in CURRENCIES and said.scale == 1)
    return meant == f"{said.dimension}/share"


_UNITS = {
    "zh": {"x": " 倍", "days": " 天", "shares": " 股", "score": " 分"},
    "en": {"x": "x", "days": " days", "shares": " shares", "score": " points"},
}
_IN_PERCENT = {
    "zh": {"ratio": "%", "probability": "%", "pp": " 个百分点"},
    "en": {"ratio": "%", "probability": "%", "pp": " percentage points"},
}
_ZH_SCALES = ((Decimal(10**8), "亿"), (Decimal(10**4), "万"))
_EN_SCALES = ((Decimal(10**9), "billion"), (Decimal(10**6), "million"))


def written(value: Decimal, unit: str, language: str) -> str:
    """As `12.3%`, `3.45 亿元`, `1.20 billion USD`, `15.6 倍`, `63.2`."""
    if unit in _IN_PERCENT[language]:
        return f"{_places(value * 100, 1)}{_IN_PERCENT[language][unit]}"
    currency = unit.removesuffix("/share")
    if unit in CURRENCIES:
        return _money(value, unit, language)
    if currency in CURRENCIES:
        name = f"{CURRENCIES[currency][0]}/股" if language == "zh" else unit
        return f"{_places(value, _significant(value, 2))} {name}"
    return f"{_places(value, _significant(value, 0 if unit == 'shares' else 1))}{_UNITS[language].get(unit, '')}"


def price_text(value: Decimal) -> str:
    """At most two places; below one, four digits that count."""
    places = 2 if not value or abs(value) >= 1 else 3 - value.adjusted()
    return f"{value:f}" if -int(value.as_tuple().exponent) <= places else _places(value, places)


def _money(value: Decimal, unit: str, language: str) -> str:
    scales = _ZH_SCALES if language == "zh" else _EN_SCALES
    scale, word = next(((s, w) for s, w in scales if abs(value) >= s), (Decimal(1), ""))
    number = _places(value / scale, 2)
    if language == "zh":
        return f"{number} {word}{CURRENCIES[unit][0]}"
    return f"{number} {word} {unit}".replace("  ", " ")


def _significant(value: Decimal, places: int) -> int:
    """More places for what would otherwise round to nothing."""
    return places if value == 0 or abs(value) >= 1 else places + 2


def _places(value: Decimal, places: int) -> str:
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    return f"{rounded + 0:f}" if rounded != 0 else f"{abs(rounded):f}"
