"""The figures of an audit: growth, profitability, cash flow, efficiency and solvency, over twelve months."""

from datetime import date
from decimal import Decimal

from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.accounting import BORROWING_LINES, regime_of
from src.modules.research.domain.arithmetic import at, combined, divided, grown, renamed
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books

# What has no meaning where money is the raw material: debts fund the trade, lending is an operating outflow.
INDUSTRIAL = frozenset(
    {
        "gross_margin", "operating_margin", "free_cash_flow_ttm", "free_cash_flow_margin", "cash_conversion",
        "operating_cash_flow_yoy", "operating_cash_flow_ttm", "current_ratio", "quick_ratio", "net_debt_to_equity",
        "interest_cover", "receivable_days", "inventory_days", "asset_turnover",
    }
)  # fmt: skip


def cash_flow(books: Books, end: date) -> tuple[Finding, ...]:
    free = free_cash_flow(books, end)
    return (
        renamed(at("operating_cash_flow_ttm", end), books.trailing_year("operating_cash_flow", end)),
        free,
        cash_conversion(books, end),
        divided(at("free_cash_flow_margin", end), free, books.trailing_year("revenue", end)),
    )


def free_cash_flow(books: Books, end: date) -> Finding:
    """What operations brought in, less what was spent on lasting assets."""
    parts = (books.trailing_year("operating_cash_flow", end), books.trailing_year("capex", end))
    return combined(at("free_cash_flow_ttm", end), Operation.DIFFERENCE, parts)


def cash_conversion(books: Books, end: date) -> Finding:
    """Operating cash flow over profit, which says nothing about a loss."""
    key = at("cash_conversion", end)
    profit = books.trailing_year(books.profit, end)
    if not isinstance(profit, AbsentFigure) and profit.value <= 0:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.MADE_A_LOSS, f"The twelve months to {end} made a loss: cash over profit has no meaning."
            ),
        )
    return divided(key, books.trailing_year("operating_cash_flow", end), profit, unit="x")


_YEAR = (Decimal(365),)


def efficiency(books: Books, end: date) -> tuple[Finding, ...]:
    revenue = books.trailing_year("revenue", end)
    return (
        _days(at("receivable_days", end), books.average("receivables", end), revenue),
        _inventory_days(books, end),
        divided(at("asset_turnover", end), revenue, books.average("total_assets", end), unit="x"),
    )


def _inventory_days(books: Books, end: date) -> Finding:
    key, stock = at("inventory_days", end), books.average("inventory", end)
    if not isinstance(stock, AbsentFigure) and stock.value == 0:
        return AbsentFigure(key, AbsenceReason(Absence.NO_INVENTORY, "The company keeps no inventory."))
    return _days(key, stock, books.trailing_year("operating_cost", end))


def _days(key: str, stock: Finding, flow: Finding) -> Finding:
    return divided(key, stock, flow, operation=Operation.SCALED_RATIO, unit="days", parameters=_YEAR)


def growth(books: Books, end: date) -> tuple[Finding, ...]:
    return (
        _year_on_year(books, end, "revenue", "revenue"),
        _quarter_on_year(books, end, "revenue", "revenue"),
        _year_on_year(books, end, "net_profit", books.profit),
        _quarter_on_year(books, end, "net_profit", books.profit),
        _change(books, end, "net_profit", books.profit),
        _year_on_year(books, end, "operating_cash_flow", "operating_cash_flow"),
    )


def _year_on_year(books: Books, end: date, name: str, item: str) -> Finding:
    key = at(f"{name}_yoy", end)
    before = books.year_before(item, end) if books.has(item, end) else None
    base = _no_base(key, item, end) if before is None else books.reported(item, before)
    return grown(key, books.reported(item, end), base)


def _quarter_on_year(books: Books, end: date, name: str, item: str) -> Finding:
    key = at(f"{name}_quarter_yoy", end)
    before = books.year_before(item, end) if books.has(item, end) else None
    base = _no_base(key, item, end) if before is None else books.quarter(item, before)
    return grown(key, books.quarter(item, end), base)


def _change(books: Books, end: date, name: str, item: str) -> Finding:
    """The change in money, which has a meaning even where a percentage has none."""
    key, now = at(f"{name}_change", end), books.reported(item, end)
    before = books.year_before(item, end) if isinstance(now, ResearchFigure) else None
    base = _no_base(key, item, end) if before is None else books.reported(item, before)
    return combined(key, Operation.DIFFERENCE, (now, base))


def _no_base(key: str, item: str, end: date) -> AbsentFigure:
    return AbsentFigure(
        key,
        AbsenceReason(
            Absence.YEAR_BEFORE_MISSING, f"{item} of the same period a year before {end} is not there.", item
        ),
    )


def profitability(books: Books, end: date) -> tuple[Finding, ...]:
    profit = books.trailing_year(books.profit, end)
    revenue = books.trailing_year("revenue", end)
    return (
        gross_margin(books, end),
        divided(at("operating_margin", end), books.trailing_year("operating_profit", end), revenue),
        _disclosed_if_absent(books, end, net_margin(books, end), "net_margin"),
        divided(at("roe", end), profit, books.average("equity_parent", end)),
        divided(at("roa", end), profit, books.average("total_assets", end)),
        divided(at("eps_ttm", end), profit, books.balance("shares_total", end), unit=_per_share(profit)),
        renamed(at("eps", end), books.reported("eps_basic", end)),
    )


def net_margin(books: Books, end: date) -> Finding:
    """Of all profit, minorities' part included: revenue is the whole group's too."""
    profit = books.trailing_year("net_profit", end)
    if isinstance(profit, AbsentFigure):
        profit = books.trailing_year(books.profit, end)
    return divided(at("net_margin", end), profit, books.trailing_year("revenue", end))


def gross_margin(books: Books, end: date) -> Finding:
    revenue, cost = books.trailing_year("revenue", end), books.trailing_year("operating_cost", end)
    key = at("gross_margin", end)
    if not isinstance(revenue, AbsentFigure) and revenue.value <= 0:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.NO_REVENUE, f"{revenue.key} is {revenue.value:f}: there is nothing to take a margin of."
            ),
        )
    own = combined(key, Operation.MARGIN, (revenue, cost), unit="ratio")
    return _disclosed_if_absent(books, end, own, "gross_margin")


def _disclosed_if_absent(books: Books, end: date, own: Finding, item: str) -> Finding:
    """What the report gives as its own ratio, over its own span, where the statements are not there to compute it."""
    if not isinstance(own, AbsentFigure) or books.has("revenue", end):
        return own
    disclosed = books.ratio_disclosed(own.key, item, end)
    return own if isinstance(disclosed, AbsentFigure) else disclosed


def _per_share(amount: Finding) -> str:
    return "" if isinstance(amount, AbsentFigure) else f"{amount.unit}/share"


def solvency(books: Books, end: date) -> tuple[Finding, ...]:
    equity = books.balance("equity_parent", end)
    return (
        renamed(at("equity", end), equity),
        _debt_ratio(books, end),
        _current_ratio(books, end),
        _quick_ratio(books, end),
        divided(at("net_debt_to_equity", end), net_debt(books, end), equity),
        _interest_cover(books, end),
        divided(at("goodwill_to_equity", end), books.balance("goodwill", end), equity),
    )


def has_current_items(books: Books, end: date) -> bool:
    """Banks and insurers do not split their balance into what is due within a year and what is not."""
    split = books.has("current_assets", end) or books.has("current_liabilities", end)
    return split or not books.has("total_assets", end)


def net_debt(books: Books, end: date) -> Finding:
    """All borrowing lines of the accounting regime less cash and what is as good, as the valuation counts them."""
    lines = BORROWING_LINES[regime_of(books.market)]
    borrowed = [books.balance(item, end) for item in lines if books.has(item, end)]
    whole = [books.balance("total_debt", end)] if books.has("total_debt", end) else [books.balance("long_debt", end)]
    debt = combined(at("debt", end), Operation.SUM, borrowed or whole)
    near = [books.balance("short_investments", end)] if books.has("short_investments", end) else []
    held = combined(at("cash_held", end), Operation.SUM, (books.balance("cash", end), *near))
    return combined(at("net_debt", end), Operation.DIFFERENCE, (debt, held))


def _debt_ratio(books: Books, end: date) -> Finding:
    key = at("debt_ratio", end)
    own = divided(key, books.balance("total_liabilities", end), books.balance("total_assets", end))
    return books.ratio_disclosed(key, "debt_to_assets", end) if isinstance(own, AbsentFigure) else own


def _current_ratio(books: Books, end: date) -> Finding:
    key = at("current_ratio", end)
    own = divided(key, books.balance("current_assets", end), books.balance("current_liabilities", end), unit="x")
    return books.ratio_disclosed(key, "current_ratio", end, "x") if isinstance(own, AbsentFigure) else own


def _quick_ratio(books: Books, end: date) -> Finding:
    parts = (books.balance("current_assets", end), books.balance("inventory", end))
    quick = combined(at("quick_assets", end), Operation.DIFFERENCE, parts)
    key = at("quick_ratio", end)
    own = divided(key, quick, books.balance("current_liabilities", end), unit="x")
    return books.ratio_disclosed(key, "quick_ratio", end, "x") if isinstance(own, AbsentFigure) else own


def _interest_cover(books: Books, end: date) -> Finding:
    """Profit before tax and interest over interest, trailing twelve months."""
    interest = books.trailing_year("interest_expense", end)
    earned = (books.trailing_year("total_profit", end), interest)
    before_interest = combined(at("profit_before_interest", end), Operation.SUM, earned)
    return divided(at("interest_cover", end), before_interest, interest, unit="x")
