"""A strategy with other numbers in its places: thousands of variants that share what they have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from packages.domain.backtest.compiling.sources import (
    ExpressionCompiler,
    IndicatorSource,
    Source,
    VolatilitySource,
    average_true_range,
    indicator_source,
)
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.json_tree import steps_of


@dataclass(frozen=True, slots=True, eq=False)
class Variants:
    """Each distinct source once; a row of `rows` (the source of each slot) and of `numbers` for every variant."""

    sources: tuple[Source, ...]
    rows: Counts
    numbers: Floats

    def __len__(self) -> int:
        return len(self.numbers)


def vary(compiled: Compiled, pointers: Sequence[str], values: Floats) -> Variants:
    """`values` has a row a variant and a column a pointer of `tunables_of`; `NotTunable` for any other. Parameters of
    indicators are checked; other numbers are taken as they are, so whoever lets people name them validates them."""
    if values.ndim != 2 or values.shape[1] != len(pointers):
        raise NotTunable("backtest.variant_size", count=len(pointers))
    known = {source: at for at, source in enumerate(compiled.sources)}
    numbers = np.repeat(compiled.numbers[np.newaxis], len(values), axis=0)
    rows = np.repeat(compiled.rows[np.newaxis], len(values), axis=0)
    behind: dict[int, list[int]] = {}  # the columns of values that each slot depends on
    for at, pointer in enumerate(pointers):
        if pointer in compiled.number_places:
            numbers[:, compiled.number_places[pointer]] = values[:, at]
        else:
            for slot in slots_behind(compiled, pointer):
                behind.setdefault(slot, []).append(at)
    combinations: dict[tuple[int, ...], tuple[Floats, Counts]] = {}
    for slot, columns in behind.items():
        made = _made(compiled, slot, [pointers[at] for at in columns])
        if tuple(columns) not in combinations:
            combinations[tuple(columns)] = _distinct(values[:, columns])
        distinct, which = combinations[tuple(columns)]
        places = [known.setdefault(made(each), len(known)) for each in distinct.tolist()]
        rows[:, slot] = np.array(places, dtype=np.int64)[which]
    return Variants(tuple(known), rows, numbers)


def slots_behind(compiled: Compiled, pointer: str) -> list[int]:
    """Those that the number at a pointer is behind: a parameter of a factor, a period, a number in an expression."""
    steps = steps_of(pointer) if pointer.startswith("/") else ()
    if len(steps) == 4 and steps[0] == "factors" and steps[2] == "params" and steps[1] in compiled.factor_slots:
        return compiled.factor_slots[steps[1]]
    if pointer in compiled.period_slots:
        return [compiled.period_slots[pointer]]
    found = [slot for slot, (place, _) in compiled.expressions.items() if pointer.startswith(f"{place}/")]
    if not found:
        raise NotTunable("backtest.pointer_unused", pointer=pointer[:200])
    return found


def _distinct(values: Floats) -> tuple[Floats, Counts]:
    """Each combination once, and which of them every row has."""
    if values.shape[1] == 1:
        found, which = np.unique(values[:, 0], return_inverse=True)
        return found[:, np.newaxis], which
    found, which = np.unique(values, axis=0, return_inverse=True)
    return found, which.reshape(-1)


Made = Callable[[list[float]], Source]


def _made(compiled: Compiled, slot: int, pointers: list[str]) -> Made:
    """What makes the source of a slot of other values at these places."""
    source = compiled.slots[slot]
    if slot in compiled.expressions:
        return partial(_expression, compiled, slot, pointers)
    if isinstance(source, VolatilitySource):
        return lambda values: VolatilitySource(int(values[0]))
    if pointers[0] in compiled.period_slots:
        return lambda values: average_true_range(compiled.catalogue, int(values[0]))
    return _with_parameters(compiled, source, [steps_of(pointer)[-1] for pointer in pointers])


def _expression(compiled: Compiled, slot: int, pointers: list[str], values: list[float]) -> Source:
    place, operand = compiled.expressions[slot]
    others = dict(zip(pointers, values, strict=True))
    return ExpressionCompiler(compiled.strategy, compiled.catalogue, others).source(place, operand)


def _with_parameters(compiled: Compiled, source: Source, names: list[str]) -> Made:
    if not isinstance(source, IndicatorSource):
        raise TypeError("a factor gives an indicator")

    def made(values: list[float]) -> Source:
        params = dict(source.params) | dict(zip(names, values, strict=True))
        return indicator_source(compiled.catalogue, source.type, params, source.output, source.timeframe)

    return made
