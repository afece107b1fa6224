"""Every condition and every compared value of a strategy, with the pointer to its place in the document."""

from collections.abc import Iterator

from packages.domain.strategy import conditions as c
from packages.domain.strategy.json_tree import below
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.trade import SignalExit


def rules(strategy: Strategy) -> Iterator[tuple[str, c.Condition]]:
    """The outermost conditions: entries, then exits on signals."""
    for direction, side in strategy.sides:
        pointer = f"/trade/{direction.value}"
        yield f"{pointer}/entry/condition", side.entry.condition
        for index, exit_ in enumerate(side.exits):
            if isinstance(exit_, SignalExit):
                yield f"{pointer}/exits/{index}/condition", exit_.condition


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


def every_operand(strategy: Strategy) -> Iterator[tuple[str, c.Operand]]:
    """All compared values, and the one that ranks the universe."""
    if strategy.universe.ranking is not None:
        yield "/universe/ranking/by", strategy.universe.ranking.by
    for pointer, condition in every_condition(strategy):
        yield from operands_of(pointer, condition)
