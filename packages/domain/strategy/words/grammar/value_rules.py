"""How prices, volumes and indicators are named in a sentence."""

from packages.domain.strategy.words.grammar.apart.lengths_alone import average_length, elliptic
from packages.domain.strategy.words.grammar.apart.named_elsewhere import (
    average_of_volume,
    line_again,
    new_extreme,
    of_the_bar,
    rate,
    rate_again,
    rate_explained,
    that_momentum,
)
from packages.domain.strategy.words.grammar.apart.topics import (
    deviated_band,
    pair_of_averages,
    pair_topic,
    topic,
    topic_of_lines,
)
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.lines import (
    band,
    band_in_brackets,
    band_of_length,
    band_with,
    channel_break,
    donchian,
    donchian_again,
    extreme,
    faster_or_slower,
    field_extreme,
    line_placed,
    numbers_of,
    remembered,
)
from packages.domain.strategy.words.grammar.meanings import Value, number, price
from packages.domain.strategy.words.grammar.measures.breakouts import breakout, broken
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.timeframes import NamedBars
from packages.domain.strategy.words.grammar.values import AVERAGES, BANDS, indicator_value, settings_of
from packages.domain.strategy.words.lexing.tokens import Duration, Tag


def _lengths_of(found: Found, fixed: str) -> list[Duration]:
    """What lengths are named, beside the one that the name itself has: 年线250日."""
    durations: list[Duration] = found.all(Tag.DURATION)
    return [] if fixed and durations and durations[0] == Duration(float(fixed), "day") else durations


def _indicator(found: Found, context: SentenceContext) -> Value | None:
    kind, _, fixed = str(found.one(Tag.INDICATOR)).partition("@")
    if fixed in ("fast", "slow"):
        if not numbers_of(found) and not found.has(Tag.DURATION):
            return faster_or_slower(fixed, context)
        fixed = ""
    if found.preceded_by(Tag.STREAK) and found.tokens[0].kind is Tag.DURATION:
        return None  # 连续3天RSI低于30
    numbers = [float(fixed)] if fixed else numbers_of(found)
    bars: NamedBars | None = found.one(Tag.TIMEFRAME)
    length = bars.length if bars is not None and bars.length != context.timeframe else None
    if fixed and found.before is not None and found.before.kind is Tag.NUMBER:
        return None  # 10月均线 is on monthly bars
    durations = _lengths_of(found, fixed)
    if durations:
        period = context.period_of(durations[0])
        if period is None and kind == "roc" and (bars_ := context.bars_of(durations[0])) is not None:
            period = bars_, None  # a return over six months
        if period is None or numbers or len(durations) > 1 or (length and period[1]):
            return None
        numbers, length = [period[0]], length or period[1]
    if kind in AVERAGES and not numbers:
        same = [value for value in context.averages if value.indicator == kind and not found.has(Tag.TIMEFRAME)]
        return same[-1] if same and all(value == same[0] for value in same) else None
    output = found.one(Tag.OUTPUT)
    if kind == "ichimoku" and output == "cloud":
        return None
    value = indicator_value(kind, numbers, context, output, length)
    return remembered(value, context)


def _glued(found: Found, context: SentenceContext) -> Value | None:
    """MA20 and RSI14 name a period; RSI30以下 and RSI 30 name a level."""
    kind, token = str(found.one(Tag.INDICATOR)), found.tokens[-1]
    named = next(each for each in found.tokens if each.kind is Tag.INDICATOR)
    length = next(each for each in found.tokens if each.kind is Tag.NUMBER)
    if length.start - named.end > _BESIDE:
        return None  # words that were left out stand between them: `ema cuts 15`
    if kind in AVERAGES and found.follows("(SLASH | AND | LISTING) NUMBER LINE? (GOLDEN | CROSS)"):
        return None  # EMA 12/26 cross
    if kind in AVERAGES or (kind == "atr" and found.tokens[-1].glued):
        return None if found.follows("TIME_UNIT") else _indicator(found, context)
    compares = found.follows("OUTPUT? (NOT? (OVER | CROSS | TOUCH | BETWEEN | AT_MOST | AT_LEAST) SIGN? NUMBER)")
    stands = token.glued and found.follows(
        "OUTPUT? (GOLDEN | STATE | TREND | TURN | POSITIVE | OVER | CROSS | OUTPUT | STREAK)"
    )
    stands = stands or (token.glued and found.follows("(AND | LISTING | SLASH) INDICATOR NUMBER"))
    level = found.follows("PLACE") and not found.follows("NUMBER")
    if level or not (compares or stands):
        return None
    return _indicator(found, context)


def _prefixed(found: Found, context: SentenceContext) -> Value | None:
    """20 EMA has a period before it; in `RSI < 30 MACD` the number belongs to what is before."""
    if found.preceded_by(Tag.NUMBER, Tag.SLASH) and found.follows("LINE? (GOLDEN | CROSS)"):
        return None
    if found.is_after(Tag.GOLDEN, 3) and any(found.preceded_by(Tag.NUMBER, kind) for kind in (Tag.SLASH, Tag.AND)):
        return None
    if found.one(Tag.INDICATOR) == "dma":
        return remembered(indicator_value("sma", numbers_of(found), context), context)
    if (
        str(found.one(Tag.INDICATOR)) not in AVERAGES | {"volume_average"}
        or found.follows("NUMBER")
        or found.follows("OPEN")
    ):
        return None
    return _indicator(found, context)


def _volume_average(found: Found, context: SentenceContext) -> Value | None:
    if not found.has(Tag.VOLUME) and not found.is_after(Tag.VOLUME, 3):
        alike = {str(value.json) for value in context.averages}
        return context.averages[-1] if len(alike) == 1 and not found.has(Tag.NUMBER) else None
    return indicator_value("volume_average", numbers_of(found), context)


def _field(found: Found, context: SentenceContext) -> Value:
    return price(found.one(Tag.FIELD))


def _of_bands(found: Found, context: SentenceContext) -> Value | None:
    """`Donchian 30 upper`."""
    banded = found.one(Tag.INDICATOR) in BANDS and found.one(Tag.OUTPUT) in ("upper", "lower", "middle")
    return _indicator(found, context) if banded else None


def _settings_first(found: Found, context: SentenceContext) -> Value | None:
    """12/26/9 MACD."""
    kind, numbers = str(found.one(Tag.INDICATOR)), numbers_of(found)
    if kind in AVERAGES or "@" in kind or found.follows("NUMBER | OPEN") or settings_of(kind, numbers) is None:
        return None
    return remembered(indicator_value(kind, numbers, context, found.one(Tag.OUTPUT)), context)


def _earlier_field(found: Found, context: SentenceContext) -> Value | None:
    name = found.one(Tag.FIELD) or found.one(Tag.EXTREME)
    if found.has(Tag.VOLUME):
        name = "volume"
    duration: Duration | None = found.one(Tag.DURATION)
    lag = context.bars_of(duration) if duration is not None else 1
    is_daily = context.timeframe == "1d" or duration is None
    return price(name, lag) if name and lag and is_daily else None


def _zero(found: Found, context: SentenceContext) -> Value:
    return number(0)


_BESIDE = 3
_MORE = "((COMMA | SLASH | LISTING)? NUMBER)"


VALUES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("DURATION INDICATOR OPEN DURATION CLOSE", Tag.VALUE, rate_explained),
    WordRule("INDICATOR COLON (?=OUTPUT)", Tag.TOPIC, topic_of_lines),
    WordRule("PAST? DURATION INDICATOR EXTREME", Tag.VALUE, donchian),
    WordRule("PAST? DURATION RISE (?=NOT? (TURN | POSITIVE | OVER (ZERO | NUMBER) | CROSS))", Tag.VALUE, rate),
    WordRule("INDICATOR (?=TURN | POSITIVE | OVER ZERO | CROSS ZERO)", Tag.VALUE, that_momentum),
    WordRule("INDICATOR (OPEN NUMBER CLOSE EXTREME | EXTREME OPEN NUMBER CLOSE)", Tag.VALUE, donchian),
    WordRule("AVERAGE PAST? DURATION VOLUME", Tag.VALUE, average_length),
    WordRule("TIMEFRAME? INDICATOR OUTPUT LINE? PLACE", Tag.CONDITION, line_placed),
    WordRule("AVERAGE OPEN DURATION CLOSE", Tag.VALUE, average_length),
    WordRule("VOLUME PAST? DURATION INDICATOR", Tag.VALUE, average_length),
    WordRule("PAST? DURATION EXTREME? BREAKOUT", Tag.CONDITION, breakout),
    WordRule("BREAKOUT COMMA DURATION (?=COMMA | BREAK | $)", Tag.CONDITION, breakout),
    WordRule("DURATION CROSS (?=ACTION)", Tag.CONDITION, broken),
    WordRule("OUTPUT DURATION COMMA? NUMBER INDICATOR INDICATOR", Tag.VALUE, deviated_band),
    WordRule("INDICATOR? OUTPUT OPEN DURATION COMMA? (MULTIPLE | NUMBER) INDICATOR? CLOSE", Tag.VALUE, deviated_band),
    WordRule("OUTPUT INDICATOR OPEN DURATION COMMA? (MULTIPLE | NUMBER) INDICATOR? CLOSE", Tag.VALUE, deviated_band),
    WordRule("(DURATION | NUMBER) (AND | SLASH | LISTING) DURATION (INDICATOR | LINE)?", Tag.TOPIC, pair_topic),
    WordRule("PAST? DURATION (AVERAGE VOLUME | VOLUME (AVERAGE | INDICATOR))", Tag.VALUE, average_length),
    WordRule("VOLUME (PAST? DURATION | OPEN DURATION CLOSE) AVERAGE", Tag.VALUE, average_length),
    WordRule("PAST? DURATION AVERAGE LINE?", Tag.VALUE, average_length),
    WordRule("DURATION LINE", Tag.VALUE, average_length),
    WordRule("INDICATOR NUMBER? TIMEFRAME (?=OVER | CROSS | NUMBER | PLACE)", Tag.VALUE, _indicator),
    WordRule("AVERAGE VOLUME? PAST? DURATION", Tag.VALUE, average_length),
    WordRule("AVERAGE NUMBER", Tag.VALUE, average_of_volume),
    WordRule("AVERAGE VOLUME OPEN NUMBER CLOSE", Tag.VALUE, _volume_average),
    WordRule("AVERAGE VOLUME", Tag.VALUE, lambda found, context: indicator_value("volume_average", [], context)),
    WordRule("VOLUME INDICATOR OPEN? NUMBER CLOSE?", Tag.VALUE, _volume_average),
    WordRule("NUMBER AVERAGE", Tag.VALUE, average_of_volume),
    WordRule("AVERAGE", Tag.VALUE, _volume_average),
    WordRule(
        "TIMEFRAME? INDICATOR OPEN (NUMBER | DURATION) ((COMMA | SLASH | LISTING) NUMBER){0,8} CLOSE OUTPUT? LINE?",
        Tag.VALUE,
        _indicator,
    ),
    WordRule(
        "TIMEFRAME? OUTPUT INDICATOR OPEN (NUMBER | DURATION) (COMMA NUMBER){0,8} CLOSE LINE?", Tag.VALUE, _indicator
    ),
    WordRule(
        "((DURATION | NUMBER) (COMMA | SLASH | LISTING)){0,2} (DURATION | NUMBER) (COMMA? AND | SLASH | LISTING)"
        " (DURATION | NUMBER) (INDICATOR | AVERAGE) LINE? (?!GOLDEN | CROSS)",
        Tag.VALUE,
        pair_of_averages,
    ),
    WordRule("OUTPUT OPEN NUMBER ((COMMA | SLASH | LISTING | AND) NUMBER){0,3} CLOSE", Tag.VALUE, band_with),
    WordRule(
        f"TIMEFRAME? INDICATOR NUMBER {_MORE}{{2}} OUTPUT?"
        " (?=OVER | CROSS | GOLDEN | STATE | AT_MOST | TURN | POSITIVE | RISE | GO | OUTLOOK | TOUCH | PLACE)",
        Tag.VALUE,
        _indicator,
    ),
    WordRule(
        f"INDICATOR OPEN? NUMBER {_MORE}{{1,3}} CLOSE? (?!GOLDEN | OUTPUT | OVER | CROSS | LINE | NUMBER)",
        Tag.TOPIC,
        topic,
    ),
    WordRule(
        f"INDICATOR AND? NUMBER ({_MORE} | AND NUMBER){{1,3}} (?=COMMA | BREAK | COLON | $)",
        Tag.TOPIC,
        topic,
    ),
    WordRule("INDICATOR OPEN DURATION CLOSE", Tag.VALUE, _indicator),
    WordRule("INDICATOR NUMBER SLASH NUMBER OUTPUT LINE?", Tag.VALUE, _indicator),
    WordRule(
        "INDICATOR OUTPUT LINE? OPEN NUMBER ((COMMA | SLASH | LISTING | AND) NUMBER){0,4} CLOSE", Tag.VALUE, _indicator
    ),
    WordRule("INDICATOR NUMBER EXTREME", Tag.VALUE, donchian),
    WordRule("INDICATOR NUMBER OUTPUT LINE?", Tag.VALUE, _of_bands),
    WordRule("EXTREME (?=OVER | CROSS | TOUCH)", Tag.VALUE, of_the_bar),
    WordRule("NUMBER EXTREME", Tag.VALUE, donchian_again),
    WordRule("DURATION OUTPUT INDICATOR LINE?", Tag.VALUE, _indicator),
    WordRule("PAST? (DURATION TIMEFRAME? | TIMEFRAME DURATION) INDICATOR OUTPUT? LINE?", Tag.VALUE, _indicator),
    WordRule("TIMEFRAME? INDICATOR NUMBER SLASH NUMBER SLASH NUMBER OUTPUT?", Tag.VALUE, _indicator),
    WordRule("TIMEFRAME? INDICATOR NUMBER OUTPUT? LINE?", Tag.VALUE, _glued),
    WordRule("TIMEFRAME? NUMBER INDICATOR LINE?", Tag.VALUE, _prefixed),
    WordRule("TIMEFRAME? INDICATOR DURATION LINE?", Tag.VALUE, _indicator),
    WordRule("INDICATOR OVER DURATION (?=OVER | CROSS | TURN | POSITIVE | AT_LEAST | AT_MOST)", Tag.VALUE, _indicator),
    WordRule("TIMEFRAME? INDICATOR DURATION OUTPUT LINE?", Tag.VALUE, _indicator),
    WordRule(
        "INDICATOR (NUMBER | DURATION) (CROSS | BREAKOUT) (?=ACTION | COMMA | BREAK | TIMEFRAME | $)",
        Tag.CONDITION,
        channel_break,
    ),
    WordRule(
        "OUTPUT LINE? OPEN INDICATOR (NUMBER | DURATION) (COMMA (NUMBER | MULTIPLE) INDICATOR?)? CLOSE",
        Tag.VALUE,
        band_in_brackets,
    ),
    WordRule("RISE (?=TURN | POSITIVE)", Tag.VALUE, rate_again),
    WordRule("LINE (?=(OVER | CROSS) OUTPUT)", Tag.VALUE, line_again),
    WordRule("TIMEFRAME? (INDICATOR OUTPUT | OUTPUT INDICATOR) LINE?", Tag.VALUE, _indicator),
    WordRule("TIMEFRAME? INDICATOR LINE?", Tag.VALUE, _indicator),
    WordRule("DURATION OUTPUT LINE?", Tag.VALUE, band_of_length),
    WordRule("OUTPUT LINE?", Tag.VALUE, band),
    WordRule("NEW? PAST? DURATION NEW? FIELD? EXTREME", Tag.VALUE, extreme),
    WordRule("NEW? EXTREME OPEN PAST? DURATION CLOSE", Tag.VALUE, extreme),
    WordRule("(NUMBER (SLASH | COMMA)){1,2} NUMBER INDICATOR OUTPUT? LINE?", Tag.VALUE, _settings_first),
    WordRule("PAST? DURATION FIELD", Tag.VALUE, field_extreme),
    WordRule("EXTREME FIELD? WITHIN? (PAST | PREVIOUS)? DURATION", Tag.VALUE, extreme),
    WordRule(
        "EXTREME FIELD? WITHIN? (PAST | PREVIOUS) NUMBER (?=COMMA | BREAK | ACTION | AND | OR | $)", Tag.VALUE, extreme
    ),
    WordRule("(FIELD | EXTREME) PREVIOUS TIME_UNIT? (?!PLACE | FIELD | EXTREME)", Tag.VALUE, _earlier_field),
    WordRule("PAST? DURATION WITHIN? FIELD? EXTREME", Tag.VALUE, extreme),
    WordRule("NEW EXTREME", Tag.VALUE, new_extreme),
    WordRule("PREVIOUS TIME_UNIT? (FIELD | EXTREME | VOLUME)", Tag.VALUE, _earlier_field),
    WordRule("(FIELD | VOLUME) DURATION AGO (?!PLACE | RISE)", Tag.VALUE, _earlier_field),
    WordRule("DURATION AGO (FIELD | VOLUME)", Tag.VALUE, _earlier_field),
    WordRule("DURATION", Tag.VALUE, elliptic),
    WordRule("FIELD", Tag.VALUE, _field),
    WordRule("ZERO", Tag.VALUE, _zero),
)
