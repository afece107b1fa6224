"""What an audit cannot tell, and exactly which line or which report would have to be imported for it."""

import re
from collections import defaultdict
from collections.abc import Sequence

from packages.core.messages import Language, render
from src.modules.research.domain.audit.lines import missing_line
from src.modules.research.domain.audit.rules import LABELS, english
from src.modules.research.domain.figures import AbsentFigure
from src.modules.research.infrastructure.rules.books import AuditBooks

_REPORTS = re.compile(r"none of (?P<ends>\d{4}-\d\d-\d\d(?:, \d{4}-\d\d-\d\d)*)")
# By a mark in the reason: what no import would change, then what a further report would.
_KINDS = (
    (
        "beyond belief",
        "数值超出可信范围，存疑，不予评分",
        "the result is beyond what can be believed, and is not scored",
    ),
    ("made a loss", "亏损期间该比率没有意义", "the ratio says nothing of a loss"),
    ("no inventory", "公司没有存货", "the company keeps no inventory"),
    ("positive amount", "分母不为正，比率没有意义", "the ratio has no meaning over an amount that is not positive"),
    ("margin of", "营业收入不为正，没有利润率可言", "there is no revenue to take a margin of"),
    ("year before", "缺少上年同期的报表", "the report of the year before is not stored"),
    ("", "缺少此前的报表", "reports of the periods before are not stored"),
)


def absences(books: AuditBooks) -> list[str]:
    """By what is missing; what has a status instead of a percentage is given where it is judged."""
    grouped: dict[tuple[int, str], list[AbsentFigure]] = defaultdict(list)
    for one in books.missing():
        if one.status is None:
            grouped[_group(one)].append(one)
    said = [_absence(books, kind, days, some) for (kind, days), some in sorted(grouped.items())]
    helped = any(kind <= _BY_REPORT or kind >= len(_KINDS) for kind, _ in grouped)
    return [*said, _how_to_add(books)] if helped else said


_BY_LINE, _BY_REPORT = 0, 1


def _group(absent: AbsentFigure) -> tuple[int, str]:
    """What kind of thing is missing, and of which days."""
    if line := missing_line(absent.reason):
        return _BY_LINE, line.end
    if reports := _REPORTS.search(absent.reason):
        return _BY_REPORT, reports["ends"]
    return 2 + next(place for place, (mark, _, _) in enumerate(_KINDS) if mark in absent.reason), ""


def _absence(books: AuditBooks, kind: int, days: str, absent: Sequence[AbsentFigure]) -> str:
    names = dict.fromkeys(one.name for one in absent)
    zh, en = _why(kind, days, absent)
    names_zh = "、".join(LABELS[name][0] for name in names)
    names_en = ", ".join(english(name) for name in names)
    return books.write(f"{names_zh}暂缺：{zh}。", f"{names_en[0].upper()}{names_en[1:]}: {en}.")


def _why(kind: int, days: str, absent: Sequence[AbsentFigure]) -> tuple[str, str]:
    if kind == _BY_LINE:
        lines = dict.fromkeys(line for one in absent if (line := missing_line(one.reason)))
        zh, en = ([render(line.name, language) for line in lines] for language in (Language.ZH, Language.EN))
        return f"{days} 的报表没有{'、'.join(zh)}", f"the statements of {days} lack {', '.join(en)}"
    if kind == _BY_REPORT:
        return f"缺少截至 {days.replace(', ', '、')} 的报表", f"the report for the period to {days} is not stored"
    return _KINDS[kind - 2][1:]


def _how_to_add(books: AuditBooks) -> str:
    return books.write(
        "导入缺少的科目或报表即可补上：`parley data import statements.csv`（列：symbol、period_end、filed、"
        "item、value、unit）。",
        "Import the missing lines or reports to add them: `parley data import statements.csv` (columns symbol, "
        "period_end, filed, item, value, unit).",
    )
