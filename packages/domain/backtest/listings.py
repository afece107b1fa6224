"""What is known of the instruments of a portfolio beside their bars: since when they are listed, until when, under
which treatment, and what their prices were multiplied by for splits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.domain.market_data.rows import Instrument, StatusKind, StatusPeriod


@dataclass(frozen=True, slots=True)
class InstrumentFacts:
    """What the membership of a universe asks beside bars; `special` are the periods of special treatment."""

    listed_on: date | None = None
    delisted_on: date | None = None
    special: Sequence[StatusPeriod] = ()

    @classmethod
    def of(cls, instrument: Instrument, statuses: Sequence[StatusPeriod]) -> "InstrumentFacts":
        special = tuple(row for row in statuses if row.kind is StatusKind.SPECIAL_TREATMENT)
        return cls(instrument.listed_on, instrument.delisted_on, special)


@dataclass(frozen=True, slots=True, eq=False)
class Listings:
    """`facts` has one entry an instrument, `split` a row an instrument and a column a bar; None where nothing was ever
    split."""

    facts: tuple[InstrumentFacts, ...]
    split: Floats | None = None

    def at(self, bars: slice | npt.NDArray[np.intp]) -> "Listings":
        """On some bars only."""
        return self if self.split is None else replace(self, split=self.split[:, bars].copy())

    def and_others(self, count: int) -> "Listings":
        """With so many further instruments of which nothing is known."""
        split = None if self.split is None else np.vstack([self.split, np.ones((count, self.split.shape[1]))])
        return Listings((*self.facts, *[InstrumentFacts()] * count), split)

    def of(self, rows: Sequence[int]) -> "Listings":
        split = None if self.split is None else self.split[list(rows)]
        return Listings(tuple(self.facts[row] for row in rows), split)
