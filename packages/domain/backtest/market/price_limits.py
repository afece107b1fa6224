"""Between which prices an instrument may trade on each bar, in whole ticks as exchanges count them.

The limits of a day stand around its reference price: the close before, less the cash and divided by the shares that go
ex on the day. A market has limits in fractions of it, or (Tokyo) in money by a table of it; there cash that goes ex
leaves the reference as it is. Where a day has no limit (a new listing, a board without one, no close before) they are 0
and infinity.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel.binding import library
from packages.domain.backtest.kernel.layout import A_WHOLE
from packages.domain.backtest.panel import PRICES, Counts
from packages.domain.market_data.bars import BarColumns, Floats
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.quality import HIGHEST_PRICE, LARGEST_VOLUME, ROUNDING
from packages.domain.market_data.rows import ActionKind, CorporateAction, StatusPeriod
from packages.domain.market_data.trading_rules import MarketRules, PriceBands
from packages.domain.strategy.indicators.compiled import address_of

Flags = npt.NDArray[np.bool_]
_NEAR = 0.02  # of a tick: what a vendor that keeps single precision is off by
_NOISE = 1e-9
_BOUNDS = np.array([ROUNDING, HIGHEST_PRICE, LARGEST_VOLUME])


@dataclass(frozen=True, slots=True, eq=False)
class PriceLimits:
    """The lowest and the highest price of each bar, in the terms of raw prices."""

    lower: Floats
    upper: Floats


@dataclass(frozen=True, slots=True)
class Listing:
    """What the limits of an instrument depend on; `special` are its periods of special treatment."""

    board: str
    listed_on: date | None
    special: Sequence[StatusPeriod] = ()


def price_limits(
    rules: MarketRules, listing: Listing, days: Days, close: Floats, actions: Sequence[CorporateAction]
) -> PriceLimits:
    """`days` are the local days of the bars, `close` their raw closes; several bars of a day share its limits."""
    if (days[1:] != days[:-1]).all():
        return _of_days(rules, listing, days, close, actions)
    starts = np.flatnonzero(np.diff(days, prepend=days[:1] - 1))
    closes = close[np.append(starts[1:], len(days))[: len(starts)] - 1]
    found = _of_days(rules, listing, days[starts], closes, actions)
    bars = np.diff(starts, append=len(days))
    return PriceLimits(np.repeat(found.lower, bars), np.repeat(found.upper, bars))


def _of_days(
    rules: MarketRules, listing: Listing, days: Days, closes: Floats, actions: Sequence[CorporateAction]
) -> PriceLimits:
    """Each day once."""
    if rules.bands is not None:
        splits = [action for action in actions if action.kind is ActionKind.SPLIT]
        price = np.maximum(reference_prices(closes, days, splits), 0.0)
        reference = np.floor(price * _ticks(rules) + 0.5 + _NOISE).astype(np.int64)
        return PriceLimits(*_banded(rules.bands, days, reference, rules))
    fraction, price = limit_fractions(rules, listing, days), reference_prices(closes, days, actions)
    found = PriceLimits(np.empty(len(days)), np.empty(len(days)))
    places = (address_of(each) for each in (fraction, found.lower, found.upper))
    library().parley_limits(address_of(price), _NOISE, *places, len(days), _ticks(rules))
    return found


def _banded(table: PriceBands, days: Days, reference: Counts, rules: MarketRules) -> tuple[Floats, Floats]:
    """A price never falls below one tick."""
    steps = [int(band.below * _ticks(rules)) for band in table.bands if band.below is not None]
    amounts = np.array([int(band.amount * _ticks(rules)) for band in table.bands], dtype=np.int64)
    amount = amounts[np.searchsorted(np.array(steps, dtype=np.int64), reference, "right")]
    limited = (reference > 0) & (days >= np.datetime64(table.since))
    lower = np.where(limited, np.maximum(reference - amount, 1) / _ticks(rules), 0.0)
    return lower, np.where(limited, (reference + amount) / _ticks(rules), np.inf)


def limit_fractions(rules: MarketRules, listing: Listing, days: Days) -> Counts:
    """How far each day may move, in ten-thousandths of its reference; 0 without a limit. `days` are the sessions of
    the instrument, in order, each once."""
    before = _sessions_before(listing.listed_on, days)
    plain = _by_rule(rules, listing.board, days, before, st=False)
    if not listing.special:
        return plain
    return np.where(within(listing.special, days), _by_rule(rules, listing.board, days, before, st=True), plain)


def reference_prices(closes: Floats, days: Days, actions: Iterable[CorporateAction]) -> Floats:
    """What each day's limits are counted from, 0 where there is no close before. What went ex while the instrument was
    suspended counts on the day on which it trades again."""
    price: Floats = np.concatenate(([0.0], closes[:-1]))[: len(days)]
    for action in sorted(actions, key=lambda action: (action.ex_date, action.kind is ActionKind.SPLIT)):
        day = int(np.searchsorted(days, np.datetime64(action.ex_date, "D")))
        if 0 < day < len(days):
            value = float(action.value)
            price[day] = price[day] / value if action.kind is ActionKind.SPLIT else price[day] - value
    return price


def on_ticks(rules: MarketRules, prices: Floats) -> Floats:
    """Prices that lie a hair beside a tick are set on it, so that a close at the limit equals the limit."""
    prices = np.ascontiguousarray(prices, np.float64)
    found = np.empty(prices.shape)
    library().parley_on_ticks(address_of(prices), prices.size, _ticks(rules), _NEAR, address_of(found))
    return found


def tradable(rules: MarketRules, bars: BarColumns) -> BarColumns | None:
    """The bars with all prices on ticks where the market has limits, and highs and lows that reach open and close; None
    where an objection can be made to one of them."""
    columns = [np.ascontiguousarray(getattr(bars, name)) for name in PRICES]
    time, places = np.ascontiguousarray(bars.time.view(np.int64)), np.array([address_of(each) for each in columns])
    found = np.empty((4, len(bars)))
    ticks = _ticks(rules) if rules.is_limited else 0
    given = address_of(time), address_of(places), len(bars), address_of(_BOUNDS)
    if not library().parley_tradable(*given, ticks, _NEAR, address_of(found)):
        return None
    return replace(bars, open=found[0], high=found[1], low=found[2], close=found[3])


def within(periods: Iterable[StatusPeriod], days: Days) -> Flags:
    """Which days lie in one of the periods, both ends included."""
    found = np.zeros(len(days), dtype=bool)
    for period in periods:
        since = np.searchsorted(days, np.datetime64(period.since, "D"))
        until = len(days) if period.until is None else np.searchsorted(days, np.datetime64(period.until, "D"), "right")
        found[since:until] = True
    return found


def _ticks(rules: MarketRules) -> int:
    """How many ticks make one unit of money."""
    return int(1 / rules.tick)


def _sessions_before(listed_on: date | None, days: Days) -> int:
    """How many sessions of the instrument came before the first day. They are counted as weekdays: exact where the bars
    begin with the listing, and long past the free sessions where they do not."""
    if listed_on is None:
        return A_WHOLE
    return max(0, int(np.busday_count(np.datetime64(listed_on, "D"), days[0]))) if len(days) else 0


def _by_rule(rules: MarketRules, board: str, days: Days, before: int, *, st: bool) -> Counts:
    """The fraction of the newest rule of each day, 0 before the first rule and while a listing is free: so many of its
    sessions came `before` the first of the days."""
    held = sorted((rule for rule in rules.limits if rule.board == board and rule.st is st), key=lambda rule: rule.since)
    fraction = np.zeros(len(days), dtype=np.int64)
    for rule in held:
        first = int(np.searchsorted(days, np.datetime64(rule.since, "D")))
        fraction[first:] = int(rule.fraction * A_WHOLE)
        fraction[first : max(first, rule.free_sessions - before)] = 0
    return fraction
