"""How the words for a value are written down: Chinese ones stand anywhere, English ones by themselves."""

import re

from packages.domain.evidence.patterns import lazy_pattern


def words(zh: str = "", en: str = "") -> re.Pattern[str]:
    """A pattern for both languages."""
    parts = ([zh] if zh else []) + ([rf"\b(?:{en})\b"] if en else [])
    return lazy_pattern("|".join(parts), re.IGNORECASE | re.ASCII)  # 我trade了六年: a letter ends at a character
