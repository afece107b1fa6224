"""Daily bars by date: everything on one day, and one thing over all days, as they were known at an instant.

Both say of each instrument exactly what a read of its own series for the same window says, raw and unadjusted. Market
data are everybody's on a desk, so there is one market for all owners. What is delisted is there like anything else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from packages.core.messages import Message
from packages.domain.market_data.bars import BarColumns, Floats
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.coverage import Inventory
from packages.domain.market_data.symbols import Symbol

Flags: TypeAlias = npt.NDArray[np.bool_]
StopCheck: TypeAlias = Callable[[], None]  # raises, to end a read that nobody waits for any more
Unreadable: TypeAlias = Mapping[Symbol, Message]


def go_on() -> None:
    """The check of a read that is never stopped."""


class BarField(StrEnum):
    """What a panel can hold. `turnover` is the close times the volume: sources of bars name no amount of money."""

    OPEN = "open"
    HIGH = "high"
    LOW = "low"
    CLOSE = "close"
    VOLUME = "volume"
    TURNOVER = "turnover"


@dataclass(frozen=True, slots=True, eq=False)
class CrossSection:
    """The bars of one day, a row for each instrument that has one, in the order of symbols. `unreadable`: instruments
    of which nothing can be said, and why."""

    day: date
    as_of: datetime
    symbols: tuple[Symbol, ...]
    sources: tuple[str, ...]
    columns: BarColumns
    unreadable: Unreadable = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.symbols)


def without(section: CrossSection, is_hidden: Callable[[Symbol], bool]) -> CrossSection:
    """The same day, some instruments left out."""
    shown = np.array([not is_hidden(symbol) for symbol in section.symbols], bool)
    symbols = [symbol for symbol in section.symbols if not is_hidden(symbol)]
    sources = [source for source, is_shown in zip(section.sources, shown, strict=True) if is_shown]
    columns = BarColumns(**{one.name: getattr(section.columns, one.name)[shown] for one in fields(BarColumns)})
    unreadable = {symbol: why for symbol, why in section.unreadable.items() if not is_hidden(symbol)}
    return CrossSection(section.day, section.as_of, tuple(symbols), tuple(sources), columns, unreadable)


@dataclass(frozen=True, slots=True, eq=False)
class MarketPanel:
    """Matrices of days by instruments. `present`: where there is a bar that was known; elsewhere the values are NaN.
    `days` are those on which any of the instruments has a bar. `first_days` and `last_days`: when each was first and
    last traded as far as was known, in the window or not (NaT: never)."""

    as_of: datetime
    days: Days
    symbols: tuple[Symbol, ...]
    values: Mapping[BarField, Floats]
    present: Flags
    first_days: Days
    last_days: Days
    unreadable: Unreadable = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class TradedDays:
    """On which days series of one market have bars that are known: a column for each (symbol, source)."""

    days: Days
    series: tuple[tuple[Symbol, str], ...]
    present: Flags


class CrossSections(Protocol):
    """Plain functions, for callers off the event loop. `stop` is called between pieces of the work."""

    def section(self, day: date, as_of: datetime, *, stop: StopCheck = go_on) -> CrossSection: ...

    def panel(
        self,
        fields: Sequence[BarField],
        first: date,
        last: date,
        as_of: datetime,
        symbols: Sequence[Symbol] | None = None,
        *,
        stop: StopCheck = go_on,
    ) -> MarketPanel:
        """Days in [first, last]. The symbols asked for, in their order, or all that have a bar there, by name."""
        ...

    def inventory(self, *, stop: StopCheck = go_on) -> Inventory:
        """What is stored, whenever it was known; what cannot be read is reported, and holds up nothing else."""
        ...

    def traded_days(self, as_of: datetime, *, stop: StopCheck = go_on) -> Sequence[TradedDays]:
        """Of every daily series that can be read."""
        ...
