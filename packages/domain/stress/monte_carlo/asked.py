"""What is asked of a Monte Carlo run, checked before anything is drawn."""

from dataclasses import dataclass

from packages.core.errors import Invalid

FEWEST_PATHS = 100
MOST_PATHS = 1_000_000
LARGEST_SEED = 2**63 - 1


class BadMonteCarlo(Invalid):
    """A number of paths, or a level of ruin, with which nothing can be measured."""


@dataclass(frozen=True, slots=True)
class MonteCarloRequest:
    """How many paths, from which seed, and at which fraction of the money one speaks of ruin."""

    paths: int
    seed: int
    ruin_level: float

    def __post_init__(self) -> None:
        if not FEWEST_PATHS <= self.paths <= MOST_PATHS:
            raise BadMonteCarlo("stress.bad_path_count", paths=self.paths, fewest=FEWEST_PATHS, most=f"{MOST_PATHS:,}")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise BadMonteCarlo("stress.bad_seed_range", seed=self.seed, most=LARGEST_SEED)
        if not 0 <= self.ruin_level < 1:
            raise BadMonteCarlo("stress.bad_ruin_level", level=self.ruin_level)
