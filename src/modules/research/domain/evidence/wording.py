"""Writes a row's value as a person reads it, in either language, so that the checker can read it back."""

from decimal import ROUND_HALF_EVEN, Decimal

_ZH_MONEY = {"CNY": "元", "USD": "美元", "HKD": "港元"}
_UNITS = {
    "zh": {"x": " 倍", "days": " 天", "shares": " 股", "score": " 分", "CNY/share": " 元/股", "USD/share": " 美元/股"},
    "en": {"x": "x", "days": " days", "shares": " shares", "score": " points"}
    | {unit: f" {unit}" for unit in ("CNY/share", "USD/share")},
}
_ZH_SCALES = ((Decimal(10**8), "亿"), (Decimal(10**4), "万"))
_EN_SCALES = ((Decimal(10**9), "billion"), (Decimal(10**6), "million"))


def written(value: Decimal, unit: str, language: str) -> str:
    """As `12.3%`, `3.45 亿元`, `1.20 billion USD`, `15.6 倍`, `63.2`."""
    if unit in {"ratio", "probability"}:
        return f"{_places(value * 100, 1)}%"
    if unit in _ZH_MONEY:
        return _money(value, unit, language)
    places = 2 if unit.endswith("/share") else (0 if unit == "shares" else 1)
    return f"{_places(value, _telling(value, places))}{_UNITS[language].get(unit, '')}"


def _money(value: Decimal, unit: str, language: str) -> str:
    scales = _ZH_SCALES if language == "zh" else _EN_SCALES
    scale, word = next(((s, w) for s, w in scales if abs(value) >= s), (Decimal(1), ""))
    number = _places(value / scale, 2)
    if language == "zh":
        return f"{number} {word}{_ZH_MONEY[unit]}"
    return f"{number} {word} {unit}".replace("  ", " ")


def _telling(value: Decimal, places: int) -> int:
    """More places for what would otherwise round to nothing."""
    return places if value == 0 or abs(value) >= 1 else places + 2


def _places(value: Decimal, places: int) -> str:
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    return f"{rounded + 0:f}" if rounded != 0 else f"{abs(rounded):f}"
