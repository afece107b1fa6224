"""What trials returned week by week, measured and kept, so that alike ones can be told from strangers.

A week begins on Monday in UTC and is numbered from that of 1 January 1970. The first and the last may be parts of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats, Instants

_THURSDAY = 3  # 1 January 1970, counted from Monday


@dataclass(frozen=True, slots=True, eq=False)
class TrialReturn:
    """What one trial of a lineage returned by week, from `first_week` on (see `weekly`); `key` is that of the trial."""

    key: str
    first_week: int
    returns: Floats

    @property
    def end_week(self) -> int:
        """The week after the last."""
        return self.first_week + len(self.returns)


class TrialReturns(Protocol):
    """Where the returns of trials are kept, in single precision; they stay when a strategy goes, as the trials do."""

    async def add(self, lineage_id: str, returns: Sequence[TrialReturn]) -> None:
        """A key that the lineage has already stays as it is."""
        ...

    async def of(self, keys: Sequence[str]) -> Sequence[TrialReturn]:
        """Of those trials, whichever lineage they are kept for, in the order of their keys."""
        ...


class Weekly(NamedTuple):
    """The number of the first week, and a return for every week from it on; one without bars has 0."""

    first_week: int
    returns: Floats


def weekly(time: Instants, equity: Floats) -> Weekly:
    """`equity` has a column a bar, and a row a run where there are several. The first week begins with the first bar;
    an account that is empty stays where it is."""
    weeks = week_numbers(time)
    ends = np.flatnonzero(np.diff(weeks, append=weeks[-1] + 1))
    closes = np.concatenate((equity[..., :1], equity[..., ends]), axis=-1)
    before, after = closes[..., :-1], np.maximum(closes[..., 1:], 0.0)
    change = np.divide(after, before, out=np.ones_like(after), where=before > 0) - 1.0
    returns = np.zeros((*equity.shape[:-1], int(weeks[-1] - weeks[0]) + 1))
    returns[..., weeks[ends] - weeks[0]] = change
    return Weekly(int(weeks[0]), returns)


def week_numbers(time: Instants) -> Counts:
    days = time.astype("datetime64[D]").astype(np.int64)
    numbers: Counts = (days + _THURSDAY) // 7
    return numbers
