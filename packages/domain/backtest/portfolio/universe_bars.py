"""What a portfolio chooses from: the own bars of every instrument of a universe, on one axis of days."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.listings import InstrumentFacts
from packages.domain.backtest.market.axis import local_days
from packages.domain.backtest.market.price_limits import Flags, within
from packages.domain.backtest.own_bars import OwnBars, OwnTimes
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.calendar import Days
from packages.domain.strategy.operands import PriceField

NO_FACTS = InstrumentFacts()


@dataclass(frozen=True, eq=False, kw_only=True)
class UniverseBars:
    """Matrices have a row an instrument and a column a day of the axis. `own` gives the bars of one instrument, none
    missing. `split` is what its prices were multiplied by for later splits, None where there were none; `sessions` are
    the trading days of the calendar around the axis, None where there is no calendar."""

    days: Days
    held: Flags  # where an instrument has a bar
    prices: Mapping[PriceField, Floats]  # those that were read as matrices, closes always; NaN without a bar
    own: Callable[[int], OwnBars]
    facts: Sequence[InstrumentFacts]
    split: Floats | None = None
    sessions: Days | None = None
    bars_per_year: float

    def __len__(self) -> int:
        return len(self.held)

    @property
    def close(self) -> Floats:
        return self.prices[PriceField.CLOSE]

    @cached_property
    def first_bars(self) -> Counts:
        """The first bar of each instrument, past the end where it has none."""
        return np.where(self.held.any(axis=1), self.held.argmax(axis=1), len(self.days)).astype(np.int64)

    def own_places(self, at: int, bars: Counts) -> Counts:
        """The place of some days among the own bars of an instrument; only of use where it has a bar."""
        counts: Counts = np.cumsum(self.held[at], dtype=np.int64)[bars] - 1
        return counts

    def quoted(self, bars: Counts) -> Floats:
        """Closes as they were quoted on those days."""
        close = self.close[:, bars]
        return close if self.split is None else close / self.split[:, bars]

    def listed_days(self, bars: Counts) -> npt.NDArray[np.int64]:
        """Calendar days since the listing, or since the first bar where nobody says when that was."""
        first = self.days[np.minimum(self.first_bars, len(self.days) - 1)]
        listed_on = [first[at] if each.listed_on is None else np.datetime64(each.listed_on) for at, each in self._each]
        listed = np.array(listed_on, dtype="datetime64[D]")
        passed: npt.NDArray[np.int64] = (self.days[bars][None, :] - listed[:, None]).astype(np.int64)
        return passed

    def special(self, bars: Counts) -> Flags:
        """Where an instrument is under special treatment."""
        found = np.zeros((len(self), len(bars)), dtype=bool)
        for at, each in self._each:
            if each.special:
                found[at] = within(each.special, self.days)[bars]
        return found

    def settled(self) -> Counts:
        """The bar on which each instrument is paid out for good, the one after its last where it was delisted; past
        the end for the others."""
        bars = len(self.days)
        last = bars - 1 - self.held[:, ::-1].argmax(axis=1)
        gone = [
            each.delisted_on is not None and np.datetime64(each.delisted_on) <= self.days[-1] for _, each in self._each
        ]
        ends: Counts = np.where(np.array(gone, dtype=bool) & self.held.any(axis=1), last + 1, bars).astype(np.int64)
        return ends

    @property
    def _each(self) -> Sequence[tuple[int, InstrumentFacts]]:
        return list(enumerate(self.facts))


def universe_of(panel: Panel) -> UniverseBars:
    """The instruments of a panel."""
    held, listings = np.isfinite(panel.close), panel.listings
    sessions = None if panel.alongside is None else panel.alongside.sessions
    return UniverseBars(
        days=local_days(panel.market, panel.timeframe, panel.time),
        held=held,
        prices={each: getattr(panel, each.value) for each in PriceField},
        own=lambda at: OwnBars.of(panel, at, OwnTimes.of(panel, held[at]), held[at]),
        facts=[NO_FACTS] * len(panel.tickers) if listings is None else listings.facts,
        split=None if listings is None else listings.split,
        sessions=sessions if sessions is not None and len(sessions) else None,
        bars_per_year=panel.bars_per_year,
    )
