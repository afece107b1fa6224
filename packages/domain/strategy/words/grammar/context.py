"""What the reader knows while it goes through a sentence: the bars, the market's calendar and what was last named."""

from dataclasses import dataclass, field, replace

from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.words.grammar.meanings import Meant, Value
from packages.domain.strategy.words.lexing.tokens import Duration

_DAYS = {"day": 1, "week": 5, "month": 21, "year": 252}
_CALENDAR_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


@dataclass(slots=True)
class SentenceContext:
    """Of one text; `subject` is the value that the last condition was about. `has_bare_average` where an average is
    named without its length, which a bare number may then be; `may_be_price` where a number that nothing was named
    for can be a price."""

    timeframe: str = "1d"
    trades_every_day: bool = False
    names_bars: bool = False
    subject: Value | None = None
    comparison: Meant | None = None
    crossing: Meant | None = None
    bands: Value | None = None
    touches: bool = False
    has_bare_average: bool = False
    may_be_price: bool = True
    averages: list[Value] = field(default_factory=list)
    named: dict[str, Value] = field(default_factory=dict)
    settings: dict[str, list[float]] = field(default_factory=dict)

    def copied(self) -> "SentenceContext":
        """For a reading of its own; what it names does not change the other readings."""
        return replace(self, averages=list(self.averages), named=dict(self.named), settings=dict(self.settings))

    def bars_of(self, duration: Duration) -> int | None:
        """How many bars of the strategy a length is; None where that depends on the hours of the market."""
        if duration.unit == "bar":
            return _whole(duration.count)
        if self.timeframe == "1d" and duration.unit in _DAYS:
            if duration.unit == "week" and duration.count == 52:
                return 365 if self.trades_every_day else 252
            days = (_CALENDAR_DAYS if self.trades_every_day else _DAYS)[duration.unit]
            return _whole(duration.count * days)
        if self.timeframe == "1w" and duration.unit in ("week", "year"):
            return _whole(duration.count * (1 if duration.unit == "week" else 52))
        return self._intraday(duration)

    def _intraday(self, duration: Duration) -> int | None:
        length = {"minute": 60, "hour": 3600}.get(duration.unit)
        if duration.unit in _CALENDAR_DAYS and self.trades_every_day:
            length = 86_400 * _CALENDAR_DAYS[duration.unit]
        own = Timeframe(self.timeframe).seconds
        return _whole(duration.count * length / own) if length is not None and own < 604_800 else None

    def period_of(self, duration: Duration) -> tuple[int, str | None] | None:
        """The period of an indicator and the slower bars it is on, if any: a 200-day average on hourly bars is on
        daily ones."""
        count = _whole(duration.count)
        if count is None:
            return None
        own = {"day": "1d", "week": "1w", "hour": "1h"}.get(duration.unit)
        if duration.unit == "bar" or own == self.timeframe:
            return count, None
        if own is None or Timeframe(own).seconds < Timeframe(self.timeframe).seconds:
            return None
        return count, own


def _whole(count: float) -> int | None:
    rounded = round(count)
    return rounded if rounded >= 1 and abs(rounded - count) < 1e-6 else None
