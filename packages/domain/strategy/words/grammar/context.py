"""What the reader knows while it goes through a sentence: the bars, the market's calendar and what was last named."""

from dataclasses import dataclass, field, replace

from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.words.grammar.meanings import Meant, Value
from packages.domain.strategy.words.lexing.tokens import Duration

_DAYS = {"day": 1, "week": 5, "month": 21, "year": 252}
_CALENDAR_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


@dataclass(slots=True)
class SentenceContext:
    """Of one text; `subject` is the value that the last condition was about, `mentioned` are all indicators in it.
    `has_bare_average` where an average is named without its length, which a bare number may then be; `may_be_price`
    where a number that nothing was named for can be a price, and `levels` are the comparisons with numbers so far."""

    timeframe: str = "1d"
    trades_every_day: bool = False
    names_bars: bool = False
    subject: Value | None = None
    comparison: Meant | None = None
    crossing: Meant | None = None
    lines: tuple[Meant, ...] = ()
    levels: tuple[Meant, ...] = ()
    bands: Value | None = None
    touches: bool = False
    has_bare_average: bool = False
    may_be_price: bool = True
    mentioned: frozenset[str] = frozenset()
    averages: list[Value] = field(default_factory=list)
    named: dict[str, Value] = field(default_factory=dict)
    settings: dict[str, list[float]] = field(default_factory=dict)

    def copied(self) -> "SentenceContext":
        """For a reading of its own; what it names does not change the other readings."""
        return replace(self, averages=list(self.averages), named=dict(self.named), settings=dict(self.settings))

    def remember(self, meant: Meant, op: str) -> None:
        """What the last comparison was about, for the words after it that leave it out."""
        is_level = meant.right is not None and meant.right.scale == "number"
        if meant.left is not None and meant.left.scale != "number":
            self.subject = meant.left
        self.comparison = meant
        self.lines = self.lines if is_level else (*self.lines, meant)
        self.levels = (*self.levels, meant) if is_level else self.levels
        self.crossing = meant if op.startswith("cross") and not is_level else self.crossing

    @property
    def compared_lines(self) -> Meant | None:
        """The comparison with a line that `it crosses back` is about: the last one, or the only one there is."""
        last = self.comparison
        if last is not None and last.right is not None and last.right.scale != "number":
            return last
        pairs = {str((each.left and each.left.json, each.right and each.right.json)) for each in self.lines}
        return self.lines[-1] if len(pairs) == 1 else None

    def has_crossed_otherwise(self, last: Meant) -> bool:
        """`MACD crosses its signal while above the 200 EMA; out on the cross below`: which of the two nobody said."""
        crossing = self.crossing
        if crossing is None or "cross" in last.json:
            return False
        return (crossing.left, crossing.right) != (last.left, last.right)

    def subject_of(self, op: str, level: float) -> Value | None:
        """What a level of another rule is of: of the one value whose own level it is the counterpart of, as RSI above
        70 is that of RSI below 30; None where several could be meant, or none."""
        named = {str(each.left.json): each.left for each in self.levels if each.left is not None}
        if not named or (len(named) == 1 and self.subject is not None and str(self.subject.json) in named):
            return self.subject
        fitting = {str(each.left.json) for each in self.levels if each.left is not None and _answers(each, op, level)}
        return named[fitting.pop()] if len(fitting) == 1 else None

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


_UP = ("gt", "gte", "cross_above")
BOUNDED = {"rsi": (0, 100), "mfi": (0, 100), "adx": (0, 100), "williams_r": (-100, 0), "stochastic": (0, 100)}
_FARTHEST = 4  # times; a price level beyond that is no price of the same instrument


def _answers(entry: Meant, op: str, level: float) -> bool:
    """Whether a level lies beyond that of the entry, on the side that ends what the entry waited for."""
    [(kind, body)] = entry.json.items()
    own = body.get("right", body.get("b")) if isinstance(body, dict) else None
    if not isinstance(own, int | float) or not isinstance(body, dict) or entry.left is None or level == own:
        return False
    low, high = BOUNDED.get(entry.left.indicator, (float("-inf"), float("inf")))
    is_price = entry.left.scale == "price"
    if not low < level < high or (is_price and not own / _FARTHEST < level < own * _FARTHEST):
        return False
    turns = kind == "cross" or (op in _UP) is not (str(body["op"]) in _UP)
    return not op or (turns and (level > own) is (op in _UP))


def _whole(count: float) -> int | None:
    rounded = round(count)
    return rounded if rounded >= 1 and abs(rounded - count) < 1e-6 else None
