"""What a text is about: settings that are named once or apart from their indicator, pairs of averages, wide bands."""

from dataclasses import replace

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.lines import numbers_of, remembered
from packages.domain.strategy.words.grammar.meanings import Value
from packages.domain.strategy.words.grammar.patterns import Found, coded, kinds_pattern
from packages.domain.strategy.words.grammar.values import AVERAGES, BANDS, indicator_value, settings_of
from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token

_JOINTS = (Tag.COMMA, Tag.LISTING, Tag.AND, Tag.SLASH)
_ENDS = (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.OPEN, Tag.CLOSE)


def topic(found: Found, context: SentenceContext) -> str | None:
    """Settings that are named once, before or beside the rules: `MACD 6 13 5`, `Bollinger 20/2.5`."""
    kind = str(found.one(Tag.INDICATOR))
    numbers = numbers_of(found)
    if "@" in kind or kind in AVERAGES or settings_of(kind, numbers) is None or not numbers:
        return None
    context.settings[kind] = numbers
    return kind


def topic_of_lines(found: Found, context: SentenceContext) -> str | None:
    """看KD：K上穿D: the indicator whose lines are named after it."""
    kind = str(found.one(Tag.INDICATOR))
    return kind if kind in ("kdj", "stochastic", "macd", *BANDS) else None


def pair_topic(found: Found, context: SentenceContext) -> str | None:
    """Two lengths by themselves are the averages that the rules are about: 20日和60日."""
    before = found.before
    stands = before is None or before.kind in (Tag.COMMA, Tag.BREAK, Tag.OPEN, Tag.COLON, Tag.BULLET)
    if not stands or not (found.after is None or found.follows("COMMA | BREAK | CLOSE")) or context.averages:
        return None
    unit = found.all(Tag.DURATION)[-1].unit
    lengths = [*(Duration(each, unit) for each in found.all(Tag.NUMBER)), *found.all(Tag.DURATION)]
    periods = [context.period_of(duration) for duration in lengths]
    kind = str(found.one(Tag.INDICATOR) or "sma")
    if None in periods or kind not in AVERAGES:
        return None
    for period in periods:
        if period is not None:
            remembered(indicator_value(kind, [period[0]], context, None, period[1]), context)
    return kind


def pair_of_averages(found: Found, context: SentenceContext) -> Value | None:
    """The 50 and 200 day moving averages, 20日和60日均线: two lines of which the same is said."""
    kind = str(found.one(Tag.INDICATOR) or "sma")
    said = [token.value for token in found.tokens if token.kind in (Tag.DURATION, Tag.NUMBER)]
    are_alike = len({isinstance(each, Duration) for each in said[:-1]}) == 1
    if not are_alike or (isinstance(said[0], Duration) and not isinstance(said[-1], Duration)):
        return None
    unit = said[-1].unit if isinstance(said[-1], Duration) else "bar"
    lengths = [each if isinstance(each, Duration) else Duration(each, unit) for each in said]
    periods = [context.period_of(length) for length in lengths]
    if "while" in found.all(Tag.AND) or kind not in AVERAGES or len(set(said)) < len(said):
        return None
    of_an_indicator = found.further is not None and found.further.kind in (Tag.INDICATOR, Tag.OUTPUT, Tag.CLOSE)
    if found.follows("NUMBER | OPEN") or (of_an_indicator and isinstance(said[0], float) and _is_level(found)):
        return None
    values = [remembered(indicator_value(kind, [each[0]], context, None, each[1]), context) for each in periods if each]
    known = [value for value in values if value is not None]
    if len(known) != len(said):
        return None
    before = found.before
    compares = before is not None and before.kind in (Tag.OVER, Tag.CROSS, Tag.FIELD, Tag.EITHER)
    return replace(known[0], more=tuple(known[1:])) if compares or found.follows("PLACE") else None


def deviated_band(found: Found, context: SentenceContext) -> Value | None:
    """布林下轨(20日，2倍标准差)."""
    named = [str(each) for each in found.all(Tag.INDICATOR)]
    period = context.period_of(found.one(Tag.DURATION))
    fits = set(named) <= {"bollinger", "standard_deviation"} and found.one(Tag.OUTPUT) in ("upper", "lower", "middle")
    if not fits or period is None or period[1] is not None:
        return None
    wide = float(found.one(Tag.MULTIPLE) or found.one(Tag.NUMBER))
    return remembered(indicator_value("bollinger", [period[0], wide], context, found.one(Tag.OUTPUT)), context)


def with_settings(tokens: list[Token], words: list[Token], context: SentenceContext) -> list[Token]:
    """One token for a list of numbers beside the word for settings, where only one indicator can take them."""
    context.settings.update(_bracketed_settings(tokens))
    tokens = _with_pair_of_crosses(tokens, context)
    tokens = _with_named_settings(tokens, words, context)
    marks = [word for word in words if word.kind is Tag.SETTING and word.value == "period"]
    kinds = {str(token.value) for token in tokens if token.kind is Tag.INDICATOR}
    if not kinds & {"kdj", "stochastic", "stochastic_rsi"} and any(_is_k_or_d(token) for token in tokens):
        kinds.add("stochastic")
    for start, end in _lists(tokens):
        numbers = [float(token.value) for token in tokens[start:end] if token.kind is Tag.NUMBER]
        fitting = [kind for kind in kinds if kind not in AVERAGES and "@" not in kind and settings_of(kind, numbers)]
        near = any(_is_beside(mark, tokens[start], tokens[end - 1]) for mark in marks)
        near = near or (end < len(tokens) and _stands_apart(tokens[max(0, start - 2) : start]))
        if near and len(numbers) > 1 and len(fitting) == 1:
            context.settings[fitting[0]] = numbers
            topic = Token(Tag.TOPIC, fitting[0], tokens[start].start, tokens[end - 1].end)
            return [*tokens[:start], topic, *tokens[end:]]
    return tokens


_BRACKETED = kinds_pattern("(INDICATOR | OUTPUT) OPEN NUMBER ((COMMA | SLASH | LISTING | AND) NUMBER){0,3} CLOSE")
_NAMED_INSIDE = kinds_pattern("OPEN INDICATOR NUMBER ((COMMA | SLASH | LISTING | AND) NUMBER){0,3} CLOSE")
_BANDED = ("upper", "lower", "middle")


def _is_level(found: Found) -> bool:
    """In `ADX above 18 and the 200-day average` the first number is what the indicator is compared with."""
    return found.before is not None and found.before.kind in (Tag.OVER, Tag.CROSS, Tag.AT_LEAST, Tag.AT_MOST)


def _bracketed_settings(tokens: list[Token]) -> dict[str, list[float]]:
    """Numbers in brackets are of the indicator wherever it is named: `sell at the top band (20, 2.5)` says of both."""
    codes, found = coded(tokens), dict[str, set[tuple[float, ...]]]()
    named = {str(token.value) for token in tokens if token.kind is Tag.INDICATOR} & BANDS
    for match in [*_BRACKETED.finditer(codes), *_NAMED_INSIDE.finditer(codes)]:
        said = tokens[match.start() : match.end()]
        head = next(token for token in said if token.kind in (Tag.INDICATOR, Tag.OUTPUT))
        kind = str(head.value) if head.kind is Tag.INDICATOR else "bollinger"
        if head.kind is Tag.OUTPUT and (head.value not in _BANDED or named - {"bollinger"}):
            continue
        found.setdefault(kind, set()).add(tuple(float(token.value) for token in said if token.kind is Tag.NUMBER))
    sure = {kind: list(next(iter(each))) for kind, each in found.items() if len(each) == 1 and kind not in AVERAGES}
    return {kind: each for kind, each in sure.items() if kind in CATALOGUE and settings_of(kind, each) is not None}


_LONE_PAIR = kinds_pattern("(NUMBER | DURATION) (SLASH | AND | LISTING) (NUMBER | DURATION)")


def _with_pair_of_crosses(tokens: list[Token], context: SentenceContext) -> list[Token]:
    """`Buy the golden cross, sell the death cross, 50/200`: which averages cross, said apart from the crosses."""
    named = {str(token.value) for token in tokens if token.kind is Tag.INDICATOR}
    crosses = any(token.kind is Tag.GOLDEN for token in tokens)
    for start, end in _apart(tokens) if crosses and named <= AVERAGES and len(named) < 2 else ():
        said = [token for token in tokens[start:end] if token.kind is not Tag.INDICATOR]
        if len(said) != 3 or _LONE_PAIR.fullmatch(coded(said)) is None:
            continue
        lengths = [
            each if isinstance(each, Duration) else Duration(each, "bar") for each in (said[0].value, said[2].value)
        ]
        periods = [context.period_of(length) for length in lengths]
        kind = next(iter(named), "sma")
        values = [indicator_value(kind, [each[0]], context, None, each[1]) for each in periods if each is not None]
        if len(values) == 2 and None not in values and values[0] != values[1]:
            for value in values:
                remembered(value, context)
            topic = Token(Tag.TOPIC, kind, tokens[start].start, tokens[end - 1].end)
            return [*tokens[:start], topic, *tokens[end:]]
    return tokens


def _apart(tokens: list[Token]) -> list[tuple[int, int]]:
    """Where each part between commas and ends of sentences begins and ends."""
    ends = [place for place, token in enumerate(tokens) if token.kind in (Tag.COMMA, Tag.BREAK, Tag.BULLET)]
    return [(start + 1, end) for start, end in zip([-1, *ends], [*ends, len(tokens)], strict=True) if end > start + 1]


def _with_named_settings(tokens: list[Token], words: list[Token], context: SentenceContext) -> list[Token]:
    """`…, std 2, length 30`: what the bands are set to, each number beside the word for it."""
    named = {str(token.value) for token in tokens if token.kind is Tag.INDICATOR} - {"standard_deviation"}
    banded = any(token.kind is Tag.OUTPUT and token.value in ("upper", "lower", "middle") for token in tokens)
    for group in _groups(words):
        said = _named_numbers(group)
        if said is None or not banded or not named <= {"bollinger"} or "period" not in said:
            continue
        context.settings["bollinger"] = [said[each] for each in ("period", "multiplier") if each in said]
        start, end = group[0].start, group[-1].end
        kept = [token for token in tokens if token.start < start or token.end > end]
        return sorted([*kept, Token(Tag.TOPIC, "bollinger", start, end)], key=lambda token: token.start)
    return tokens


def _groups(words: list[Token]) -> list[list[Token]]:
    """What stands between commas and brackets."""
    groups: list[list[Token]] = [[]]
    for word in words:
        if word.kind in _ENDS:
            groups.append([])
        else:
            groups[-1].append(word)
    return [group for group in groups if group]


def _named_numbers(group: list[Token]) -> dict[str, float] | None:
    """Each number by the word before it; None where there is anything else."""
    said: dict[str, float] = {}
    for label, count in zip(group[::2], group[1::2], strict=False):
        wide = label.value in ("standard_deviation", "multiplier")
        long = label.kind in (Tag.SETTING, Tag.TIME_UNIT) and label.value in ("period", "bar")
        if count.kind is not Tag.NUMBER or not (wide or long):
            return None
        said["multiplier" if wide else "period"] = float(count.value)
    return said if said and len(group) == 2 * len(said) else None


def _lists(tokens: list[Token]) -> list[tuple[int, int]]:
    """Where numbers are listed by themselves."""
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and tokens[end].kind is Tag.NUMBER:
            joined = end + 2 < len(tokens) and tokens[end + 1].kind in _JOINTS and tokens[end + 2].kind is Tag.NUMBER
            end += 2 if joined else 1
            if not joined:
                break
        heads = tokens[max(0, place - 2) : place]
        stands = not heads or (heads[-1].kind in _ENDS and heads[0].kind is not Tag.INDICATOR)
        if end > place + 1 and stands and (end == len(tokens) or tokens[end].kind in _ENDS):
            found.append((place, end))
        place = max(end, place + 1)
    return found


def _stands_apart(before: list[Token]) -> bool:
    """A bracket that no line stands before: `%K above 80 (14, 3, 3)`."""
    heads = (Tag.INDICATOR, Tag.OUTPUT, Tag.LINE, Tag.EXTREME)
    return len(before) == 2 and before[1].kind is Tag.OPEN and before[0].kind not in heads


def _is_k_or_d(token: Token) -> bool:
    return token.kind is Tag.OUTPUT and token.value in ("k", "d")


def _is_beside(mark: Token, first: Token, last: Token) -> bool:
    return 0 <= first.start - mark.end <= 3 or 0 <= mark.start - last.end <= 2
