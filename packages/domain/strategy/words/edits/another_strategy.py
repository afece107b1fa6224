"""Whether a message is a strategy of its own, of which nothing may be mixed with the rules that there are."""

from packages.domain.strategy.words.edits.trades import ENTRIES
from packages.domain.strategy.words.lexing.lexer import Symbols
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.reading import rules_in

_LEAVES = ("sell", "exit", "cover", "close_long")


def is_another_strategy(text: str, segments: list[list[Token]], unread: list[str], symbols: Symbols) -> bool:
    """It says when to get in and when to get out, and not all of that was read: `buy when RSI is below 30 and MFI
    below 20, sell above 70` does not say of what, and the old rules do not either."""
    acts = [{word.value for word in segment if word.kind is Tag.ACTION} for segment in segments]
    enters = any(each & set(ENTRIES) for each in acts)
    leaves = [segment for segment, each in zip(segments, acts, strict=True) if each & set(_LEAVES)]
    if not enters or not leaves:
        return False
    if any(text[segment[0].start : segment[-1].end] in unread for segment in leaves):
        return True
    whole = rules_in(text, symbols=symbols)
    return whole.is_strategy and "entry" in whole.missing and bool(whole.not_understood)
