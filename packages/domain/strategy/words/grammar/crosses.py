"""Crossings by name: golden and death crosses of averages and of the lines of an indicator."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.comparisons import related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.lines import line
from packages.domain.strategy.words.grammar.meanings import TURNED, Meant, Value, assumed
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Duration, Tag

# The two lines whose crossing an indicator is known for.
PAIRS = {
    "macd": ("macd", "signal"), "kdj": ("k", "d"), "stochastic": ("k", "d"), "stochastic_rsi": ("k", "d"),
    "trix": ("value", "signal"), "tsi": ("value", "signal"), "ppo": ("value", "signal"), "dma": ("dma", "ama"),
    "kst": ("value", "signal"), "klinger": ("value", "signal"), "vortex": ("plus", "minus"), "mama": ("mama", "fama"),
}  # fmt: skip
_AFTER_A_CROSS = "COMMA | BREAK | ACTION | AND | OR | DIRECTIVE | SYMBOL | TIMEFRAME"
_LONE_AVERAGES = (5, 20)
_GOLDEN_CROSS = (50, 200)


def _cross_by_name(found: Found, context: SentenceContext) -> Meant | None:
    op, values = _crossing(found), [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    if op is None or (found.has(Tag.GOLDEN) and any(value.scale == "number" for value in values)):
        return None
    if len(values) == 2:
        return _by_side(_two_lines(values, op, context), found)
    if len(values) == 1:
        value = values[0]
        if value.indicator in PAIRS and value.output in (PAIRS[value.indicator][0], "k", "macd"):
            first, second = PAIRS[value.indicator]
            return _by_side(related(line(value, first), op, line(value, second), context), found)
    return None


def _cross_of_pair(found: Found, context: SentenceContext) -> Meant | None:
    """`Crossover of the 5 and the 13 EMA`."""
    value = found.one(Tag.VALUE)
    if found.one(Tag.CROSS) != "cross" or not isinstance(value, Value) or len(value.more) != 1:
        return None
    return _by_side(_two_lines([replace(value, more=()), value.more[0]], "cross_above", context), found)


def _crossing(found: Found) -> str | None:
    """A cross without a name is the one that opens a trade of its side."""
    said = found.one(Tag.GOLDEN) or found.one(Tag.CROSS)
    if said == "cross" and (found.has(Tag.WAY) or found.has(Tag.RISE)):
        return str(found.one(Tag.WAY) or {1: "cross_above", -1: "cross_below"}[found.one(Tag.RISE)])
    if found.has(Tag.OUTLOOK):
        ways = {1: "cross_above", 2: "cross_above", -1: "cross_below", -2: "cross_below"}
        return ways.get(found.one(Tag.OUTLOOK)) if said == "cross" else None
    if said in ("cross_above", "cross_below") and _stands_alone(found):
        return str(said)
    if said == "cross" and (found.after is None or found.follows(_AFTER_A_CROSS)):
        return "cross_above"
    return said if found.has(Tag.GOLDEN) else None


def _stands_alone(found: Found) -> bool:
    """`MACD crosses to the upside`: the lines of one indicator, with nothing after it that they could cross."""
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    named = {value.indicator for value in values} | {str(each) for each in found.all(Tag.INDICATOR)}
    ends = found.after is None or found.follows(_AFTER_A_CROSS)
    return ends and len(values) < 2 and named <= set(PAIRS) and found.tokens[-1].kind is Tag.CROSS


def _by_side(meant: Meant | None, found: Found) -> Meant | None:
    is_open = not any(found.has(kind) for kind in (Tag.GOLDEN, Tag.OUTLOOK, Tag.WAY, Tag.RISE)) and found.one(
        Tag.CROSS
    ) in (None, "cross")
    return replace(meant, is_neutral=True, closes=True) if meant is not None and is_open else meant


def _two_lines(values: list[Value], op: str, context: SentenceContext) -> Meant | None:
    """Of two averages the shorter one crosses, in whichever order they are named."""
    lengths = [dict(value.params).get("period", 0) for value in values]
    if values[0].indicator in AVERAGES and values[1].indicator in AVERAGES and lengths[0] > lengths[1]:
        values = values[::-1]
    if values[0] == values[1]:
        return None
    return related(values[0], op, values[1], context)


def _kind_crosses(found: Found, context: SentenceContext) -> Meant | None:
    """KDJ金叉, 均线金叉, a golden cross of 5 and 20 days."""
    kind, op = str(found.one(Tag.INDICATOR)), _crossing(found)
    if op is None:
        return None
    if kind in PAIRS:
        first, second = PAIRS[kind]
        fast, slow = indicator_value(kind, [], context, first), indicator_value(kind, [], context, second)
        meant = related(fast, op, slow, context) if fast is not None and slow is not None else None
        return _by_side(meant, found)
    if kind not in AVERAGES:
        return None
    durations: list[Duration] = found.all(Tag.DURATION)
    numbers = [float(value) for value in found.all(Tag.NUMBER)]
    bars = None
    if durations:
        periods = [context.period_of(duration) for duration in durations]
        if None in periods or len({period[1] for period in periods if period}) > 1:
            return None
        numbers, bars = [*numbers, *(float(period[0]) for period in periods if period)], periods[0] and periods[0][1]
    if len(numbers) not in (0, 2):
        return None
    if not numbers and len(context.averages) == 2:
        return _by_side(_two_lines(list(context.averages), op, context), found)
    assumptions = () if numbers else (assumed("average_lengths", fast=_LONE_AVERAGES[0], slow=_LONE_AVERAGES[1]),)
    values = [indicator_value(kind, [length], context, None, bars or None) for length in numbers or _LONE_AVERAGES]
    meant = _two_lines([value for value in values if value is not None], op, context)
    return _by_side(replace(meant, assumed=(*meant.assumed, *assumptions)) if meant is not None else None, found)


def _lengths_cross(found: Found, context: SentenceContext) -> Meant | None:
    """A golden cross of the 20 and 60."""
    lengths = [token.value for token in found.tokens if token.kind in (Tag.DURATION, Tag.NUMBER)]
    kind = str(found.one(Tag.INDICATOR) or "sma")
    periods = [context.period_of(each) if isinstance(each, Duration) else (each, None) for each in lengths]
    if kind not in AVERAGES or None in periods or found.follows("INDICATOR | TIME_UNIT"):
        return None
    values = [indicator_value(kind, [float(each[0])], context, None, each[1]) for each in periods if each is not None]
    known, op = [value for value in values if value is not None], _crossing(found)
    return _by_side(_two_lines(known, op, context), found) if len(known) == 2 and op is not None else None


def _length_and_line(found: Found, context: SentenceContext) -> Meant | None:
    """A golden cross of the 50- and 200-day averages, a crossover of the 5 and the 13 EMA: the first length is of the
    same kind of average."""
    slow, length = found.one(Tag.VALUE), float(found.one(Tag.NUMBER))
    if not isinstance(slow, Value) or slow.indicator not in AVERAGES:
        return None
    fast, op = indicator_value(slow.indicator, [length], context, None, slow.timeframe), _crossing(found)
    if fast is None or op is None or (found.has(Tag.CROSS) and found.one(Tag.CROSS) != "cross"):
        return None
    return _by_side(_two_lines([fast, slow], op, context), found)


def _bare_cross(found: Found, context: SentenceContext) -> Meant | None:
    """The lines that crossed before; without them, what the words mean by themselves: 50 and 200 days."""
    op, last = found.one(Tag.GOLDEN), context.crossing
    if _is_on_other_bars(found, last):
        return None
    of_lines = last is not None and last.left is not None and bool(last.left.indicator)
    if of_lines and last is not None and last.left is not None and last.right is not None:
        meant = related(last.left, op, last.right, context)
        usual = tuple(each for each in last.assumed if each.code == "average_lengths")
        return replace(meant, assumed=(*usual, *meant.assumed)) if meant is not None else None
    if context.subject is not None and context.subject.indicator in PAIRS:
        first, second = PAIRS[context.subject.indicator]
        return related(line(context.subject, first), op, line(context.subject, second), context)
    if len(context.averages) == 2:
        return _two_lines(list(context.averages), op, context)
    kind = next((each for each in reversed([*context.named, *context.settings]) if each in PAIRS), None)
    if kind is not None:
        first, second = PAIRS[kind]
        lines = [indicator_value(kind, [], context, first), indicator_value(kind, [], context, second)]
        return related(lines[0], op, lines[1], context) if lines[0] is not None and lines[1] is not None else None
    if last is not None and last.left is not None and last.right is not None:
        return related(last.left, op, last.right, context)  # of the price and a line, where there is nothing else
    fast, slow = (indicator_value("sma", [length], context) for length in _GOLDEN_CROSS)
    if fast is None or slow is None:
        return None
    meant = related(fast, op, slow, context)
    assumptions = assumed("average_lengths", fast=_GOLDEN_CROSS[0], slow=_GOLDEN_CROSS[1])
    return replace(meant, assumed=(*meant.assumed, assumptions)) if meant is not None else None


def _crossed_back(found: Found, context: SentenceContext) -> Meant | None:
    """`Out when MACD crosses back down`: the crossing of before, the other way."""
    last, value = context.crossing, found.one(Tag.VALUE)
    if last is None or last.left is None or last.right is None or found.one(Tag.OPPOSITE) != "cross":
        return None
    body = last.json.get("cross")
    if not isinstance(body, dict) or not isinstance(value, Value) or value.indicator != last.left.indicator:
        return None
    return related(last.left, TURNED[str(body["op"])], last.right, context)


def _is_on_other_bars(found: Found, last: Meant | None) -> bool:
    """周线金叉…，日线死叉: the lines of before, on bars that they are not on."""
    said = found.before.value if found.before is not None and found.before.kind is Tag.TIMEFRAME else None
    slower = last.left.timeframe if last is not None and last.left is not None else None
    return said is not None and slower is not None and said.length != slower


_LIST = "(SLASH | AND | LISTING | COMMA)"
_JOIN = "(AND | SLASH | LISTING | OVER | TO)"
CROSSES: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"VALUE {_JOIN}? VALUE (LINE | INDICATOR)? (GOLDEN | CROSS)", Tag.CONDITION, _cross_by_name),
    WordRule(f"GOLDEN OPEN? VALUE {_JOIN} VALUE CLOSE?", Tag.CONDITION, _cross_by_name),
    WordRule("VALUE GOLDEN VALUE", Tag.CONDITION, _cross_by_name),
    WordRule(
        f"(DURATION {_JOIN}? DURATION | NUMBER {_LIST} NUMBER) TIMEFRAME? INDICATOR LINE? (GOLDEN | CROSS OUTLOOK?)",
        Tag.CONDITION,
        _kind_crosses,
    ),
    WordRule(
        "INDICATOR OPEN? NUMBER (SLASH | AND | LISTING | COMMA) NUMBER CLOSE? LINE? (GOLDEN | CROSS)",
        Tag.CONDITION,
        _kind_crosses,
    ),
    WordRule(
        f"INDICATOR LINE? GOLDEN OPEN (DURATION {_JOIN}? DURATION | NUMBER {_LIST} NUMBER) CLOSE",
        Tag.CONDITION,
        _kind_crosses,
    ),
    WordRule("VALUE LINE? (GOLDEN | CROSS)", Tag.CONDITION, _cross_by_name),
    WordRule("CROSS VALUE (?=COMMA | BREAK | ACTION | TIMEFRAME | $)", Tag.CONDITION, _cross_of_pair),
    WordRule("OUTLOOK VALUE LINE? CROSS | VALUE LINE? OUTLOOK CROSS", Tag.CONDITION, _cross_by_name),
    WordRule("OUTLOOK INDICATOR LINE? CROSS | INDICATOR LINE? OUTLOOK CROSS", Tag.CONDITION, _kind_crosses),
    WordRule("GOLDEN VALUE", Tag.CONDITION, _cross_by_name),
    WordRule("INDICATOR LINE? (GOLDEN | CROSS)", Tag.CONDITION, _kind_crosses),
    WordRule(
        f"GOLDEN OPEN? (DURATION | NUMBER) {_JOIN} (DURATION | NUMBER) INDICATOR? CLOSE?", Tag.CONDITION, _lengths_cross
    ),
    WordRule(f"(GOLDEN | CROSS) OPEN? NUMBER {_JOIN} VALUE CLOSE?", Tag.CONDITION, _length_and_line),
    WordRule("NUMBER (SLASH | AND) VALUE LINE? (GOLDEN | CROSS)", Tag.CONDITION, _length_and_line),
    WordRule("NUMBER (SLASH | AND) VALUE LINE? CROSS (WAY | RISE)", Tag.CONDITION, _length_and_line),
    WordRule(
        "(DURATION | NUMBER) (AND | SLASH | LISTING) (DURATION | NUMBER) (GOLDEN | CROSS)",
        Tag.CONDITION,
        _lengths_cross,
    ),
    WordRule("VALUE OPPOSITE", Tag.CONDITION, _crossed_back),
    WordRule("GOLDEN", Tag.CONDITION, _bare_cross),
)
