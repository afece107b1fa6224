"""What is gathered from the rows of a file on their way: days, ends, and whatever looks wrong."""

from dataclasses import dataclass, field

import polars as pl

from packages.domain.market_data.sources import is_adjusted
from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.evidence.mending import Mending
from packages.infra.providers.market_data.bars.evidence.odd_figures import OddFigure, odd_figures
from packages.infra.providers.market_data.bars.evidence.unit_flips import (
    FlippedStretch,
    PriceLeap,
    flipped_stretches,
    leaps_in,
)
from packages.infra.providers.market_data.bars.evidence.volume_steps import VolumeStretch, volume_stretches
from packages.infra.providers.market_data.bars.file_actions import FileActions
from packages.infra.providers.market_data.bars.intake import Intake
from packages.infra.providers.market_data.bars.reading_plan import ReadingPlan

_SHOWN = 3


@dataclass(slots=True)
class BarScan:
    """Batch after batch; `keeps`: the bars themselves too."""

    intake: Intake
    plan: ReadingPlan
    found: FileActions
    keeps: bool
    columns: frozenset[str] = frozenset()
    _kept: list[pl.DataFrame] = field(default_factory=list)
    _days: list[pl.DataFrame] = field(default_factory=list)
    _ends: list[pl.DataFrame] = field(default_factory=list)
    _leaps: list[PriceLeap] = field(default_factory=list)
    _odd: list[OddFigure] = field(default_factory=list)
    _steps: list[VolumeStretch] = field(default_factory=list)

    def take(self, bars: pl.DataFrame) -> None:
        taken = self.intake.take(bars)
        if not is_adjusted(self.intake.source):
            self.found.gather(taken)
        if not taken.height:
            return
        self.columns = frozenset(taken.columns)
        self._leaps += leaps_in(taken if not self._ends else _behind(self._ends[-1], taken))
        self._odd += odd_figures(taken)
        self._steps += volume_stretches(taken, self.plan.symbol.market)
        if self.keeps:
            self._kept.append(taken)
        daily = taken if not self.plan.timeframe.is_intraday else _by_day(taken)
        self._days.append(daily[["time", "open", "close"]])
        self._ends = [*self._ends[:1], taken.head(_SHOWN), taken.tail(_SHOWN)]

    def flips(self) -> list[FlippedStretch]:
        """Stretches of another unit of price, where the file is in two."""
        tally = self.intake.tally
        return flipped_stretches(self._leaps, tally.first, tally.last) if self._leaps else []

    def mending(self, asked: Answers) -> Mending:
        return Mending(tuple(self._odd), tuple(self._steps), asked)

    def kept(self) -> tuple[pl.DataFrame, ...] | None:
        return tuple(self._kept) if self.keeps else None

    def days(self) -> pl.DataFrame:
        """One row a day, in order."""
        if not self._days:
            return pl.DataFrame(schema={"time": pl.Datetime("us", "UTC"), "open": pl.Float64, "close": pl.Float64})
        whole = self._days[0] if len(self._days) == 1 else pl.concat(self._days).sort("time")
        return _by_day(whole) if self.plan.timeframe.is_intraday and len(self._days) > 1 else whole

    def ends(self) -> tuple[pl.DataFrame, ...]:
        return (self._ends[0], self._ends[-1]) if self._ends else ()


def _behind(before: pl.DataFrame, bars: pl.DataFrame) -> pl.DataFrame:
    """With the last bar of the batch before, where this one goes on behind it."""
    columns = ["line", "time", "open", "close"]
    follows = bool(before["time"][-1] < bars["time"][0])
    return pl.concat([before[columns].tail(1), bars[columns]]) if follows else bars


def _by_day(rows: pl.DataFrame) -> pl.DataFrame:
    by_day = rows.group_by(pl.col("time").dt.date().alias("day"), maintain_order=True)
    return by_day.agg(pl.col("time").first(), pl.col("open").first(), pl.col("close").last())
