"""Funding of perpetuals: what longs pay shorts at an instant, as cash a unit on the bars and as what rules read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from packages.domain.market_data.bars import Floats, Instants, instant
from packages.domain.market_data.rows import FundingRate
from packages.domain.strategy.company_fields import FundingField

_A_DAY = np.timedelta64(1, "D")


@dataclass(frozen=True, slots=True, eq=False)
class FundingHistory:
    """The rates of one perpetual in the order of their instants, each with the instant from which it was known."""

    symbol: str
    paid_at: Instants
    known_at: Instants
    rate: Floats

    @classmethod
    def of(cls, symbol: str, rates: Sequence[FundingRate]) -> "FundingHistory":
        """A rate that is published before it is paid counts for rules from its publication."""
        paid, known = ([instant(getattr(row, name)) for row in rates] for name in ("paid_at", "known_at"))
        paid_at, known_at = (np.array(each, dtype="datetime64[us]") for each in (paid, known))
        return cls(symbol, paid_at, known_at, np.array([float(row.rate) for row in rates]))

    def known_by(self, at: np.datetime64) -> "FundingHistory":
        seen = self.known_at <= at
        return replace(self, paid_at=self.paid_at[seen], known_at=self.known_at[seen], rate=self.rate[seen])

    def column(self, field: FundingField, closes: Instants) -> Floats:
        """On bars that are over at `closes`; NaN where nothing was known."""
        found = np.full(len(closes), np.nan)
        for at, close in enumerate(closes):
            seen = self.known_at <= close
            if field is FundingField.DAY_RATE:
                seen &= (self.paid_at > close - _A_DAY) & (self.paid_at <= close)
                found[at] = self.rate[seen].sum() if seen.any() else np.nan
            elif seen.any():
                found[at] = self.rate[seen][-1]
        return found


def funding_received(rates: Sequence[FundingRate], time: Instants, close: Floats) -> Floats:
    """What a long unit receives at the open of each bar, below 0 where it pays: for the instants after the bar before
    began and not after this one does, at the mark price, or else at the close before."""
    received = np.zeros(len(time))
    for row in rates:
        bar = int(np.searchsorted(time, instant(row.paid_at)))
        if 0 < bar < len(time):
            price = float(close[bar - 1]) if row.mark_price is None else float(row.mark_price)
            received[bar] -= float(row.rate) * price
    return received


def bars_without_rates(rates: Sequence[FundingRate], time: Instants) -> int:
    """Bars that begin before the first rate, or more than a day after the last."""
    first, last = instant(rates[0].paid_at), instant(rates[-1].paid_at)
    return int(((time < first) | (time > last + _A_DAY)).sum())
