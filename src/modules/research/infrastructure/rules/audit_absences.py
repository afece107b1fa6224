"""What an audit cannot tell, and exactly which line or which report would have to be imported for it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from enum import IntEnum

from packages.core.messages import render
from src.modules.research.domain.absence import Absence
from src.modules.research.domain.audit.lines import missing_line
from src.modules.research.domain.figures import AbsentFigure
from src.modules.research.infrastructure.rules.books import AuditBooks
from src.modules.research.infrastructure.rules.writing import capital


class _Kind(IntEnum):
    """What is missing, in the order in which it is told: lines and reports by their ends, then what no import would
    change, then what a further report would."""

    LINE = 0
    REPORT = 1
    DOUBTFUL = 2
    LOSS = 3
    INVENTORY = 4
    DIVISOR = 5
    REVENUE = 6
    YEAR_BEFORE = 7
    EARLIER = 8


_BY_ENDS = frozenset({_Kind.LINE, _Kind.REPORT})
_BY_IMPORT = _BY_ENDS | {_Kind.YEAR_BEFORE, _Kind.EARLIER}
KINDS: Mapping[Absence, _Kind] = {
    Absence.LINE_MISSING: _Kind.LINE,
    Absence.REPORTS_MISSING: _Kind.REPORT,
    Absence.BEYOND_BELIEF: _Kind.DOUBTFUL,
    Absence.MADE_A_LOSS: _Kind.LOSS,
    Absence.NO_INVENTORY: _Kind.INVENTORY,
    Absence.DIVISOR_NOT_POSITIVE: _Kind.DIVISOR,
    Absence.NO_REVENUE: _Kind.REVENUE,
    Absence.YEAR_BEFORE_MISSING: _Kind.YEAR_BEFORE,
    Absence.LINE_NOT_REPORTED: _Kind.EARLIER,
    Absence.REPORT_BEFORE_MISSING: _Kind.EARLIER,
    Absence.DIVISOR_ZERO: _Kind.EARLIER,
    Absence.UNITS_DIFFER: _Kind.EARLIER,
    Absence.NO_PERCENTAGE: _Kind.YEAR_BEFORE,
    Absence.CURRENCIES_LEFT_OUT: _Kind.EARLIER,
    Absence.LENDING_IS_THE_TRADE: _Kind.EARLIER,
    Absence.NO_CURRENT_ITEMS: _Kind.EARLIER,
    Absence.NOTHING_SCORED: _Kind.EARLIER,
}


def absences(books: AuditBooks) -> list[str]:
    """By what is missing; what has a status instead of a percentage is given where it is judged."""
    grouped: dict[tuple[_Kind, tuple[date, ...]], list[AbsentFigure]] = defaultdict(list)
    for one in books.missing():
        if one.status is None:
            kind = KINDS[one.why.code]
            grouped[kind, one.why.ends if kind in _BY_ENDS else ()].append(one)
    said = [_absence(books, kind, ends, some) for (kind, ends), some in sorted(grouped.items(), key=_place)]
    return [*said, books.write("how_to_add")] if any(kind in _BY_IMPORT for kind, _ in grouped) else said


def _place(group: tuple[tuple[_Kind, tuple[date, ...]], list[AbsentFigure]]) -> tuple[int, str]:
    (kind, ends), _ = group
    return kind, ", ".join(map(str, ends))


def _absence(books: AuditBooks, kind: _Kind, ends: Sequence[date], absent: Sequence[AbsentFigure]) -> str:
    first, *others = dict.fromkeys(books.write.label(one.name) for one in absent)
    lines = dict.fromkeys(line for one in absent if (line := missing_line(one.why)))
    return books.write(
        f"absent.{kind.name.lower()}",
        names=[capital(first), *others],
        lines=[render(line.name, books.brief.language) for line in lines],
        day=str(ends[0]) if ends else "",
        days=[str(end) for end in ends],
    )
