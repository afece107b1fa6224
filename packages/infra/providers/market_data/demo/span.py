"""How much of the demo market is made: from which session on, and up to which instant."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.demo.sessions import FIRST, LAST, trading_days

# Markets look ahead: what a business is worth on a day hangs on its books of almost two years later.
_YEARS_AHEAD = 2


@dataclass(frozen=True, slots=True)
class DemoSpan:
    """What became known after `since` and by `now`. Without `now`, the founding years. Without `since`, everything;
    with it, sessions are acted out from the start of its year on, from the `closes` before, in cents."""

    seed: int
    now: datetime | None = None
    since: datetime | None = None
    closes: Mapping[Symbol, int] = field(default_factory=dict)

    @property
    def horizon(self) -> date:
        """Up to where the world goes on without being seen."""
        return LAST if self.now is None else max(LAST, date(self.now.year + _YEARS_AHEAD, 12, 31))

    @property
    def first_day(self) -> date:
        return FIRST if self.since is None else date(self.since.year, 1, 1)

    def days(self, exchange: str, market: Market) -> tuple[date, ...]:
        """The sessions that are acted out, with that of today even while it trades."""
        today = LAST if self.now is None else max(LAST, local_day(market, self.now))
        days = trading_days(exchange, today)
        return days[bisect_left(days, self.first_day) :]

    def is_new(self, known_at: datetime) -> bool:
        return self.since is None or self.since < known_at
