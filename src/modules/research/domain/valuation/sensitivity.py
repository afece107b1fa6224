"""How much the value of a share moves with what was assumed: a table of the two assumptions that matter most."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from src.modules.research.domain.arithmetic import combined, exact
from src.modules.research.domain.figures import Finding, Operation, ResearchFigure
from src.modules.research.domain.valuation.assumptions import SCENARIOS, GrowthCase
from src.modules.research.domain.valuation.book_values import mid_cycle_value
from src.modules.research.domain.valuation.discounted import SensitivityCell
from src.modules.research.domain.valuation.per_share import PerShare

_BASE = next(scenario for scenario in SCENARIOS if scenario.case is GrowthCase.BASE)
DISCOUNTS = tuple(Decimal(text) for text in ("0.075", "0.085", "0.095", "0.105"))
SHIFTS = tuple(Decimal(text) for text in ("-0.04", "-0.02", "0", "0.02", "0.04"))


class Assumption(StrEnum):
    DISCOUNT = "discount"
    TERMINAL = "terminal"
    RETURN = "roe"
    MARGIN = "margin"


@dataclass(frozen=True, slots=True)
class TableCell:
    down: Decimal
    across: Decimal
    value: ResearchFigure


@dataclass(frozen=True, slots=True)
class SensitivityTable:
    """`method`: whose value it is; `down` and `across` name the assumptions of rows and columns."""

    method: str
    down: Assumption
    across: Assumption
    cells: tuple[TableCell, ...]


def of_cash_flow(cells: Sequence[SensitivityCell]) -> SensitivityTable:
    points = ((cell.discount, cell.terminal, cell.value) for cell in cells)
    return SensitivityTable("dcf", Assumption.DISCOUNT, Assumption.TERMINAL, _present(points))


def of_book(shares: PerShare, rate: Finding) -> SensitivityTable:
    """Of book value at its return: return on equity against what shareholders ask for."""

    def value(shift: Decimal, discount: Decimal) -> Finding:
        parameters = (shift, discount, _BASE.terminal)
        key = f"pb_roe_{shift}_{discount}"
        return combined(key, Operation.JUSTIFIED_BOOK, (shares.book_value, rate), parameters=parameters)

    return SensitivityTable("pb_roe", Assumption.RETURN, Assumption.DISCOUNT, _around(rate, value))


def of_margin(shares: PerShare, margin: Finding) -> SensitivityTable:
    """Of mid-cycle earnings: margin against what shareholders ask for."""

    def value(shift: Decimal, discount: Decimal) -> Finding:
        case = replace(_BASE, discount=discount)
        return mid_cycle_value(f"mid_cycle_{shift}_{discount}", shares, margin, case, shift)

    return SensitivityTable("mid_cycle", Assumption.MARGIN, Assumption.DISCOUNT, _around(margin, value))


def _around(rate: Finding, value: Callable[[Decimal, Decimal], Finding]) -> tuple[TableCell, ...]:
    if not isinstance(rate, ResearchFigure):
        return ()
    return _present((exact(rate) + shift, across, value(shift, across)) for shift in SHIFTS for across in DISCOUNTS)


def _present(cells: Iterable[tuple[Decimal, Decimal, Finding]]) -> tuple[TableCell, ...]:
    """Without what is worth nothing."""
    return tuple(
        TableCell(down, across, value)
        for down, across, value in cells
        if isinstance(value, ResearchFigure) and value.value > 0
    )
