"""Words that are said once for two amounts, or left out after one: `2% above / 1% below entry`, `stop 10% below`."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.patterns import coded, kinds_pattern
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_PAIR = kinds_pattern("PERCENT OVER (SLASH | OR | AND | COMMA){1,2} ACTION? PERCENT FROM_ENTRY")
_ALONE = kinds_pattern("(STOP_LOSS | TAKE_PROFIT) (FROM | OVER)? PERCENT OVER (COMMA | BREAK | AND | OR | $)")
_SIGNS = {"gt": 1, "lt": -1}
_OF = {Tag.STOP_LOSS: "lt", Tag.TAKE_PROFIT: "gt"}


def with_shared_words(tokens: list[Token]) -> list[Token]:
    """The place of an amount is from the entry where its pair is, and beside a stop or a target with nothing after."""
    made = list(tokens)
    for match in _PAIR.finditer(coded(made)):
        place = match.start() + 1
        other = made[match.end() - 1]
        if made[place].value in _SIGNS and other.value == -_SIGNS[made[place].value]:
            made[place] = replace(made[place], kind=Tag.FROM_ENTRY, value=_SIGNS[made[place].value])
            joints = [at for at in range(place, match.end()) if made[at].kind is Tag.SLASH]
            for at in joints:
                made[at] = replace(made[at], kind=Tag.OR, value=None)
    for match in _ALONE.finditer(coded(made)):
        place = next(at for at in range(match.end() - 1, match.start(), -1) if made[at].kind is Tag.OVER)
        if _OF[made[match.start()].kind] == made[place].value:
            made[place] = replace(made[place], kind=Tag.FROM_ENTRY, value=_SIGNS[made[place].value])
    return made
