"""What an audit cannot tell, and exactly which line or which report would have to be imported for it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from enum import IntEnum

from packages.core.messages import Language, render
from src.modules.research.domain.absence import Absence
from src.modules.research.domain.audit.lines import missing_line
from src.modules.research.domain.audit.rules import LABELS, english
from src.modules.research.domain.figures import AbsentFigure
from src.modules.research.infrastructure.rules.books import AuditBooks


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
_WORDS: Mapping[_Kind, tuple[str, str]] = {
    _Kind.DOUBTFUL: (
        "数值超出可信范围，存疑，不予评分",
        "the result is beyond what can be believed, and is not scored",
    ),
    _Kind.LOSS: ("亏损期间该比率没有意义", "the ratio says nothing of a loss"),
    _Kind.INVENTORY: ("公司没有存货", "the company keeps no inventory"),
    _Kind.DIVISOR: ("分母不为正，比率没有意义", "the ratio has no meaning over an amount that is not positive"),
    _Kind.REVENUE: ("营业收入不为正，没有利润率可言", "there is no revenue to take a margin of"),
    _Kind.YEAR_BEFORE: ("缺少上年同期的报表", "the report of the year before is not stored"),
    _Kind.EARLIER: ("缺少此前的报表", "reports of the periods before are not stored"),
}
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
    return [*said, _how_to_add(books)] if any(kind in _BY_IMPORT for kind, _ in grouped) else said


def _place(group: tuple[tuple[_Kind, tuple[date, ...]], list[AbsentFigure]]) -> tuple[int, str]:
    (kind, ends), _ = group
    return kind, ", ".join(map(str, ends))


def _absence(books: AuditBooks, kind: _Kind, ends: Sequence[date], absent: Sequence[AbsentFigure]) -> str:
    names = dict.fromkeys(one.name for one in absent)
    zh, en = _why(kind, ends, absent)
    names_zh = "、".join(LABELS[name][0] for name in names)
    names_en = ", ".join(english(name) for name in names)
    return books.write(f"{names_zh}暂缺：{zh}。", f"{names_en[0].upper()}{names_en[1:]}: {en}.")


def _why(kind: _Kind, ends: Sequence[date], absent: Sequence[AbsentFigure]) -> tuple[str, str]:
    days = [str(end) for end in ends]
    if kind is _Kind.LINE:
        lines = dict.fromkeys(line for one in absent if (line := missing_line(one.why)))
        zh, en = ([render(line.name, language) for line in lines] for language in (Language.ZH, Language.EN))
        return f"{days[0]} 的报表没有{'、'.join(zh)}", f"the statements of {days[0]} lack {', '.join(en)}"
    if kind is _Kind.REPORT:
        return f"缺少截至 {'、'.join(days)} 的报表", f"the report for the period to {', '.join(days)} is not stored"
    return _WORDS[kind]


def _how_to_add(books: AuditBooks) -> str:
    return books.write(
        "导入缺少的科目或报表即可补上：`parley data import statements.csv`（列：symbol、period_end、filed、"
        "item、value、unit）。",
        "Import the missing lines or reports to add them: `parley data import statements.csv` (columns symbol, "
        "period_end, filed, item, value, unit).",
    )
