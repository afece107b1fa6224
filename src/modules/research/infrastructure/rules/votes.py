"""Weighted votes: what several readings of the same matter come to, and how sure one may be of it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """One side of a matter. `lean` runs from -1 to 1, `known` is the part of its figures that was there (0 to 1), and
    `sentences` say what it stands on, the weightiest first."""

    topic: str
    weight: float
    lean: float
    known: float
    sentences: tuple[str, ...]

    @property
    def pull(self) -> float:
        """How much it moves the whole."""
        return self.weight * self.lean * self.known


@dataclass(frozen=True, slots=True)
class Tally:
    """`agreement`: 1 when all that lean, lean the same way; 0 when they cancel out. `sufficiency`: the part of all
    weights whose figures were there."""

    lean: float
    agreement: float
    sufficiency: float


def tally(readings: Sequence[Reading]) -> Tally:
    heard = sum(reading.weight * reading.known for reading in readings)
    whole = sum(reading.weight for reading in readings)
    pulls = [reading.pull for reading in readings]
    net, gross = sum(pulls), sum(abs(pull) for pull in pulls)
    return Tally(
        lean=net / heard if heard else 0.0,
        agreement=abs(net) / gross if gross else 0.0,
        sufficiency=heard / whole if whole else 0.0,
    )


def confidence_between(floor: float, cap: float, *parts: float) -> float:
    """From the floor towards the cap by the product of the parts (each from 0 to 1), to two places; never 1."""
    share = 1.0
    for part in parts:
        share *= within(part, 0.0, 1.0)
    return round(floor + (cap - floor) * share, 2)


def within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)
