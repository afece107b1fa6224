"""Whether every factor is an indicator of the catalogue, with parameters it takes, on a timeframe that can be used."""

from collections.abc import Iterator

from packages.domain.strategy.catalogue_port import Catalogue, CataloguedIndicator, IndicatorParameter, ParameterValue
from packages.domain.strategy.conditions import PriceField
from packages.domain.strategy.json_tree import below
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.problems import Code, Problem, described, did_you_mean, listed, quoted
from packages.domain.strategy.schema.scalars import bounded
from packages.domain.strategy.semantics.fault import fault
from packages.domain.strategy.wording import Wording, as_written, said


def factor_faults(strategy: Strategy, catalogue: Catalogue) -> Iterator[Problem]:
    for factor in strategy.factors:
        pointer = below("/factors", factor.name)
        if factor.name in frozenset(PriceField):
            expected, found = said("a name that is no price field"), as_written(quoted(factor.name))
            suggestion = said("Call it {name}.", name=quoted(f"{factor.name}_1"))
            yield fault(Code.RESERVED_NAME, pointer, expected, found, suggestion)
        indicator = catalogue.get(factor.type)
        if indicator is None:
            expected = said("one of the {count} indicators of the catalogue", count=len(catalogue))
            found, suggestion = as_written(quoted(factor.type)), did_you_mean(factor.type, catalogue)
            yield fault(Code.UNKNOWN_INDICATOR, f"{pointer}/type", expected, found, suggestion)
        else:
            yield from _parameter_faults(factor, indicator, f"{pointer}/params")
    yield from _timeframe_faults(strategy)


def _parameter_faults(factor: Factor, indicator: CataloguedIndicator, pointer: str) -> Iterator[Problem]:
    taken = {parameter.name: parameter for parameter in indicator.parameters}
    given = dict(factor.params)
    for name, value in given.items():
        if name not in taken:
            none = said("no parameters, since {indicator} takes none", indicator=indicator.name)
            expected = said("only {words}", words=listed(taken)) if taken else none
            suggestion = did_you_mean(name, [each for each in taken if each not in given])
            yield fault(Code.UNKNOWN_PARAMETER, below(pointer, name), expected, as_written(quoted(name)), suggestion)
        else:
            yield from _value_faults(taken[name], value, below(pointer, name))
    for parameter in indicator.parameters:
        if parameter.default is None and parameter.name not in given:
            expected = said("the parameter {name}", name=quoted(parameter.name))
            suggestion = said("Add {key}: {expected}.", key=quoted(parameter.name), expected=_expected(parameter))
            found = listed(given) if given else said("none")
            yield fault(Code.MISSING_PARAMETER, pointer, expected, found, suggestion)
    yield from _order_faults(indicator, given, pointer)


def _value_faults(parameter: IndicatorParameter, value: ParameterValue, pointer: str) -> Iterator[Problem]:
    expected = _expected(parameter)
    if parameter.kind in ("source", "choice"):
        if value not in parameter.choices:
            suggestion = did_you_mean(str(value), parameter.choices)
            yield fault(Code.PARAMETER_KIND, pointer, expected, described(value), suggestion)
    elif isinstance(value, str) or (parameter.kind == "int" and not isinstance(value, int)):
        suggestion = said("Write {expected}.", expected=expected)
        yield fault(Code.PARAMETER_KIND, pointer, expected, described(value), suggestion)
    else:
        low, high = parameter.minimum, parameter.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            nearest = low if low is not None and value < low else high
            suggestion = said("The nearest is {bound}.", bound=f"{nearest:g}")
            yield fault(Code.PARAMETER_OUT_OF_RANGE, pointer, expected, described(value), suggestion)


def _order_faults(indicator: CataloguedIndicator, given: dict[str, ParameterValue], pointer: str) -> Iterator[Problem]:
    values = {parameter.name: parameter.default for parameter in indicator.parameters} | given
    for smaller, greater in indicator.rising:
        low, high = values.get(smaller), values.get(greater)
        if isinstance(low, int | float) and isinstance(high, int | float) and not low < high:
            expected = said("{smaller} below {greater}", smaller=smaller, greater=greater)
            found = said("{one} and {other}", one=f"{smaller} {low:g}", other=f"{greater} {high:g}")
            suggestion = said("Lower {smaller} or raise {greater}.", smaller=smaller, greater=greater)
            place = below(pointer, smaller) if smaller in given else pointer
            yield fault(Code.PARAMETER_OUT_OF_RANGE, place, expected, found, suggestion)


def _expected(parameter: IndicatorParameter) -> Wording:
    if parameter.kind in ("source", "choice"):
        return said("one of {words}", words=listed(parameter.choices))
    kind = said("a whole number") if parameter.kind == "int" else said("a number")
    return bounded(kind, parameter.minimum, parameter.maximum)


def _timeframe_faults(strategy: Strategy) -> Iterator[Problem]:
    slower = None
    for factor in strategy.factors:
        if factor.timeframe is None or factor.timeframe is strategy.timeframe:
            continue
        pointer = f"{below('/factors', factor.name)}/timeframe"
        if factor.timeframe.seconds < strategy.timeframe.seconds:
            expected = said("a timeframe slower than {timeframe}", timeframe=strategy.timeframe.value)
            suggestion = said("Trade on the faster timeframe and filter on the slower one.")
            yield fault(Code.TIMEFRAME_NOT_SLOWER, pointer, expected, as_written(factor.timeframe.value), suggestion)
            continue
        slower = slower or factor.timeframe
        if factor.timeframe is not slower:
            expected = said("{timeframe}, as the other filters have", timeframe=slower.value)
            suggestion = said("Use one slower timeframe for all filters.")
            yield fault(Code.TOO_MANY_TIMEFRAMES, pointer, expected, as_written(factor.timeframe.value), suggestion)
