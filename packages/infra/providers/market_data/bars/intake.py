"""Rows of a foreign file on their way into the store: checked, repaired where that is safe, counted in every case."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np
import polars as pl

from packages.domain.market_data.bars import BarColumns, BarSeries, instant
from packages.domain.market_data.quality import objections
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.sources import is_adjusted, marked_adjusted
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.overlaps import OVERLAPS, overlapping
from packages.infra.providers.market_data.bars.evidence.trading_hours import impossible
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.part_frames import instants
from packages.infra.providers.market_data.bars.parts import VALUES
from packages.infra.providers.market_data.bars.report import RowTally

_ROUNDING = 1e-6
_TWICE = "the time stands twice, with other figures"


@dataclass(slots=True)
class Intake:
    """One file's rows, batch after batch; without a store they are checked and counted alone."""

    store: ParquetBars | None
    symbol: Symbol
    timeframe: Timeframe
    source: str
    recorded_at: datetime
    by_hours: bool = False
    is_whole: bool = False  # one batch is all there is, so that nothing has to be remembered
    tally: RowTally = field(default_factory=RowTally)
    _seen: list[pl.DataFrame] = field(default_factory=list)

    def take(self, rows: pl.DataFrame) -> pl.DataFrame:
        """`rows`: line, time (UTC), the values, and `reason` where a row is refused already. Gives those taken."""
        self.tally.read += rows.height
        rows = self._not_over(self._refuse(rows))
        rows = self._possible(self._sound(self._rounded(rows)))
        rows = self._each_time_once(self._one_behind_another(self._in_order(rows)))
        if rows.height:
            self.tally.taken += rows.height
            self.tally.reach(rows["time"][0], rows["time"][-1])
            self.put(rows)
        return rows

    def _possible(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Not at a weekend, on a closed day or outside the hours of the market."""
        why = impossible(rows, self.symbol.market, self.timeframe, by_hours=self.by_hours)
        return rows if why is None else self._refuse(rows.with_columns(reason=why))

    def _refuse(self, rows: pl.DataFrame) -> pl.DataFrame:
        if rows["reason"].null_count() == rows.height:
            return rows
        refused = rows.filter(pl.col("reason").is_not_null())
        self.tally.refuse(refused["line"].to_list(), refused["reason"].to_list())
        return rows.filter(pl.col("reason").is_null())

    def _not_over(self, rows: pl.DataFrame) -> pl.DataFrame:
        """A bar that is still forming has no close."""
        known_at = bar_known_at(self.symbol.market, self.timeframe, _instants(rows["time"]))
        rows = rows.hstack([instants("known_at", known_at)])
        if rows.height and known_at.max() <= instant(self.recorded_at) and not rows["time"].null_count():
            return rows
        over = pl.col("known_at") <= self.recorded_at.astimezone(UTC)
        return self._refuse(rows.with_columns(reason=pl.when(~over).then(pl.lit("the bar was not over yet"))))

    def _rounded(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Vendors round each price by itself: a high or low that is a hair off is moved to the price beyond it."""
        if _is_ordered(rows):
            return rows
        highest, lowest = pl.max_horizontal("open", "low", "close"), pl.min_horizontal("open", "high", "close")
        raised = (pl.col("high") < highest) & (pl.col("high") >= highest * (1 - _ROUNDING))
        lowered = (pl.col("low") > lowest) & (pl.col("low") <= lowest * (1 + _ROUNDING))
        moved = rows.select(raised.sum().alias("raised"), lowered.sum().alias("lowered")).row(0)
        self.tally.repair("high raised to another price, within rounding", moved[0])
        self.tally.repair("low lowered to another price, within rounding", moved[1])
        if not any(moved):
            return rows
        return rows.with_columns(
            high=pl.when(raised).then(highest).otherwise("high"), low=pl.when(lowered).then(lowest).otherwise("low")
        )

    def _sound(self, rows: pl.DataFrame) -> pl.DataFrame:
        # Numbered times: a row whose twin is refused for its figures may still be the good one.
        numbered = np.arange(rows.height).astype("datetime64[us]")
        found = objections(numbered, *(_figures(rows[name]) for name in VALUES))
        if not found:
            return rows
        places = [objection.row for objection in found]
        self.tally.refuse(rows["line"].gather(places).to_list(), (objection.reason for objection in found))
        return rows.with_row_index("place").filter(~pl.col("place").is_in(places)).drop("place")

    def _in_order(self, rows: pl.DataFrame) -> pl.DataFrame:
        time = _instants(rows["time"])
        behind = int((time[1:] < time[:-1]).sum())
        late = bool(self._seen) and rows.height > 0 and bool(rows["time"][0] < self._seen[-1]["time"][-1])
        self.tally.repair("put into time order", behind + late)
        return rows.sort("time", maintain_order=True) if behind else rows

    def _one_behind_another(self, rows: pl.DataFrame) -> pl.DataFrame:
        found = overlapping(rows["time"], self.timeframe)
        if found is None:
            return rows
        return self._refuse(rows.with_columns(reason=pl.when(found).then(pl.lit(OVERLAPS))))

    def _each_time_once(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The first row of a time is taken; a later one is dropped where it says the same, else refused."""
        if self.is_whole:
            time = _instants(rows["time"])
            if bool((time[1:] > time[:-1]).all()):
                return rows
        rows = rows.with_columns(digest=rows.select(VALUES).hash_rows())
        earlier = [seen for seen in self._seen if rows.height and _overlap(seen["time"], rows["time"])]
        time = _instants(rows["time"])
        is_plain = not earlier and bool((time[1:] > time[:-1]).all())
        once = rows if is_plain else self._settle_twins(rows, earlier)
        if once.height:
            self._seen.append(once.select("time", "digest"))
        return once

    def _settle_twins(self, rows: pl.DataFrame, earlier: list[pl.DataFrame]) -> pl.DataFrame:
        first = pl.concat([*earlier, rows.select("time", "digest")]).unique("time", keep="first", maintain_order=True)
        judged = rows.join(first.rename({"digest": "first_digest"}), on="time", how="left", maintain_order="left")
        before = pl.concat([seen["time"] for seen in earlier]).implode() if earlier else None
        is_new = pl.col("time").is_first_distinct()
        if before is not None:
            is_new &= ~pl.col("time").is_in(before)
        same = ~is_new & (pl.col("digest") == pl.col("first_digest"))
        self.tally.repeated += judged.filter(same).height
        self.tally.repair("identical row dropped", judged.filter(same).height)
        twins = judged.with_columns(reason=pl.when(~is_new & ~same).then(pl.lit(_TWICE))).filter(is_new | ~same)
        return self._refuse(twins).drop("first_digest")

    def put(self, rows: pl.DataFrame) -> None:
        """Stores rows that were taken."""
        if self.store is None:
            return
        columns = BarColumns(
            time=_instants(rows["time"]),
            known_at=_instants(rows["known_at"]),
            **{name: rows[name].to_numpy() for name in VALUES},
        )
        series = BarSeries(self.symbol, self.timeframe, self.source, "raw", columns)
        if is_adjusted(self.source):
            # A file does not say when its prices were adjusted; by now they were.
            series = marked_adjusted(series, self.recorded_at)
        self.tally.written += self.store.append(series, self.recorded_at)


def _is_ordered(rows: pl.DataFrame) -> bool:
    """Whether every high and low is beyond the other prices already, as in most files."""
    prices = [rows[name] for name in VALUES[:4]]
    if any(price.null_count() for price in prices):
        return False
    opened, high, low, close = (price.to_numpy() for price in prices)
    return bool((high >= np.maximum(np.maximum(opened, close), low)).all() and (low <= np.minimum(opened, close)).all())


def _instants(times: pl.Series) -> np.ndarray:
    return times.to_numpy()


def _figures(column: pl.Series) -> np.ndarray:
    return (column.fill_null(np.nan) if column.null_count() else column).to_numpy()


def _overlap(one: pl.Series, other: pl.Series) -> bool:
    """Both are in time order."""
    return bool(one[0] <= other[-1] and other[0] <= one[-1])
