"""Whether every name that a rule uses is there, and gives the output that is asked for."""

from collections.abc import Iterator

from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.conditions import FactorOutput, Flag, PriceField
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code, Problem, did_you_mean, listed, quoted
from packages.domain.strategy.semantics.fault import fault
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
        expected = "a factor that says yes (not zero) or no (zero)"
        suggestion = 'Compare a price with {"cmp": …} or {"cross": …}.'
        yield fault(Code.REF_NOT_A_FACTOR, pointer, expected, f"the price field {value.ref}", suggestion)
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
    if value.output is None and len(indicator.outputs) > 1:
        expected = f"an output of {factor.type}: {listed(indicator.outputs)}"
        suggestion = f"Write {quoted(f'{factor.name}.{indicator.outputs[0]}')}."
        yield fault(Code.OUTPUT_NEEDED, pointer, expected, quoted(value.ref), suggestion)
    elif value.output is not None and value.output not in indicator.outputs:
        expected = f"an output of {factor.type}: {listed(indicator.outputs)}"
        suggestion = did_you_mean(value.ref, [f"{factor.name}.{output}" for output in indicator.outputs])
        yield fault(Code.UNKNOWN_OUTPUT, pointer, expected, quoted(value.ref), suggestion)


def _unknown(strategy: Strategy, value: FactorOutput, pointer: str) -> Problem:
    names = [*PriceField, *(factor.name for factor in strategy.factors)]
    meant = value.output if value.factor == "price" and value.output else value.factor
    expected = "a price field or a factor of this strategy"
    return fault(Code.UNKNOWN_REF, pointer, expected, quoted(value.ref), did_you_mean(meant, names))
