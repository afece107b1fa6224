"""Whether a stop, a target, a time, a size, an instrument or bars are what the words of their clause say."""

from collections.abc import Iterator, Sequence

from packages.domain.strategy.words.backing.amounts import amount_of, forms_of, numbers_in
from packages.domain.strategy.words.grammar.meanings import Directive
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_GAINS, _LOSSES = {Tag.TAKE_PROFIT, Tag.GAIN}, {Tag.STOP_LOSS, Tag.LOSS, Tag.FROM_ENTRY}
_MOVES = {Tag.RISE, Tag.SIGN, Tag.OVER, Tag.PLACE, Tag.TREND, Tag.CROSS}
_UP, _DOWN = {"gt", "gte", "up", "cross_above"}, {"lt", "lte", "down", "cross_below"}
_FOLLOWING = {Tag.TRAILING, Tag.PEAK}
_USUAL_ATR = 14
_LENGTHS = {
    "minute": {1.0: "1m", 5.0: "5m", 15.0: "15m", 30.0: "30m", 60.0: "1h", 240.0: "4h"},
    "hour": {1.0: "1h", 4.0: "4h"},
    "day": {1.0: "1d"},
    "week": {1.0: "1w"},
}
_CASH = {Tag.CURRENCY, Tag.THOUSANDS, Tag.SIZE, Tag.PER_TRADE, Tag.MONEY}


def is_said(directive: Directive, own: Sequence[Token], words: Sequence[Token], *, sells_short: bool) -> bool:
    """`own` are the words of its clause, `words` all of the message."""
    kinds, value = {word.kind for word in own}, directive.value
    match directive.name:
        case "instrument":
            return set(value) <= {word.value for word in own if word.kind is Tag.SYMBOL}
        case "timeframe":
            return str(value) in _bars_in(own)
        case "stop" | "target" | "trailing":
            fits = _is_kind(directive.name, own, sells_short) and _is_unit(value, kinds)
            return fits and _are_numbers_said(value, own, words)
        case "size":
            return _is_mode(value, kinds) and _are_numbers_said(value, own, words)
        case "time":
            return _are_numbers_said(value, own, words)
        case _:
            return True


def _is_kind(name: str, own: Sequence[Token], sells_short: bool) -> bool:
    kinds = {word.kind for word in own}
    if name == "trailing":
        return bool(kinds & _FOLLOWING)
    if kinds & _FOLLOWING and Tag.STOP_LOSS not in kinds:
        return False
    against, for_it = (_GAINS, _LOSSES) if name == "stop" else (_LOSSES, _GAINS)
    if kinds & for_it:
        return True
    if kinds & against or not kinds & _MOVES:
        return False
    ways = {way for word in own if word.kind in _MOVES for way in _way_of(word)}
    return len(ways) != 1 or (ways == {True}) is ((name == "target") is not sells_short)


def _way_of(word: Token) -> Iterator[bool]:
    if isinstance(word.value, int | float):
        yield word.value > 0
    elif word.value in _UP | _DOWN:
        yield word.value in _UP


def _is_unit(value: object, kinds: set[Tag]) -> bool:
    kind = value.get("kind") if isinstance(value, dict) else None
    return (kind == "atr_multiple") is (Tag.INDICATOR in kinds or Tag.VOLATILITY in kinds)


def _is_mode(value: object, kinds: set[Tag]) -> bool:
    mode = value.get("mode") if isinstance(value, dict) else None
    if mode == "risk_per_trade":
        return bool(kinds & {Tag.RISK, Tag.LOSS, Tag.STOP_LOSS})
    if mode == "pct_equity":
        return Tag.RISK not in kinds and Tag.SHARES not in kinds
    if mode == "fixed_qty":
        return Tag.SHARES in kinds
    return mode != "fixed_cash" or (bool(kinds & _CASH) and Tag.SHARES not in kinds)


def _are_numbers_said(value: object, own: Sequence[Token], words: Sequence[Token]) -> bool:
    places = [place for place, word in enumerate(words) if word in own]
    said = {form for place in places for form in forms_of(words, place)}
    parts = {float(word.value) for word in own if word.kind is Tag.PORTION and isinstance(word.value, int | float)}
    said |= parts | {round(form + part / 10, 4) for form in said for part in parts}  # 一成半
    given = value if isinstance(value, dict) else {"value": value}
    return all(
        number in said or (key == "period" and number == _USUAL_ATR)
        for key, amount in given.items()
        for number in numbers_in(amount)
    )


def _bars_in(own: Sequence[Token]) -> set[str]:
    named = {str(word.value) for word in own if word.kind in (Tag.TIMEFRAME, Tag.DAY_LINE)}
    for place, word in enumerate(own):
        if word.kind is Tag.TIMEFRAME and place and amount_of(own[place - 1]) is not None:
            unit = str(word.value)
            named |= {f"{amount_of(own[place - 1]):g}{unit[-1]}"} if unit[:1] == "1" else set()
        if word.kind is Tag.TIME_UNIT:
            count = amount_of(own[place - 1]) if place else None
            named |= {_LENGTHS.get(str(word.value), {}).get(1.0 if count is None else count, "")}
        elif word.kind is Tag.DURATION:
            named |= {_LENGTHS.get(word.value.unit, {}).get(float(word.value.count), "")}
    return named - {""}
