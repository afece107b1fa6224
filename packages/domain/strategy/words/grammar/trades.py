"""Stops, targets, holding times, sizes and instruments as they are said."""

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.grammar.apart.traded import direction_of, instruments_of
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Assumed, Directive, Value, assumed
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.quantities import Percent, plain
from packages.domain.strategy.words.grammar.sizes import (
    bare_cash,
    bare_count,
    bought_for,
    bought_share,
    bought_with_half,
    cash_of,
    each_for,
    lone_cash,
    part_of_equity,
    put_in,
    put_in_first,
    put_in_share,
    risk_of,
    share_of,
    shares_of,
    size_of,
    volatility_of,
    with_cash,
    worth_of,
)
from packages.domain.strategy.words.grammar.timeframes import NamedBars
from packages.domain.strategy.words.lexing.tokens import Duration, Tag

_LARGEST_BARE_STOP = 50


def distance_of(found: Found, context: SentenceContext) -> Document | None:
    """A percentage, points, or multiples of the average true range."""
    atr = next((value for value in found.all(Tag.VALUE) if isinstance(value, Value)), None)
    if atr is None:
        return None
    if atr.indicator != "atr" or atr.timeframe is not None:
        return None
    times = found.one(Tag.MULTIPLE) or found.one(Tag.NUMBER)
    if times is None or not 0 < times <= 100:
        return None
    numbers = found.all(Tag.NUMBER)
    period = dict(atr.params)["period"]
    if (found.has(Tag.OPEN) or found.one(Tag.TIME_UNIT) == "bar") and numbers:
        period = int(numbers[-1])
    if found.has(Tag.DURATION):
        period = int(found.one(Tag.DURATION).count)
    return {"kind": "atr_multiple", "value": plain(times), "period": period}


def _points(found: Found, context: SentenceContext) -> Document:
    return {"kind": "points", "value": plain(found.one(Tag.NUMBER))}


DISTANCES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("(NUMBER | MULTIPLE) VALUE", Tag.DISTANCE, distance_of),
    WordRule("VALUE MULTIPLE", Tag.DISTANCE, distance_of),
    WordRule("NUMBER POINTS", Tag.DISTANCE, _points),
)


def stated_distance(found: Found) -> tuple[Document, tuple[Assumed, ...]] | None:
    """The first distance; a bare number is taken for percent and told so."""
    for token in found.tokens:
        match token.kind:
            case Tag.DISTANCE:
                return token.value, ()
            case Tag.PERCENT:
                percent: Percent = token.value
                assumptions = (
                    (assumed("points_as_percent", value=plain(percent.value * 100)),) if percent.is_points else ()
                )
                return {"kind": "pct", "value": plain(percent.value)}, assumptions
            case Tag.MONEY:
                return None  # 95元 may be a price or a distance
            case Tag.NUMBER if 0 < token.value <= _LARGEST_BARE_STOP:
                return {"kind": "pct", "value": plain(token.value / 100)}, (
                    assumed("percent", value=plain(token.value)),
                )
            case Tag.NUMBER:
                return None
            case _:
                continue
    return None


def _stop(found: Found, context: SentenceContext) -> Directive | None:
    if found.one(Tag.RISE) == 1 or found.one(Tag.OUTPUT) not in (None, "lower"):
        return None
    before = found.before
    if before is not None and before.kind is Tag.VALUE:
        return None
    if any(percent.sign > 0 or percent.is_of_price for percent in found.all(Tag.PERCENT)):
        return None
    distance = stated_distance(found)
    return Directive("stop", distance[0], distance[1]) if distance is not None else None


def _target(found: Found, context: SentenceContext) -> Directive | None:
    if any(percent.sign < 0 for percent in found.all(Tag.PERCENT)) or found.one(Tag.RISE) == -1:
        return None
    if found.before is not None and found.before.kind is Tag.VALUE:
        return None  # 价格高出50日均线20%止盈 is of the line
    distance = stated_distance(found)
    return Directive("target", distance[0], distance[1]) if distance is not None else None


def _bracket(found: Found, context: SentenceContext) -> Directive | None:
    """止盈止损都设10%: the same distance for both."""
    distance = stated_distance(found)
    return Directive("bracket", distance[0], distance[1]) if distance is not None else None


def _trailing(found: Found, context: SentenceContext) -> Directive | None:
    if not found.has(Tag.TRAILING) and found.is_for_getting_in():
        return None
    if found.one(Tag.RISE) == 1 or any(percent.sign > 0 for percent in found.all(Tag.PERCENT)):
        return None
    distance = stated_distance(found)
    return Directive("trailing", distance[0], distance[1]) if distance is not None else None


def _atr_stop(found: Found, context: SentenceContext) -> Directive | None:
    value = distance_of(found, context)
    name = "trailing" if found.has(Tag.TRAILING) else "target" if found.has(Tag.TAKE_PROFIT) else "stop"
    return Directive(name, value) if value is not None else None


def _with_length(found: Found, context: SentenceContext) -> Directive | None:
    """`2N stop (ATR 20)`, `2N stop where N = ATR(20)`: the length of the range, said apart."""
    far, measure = found.one(Tag.DISTANCE), found.one(Tag.VALUE)
    is_named = isinstance(measure, Value) and measure.indicator == "atr"
    if far["kind"] != "atr_multiple" or not (is_named or found.one(Tag.TIME_UNIT) == "bar"):
        return None
    period = found.one(Tag.NUMBER) or dict(measure.params)["period"]
    return Directive("trailing" if found.has(Tag.TRAILING) else "stop", {**far, "period": int(period)})


def time_of(found: Found, context: SentenceContext) -> Directive | None:
    duration: Duration | None = found.one(Tag.DURATION)
    if duration is None or found.has(Tag.AT_LEAST) or found.one(Tag.OVER) in ("lt", "lte"):
        return None  # `below for three bars` is no time to hold
    bars = context.bars_of(duration)
    if bars is None:
        return None
    converted = duration.unit in ("week", "month", "year") and context.timeframe == "1d"
    assumptions = (
        (assumed("bars_of_length", count=plain(duration.count), unit=duration.unit, bars=bars),) if converted else ()
    )
    return Directive("time", bars, assumptions)


def reward(found: Found, context: SentenceContext) -> Directive | None:
    ratio = found.one(Tag.RATIO)
    value = max(ratio) / min(ratio) if ratio is not None else found.one(Tag.NUMBER) or found.one(Tag.MULTIPLE)
    return Directive("reward", plain(value)) if value and 0 < value <= 100 else None


def _bars(found: Found, context: SentenceContext) -> Directive | None:
    bars = found.one(Tag.TIMEFRAME)
    fits = isinstance(bars, NamedBars) and bars.length == context.timeframe
    return Directive("timeframe", bars.length) if fits else None


def _none_after(found: Found, context: SentenceContext) -> Directive:
    """`Stop: none`."""
    return Directive(f"no_{found.tokens[0].kind.value}", None)


def _none(found: Found, context: SentenceContext) -> Directive | None:
    """`No stop` asks for nothing, where no distance follows it."""
    return Directive(f"no_{found.tokens[-1].kind.value}", None) if not found.follows(SURE) else None


_FAR = "(DISTANCE | PERCENT | MONEY | NUMBER)"
SURE = "(DISTANCE | PERCENT | MONEY)"
_EACH = "PER_TRADE?"
_APART = "COMMA (?=PERCENT (COMMA | BREAK))"
_MOST = "(AT_MOST | OVER)?"
DIRECTIVES: tuple[WordRule[SentenceContext], ...] = (
    WordRule(
        f"(STOP_LOSS AND? TAKE_PROFIT | TAKE_PROFIT AND? STOP_LOSS) (BOTH | PER_TRADE)? {SURE}",
        Tag.DIRECTIVE,
        _bracket,
    ),
    WordRule(
        "VALUE (STOP_LOSS | TRAILING | TAKE_PROFIT) COMMA? MULTIPLE"
        " (OPEN NUMBER CLOSE | COMMA? VALUE? TIME_UNIT NUMBER)?",
        Tag.DIRECTIVE,
        _atr_stop,
    ),
    WordRule(
        "DISTANCE (STOP_LOSS | TRAILING) (OPEN VALUE NUMBER? CLOSE | WHEN UNKNOWN OVER VALUE)",
        Tag.DIRECTIVE,
        _with_length,
    ),
    WordRule(
        "VALUE (STOP_LOSS | TRAILING | TAKE_PROFIT) NUMBER (AND? DURATION | OPEN NUMBER CLOSE)?",
        Tag.DIRECTIVE,
        _atr_stop,
    ),
    WordRule("(TRAILING | STOP_LOSS) DISTANCE COMMA? TIME_UNIT NUMBER", Tag.DIRECTIVE, _with_length),
    WordRule("STOP_LOSS (DISTANCE | PERCENT) COMMA? TRAILING (?=COMMA | BREAK | $)", Tag.DIRECTIVE, _trailing),
    WordRule(f"TRAILING STOP_LOSS? (RISE | LOSS)? {_FAR} TRAILING? (RISE? PEAK)?", Tag.DIRECTIVE, _trailing),
    WordRule(f"{SURE} TRAILING STOP_LOSS?", Tag.DIRECTIVE, _trailing),
    WordRule(
        f"TRAILING? (FROM? EXTREME)? PEAK{{1,2}} (RISE | OVER)? (RISE | OVER)? {SURE} (STOP_LOSS | TAKE_PROFIT)?",
        Tag.DIRECTIVE,
        _trailing,
    ),
    WordRule(f"(RISE | LOSS)? OVER? {SURE} FROM? PEAK (STOP_LOSS | TAKE_PROFIT)?", Tag.DIRECTIVE, _trailing),
    WordRule(
        f"PER_TRADE? RISK PER_TRADE? (AT_MOST | OVER)? PER_TRADE? PERCENT EQUITY? RISK? {_EACH}", Tag.DIRECTIVE, risk_of
    ),
    WordRule("RISK (BREAK | BULLET | COLON){1,2} PERCENT EQUITY? PER_TRADE?", Tag.DIRECTIVE, risk_of),
    WordRule(f"PER_TRADE? (RISK | LOSS) (AT_MOST)? EQUITY PERCENT RISK? {_EACH}", Tag.DIRECTIVE, risk_of),
    WordRule("PER_TRADE (AT_MOST)? LOSS (AT_MOST)? EQUITY? PERCENT EQUITY? WITHIN?", Tag.DIRECTIVE, risk_of),
    WordRule("PER_TRADE? EQUITY PERCENT RISK", Tag.DIRECTIVE, risk_of),
    WordRule(f"PERCENT EQUITY? RISK {_EACH}", Tag.DIRECTIVE, risk_of),
    WordRule("LOSS AT_MOST? PERCENT EQUITY PER_TRADE", Tag.DIRECTIVE, risk_of),
    WordRule("PER_TRADE? STOP_LOSS AT_MOST? EQUITY PERCENT", Tag.DIRECTIVE, risk_of),
    WordRule("STOP_LOSS AT_MOST? PERCENT EQUITY PER_TRADE?", Tag.DIRECTIVE, risk_of),
    WordRule(
        f"STOP_LOSS (WHEN | COLON | {_APART})? (FROM_ENTRY | RISE | LOSS)? {_MOST} {_FAR}"
        " (RISE? FROM_ENTRY | RISE | LOSS | OUTPUT)?",
        Tag.DIRECTIVE,
        _stop,
    ),
    WordRule("LOSS AT_MOST PERCENT (?=COMMA | BREAK | ACTION | $)", Tag.DIRECTIVE, _stop),
    WordRule("AT_MOST PERCENT (RISE | LOSS) (?=COMMA | BREAK | AND | $)", Tag.DIRECTIVE, _stop),
    WordRule(
        f"(RISE | LOSS)? (OVER | TOUCH)? {SURE} LOSS? STOP_LOSS (?!PERCENT | NUMBER | DISTANCE)", Tag.DIRECTIVE, _stop
    ),
    WordRule(f"FROM_ENTRY? {SURE} LOSS? STOP_LOSS", Tag.DIRECTIVE, _stop),
    WordRule(
        f"TAKE_PROFIT (COLON | {_APART})? (RISE | GAIN)? {_MOST} {_FAR} (?!EQUITY | SIZE) (GAIN | RISE)? FROM_ENTRY?",
        Tag.DIRECTIVE,
        _target,
    ),
    WordRule(f"(RISE | GAIN)? (OVER | TOUCH)? {SURE} GAIN? TAKE_PROFIT", Tag.DIRECTIVE, _target),
    WordRule("AT_MOST? NOT? HOLD TIME_UNIT? AFTER? NOT? (AT_MOST | OVER | PAST)? DURATION", Tag.DIRECTIVE, time_of),
    WordRule("AT_MOST DURATION HOLD?", Tag.DIRECTIVE, time_of),
    WordRule("HOLD? PRONOUN? DURATION AT_MOST (?=COMMA | BREAK | $)", Tag.DIRECTIVE, time_of),
    WordRule("DURATION HOLD", Tag.DIRECTIVE, time_of),
    WordRule("REWARD (OVER | AT_LEAST)? (RATIO | NUMBER | MULTIPLE)", Tag.DIRECTIVE, reward),
    WordRule("(RATIO | MULTIPLE) REWARD", Tag.DIRECTIVE, reward),
    WordRule("TAKE_PROFIT OVER? STOP_LOSS MULTIPLE", Tag.DIRECTIVE, reward),
    WordRule("TAKE_PROFIT OVER? MULTIPLE (STOP_LOSS | PRONOUN)", Tag.DIRECTIVE, reward),
    WordRule("TAKE_PROFIT OVER? (MULTIPLE RISK | RISK MULTIPLE)", Tag.DIRECTIVE, reward),
    WordRule("MULTIPLE (RISK | STOP_LOSS) TAKE_PROFIT", Tag.DIRECTIVE, reward),
    WordRule("TAKE_PROFIT OVER? NUMBER REWARD", Tag.DIRECTIVE, reward),
    WordRule("VOLATILITY PERCENT", Tag.DIRECTIVE, volatility_of),
    WordRule("PERCENT VOLATILITY", Tag.DIRECTIVE, volatility_of),
    WordRule(f"{_EACH} AT_MOST? SIZE? AT_MOST? PORTION (EQUITY | SIZE)* {_EACH}", Tag.DIRECTIVE, size_of),
    WordRule(
        f"{_EACH} SIZE? {_EACH} AT_MOST? (PERCENT | FRACTION) (EQUITY | SIZE){{1,2}} {_EACH}", Tag.DIRECTIVE, size_of
    ),
    WordRule(
        f"{_EACH} AT_MOST? (EQUITY | SIZE){{1,3}} {_EACH} AT_MOST? (PERCENT | FRACTION) EQUITY? {_EACH}",
        Tag.DIRECTIVE,
        size_of,
    ),
    WordRule("SIZE NUMBER", Tag.DIRECTIVE, part_of_equity),
    WordRule("PER_TRADE AT_MOST? PERCENT EQUITY?", Tag.DIRECTIVE, share_of),
    WordRule("AT_MOST? PERCENT EQUITY? PER_TRADE", Tag.DIRECTIVE, share_of),
    WordRule("(PER_TRADE | SIZE){0,3} AT_MOST? MONEY (SIZE | PER_TRADE){0,2}", Tag.DIRECTIVE, bought_for),
    WordRule("PER_TRADE? (HOLD | TAKE_PROFIT) MONEY (?=COMMA? ACTION)", Tag.DIRECTIVE, cash_of),
    WordRule("(HOLD | TAKE_PROFIT) MONEY (?=COMMA)", Tag.DIRECTIVE, put_in_first),
    WordRule(
        f"{_EACH} (SIZE | HOLD) {_EACH} NUMBER (SIZE | PER_TRADE | PRONOUN){{0,2}}"
        " (?=COMMA | BREAK | WHEN | ACTION | AND | $)",
        Tag.DIRECTIVE,
        put_in,
    ),
    WordRule("AND MONEY (?=COMMA | BREAK | WHEN | $)", Tag.DIRECTIVE, with_cash),
    WordRule("NUMBER SIZE PRONOUN? (?=COMMA | BREAK | WHEN | SYMBOL | AND | $)", Tag.DIRECTIVE, worth_of),
    WordRule("NUMBER (?=COMMA | BREAK | $)", Tag.DIRECTIVE, each_for),
    WordRule("NUMBER PER_TRADE", Tag.DIRECTIVE, cash_of),
    WordRule("PER_TRADE NUMBER (?=COMMA | BREAK | $)", Tag.DIRECTIVE, cash_of),
    WordRule("(MONEY | NUMBER) (?=COMMA | BREAK | $)", Tag.DIRECTIVE, lone_cash),
    WordRule("(HOLD | SIZE | AND)? NUMBER (?=ACTION | SYMBOL | WHEN)", Tag.DIRECTIVE, bare_cash),
    WordRule("(SIZE COLON?)? NUMBER (?=SYMBOL)", Tag.DIRECTIVE, bare_count),
    WordRule(f"{_EACH} SIZE? {_EACH} (NUMBER SHARES){{1,2}} {_EACH}", Tag.DIRECTIVE, shares_of),
    WordRule("SHARES NUMBER SHARES?", Tag.DIRECTIVE, shares_of),
    WordRule("(PERCENT | FRACTION) (SIZE | EQUITY)?", Tag.DIRECTIVE, bought_share),
    WordRule("PERCENT (?=SYMBOL WHEN)", Tag.DIRECTIVE, put_in_share),
    WordRule("TAKE_PROFIT (PERCENT | FRACTION) (EQUITY | SIZE){1,2}", Tag.DIRECTIVE, size_of),
    WordRule("AND (FRACTION | PERCENT) EQUITY? (?=COMMA | BREAK | WHEN | $)", Tag.DIRECTIVE, bought_with_half),
    WordRule("RULE_WORD? TIMEFRAME (CHART | TIME_UNIT)?", Tag.DIRECTIVE, _bars),
    WordRule("RULE_WORD? SYMBOL ((COMMA | AND | LISTING | SLASH) SYMBOL){0,20}", Tag.DIRECTIVE, instruments_of),
    WordRule("(STOP_LOSS | TAKE_PROFIT | TRAILING) COLON? NOT (?!OVER)", Tag.DIRECTIVE, _none_after),
    WordRule("(NOT | REMOVE) (STOP_LOSS | TAKE_PROFIT | TRAILING)", Tag.DIRECTIVE, _none),
    WordRule("LONG_ONLY", Tag.DIRECTIVE, direction_of),
)
