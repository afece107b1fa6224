"""The rules of each market as data with the days from which they held: lots, settlement, price limits, duties."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, TypeVar

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

    def limit_prices(self, previous_close: Decimal, fraction: Decimal) -> tuple[Decimal, Decimal]:
        """The lowest and the highest price of a day, rounded to the tick as exchanges do."""
        down, up = previous_close * (1 - fraction), previous_close * (1 + fraction)
        return self._to_tick(down), self._to_tick(up)

    def _to_tick(self, price: Decimal) -> Decimal:
        return (price / self.tick).quantize(Decimal(1), rounding=ROUND_HALF_UP) * self.tick


def _newest(rules: Sequence[Dated], day: date) -> Dated | None:
    begun = [rule for rule in rules if rule.since <= day]
    return max(begun, key=lambda rule: rule.since, default=None)


_CENT = Decimal("0.01")
_ONE = Decimal(1)
_TEN, _TWENTY, _THIRTY, _FIVE = Decimal("0.10"), Decimal("0.20"), Decimal("0.30"), Decimal("0.05")
_REGISTRATION = date(2023, 4, 10)

_CN_STOCKS = MarketRules(
    market=Market.CN_STOCKS,
    currency="CNY",
    tick=_CENT,
    lots=(
        Lot("star", Decimal(200), _ONE),
        Lot("bse", Decimal(100), _ONE),
        Lot(ANY_BOARD, Decimal(100), Decimal(100)),
    ),
    sell_after_sessions=1,
    can_short=False,
    limits=(
        PriceLimit("main", st=False, since=date(1996, 12, 16), fraction=_TEN),
        PriceLimit("main", st=False, since=_REGISTRATION, fraction=_TEN, free_sessions=5),
        PriceLimit("main", st=True, since=date(1998, 4, 22), fraction=_FIVE),
        PriceLimit("chinext", st=False, since=date(2009, 10, 30), fraction=_TEN),
        PriceLimit("chinext", st=False, since=date(2020, 8, 24), fraction=_TWENTY, free_sessions=5),
        PriceLimit("chinext", st=True, since=date(2020, 8, 24), fraction=_TWENTY),
        PriceLimit("star", st=False, since=date(2019, 7, 22), fraction=_TWENTY, free_sessions=5),
        PriceLimit("star", st=True, since=date(2019, 7, 22), fraction=_TWENTY),
        PriceLimit("bse", st=False, since=date(2021, 11, 15), fraction=_THIRTY, free_sessions=1),
        PriceLimit("bse", st=True, since=date(2021, 11, 15), fraction=_THIRTY),
    ),
    duties=(
        Duty("stamp", "buy", date(2005, 1, 24), Decimal("0.001")),
        Duty("stamp", "sell", date(2005, 1, 24), Decimal("0.001")),
        Duty("stamp", "buy", date(2007, 5, 30), Decimal("0.003")),
        Duty("stamp", "sell", date(2007, 5, 30), Decimal("0.003")),
        Duty("stamp", "buy", date(2008, 4, 24), Decimal("0.001")),
        Duty("stamp", "sell", date(2008, 4, 24), Decimal("0.001")),
        Duty("stamp", "buy", date(2008, 9, 19), Decimal(0)),
        Duty("stamp", "sell", date(2023, 8, 28), Decimal("0.0005")),
    ),
)

_US_STOCKS = MarketRules(
    market=Market.US_STOCKS,
    currency="USD",
    tick=_CENT,
    lots=(Lot(ANY_BOARD, _ONE, _ONE),),
    sell_after_sessions=0,
    can_short=True,
)

_CRYPTO = MarketRules(
    market=Market.CRYPTO,
    currency="USD",
    tick=_CENT,
    lots=(Lot(ANY_BOARD, Decimal("0.00000001"), Decimal("0.00000001")),),
    sell_after_sessions=0,
    can_short=False,
)

_FOREX = MarketRules(
    market=Market.FOREX,
    currency="USD",
    tick=Decimal("0.00001"),
    lots=(Lot(ANY_BOARD, Decimal(1000), Decimal(1000)),),
    sell_after_sessions=0,
    can_short=True,
)

_FUTURES = MarketRules(
    market=Market.FUTURES,
    currency="USD",
    tick=_CENT,
    lots=(Lot(ANY_BOARD, _ONE, _ONE),),
    sell_after_sessions=0,
    can_short=True,
)

RULEBOOK: dict[Market, MarketRules] = {
    rules.market: rules for rules in (_CN_STOCKS, _US_STOCKS, _CRYPTO, _FOREX, _FUTURES)
}
