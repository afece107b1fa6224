"""The limits of a deployment: the most that is allowed of each thing, and who said so; and the watch over the equity.

Every limit is a "no more than", so of two the smaller is the stricter. There are three sources: the answers of the
person (KYC), what the deployment was given, and default limits against runaways. The strictest counts, and its clause
is named.

From the drawdown that the stress lab holds the person to (its `limits_for`), the gate takes:

| the lab's drawdown | drawdown | loss in a day | gross exposure |
|--------------------|----------|---------------|----------------|
| 15 %               | 15 %     | 3 %           | 1 × equity     |
| 25 %               | 25 %     | 5 %           | 1 × equity     |
| 40 %               | 40 %     | 8 %           | 2 × equity     |
| 60 %               | 60 %     | 12 %          | 4 × equity     |

A day may take a fifth of the way: five such days in a row are the whole of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

from packages.core.errors import Invalid
from packages.core.events import JsonObject
from packages.core.money import exact
from packages.domain.market_data.timeframe import Timeframe


class BadLimit(Invalid):
    """A limit that means nothing."""


class LimitName(StrEnum):
    """What is limited, and its unit."""

    POSITION_VALUE = "position_value"  # money in one position, orders at work included
    POSITION_SHARE = "position_share"  # the same, as a fraction of the equity
    SYMBOL_EXPOSURE = "symbol_exposure"  # long and short of one symbol together, as a fraction of the equity
    GROSS_EXPOSURE = "gross_exposure"  # everything together, in times of the equity
    CAPITAL = "capital"  # everything together, in money
    TRADE_LOSS = "trade_loss"  # what one position loses at its stop, as a fraction of the equity
    DAILY_LOSS = "daily_loss"  # a fraction of the equity that the day began with
    DRAWDOWN = "drawdown"  # a fraction of the highest equity so far
    ORDERS_A_MINUTE = "orders_a_minute"
    ORDERS_AN_HOUR = "orders_an_hour"
    ORDERS_A_DAY = "orders_a_day"
    PRICE_COLLAR = "price_collar"  # how far from the last close, as a fraction of it
    STALE_DATA = "stale_data"  # how long the next bar has been due by the market's calendar, in seconds
    MARKET_CLOSED = "market_closed"  # 0: nothing is opened while the market is closed
    NO_PRICE = "no_price"  # always in force, and nobody's to set: what has no close cannot be valued


FRACTIONS = frozenset({LimitName.TRADE_LOSS, LimitName.DAILY_LOSS, LimitName.DRAWDOWN, LimitName.PRICE_COLLAR})
COUNTS = {LimitName.ORDERS_A_MINUTE: 60, LimitName.ORDERS_AN_HOUR: 3_600, LimitName.ORDERS_A_DAY: 86_400}
DEFAULT, DEPLOYMENT = "desk default", "deployment"
_DAYS_TO_THE_WHOLE = 5
_A_DAY = Decimal(86_400)  # by then every source has told a daily bar


@dataclass(frozen=True, slots=True)
class Bound:
    """No more than `most`, because of `clause`."""

    most: Decimal
    clause: str


@dataclass(frozen=True, slots=True)
class RiskLimits:
    """A limit that is not among the bounds does not bind. Breaking one of `flatten_on` closes everything."""

    bounds: Mapping[LimitName, Bound] = field(default_factory=dict)
    flatten_on: frozenset[LimitName] = frozenset({LimitName.DRAWDOWN})

    def __post_init__(self) -> None:
        for name, bound in self.bounds.items():
            _check(name, bound.most)

    def as_json(self) -> JsonObject:
        bounds = {
            name.value: {"most": f"{bound.most:f}", "clause": bound.clause} for name, bound in self.bounds.items()
        }
        return {"bounds": bounds, "flatten_on": sorted(self.flatten_on)}


def limits_from(values: Mapping[str, str | int | Decimal], clause: str = DEPLOYMENT) -> RiskLimits:
    """From names and numbers as a person gives them."""
    known = [name for name in LimitName if name is not LimitName.NO_PRICE]
    unknown = sorted(set(values).difference(known))
    if unknown:
        raise BadLimit("trading.unknown_limit", name=unknown[0][:40], known=known)
    return RiskLimits({LimitName(name): Bound(exact(value), clause) for name, value in values.items()})


def parse_limits(stored: Mapping[str, Any]) -> RiskLimits:
    """The limits that `as_json` wrote."""
    bounds = {LimitName(name): Bound(Decimal(each["most"]), each["clause"]) for name, each in stored["bounds"].items()}
    return RiskLimits(bounds, frozenset(LimitName(name) for name in stored["flatten_on"]))


def limits_of_person(drawdown: float, clause: str) -> RiskLimits:
    """From the drawdown limit of the stress lab (a loss, 0 or below) and its source: lab and gate hold one line."""
    deepest = exact(str(abs(drawdown)))
    leverage = 1 if deepest <= Decimal("0.25") else 2 if deepest <= Decimal("0.40") else 4
    most_of = {
        LimitName.DRAWDOWN: deepest,
        LimitName.DAILY_LOSS: deepest / _DAYS_TO_THE_WHOLE,
        LimitName.GROSS_EXPOSURE: Decimal(leverage),
    }
    return RiskLimits({name: Bound(most, clause) for name, most in most_of.items()})


def default_limits(timeframe: Timeframe) -> RiskLimits:
    """What no sane strategy needs. A daily order is sent when the market has closed, for its next open."""
    most_of = {
        LimitName.ORDERS_A_MINUTE: Decimal(60),
        LimitName.ORDERS_AN_HOUR: Decimal(300),
        LimitName.ORDERS_A_DAY: Decimal(1_000),
        LimitName.PRICE_COLLAR: Decimal("0.2"),
        LimitName.STALE_DATA: Decimal(timeframe.seconds) if timeframe.is_intraday else _A_DAY,
    }
    return RiskLimits({name: Bound(most, DEFAULT) for name, most in most_of.items()})


def strictest(*sources: RiskLimits) -> RiskLimits:
    """The smaller bound wins, the earlier source on a tie; whatever any source wants closed is closed."""
    bounds: dict[LimitName, Bound] = {}
    for source in sources:
        for name, bound in source.bounds.items():
            if name not in bounds or bound.most < bounds[name].most:
                bounds[name] = bound
    return RiskLimits(bounds, frozenset[LimitName]().union(*(source.flatten_on for source in sources)))


def _check(name: LimitName, most: Decimal) -> None:
    if not most.is_finite() or most < 0:
        raise BadLimit("trading.limit_below_zero", name=name, value=most)
    if name in FRACTIONS and most > 1:
        raise BadLimit("trading.limit_not_fraction", name=name, value=most)
    if name in COUNTS and most != most.to_integral_value():
        raise BadLimit("trading.limit_not_whole", name=name, value=most)


@dataclass(frozen=True, slots=True)
class EquityMarks:
    """All that the watch keeps of the equity's history; `day` is the market's. The peak never comes down: who goes on
    after a halt is halted again until the loss is made up, or the day is over."""

    day: date
    day_open: Decimal
    peak: Decimal
    equity: Decimal

    def seen(self, day: date, equity: Decimal) -> "EquityMarks":
        """A new day begins with the equity that the day before ended with: what a gap takes counts for the new day."""
        following = self if day <= self.day else replace(self, day=day, day_open=self.equity)
        return replace(following, peak=max(self.peak, equity), equity=equity)

    @property
    def daily_loss(self) -> Decimal:
        return _lost(self.day_open, self.equity)

    @property
    def drawdown(self) -> Decimal:
        return _lost(self.peak, self.equity)


def first_marks(day: date, equity: Decimal) -> EquityMarks:
    return EquityMarks(day, equity, equity, equity)


@dataclass(frozen=True, slots=True)
class Halt:
    """Nothing is opened any more; with `flatten` everything is closed."""

    limit: LimitName
    bound: Bound
    measured: Decimal
    flatten: bool


def watch(limits: RiskLimits, marks: EquityMarks) -> Halt | None:
    """A limit that is reached is broken. What closes everything is named first."""
    lost = {LimitName.DRAWDOWN: marks.drawdown, LimitName.DAILY_LOSS: marks.daily_loss}
    halts = [
        Halt(name, limits.bounds[name], measured, name in limits.flatten_on)
        for name, measured in lost.items()
        if name in limits.bounds and measured > 0 and measured >= limits.bounds[name].most
    ]
    return max(halts, key=lambda halt: halt.flatten, default=None)


def _lost(since: Decimal, now: Decimal) -> Decimal:
    if now >= since:
        return Decimal(0)
    return (since - now) / since if since > 0 else Decimal(1)
