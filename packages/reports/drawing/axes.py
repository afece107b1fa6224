"""The axes of a chart: a scale with marks at round numbers, and marks in time at round dates."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from packages.core.messages import Language
from packages.domain.market_data.bars import Floats, Instants
from packages.reports.drawing.wording import Wording

LOGARITHMIC_FROM = 10.0  # the ratio of highest to lowest above which differences hide the early years
MOST_TICKS = 10
_ROUND = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """Ticks lie within `low` and `high`."""

    low: float
    high: float
    ticks: tuple[float, ...]
    is_log: bool = False

    def share(self, values: Floats) -> Floats:
        """How far up the axis each value lies: 0 at the bottom, 1 at the top."""
        if self.is_log:
            low, high = math.log(self.low), math.log(self.high)
            return np.asarray((np.log(values) - low) / (high - low))
        return np.asarray((values - self.low) / (self.high - self.low))

    def place(self, value: float) -> float:
        return float(self.share(np.array([value]))[0])


def scale_of(*columns: Floats, most: int = 6, may_be_log: bool = False) -> Scale:
    """Holds every known value of the columns; what is not known does not count."""
    known = np.concatenate([column[np.isfinite(column)] for column in columns] or [np.zeros(0)])
    if not len(known):
        return linear(0.0, 1.0, most)
    low, high = float(known.min()), float(known.max())
    if may_be_log and low > 0 and high / low > LOGARITHMIC_FROM:
        return _logarithmic(low, high, most)
    return linear(low, high, most)


def linear(low: float, high: float, most: int = 6) -> Scale:
    if high - low <= abs(high) * 1e-12:
        margin = abs(high) * 0.05 or 1.0
        low, high = low - margin, high + margin
    step = round_step((high - low) / most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return Scale(low, high, tuple(round(at * step, 12) for at in range(first, last + 1)))


def round_step(rough: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in _ROUND if step * power >= rough * (1 - 1e-9))


def _logarithmic(low: float, high: float, most: int) -> Scale:
    kinds = [tuple(_decades(low, high, steps)) for steps in ((1, 2, 5), (1, 3), (1,))]
    ticks = next((ticks for ticks in kinds if len(ticks) <= most), kinds[-1])
    return Scale(low, high, ticks[:: math.ceil(len(ticks) / most)], is_log=True)


def _decades(low: float, high: float, steps: tuple[int, ...]) -> Iterator[float]:
    for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
        yield from (tick for step in steps if low <= (tick := step * 10.0**power) <= high)


@dataclass(frozen=True, slots=True)
class DateTick:
    """A bar that opens a round stretch of time, and what that stretch is called."""

    bar: int
    text: str


@dataclass(frozen=True, slots=True)
class _Step:
    """`months` or `minutes` between marks, and how a mark is written in Chinese and in English."""

    months: int
    minutes: int
    zh: str
    en: str


_STEPS = (
    *(_Step(0, minutes, "%H:%M", "%H:%M") for minutes in (1, 5, 15, 30, 60, 180, 360, 720)),
    *(_Step(0, days * 1440, "{month}月{day}日", "{day} %b") for days in (1, 2, 7, 14)),
    *(_Step(months, 0, "%Y年{month}月", "%b %Y") for months in (1, 3, 6)),
    *(_Step(years * 12, 0, "%Y年", "%Y") for years in (1, 2, 5, 10, 20, 50)),
)


def date_ticks(time: Instants, wording: Wording) -> tuple[DateTick, ...]:
    """At most ten; none where there are no two bars."""
    if len(time) < 2:
        return ()
    start, end = wording.local(time[0]), wording.local(time[-1])
    step = next((step for step in _STEPS if _count(start, end, step) <= MOST_TICKS), _STEPS[-1])
    return tuple(_marked(time, wording, list(_marks(start, end, step)), step))


def _count(start: datetime, end: datetime, step: _Step) -> float:
    minutes = (end - start).total_seconds() / 60
    return minutes / (step.minutes or step.months * 43_830)


def _marks(start: datetime, end: datetime, step: _Step) -> Iterator[datetime]:
    following = _months_on(step.months) if step.months else _minutes_on(step.minutes)
    month = (start.month - 1) // step.months * step.months + 1 if 0 < step.months < 12 else 1
    year = start.year - start.year % (step.months // 12) if step.months >= 12 else start.year
    mark = datetime(year, month, 1, tzinfo=start.tzinfo)
    if not step.months:
        midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
        mark = midnight - timedelta(days=start.weekday() if step.minutes >= 7 * 1440 else 0)
    while mark <= end:
        if mark >= start:
            yield mark
        mark = following(mark)


def _months_on(months: int) -> Callable[[datetime], datetime]:
    def following(mark: datetime) -> datetime:
        ahead = mark.month - 1 + months
        return mark.replace(year=mark.year + ahead // 12, month=ahead % 12 + 1)

    return following


def _minutes_on(minutes: int) -> Callable[[datetime], datetime]:
    # Wall-clock time: midnight stays midnight when the clocks change.
    return lambda mark: mark + timedelta(minutes=minutes)


def _marked(time: Instants, wording: Wording, marks: list[datetime], step: _Step) -> Iterator[DateTick]:
    instants = [np.datetime64(mark.astimezone(UTC).replace(tzinfo=None), "us") for mark in marks]
    bars = [int(bar) for bar in np.searchsorted(time, np.array(instants, dtype="datetime64[us]"))]
    form = step.zh if wording.language is Language.ZH else step.en
    ends = [*bars[1:], len(time)]
    for bar, end, mark in zip(bars, ends, marks, strict=True):
        # A mark in a stretch without bars (a night, a holiday) would name the bar of the next one.
        if bar < end:
            yield DateTick(bar, mark.strftime(form).format(month=mark.month, day=mark.day))
