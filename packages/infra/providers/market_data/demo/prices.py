"""Daily prices in cents: pulled to what the business is worth, pushed by market and surprises, held by limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from math import sqrt

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import ActionKind, CorporateAction, StatusKind
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.draws import DatedDraws
from packages.infra.providers.market_data.demo.regimes import clustered
from packages.infra.providers.market_data.demo.statuses import days_under


@dataclass(frozen=True, slots=True)
class Band:
    """The lowest and the highest price of a day."""

    low: int
    high: int

    def hold(self, price: int) -> int:
        return min(max(price, self.low), self.high)


def limit_percents(company: DemoCompany, days: tuple[date, ...]) -> list[int | None]:
    """How far the price of each day may move, in percent, by the rule book; None without a limit."""
    special = days_under(company, StatusKind.SPECIAL_TREATMENT, days)
    return [_limit(company.market, company.board, day, day in special) for day in days]


@lru_cache(maxsize=50_000)
def _limit(market: Market, board: str, day: date, st: bool) -> int | None:
    fraction = RULEBOOK[market].limit(board, day, st=st)
    return None if fraction is None else int(fraction * 100)


def band(reference: int, percent: int | None) -> Band:
    """Around the close before (without what went ex today), rounded half up as exchanges do."""
    if percent is None:
        return Band(1, 2**62)
    return Band((reference * (100 - percent) + 50) // 100, (reference * (100 + percent) + 50) // 100)


def reference_price(close: int, actions: Sequence[CorporateAction]) -> int:
    """The close before, less what the share is without from today on, in cents."""
    if not actions:
        return close
    price = Decimal(close)
    for action in actions:
        price = price - action.value * 100 if action.kind is ActionKind.DIVIDEND else price / action.value
    return max(1, int(price + Decimal("0.5")))


_PULL = 0.012  # of the distance to the fair value, a day
_OVERNIGHT = 0.38  # of a day's move happens before the open
_GAP = 0.25  # noise of the open, of the day's volatility
_REACH = 0.45  # how far high and low lie beyond open and close, of the day's volatility
_JUMP = 7.0  # the size of a surprise, in days of usual volatility
_LOCKED = 1.25  # a push this far beyond the limit leaves no seller (or no buyer) all day


@dataclass(frozen=True, slots=True)
class DayPrice:
    """One session, prices in cents; `percent` is the limit of the day, `locked` where the whole day stood at it."""

    day: date
    open: int
    high: int
    low: int
    close: int
    move: float
    percent: int | None
    locked: bool = False

    @property
    def at_limit(self) -> bool:
        """Whether the close is as far from the reference as the limit allows, but for the rounding to cents."""
        return self.percent is not None and abs(self.move) * 100 > self.percent - 60 / self.close


@dataclass(frozen=True, slots=True, kw_only=True)
class Forces:
    """What moves a price, for each session."""

    days: tuple[date, ...]
    market: Sequence[float]  # the part of the return that is the market's
    fair: Sequence[float]  # cents
    percents: Sequence[int | None]
    shut: frozenset[date]
    actions: dict[date, list[CorporateAction]]
    surprises: dict[date, float]  # what is known of in advance: a report of the evening before
    volatility: float
    nerves: Floats  # what multiplies the volatility
    jumps: float  # chance of a surprise a day
    opening: int | None = None  # the close before the first session, in cents; None: what the business is worth


@dataclass(frozen=True, slots=True)
class _Luck:
    """The draws of one session."""

    own: float
    jump: float
    gap: float
    above: float
    below: float


def price_path(draws: DatedDraws, forces: Forces) -> list[DayPrice]:
    """The sessions that trade, oldest first."""
    close, carried = forces.opening or max(1, int(forces.fair[0] + 0.5)), 0.0
    path: list[DayPrice] = []
    for place, (day, luck) in enumerate(zip(forces.days, _luck(draws, forces), strict=True)):
        push = forces.market[place] + luck.own + carried + forces.surprises.get(day, 0.0) + luck.jump
        reference = reference_price(close, forces.actions.get(day, ()))
        push += _PULL * (forces.fair[place] - reference) / max(forces.fair[place], reference)
        if day in forces.shut:
            carried, close = max(-0.3, min(0.3, push)), reference
            continue
        traded = _session(day, reference, push, luck, forces.percents[place], forces.volatility)
        path.append(traded)
        carried = 0.7 * max(-0.25, min(0.25, push - traded.move)) if forces.percents[place] else 0.0
        close = traded.close
    return path


def _session(day: date, reference: int, push: float, luck: _Luck, percent: int | None, volatility: float) -> DayPrice:
    push, limits = max(push, -0.6), band(reference, percent)
    close = limits.hold(_cents(reference * (1 + push)))
    if _is_locked(reference, push, limits):
        return DayPrice(day, close, close, close, close, close / reference - 1, percent, locked=True)
    first = limits.hold(_cents(reference * (1 + _OVERNIGHT * push + _GAP * volatility * luck.gap)))
    reach = _REACH * (volatility + 0.3 * abs(push))
    high = limits.hold(_cents(max(first, close) * (1 + reach * luck.above)))
    low = limits.hold(_cents(min(first, close) * (1 - min(0.5, reach * luck.below))))
    return DayPrice(day, first, max(high, first, close), min(low, first, close), close, close / reference - 1, percent)


def _is_locked(reference: int, push: float, limits: Band) -> bool:
    room = (limits.high - reference if push > 0 else reference - limits.low) / reference
    return abs(push) > _LOCKED * room


def _luck(draws: DatedDraws, forces: Forces) -> list[_Luck]:
    days = forces.days
    own = clustered(draws.student(days, freedom=5), forces.volatility * forces.nerves)
    happens, size = draws.uniform(days) < forces.jumps, draws.normal(days)
    jumps = np.where(happens, size * _JUMP * forces.volatility, 0.0).tolist()
    gaps, above, below = (
        draws.normal(days).tolist(),
        abs(draws.normal(days)).tolist(),
        abs(draws.normal(days)).tolist(),
    )
    return [_Luck(*values) for values in zip(own, jumps, gaps, above, below, strict=True)]


def _cents(price: float) -> int:
    return max(1, int(price + 0.5))


def spread_of(path: Sequence[DayPrice]) -> float:
    """The size of a usual day's move."""
    return sqrt(sum(price.move * price.move for price in path) / len(path))


def volumes(draws: DatedDraws, path: Sequence[DayPrice], usual: Sequence[float], lot: int, spread: float) -> list[int]:
    """Units traded: more on days that move, little where the price is locked, in whole lots. `spread` is the size of
    a usual day's move."""
    mood, traded = 1.0, []
    days = [price.day for price in path]
    lasting, passing = draws.uniform(days).tolist(), draws.uniform(days).tolist()
    for price, base, slow, quick in zip(path, usual, lasting, passing, strict=True):
        mood = 0.9 * mood + 0.1 * (0.1 + 1.8 * slow)
        busy = 0.6 + 0.5 * min(abs(price.move) / spread, 5.0)
        units = base * mood * busy * (0.6 + 0.8 * quick) * (0.08 if price.locked else 1.0)
        traded.append(max(1, int(units / lot + 0.5)) * lot)
    return traded
