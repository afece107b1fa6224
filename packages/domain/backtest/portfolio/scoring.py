"""Values of every instrument on rebalancing days: parts of an expression on its own bars, then what is set against
those of other members."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from packages.domain.backtest.analysis.truth import Truths
from packages.domain.backtest.compiling.sources import Catalogue, ExpressionCompiler, Source
from packages.domain.backtest.expressions.operations import NO_MOVE, computed
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.own_bars import OwnBars
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.portfolio.blocks import block_columns, fits
from packages.domain.backtest.portfolio.universe_bars import UniverseBars
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.conditions import Condition
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import AcrossMembers, Computed, CrossOperation, Operand, inside
from packages.domain.strategy.walk import within


class ConditionColumns:
    """What the truth of a condition reads of an instrument."""

    def __init__(self, own: OwnBars, compiler: ExpressionCompiler) -> None:
        self._own = own
        self._compiler = compiler

    def __len__(self) -> int:
        return len(self._own.close)

    def values(self, operand: Operand) -> Floats:
        return self._own.column(self._compiler.source("", operand))


def columns_on(bars: Counts, universe: UniverseBars, sources: Sequence[Source]) -> Iterator[Floats]:
    """For each source a matrix of instruments by those bars, NaN where there is no bar or no value."""
    if all(fits(source, universe) for source in sources):
        yield from block_columns(bars, universe, sources)
        return
    found = [np.full((len(universe), len(bars)), np.nan) for _ in sources]
    for at in range(len(universe)):
        there = universe.held[at, bars]
        if there.any():
            own, places = universe.own(at), universe.own_places(at, bars)[there]
            for matrix, source in zip(found, sources, strict=True):
                matrix[at, there] = own.column(source)[places]
    yield from found


def truth_on(
    bars: Counts, universe: UniverseBars, condition: Condition, strategy: Strategy, catalogue: Catalogue
) -> Flags:
    """Where a condition is true of an instrument on those bars."""
    compiler = ExpressionCompiler(strategy, catalogue)
    found = np.zeros((len(universe), len(bars)), dtype=bool)
    for at in range(len(universe)):
        there = universe.held[at, bars]
        if there.any():
            truth = Truths(ConditionColumns(universe.own(at), compiler)).of(condition)
            found[at, there] = truth[universe.own_places(at, bars)[there]]
    return found


def score_on(
    bars: Counts, universe: UniverseBars, score: Operand, members: Flags, strategy: Strategy, catalogue: Catalogue
) -> Floats:
    """The score of every instrument on those bars, NaN where it has none."""
    compiler = ExpressionCompiler(strategy, catalogue)
    parts = tuple(dict.fromkeys(_own_parts(score)))
    columns = columns_on(bars, universe, [compiler.source("", part) for part in parts])
    return _worked_out(score, dict(zip(parts, columns, strict=True)), members)


def _own_parts(operand: Operand) -> Iterator[Operand]:
    """The largest parts that each instrument has by itself."""
    if any(isinstance(part, AcrossMembers) for _, part in within("", operand)):
        for part in inside(operand):
            yield from _own_parts(part)
    else:
        yield operand


def _worked_out(operand: Operand, known: Mapping[Operand, Floats], members: Flags) -> Floats:
    if operand in known:
        return known[operand]
    inputs = [_worked_out(part, known, members) for part in inside(operand)]
    if isinstance(operand, AcrossMembers):
        return across(operand.operation, np.where(members, inputs[0], np.nan))
    if not isinstance(operand, Computed):
        raise TypeError(type(operand).__name__)  # nothing else may have such a value inside
    return computed(operand.operation, inputs, 0)


def across(operation: CrossOperation, values: Floats) -> Floats:
    """Each value among those of its column; NaN is nobody."""
    out = np.full(values.shape, np.nan)
    for column in range(values.shape[1]):
        there = np.isfinite(values[:, column])
        if there.any():
            one = _ranks if operation is CrossOperation.RANK else _zscores
            out[there, column] = one(values[there, column])
    return out


def _ranks(values: Floats) -> Floats:
    if len(values) == 1:
        return np.array([50.0])
    order = np.argsort(values)
    ordered = values[order]
    firsts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))  # of each run of equal values
    runs = np.diff(firsts, append=len(values))
    ranks = np.empty(len(values))
    ranks[order] = np.repeat(100.0 * (firsts + (runs - 1) / 2.0) / (len(values) - 1), runs)
    return ranks


def _zscores(values: Floats) -> Floats:
    mean, spread = values.mean(), values.std()
    if spread <= NO_MOVE * abs(mean):
        return np.full(len(values), np.nan)
    scores: Floats = (values - mean) / spread
    return scores
