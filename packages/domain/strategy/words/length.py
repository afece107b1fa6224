"""How much of a message is read as rules: what is longer is told so, and nothing of it is read."""

from packages.domain.strategy.words.lexing.lexicon import UNIT

_LONGEST = 4000
MOST_WORDS = 600  # words of English, characters of Chinese, numbers and marks; the longest rules people gave have 60


def is_too_long(text: str) -> bool:
    """Before any of it is cut."""
    return len(text) > _LONGEST or sum(1 for _ in UNIT.finditer(text.casefold())) > MOST_WORDS
