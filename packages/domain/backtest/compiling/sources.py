"""Where the columns that a strategy reads come from: prices, indicators, and expressions of them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from packages.domain.market_data.bars import Floats
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy import operands as o
from packages.domain.strategy.catalogue_port import ParameterValue
from packages.domain.strategy.company_fields import EventField, FundamentalField, FundingField
from packages.domain.strategy.indicators.indicator import Calculation, Indicator
from packages.domain.strategy.indicators.row_functions import RowFunction, row_function
from packages.domain.strategy.indicators.volatility import log_returns
from packages.domain.strategy.indicators.windows import rolling_deviation
from packages.domain.strategy.json_tree import below
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import values_of

Parameters: TypeAlias = tuple[tuple[str, ParameterValue], ...]
Catalogue: TypeAlias = Mapping[str, Indicator]
Overrides: TypeAlias = Mapping[str, float]  # other numbers, by the pointers of the strategy's own


@dataclass(frozen=True, slots=True)
class PriceSource:
    """A field of the bars."""

    field: o.PriceField


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

    def of(self, close: Floats, bars_per_year: float) -> Floats:
        """Of one series, or of every row of a matrix."""
        return rolling_deviation(log_returns(close), self.lookback, ddof=1) * math.sqrt(bars_per_year)


@dataclass(frozen=True, slots=True)
class NumberSource:
    """The same number on every bar."""

    value: float


@dataclass(frozen=True, slots=True)
class ComputedSource:
    """An operation on other columns; `bars` is 0 where it has no window."""

    operation: o.ValueOperation
    inputs: tuple["Source", ...]
    bars: int


@dataclass(frozen=True, slots=True)
class AppliedSource:
    """An indicator of another column."""

    indicator: IndicatorSource
    of: "Source"


@dataclass(frozen=True, slots=True)
class OtherSource:
    """A column of another instrument."""

    symbol: str
    of: PriceSource | IndicatorSource


@dataclass(frozen=True, slots=True)
class CalendarSource:
    """What the calendar says."""

    field: o.CalendarField


@dataclass(frozen=True, slots=True)
class OpeningRangeSource:
    """Of the first minutes of a session."""

    edge: o.RangeEdge
    minutes: int


@dataclass(frozen=True, slots=True)
class CompanySource:
    """What was known of the company."""

    field: FundamentalField | EventField


@dataclass(frozen=True, slots=True)
class FundingSource:
    """What was known of a perpetual's funding."""

    field: FundingField


ExpressionSource: TypeAlias = (
    NumberSource
    | ComputedSource
    | AppliedSource
    | OtherSource
    | CalendarSource
    | OpeningRangeSource
    | CompanySource
    | FundingSource
)
Source: TypeAlias = PriceSource | IndicatorSource | VolatilitySource | ExpressionSource


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


def with_all_outputs(sources: Sequence[Source]) -> dict[Source, Calculation]:
    """Indicators of which several outputs are read, each with the calculation that gives them all at once."""
    found: dict[tuple[str, Parameters, Timeframe | None], list[IndicatorSource]] = {}
    for source in sources:
        if isinstance(source, IndicatorSource):
            found.setdefault((source.type, source.params, source.timeframe), []).append(source)
    several = [group for group in found.values() if len(group) > 1]
    return {
        source: calculation
        for first, *others in several
        for calculation in (first.calculation.with_outputs_of([each.calculation for each in others]),)
        for source in (first, *others)
    }


def average_true_range(catalogue: Catalogue, period: int) -> IndicatorSource:
    """Over a single bar it is the true range itself."""
    if period == 1:
        return indicator_source(catalogue, "true_range", {}, "value")
    return indicator_source(catalogue, "atr", {"period": period}, "value")


def source_of(
    value: o.Price | o.FactorOutput, strategy: Strategy, catalogue: Catalogue, overrides: Overrides | None = None
) -> PriceSource | IndicatorSource:
    """The source behind a reference of the language, whatever its lag."""
    if isinstance(value, o.Price):
        return PriceSource(value.field)
    factor = strategy.factor(value.factor)
    output = value.output or catalogue[factor.type].outputs[0]
    timeframe = None if factor.timeframe is strategy.timeframe else factor.timeframe
    pointer = f"{below('/factors', factor.name)}/params"
    params = _overridden(catalogue, factor.type, dict(factor.params), pointer, overrides or {})
    return indicator_source(catalogue, factor.type, params, output, timeframe)


@dataclass(frozen=True, slots=True)
class ExpressionCompiler:
    """Makes the source of a value at a place of the document, with other numbers in some places where they are
    given."""

    strategy: Strategy
    catalogue: Catalogue
    overrides: Overrides = field(default_factory=dict)

    def source(self, pointer: str, operand: o.Operand) -> Source:
        match operand:
            case o.Constant(value):
                return NumberSource(float(self.overrides.get(pointer, value)))
            case o.Price() | o.FactorOutput():
                return self._lagged(self._reference(operand), operand.lag)
            case o.Elsewhere(symbol, value):
                return self._lagged(OtherSource(symbol, self._reference(value)), value.lag)
            case o.CalendarValue() | o.Fundamental() | o.CompanyEvent() | o.Funding():
                return _named(operand)
            case o.OpeningRange(edge, minutes):
                return OpeningRangeSource(edge, self._whole(f"{pointer}/opening_range/minutes", minutes))
            case o.AccountValue():
                raise TypeError("the account in a column, which validation refuses")
            case o.AcrossMembers():
                raise AssertionError("only a portfolio's score has it, and `portfolio/scoring` works that out")
            case o.IndicatorOf():
                return self._applied(f"{pointer}/indicator", operand)
            case o.Computed(operation, _, bars):
                inputs = tuple(self.source(place, part) for place, part in values_of(pointer, operand))
                window = 0 if bars is None else self._whole(f"{pointer}/{operation.value}/bars", bars)
                return ComputedSource(operation, inputs, window)
        assert_never(operand)

    def _reference(self, value: o.Price | o.FactorOutput) -> PriceSource | IndicatorSource:
        return source_of(value, self.strategy, self.catalogue, self.overrides)

    def _applied(self, pointer: str, value: o.IndicatorOf) -> AppliedSource:
        given = _overridden(self.catalogue, value.type, dict(value.params), f"{pointer}/params", self.overrides)
        output = value.output or self.catalogue[value.type].outputs[0]
        source = indicator_source(self.catalogue, value.type, given | {"source": "close"}, output)
        return AppliedSource(source, self.source(f"{pointer}/of", value.of))

    def _whole(self, pointer: str, value: int) -> int:
        return int(self.overrides.get(pointer, value))

    @staticmethod
    def _lagged(source: Source, lag: int) -> Source:
        return ComputedSource(o.ValueOperation.LAG, (source,), lag) if lag else source


def _named(value: o.CalendarValue | o.OfCompany | o.Funding) -> CalendarSource | CompanySource | FundingSource:
    if isinstance(value, o.Funding):
        return FundingSource(value.field)
    return CalendarSource(value.field) if isinstance(value, o.CalendarValue) else CompanySource(value.field)


def _overridden(
    catalogue: Catalogue, kind: str, params: dict[str, ParameterValue], pointer: str, overrides: Overrides
) -> dict[str, ParameterValue]:
    if not overrides:
        return params
    named = {each.name: below(pointer, each.name) for each in catalogue[kind].parameters}
    return params | {name: overrides[place] for name, place in named.items() if place in overrides}
