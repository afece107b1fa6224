"""Takes back what was read of a sentence and is not backed by it: the last look before anything is shown.

Every number that a rule was made of is in what was read, and so is every indicator; every number of a rule was said or
is a declared default; a comparison goes the way that its words go, and a stop is no gain. What fails is quoted.
"""

from collections.abc import Sequence

from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.backing.amounts import amount_of, forms_of, numbers_in, unbacked_words
from packages.domain.strategy.words.backing.directives import is_said
from packages.domain.strategy.words.backing.naming import are_lengths_said, is_named
from packages.domain.strategy.words.backing.senses import is_sensible, senseless_exits
from packages.domain.strategy.words.backing.ways import goes_another_way, mixes_ways
from packages.domain.strategy.words.backing.wholes import (
    compares_itself,
    is_joined_as_said,
    is_split,
    is_traded_as_said,
    is_whole,
    leaves_open_what,
    without_rule,
)
from packages.domain.strategy.words.grammar.chunks import Chunked
from packages.domain.strategy.words.grammar.meanings import Directive, Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import ReadClause, Reading
from packages.domain.strategy.words.rules.strictness import rules_of, take_back, traded, words_in

_NAMED_OTHERWISE = {
    "volume_average": ("relative_volume",),
    "donchian": ("highest", "lowest"),
    "standard_deviation": ("bollinger",),
    "atr": ("keltner", "natr", "supertrend"),
    "momentum": ("roc",),
}
_AVERAGES = ("sma", "ema", "wma", "dma", "average")
_OF_THE_WHOLE = ("instrument", "timeframe", "direction")
_LENGTHS = (Tag.TIMEFRAME, Tag.DAY_LINE)
_LINKS = (Tag.AND, Tag.COMMA)
_AGAINST = {"stop": (Tag.GAIN, Tag.TAKE_PROFIT), "target": (Tag.LOSS, Tag.STOP_LOSS)}
_FOR = {"stop": (Tag.LOSS, Tag.STOP_LOSS, Tag.FROM_ENTRY, Tag.RISE), "target": (Tag.GAIN, Tag.TAKE_PROFIT, Tag.RISE)}


def without_unbacked(reading: Reading, chunked: Chunked) -> None:
    """Rules go as a whole, for a part of one means something else; a stop or a size goes alone."""
    said = frozenset(form for place in range(len(chunked.words)) for form in forms_of(chunked.words, place))
    for number, role, side, meant in list(traded(reading)):
        is_backed = _is_backed(reading, number, meant, chunked, said)
        if not is_backed or not is_traded_as_said(role, side, reading.clauses[number].tokens, chunked.words):
            take_back(reading, number)
    if _says_short(reading, chunked) or is_split(reading, chunked.words):
        for number, _ in list(rules_of(reading)):
            take_back(reading, number)
    for side_of in reading.gathered.sides.values():
        for number in set(senseless_exits(side_of)):
            take_back(reading, number)
    for number in list(without_rule(reading)):
        _quote(reading, number)
    _without_unbacked_rest(reading, chunked)
    sells_short = bool(reading.gathered.sides["short"].entries)
    for number, directive in list(reading.gathered.directives):
        own = words_in(reading.clauses[number].tokens, chunked.words)
        is_backed = directive.name in _OF_THE_WHOLE or _backs(reading, number, directive, chunked)
        if not is_backed or not is_said(directive, own, chunked.words, sells_short=sells_short):
            reading.gathered.directives.remove((number, directive))
            _quote(reading, number)


def _without_unbacked_rest(reading: Reading, chunked: Chunked) -> None:
    """Words that count as read and made no rule have only numbers that some rule has."""
    made = {number for number, _ in [*rules_of(reading), *reading.gathered.directives]}
    numbers = _numbers(reading, chunked)
    for number, clause in enumerate(reading.clauses):
        own = words_in(clause.tokens, chunked.words) if number not in made else []
        if unbacked_words(chunked.words, own, numbers):
            _quote(reading, number)


def _quote(reading: Reading, number: int) -> None:
    reading.unread.append(reading.clauses[number].tokens)
    reading.clauses[number] = ReadClause("", [])


def _says_short(reading: Reading, chunked: Chunked) -> bool:
    """Whether selling short was said among what was read, and no rule sells short."""
    short, long = reading.gathered.sides["short"], reading.gathered.sides["long"]
    if short.entries or short.exits or not (long.entries or long.exits):
        return False
    read = [token for clause in reading.clauses for token in clause.tokens]
    return any(word.kind is Tag.ACTION and word.value in ("short", "cover") for word in words_in(read, chunked.words))


def _is_backed(reading: Reading, number: int, meant: Meant, chunked: Chunked, said: frozenset[float]) -> bool:
    tokens, words = reading.clauses[number].tokens, chunked.words
    own = words_in(tokens, words)
    if unbacked_words(words, own, _own_numbers(reading, number, meant, chunked)):
        return False
    for token in tokens:
        if isinstance(token.value, Meant) and not _says_itself(token, token.value, chunked):
            return False
        if isinstance(token.value, Meant) and not is_sensible(token, token.value, words):
            return False
        if isinstance(token.value, Meant) and leaves_open_what(token, words_in([token], words), reading):
            return False
    named = [str(word.value) for word in own if word.kind is Tag.INDICATOR]
    if not all(_is_named(name, reading, meant) for name in named) or _lacks_a_bar_length(words, own, meant):
        return False
    if not is_whole(tokens, meant, reading) or not is_joined_as_said(tokens, meant, words):
        return False
    is_alone = not any(isinstance(token.value, Meant) for token in tokens)
    return _numbers_are_said(meant, chunked, said) and not (is_alone and goes_another_way(own, meant))


def _lacks_a_bar_length(words: Sequence[Token], own: Sequence[Token], meant: Meant) -> bool:
    """`Daily and weekly RSI below 30` is said of two lengths of bars, of which one alone was read."""
    both = any(
        first.kind in _LENGTHS and second in own and second.kind in _LENGTHS and link.kind in _LINKS
        for first, link, second in zip(words, words[1:], words[2:], strict=False)
        if first.value != second.value
    )
    return both and len({str(factor.get("timeframe")) for factor in meant.factors.values()}) < 2


def _begins_later(words: Sequence[Token], own: Sequence[Token]) -> bool:
    """持有满5天才生效 is when something begins to count, and no time to leave."""
    after = [word.kind for word in words if own and word.start >= own[-1].end][:2]
    return after == [Tag.ONLY, Tag.UNKNOWN]


def _backs(reading: Reading, number: int, directive: Directive, chunked: Chunked) -> bool:
    own = words_in(reading.clauses[number].tokens, chunked.words)
    kinds = {word.kind for word in own}
    against, backing = set(_AGAINST.get(directive.name, ())), set(_FOR.get(directive.name, ()))
    if kinds & against and not kinds & backing:
        return False
    if directive.name == "time" and _begins_later(chunked.words, own):
        return False
    return not unbacked_words(chunked.words, own, _numbers(reading, chunked))


def _says_itself(token: Token, meant: Meant, chunked: Chunked) -> bool:
    """Whether one condition of a rule has the numbers and the names of its own words, and goes the way that they go."""
    own = words_in([token], chunked.words)
    numbers = frozenset(numbers_in([meant.json, *meant.factors.values(), *_lengths(chunked)]))
    if compares_itself(meant.json) or unbacked_words(chunked.words, own, numbers):
        return False
    if goes_another_way(own, meant) or mixes_ways(own, meant):
        return False
    return is_named(meant, own, chunked.words) and are_lengths_said(meant, own, chunked.words, _taken(meant))


def _own_numbers(reading: Reading, number: int, meant: Meant, chunked: Chunked) -> frozenset[float]:
    """What a rule itself was made of, and the gains, losses and times that are ways out beside it: a number in its
    clause is no number of another one."""
    spans = [(token.start, token.end) for token in reading.clauses[number].tokens]
    beside = [
        directive.value
        for other, directive in reading.gathered.directives
        if any(start <= token.start < end for token in reading.clauses[other].tokens for start, end in spans)
    ]
    return frozenset(numbers_in([meant.json, *meant.factors.values(), *beside, *_lengths(chunked)]))


def _lengths(chunked: Chunked) -> list[float]:
    """The length of the bars in minutes, hours, days and weeks."""
    seconds = Timeframe(chunked.context.timeframe).seconds
    return [seconds / unit for unit in (60, 3600, 86_400, 604_800)]


def _numbers(reading: Reading, chunked: Chunked) -> frozenset[float]:
    """All numbers that were read."""
    meanings = [(meant.json, *meant.factors.values()) for _, meant in rules_of(reading)]
    values = [directive.value for _, directive in reading.gathered.directives]
    return frozenset(numbers_in([meanings, values, _lengths(chunked)]))


def _is_named(name: str, reading: Reading, meant: Meant) -> bool:
    """Whether an indicator among the words of a rule is one of the rule itself."""
    kind, _, _ = name.partition("@")
    types = {str(factor["type"]) for factor in meant.factors.values()}
    types |= {"atr"} if any("atr" in str(directive.value) for _, directive in reading.gathered.directives) else set()
    if kind in _AVERAGES:
        return True  # an average is of something, and which one is settled by its length
    return bool({kind, *_NAMED_OTHERWISE.get(kind, ())} & types)


def _numbers_are_said(meant: Meant, chunked: Chunked, said: frozenset[float]) -> bool:
    taken = _taken(meant)
    most = max((amount for amount in map(amount_of, chunked.words) if amount is not None), default=0.0)
    numbers = numbers_in(_without_earlier_bars(meant.json, most))
    return all(number in (0, 1) or number in taken or number in said for number in numbers)


def _taken(meant: Meant) -> frozenset[float]:
    """The numbers that are told as assumed."""
    return frozenset(round(float(value), 4) for each in meant.assumed for _, value in each.params if _is_number(value))


def _without_earlier_bars(value: Json, most: float) -> Json:
    """Without the bars of a row: five closes are the last one and those of four bars before it."""
    if isinstance(value, list):
        return [_without_earlier_bars(each, most) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_earlier_bars(each, most)
        for key, each in value.items()
        if not (key == "lag" and isinstance(each, int | float) and each < most)
    }


def _is_number(value: str) -> bool:
    return value.removeprefix("-").replace(".", "", 1).isdigit()
