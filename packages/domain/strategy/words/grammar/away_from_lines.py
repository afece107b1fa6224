"""Conditions that say how far the price is from a line: `3% above the 20-day average`, 跌破20日线3%."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.comparisons import related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.expressions import moved_by, part_of
from packages.domain.strategy.words.grammar.meanings import Meant, Value, compared, number, price
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.grammar.quantities import Percent, plain
from packages.domain.strategy.words.grammar.values import indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_MOST_AWAY = 0.5


def distance(found: Found, context: SentenceContext, *, beyond: bool = False) -> Meant | None:
    """3% above the 20-day average is a bias of 3 or more, and more than 3% (`beyond`) is not 3; of other lines it is a
    part of them."""
    lines = [value for value in found.all(Tag.VALUE) if isinstance(value, Value) and _is_line(value)]
    others = [value for value in found.all(Tag.VALUE) if value not in lines]
    percent: Percent = found.one(Tag.PERCENT)
    if found.has(Tag.RISE) and (found.one(Tag.RISE) > 0) is not (found.one(Tag.OVER) == "gt"):
        return None
    op = found.one(Tag.OVER) or found.one(Tag.PLACE)
    if found.has(Tag.FROM) and found.one(Tag.OVER) == "lt":
        return None  # 距离均线不到1% is how near it is, and no side of it
    if percent.value >= _MOST_AWAY:
        return None  # 均线的九成 is a part of it and no distance from it
    if len(lines) != 1 or percent.sign or any(value != price("close") for value in others) or op not in ("gt", "lt"):
        return None
    line = lines[0]
    if line.indicator not in ("sma", "vwap"):
        times = 1 + percent.value * (1 if op == "gt" else -1)
        op = {"gt": "gte", "lt": "lte"}[op] if found.tokens[-1].kind is Tag.VALUE and not beyond else op
        meant = related(price("close"), op, part_of(line, times), context)
        context.comparison = compared(price("close"), op, line) if meant is not None else context.comparison
        return meant
    period = [float(dict(line.params)["period"])]
    if line.indicator == "vwap":
        bias = indicator_value("vwap", period, context, "distance_percent", line.timeframe)
    else:
        bias = indicator_value("bias", period, context, None, line.timeframe)
    if bias is None:
        return None
    if found.tokens[-1].kind is Tag.VALUE and not beyond:
        op = {"gt": "gte", "lt": "lte"}[op]
    level = number(plain(100 * percent.value * (1 if op in ("gt", "gte") else -1)))
    meant = related(replace(bias, assumed=line.assumed, scale="level"), op, level, context)
    if meant is not None:
        context.comparison = compared(price("close"), op, line)  # what `back above it` is about
    return meant


def _is_line(value: Value) -> bool:
    return value.scale == "price" and bool(value.indicator) and not value.more


def by_ranges(found: Found, context: SentenceContext) -> Meant | None:
    """Two ATR below the 20-day average."""
    line, far = found.all(Tag.VALUE)[-1], found.one(Tag.DISTANCE)
    others, op = found.all(Tag.VALUE)[:-1], found.one(Tag.OVER)
    earlier = line.scale == "price" and line not in (price("close"), price("open"), price("high"), price("low"))
    if (
        far["kind"] != "atr_multiple"
        or not (_is_line(line) or earlier)
        or any(value != price("close") for value in others)
    ):
        return None
    measure = indicator_value("atr", [float(far["period"])], context)
    if measure is None or op not in ("gt", "lt"):
        return None
    away = moved_by(line, far["value"] * (1 if op == "gt" else -1), measure)
    meant = related(price("close"), {"gt": "gte", "lt": "lte"}[op], away, context)
    context.comparison = compared(price("close"), op, line) if meant is not None else context.comparison
    return meant


def broken_by(found: Found, context: SentenceContext) -> Meant | None:
    """跌破20日线3%: below it by so much."""
    way = {"cross_above": "gt", "cross_below": "lt"}.get(str(found.one(Tag.CROSS)))
    if way is None:
        return None
    kept = [token for token in found.tokens if token.kind not in (Tag.CROSS, Tag.PRONOUN)]
    placed = Token(Tag.OVER, way, kept[-1].start, kept[-1].start)
    return distance(Found([*kept[:-1], placed, kept[-1]], 0, len(kept) + 1), context)


def far_from(found: Found, context: SentenceContext) -> Meant | None:
    """More than 6 percent below the average."""
    size, *_, place = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.AT_LEAST)]
    kept = [token for token in found.tokens if token is not size]
    fits = size.kind is Tag.AT_LEAST or size.value in ("gt", "gte")
    is_beyond = size.kind is Tag.OVER and size.value == "gt"
    return distance(Found(kept, 0, len(kept)), context, beyond=is_beyond) if fits and place is not size else None


def part_of_line(found: Found, context: SentenceContext) -> Meant | None:
    """跌到120日均线的95%以下, `below 95% of the 50-day average`: as far from it as is missing to the whole."""
    percent: Percent = found.one(Tag.PERCENT)
    way = found.one(Tag.PLACE) or {"cross_below": "lt", "cross_above": "gt"}.get(
        str(found.one(Tag.CROSS)), found.one(Tag.OVER)
    )
    if not _MOST_AWAY <= percent.value < 2 - _MOST_AWAY or (way == "lt") is (percent.value > 1) or percent.value == 1:
        return None
    away = replace(percent, value=plain(abs(1 - percent.value)))
    values = [token for token in found.tokens if token.kind is Tag.VALUE]
    place = Token(Tag.OVER, way, values[-1].end, values[-1].end)
    made = [*values[:-1], Token(Tag.PERCENT, away, place.start, place.end), place, values[-1]]
    return distance(Found(made, 0, len(made)), context)


def distance_in_times(found: Found, context: SentenceContext) -> Meant | None:
    times, op = found.one(Tag.MULTIPLE), found.one(Tag.OVER)
    values = found.all(Tag.VALUE)
    left = values[0] if len(values) == 2 else price("close")
    fits = left == price("close") and _is_line(values[-1]) and _MOST_AWAY < times < 2 and op != "eq"
    if not fits:
        return None
    return _beyond_part(values[-1], str(op), times, context)


def _beyond_part(line: Value, op: str, times: float, context: SentenceContext) -> Meant | None:
    """Beyond a part of a line, as it is said: less than 95% of it is not 95%."""
    if line.indicator != "sma":
        return related(price("close"), op, part_of(line, times), context)
    bias = indicator_value("bias", [float(dict(line.params)["period"])], context, None, line.timeframe)
    level = number(plain(100 * (times - 1)))
    meant = related(replace(bias, assumed=line.assumed), op, level, context) if bias is not None else None
    if meant is not None:
        context.comparison = compared(price("close"), op, line)
    return meant


def by_or_more(found: Found, context: SentenceContext) -> Meant | None:
    """`Under the 200-day by 15% or more`."""
    return (
        distance(Found(found.tokens[:-1], 0, len(found.tokens) - 1), context)
        if found.tokens[-1].value == "gte"
        else None
    )


def dropped_by(found: Found, context: SentenceContext) -> Meant | None:
    """`A 10% drop below the 50-day average`."""
    way = {"cross_above": "gt", "cross_below": "lt"}.get(str(found.one(Tag.CROSS)))
    placed = [replace(token, kind=Tag.OVER, value=way) if token.kind is Tag.CROSS else token for token in found.tokens]
    return distance(Found(placed, 0, len(placed)), context) if way is not None else None
