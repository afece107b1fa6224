"""What is kept of a text that was read in part: nothing that may have meant something else with the words left over.

A rule that names nothing of its own (`sell when it falls back`) rests on the words before it, one with the usual
settings on the numbers that were given elsewhere, and a way out that is the opposite on the whole way in. Where those
were not read, it is not read either.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import ReadClause, Reading
from packages.domain.strategy.words.rules.sides import WordedSide

_NAMES = {
    Tag.INDICATOR,
    Tag.FIELD,
    Tag.VOLUME,
    Tag.EXTREME,
    Tag.NEW,
    Tag.CANDLE,
    Tag.AVERAGE,
    Tag.SURGE,
    Tag.ARRAY,
    Tag.GAP,
}
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
        groups = [words_in(tokens, words) for tokens in unread]
        doubtful = next(_doubtful(reading, words, groups), None)
        _take_back_stops(reading, groups)
        if doubtful is None:
            return
        take_back(reading, doubtful)


def leaves_bars_open(reading: Reading, words: list[Token]) -> bool:
    """Whether what was not read may name the bars: `15 ticks`, `on the 3-hour chart`."""
    read = (token for clause in reading.clauses for token in clause.tokens)
    taken = {place for token in read for place in _begun_in(token, words)}
    free = {word.start for place, word in enumerate(words) if place not in taken}
    return any(_names_bars(group) for group in _clauses_of(words, free))


def _clauses_of(words: list[Token], free: set[int]) -> Iterator[list[Token]]:
    group: list[Token] = []
    for word in words:
        if word.kind in (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.COLON):
            yield group
            group = []
        elif word.start in free:
            group.append(word)
    yield group


def _names_bars(group: list[Token]) -> bool:
    kinds = {Tag.NUMBER if isinstance(word.value, float) else word.kind for word in group}
    return bool(kinds & _OF_BARS) and not kinds & _OF_OTHERS


def words_in(tokens: Iterable[Token], words: list[Token]) -> list[Token]:
    """Those that stand within one of the tokens, in their order; the words stand in order themselves."""
    begun = ((token, place) for token in tokens for place in _begun_in(token, words))
    places = {place for token, place in begun if words[place].end <= token.end}
    return [words[place] for place in sorted(places)]


def _begun_in(token: Token, words: list[Token]) -> range:
    """The places of the words that begin within a token."""
    first = bisect_left(words, token.start, key=_start)
    return range(first, bisect_left(words, token.end, lo=first, key=_start))


def _start(word: Token) -> int:
    return word.start


def _doubtful(reading: Reading, words: list[Token], groups: list[list[Token]]) -> Iterator[int]:
    unread = [word for group in groups for word in group]
    for side in reading.gathered.sides.values():
        others = [other for other in reading.gathered.sides.values() if other is not side and other.entries]
        yield from (number for number, _ in side.exits if not side.entries and others and not _is_in(number, others))
        yield from (number for number, meant in side.exits if meant.turns and reading.unread and not side.entries)
    for number, meant in rules_of(reading):
        own = words_in(reading.clauses[number].tokens, words)
        if (
            _rests_on_unread(reading, own, words, unread)
            or _has_settings_elsewhere(meant, groups)
            or _is_explained(own, words, unread)
            or _has_bare_band(own, words)
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
    if not own or {word.kind for word in own} & {*_NAMES, Tag.DAY_LINE}:
        return False
    before = [word for word in words if word.start < own[0].start and word.kind in _OF_RULES]
    return bool(before) and before[-1] in unread


def _has_bare_band(own: list[Token], words: list[Token]) -> bool:
    """`5% lower` is no band where none was named; 下轨 and `the lower band` are."""
    bare = any(word.kind is Tag.OUTPUT and word.value in _BANDS and 4 < word.end - word.start < 7 for word in own)
    return bare and not any(word.kind is Tag.INDICATOR for word in words)


def _is_explained(own: list[Token], words: list[Token], unread: list[Token]) -> bool:
    """Numbers in brackets right after it were not read, or only some of those in brackets were."""
    kinds = [word.kind for word in own]
    if kinds.count(Tag.OPEN) > kinds.count(Tag.CLOSE):
        return any(word in unread for word in _until_closed(words, own[-1].end))
    following = [word for word in words if own and word.start >= own[-1].end]
    if not following or following[0].kind is not Tag.OPEN:
        return False
    inside = _until_closed(words, following[0].end)
    return any(word in unread for word in inside) and any(word.kind in _MEASURES for word in inside)


def _until_closed(words: list[Token], start: int) -> list[Token]:
    inside: list[Token] = []
    for word in words:
        if word.start >= start and word.kind is Tag.CLOSE:
            break
        if word.start >= start:
            inside.append(word)
    return inside


def _is_in(number: int, sides: list[WordedSide]) -> bool:
    return any(number == each for side in sides for each, _ in side.exits)


def rules_of(reading: Reading) -> Iterator[tuple[int, Meant]]:
    for side in reading.gathered.sides.values():
        yield from [*side.entries, *side.filters, *side.exits]


def traded(reading: Reading) -> Iterator[tuple[int, str, str, Meant]]:
    """Each rule with its clause, its role and its side."""
    for side, worded in reading.gathered.sides.items():
        for role, rules in (("entries", worded.entries), ("filters", worded.filters), ("exits", worded.exits)):
            yield from ((number, role, side, meant) for number, meant in rules)


def _has_settings_elsewhere(meant: Meant, groups: list[list[Token]]) -> bool:
    """The usual settings were taken, and numbers that were not read stand beside the name of the indicator."""
    usual = {
        dict(each.params).get("indicator", "volume" if each.code == "volume_average" else "average")
        for each in meant.assumed
        if each.code in _USUAL
    }
    return bool(usual) and any(_gives_settings(usual, group) for group in groups)


_BANDS = ("lower", "upper", "middle")
_MEASURES = (Tag.NUMBER, Tag.MODIFIER, Tag.OVER)
_USUAL_ATR = 14
_OF_SETTINGS = {
    *_AMOUNTS, Tag.MODIFIER, Tag.COMMA, Tag.AND, Tag.LISTING, Tag.SLASH, Tag.OPEN, Tag.CLOSE, Tag.SETTING,
    Tag.TIME_UNIT, Tag.PERIOD_WORD, Tag.TO, Tag.SET, Tag.LINE, Tag.COLON, Tag.TIMES, Tag.OUTPUT,
}  # fmt: skip
_USUAL = ("settings", "average_lengths", "volume_average", "aligned_averages")
_AVERAGES = {"sma", "ema", "average", "wma"}


def _gives_settings(usual: set[str], group: list[Token]) -> bool:
    """A number right beside the name of an indicator, or beside a word for settings, or with nothing else."""
    kinds = {word.kind for word in group}
    if not kinds & _AMOUNTS:
        return False
    if any(_is_bracketed(group, place) for place in range(len(group))):
        return True
    several = Tag.TIME_UNIT in kinds or sum(word.kind is Tag.NUMBER for word in group) > 1
    lengths = several and kinds - _OF_SETTINGS <= {Tag.UNKNOWN}
    if kinds - _OF_SETTINGS and not _named(group) and not lengths and not kinds & {Tag.PERIOD_WORD, Tag.SETTING}:
        return False  # 散户一枚: a number among words of something else
    if not kinds & {*_OF_OTHERS, Tag.FIELD} or kinds & {Tag.PERIOD_WORD, Tag.SETTING}:
        return not (named := _named(group)) or bool(named & usual)
    return any(_named([word]) & usual and _is_beside_a_number(group, place) for place, word in enumerate(group))


def _is_bracketed(group: list[Token], place: int) -> bool:
    """A number in brackets after a word that nobody knows may be a setting of anything."""
    return [word.kind for word in group[place : place + 3]] == [Tag.UNKNOWN, Tag.OPEN, Tag.NUMBER]


def _named(group: list[Token]) -> set[str]:
    named = {str(word.value) for word in group if word.kind is Tag.INDICATOR}
    kinds = {word.kind for word in group}
    averages = {"average"} if kinds & {Tag.AVERAGE, Tag.DAY_LINE} or named & _AVERAGES else set[str]()
    volumes = {"volume"} if Tag.VOLUME in kinds or "volume_average" in named else set[str]()
    return named | averages | volumes


def _is_beside_a_number(group: list[Token], place: int) -> bool:
    after = [word for word in group[place + 1 : place + 3] if word.kind is not Tag.OPEN][:1]
    opened = group[place + 1 : place + 2]
    if opened and opened[0].kind is Tag.OPEN and after and after[0].kind is Tag.UNKNOWN:
        return True
    beside = [*group[max(0, place - 1) : place], *after]
    return any(word.kind in (*_AMOUNTS, Tag.TIME_UNIT, Tag.MODIFIER) for word in beside)


def _take_back_stops(reading: Reading, groups: list[list[Token]]) -> None:
    """A distance in the usual ATR, where a length of it was given that was not read."""
    for number, directive in list(reading.gathered.directives):
        measure = directive.value if isinstance(directive.value, dict) else {}
        is_usual = measure.get("kind") == "atr_multiple" and measure.get("period") == _USUAL_ATR
        if is_usual and any(_gives_settings({"atr"}, group) for group in groups):
            reading.gathered.directives.remove((number, directive))
            reading.unread.append(reading.clauses[number].tokens)
            reading.clauses[number] = ReadClause("", [])


def take_back(reading: Reading, number: int) -> None:
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
