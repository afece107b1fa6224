"""What a person takes back within a sentence, and what stays of it."""

from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import PREDICATES, Reading


def without_corrected(tokens: list[Token], reading: Reading) -> list[Token]:
    """What a person took back within a sentence is not read: `above the cloud… never mind, just the 34 EMA`."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        if token.kind is not Tag.CORRECTION:
            kept.append(token)
            continue
        start = max((at + 1 for at, each in enumerate(kept) if each.kind in (Tag.BREAK, Tag.BULLET)), default=0)
        held = _held(kept[start:], tokens[place + 1 :])
        reading.unread.append([*(each for each in kept[start:] if each not in held), token])
        kept = [*kept[:start], *held]
    return kept


def _held(taken: list[Token], rest: list[Token]) -> list[Token]:
    """What stays of it: the instrument and the bars, and what is to be done where the new words do not say it."""
    ends = next((place for place, token in enumerate(rest) if token.kind is Tag.BREAK), len(rest))
    acts = [token for token in taken if token.kind is Tag.ACTION]
    said = next((place for place, token in enumerate(taken) if token.kind in PREDICATES), len(taken))
    is_led = len(acts) == 1 and acts[0] in taken[:said] and not any(token.kind is Tag.ACTION for token in rest[:ends])
    kinds = (Tag.ACTION, Tag.WHEN) if is_led else ()
    return [token for place, token in enumerate(taken) if _names_scope(token) or (token.kind in kinds and place < said)]


def _names_scope(token: Token) -> bool:
    return token.kind is Tag.DIRECTIVE and token.value.name in ("instrument", "timeframe")
