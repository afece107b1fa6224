"""The equity is watched at every tick: a loss in a day, or a fall from the peak, stops all that opens."""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from packages.domain.trading.risk.limits import Bound, LimitName, RiskLimits


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
