"""A strategy on its market, ready to be run with other numbers in its places."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from packages.domain.backtest.engine import Arena, Compiled
from packages.domain.backtest.many import figures_of, sweep
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.variants import vary
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import steps_of
from packages.domain.strategy.tunables import Tunable, tunables_of, with_values
from packages.domain.strategy.validate import Validator

Changes: TypeAlias = tuple[tuple[str, int | float], ...]  # pointers with the values that stand there instead
Share: TypeAlias = Callable[[float], None]  # how much of a stage is done, from 0 to 1; may raise to stop the work

_VALIDATOR = Validator(CATALOGUE)
_CHECKING, _CHECKS_AT_ONCE = 0.8, 16  # the share of the time that checking takes, and how often it is told
VALUES_AT_ONCE = 32_000_000  # of columns in memory: 256 MB


@dataclass(frozen=True, slots=True, eq=False)
class Workbench:
    """No entry is ordered before the close of bar `trade_from`; `workers` of 0 takes all cores."""

    compiled: Compiled
    arena: Arena
    terms: Terms
    trade_from: int = 0
    workers: int = 0
    values_at_once: int = VALUES_AT_ONCE

    @property
    def tunables(self) -> tuple[Tunable, ...]:
        """The numbers that the rules use; a factor that no rule names has none."""
        return tuple(each for each in tunables_of(self.compiled.strategy, CATALOGUE) if self._uses(each.pointer))

    def _uses(self, pointer: str) -> bool:
        if pointer in self.compiled.number_places or pointer in self.compiled.period_slots:
            return True
        steps = steps_of(pointer)
        return steps[0] == "factors" and steps[1] in self.compiled.factor_slots

    def allows(self, changes: Changes) -> bool:
        """Whether the strategy with these numbers is one that the language takes."""
        return _VALIDATOR.document(with_values(self.compiled.strategy, dict(changes))).strategy is not None

    def answers(self, tried: Sequence[Changes], told: Share) -> list[KeyFigures | None]:
        """The figures of every variant, in order; None where the language refuses it."""
        allowed = list[bool]()
        for at, changes in enumerate(tried):
            if at % _CHECKS_AT_ONCE == 0:
                told(_CHECKING * at / len(tried))
            allowed.append(self.allows(changes))
        valid = [changes for changes, taken in zip(tried, allowed, strict=True) if taken]
        figures = iter(self.run(valid, lambda share: told(_CHECKING + (1 - _CHECKING) * share)))
        return [next(figures) if taken else None for taken in allowed]

    def run(self, tried: Sequence[Changes], told: Share) -> list[KeyFigures]:
        """The figures of variants that are allowed. All go into one sweep, unless the market is so large that the
        columns of their indicators would not fit into memory."""
        at_once = max(1, self.values_at_once // self.arena.panel.close.size)
        figures: list[KeyFigures] = []
        for first in range(0, len(tried), at_once):
            told(first / len(tried))
            figures += [figures_of(row) for row in self._swept(tried[first : first + at_once])]
        return figures

    def _swept(self, tried: Sequence[Changes]) -> Floats:
        chosen = {each.pointer: each.value for each in self.tunables}
        pointers = list(dict.fromkeys(pointer for changes in tried for pointer, _ in changes))
        values = np.array([[row.get(each, chosen[each]) for each in pointers] for row in map(dict, tried)], float)
        variants = vary(self.compiled, pointers, values.reshape(len(tried), len(pointers)))
        return sweep(self.compiled, self.arena, self.terms, variants, trade_from=self.trade_from, workers=self.workers)
