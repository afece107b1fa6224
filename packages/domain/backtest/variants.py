"""A strategy with other numbers in its places: thousands of variants that share what they have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.compiling.conditions import (
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
    settings: dict[str, list[int]] = {}
    for at, pointer in enumerate(pointers):
        if pointer in compiled.number_places:
            numbers[:, compiled.number_places[pointer]] = values[:, at]
        else:
            settings.setdefault(_owner(compiled, pointer), []).append(at)
    for owner, columns in settings.items():
        names = [steps_of(pointers[at])[-1] for at in columns]
        distinct, which = _distinct(values[:, columns])
        for slot, made in _slots(compiled, owner, names):
            places = [known.setdefault(made(each), len(known)) for each in distinct.tolist()]
            rows[:, slot] = np.array(places, dtype=np.int64)[which]
    return Variants(tuple(known), rows, numbers)


def _owner(compiled: Compiled, pointer: str) -> str:
    """The factor that a parameter belongs to, or the period itself."""
    steps = steps_of(pointer) if pointer.startswith("/") else []
    is_parameter = len(steps) == 4 and steps[0] == "factors" and steps[2] == "params"
    if is_parameter and steps[1] in compiled.factor_slots:
        return steps[1]
    if pointer in compiled.period_slots:
        return pointer
    raise NotTunable("backtest.pointer_unused", pointer=pointer[:200])


def _distinct(values: Floats) -> tuple[Floats, Counts]:
    """Each combination once, and which of them every row has."""
    if values.shape[1] == 1:
        found, which = np.unique(values[:, 0], return_inverse=True)
        return found[:, np.newaxis], which
    found, which = np.unique(values, axis=0, return_inverse=True)
    return found, which.reshape(-1)


Made = Callable[[list[float]], Source]


def _slots(compiled: Compiled, owner: str, names: list[str]) -> list[tuple[int, Made]]:
    """The slots that a setting is behind, and what makes their source of other values."""
    if owner in compiled.factor_slots:
        return [
            (slot, _with_parameters(compiled, compiled.slots[slot], names)) for slot in compiled.factor_slots[owner]
        ]
    slot = compiled.period_slots[owner]
    if isinstance(compiled.slots[slot], VolatilitySource):
        return [(slot, lambda values: VolatilitySource(int(values[0])))]
    return [(slot, lambda values: average_true_range(compiled.catalogue, int(values[0])))]


def _with_parameters(compiled: Compiled, source: Source, names: list[str]) -> Made:
    if not isinstance(source, IndicatorSource):
        raise TypeError("a factor gives an indicator")

    def made(values: list[float]) -> Source:
        params = dict(source.params) | dict(zip(names, values, strict=True))
        return indicator_source(compiled.catalogue, source.type, params, source.output, source.timeframe)

    return made
