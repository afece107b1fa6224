"""Figures that no company has: told as doubtful with the line that they rest on, and never scored."""

from collections.abc import Mapping
from decimal import Decimal

from packages.domain.market_data.rows import LARGEST_LEAP
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import exact
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings

_RESTING = AbsenceReason(Absence.BEYOND_BELIEF, "It rests on a line that is beyond belief.")
# The largest size that is believed; above it a unit or a digit is wrong more often than the company is so.
_LARGEST: Mapping[str, Decimal] = {
    "roe": Decimal(10),
    **dict.fromkeys(("revenue_yoy", "revenue_quarter_yoy", "net_profit_yoy", "net_profit_quarter_yoy"), LARGEST_LEAP),
}
# The line of the statements to look at, and the amount that shows it.
DOUBTED_LINES: Mapping[str, tuple[str, str]] = {
    "revenue_yoy": ("revenue", "revenue"),
    "revenue_quarter_yoy": ("revenue", "revenue_quarter"),
    "net_profit_yoy": ("net_profit", "net_profit"),
    "net_profit_quarter_yoy": ("net_profit", "net_profit_quarter"),
    "roe": ("equity_parent", "equity"),
}


def plausible(finding: Finding) -> Finding:
    """The figure, or its absence where nobody would believe it."""
    largest = _LARGEST.get(finding.name)
    if largest is None or isinstance(finding, AbsentFigure) or abs(exact(finding)) <= largest:
        return finding
    return AbsentFigure(
        finding.key, AbsenceReason(Absence.BEYOND_BELIEF, f"{finding.name} of {exact(finding):.0%} is beyond belief.")
    )


# What is worked out from a line, and is worth no more than it.
_RESTS_ON: Mapping[str, frozenset[str]] = {
    "revenue": frozenset(
        {
            "gross_margin", "operating_margin", "net_margin", "asset_turnover", "receivable_days", "inventory_days",
            "free_cash_flow_margin", "cost_to_income", "provision_burden", "net_margin_quarter",
        }
    ),
    "net_profit": frozenset(
        {"roe", "roa", "net_margin", "cash_conversion", "accruals", "eps_ttm", "net_margin_quarter"}
    ),
    "equity_parent": frozenset({"roe"}),
}  # fmt: skip


def believed(figures: Findings) -> Findings:
    """By name, without what nobody would believe and what rests on it."""
    judged = {name: plausible(finding) for name, finding in figures.items()}
    doubted = {DOUBTED_LINES[name][0] for name, finding in judged.items() if is_doubted(finding)}
    resting = {name for item in doubted for name in _RESTS_ON[item]}
    return {
        name: AbsentFigure(finding.key, _RESTING) if name in resting else finding for name, finding in judged.items()
    }


def is_doubted(finding: Finding | None) -> bool:
    return isinstance(finding, AbsentFigure) and finding.why.code is Absence.BEYOND_BELIEF
