"""How an audit tells the last eight quarters and the quality of earnings."""

from datetime import date
from decimal import Decimal

from src.modules.research.domain.audit.quality import QUARTERS
from src.modules.research.domain.points import Point, leaning
from src.modules.research.infrastructure.rules.books import AuditBooks
from src.modules.research.infrastructure.rules.writing import capital

_A_YEAR, _SLACK = 365, 10
_STEADY = Decimal("0.01")
_FEWEST = 3  # quarters that make a run
_MARGIN = "net_margin_quarter"
_LINES = ("revenue_quarter", _MARGIN, "net_profit_quarter", "operating_cash_flow_quarter")


def margin_move(books: AuditBooks) -> list[Point]:
    """The quarter's margin against a year before, where it has moved: seasons compare with themselves."""
    pair = _pairs(books, _MARGIN)[:1]
    moves = [(_change(books, _MARGIN, *one), _moved(books, _MARGIN, *one)) for one in pair]
    return [leaning(text, float(change)) for change, text in moves if abs(change) >= _STEADY]


def quarter_sentences(books: AuditBooks) -> list[str]:
    """Revenue, margin, profit and cash of the newest quarter against a year before, and how the run went."""
    found = [(name, pairs) for name in _LINES if (pairs := _pairs(books, name))]
    return [books.write.joined([_moved(books, name, *pairs[0]), *_run(books, name, pairs)]) for name, pairs in found]


def _pairs(books: AuditBooks, name: str) -> list[tuple[date, date]]:
    """Each of the last quarters with the same quarter a year before, newest first."""
    keys = sorted((key for key in books.brief.figures if key.startswith(f"{name}@")), reverse=True)
    ends = [date.fromisoformat(key[-10:]) for key in keys][:QUARTERS]
    return [(end, before) for end in ends for before in ends if abs((end - before).days - _A_YEAR) <= _SLACK]


def _change(books: AuditBooks, name: str, end: date, before: date) -> Decimal:
    now, then = (Decimal(str(books.brief.figures[f"{name}@{day}"].value)) for day in (end, before))
    return now - then


def _moved(books: AuditBooks, name: str, end: date, before: date) -> str:
    write, change = books.write, _change(books, name, end, before)
    now, then = f"{name}@{end}", f"{name}@{before}"
    return write(
        "quarter.up" if change > 0 else "quarter.down" if change else "quarter.same",
        name=capital(write.label(name)),
        now=write.number(f"{now}~{then}"),
        then=write.number(f"{then}~{now}"),
    )


def _sign(change: Decimal) -> int:
    return (change > 0) - (change < 0)


def _run(books: AuditBooks, name: str, pairs: list[tuple[date, date]]) -> list[str]:
    """Whether the quarters before it went the same way against their own year before."""
    moves = [_sign(_change(books, name, *pair)) for pair in pairs]
    if len(moves) < _FEWEST:
        return []
    if len(set(moves)) == 1:
        return [books.write("run.same")]
    return [books.write("run.turn")] if moves[0] != moves[1] and len(set(moves[1:])) == 1 else []


def _is_loss(books: AuditBooks) -> bool:
    profit = books.figure("net_profit_ttm")
    return profit is not None and profit.value <= 0


def quality_sentences(books: AuditBooks) -> list[str]:
    """Whether profit arrives as cash."""
    figure = books.figure("accruals")
    if figure is None:
        return []
    value = Decimal(str(figure.value))
    size = "close" if abs(value) < _STEADY else "high" if value > 0 else "low"
    name = f"accruals.{size}{'_loss' if _is_loss(books) else ''}"
    return [books.write(name, accruals=books.write.number(f"accruals@{books.end}"))]
