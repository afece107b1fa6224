"""A writer that never rounds a figure to nothing: what is below zero by a hair is not written as zero."""

import re
from decimal import Decimal

from src.modules.research.domain.brief import Brief
from src.modules.research.infrastructure.rules.writing import Writer

_ZERO = re.compile(r"0\.0+|\b0\b")
_PER_CENT = Decimal(100)


class TellingWriter(Writer):
    """Writes `-0.04%[E5]` where one decimal would give `0.0%[E5]`."""

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self._rows = {key: brief.book.rows[tag] for key, tag in brief.tags.items()}

    def number(self, key: str) -> str:
        text, mark, tag = super().number(key).rpartition("[")
        value = self._rows[key].value
        if not value or re.search(r"[1-9]", text):
            return f"{text}{mark}{tag}"
        shown = value * _PER_CENT if "%" in text else value
        return f"{_ZERO.sub(f'{shown:.{-shown.adjusted()}f}', text, count=1)}{mark}{tag}"
