"""Whether every name that a rule uses is there, and gives the output that is asked for."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.conditions import FactorOutput, Flag, PriceField
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code, Problem, did_you_mean, listed, phrase, quoted
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
