"""Every number of a strategy that could be another one: where it is, and over which range it is worth trying."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from packages.domain.strategy import operands as o
from packages.domain.strategy import trade as t
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue, CataloguedIndicator, ParameterValue
from packages.domain.strategy.company_fields import DAY_COUNTS, POSITIVE_RATIOS, EventField
from packages.domain.strategy.conditions import BarsSince, Condition, Constant, Sequence, WithinBars
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.json_tree import Document, below, copied, plain_number, steps_of
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.portfolio import model as p
from packages.domain.strategy.schema.grammar import MOST_UNITS
from packages.domain.strategy.schema.portfolio import MOST_HELD
from packages.domain.strategy.walk import compared, every_condition, operands_of, within

Kind = Literal["int", "float"]
_MOST_BARS = 100_000
_LONGEST = 5000  # bars of a window in an expression
_DAY = 1440  # minutes
_A_YEAR = 366  # days
_LARGEST_COUNTS = {
    o.CalendarField.DAY_OF_WEEK: 7,
    o.CalendarField.DAY_OF_MONTH: 31,
    o.CalendarField.MONTH: 12,
    **dict.fromkeys(o.OF_THE_MONTH, 23),
}


@dataclass(frozen=True, slots=True)
class Tunable:
    """`minimum` and `maximum` are values that validation takes; the pointer may lead to a default that the document
    does not spell out."""

    pointer: str
    kind: Kind
    value: int | float
    minimum: int | float
    maximum: int | float
    step: int | float


def tunables_of(strategy: Strategy, catalogue: Catalogue) -> tuple[Tunable, ...]:
    return (
        *_parameters(strategy, catalogue),
        *_thresholds(strategy),
        *_of_expressions(strategy, catalogue),
        *_trade_numbers(strategy),
        *_member_numbers(strategy),
        *_portfolio_numbers(strategy),
    )


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
            least, most = 1 if low is None else int(low), _MOST_BARS if high is None else int(high)
            yield _whole(place, int(value), least, most)
        else:
            yield _real(place, value, -math.inf if low is None else low, math.inf if high is None else high)


def _of_expressions(strategy: Strategy, catalogue: Catalogue) -> Iterator[Tunable]:
    for pointer, operand in compared(strategy):
        for place, part in within(pointer, operand) if o.is_expression(operand) else ():
            match part:
                case Constant(value):
                    yield _real(place, value, -math.inf, math.inf)
                case o.Computed(operation, _, int(bars)):
                    least = o.FEWEST_BARS[operation]
                    yield _whole(f"{place}/{operation.value}/bars", bars, max(least, 1 if bars else 0), _LONGEST)
                case o.IndicatorOf(kind, params):
                    yield from _settings(f"{place}/indicator/params", dict(params), catalogue[kind])
                case o.OpeningRange(_, minutes):
                    yield _minutes(f"{place}/opening_range/minutes", minutes, strategy.timeframe.seconds // 60)
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
            yield _whole(pointer, int(value), 0, _LARGEST_COUNTS.get(field, _DAY))
        case o.AccountValue(o.AccountField.BARS_HELD) if isinstance(value, int):
            yield _whole(pointer, value, 1)
        case o.CompanyEvent(EventField.NEW_REPORT):
            return
        case o.CompanyEvent(field) if field in DAY_COUNTS and isinstance(value, int):
            yield _whole(pointer, value, 0, _A_YEAR)
        case o.Fundamental(field) if field in POSITIVE_RATIOS and value > 0:
            yield _real(pointer, value, 0, math.inf)
        case o.AccountValue(o.AccountField.DRAWDOWN):
            yield from (_real(pointer, value, -1, 0),) if value < 0 else ()
        case _:
            yield _real(pointer, value, -math.inf, math.inf)


def _bar_counts(pointer: str, condition: Condition) -> Iterator[Tunable]:
    match condition:
        case WithinBars(_, bars):
            yield _whole(f"{pointer}/within_bars/bars", bars, 1)
        case Sequence(steps, bars):
            yield _whole(f"{pointer}/sequence/within_bars", bars, len(steps))
        case BarsSince(_, _, bars):
            yield _whole(f"{pointer}/bars_since/bars", bars, 1 if bars else 0, 5000)
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
        yield _real(f"{pointer}/at", order.at.value, 0, math.inf)
    yield _whole(f"{pointer}/valid_bars", order.valid_bars, 1)


def _scale_in(pointer: str, scale_in: t.ScaleIn) -> Iterator[Tunable]:
    yield _whole(f"{pointer}/max_units", scale_in.max_units, 2, MOST_UNITS)
    yield from _order(f"{pointer}/order", scale_in.order)
    if scale_in.sizing is not None:
        yield from _sizing(f"{pointer}/position_sizing", scale_in.sizing)


def _part(pointer: str, part: t.PartOfPosition | None) -> Iterator[Tunable]:
    if part is not None and part.fraction is not None:
        yield _real(f"{pointer}/part/fraction", part.fraction, 0, 0.99)
    if part is not None and part.units is not None:
        yield _whole(f"{pointer}/part/units", part.units, 1, MOST_UNITS)


def _member_numbers(strategy: Strategy) -> Iterator[Tunable]:
    rule, place = strategy.universe.rule, "/universe/rule"
    if rule is None:
        return
    if rule.min_turnover is not None:
        yield _real(f"{place}/min_turnover/amount", rule.min_turnover.amount, 0, 1e15)
        yield _whole(f"{place}/min_turnover/bars", rule.min_turnover.bars, 1, 250)
    if rule.min_listed_days is not None:
        yield _whole(f"{place}/min_listed_days", rule.min_listed_days, 1, 10_000)


def _portfolio_numbers(strategy: Strategy) -> Iterator[Tunable]:
    portfolio, place = strategy.portfolio, "/portfolio"
    if portfolio is None:
        return
    for name, leg in portfolio.legs:
        if leg.count is not None:
            yield _whole(f"{place}/{name}/count", leg.count, 1, len(strategy.universe.tickers) or MOST_HELD)
        if leg.fraction is not None:
            yield _real(f"{place}/{name}/fraction", leg.fraction, 0, 1 / len(portfolio.legs))
    if isinstance(portfolio.weights, p.InverseVolatility | p.RiskParity | p.KellyWeights):
        yield _whole(f"{place}/weights/lookback", portfolio.weights.lookback, 10, 1000)
    if isinstance(portfolio.weights, p.KellyWeights):
        yield _real(f"{place}/weights/fraction", portfolio.weights.fraction, 0, 1)
    if portfolio.max_weight is not None:
        yield _real(f"{place}/max_weight", portfolio.max_weight, 0, 1)
    if portfolio.volatility is not None:
        yield _real(f"{place}/volatility_target/target", portfolio.volatility.target, 0, 5)
        yield _whole(f"{place}/volatility_target/lookback", portfolio.volatility.lookback, 10, 1000)


def _exit(pointer: str, exit_: t.Exit) -> Iterator[Tunable]:
    match exit_:
        case t.StopLoss(stop) | t.TrailingStop(stop):
            yield from _distance(f"{pointer}/stop", stop, 0.99)
        case t.Bracket(stop, ratio):
            yield from _distance(f"{pointer}/stop", stop, 0.99)
            yield _real(f"{pointer}/risk_reward", ratio, 0, 100)
        case t.TakeProfit(target, part):
            yield from _distance(f"{pointer}/target", target, 10)
            yield from _part(pointer, part)
        case t.TimeExit(bars):
            yield _whole(f"{pointer}/bars", bars, 1)
        case t.SignalExit(_, part):
            yield from _part(pointer, part)


def _distance(pointer: str, distance: t.Distance, most_pct: float) -> Iterator[Tunable]:
    most = {t.Unit.PCT: most_pct, t.Unit.ATR_MULTIPLE: 100.0, t.Unit.POINTS: 1e12}[distance.unit]
    yield _real(f"{pointer}/value", distance.value, 0, most)
    if distance.unit is t.Unit.ATR_MULTIPLE:
        yield _whole(f"{pointer}/period", distance.atr_period, 1, 1000)


def _sizing(pointer: str, sizing: t.Sizing) -> Iterator[Tunable]:
    match sizing:
        case t.FixedQuantity(qty):
            yield _real(f"{pointer}/qty", plain_number(float(qty)), 0, 1e12)
        case t.FixedCash(cash):
            yield _real(f"{pointer}/cash", plain_number(float(cash)), 0, 1e12)
        case t.EquityFraction(pct) | t.RiskPerTrade(pct):
            yield _real(f"{pointer}/pct", pct, 0, 1)
        case t.VolatilityTarget(target, lookback, leverage):
            yield _real(f"{pointer}/target", target, 0, 5)
            yield _whole(f"{pointer}/lookback", lookback, 2, 5000)
            yield _real(f"{pointer}/max_leverage", leverage, 0, 20)


def _whole(pointer: str, value: int, least: int, most: int = _MOST_BARS) -> Tunable:
    """From half to double, inside what is allowed; one at a time while that stays a short way."""
    low, high = max(least, value // 2), min(most, max(value * 2, value + 2))
    return Tunable(pointer, "int", value, min(low, value), max(high, value), max(1, round((high - low) / 40)))


def _minutes(pointer: str, value: int, step: int) -> Tunable:
    """Whole bars, from half to double."""
    low, high = max(step, value // 2 // step * step), min(_DAY // step * step, value * 2)
    return Tunable(pointer, "int", value, min(low, value), max(high, value), step)


def _real(pointer: str, value: int | float, least: float, most: float) -> Tunable:
    """Half the value to either side, inside what is allowed; around zero, a little to either side."""
    reach = abs(value) / 2 or min(1.0, most / 50)
    step = _round_step(reach / 10)
    low, high = max(least, value - reach), min(most, value + reach)
    if low <= 0 == least and value > 0:
        low = min(step, value)
    return Tunable(pointer, "float", value, min(low, value), max(high, value), step)


def _round_step(size: float) -> float:
    """One significant figure."""
    return float(f"{size:.0e}")
