"""Words that are said once for two amounts, or left out after one: `2% above / 1% below entry`, `stop 10% below`."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.patterns import coded, kinds_pattern
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_FAR = "(PERCENT | (NUMBER | MULTIPLE) INDICATOR (OPEN NUMBER CLOSE)?)"
_PAIR = kinds_pattern(f"{_FAR} OVER (SLASH | OR | AND | COMMA){{1,2}} ACTION? {_FAR} FROM_ENTRY")
_PAIR_BEFORE = kinds_pattern(
    f"{_FAR} FROM_ENTRY (SLASH | OR | AND | COMMA){{1,2}} ACTION? {_FAR} OVER (COMMA | BREAK | $)"
)
_ALONE = kinds_pattern(f"(STOP_LOSS | TAKE_PROFIT) (FROM | OVER)? {_FAR} OVER (COMMA | BREAK | AND | OR | $)")
_SIGNS = {"gt": 1, "lt": -1}
_OF = {Tag.STOP_LOSS: "lt", Tag.TAKE_PROFIT: "gt"}


_LABELLED = kinds_pattern(
    "(INDICATOR | OUTPUT) OPEN ((TIME_UNIT | SETTING | CHART | INDICATOR | TIMES | PERIOD_WORD)? (OVER | COLON)?"
    " NUMBER TIME_UNIT? TIMES? (COMMA | LISTING | SLASH | AND)?){1,3} CLOSE"
)


def with_bare_settings(tokens: list[Token]) -> list[Token]:
    """（周期12倍数2.5）and `(length=20, mult=2)` are settings in the order of the catalogue: the labels go."""
    made: list[Token] = []
    end = 0
    for match in _LABELLED.finditer(coded(tokens)):
        inside = tokens[match.start() + 2 : match.end() - 1]
        labels = [each for each in inside if each.kind in (Tag.SETTING, Tag.TIME_UNIT, Tag.CHART, Tag.INDICATOR)]
        wide = [each for each in labels if each.value in ("multiplier", "standard_deviation")]
        if not labels or any(each.kind is Tag.INDICATOR and each not in wide for each in labels) or labels[0] in wide:
            continue
        if any(each.kind is Tag.TIME_UNIT and each.value != "bar" for each in labels):
            continue
        numbers = [each for each in inside if each.kind is Tag.NUMBER]
        commas = [Token(Tag.COMMA, None, each.end, each.end) for each in numbers[:-1]] + [tokens[match.end() - 1]]
        made += tokens[end : match.start() + 2]
        made += [token for pair in zip(numbers, commas, strict=True) for token in pair]
        end = match.end()
    return [*made, *tokens[end:]]


def with_shared_words(tokens: list[Token]) -> list[Token]:
    """The place of an amount is from the entry where its pair is, and beside a stop or a target with nothing after."""
    made = list(tokens)
    for match in _PAIR.finditer(coded(made)):
        place = next(at for at in range(match.start(), match.end()) if made[at].kind is Tag.OVER)
        other = made[match.end() - 1]
        if made[place].value in _SIGNS and other.value == -_SIGNS[made[place].value]:
            made[place] = replace(made[place], kind=Tag.FROM_ENTRY, value=_SIGNS[made[place].value])
            joints = [at for at in range(place, match.end()) if made[at].kind is Tag.SLASH]
            for at in joints:
                made[at] = replace(made[at], kind=Tag.OR, value=None)
    for match in _PAIR_BEFORE.finditer(coded(made)):
        said = range(match.start(), match.end())
        first = next(made[at] for at in said if made[at].kind is Tag.FROM_ENTRY)
        place = next(at for at in reversed(said) if made[at].kind is Tag.OVER)
        if made[place].value in _SIGNS and first.value == -_SIGNS[made[place].value]:
            made[place] = replace(made[place], kind=Tag.FROM_ENTRY, value=_SIGNS[made[place].value])
    for match in _ALONE.finditer(coded(made)):
        place = next(at for at in range(match.end() - 1, match.start(), -1) if made[at].kind is Tag.OVER)
        if _OF[made[match.start()].kind] == made[place].value:
            made[place] = replace(made[place], kind=Tag.FROM_ENTRY, value=_SIGNS[made[place].value])
    return made
