"""Red flags: what an auditor follows up before believing the profit, each with the figures it rests on."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from src.modules.research.domain.audit.plausible import DOUBTED_LINES, is_doubted
from src.modules.research.domain.audit.rules import RULES
from src.modules.research.domain.figures import Finding, ResearchFigure

Latest = Mapping[str, Finding]


@dataclass(frozen=True, slots=True)
class RedFlag:
    """`figures`: the names of what it rests on, the telling one first. `rule`: the line that was crossed, if any.
    `item`: the line of the statements to look at."""

    name: str
    figures: tuple[str, ...]
    rule: str
    item: str
    severe: bool = False


def red_flags(latest: Latest) -> list[RedFlag]:
    """Of the newest period; severe ones first."""
    found = [flag for raise_flag in _CHECKS for flag in raise_flag(latest)]
    return sorted(found, key=lambda flag: not flag.severe)


def _value(latest: Latest, name: str) -> Decimal | None:
    finding = latest.get(name)
    return Decimal(str(finding.value)) if isinstance(finding, ResearchFigure) else None


def _line(name: str) -> Decimal:
    return RULES[name].value


def _negative_equity(latest: Latest) -> Iterator[RedFlag]:
    equity = _value(latest, "equity")
    if equity is not None and equity < 0:
        yield RedFlag("negative_equity", ("equity",), "negative_equity_cap", "equity_parent", severe=True)


def _doubtful(latest: Latest) -> Iterator[RedFlag]:
    """Once for each line of the statements; a return is doubted by itself only where profit did not leap."""
    raised: set[str] = set()
    for name, (item, amount) in DOUBTED_LINES.items():
        is_return = name == "roe"
        if not is_doubted(latest.get(name)) or not isinstance(latest.get(amount), ResearchFigure):
            continue
        if item in raised or (is_return and raised):
            continue
        raised.add(item)
        yield RedFlag(f"doubtful_{item}", (amount,), "" if is_return else "leap_line", item, severe=True)


def _no_cash(latest: Latest) -> Iterator[RedFlag]:
    profit, cash = _value(latest, "net_profit_ttm"), _value(latest, "operating_cash_flow_ttm")
    free = _value(latest, "free_cash_flow_ttm")
    if profit is None or profit <= 0:
        return
    if cash is not None and cash < 0:
        yield RedFlag("no_cash", ("net_profit_ttm", "operating_cash_flow_ttm"), "", "operating_cash_flow", severe=True)
    elif free is not None and free < 0:
        yield RedFlag("no_free_cash", ("net_profit_ttm", "free_cash_flow_ttm"), "", "capex")


def _outrun(latest: Latest) -> Iterator[RedFlag]:
    sales = _value(latest, "revenue_yoy")
    for name, item in (("receivables_yoy", "receivables"), ("inventory_yoy", "inventory")):
        grown = _value(latest, name)
        if grown is not None and sales is not None and grown > max(sales, Decimal(0)) + _line("flag_outrun"):
            yield RedFlag(f"{item}_outrun", (name, "revenue_yoy"), "flag_outrun", item)


def _above(name: str, rule: str, item: str, *, severe: bool = False) -> Callable[[Latest], Iterator[RedFlag]]:
    def check(latest: Latest) -> Iterator[RedFlag]:
        value = _value(latest, name)
        if value is not None and value > _line(rule):
            yield RedFlag(name, (name,), rule, item, severe)

    return check


def _below(name: str, rule: str, item: str, *, severe: bool = False) -> Callable[[Latest], Iterator[RedFlag]]:
    def check(latest: Latest) -> Iterator[RedFlag]:
        value = _value(latest, name)
        if value is not None and value < _line(rule):
            yield RedFlag(name, (name,), rule, item, severe)

    return check


_CHECKS: tuple[Callable[[Latest], Iterator[RedFlag]], ...] = (
    _negative_equity,
    _doubtful,
    _no_cash,
    _above("accruals", "flag_accruals", "operating_cash_flow", severe=True),
    _outrun,
    _below("interest_cover", "flag_interest", "interest_expense", severe=True),
    _below("cash_to_short_debt", "flag_cash_cover", "short_debt"),
    _above("net_debt_to_equity", "flag_gearing", "total_liabilities"),
    _above("goodwill_to_equity", "flag_goodwill", "goodwill"),
    _above("non_operating_share", "flag_non_operating", "operating_profit"),
    _above("combined_ratio", "flag_underwriting", "claims"),
    _above("provision_burden", "flag_provisions", "provision_for_losses", severe=True),
)
