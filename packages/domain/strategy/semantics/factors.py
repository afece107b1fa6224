"""Whether every factor is an indicator of the catalogue, with parameters it takes, on a timeframe that can be used."""

from collections.abc import Iterator

from packages.domain.strategy.catalogue_port import Catalogue, CataloguedIndicator, IndicatorParameter, ParameterValue
from packages.domain.strategy.conditions import PriceField
from packages.domain.strategy.json_tree import below
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.problems import Code, Problem, described, did_you_mean, listed, quoted
from packages.domain.strategy.semantics.fault import fault


def factor_faults(strategy: Strategy, catalogue: Catalogue) -> Iterator[Problem]:
    for factor in strategy.factors:
        pointer = below("/factors", factor.name)
        if factor.name in frozenset(PriceField):
            expected, found = "a name that is no price field", quoted(factor.name)
            yield fault(Code.RESERVED_NAME, pointer, expected, found, f"Call it {quoted(factor.name + '_1')}.")
        indicator = catalogue.get(factor.type)
        if indicator is None:
            suggestion = did_you_mean(factor.type, catalogue)
            expected = f"one of the {len(catalogue)} indicators of the catalogue"
            yield fault(Code.UNKNOWN_INDICATOR, f"{pointer}/type", expected, quoted(factor.type), suggestion)
        else:
            yield from _parameter_faults(factor, indicator, f"{pointer}/params")
    yield from _timeframe_faults(strategy)


def _parameter_faults(factor: Factor, indicator: CataloguedIndicator, pointer: str) -> Iterator[Problem]:
    taken = {parameter.name: parameter for parameter in indicator.parameters}
    given = dict(factor.params)
    for name, value in given.items():
        if name not in taken:
            expected = f"only {listed(taken)}" if taken else f"no parameters, since {indicator.name} takes none"
            suggestion = did_you_mean(name, [each for each in taken if each not in given])
            yield fault(Code.UNKNOWN_PARAMETER, below(pointer, name), expected, quoted(name), suggestion)
        else:
            yield from _value_faults(taken[name], value, below(pointer, name))
    for parameter in indicator.parameters:
        if parameter.default is None and parameter.name not in given:
            expected = f"the parameter {quoted(parameter.name)}"
            suggestion = f"Add {quoted(parameter.name)}: {_expected(parameter)}."
            yield fault(Code.MISSING_PARAMETER, pointer, expected, listed(given) or "none", suggestion)
    yield from _order_faults(indicator, given, pointer)


def _value_faults(parameter: IndicatorParameter, value: ParameterValue, pointer: str) -> Iterator[Problem]:
    expected = _expected(parameter)
    if parameter.kind in ("source", "choice"):
        if value not in parameter.choices:
            suggestion = did_you_mean(str(value), parameter.choices)
            yield fault(Code.PARAMETER_KIND, pointer, expected, described(value), suggestion)
    elif isinstance(value, str) or (parameter.kind == "int" and not isinstance(value, int)):
        yield fault(Code.PARAMETER_KIND, pointer, expected, described(value), f"Write {expected}.")
    else:
        low, high = parameter.minimum, parameter.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            nearest = low if low is not None and value < low else high
            suggestion = f"The nearest is {nearest:g}."
            yield fault(Code.PARAMETER_OUT_OF_RANGE, pointer, expected, described(value), suggestion)


def _order_faults(indicator: CataloguedIndicator, given: dict[str, ParameterValue], pointer: str) -> Iterator[Problem]:
    values = {parameter.name: parameter.default for parameter in indicator.parameters} | given
    for smaller, greater in indicator.rising:
        low, high = values.get(smaller), values.get(greater)
        if isinstance(low, int | float) and isinstance(high, int | float) and not low < high:
            expected, found = f"{smaller} below {greater}", f"{smaller} {low:g} and {greater} {high:g}"
            place = below(pointer, smaller) if smaller in given else pointer
            yield fault(Code.PARAMETER_OUT_OF_RANGE, place, expected, found, f"Lower {smaller} or raise {greater}.")


def _expected(parameter: IndicatorParameter) -> str:
    if parameter.kind in ("source", "choice"):
        return f"one of {listed(parameter.choices)}"
    bounds = [("at least", parameter.minimum), ("at most", parameter.maximum)]
    told = " and ".join(f"{words} {bound:g}" for words, bound in bounds if bound is not None)
    kind = "a whole number" if parameter.kind == "int" else "a number"
    return f"{kind}, {told}" if told else kind


def _timeframe_faults(strategy: Strategy) -> Iterator[Problem]:
    slower = None
    for factor in strategy.factors:
        if factor.timeframe is None or factor.timeframe is strategy.timeframe:
            continue
        pointer = f"{below('/factors', factor.name)}/timeframe"
        if factor.timeframe.seconds < strategy.timeframe.seconds:
            expected = f"a timeframe slower than {strategy.timeframe.value}"
            suggestion = "Trade on the faster timeframe and filter on the slower one."
            yield fault(Code.TIMEFRAME_NOT_SLOWER, pointer, expected, factor.timeframe.value, suggestion)
            continue
        slower = slower or factor.timeframe
        if factor.timeframe is not slower:
            expected, found = f"{slower.value}, as the other filters have", factor.timeframe.value
            yield fault(Code.TOO_MANY_TIMEFRAMES, pointer, expected, found, "Use one slower timeframe for all filters.")
