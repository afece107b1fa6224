"""Numbers with their units: percentages, multiples, amounts of money and lengths of time."""

from dataclasses import dataclass
from typing import Any

from packages.domain.strategy.words.patterns import Found, WordRule
from packages.domain.strategy.words.tokens import Kind


@dataclass(frozen=True, slots=True)
class Percent:
    """A fraction; `sign` is 0 where none was written, `is_points` where it was said in points (个点)."""

    value: float
    sign: int = 0
    is_points: bool = False


@dataclass(frozen=True, slots=True)
class Duration:
    """So many bars, minutes, hours, days, weeks, months or years."""

    count: float
    unit: str


def plain(value: float) -> int | float:
    """Without the noise of binary fractions, and whole where it is whole."""
    rounded = round(value, 10)
    return int(rounded) if float(rounded).is_integer() else rounded


def _percent(found: Found, _: object) -> Percent:
    sign = found.one(Kind.SIGN) or 0
    if found.has(Kind.FRACTION):
        return Percent(found.one(Kind.FRACTION), sign)
    value = found.one(Kind.NUMBER)
    per = 10 if found.has(Kind.TENTHS) else 100
    return Percent(plain(value / per), sign, found.one(Kind.PERCENT_SIGN) == "points")


def _part_of_a_percent(found: Found, _: object) -> Percent:
    return Percent(plain(found.one(Kind.FRACTION) / 100))


def _times(found: Found, _: object) -> float:
    return float(found.one(Kind.NUMBER))


def _more_tenths(found: Found, _: object) -> Percent:
    """一成五 is 15%."""
    one, other = found.all(Kind.NUMBER)
    return Percent(plain(one / 10 + other / 100))


def _number(found: Found, _: object) -> float:
    return float(found.one(Kind.NUMBER) * found.one(Kind.THOUSANDS))


def _amount(found: Found, _: object) -> float:
    value = found.one(Kind.NUMBER)
    return float(value * (found.one(Kind.THOUSANDS) or 1))


def _negative(found: Found, _: object) -> Any:
    """A sign belongs to a number that nothing stands before, or that a comparison does."""
    if found.before is not None and found.before.kind in (Kind.NUMBER, Kind.INDICATOR, Kind.PERCENT):
        return None
    return float(found.one(Kind.SIGN) * found.one(Kind.NUMBER))


def _duration(found: Found, _: object) -> Duration:
    return Duration(found.one(Kind.NUMBER), found.one(Kind.TIME_UNIT))


def _half_year(found: Found, _: object) -> Duration | None:
    """半年, half a year."""
    unit = found.one(Kind.TIME_UNIT)
    return Duration(found.one(Kind.FRACTION), unit) if unit in ("year", "month", "day", "hour") else None


def _fraction(found: Found, _: object) -> float | None:
    one, other = found.all(Kind.NUMBER)
    return plain(one / other) if other in (2, 3, 4, 5, 6, 8, 10, 20) and one < other else None


def _ratio(found: Found, _: object) -> tuple[float, float] | None:
    one, other = found.all(Kind.NUMBER)
    return (one, other) if one > 0 and other > 0 else None


QUANTITIES: tuple[WordRule[object], ...] = (
    WordRule("SIGN? NUMBER PERCENT_SIGN", Kind.PERCENT, _percent),
    WordRule("FRACTION PERCENT_SIGN", Kind.PERCENT, _part_of_a_percent),
    WordRule("PERCENT_OF NUMBER", Kind.PERCENT, _percent),
    WordRule("NUMBER TENTHS NUMBER (?!THOUSANDS | TIME_UNIT | TIMES)", Kind.PERCENT, _more_tenths),
    WordRule("NUMBER TENTHS", Kind.PERCENT, _percent),
    WordRule("NUMBER THOUSANDS? TIMES", Kind.MULTIPLE, _amount),
    WordRule("TIMES NUMBER", Kind.MULTIPLE, _times),
    WordRule("CURRENCY NUMBER THOUSANDS?", Kind.MONEY, _amount),
    WordRule("NUMBER THOUSANDS? CURRENCY", Kind.MONEY, _amount),
    WordRule("NUMBER THOUSANDS", Kind.NUMBER, _number),
    WordRule("NUMBER TIME_UNIT", Kind.DURATION, _duration),
    WordRule("NUMBER COLON NUMBER", Kind.RATIO, _ratio),
    WordRule("NUMBER SLASH NUMBER (?=EQUITY|SIZE|PORTION)", Kind.FRACTION, _fraction),
    WordRule("SIGN NUMBER", Kind.NUMBER, _negative),
)
