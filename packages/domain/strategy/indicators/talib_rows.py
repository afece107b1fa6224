"""Indicators that are one function of TA-Lib, for a kernel that calls the function itself on thousands of series."""

from dataclasses import dataclass

from packages.domain.strategy.indicators.indicator import Calculation
from packages.domain.strategy.indicators.talib_library import DirectCall, call_of


@dataclass(frozen=True, slots=True)
class RowFunction:
    """A C function that takes the first and the last bar, its columns, the period, two places for its answer and one
    for its values; the first `lookback` bars have none. A series whose first two bars are equal may stand still: the
    formula of the indicator can tell, the function cannot."""

    address: int
    columns: tuple[str, ...]
    period: int
    lookback: int


def row_function(calculation: Calculation) -> RowFunction | None:
    """None where the formula is more than a function, or the library cannot be reached directly."""
    period = int(calculation.chosen.values.get("period", 0))
    if not calculation.talib or period < 2:
        return None
    call = call_of(calculation.talib, (("timeperiod", period),))
    if not isinstance(call, DirectCall) or call.lookback != calculation.soonest:
        return None
    inputs, source = calculation.asked
    return RowFunction(call.address, (source,) if source else inputs, period, call.lookback)
