"""What the gate knows when it looks at an order: the equity, what is held and at work, prices, the time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from packages.domain.strategy.model import Direction
from packages.domain.trading.risk.watch import EquityMarks


@dataclass(frozen=True, slots=True)
class Exposure:
    """Money in a position at its mark, or in an entry at work at the most that it may become; never below 0."""

    symbol: str
    direction: Direction
    value: Decimal


@dataclass(frozen=True, slots=True)
class Quote:
    """The last close, when its bar was finished, and the step and the smallest size that can be ordered."""

    close: Decimal
    at: datetime
    step: Decimal = Decimal(1)
    smallest: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskState:
    """One deployment at one moment. `sent` are the times of the entries that were sent, of a day at least. `taken_out`
    was withdrawn: it is no loss to the watch, and no money to trade with either."""

    now: datetime
    marks: EquityMarks
    exposures: tuple[Exposure, ...]
    quotes: Mapping[str, Quote]
    sent: tuple[datetime, ...]
    market_is_open: bool
    taken_out: Decimal = Decimal(0)

    @property
    def equity(self) -> Decimal:
        return self.marks.equity - self.taken_out

    @property
    def gross(self) -> Decimal:
        return sum((each.value for each in self.exposures), Decimal(0))

    def exposed(self, symbol: str, direction: Direction | None = None) -> Decimal:
        """In one symbol; both directions together where none is named."""
        wanted = (direction,) if direction else tuple(Direction)
        mine = (each.value for each in self.exposures if each.symbol == symbol and each.direction in wanted)
        return sum(mine, Decimal(0))
