"""Lengths that stand for the average over them: `the 200-day average`, and `the 50 day` beside a crossing."""

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.lines import remembered
from packages.domain.strategy.words.grammar.meanings import Value
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Duration, Tag


def average_length(found: Found, context: SentenceContext) -> Value | None:
    """The 200-day average, or the 50 day alone beside a crossing; of the volume where the volume is compared."""
    duration: Duration = found.one(Tag.DURATION)
    period = context.period_of(duration)
    if period is None:
        return None
    if found.has(Tag.VOLUME) or found.is_after(Tag.VOLUME, 5 if found.is_after(Tag.MULTIPLE, 3) else 3):
        return indicator_value("volume_average", [period[0]], context, None, period[1])
    return remembered(indicator_value("sma", [period[0]], context, None, period[1]), context)


def elliptic(found: Found, context: SentenceContext) -> Value | None:
    """`The 50 day crosses above the 200 day`: lengths that are compared are averages."""
    duration: Duration = found.one(Tag.DURATION)
    joins = "(CROSS | OVER) DURATION (?!EXTREME | VOLUME | RISE)"
    is_first = found.follows(joins) or found.follows("(AND | SLASH | LISTING) DURATION (GOLDEN | INDICATOR)")
    is_first = is_first or found.follows(
        "(CROSS | OVER) (FIELD | INDICATOR | OUTPUT) | TREND (COMMA | BREAK | AND | ACTION)"
    )
    reached = (Tag.CROSS, Tag.OVER, Tag.TOUCH, Tag.RETURN)
    is_second = found.before is not None and found.before.kind in reached
    below = found.before is not None and found.before.value == "lt" and not found.follows("RISE | TREND")
    if found.preceded_by(Tag.PERCENT, Tag.OVER, Tag.OVER):
        return None  # down 10% or more over 5 days
    if (found.preceded_by(Tag.PERCENT, Tag.OVER) and not below) or found.preceded_by(Tag.STREAK):
        return None  # down 3% over 5 days
    if is_second and any(found.is_after(kind, 3) for kind in (Tag.HOLD, Tag.AFTER, Tag.STREAK)):
        return None
    if is_second and found.is_after(Tag.INDICATOR, 3) and not _is_beside_an_average(found):
        return None  # RSI over 14 days
    ends = found.after is None or found.follows(
        "COMMA | BREAK | AND | OR | ACTION | WHEN | CLOSE | WITHIN | UNLESS | SLASH | RISE | WAY"
        " | PERCENT | DURATION STREAK? (COMMA | BREAK | ACTION | AND | OR | $)"
    )
    if not is_first and not (is_second and ends and duration.unit != "bar"):
        return None
    if is_second and found.preceded_by(Tag.COMMA, Tag.OVER) and found.follows("ACTION"):
        return None
    return average_length(found, context) if duration.unit in ("day", "week", "bar") else None


def _is_beside_an_average(found: Found) -> bool:
    """`The 50-day moving average rises through the 200-day`."""
    return found.further is not None and found.further.kind is Tag.INDICATOR and found.further.value in AVERAGES
