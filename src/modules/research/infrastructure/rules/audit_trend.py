"""How an audit tells the last eight quarters and the quality of earnings."""

from datetime import date
from decimal import Decimal

from src.modules.research.domain.audit.quality import QUARTERS
from src.modules.research.domain.points import Point, leaning
from src.modules.research.infrastructure.rules.books import AuditBooks

_A_YEAR, _SLACK = 365, 10
_STEADY = Decimal("0.01")
_FEWEST = 3  # quarters that make a run
_LINES = (
    ("revenue_quarter", "单季营收", "Quarterly revenue"),
    ("net_margin_quarter", "单季净利率", "Quarterly net margin"),
    ("net_profit_quarter", "单季净利润", "Quarterly net profit"),
    ("operating_cash_flow_quarter", "单季经营现金流", "Quarterly operating cash flow"),
)


def margin_move(books: AuditBooks) -> list[Point]:
    """The quarter's margin against a year before, where it has moved: seasons compare with themselves."""
    pair = _pairs(books, "net_margin_quarter")[:1]
    moves = [(_change(books, "net_margin_quarter", *one), _moved(books, *_LINES[1], *one)) for one in pair]
    return [leaning(text, float(change)) for change, text in moves if abs(change) >= _STEADY]


def quarter_sentences(books: AuditBooks) -> list[str]:
    """Revenue, margin, profit and cash of the newest quarter against a year before, and how the run went."""
    said = []
    for name, zh, en in _LINES:
        pairs = _pairs(books, name)
        if pairs:
            said.append(_moved(books, name, zh, en, *pairs[0]) + _run(books, name, pairs))
    return said


def _pairs(books: AuditBooks, name: str) -> list[tuple[date, date]]:
    """Each of the last quarters with the same quarter a year before, newest first."""
    keys = sorted((key for key in books.brief.figures if key.startswith(f"{name}@")), reverse=True)
    ends = [date.fromisoformat(key[-10:]) for key in keys][:QUARTERS]
    return [(end, before) for end in ends for before in ends if abs((end - before).days - _A_YEAR) <= _SLACK]


def _change(books: AuditBooks, name: str, end: date, before: date) -> Decimal:
    now, then = (Decimal(str(books.brief.figures[f"{name}@{day}"].value)) for day in (end, before))
    return now - then


def _moved(books: AuditBooks, name: str, zh: str, en: str, end: date, before: date) -> str:
    change = _change(books, name, end, before)
    now, then = f"{{{name}@{end}~{name}@{before}}}", f"{{{name}@{before}~{name}@{end}}}"
    if not change:
        return books.write(f"{zh}为 {now}，与上年同期持平。", f"{en} is {now}, the same as a year before.")
    return books.write(
        f"{zh}由上年同期的 {then} {'升至' if change > 0 else '降至'} {now}。",
        f"{en} is {'up' if change > 0 else 'down'} to {now} from {then} a year before.",
    )


def _sign(change: Decimal) -> int:
    return (change > 0) - (change < 0)


def _run(books: AuditBooks, name: str, pairs: list[tuple[date, date]]) -> str:
    """Whether the quarters before it went the same way against their own year before."""
    moves = [_sign(_change(books, name, *pair)) for pair in pairs]
    if len(moves) < _FEWEST:
        return ""
    if len(set(moves)) == 1:
        return books.write("此前几个季度的同比方向相同。", " The quarters before it went the same way.")
    if moves[0] != moves[1] and len(set(moves[1:])) == 1:
        return books.write("这与此前几个季度的方向相反。", " That is a turn from the quarters before it.")
    return ""


def _is_loss(books: AuditBooks) -> bool:
    profit = books.figure("net_profit_ttm")
    return profit is not None and profit.value <= 0


def _cash_behind(accruals: Decimal, *, loss: bool) -> tuple[str, str]:
    if abs(accruals) < _STEADY:
        if loss:
            return "亏损与经营现金流出大致相当", "the loss and the operating cash flow are close"
        return "利润与经营现金流大致相当", "profit and operating cash flow are close"
    if accruals > 0:
        if loss:
            return "经营现金流出多于账面亏损", "more cash went out than the loss on paper"
        return "一部分利润尚未变成现金", "part of the profit has not arrived as cash"
    if loss:
        return "现金流好于账面亏损", "cash flow is better than the loss on paper"
    return "现金流入多于账面利润，质量较好", "cash runs ahead of profit, which speaks for its quality"


def quality_sentences(books: AuditBooks) -> list[str]:
    """Whether profit arrives as cash."""
    figure = books.figure("accruals")
    if figure is None:
        return []
    value, key = Decimal(str(figure.value)), f"accruals@{books.end}"
    zh, en = _cash_behind(value, loss=_is_loss(books))
    return [books.write(f"应计比率 {{{key}}}：{zh}。", f"The accruals ratio is {{{key}}}: {en}.")]
