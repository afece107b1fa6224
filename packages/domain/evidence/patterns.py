"""Patterns that are compiled when they are first used: who reads no sentence does not wait for hundreds of them."""

import re
from typing import Any, cast


class _LazyPattern:
    """Stands for a compiled pattern until one of its methods is asked for, and then has the methods themselves."""

    def __init__(self, pattern: str, options: int) -> None:
        self.pattern = pattern
        self._options = options

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._options)
        for own in ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "flags", "groups"):
            setattr(self, own, getattr(compiled, own))
        return getattr(compiled, name)


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Like `re.compile`, at first use. A wrong one is found by `tests/packages/domain/evidence/test_patterns.py`."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
