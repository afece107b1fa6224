"""Where the values of a strategy come from: prices, indicators and volatilities, each by its full name, so that the
same one is computed once however often it is used."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.catalogue_port import ParameterValue
from packages.domain.strategy.conditions import FactorOutput, Price, PriceField
from packages.domain.strategy.indicators.indicator import Calculation, Indicator
from packages.domain.strategy.indicators.talib_rows import RowFunction, row_function
from packages.domain.strategy.model import Strategy

Parameters: TypeAlias = tuple[tuple[str, ParameterValue], ...]


@dataclass(frozen=True, slots=True)
class PriceSource:
    """A field of the bars."""

    field: PriceField


@dataclass(frozen=True, slots=True)
class IndicatorSource:
    """One output of an indicator; every parameter has its value. `timeframe` is None for the strategy's own."""

    type: str
    params: Parameters
    output: str
    timeframe: Timeframe | None
    calculation: Calculation = field(compare=False, repr=False)
    function: RowFunction | None = field(compare=False, repr=False)  # where the calculation is nothing but that


@dataclass(frozen=True, slots=True)
class VolatilitySource:
    """The yearly deviation of log returns over so many bars."""

    lookback: int


Source: TypeAlias = PriceSource | IndicatorSource | VolatilitySource
Catalogue: TypeAlias = Mapping[str, Indicator]


def source_of(value: Price | FactorOutput, strategy: Strategy, catalogue: Catalogue) -> Source:
    """The source behind a reference of the language."""
    if isinstance(value, Price):
        return PriceSource(value.field)
    factor = strategy.factor(value.factor)
    output = value.output or catalogue[factor.type].outputs[0]
    timeframe = None if factor.timeframe is strategy.timeframe else factor.timeframe
    return indicator_source(catalogue, factor.type, dict(factor.params), output, timeframe)


def indicator_source(
    catalogue: Catalogue,
    kind: str,
    params: Mapping[str, ParameterValue],
    output: str,
    timeframe: Timeframe | None = None,
) -> IndicatorSource:
    """Parameters are checked, and those that are not named have their defaults."""
    indicator = catalogue[kind]
    chosen = tuple(sorted(indicator.checked(params).items()))
    calculation = indicator.calculation(params, (output,))
    return IndicatorSource(kind, chosen, output, timeframe, calculation, row_function(calculation))


def average_true_range(catalogue: Catalogue, period: int) -> IndicatorSource:
    """Over a single bar it is the true range itself."""
    if period == 1:
        return indicator_source(catalogue, "true_range", {}, "value")
    return indicator_source(catalogue, "atr", {"period": period}, "value")
