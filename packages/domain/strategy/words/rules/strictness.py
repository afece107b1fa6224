"""What is kept of a text that was read in part: nothing that may have meant something else with the words left over.

A rule that names nothing of its own (`sell when it falls back`) rests on the words before it, one with the usual
settings on the numbers that were given elsewhere, and a way out that is the opposite on the whole way in. Where those
were not read, it is not read either.
"""

from collections.abc import Iterable, Iterator

from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import ReadClause, Reading

_NAMES = {Tag.INDICATOR, Tag.FIELD, Tag.VOLUME, Tag.EXTREME, Tag.NEW, Tag.CANDLE, Tag.AVERAGE, Tag.SURGE, Tag.ARRAY}
_AMOUNTS = {Tag.NUMBER, Tag.DURATION, Tag.MULTIPLE}
_OF_RULES = {Tag.OVER, Tag.CROSS, Tag.GOLDEN, Tag.TOUCH, Tag.TURN, Tag.RETURN, Tag.STATE, *_NAMES, Tag.OUTPUT}
_OF_BARS = {Tag.TIME_UNIT, Tag.CHART, Tag.TIMEFRAME, Tag.DAY_LINE, Tag.NUMBER}
_OF_OTHERS = {
    *(_OF_RULES - {Tag.CANDLE, Tag.FIELD}), Tag.ACTION, Tag.PERCENT_SIGN, Tag.RISE, Tag.STOP_LOSS, Tag.TAKE_PROFIT,
    Tag.HOLD, Tag.AFTER, Tag.TIMES, Tag.TENTHS,
}  # fmt: skip


def without_doubtful(reading: Reading, words: list[Token]) -> None:
    """Takes back the rules that rest on words which were not read."""
    while True:
        unread = [tokens for tokens in reading.unread if not any(token.kind is Tag.CORRECTION for token in tokens)]
        groups = [_words_in(tokens, words) for tokens in unread]
        doubtful = next(_doubtful(reading, words, groups), None)
        _take_back_stops(reading, groups)
        if doubtful is None:
            return
        _take_back(reading, doubtful)


def leaves_bars_open(reading: Reading, words: list[Token]) -> bool:
    """Whether what was not read may name the bars: `15 ticks`, `on the 3-hour chart`."""
    taken = [(token.start, token.end) for clause in reading.clauses for token in clause.tokens]
    free = [word for word in words if not any(start <= word.start < end for start, end in taken)]
    return any(_names_bars(group) for group in _clauses_of(words, free))


def _clauses_of(words: list[Token], free: list[Token]) -> Iterator[list[Token]]:
    group: list[Token] = []
    for word in words:
        if word.kind in (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.COLON):
            yield group
            group = []
        elif word in free:
            group.append(word)
    yield group


def _names_bars(group: list[Token]) -> bool:
    kinds = {Tag.NUMBER if isinstance(word.value, float) else word.kind for word in group}
    return bool(kinds & _OF_BARS) and not kinds & _OF_OTHERS


def _words_in(tokens: Iterable[Token], words: list[Token]) -> list[Token]:
    spans = [(token.start, token.end) for token in tokens]
    return [word for word in words if any(start <= word.start and word.end <= end for start, end in spans)]


def _doubtful(reading: Reading, words: list[Token], groups: list[list[Token]]) -> Iterator[int]:
    unread = [word for group in groups for word in group]
    for number, meant in _rules(reading):
        own = _words_in(reading.clauses[number].tokens, words)
        if (
            _rests_on_unread(reading, own, words, unread)
            or _has_settings_elsewhere(meant, groups)
            or _is_explained(own, words, unread)
        ):
            yield number


def _read(reading: Reading) -> list[Token]:
    return [token for clause in reading.clauses for token in clause.tokens]


def _covers(token: Token, word: Token) -> bool:
    return token.start <= word.start and word.end <= token.end


def _rests_on_unread(reading: Reading, own: list[Token], words: list[Token], unread: list[Token]) -> bool:
    """It names nothing, and the last words before it that compare or name something were not read."""
    pointing = [place for place, word in enumerate(own) if word.kind is Tag.PRONOUN]
    if pointing and any(word.kind in (Tag.OVER, Tag.CROSS, Tag.TOUCH) for word in own[: pointing[-1]]):
        named = [word for word in words if word.start < own[0].start and word.kind in (Tag.INDICATOR, Tag.OUTPUT)]
        return bool(named) and not any(_covers(token, named[-1]) for token in _read(reading))
    if not own or {word.kind for word in own} & _NAMES:
        return False
    before = [word for word in words if word.start < own[0].start and word.kind in _OF_RULES]
    return bool(before) and before[-1] in unread


def _is_explained(own: list[Token], words: list[Token], unread: list[Token]) -> bool:
    """Numbers in brackets right after it were not read, or only some of those in brackets were."""
    kinds = [word.kind for word in own]
    if kinds.count(Tag.OPEN) > kinds.count(Tag.CLOSE):
        return any(word in unread for word in _until_closed(words, own[-1].end))
    following = [word for word in words if own and word.start >= own[-1].end]
    if not following or following[0].kind is not Tag.OPEN:
        return False
    inside = _until_closed(words, following[0].end)
    return any(word in unread for word in inside) and any(word.kind in (Tag.NUMBER, Tag.MODIFIER) for word in inside)


def _until_closed(words: list[Token], start: int) -> list[Token]:
    inside: list[Token] = []
    for word in words:
        if word.start >= start and word.kind is Tag.CLOSE:
            break
        if word.start >= start:
            inside.append(word)
    return inside


def _rules(reading: Reading) -> Iterator[tuple[int, Meant]]:
    for side in reading.gathered.sides.values():
        yield from [*side.entries, *side.filters, *side.exits]


def _has_settings_elsewhere(meant: Meant, groups: list[list[Token]]) -> bool:
    """The usual settings were taken, and numbers that were not read stand beside the name of the indicator."""
    usual = {
        dict(each.params).get("indicator", "volume" if each.code == "volume_average" else "average")
        for each in meant.assumed
        if each.code in _USUAL
    }
    return bool(usual) and any(_gives_settings(usual, group) for group in groups)


_USUAL_ATR = 14
_USUAL = ("settings", "average_lengths", "volume_average", "aligned_averages")
_AVERAGES = ("sma", "ema", "average", "wma")


def _gives_settings(usual: set[str], group: list[Token]) -> bool:
    kinds = {word.kind for word in group}
    named = {str(word.value) for word in group if word.kind is Tag.INDICATOR}
    if kinds & {Tag.AVERAGE, Tag.DAY_LINE} or named & set(_AVERAGES):
        named |= {"average"}
    if Tag.VOLUME in kinds or "volume_average" in named:
        named |= {"volume"}
    if not kinds & _OF_OTHERS and not any(word.kind is Tag.FIELD for word in group):
        named = usual
    if Tag.SETTING in kinds or Tag.PERIOD_WORD in kinds:
        named = named or usual
    return bool(kinds & _AMOUNTS) and bool(named & usual)


def _take_back_stops(reading: Reading, groups: list[list[Token]]) -> None:
    """A distance in the usual ATR, where a length of it was given that was not read."""
    for number, directive in list(reading.gathered.directives):
        measure = directive.value if isinstance(directive.value, dict) else {}
        is_usual = measure.get("kind") == "atr_multiple" and measure.get("period") == _USUAL_ATR
        if is_usual and any(_gives_settings({"atr"}, group) for group in groups):
            reading.gathered.directives.remove((number, directive))
            reading.unread.append(reading.clauses[number].tokens)
            reading.clauses[number] = ReadClause("", [])


def _take_back(reading: Reading, number: int) -> None:
    clause = reading.clauses[number]
    for side in reading.gathered.sides.values():
        if any(each == number for each, _ in [*side.entries, *side.filters]):
            reading.unread_entry = True
        else:
            reading.gathered.exit_unread = True
        for rules in (side.entries, side.filters, side.exits):
            rules[:] = [(each, meant) for each, meant in rules if each != number]
    reading.has_unread_rule = True
    reading.unread.append(clause.tokens)
    clause.kind, clause.tokens = "", []
