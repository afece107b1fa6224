"""A world fitted to one instrument, from which paths are drawn, some at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from packages.domain.backtest.many import Paths
from packages.domain.backtest.panel import Panel
from packages.domain.stress.findings import World
from packages.domain.stress.worlds.assembly import Shapes, assemble
from packages.domain.stress.worlds.block_bootstrap import BlockLaw, mean_block
from packages.domain.stress.worlds.garch import GarchLaw, fit_garch
from packages.domain.stress.worlds.jump_diffusion import JumpLaw, fit_jumps
from packages.domain.stress.worlds.laws import Chance, Law
from packages.domain.stress.worlds.observed import BadDraw, ObservedBars, observed_bars
from packages.domain.stress.worlds.regime_switching import RegimeLaw, fit_regimes

FEWEST_TO_RESAMPLE = 60
FEWEST_TO_FIT = 250
_LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True, eq=False)
class FittedWorld:
    """What was learnt from one instrument; paths are of it and of its dates."""

    kind: World
    observed: ObservedBars
    shapes: Shapes
    law: Law

    @property
    def fitted(self) -> dict[str, float]:
        """The numbers of the world, volatilities and drifts by year."""
        return self.law.parameters(self.observed.bars_per_year)

    def draw(self, seed: int, first: int, end: int, bars: int) -> Paths:
        """The paths from `first` up to `end`, each of so many bars, the first bar of the panel among them."""
        if not 0 <= seed <= _LARGEST_SEED:
            raise BadDraw("stress.bad_seed_range", seed=seed, most=_LARGEST_SEED)
        if not 0 <= first < end or bars < 2:
            raise BadDraw("stress.bad_path_range", first=first, end=end, bars=bars)
        moves = self.law.moves(Chance(seed, self.kind, first, end), bars - 1)
        return assemble(self.observed, self.shapes, moves)

    def chunks(self, seed: int, paths: int, bars: int, at_once: int) -> Iterator[Paths]:
        """All paths, so many at a time; how many changes nothing but the memory it takes."""
        return (self.draw(seed, first, min(first + at_once, paths), bars) for first in range(0, paths, at_once))


def fit_world(kind: World, panel: Panel, *, block: float | None = None) -> FittedWorld:
    """`block` is the mean length of the bootstrap's blocks in bars; None lets the data choose."""
    if kind is World.TRADE_SHUFFLE:
        raise BadDraw("stress.shuffle_is_no_path")
    observed = observed_bars(panel, FEWEST_TO_RESAMPLE if kind is World.BLOCK_BOOTSTRAP else FEWEST_TO_FIT)
    match kind:
        case World.BLOCK_BOOTSTRAP:
            return _resampled(observed, block)
        case World.REGIME_SWITCHING:
            regimes = fit_regimes(observed.returns)
            return FittedWorld(kind, observed, Shapes.lent(observed, regimes.wild_chance >= 0.5), RegimeLaw(regimes))
        case World.JUMP_DIFFUSION:
            jumps = fit_jumps(observed.returns)
            return FittedWorld(kind, observed, Shapes.lent(observed, jumps.jump_chance >= 0.5), JumpLaw(jumps))
        case World.GARCH:
            law = GarchLaw.of(fit_garch(observed.returns), observed.returns)
            return FittedWorld(kind, observed, Shapes.kept(observed), law)
        case _:
            assert_never(kind)


def _resampled(observed: ObservedBars, block: float | None) -> FittedWorld:
    chosen = mean_block(observed.returns) if block is None else block
    if not 1 <= chosen <= len(observed):
        raise BadDraw("stress.bad_block", block=chosen, bars=len(observed))
    return FittedWorld(World.BLOCK_BOOTSTRAP, observed, Shapes.kept(observed), BlockLaw(observed.returns, chosen))
