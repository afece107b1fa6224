"""Every number of a strategy that could be another one: where it is, and over which range it is worth trying."""

import math
from collections.abc import Iterator, Mapping

from packages.domain.strategy import operands as o
from packages.domain.strategy import trade as t
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue, CataloguedIndicator, ParameterValue
from packages.domain.strategy.company_fields import DAY_COUNTS, POSITIVE_RATIOS, EventField
from packages.domain.strategy.conditions import BarsSince, Condition, Constant, Sequence, WithinBars
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.json_tree import Document, below, copied, plain_number, steps_of
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.schema.grammar import MOST_UNITS
from packages.domain.strategy.schema.portfolio import MOST_HELD
from packages.domain.strategy.tuning.portfolio_numbers import member_numbers, portfolio_numbers
from packages.domain.strategy.tuning.tunable import DAY, MOST_BARS, Tunable, real, whole, whole_minutes
from packages.domain.strategy.walk import compared, every_condition, operands_of, within

_LONGEST = 5000  # bars of a window in an expression
_A_YEAR = 366  # days
_LARGEST_COUNTS = {
    o.CalendarField.DAY_OF_WEEK: 7,
    o.CalendarField.DAY_OF_MONTH: 31,
    o.CalendarField.MONTH: 12,
    **dict.fromkeys(o.OF_THE_MONTH, 23),
}


def tunables_of(strategy: Strategy, catalogue: Catalogue) -> tuple[Tunable, ...]:
    return (
        *_parameters(strategy, catalogue),
        *_thresholds(strategy),
        *_of_expressions(strategy, catalogue),
        *_trade_numbers(strategy),
        *_portfolio_numbers(strategy),
    )


def _portfolio_numbers(strategy: Strategy) -> Iterator[Tunable]:
    if strategy.universe.rule is not None:
        yield from member_numbers(strategy.universe.rule)
    if strategy.portfolio is not None:
        yield from portfolio_numbers(strategy.portfolio, len(strategy.universe.tickers) or MOST_HELD)


def with_values(strategy: Strategy, values: Mapping[str, int | float]) -> Document:
    """The document with other numbers at the pointers of its tunables; it still has to be validated."""
    document = document_of(strategy)
    changed: object = copied(document)
    for pointer, value in values.items():
        if not pointer.startswith("/"):
            raise _not_tunable(pointer)
        *path, last = steps_of(pointer)
        target = changed
        for step in path:
            target = _inside(target, step, pointer)
        if isinstance(target, dict):
            target[last] = value
        elif isinstance(target, list) and isinstance(_inside(target, last, pointer), int | float):
            target[int(last)] = value
        else:
            raise _not_tunable(pointer)
    return changed if isinstance(changed, dict) else document


def _inside(target: object, step: str, pointer: str) -> object:
    if isinstance(target, dict) and step in target:
        return target[step]
    if isinstance(target, dict) and step == "params":
        return target.setdefault("params", {})
    if isinstance(target, list) and step.isdecimal() and int(step) < len(target):
        return target[int(step)]
    raise _not_tunable(pointer)


def _not_tunable(pointer: str) -> NotTunable:
    return NotTunable("strategy.not_tunable", pointer=pointer[:200])


def _parameters(strategy: Strategy, catalogue: Catalogue) -> Iterator[Tunable]:
    for factor in strategy.factors:
        pointer = f"{below('/factors', factor.name)}/params"
        yield from _settings(pointer, dict(factor.params), catalogue[factor.type])


def _settings(pointer: str, given: Mapping[str, ParameterValue], indicator: CataloguedIndicator) -> Iterator[Tunable]:
    for parameter in indicator.parameters:
        value = given.get(parameter.name, parameter.default)
        if value is None or isinstance(value, str):
            continue
        place, low, high = below(pointer, parameter.name), parameter.minimum, parameter.maximum
        if parameter.kind == "int":
            least, most = 1 if low is None else int(low), MOST_BARS if high is None else int(high)
            yield whole(place, int(value), least, most)
        else:
            yield real(place, value, -math.inf if low is None else low, math.inf if high is None else high)


def _of_expressions(strategy: Strategy, catalogue: Catalogue) -> Iterator[Tunable]:
    for pointer, operand in compared(strategy):
        for place, part in within(pointer, operand) if o.is_expression(operand) else ():
            match part:
                case Constant(value):
                    yield real(place, value, -math.inf, math.inf)
                case o.Computed(operation, _, int(bars)):
                    least = o.FEWEST_BARS[operation]
                    yield whole(f"{place}/{operation.value}/bars", bars, max(least, 1 if bars else 0), _LONGEST)
                case o.IndicatorOf(kind, params):
                    yield from _settings(f"{place}/indicator/params", dict(params), catalogue[kind])
                case o.OpeningRange(_, minutes):
                    yield whole_minutes(f"{place}/opening_range/minutes", minutes, strategy.timeframe.seconds // 60)
                case _:
                    continue


def _thresholds(strategy: Strategy) -> Iterator[Tunable]:
    for pointer, condition in every_condition(strategy):
        operands = list(operands_of(pointer, condition))
        for (place, operand), (_, beside) in zip(operands, reversed(operands), strict=True):
            if isinstance(operand, Constant):
                yield from _threshold(place, operand.value, beside)
        yield from _bar_counts(pointer, condition)


def _threshold(pointer: str, value: int | float, beside: o.Operand) -> Iterator[Tunable]:
    """The number that a value is compared with; a drawdown of 0 is the peak itself, and no other number is."""
    match beside:
        case o.CalendarValue(field):
            yield whole(pointer, int(value), 0, _LARGEST_COUNTS.get(field, DAY))
        case o.AccountValue(o.AccountField.BARS_HELD) if isinstance(value, int):
            yield whole(pointer, value, 1)
        case o.CompanyEvent(EventField.NEW_REPORT):
            return
        case o.CompanyEvent(field) if field in DAY_COUNTS and isinstance(value, int):
            yield whole(pointer, value, 0, _A_YEAR)
        case o.Fundamental(field) if field in POSITIVE_RATIOS and value > 0:
            yield real(pointer, value, 0, math.inf)
        case o.AccountValue(o.AccountField.DRAWDOWN):
            yield from (real(pointer, value, -1, 0),) if value < 0 else ()
        case _:
            yield real(pointer, value, -math.inf, math.inf)


def _bar_counts(pointer: str, condition: Condition) -> Iterator[Tunable]:
    match condition:
        case WithinBars(_, bars):
            yield whole(f"{pointer}/within_bars/bars", bars, 1)
        case Sequence(steps, bars):
            yield whole(f"{pointer}/sequence/within_bars", bars, len(steps))
        case BarsSince(_, _, bars):
            yield whole(f"{pointer}/bars_since/bars", bars, 1 if bars else 0, 5000)
        case _:
            return


def _trade_numbers(strategy: Strategy) -> Iterator[Tunable]:
    for direction, side in strategy.sides:
        pointer = f"/trade/{direction.value}"
        yield from _order(f"{pointer}/entry/order", side.entry.order)
        for index, exit_ in enumerate(side.exits):
            yield from _exit(f"{pointer}/exits/{index}", exit_)
        yield from _sizing(f"{pointer}/position_sizing", side.sizing)
        if side.scale_in is not None:
            yield from _scale_in(f"{pointer}/scale_in", side.scale_in)


def _order(pointer: str, order: t.Order) -> Iterator[Tunable]:
    if isinstance(order, t.MarketOrder):
        return
    if order.at is None:
        yield from _distance(f"{pointer}/offset", order.offset, 0.99)
    elif isinstance(order.at, Constant):
        yield real(f"{pointer}/at", order.at.value, 0, math.inf)
    yield whole(f"{pointer}/valid_bars", order.valid_bars, 1)


def _scale_in(pointer: str, scale_in: t.ScaleIn) -> Iterator[Tunable]:
    yield whole(f"{pointer}/max_units", scale_in.max_units, 2, MOST_UNITS)
    yield from _order(f"{pointer}/order", scale_in.order)
    if scale_in.sizing is not None:
        yield from _sizing(f"{pointer}/position_sizing", scale_in.sizing)


def _part(pointer: str, part: t.PartOfPosition | None) -> Iterator[Tunable]:
    if part is not None and part.fraction is not None:
        yield real(f"{pointer}/part/fraction", part.fraction, 0, 0.99)
    if part is not None and part.units is not None:
        yield whole(f"{pointer}/part/units", part.units, 1, MOST_UNITS)


def _exit(pointer: str, exit_: t.Exit) -> Iterator[Tunable]:
    match exit_:
        case t.StopLoss(stop) | t.TrailingStop(stop):
            yield from _distance(f"{pointer}/stop", stop, 0.99)
        case t.Bracket(stop, ratio):
            yield from _distance(f"{pointer}/stop", stop, 0.99)
            yield real(f"{pointer}/risk_reward", ratio, 0, 100)
        case t.TakeProfit(target, part):
            yield from _distance(f"{pointer}/target", target, 10)
            yield from _part(pointer, part)
        case t.TimeExit(bars):
            yield whole(f"{pointer}/bars", bars, 1)
        case t.SignalExit(_, part):
            yield from _part(pointer, part)


def _distance(pointer: str, distance: t.Distance, most_pct: float) -> Iterator[Tunable]:
    most = {t.Unit.PCT: most_pct, t.Unit.ATR_MULTIPLE: 100.0, t.Unit.POINTS: 1e12}[distance.unit]
    yield real(f"{pointer}/value", distance.value, 0, most)
    if distance.unit is t.Unit.ATR_MULTIPLE:
        yield whole(f"{pointer}/period", distance.atr_period, 1, 1000)


def _sizing(pointer: str, sizing: t.Sizing) -> Iterator[Tunable]:
    match sizing:
        case t.FixedQuantity(qty):
            yield real(f"{pointer}/qty", plain_number(float(qty)), 0, 1e12)
        case t.FixedCash(cash):
            yield real(f"{pointer}/cash", plain_number(float(cash)), 0, 1e12)
        case t.EquityFraction(pct) | t.RiskPerTrade(pct):
            yield real(f"{pointer}/pct", pct, 0, 1)
        case t.VolatilityTarget(target, lookback, leverage):
            yield real(f"{pointer}/target", target, 0, 5)
            yield whole(f"{pointer}/lookback", lookback, 2, 5000)
            yield real(f"{pointer}/max_leverage", leverage, 0, 20)
