"""Writes a row's value as a person reads it, in either language, so that the checker can read it back."""

from decimal import ROUND_HALF_EVEN, Decimal

from src.modules.research.domain.evidence.units import CURRENCIES

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
        return f"{_places(value, _telling(value, 2))} {name}"
    return f"{_places(value, _telling(value, 0 if unit == 'shares' else 1))}{_UNITS[language].get(unit, '')}"


def _money(value: Decimal, unit: str, language: str) -> str:
    scales = _ZH_SCALES if language == "zh" else _EN_SCALES
    scale, word = next(((s, w) for s, w in scales if abs(value) >= s), (Decimal(1), ""))
    number = _places(value / scale, 2)
    if language == "zh":
        return f"{number} {word}{CURRENCIES[unit][0]}"
    return f"{number} {word} {unit}".replace("  ", " ")


def _telling(value: Decimal, places: int) -> int:
    """More places for what would otherwise round to nothing."""
    return places if value == 0 or abs(value) >= 1 else places + 2


def _places(value: Decimal, places: int) -> str:
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    return f"{rounded + 0:f}" if rounded != 0 else f"{abs(rounded):f}"
