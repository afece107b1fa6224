"""The parts of a stress test as they are brought to the verdict."""

from dataclasses import dataclass
from enum import StrEnum

from packages.domain.stress.findings import (
    CrisisFinding,
    MonteCarloFinding,
    OverfittingFinding,
    SensitivityFinding,
    WalkForwardFinding,
    WindowStatus,
    World,
)


class StressPart(StrEnum):
    """What a stress test consists of; a pass needs all of them."""

    CRISES = "crises"
    MONTE_CARLO = "monte_carlo"
    SENSITIVITY = "sensitivity"
    WALK_FORWARD = "walk_forward"
    OVERFITTING = "overfitting"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StressParts:
    """None means that the part was not measured."""

    crises: tuple[CrisisFinding, ...] | None = None
    monte_carlo: tuple[MonteCarloFinding, ...] | None = None
    sensitivity: SensitivityFinding | None = None
    walk_forward: WalkForwardFinding | None = None
    overfitting: OverfittingFinding | None = None

    @property
    def windows(self) -> tuple[CrisisFinding, ...]:
        """The crises for which there is data."""
        return tuple(each for each in self.crises or () if each.status is not WindowStatus.GAP)

    @property
    def gaps(self) -> tuple[CrisisFinding, ...]:
        return tuple(each for each in self.crises or () if each.status is WindowStatus.GAP)

    @property
    def rerun(self) -> tuple[MonteCarloFinding, ...]:
        """The worlds in which the strategy itself was run again; shuffled trades cannot stand for them."""
        return tuple(each for each in self.monte_carlo or () if each.world is not World.TRADE_SHUFFLE)

    def missing(self) -> tuple[StressPart, ...]:
        """Parts of which nothing was measured."""
        measured = {
            StressPart.CRISES: bool(self.windows),
            StressPart.MONTE_CARLO: bool(self.rerun),
            StressPart.SENSITIVITY: self.sensitivity is not None,
            StressPart.WALK_FORWARD: self.walk_forward is not None,
            StressPart.OVERFITTING: self.overfitting is not None,
        }
        return tuple(part for part, is_there in measured.items() if not is_there)
