"""Evidence on a terminal: tags in texts as small numbers, counted through, and the rows behind them as a list."""

import re
from collections.abc import Iterable
from decimal import Decimal

from rich.table import Table
from rich.text import Text

from packages.core.messages import Language
from src.modules.research.domain.evidence.units import written
from src.modules.research.domain.labels import LABELS
from src.modules.research.presentation.rest.provenance import EvidenceOut

# A row as [E7] or [technical_analyst:E7], several, or an operation over rows as [E2-E1].
_CITATION = re.compile(r"\[[^\[\]\n]*\bE\d+\b[^\[\]\n]*\]")
_ROW = re.compile(r"(?:\b([a-z_]+):)?\b(E\d+)\b")
# What could steer a terminal: a text from outside may hold anything.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_KNOWN, _RULE = {"zh": "获知于", "en": "known"}, "rule."


class Footnotes:
    """Rows are numbered through all texts in the order in which they are cited."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._rows: dict[tuple[str, str], EvidenceOut] = {}
        self._cited: dict[tuple[str, str], int] = {}

    def __bool__(self) -> bool:
        """Whether anything was cited."""
        return bool(self._cited)

    def know(self, expert: str, rows: Iterable[EvidenceOut]) -> None:
        self._rows |= {(expert, row.tag): row for row in rows}

    def cited(self, line: str, expert: str = "") -> Text:
        """The line with its tags as small numbers; `expert` is whose row a tag without a name is. A tag of no row stays
        as it is."""
        text, said, at = Text(), plain(line), 0
        for tag in _CITATION.finditer(said):
            text.append(said[at : tag.start()])
            text.append(_ROW.sub(lambda row: self._number(row[1] or expert, row), tag[0]), style="dim")
            at = tag.end()
        return text.append(said[at:])

    def listed(self) -> Table:
        lines = Table.grid(padding=(0, 2))
        lines.add_column(no_wrap=True)
        lines.add_column(overflow="fold")
        for key, number in self._cited.items():
            row = self._rows[key]
            known = "" if row.metric.startswith(_RULE) else f"{_KNOWN[self._language]} {row.known_at:%Y-%m-%d}"
            told = [f"{self._name(row)} {self._value(row)}".strip(), row.period, row.source, known]
            lines.add_row(Text(f"{number:>3}"), Text(plain(" · ".join(part for part in told if part))), style="dim")
        return lines

    def _number(self, expert: str, row: re.Match[str]) -> str:
        key = (expert, row[2])
        if key not in self._rows:
            return row[0]
        return str(self._cited.setdefault(key, len(self._cited) + 1))

    def _name(self, row: EvidenceOut) -> str:
        """What a person calls the figure; of a text, its headline."""
        if row.text:
            return row.text.partition("\n")[0]
        names = LABELS.get(row.metric, (row.metric,))
        wanted = [name for name in names if bool(_CHINESE.search(name)) == (self._language == "zh")]
        return (wanted or list(names))[0]

    def _value(self, row: EvidenceOut) -> str:
        return "" if row.value is None else written(Decimal(repr(row.value)), row.unit, self._language)


def plain(text: str) -> str:
    """Nothing in it moves the cursor, rings, or turns the writing round."""
    return _CONTROL.sub("", text)
