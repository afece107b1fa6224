"""What a rule of a market can be: lots, settlement, price limits, duties, each with the day from which it held."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, TypeVar

from packages.core.messages import Message, message
from packages.domain.market_data.symbols import Market

Side = Literal["buy", "sell"]
ANY_BOARD = "*"


@dataclass(frozen=True, slots=True)
class Lot:
    """Orders on a board are at least `minimum`, and beyond it in steps of `step`."""

    board: str
    minimum: Decimal
    step: Decimal


@dataclass(frozen=True, slots=True)
class PriceLimit:
    """From `since` on, a day's prices stay within `fraction` of the close before; `st` is special treatment. In the
    first `free_sessions` after listing there is no limit."""

    board: str
    st: bool
    since: date
    fraction: Decimal
    free_sessions: int = 0


@dataclass(frozen=True, slots=True)
class Duty:
    """A share of the traded amount that is due from `since` on."""

    name: str
    side: Side
    since: date
    rate: Decimal


@dataclass(frozen=True, slots=True)
class PriceBand:
    """A day's prices stay within `amount` of a reference price below `below`; None: of any higher one."""

    below: Decimal | None
    amount: Decimal


@dataclass(frozen=True, slots=True)
class PriceBands:
    """A table of limits in money, from the lowest reference price to the highest, in force from `since` on."""

    since: date
    bands: tuple[PriceBand, ...]


Dated = TypeVar("Dated", PriceLimit, Duty)


@dataclass(frozen=True, slots=True)
class MarketRules:
    """Everything that an order, a backtest and a check need to know of a market."""

    market: Market
    currency: str
    tick: Decimal
    lots: tuple[Lot, ...]
    sell_after_sessions: int  # 1: what is bought today can be sold from the next session on (T+1)
    can_short: bool
    limits: tuple[PriceLimit, ...] = ()
    duties: tuple[Duty, ...] = ()
    bands: PriceBands | None = None
    notes: tuple[str, ...] = ()  # rules of the market that are not modelled, as codes of `market_data.rule`

    @property
    def is_limited(self) -> bool:
        return bool(self.limits) or self.bands is not None

    def sentences(self) -> tuple[Message, ...]:
        """What a reader has to know beside the rules."""
        return tuple(message(f"market_data.rule.{note}") for note in self.notes)

    def lot(self, board: str) -> Lot:
        return next(lot for lot in self.lots if lot.board in (board, ANY_BOARD))

    def limit(self, board: str, day: date, *, st: bool, sessions_listed: int | None = None) -> Decimal | None:
        """The fraction that prices may move from the close before; None where there is no limit."""
        current = _newest([limit for limit in self.limits if limit.board == board and limit.st is st], day)
        if current is None or (sessions_listed is not None and sessions_listed < current.free_sessions):
            return None
        return current.fraction

    def duty(self, side: Side, day: date) -> Decimal:
        """The rates of all duties of a side on a day, added up."""
        names = {duty.name for duty in self.duties if duty.side == side}
        due = (_newest([d for d in self.duties if d.name == name and d.side == side], day) for name in names)
        return sum((duty.rate for duty in due if duty is not None), Decimal(0))


def _newest(rules: Sequence[Dated], day: date) -> Dated | None:
    begun = [rule for rule in rules if rule.since <= day]
    return max(begun, key=lambda rule: rule.since, default=None)
