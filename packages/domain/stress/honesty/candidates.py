"""The variants of a strategy that a refit chooses among: a grid where it is small enough, else a draw."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.strategy.tuning.tunables import with_values
from packages.domain.strategy.validate import Validator
from packages.domain.stress.honesty.errors import BadFolds

Values = tuple[int | float, ...]
_DRAWS_A_PLACE = 4


@dataclass(frozen=True, slots=True)
class Candidates:
    """Strategies with their numbers at the pointers; the first is the strategy as it was given."""

    pointers: tuple[str, ...]
    values: tuple[Values, ...]
    strategies: tuple[Strategy, ...]

    def __len__(self) -> int:
        return len(self.values)

    @property
    def matrix(self) -> Floats:
        return np.array(self.values, dtype=np.float64)


def candidates(
    strategy: Strategy, tunables: Sequence[Tunable], validator: Validator, *, most: int, seed: int
) -> Candidates:
    """At most `most` of them, none twice; those that the validator refuses are left out."""
    if not tunables or most < 2:
        raise BadFolds("stress.refit_needs_choices")
    pointers = tuple(each.pointer for each in tunables)
    given = tuple(each.value for each in tunables)
    found: dict[Values, Strategy] = {given: strategy}
    for values in _proposals(tunables, most, seed):
        if len(found) >= most:
            break
        made = None if values in found else _valid(strategy, dict(zip(pointers, values, strict=True)), validator)
        if made is not None:
            found[values] = made
    if len(found) < 2:
        raise BadFolds("stress.refit_has_no_variant")
    return Candidates(pointers, tuple(found), tuple(found.values()))


def _valid(strategy: Strategy, values: Mapping[str, int | float], validator: Validator) -> Strategy | None:
    return validator.document(with_values(strategy, values)).strategy


def _proposals(tunables: Sequence[Tunable], most: int, seed: int) -> Iterator[Values]:
    """The whole grid, or draws from it while they may still bring something new."""
    steps = [steps_of_tunable(each) for each in tunables]
    if math.prod(map(len, steps)) <= most:
        yield from itertools.product(*steps)
        return
    rng = np.random.Generator(np.random.PCG64(seed))
    for _ in range(_DRAWS_A_PLACE * most):
        yield tuple(some[int(rng.integers(len(some)))] for some in steps)


def steps_of_tunable(tunable: Tunable) -> list[int | float]:
    """From the smallest value to the largest; whole numbers stay whole."""
    count = math.floor((tunable.maximum - tunable.minimum) / tunable.step + 1e-9)
    raw = [tunable.minimum + at * tunable.step for at in range(count + 1)]
    return [round(value) if tunable.kind == "int" else float(f"{value:.12g}") for value in raw]
