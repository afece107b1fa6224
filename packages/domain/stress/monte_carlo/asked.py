"""What is asked of a Monte Carlo run, checked before anything is drawn."""

from dataclasses import dataclass

from packages.core.errors import Invalid

FEWEST_PATHS = 100
MOST_PATHS = 1_000_000
LARGEST_SEED = 2**63 - 1


class BadMonteCarlo(Invalid):
    """A number of paths, or a level of ruin, with which nothing can be measured."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How many paths, from which seed, and at which fraction of the money one speaks of ruin."""

    paths: int
    seed: int
    ruin_level: float

    def __post_init__(self) -> None:
        if not FEWEST_PATHS <= self.paths <= MOST_PATHS:
            raise BadMonteCarlo(f"{self.paths} paths cannot be used: ask for {FEWEST_PATHS} to {MOST_PATHS:,}.")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise BadMonteCarlo(f"{self.seed} is no seed: give a whole number from 0 to {LARGEST_SEED}.")
        if not 0 <= self.ruin_level < 1:
            raise BadMonteCarlo(
                f"{self.ruin_level} is no level of ruin: give the fraction of the money that is left then, below 1."
            )
