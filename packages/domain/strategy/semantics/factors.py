"""Whether every factor is an indicator of the catalogue, with parameters it takes, on a timeframe that can be used, and
whether every name that a rule uses is there and gives the output that is asked for."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.strategy.catalogue_port import Catalogue, CataloguedIndicator, IndicatorParameter, ParameterValue
from packages.domain.strategy.conditions import FactorOutput, Flag, PriceField
from packages.domain.strategy.json_tree import below
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.problems import Code, Problem, described, did_you_mean, listed, phrase, quoted
from packages.domain.strategy.schema.scalars import bounded
from packages.domain.strategy.semantics.exits import fault
from packages.domain.strategy.walk import every_condition, every_operand


def ref_faults(strategy: Strategy, catalogue: Catalogue) -> Iterator[Problem]:
    for pointer, operand in every_operand(strategy):
        if isinstance(operand, FactorOutput):
            yield from _output_faults(strategy, catalogue, operand, f"{pointer}/ref")
    for pointer, condition in every_condition(strategy):
        if isinstance(condition, Flag):
            yield from _flag_faults(strategy, catalogue, condition.value, f"{pointer}/ref")


def _flag_faults(strategy: Strategy, catalogue: Catalogue, value: FactorOutput, pointer: str) -> Iterator[Problem]:
    if value.factor in frozenset(PriceField):
        expected, found = (
            phrase("yes_no_factor"),
            phrase("price_field", name=value.ref),
        )
        suggestion = phrase("compare_a_price")
        yield fault(Code.REF_NOT_A_FACTOR, pointer, expected, found, suggestion)
    else:
        yield from _output_faults(strategy, catalogue, value, pointer)


def _output_faults(strategy: Strategy, catalogue: Catalogue, value: FactorOutput, pointer: str) -> Iterator[Problem]:
    factor = next((factor for factor in strategy.factors if factor.name == value.factor), None)
    if factor is None:
        yield _unknown(strategy, value, pointer)
        return
    indicator = catalogue.get(factor.type)
    if indicator is None:
        return
    outputs = phrase("output_of", indicator=factor.type, words=listed(indicator.outputs))
    found, names = Message.verbatim(quoted(value.ref)), [f"{factor.name}.{output}" for output in indicator.outputs]
    if value.output is None and len(indicator.outputs) > 1:
        yield fault(Code.OUTPUT_NEEDED, pointer, outputs, found, phrase("write", expected=quoted(names[0])))
    elif value.output is not None and value.output not in indicator.outputs:
        yield fault(Code.UNKNOWN_OUTPUT, pointer, outputs, found, did_you_mean(value.ref, names))


def _unknown(strategy: Strategy, value: FactorOutput, pointer: str) -> Problem:
    names = [*PriceField, *(factor.name for factor in strategy.factors)]
    meant = value.output if value.factor == "price" and value.output else value.factor
    expected, found = phrase("price_field_or_a_factor_of_this_strategy"), Message.verbatim(quoted(value.ref))
    return fault(Code.UNKNOWN_REF, pointer, expected, found, did_you_mean(meant, names))


def factor_faults(strategy: Strategy, catalogue: Catalogue) -> Iterator[Problem]:
    for factor in strategy.factors:
        pointer = below("/factors", factor.name)
        if factor.name in frozenset(PriceField):
            expected, found = phrase("name_that_is_no_price_field"), Message.verbatim(quoted(factor.name))
            suggestion = phrase("call_it", name=quoted(f"{factor.name}_1"))
            yield fault(Code.RESERVED_NAME, pointer, expected, found, suggestion)
        indicator = catalogue.get(factor.type)
        if indicator is None:
            expected = phrase("one_of_the_indicators_of_the_catalogue", count=len(catalogue))
            found, suggestion = Message.verbatim(quoted(factor.type)), did_you_mean(factor.type, catalogue)
            yield fault(Code.UNKNOWN_INDICATOR, f"{pointer}/type", expected, found, suggestion)
        else:
            yield from parameter_faults(factor, indicator, f"{pointer}/params")
    yield from _timeframe_faults(strategy)


def parameter_faults(factor: Factor, indicator: CataloguedIndicator, pointer: str) -> Iterator[Problem]:
    taken = {parameter.name: parameter for parameter in indicator.parameters}
    given = dict(factor.params)
    for name, value in given.items():
        if name not in taken:
            none = phrase("no_parameters_since_takes_none", indicator=indicator.name)
            expected = phrase("only", words=listed(taken)) if taken else none
            suggestion = did_you_mean(name, [each for each in taken if each not in given])
            yield fault(
                Code.UNKNOWN_PARAMETER, below(pointer, name), expected, Message.verbatim(quoted(name)), suggestion
            )
        else:
            yield from _value_faults(taken[name], value, below(pointer, name))
    for parameter in indicator.parameters:
        if parameter.default is None and parameter.name not in given:
            expected = phrase("parameter", name=quoted(parameter.name))
            suggestion = phrase("add", key=quoted(parameter.name), expected=_expected(parameter))
            found = listed(given) if given else phrase("none")
            yield fault(Code.MISSING_PARAMETER, pointer, expected, found, suggestion)
    yield from _order_faults(indicator, given, pointer)


def _value_faults(parameter: IndicatorParameter, value: ParameterValue, pointer: str) -> Iterator[Problem]:
    expected = _expected(parameter)
    if parameter.kind in ("source", "choice"):
        if value not in parameter.choices:
            suggestion = did_you_mean(str(value), parameter.choices)
            yield fault(Code.PARAMETER_KIND, pointer, expected, described(value), suggestion)
    elif isinstance(value, str) or (parameter.kind == "int" and not isinstance(value, int)):
        suggestion = phrase("write", expected=expected)
        yield fault(Code.PARAMETER_KIND, pointer, expected, described(value), suggestion)
    else:
        low, high = parameter.minimum, parameter.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            nearest = low if low is not None and value < low else high
            suggestion = phrase("nearest_is", bound=f"{nearest:g}")
            yield fault(Code.PARAMETER_OUT_OF_RANGE, pointer, expected, described(value), suggestion)


def _order_faults(indicator: CataloguedIndicator, given: dict[str, ParameterValue], pointer: str) -> Iterator[Problem]:
    values = {parameter.name: parameter.default for parameter in indicator.parameters} | given
    for smaller, greater in indicator.rising:
        low, high = values.get(smaller), values.get(greater)
        if isinstance(low, int | float) and isinstance(high, int | float) and not low < high:
            expected = phrase("smaller_below_greater", smaller=smaller, greater=greater)
            found = phrase("both", one=f"{smaller} {low:g}", other=f"{greater} {high:g}")
            suggestion = phrase("lower_or_raise", smaller=smaller, greater=greater)
            place = below(pointer, smaller) if smaller in given else pointer
            yield fault(Code.PARAMETER_OUT_OF_RANGE, place, expected, found, suggestion)


def _expected(parameter: IndicatorParameter) -> Message:
    if parameter.kind in ("source", "choice"):
        return phrase("one_of", words=listed(parameter.choices))
    kind = phrase("whole_number") if parameter.kind == "int" else phrase("number")
    return bounded(kind, parameter.minimum, parameter.maximum)


def _timeframe_faults(strategy: Strategy) -> Iterator[Problem]:
    slower = None
    for factor in strategy.factors:
        if factor.timeframe is None or factor.timeframe is strategy.timeframe:
            continue
        pointer = f"{below('/factors', factor.name)}/timeframe"
        if factor.timeframe.seconds < strategy.timeframe.seconds:
            expected = phrase("timeframe_slower_than", timeframe=strategy.timeframe.value)
            suggestion = phrase("trade_on_the_faster_timeframe_and_filter_on_the_slower_one")
            yield fault(
                Code.TIMEFRAME_NOT_SLOWER, pointer, expected, Message.verbatim(factor.timeframe.value), suggestion
            )
            continue
        slower = slower or factor.timeframe
        if factor.timeframe is not slower:
            expected = phrase("timeframe_of_others", timeframe=slower.value)
            suggestion = phrase("use_one_slower_timeframe_for_all_filters")
            yield fault(
                Code.TOO_MANY_TIMEFRAMES, pointer, expected, Message.verbatim(factor.timeframe.value), suggestion
            )
