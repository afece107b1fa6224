"""Whether the indicators, lines, prices, bars and lengths of a condition are named by words, and by which."""

from collections.abc import Iterator, Mapping, Sequence

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.words.backing.amounts import amount_of
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token

_BARE_AVERAGE = (Tag.AVERAGE, Tag.DAY_LINE, Tag.LINE, Tag.TIME_UNIT, Tag.DURATION, Tag.GOLDEN, Tag.ARRAY, Tag.NUMBER)
_EXTREMES = (Tag.EXTREME, Tag.NEW, Tag.BREAKOUT, Tag.PEAK, Tag.FIELD, Tag.CROSS)
_LINES = (Tag.OUTPUT,)
# By which words an indicator is meant that is not named, beside by its name.
_MEANT_BY: Mapping[str, tuple[Tag, ...]] = {
    "sma": _BARE_AVERAGE,
    "highest": _EXTREMES,
    "lowest": _EXTREMES,
    "donchian": (*_EXTREMES, *_LINES),
    "macd": (*_LINES, Tag.GOLDEN, Tag.POSITIVE, Tag.TURN),
    "bollinger": _LINES,
    "stochastic": _LINES,
    "kdj": _LINES,
    "relative_volume": (Tag.VOLUME, Tag.SURGE),
    "volume_average": (Tag.VOLUME, Tag.SURGE),
    "roc": (Tag.RISE, Tag.PERCENT_SIGN, Tag.GAP),
    "gap_percent": (Tag.GAP, Tag.FIELD),
    "streak": (Tag.STREAK, Tag.RISE, Tag.CANDLE),
    "bias": (Tag.PERCENT_SIGN, Tag.DISTANCE, Tag.TENTHS),
    "drawdown": (Tag.EXTREME, Tag.PEAK, Tag.RISE),
    "rsi": (Tag.STATE,),
}
_ALSO_NAMED: Mapping[str, tuple[str, ...]] = {
    "donchian": ("highest", "lowest"), "highest": ("donchian",), "lowest": ("donchian",),
    "relative_volume": ("volume_average",), "bollinger": ("standard_deviation",), "roc": ("momentum",),
    "volume_average": ("relative_volume",), "keltner": ("atr",), "bias": ("sma", "average"), "plus_di": ("adx",),
    "minus_di": ("adx",), "kdj": ("stochastic",), "stochastic": ("kdj",), "atr_percent": ("atr",),
}  # fmt: skip
_BANDS = frozenset({"upper", "lower", "middle"})
_OF_CROSSES = (Tag.GOLDEN, Tag.CROSS, Tag.OUTLOOK, Tag.OPPOSITE)
# By which words a line is meant that is not named, beside by its name.
_LINES_MEANT_BY: Mapping[str, tuple[Tag, ...]] = {
    "signal": _OF_CROSSES,
    "d": _OF_CROSSES,
    "histogram": (Tag.TURN, Tag.POSITIVE, Tag.CANDLE),
    "j": (),
}
_NAMED_LINES = _BANDS | {"signal", "histogram", "d", "j"}
# By which words a price is meant that is not named.
_FIELDS_MEANT_BY: Mapping[str, tuple[Tag, ...]] = {
    "open": (Tag.CANDLE, Tag.GAP),
    "high": (Tag.EXTREME, Tag.TOUCH, Tag.OUTPUT, Tag.NEW, Tag.TREND),
    "low": (Tag.EXTREME, Tag.TOUCH, Tag.OUTPUT, Tag.NEW, Tag.TREND),
    "volume": (Tag.VOLUME, Tag.SURGE, Tag.INDICATOR),
}
_VOLUME = ("volume", "obv", "mfi", "cmf", "vwap", "vwma", "force_index", "ad", "pvt", "chaikin", "klinger", "evwma")
_EARLIER = {
    *_EXTREMES, Tag.PREVIOUS, Tag.PAST, Tag.AGO, Tag.STREAK, Tag.RISE, Tag.TURN, Tag.GAP, Tag.TREND, Tag.SLOPE,
    Tag.OUTLOOK, Tag.CANDLE, Tag.WAY, Tag.SET,
}  # fmt: skip
_LONG_BEFORE = {Tag.PREVIOUS, Tag.PAST, Tag.AGO, Tag.STREAK, Tag.RISE, Tag.DURATION}
_TIMES = (Tag.TIME_UNIT, Tag.DURATION, Tag.DAY_LINE, Tag.TIMEFRAME)
_BARS = (5, 7, 21, 30, 20, 52, 252, 365, 4, 12, 60, 24, 48)
_CHANNELS = ("highest", "lowest", "donchian")
_TIMES_OF = {"minute": ("1m", "5m", "15m", "30m", "1h", "4h"), "hour": ("1h", "4h"), "day": ("1d",), "week": ("1w",)}


def is_named(meant: Meant, own: Sequence[Token], words: Sequence[Token]) -> bool:
    """`own` are the words of the condition, `words` all of the message, where what it leaves out may be named."""
    names = any(word.kind in (Tag.AVERAGE, Tag.DAY_LINE) or _names(word) for word in own)
    factors = _used(meant)
    if not all(_is_meant(str(factor["type"]), own if names else words) for factor in factors.values()):
        return False
    bars = _bars_named(words)
    if any(factor.get("timeframe") not in (None, *bars) for factor in factors.values()):
        return False
    parts = list(_parts_of(meant.json))
    lines, prices = {line for _, line, _ in parts}, {name for name, _, _ in parts if name not in meant.factors}
    return (
        all(_is_line_meant(line, own, words) for line in lines)
        and all(_is_price_meant(name, own) for name in prices)
        and (_is_row(parts, own) or all(_is_earlier(lag, _type(meant, name), own) for name, _, lag in parts))
        and not _leaves_out(own, lines, prices | {str(factor["type"]) for factor in factors.values()}, meant)
    )


def _names(word: Token) -> bool:
    return word.kind is Tag.INDICATOR and "@" not in str(word.value)


def _used(meant: Meant) -> dict[str, Document]:
    used = {name for name, _, _ in _parts_of(meant.json)}
    return {name: factor for name, factor in meant.factors.items() if name in used}


def _is_meant(kind: str, words: Sequence[Token]) -> bool:
    named = {str(word.value).partition("@")[0] for word in words if word.kind is Tag.INDICATOR}
    if named & {kind, *_ALSO_NAMED.get(kind, ())}:
        return True
    if kind.startswith("candle_"):
        return any(word.kind in (Tag.CANDLE, Tag.INDICATOR) for word in words)
    return any(word.kind in _MEANT_BY.get(kind, ()) for word in words)


def _bars_named(words: Sequence[Token]) -> set[str]:
    named = {str(word.value) for word in words if word.kind in (Tag.TIMEFRAME, Tag.DAY_LINE)}
    units = {word.value.unit if isinstance(word.value, Duration) else str(word.value) for word in words}
    return named | {bars for unit in units for bars in _TIMES_OF.get(unit, ())}


def _is_line_meant(line: str, own: Sequence[Token], words: Sequence[Token]) -> bool:
    named = _lines_named(own)
    if line in _BANDS and any(word.value == "standard_deviation" for word in own):
        return True
    if line in _BANDS:
        return line in (named if named & _BANDS else _lines_named(words))
    if line not in _LINES_MEANT_BY or line in named:
        return True
    return any(word.kind in _LINES_MEANT_BY[line] for word in own) or (not named and line in _lines_named(words))


def _lines_named(words: Sequence[Token]) -> set[str]:
    return {str(word.value) for word in words if word.kind is Tag.OUTPUT}


def _is_price_meant(name: str, own: Sequence[Token]) -> bool:
    if name not in _FIELDS_MEANT_BY:
        return True
    return any((word.kind is Tag.FIELD and word.value == name) or word.kind in _FIELDS_MEANT_BY[name] for word in own)


def _type(meant: Meant, name: str) -> str:
    return str(meant.factors.get(name, {}).get("type"))


def _is_row(parts: Sequence[tuple[str, str, float]], own: Sequence[Token]) -> bool:
    """The same on each of so many bars: below 30 for three days."""
    counts = {amount_of(word) for word in own}
    lags = {lag for _, _, lag in parts}
    return len(lags) > 1 and lags == {float(bar) for bar in range(len(lags))} and float(len(lags)) in counts


def _is_earlier(lag: float, kind: str, own: Sequence[Token]) -> bool:
    """Whether a value of some bars before was said as one."""
    if not lag or (lag == 1 and kind in _CHANNELS):
        return True
    said = {word.kind for word in own}
    if lag == 1:
        return bool(said & _EARLIER) or any(str(word.value).endswith(("_up", "_down")) for word in own)
    counts = [amount for amount in map(amount_of, own) if amount is not None]
    return bool(said & _LONG_BEFORE) and any(lag <= count for count in counts)


def _leaves_out(own: Sequence[Token], lines: set[str], used: set[str], meant: Meant) -> bool:
    """Whether a line, a price or the volume was said of which nothing was read."""
    if _lines_named(own) & _NAMED_LINES - lines:
        return True
    kinds = " ".join(used)
    if any(word.kind in (Tag.VOLUME, Tag.SURGE) for word in own) and not any(each in kinds for each in _VOLUME):
        return True
    fields = {str(word.value) for word in own if word.kind is Tag.FIELD} - {"close", *used}
    covered = any(each in kinds for each in ("highest", "lowest", "gap", "candle", "donchian"))
    return bool(fields) and not covered and not any(each in str(meant.factors) for each in fields)


def _parts_of(json: Json) -> Iterator[tuple[str, str, float]]:
    """Each value of a condition that is no number: its name, its line, and how many bars before."""
    if isinstance(json, list):
        for each in json:
            yield from _parts_of(each)
    elif isinstance(json, dict) and "ref" in json:
        name, _, line = str(json["ref"]).partition(".")
        lag = json.get("lag", 0)
        yield name, line, float(lag) if isinstance(lag, int | float) else 0.0
    elif isinstance(json, dict):
        for each in json.values():
            yield from _parts_of(each)


def are_lengths_said(meant: Meant, own: Sequence[Token], words: Sequence[Token], taken: frozenset[float]) -> bool:
    """Whether every setting of an indicator was said, or is the usual one; `taken` are those that are told."""
    names = any(_names(word) for word in own)
    said = taken | _lengths_in(own if names and any(word.kind is Tag.OPEN for word in own) else words)
    for factor in _used(meant).values():
        usual = {each.name: each.default for each in CATALOGUE[str(factor["type"])].parameters}
        params = factor.get("params", {})
        for name, value in params.items() if isinstance(params, dict) else ():
            is_count = isinstance(value, int | float) and not isinstance(value, bool)
            if is_count and usual.get(name) != value and round(float(str(value)), 4) not in said:
                return False
    return True


def _lengths_in(words: Sequence[Token]) -> set[float]:
    """What is counted, and in bars where it is counted in longer times."""
    said: set[float] = set()
    for place, word in enumerate(words):
        count = amount_of(word)
        if word.kind is Tag.INDICATOR and "@" in str(word.value) and str(word.value).partition("@")[2].isdigit():
            count = float(str(word.value).partition("@")[2])
        if count is None:
            continue
        said |= {count, count / 100}
        beside = [each for each in words[place : place + 3] if each.kind in _TIMES]
        if beside:
            said |= {round(count * bars, 4) for bars in _BARS} | {round(count / bars, 4) for bars in _BARS}
        said |= {count + 0.5} if any(each.kind is Tag.PORTION for each in words[place : place + 3]) else set()
    return said
