"""Quotations with a tag behind them: a headline that is cited as a whole, numbers and all."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from src.modules.research.domain.evidence.book import EvidenceBook, EvidenceRow
from src.modules.research.domain.evidence.documents import Documents
from src.modules.research.domain.evidence.folding import folded
from src.modules.research.domain.evidence.tags import Form, citations_behind

_CLOSING = re.compile(r"[」』”\"’》](?=[ *_`]{0,4}\[)")
_OPENING = {"」": "「", "』": "『", "”": "“", '"': '"', "’": "‘", "》": "《"}
_LONGEST = 600
_MOST_OPENINGS = 6


@dataclass(frozen=True, slots=True)
class Quotation:
    """From the opening mark to behind the tag. `honest`: the text has it word for word."""

    start: int
    end: int
    words: str
    tag: str
    honest: bool


def quotations(text: str, book: EvidenceBook, documents: Documents) -> Iterator[Quotation]:
    """Those that cite a text. Marks inside of a quotation are part of it, so the longest honest reading counts."""
    plain = folded(text)
    done = 0
    for closing in _CLOSING.finditer(plain):
        cited, end = citations_behind(plain, closing.end())
        row = book.rows.get(cited[0].operands[0]) if cited and cited[0].form is Form.ROW else None
        if row is None or row.value is not None or not row.text:
            continue
        found = _opened(text, plain, closing.start(), done, row, documents)
        if found is not None:
            yield Quotation(found[0], end, text[found[0] + 1 : closing.start()], cited[0].text, found[1])
            done = end


def _opened(
    text: str, plain: str, closing: int, done: int, row: EvidenceRow, documents: Documents
) -> tuple[int, bool] | None:
    mark = _OPENING[plain[closing]]
    earliest = max(done, closing - _LONGEST, plain.rfind("\n", 0, closing) + 1)
    places: list[int] = []
    place = plain.rfind(mark, earliest, closing)
    while place >= 0 and len(places) < _MOST_OPENINGS:
        places.append(place)
        place = plain.rfind(mark, earliest, place)
    honest = [place for place in places if documents.quotes(text[place + 1 : closing], row)]
    if honest:
        return min(honest), True
    return (places[0], False) if places else None
