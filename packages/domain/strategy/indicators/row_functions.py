"""Indicators that are a formula which the kernel works out by itself, for thousands of series or many at once."""

from dataclasses import dataclass

from packages.domain.strategy.indicators.indicator import Calculation
from packages.domain.strategy.indicators.talib_library import DirectCall, call_of


@dataclass(frozen=True, slots=True)
class RowFunction:
    """One output of a formula that the kernel works out for whole columns: a function of TA-Lib, or one of its own. The
    first `lookback` bars have no value. A series whose first two bars are equal may stand still: the formula of the
    indicator can tell, the function cannot."""

    name: str
    address: int  # of the C function; 0 where it is the kernel's own
    columns: tuple[str, ...]
    settings: tuple[float, ...]
    output: int  # which of the formula's
    lookback: int


@dataclass(frozen=True, slots=True)
class _Formula:
    """Its settings by the names of parameters and, where it is TA-Lib's, of its own; its outputs, none for the only one
    that there is."""

    parameters: tuple[str, ...] = ("period",)
    settings: tuple[str, ...] = ("timeperiod",)
    outputs: tuple[str, ...] = ()


_OF_PERIOD = _Formula()
_FORMULAS = {
    "MACD": _Formula(
        ("fast_period", "slow_period", "signal_period"),
        ("fastperiod", "slowperiod", "signalperiod"),
        ("macd", "signal", "histogram"),
    ),
    "STOCHASTIC": _Formula(("k_period", "k_smoothing", "d_period"), (), ("k", "d")),
    "BANDS": _Formula(("period", "multiplier"), (), ("middle", "upper", "lower")),
}


def row_function(calculation: Calculation) -> RowFunction | None:
    """None where the formula is more than a function, more than one output of it is wanted, or the library cannot be
    reached directly."""
    name, formula = calculation.compiled, _FORMULAS.get(calculation.compiled, _OF_PERIOD)
    outputs, chosen = formula.outputs or (calculation.main,), calculation.chosen.values
    settings = tuple(float(chosen.get(parameter, 0.0)) for parameter in formula.parameters)
    [output, *others] = calculation.firsts
    if not name or others or output not in outputs or (formula is _OF_PERIOD and settings[0] < 2):
        return None
    address = 0
    if formula.settings:
        call = call_of(name, tuple(zip(formula.settings, settings, strict=True)))
        if not isinstance(call, DirectCall) or call.lookback != calculation.soonest:
            return None
        address = call.address
    inputs, source = calculation.asked
    columns = (source,) if source else inputs
    return RowFunction(name, address, columns, settings, outputs.index(output), calculation.soonest)
