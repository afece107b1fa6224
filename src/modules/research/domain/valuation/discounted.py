"""A range of values from discounted cash flow: five years of growth, then growth for ever, in three stated cases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from packages.core.messages import Message, joined, message, word
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, exact, renamed
from src.modules.research.domain.audit.dimensions import free_cash_flow
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.valuation.assumptions import (
    HIGHEST_GROWTH,
    LOWEST_GROWTH,
    NOMINAL_GROWTH,
    SCENARIOS,
    SENSITIVITY_DISCOUNTS,
    SENSITIVITY_STEPS,
    STAGE_YEARS,
    GrowthCase,
    Scenario,
)
from src.modules.research.domain.valuation.per_share import common_profit, parents_share

_Basis: TypeAlias = tuple[ResearchFigure, ResearchFigure, Finding, Decimal]
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


def discounted_cash_flow(
    books: Books, end: date, shares: Finding, past: Sequence[Finding], years: Decimal = STAGE_YEARS
) -> DiscountedCashFlow:
    """`past`: growth of sales over three years and over the last one, which growth starts from.
    `years`: those of the first stage."""
    flow, what = cash_flow_of_owners(books, end)
    growth = _bounded(past)
    if isinstance(flow, AbsentFigure):
        return _without(flow, growth, what, flow.why)
    if isinstance(shares, AbsentFigure):
        return _without(flow, growth, what, shares.why)
    if flow.value <= 0:
        sentence = f"The cash flow of the {flow.period} is {flow.value:f}: what is not positive cannot be discounted."
        return _without(flow, growth, what, AbsenceReason(Absence.NO_CASH_TO_DISCOUNT, sentence))
    basis = (flow, shares, growth, years)
    terminals = [_terminal(growth, case) for case in SCENARIOS]
    values = [_value(f"dcf_{case.case}", basis, case, _terminal_rate(growth, case)) for case in SCENARIOS]
    bounds = (
        combined("dcf_lower_bound", Operation.MINIMUM, values),
        combined("dcf_upper_bound", Operation.MAXIMUM, values),
    )
    cells = tuple(_sensitivity(basis))
    return DiscountedCashFlow(flow, growth, (*terminals, *values, *bounds), (what, *_sentences(growth, years)), cells)


def cash_flow_of_owners(books: Books, end: date) -> tuple[Finding, Message]:
    """Free cash flow, of a group with minorities the parent's share; where it is not reported, profit stands in, as if
    wear equalled what is spent on new assets."""
    free, share = free_cash_flow(books, end), parents_share(books)
    if isinstance(free, ResearchFigure) and isinstance(share, ResearchFigure) and share.value < 1:
        return combined("dcf_flow", Operation.PRODUCT, (free, share)), message("research.dcf_parents_cash_flow")
    if isinstance(free, ResearchFigure):
        return renamed("dcf_flow", free), message("research.dcf_free_cash_flow")
    return renamed("dcf_flow", common_profit(books)), message("research.dcf_owner_earnings")


def _without(flow: Finding, growth: Finding, what: Message, why: AbsenceReason) -> DiscountedCashFlow:
    return DiscountedCashFlow(flow, growth, tuple(AbsentFigure(key, why) for key in KEYS), (what,), ())


def _bounded(past: Sequence[Finding]) -> Finding:
    """The mean of both while sales rose; else the worse of them, whatever the years before did."""
    known = [finding for finding in past if isinstance(finding, ResearchFigure)]
    rose = all(finding.value >= 0 for finding in known)
    trend = combined("revenue_growth_trend", Operation.MEAN if rose else Operation.MINIMUM, known or past)
    bounds = (LOWEST_GROWTH, HIGHEST_GROWTH)
    return combined("dcf_growth", Operation.BOUNDED, (trend,), unit="ratio", parameters=bounds)


def _terminal(growth: Finding, scenario: Scenario) -> Finding:
    """Growth for ever: never above the company's own, unless that is below what prices rise by."""
    bounds = (min(NOMINAL_GROWTH, scenario.terminal), scenario.terminal)
    return combined(f"dcf_terminal_{scenario.case}", Operation.BOUNDED, (growth,), parameters=bounds)


def _terminal_rate(growth: Finding, scenario: Scenario) -> Decimal:
    """The case's own where there is no past to hold it to."""
    held = _terminal(growth, scenario)
    return scenario.terminal if isinstance(held, AbsentFigure) else exact(held)


def _rate(growth: Finding, scenario: Scenario) -> Decimal:
    """Without a past to go by nothing grows faster than for ever."""
    return scenario.terminal if isinstance(growth, AbsentFigure) else exact(growth) + scenario.growth_shift


def _value(key: str, basis: _Basis, scenario: Scenario, terminal: Decimal) -> Finding:
    flow, shares, growth, years = basis
    known = isinstance(growth, ResearchFigure)
    shift = scenario.growth_shift if known else scenario.terminal
    return combined(
        key,
        Operation.DCF,
        (flow, shares, growth) if known else (flow, shares),
        unit=f"{flow.unit}/share",
        parameters=(shift, years, scenario.discount, terminal),
    )


def _sensitivity(basis: _Basis) -> Iterator[SensitivityCell]:
    base = next(scenario for scenario in SCENARIOS if scenario.case is GrowthCase.BASE)
    for discount in SENSITIVITY_DISCOUNTS:
        for step in SENSITIVITY_STEPS:
            terminal = _terminal_rate(basis[2], base) + step
            cell = replace(base, discount=discount)
            yield SensitivityCell(discount, terminal, _value(f"dcf_{discount}_{terminal}", basis, cell, terminal))


def _percent(rate: Decimal) -> str:
    return f"{round(rate, 3) + 0:.1%}"  # adding zero takes the sign from what rounds to nothing


def _sentences(growth: Finding, years: Decimal) -> tuple[Message, ...]:
    low, high = _percent(LOWEST_GROWTH), _percent(HIGHEST_GROWTH)
    past = (
        message("research.dcf_no_growth")
        if isinstance(growth, AbsentFigure)
        else message("research.dcf_growth", years=years, low=low, high=high)
    )
    cases = joined((_case(growth, scenario, years) for scenario in SCENARIOS), "; ")
    return past, message("research.dcf_cases", cases=cases), message("research.dcf_discount")


def _case(growth: Finding, scenario: Scenario, years: Decimal) -> Message:
    return message(
        "research.dcf_case",
        case=word("growth_case", scenario.case),
        growth=_percent(_rate(growth, scenario)),
        years=years,
        terminal=_percent(_terminal_rate(growth, scenario)),
        discount=_percent(scenario.discount),
    )
