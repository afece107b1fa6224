"""On which bars the rules run: what the sentence says, and which of its indicators are on slower ones."""

from dataclasses import dataclass, replace
from itertools import pairwise

from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.words.grammar.patterns import Found, WordRule, rewritten
from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token

_LENGTHS = {
    ("minute", 1): "1m",
    ("minute", 5): "5m",
    ("minute", 15): "15m",
    ("minute", 30): "30m",
    ("minute", 60): "1h",
    ("hour", 1): "1h",
    ("hour", 4): "4h",
    ("minute", 240): "4h",
    ("day", 1): "1d",
    ("week", 1): "1w",
}
_NOT_A_CHART = (Tag.HOLD, Tag.AFTER, Tag.WITHIN, Tag.PAST, Tag.AT_MOST, Tag.AT_LEAST)
_BESIDE = 1
_AFTER_A_CODE = "WHEN | COMMA | BREAK | COLON | ACTION | $"
_OF_AN_INDICATOR = "(NUMBER | DURATION)? (INDICATOR | OUTPUT | FIELD | GOLDEN)"


@dataclass(frozen=True, slots=True)
class NamedBars:
    """A bar length that was named; `is_whole` when it was said of everything and not of one indicator."""

    length: str
    is_whole: bool


def _named(found: Found, _: object) -> NamedBars | None:
    length = found.one(Tag.TIMEFRAME) or found.one(Tag.DAY_LINE)
    if length is None:
        duration: Duration = found.one(Tag.DURATION)
        length = _LENGTHS.get((duration.unit, int(duration.count)))
    counted = found.tokens[0].glued and found.before is not None and found.before.kind is Tag.NUMBER
    if length not in tuple(Timeframe) or _is_a_wait(found) or counted:
        return None  # two of a length are another one
    has_chart = found.has(Tag.CHART) or found.has(Tag.TIME_UNIT)
    return NamedBars(length, has_chart or not found.follows(_OF_AN_INDICATOR))


def _is_a_wait(found: Found) -> bool:
    """Held for four hours, or after thirty minutes, is no chart."""
    around = [token.kind for token in (found.before, found.after) if token is not None]
    return found.has(Tag.DURATION) and not found.has(Tag.CHART) and any(kind in _NOT_A_CHART for kind in around)


def _short(found: Found, context: object) -> NamedBars | None:
    """15 minutes without a word for bars; days and weeks need one, but for `ADA on the 1d`."""
    duration: Duration = found.one(Tag.DURATION)
    is_code = duration.count == 1 and found.tokens[0].end - found.tokens[0].start == len("1d")
    named = found.before is not None and found.before.kind is Tag.SYMBOL and found.follows(_AFTER_A_CODE)
    return _named(found, context) if duration.unit in ("minute", "hour") or (is_code and named) else None


def _unit_alone(found: Found, context: object) -> NamedBars | None:
    """小时RSI."""
    length = {"hour": "1h", "week": "1w"}.get(str(found.one(Tag.TIME_UNIT)))
    return NamedBars(length, False) if length is not None else None


def _counted(found: Found, context: object) -> NamedBars | None:
    """4小时图: the word for hourly bars after a number."""
    count, bars = found.tokens[:2]
    if not float(count.value).is_integer() or bars.start - count.end > _BESIDE:
        return None  # `above 1.2850 on the h1`
    unit = {"1h": "hour", "1d": "day", "1w": "week"}.get(str(found.one(Tag.TIMEFRAME)))
    length = _LENGTHS.get((unit or "", int(found.one(Tag.NUMBER))))
    return NamedBars(length, True) if length is not None else None


_RULES: tuple[WordRule[object], ...] = (
    WordRule("NUMBER TIMEFRAME (CHART | TIME_UNIT)?", Tag.TIMEFRAME, _counted),
    WordRule("(TIMEFRAME | DAY_LINE) (CHART | TIME_UNIT){0,2}", Tag.TIMEFRAME, _named),
    WordRule("(CHART | TIME_UNIT) (DURATION | DAY_LINE | TIMEFRAME) CHART?", Tag.TIMEFRAME, _named),
    WordRule("DURATION (CHART | TIME_UNIT){1,2}", Tag.TIMEFRAME, _named),
    WordRule("DURATION", Tag.TIMEFRAME, _short),
    WordRule("TIME_UNIT (?=NUMBER? INDICATOR)", Tag.TIMEFRAME, _unit_alone),
)


def with_bars(tokens: list[Token]) -> list[Token]:
    """The same tokens with every named bar length as one of them; 20日线 is an average and stays."""
    return [_known(token) for token in rewritten(_without_averages(tokens), _RULES, None)]


def _known(token: Token) -> Token:
    """Bars that no strategy runs on, as monthly ones and those of two hours, are words like any other."""
    is_bars = token.kind is Tag.TIMEFRAME and not isinstance(token.value, NamedBars)
    return replace(token, kind=Tag.UNKNOWN) if is_bars else token


def _without_averages(tokens: list[Token]) -> list[Token]:
    """A number before 日线 or 周线 makes it an average of so many days or weeks."""
    kept: list[Token] = []
    for token in tokens:
        if token.kind is Tag.DAY_LINE and kept and kept[-1].kind is Tag.NUMBER and token.glued:
            count = kept.pop()
            unit = "day" if token.value == "1d" else "week"
            kept.append(Token(Tag.DURATION, Duration(count.value, unit), count.start, token.end - 1, count.glued))
            kept.append(Token(Tag.INDICATOR, "sma", token.end - 1, token.end, True))
        else:
            kept.append(token)
    return kept


def chosen_bars(tokens: list[Token], default: str) -> str:
    """The bars of the strategy: those named for all of it, or the fastest that an indicator is said to be on."""
    named = [token.value for token in tokens if token.kind is Tag.TIMEFRAME and isinstance(token.value, NamedBars)]
    whole = [bars.length for bars in named if bars.is_whole]
    if whole:
        return min(whole, key=_seconds)
    if not named:
        return "1w" if _counts_in_weeks(tokens) else default
    if len({bars.length for bars in named}) == 1 and not any(
        token.kind is Tag.DURATION and token.value.unit == "day" for token in tokens
    ):
        return named[0].length
    fastest = min((bars.length for bars in named), key=_seconds)
    indicators = sum(token.kind is Tag.INDICATOR for token in tokens)
    return fastest if _seconds(fastest) < _seconds(default) or len(named) >= indicators else default


def _counts_in_weeks(tokens: list[Token]) -> bool:
    """Averages over weeks and nothing over days: the rules are for weekly bars."""
    units = {token.value.unit for token in tokens if token.kind is Tag.DURATION}
    averaged = any(
        token.kind is Tag.DURATION
        and token.value.unit == "week"
        and after.kind in (Tag.INDICATOR, Tag.AVERAGE, Tag.LINE)
        for token, after in pairwise(tokens)
    )
    return averaged and "day" not in units


def _seconds(length: str) -> int:
    return Timeframe(length).seconds
