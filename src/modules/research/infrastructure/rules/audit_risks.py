"""What an audit warns of: figures beyond their warning lines, doubts about the data, and what is missing."""

from collections.abc import Callable

from packages.core.messages import render, word
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.audit.collect import OTHER_CURRENCY
from src.modules.research.domain.audit.flags import RedFlag, red_flags
from src.modules.research.domain.audit.scores import AuditDimension
from src.modules.research.domain.figures import Findings
from src.modules.research.domain.points import Point, caveat, warning
from src.modules.research.infrastructure.rules.books import AuditBooks, Judged

_MOST_RISKS = 5
_RUINOUS = frozenset({"negative_equity"})


def flag_sentence(books: AuditBooks, flag: RedFlag) -> str:
    """What is wrong, and which line of the statements it rests on."""
    first, *second = (f"{name}@{books.end}" for name in flag.figures)
    numbers = [books.write.number(key) for key in (f"{first}~rule.{flag.rule}" if flag.rule else first, *second)]
    return books.write(f"flag.{flag.name}", **dict(zip(("first", "second"), numbers, strict=False)))


def flags_in(books: AuditBooks) -> list[RedFlag]:
    findings: Findings = {**books.brief.figures, **books.brief.absent}
    latest = {finding.name: finding for key, finding in findings.items() if key == f"{finding.name}@{books.end}"}
    return red_flags(latest)


def flag_sentences(books: AuditBooks) -> list[str]:
    return [flag_sentence(books, flag) for flag in flags_in(books)]


def risks(books: AuditBooks) -> list[Point]:
    """Red flags, then figures beyond their warning lines, the weightiest first; at least the weakest of all."""
    raised = flags_in(books)
    flagged = {name for flag in raised for name in flag.figures[:1]}
    judged = sorted((one for one in books.judged() if not _said_twice(books, one)), key=_harm(books), reverse=True)
    weak = [one for one in judged if books.is_weak(one) and one.name not in flagged]
    risks = [warning(flag_sentence(books, flag), ruin=flag.name in _RUINOUS) for flag in raised]
    risks += [warning(books.sentence(one), ruin=books.is_loss(one)) for one in weak]
    if risks:
        return risks[:_MOST_RISKS]
    short = [one for one in judged if not books.is_good(one)]
    if not short:
        return [caveat(books.write("sound"))]
    return [warning(books.write("weakest", sentence=books.sentence(min(short, key=lambda one: one.points))))]


def _said_twice(books: AuditBooks, judged: Judged) -> bool:
    """Where reports run over a quarter, the quarter's growth is the report's."""
    if judged.name != "revenue_quarter_yoy":
        return False
    quarter, report = books.figure(judged.name), books.figure("revenue_yoy")
    return quarter is not None and report is not None and quarter.value == report.value


def _harm(books: AuditBooks) -> Callable[[Judged], float]:
    return lambda one: float(books.weights[one.dimension] * one.criterion.weight * (100 - one.points))


def caveats(books: AuditBooks, *, stale: bool) -> list[str]:
    write, sentences = books.write, []
    today = local_day(books.brief.company.symbol.market, books.brief.as_of)
    if stale:
        sentences.append(write("stale", end=str(books.end), today=str(today)))
    if books.year_before is None:
        sentences.append(write("no_year_before"))
    kind = render(word("as_business", books.brief.kind), books.brief.language)
    return [*sentences, *_other_currency(books), *_not_like_others(books), write("scored_as", kind=kind)]


def _other_currency(books: AuditBooks) -> list[str]:
    absent = books.brief.absent.get(f"{OTHER_CURRENCY}@{books.end}")
    return [] if absent is None else [books.write("other_currency", currencies=absent.why.units)]


def _not_like_others(books: AuditBooks) -> list[str]:
    """A bank's debt ratio is there and earns no points."""
    if books.brief.kind.is_financial or books.figure("debt_ratio") is None:
        return []
    if any(one.name == "debt_ratio" for one in books.judged()) or not any(
        one.figure == "debt_ratio" for one in books.criteria[AuditDimension.SOLVENCY]
    ):
        return []
    return [books.write("no_current_items")]
