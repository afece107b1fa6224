"""Whether the version allows expressions, their cost is bounded, and every part of them can be worked out on the
strategy's bars."""

from collections.abc import Iterator

from packages.core.messages import Message
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy import cost
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.operands import (
    OF_THE_SESSION,
    CalendarValue,
    CompanyEvent,
    Elsewhere,
    Fundamental,
    Funding,
    IndicatorOf,
    OpeningRange,
    is_expression,
)
from packages.domain.strategy.problems import Code, Problem, did_you_mean, listed, phrase, quoted
from packages.domain.strategy.schema.grammar import DSL_VERSION, EXPRESSIONS_VERSION
from packages.domain.strategy.semantics.exits import fault
from packages.domain.strategy.semantics.factors import parameter_faults
from packages.domain.strategy.semantics.universe import of_perpetuals
from packages.domain.strategy.walk import compared, every_operand, within


def expression_faults(strategy: Strategy, catalogue: Catalogue) -> Iterator[Problem]:
    yield from _version_faults(strategy)
    yield from _cost_faults(strategy)
    for pointer, operand in every_operand(strategy):
        match operand:
            case Elsewhere(symbol):
                yield from _symbol_faults(symbol, f"{pointer}/of")
            case IndicatorOf():
                yield from _indicator_faults(operand, catalogue, f"{pointer}/indicator")
            case CalendarValue():
                yield from _calendar_faults(operand, strategy.timeframe, f"{pointer}/calendar")
            case Fundamental() | CompanyEvent():
                yield from _company_faults(operand, strategy.universe.market, pointer)
            case Funding():
                yield from _funding_faults(operand, strategy, f"{pointer}/funding")
            case OpeningRange():
                yield from _range_faults(operand, strategy.timeframe, f"{pointer}/opening_range")
            case _:
                continue


def _version_faults(strategy: Strategy) -> Iterator[Problem]:
    if strategy.dsl_version != DSL_VERSION:
        return
    for pointer, operand in compared(strategy):
        if is_expression(operand):
            expected = phrase("what_version_has", version=DSL_VERSION)
            suggestion = phrase("set_dsl_version", version=quoted(EXPRESSIONS_VERSION))
            yield fault(Code.NEWER_VERSION_NEEDED, pointer, expected, phrase("an_expression"), suggestion)


def _cost_faults(strategy: Strategy) -> Iterator[Problem]:
    whole = cost.cost_of(strategy)
    outermost = [(pointer, operand) for pointer, operand in compared(strategy) if is_expression(operand)]
    for pointer, operand in outermost:
        levels = cost.levels_of(operand)
        if levels > cost.MOST_LEVELS:
            expected, found = phrase("at_most_levels", count=cost.MOST_LEVELS), Message.verbatim(str(levels))
            yield fault(Code.EXPRESSION_TOO_DEEP, pointer, expected, found, phrase("split_the_expression"))
    if whole.parts > cost.MOST_PARTS:
        expected, found = phrase("at_most_parts", count=cost.MOST_PARTS), Message.verbatim(str(whole.parts))
        yield fault(Code.EXPRESSION_TOO_COSTLY, "/trade", expected, found, phrase("use_fewer_expressions"))
    if whole.work > cost.MOST_WORK:
        pointer = max(outermost, key=lambda each: sum(cost.work_of(part) for _, part in within(*each)))[0]
        expected = phrase("at_most_work", count=f"{cost.MOST_WORK:,}")
        found = Message.verbatim(f"{whole.work:,}")
        yield fault(Code.EXPRESSION_TOO_COSTLY, pointer, expected, found, phrase("shorten_medians_and_ranks"))
    if whole.others > cost.MOST_OTHERS:
        expected, found = phrase("at_most_others", count=cost.MOST_OTHERS), Message.verbatim(str(whole.others))
        yield fault(Code.TOO_MANY_REFERENCES, "/trade", expected, found, phrase("refer_to_fewer_instruments"))


def _symbol_faults(symbol: str, pointer: str) -> Iterator[Problem]:
    """An index may be read, although nobody can trade it."""
    found = Message.verbatim(quoted(symbol))
    try:
        right = parse_symbol(symbol).text
    except BadSymbol:
        expected, suggestion = phrase("symbol_of_an_instrument"), phrase("symbol_spellings")
        yield fault(Code.UNKNOWN_SYMBOL, pointer, expected, found, suggestion)
        return
    if right != symbol:
        expected = Message.verbatim(quoted(right))
        yield fault(Code.SYMBOL_SPELLING, pointer, expected, found, phrase("write", expected=expected))


def _indicator_faults(value: IndicatorOf, catalogue: Catalogue, pointer: str) -> Iterator[Problem]:
    indicator = catalogue.get(value.type)
    if indicator is None:
        expected = phrase("one_of_the_indicators_of_the_catalogue", count=len(catalogue))
        found, suggestion = Message.verbatim(quoted(value.type)), did_you_mean(value.type, catalogue)
        yield fault(Code.UNKNOWN_INDICATOR, f"{pointer}/type", expected, found, suggestion)
        return
    if indicator.inputs or all(each.kind != "source" for each in indicator.parameters):
        expected, found = phrase("indicator_of_one_series"), phrase("indicator_of_bars", indicator=value.type)
        yield fault(Code.ONE_SERIES_NEEDED, f"{pointer}/type", expected, found, phrase("make_it_a_factor"))
        return
    if any(name == "source" for name, _ in value.params):
        expected, found = phrase("no_source_beside_of"), Message.verbatim(quoted("source"))
        yield fault(Code.UNKNOWN_PARAMETER, f"{pointer}/params/source", expected, found, phrase("remove_it"))
    given = tuple(each for each in value.params if each[0] != "source")
    yield from parameter_faults(Factor("", value.type, given), indicator, f"{pointer}/params")
    outputs = phrase("output_of", indicator=value.type, words=listed(indicator.outputs))
    if value.output is None and len(indicator.outputs) > 1:
        suggestion = phrase("add", key=quoted("output"), expected=Message.verbatim(quoted(indicator.outputs[0])))
        yield fault(Code.OUTPUT_NEEDED, pointer, outputs, phrase("none"), suggestion)
    elif value.output is not None and value.output not in indicator.outputs:
        found, suggestion = Message.verbatim(quoted(value.output)), did_you_mean(value.output, indicator.outputs)
        yield fault(Code.UNKNOWN_OUTPUT, f"{pointer}/output", outputs, found, suggestion)


def _calendar_faults(value: CalendarValue, timeframe: Timeframe, pointer: str) -> Iterator[Problem]:
    if value.field in OF_THE_SESSION and not timeframe.is_intraday:
        yield _needs_intraday(timeframe, pointer)
    elif timeframe is Timeframe.W1:
        expected, found = phrase("daily_bars_or_shorter"), Message.verbatim(timeframe.value)
        yield fault(Code.TIMEFRAME_TOO_SLOW, pointer, expected, found, phrase("set_the_timeframe_to", timeframe="1d"))


def _company_faults(value: Fundamental | CompanyEvent, market: Market, pointer: str) -> Iterator[Problem]:
    """Coins, currencies and futures have no reports."""
    if not market.is_stocks:
        key = "fundamental" if isinstance(value, Fundamental) else "event"
        expected, found = phrase("company_in_market"), Message.verbatim(quoted(value.field.value))
        yield fault(Code.NOT_IN_MARKET, f"{pointer}/{key}", expected, found, phrase("use_prices_and_volume"))


def _funding_faults(value: Funding, strategy: Strategy, pointer: str) -> Iterator[Problem]:
    """Coins and shares pay none."""
    if not of_perpetuals(strategy.universe):
        expected, found = phrase("perpetuals_alone"), Message.verbatim(quoted(value.field.value))
        yield fault(Code.NOT_IN_MARKET, pointer, expected, found, phrase("name_perpetuals"))


def _range_faults(value: OpeningRange, timeframe: Timeframe, pointer: str) -> Iterator[Problem]:
    if not timeframe.is_intraday:
        yield _needs_intraday(timeframe, pointer)
    elif value.minutes * 60 % timeframe.seconds:
        bar = timeframe.seconds // 60
        expected, found = phrase("multiple_of_minutes", minutes=bar), Message.verbatim(str(value.minutes))
        suggestion = phrase("write", expected=Message.verbatim(str(max(bar, value.minutes // bar * bar))))
        yield fault(Code.NOT_WHOLE_BARS, f"{pointer}/minutes", expected, found, suggestion)


def _needs_intraday(timeframe: Timeframe, pointer: str) -> Problem:
    expected, found = phrase("intraday_bars"), Message.verbatim(timeframe.value)
    return fault(Code.TIMEFRAME_TOO_SLOW, pointer, expected, found, phrase("set_the_timeframe_to", timeframe="5m"))
