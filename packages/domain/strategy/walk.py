"""Every condition and every value of a strategy, with the pointer to its place in the document."""

from collections.abc import Iterator

from packages.domain.strategy import conditions as c
from packages.domain.strategy.json_tree import below
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import SINGLE, AcrossMembers, Computed, Elsewhere, IndicatorOf, reads_account
from packages.domain.strategy.portfolio.model import LegWeights
from packages.domain.strategy.trade import LimitOrder, MarketOrder, SignalExit, StopOrder


def rules(strategy: Strategy) -> Iterator[tuple[str, c.Condition]]:
    """The outermost conditions: who belongs, entries, then exits on signals, or who may be held."""
    rule, portfolio = strategy.universe.rule, strategy.portfolio
    if rule is not None and rule.where is not None:
        yield "/universe/rule/where", rule.where
    if portfolio is not None and portfolio.hold_if is not None:
        yield "/portfolio/hold_if", portfolio.hold_if
    if portfolio is not None and isinstance(portfolio.weights, LegWeights) and portfolio.weights.hold is not None:
        yield "/portfolio/legs/hold/from", portfolio.weights.hold.since
        yield "/portfolio/legs/hold/until", portfolio.weights.hold.until
    for direction, side in strategy.sides:
        pointer = f"/trade/{direction.value}"
        yield f"{pointer}/entry/condition", side.entry.condition
        for index, exit_ in enumerate(side.exits):
            if isinstance(exit_, SignalExit):
                yield f"{pointer}/exits/{index}/condition", exit_.condition
        if side.scale_in is not None:
            yield f"{pointer}/scale_in/condition", side.scale_in.condition


def parts_of(pointer: str, condition: c.Condition) -> Iterator[tuple[str, c.Condition]]:
    """The conditions right inside a condition."""
    match condition:
        case c.All(parts) | c.AnyOf(parts):
            inside = f"{pointer}/{'all' if isinstance(condition, c.All) else 'any'}"
            yield from ((below(inside, index), part) for index, part in enumerate(parts))
        case c.Not(part):
            yield f"{pointer}/not", part
        case c.WithinBars(part):
            yield f"{pointer}/within_bars/condition", part
        case c.BarsSince(part):
            yield f"{pointer}/bars_since/condition", part
        case c.Sequence(steps):
            yield from ((below(f"{pointer}/sequence/steps", index), step) for index, step in enumerate(steps))
        case _:
            return


def every_condition(strategy: Strategy) -> Iterator[tuple[str, c.Condition]]:
    for pointer, condition in rules(strategy):
        yield from descend(pointer, condition)


def descend(pointer: str, condition: c.Condition) -> Iterator[tuple[str, c.Condition]]:
    """A condition and all inside it, outermost first."""
    yield pointer, condition
    for inside, part in parts_of(pointer, condition):
        yield from descend(inside, part)


def operands_of(pointer: str, condition: c.Condition) -> Iterator[tuple[str, c.Operand]]:
    """The values that a condition itself compares."""
    match condition:
        case c.Compare(left, _, right):
            yield f"{pointer}/cmp/left", left
            yield f"{pointer}/cmp/right", right
        case c.Cross(a, _, b):
            yield f"{pointer}/cross/a", a
            yield f"{pointer}/cross/b", b
        case _:
            return


def compared(strategy: Strategy) -> Iterator[tuple[str, c.Operand]]:
    """All compared values, the one that ranks the universe or the portfolio, and those that orders wait at."""
    if strategy.portfolio is not None and strategy.portfolio.score is not None:
        yield "/portfolio/score", strategy.portfolio.score
    if strategy.portfolio is not None and isinstance(strategy.portfolio.weights, LegWeights):
        for index, leg in enumerate(strategy.portfolio.weights.legs):
            yield f"/portfolio/legs/each/{index}/weight", leg.weight
    if strategy.universe.ranking is not None:
        yield "/universe/ranking/by", strategy.universe.ranking.by
    for pointer, condition in every_condition(strategy):
        yield from operands_of(pointer, condition)
    for pointer, order in resting_orders(strategy):
        if order.at is not None:
            yield f"{pointer}/at", order.at


def resting_orders(strategy: Strategy) -> Iterator[tuple[str, LimitOrder | StopOrder]]:
    """The orders of entries and further units that wait for a price."""
    for direction, side in strategy.sides:
        pointer, scale_in = f"/trade/{direction.value}", side.scale_in
        orders = [(f"{pointer}/entry/order", side.entry.order)]
        orders += [] if scale_in is None else [(f"{pointer}/scale_in/order", scale_in.order)]
        yield from ((place, order) for place, order in orders if not isinstance(order, MarketOrder))


def every_operand(strategy: Strategy) -> Iterator[tuple[str, c.Operand]]:
    """All compared values and all that they are made of."""
    for pointer, operand in compared(strategy):
        yield from within(pointer, operand)


def within(pointer: str, operand: c.Operand) -> Iterator[tuple[str, c.Operand]]:
    """A value and all inside it, outermost first."""
    yield pointer, operand
    for place, part in values_of(pointer, operand):
        yield from within(place, part)


def values_of(pointer: str, operand: c.Operand) -> Iterator[tuple[str, c.Operand]]:
    """The values right inside an expression; what is read elsewhere stands in the same place as where it is read."""
    match operand:
        case Computed(operation, values, bars):
            here = f"{pointer}/{operation.value}"
            if operation in SINGLE:
                yield here, values[0]
            elif bars is None:
                yield from ((below(here, index), value) for index, value in enumerate(values))
            else:
                yield from ((f"{here}/{name}", value) for name, value in zip(("of", "on"), values, strict=False))
        case IndicatorOf(_, _, _, of):
            yield f"{pointer}/indicator/of", of
        case AcrossMembers(operation, of):
            yield f"{pointer}/{operation.value}", of
        case Elsewhere(_, value):
            yield pointer, value
        case _:
            return


def factors_read(strategy: Strategy) -> frozenset[str]:
    """The names of the factors that a rule uses."""
    values = {part.factor for _, part in every_operand(strategy) if isinstance(part, c.FactorOutput)}
    flags = {part.value.factor for _, part in every_condition(strategy) if isinstance(part, c.Flag)}
    return frozenset(values | flags)


def uses_account(strategy: Strategy) -> bool:
    """Whether a rule compares the account's own state."""
    return any(reads_account(operand) for _, operand in compared(strategy))


def other_symbols(strategy: Strategy) -> tuple[str, ...]:
    """The instruments that rules read beside the one they trade, in the order in which they are named."""
    named = (operand.symbol for _, operand in every_operand(strategy) if isinstance(operand, Elsewhere))
    return tuple(dict.fromkeys(named))


def symbols_read(strategy: Strategy) -> tuple[str, ...]:
    """Everything whose bars it takes to trade the strategy: what it trades, then what else its rules read."""
    return tuple(dict.fromkeys((*strategy.universe.tickers, *other_symbols(strategy))))
