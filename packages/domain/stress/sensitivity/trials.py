"""Every run behind a finding, so that whoever keeps the best of them owes the count of all."""

import math
from dataclasses import dataclass

from packages.domain.strategy.build import build
from packages.domain.strategy.json_tree import plain_number
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.revisions import strategy_hash
from packages.domain.strategy.tunables import with_values
from packages.domain.stress.findings import Heatmap, SensitivityFinding
from packages.domain.stress.sensitivity.workbench import Changes


@dataclass(frozen=True, slots=True)
class Tried:
    """One run: the numbers that were other ones, or the friction that the strategy itself was put under."""

    changes: Changes
    friction: str | None
    sharpe: float

    def rules(self, strategy: Strategy) -> str:
        """Stands for the hash of the strategy in the key of a trial: a variant has the hash that it would have as a
        strategy of its own, so that a backtest of it is the same trial."""
        own = strategy_hash(build(with_values(strategy, dict(self.changes))))
        return own if self.friction is None else f"{own}:{self.friction}"


def trials_of(finding: SensitivityFinding) -> tuple[Tried, ...]:
    """Each run once, in a fixed order; the strategy as it is is a backtest that was counted before."""
    runs: dict[Changes, float] = {}
    chosen = {curve.pointer: curve.chosen for curve in finding.curves}
    for curve in finding.curves:
        runs |= {_changes(((curve.pointer, point.value),), chosen): point.sharpe for point in curve.points}
    if finding.heatmap is not None:
        runs |= _cells(finding.heatmap, chosen)
    runs.pop((), None)
    varied = [Tried(changes, None, sharpe) for changes, sharpe in runs.items()]
    return (*varied, *(Tried((), friction.kind, friction.sharpe) for friction in finding.frictions))


def _cells(heatmap: Heatmap, chosen: dict[str, float]) -> dict[Changes, float]:
    """Combinations that were left out are NaN there."""
    return {
        _changes(((heatmap.first, first), (heatmap.second, second)), chosen): float(heatmap.sharpe[row, column])
        for row, first in enumerate(heatmap.first_values)
        for column, second in enumerate(heatmap.second_values)
        if not math.isnan(heatmap.sharpe[row, column])
    }


def _changes(values: tuple[tuple[str, float], ...], chosen: dict[str, float]) -> Changes:
    """Only what differs from the strategy, in the order of pointers."""
    return tuple(sorted((pointer, plain_number(value)) for pointer, value in values if value != chosen[pointer]))
