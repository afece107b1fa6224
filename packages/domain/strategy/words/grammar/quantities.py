"""Numbers with their units: percentages, multiples, amounts of money and lengths of time."""

from dataclasses import dataclass
from typing import Any

from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.lexing.tokens import Duration, Tag


@dataclass(frozen=True, slots=True)
class Percent:
    """A fraction; `sign` is 0 where none was written, `is_points` where it was said in points (个点)."""

    value: float
    sign: int = 0
    is_points: bool = False

    @property
    def is_of_price(self) -> bool:
        """50点 beside a stop is a distance of the price, where 5点 is 5%."""
        return self.is_points and self.value > _MOST_POINTS


_HALF = 0.5
_MOST_POINTS = 0.25


def plain(value: float) -> int | float:
    """Without the noise of binary fractions, and whole where it is whole."""
    rounded = round(value, 10)
    return int(rounded) if float(rounded).is_integer() else rounded


def _percent(found: Found, _: object) -> Percent:
    sign = found.one(Tag.SIGN) or 0
    if found.has(Tag.FRACTION):
        return Percent(found.one(Tag.FRACTION), sign)
    value = found.one(Tag.NUMBER)
    if "permille" in (found.one(Tag.PERCENT_SIGN), found.one(Tag.PERCENT_OF)):
        return Percent(plain(value / 1000), sign)
    per = 10 if found.has(Tag.TENTHS) else 10_000 if found.one(Tag.PERCENT_SIGN) == "basis" else 100
    return Percent(plain(value / per), sign, found.one(Tag.PERCENT_SIGN) == "points")


def _part_of_a_percent(found: Found, _: object) -> Percent:
    return Percent(plain(found.one(Tag.FRACTION) / 100))


def _times(found: Found, _: object) -> float:
    return float(found.one(Tag.NUMBER))


def _more_tenths(found: Found, _: object) -> Percent:
    """一成五 is 15%."""
    one, other = found.all(Tag.NUMBER)
    return Percent(plain(one / 10 + other / 100))


def _half_tenths(found: Found, _: object) -> Percent | None:
    """半成 is 5%, 一成半 15%."""
    if found.one(Tag.FRACTION) != _HALF:
        return None
    return Percent(plain((found.one(Tag.NUMBER) or 0) / 10 + _HALF / 10), found.one(Tag.SIGN) or 0)


def _half_tenths_held(found: Found, _: object) -> float | None:
    """一成半仓位, where 半仓位 alone would be the half."""
    return plain(found.one(Tag.NUMBER) / 10 + _HALF / 10) if found.one(Tag.PORTION) == _HALF else None


def _number(found: Found, _: object) -> float:
    return float(found.one(Tag.NUMBER) * found.one(Tag.THOUSANDS))


def _times_of(found: Found, _: object) -> float | None:
    """In `sma50*0.97` the length of the average is no multiple."""
    factored = found.before is not None and found.before.kind is Tag.INDICATOR and found.follows("NUMBER")
    return None if factored else _amount(found, _)


def _amount(found: Found, _: object) -> float:
    value = found.one(Tag.NUMBER)
    return float(value * (found.one(Tag.THOUSANDS) or 1))


def _negative(found: Found, _: object) -> Any:
    """A sign belongs to a number that nothing stands before, or that a comparison does."""
    before = found.before
    apart = before is not None and before.kind is Tag.INDICATOR and before.end < found.tokens[0].start
    if before is not None and before.kind in (Tag.NUMBER, Tag.INDICATOR, Tag.PERCENT) and not apart:
        return None
    return float(found.one(Tag.SIGN) * found.one(Tag.NUMBER))


def _duration(found: Found, _: object) -> Duration:
    return Duration(found.one(Tag.NUMBER), found.one(Tag.TIME_UNIT))


def _bars_of_length(found: Found, _: object) -> Duration | None:
    """Ten daily bars; without the word for bars only where a time is asked for."""
    unit = {"1d": "day", "1h": "hour", "1w": "week"}.get(str(found.one(Tag.TIMEFRAME)))
    timed = found.before is not None and found.before.kind in (Tag.AFTER, Tag.HOLD, Tag.AT_MOST)
    counted = found.one(Tag.TIME_UNIT) == "bar" or (timed and not found.has(Tag.TIME_UNIT))
    return Duration(found.one(Tag.NUMBER), unit) if unit and counted else None


def _half_year(found: Found, _: object) -> Duration | None:
    """半年, half a year."""
    unit = found.one(Tag.TIME_UNIT)
    if unit == "year" and found.one(Tag.FRACTION) in (0.25, 0.5, 0.75):
        return Duration(12 * found.one(Tag.FRACTION), "month")
    return Duration(found.one(Tag.FRACTION), unit) if unit in ("year", "month", "day", "hour") else None


def _fraction(found: Found, _: object) -> float | None:
    one, other = found.all(Tag.NUMBER)
    return plain(one / other) if other in (2, 3, 4, 5, 6, 8, 10, 20) and one < other else None


def _fraction_held(found: Found, _: object) -> float | None:
    """仓位1/4."""
    before = found.before
    return _fraction(found, _) if before is not None and before.kind in (Tag.SIZE, Tag.PORTION) else None


def _ratio(found: Found, _: object) -> tuple[float, float] | None:
    one, other = found.all(Tag.NUMBER)
    return (one, other) if one > 0 and other > 0 else None


def _ratio_to(found: Found, _: object) -> tuple[float, float] | None:
    """`Reward to risk of 3 to 1`."""
    named = found.before is not None and found.before.kind is Tag.REWARD
    return _ratio(found, _) if named or found.follows("REWARD") else None


def _and_a_half(found: Found, _: object) -> float | None:
    """One and a half, 两个半 (without its unit)."""
    return float(found.one(Tag.NUMBER) + 0.5) if found.one(Tag.FRACTION) == 0.5 else None


def _half_more(found: Found, _: object) -> Percent | None:
    """一个半点, 两点半: a half after the unit."""
    percent = Percent(plain((found.one(Tag.NUMBER) + 0.5) / 100), found.one(Tag.SIGN) or 0)
    return percent if found.one(Tag.FRACTION) == 0.5 else None


_GAINED = (Tag.RISE, Tag.GAIN, Tag.LOSS)


def _part_gained(found: Found, _: object) -> Percent | None:
    """`Up a fifth`, 跌了三分之一."""
    before = found.before
    return Percent(plain(found.one(Tag.FRACTION))) if before is not None and before.kind in _GAINED else None


def _times_gained(found: Found, _: object) -> Percent | None:
    """涨一倍 is a gain of 100%."""
    before, further = found.before, found.further
    gained = before is not None and before.kind in (Tag.RISE, Tag.GAIN) and (before.value or 1) == 1
    of_volume = further is not None and further.kind is Tag.VOLUME
    times = found.one(Tag.NUMBER) or found.one(Tag.MULTIPLE) - 1
    return Percent(plain(times)) if gained and not of_volume and times > 0 else None


QUANTITIES: tuple[WordRule[object], ...] = (
    WordRule("SIGN? NUMBER? TENTHS FRACTION | FRACTION TENTHS", Tag.PERCENT, _half_tenths),
    WordRule("NUMBER TENTHS PORTION", Tag.PORTION, _half_tenths_held),
    WordRule("SIGN? NUMBER PERCENT_SIGN? FRACTION PERCENT_SIGN", Tag.PERCENT, _half_more),
    WordRule("NUMBER AND FRACTION (?=TIMES | INDICATOR | SHARES)", Tag.NUMBER, _and_a_half),
    WordRule("SIGN? NUMBER AND FRACTION PERCENT_SIGN", Tag.PERCENT, _half_more),
    WordRule("NUMBER AND FRACTION (?=COMMA | BREAK | $)", Tag.NUMBER, _and_a_half),
    WordRule("SIGN? NUMBER PERCENT_SIGN", Tag.PERCENT, _percent),
    WordRule("NUMBER OPEN PERCENT_SIGN CLOSE", Tag.PERCENT, _percent),
    WordRule("FRACTION PERCENT_SIGN", Tag.PERCENT, _part_of_a_percent),
    WordRule("PERCENT_OF NUMBER", Tag.PERCENT, _percent),
    WordRule("NUMBER TENTHS NUMBER (?!THOUSANDS | TIME_UNIT | TIMES)", Tag.PERCENT, _more_tenths),
    WordRule("NUMBER TENTHS", Tag.PERCENT, _percent),
    WordRule("FRACTION (?!PERCENT_SIGN | TENTHS | EQUITY | SIZE | TIME_UNIT | TIMES)", Tag.PERCENT, _part_gained),
    WordRule("NUMBER TIMES | MULTIPLE", Tag.PERCENT, _times_gained),
    WordRule("NUMBER THOUSANDS? TIMES", Tag.MULTIPLE, _times_of),
    WordRule("TIMES NUMBER", Tag.MULTIPLE, _times),
    WordRule("CURRENCY NUMBER THOUSANDS?", Tag.MONEY, _amount),
    WordRule("NUMBER THOUSANDS? CURRENCY", Tag.MONEY, _amount),
    WordRule("NUMBER THOUSANDS", Tag.NUMBER, _number),
    WordRule("NUMBER TIMEFRAME TIME_UNIT?", Tag.DURATION, _bars_of_length),
    WordRule("NUMBER TIME_UNIT", Tag.DURATION, _duration),
    WordRule("FRACTION TIME_UNIT (?=RISE | INDICATOR | EXTREME | NEW)", Tag.DURATION, _half_year),
    WordRule("NUMBER COLON NUMBER", Tag.RATIO, _ratio),
    WordRule("NUMBER TO NUMBER", Tag.RATIO, _ratio_to),
    WordRule("NUMBER SLASH NUMBER (?=EQUITY|SIZE|PORTION|PER_TRADE)", Tag.FRACTION, _fraction),
    WordRule("NUMBER SLASH NUMBER (?=COMMA | BREAK | $)", Tag.FRACTION, _fraction_held),
    WordRule("SIGN NUMBER", Tag.NUMBER, _negative),
)
