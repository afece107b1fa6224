"""A range of values from discounted cash flow: five years of growth, then growth for ever, in three stated cases."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from packages.core.messages import Message, joined, message, word
from src.modules.research.domain.arithmetic import combined, exact, renamed
from src.modules.research.domain.audit.dimensions import free_cash_flow
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.valuation.assumptions import (
    HIGHEST_GROWTH,
    LOWEST_GROWTH,
    SCENARIOS,
    SENSITIVITY_DISCOUNTS,
    SENSITIVITY_TERMINALS,
    STAGE_YEARS,
    GrowthCase,
    Scenario,
)

_Basis: TypeAlias = tuple[ResearchFigure, ResearchFigure, Finding]
KEYS = ("dcf_low", "dcf_base", "dcf_high", "dcf_lower_bound", "dcf_upper_bound")


@dataclass(frozen=True, slots=True)
class SensitivityCell:
    """The value of one share under one discount rate and one growth for ever, growth before as in the base case."""

    discount: Decimal
    terminal: Decimal
    value: Finding


@dataclass(frozen=True, slots=True)
class DiscountedCashFlow:
    """`assumptions` stand beside the values wherever they are shown."""

    flow: Finding
    growth: Finding
    findings: tuple[Finding, ...]
    assumptions: tuple[Message, ...]
    sensitivity: tuple[SensitivityCell, ...]


def discounted_cash_flow(books: Books, end: date, shares: Finding, past_growth: Finding) -> DiscountedCashFlow:
    flow, what = cash_flow_of_owners(books, end)
    growth = _bounded(past_growth)
    problem = _problem(flow, shares)
    if problem is not None or isinstance(flow, AbsentFigure) or isinstance(shares, AbsentFigure):
        absent = tuple(AbsentFigure(key, problem or "") for key in KEYS)
        return DiscountedCashFlow(flow, growth, absent, (what,), ())
    values = [_value(f"dcf_{case.case}", (flow, shares, growth), case) for case in SCENARIOS]
    bounds = (
        combined("dcf_lower_bound", Operation.MINIMUM, values),
        combined("dcf_upper_bound", Operation.MAXIMUM, values),
    )
    cells = tuple(_sensitivity((flow, shares, growth)))
    return DiscountedCashFlow(flow, growth, (*values, *bounds), (what, *_sentences(growth)), cells)


def cash_flow_of_owners(books: Books, end: date) -> tuple[Finding, Message]:
    """Free cash flow; where it is not reported, profit stands in, as if wear equalled what is spent on new assets."""
    free = free_cash_flow(books, end)
    if isinstance(free, ResearchFigure):
        return renamed("dcf_flow", free), message("research.dcf_free_cash_flow")
    profit = renamed("dcf_flow", books.trailing_year(books.profit, end))
    return profit, message("research.dcf_owner_earnings")


def _problem(flow: Finding, shares: Finding) -> str | None:
    for finding in (flow, shares):
        if isinstance(finding, AbsentFigure):
            return finding.reason
    if isinstance(flow, ResearchFigure) and flow.value <= 0:
        return f"The cash flow of the {flow.period} is {flow.value:f}: what is not positive cannot be discounted."
    return None


def _bounded(past: Finding) -> Finding:
    bounds = (LOWEST_GROWTH, HIGHEST_GROWTH)
    return combined("dcf_growth", Operation.BOUNDED, (past,), unit="ratio", parameters=bounds)


def _rate(growth: Finding, scenario: Scenario) -> Decimal:
    """Without a past to go by nothing grows faster than for ever."""
    return scenario.terminal if isinstance(growth, AbsentFigure) else exact(growth) + scenario.growth_shift


def _value(key: str, basis: _Basis, scenario: Scenario) -> Finding:
    flow, shares, growth = basis
    known = isinstance(growth, ResearchFigure)
    shift = scenario.growth_shift if known else scenario.terminal
    return combined(
        key,
        Operation.DCF,
        (flow, shares, growth) if known else (flow, shares),
        unit=f"{flow.unit}/share",
        parameters=(shift, STAGE_YEARS, scenario.discount, scenario.terminal),
    )


def _sensitivity(basis: _Basis) -> Iterator[SensitivityCell]:
    base = next(scenario for scenario in SCENARIOS if scenario.case is GrowthCase.BASE)
    for discount in SENSITIVITY_DISCOUNTS:
        for terminal in SENSITIVITY_TERMINALS:
            cell = replace(base, discount=discount, terminal=terminal)
            yield SensitivityCell(discount, terminal, _value(f"dcf_{discount}_{terminal}", basis, cell))


def _percent(rate: Decimal) -> str:
    return f"{round(rate, 3) + 0:.1%}"  # adding zero takes the sign from what rounds to nothing


def _sentences(growth: Finding) -> tuple[Message, ...]:
    low, high = _percent(LOWEST_GROWTH), _percent(HIGHEST_GROWTH)
    past = (
        message("research.dcf_no_growth")
        if isinstance(growth, AbsentFigure)
        else message("research.dcf_growth", years=STAGE_YEARS, low=low, high=high)
    )
    cases = joined((_case(growth, scenario) for scenario in SCENARIOS), "; ")
    return past, message("research.dcf_cases", cases=cases), message("research.dcf_discount")


def _case(growth: Finding, scenario: Scenario) -> Message:
    return message(
        "research.dcf_case",
        case=word("growth_case", scenario.case),
        growth=_percent(_rate(growth, scenario)),
        years=STAGE_YEARS,
        terminal=_percent(scenario.terminal),
        discount=_percent(scenario.discount),
    )
