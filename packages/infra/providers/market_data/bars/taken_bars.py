"""The bars that an inspection would store, and where they differ from others of the same series: of another file, or in
the store."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.sources import adjusted_name
from packages.infra.providers.market_data.bars.inspect import DEFAULT_SOURCE, BarInspection
from packages.infra.providers.market_data.bars.intake import Intake
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.parts import VALUES


@dataclass(frozen=True, slots=True)
class OtherBars:
    """Of `common` times, `count` have other figures; the first of them with both closes."""

    common: int
    count: int
    first: datetime
    own: float
    other: float


def taken_bars(inspection: BarInspection) -> Iterator[pl.DataFrame]:
    """Those of a large file are read again."""
    if inspection.taken is not None:
        yield from inspection.taken
        return
    plan = inspection.plan
    intake = Intake(None, plan.symbol, plan.timeframe, inspection.found.source, inspection.now, by_hours=plan.by_hours)
    yield from (intake.take(plan.bars(frame)) for frame in inspection.rows.frames())


def values_of(inspection: BarInspection) -> pl.DataFrame:
    columns = ["time", *VALUES]
    found = [bars.select(columns) for bars in taken_bars(inspection) if bars.height]
    empty = pl.DataFrame(schema={"time": pl.Datetime("us", "UTC"), **dict.fromkeys(VALUES, pl.Float64)})
    return pl.concat(found) if found else empty


def other_bars(own: pl.DataFrame, other: pl.DataFrame) -> OtherBars | None:
    """`own` and `other`: time and values, each time once. None where no common time has other figures."""
    both = own.join(other, on="time", suffix="_other")
    apart = both.filter(pl.any_horizontal(pl.col(name) != pl.col(f"{name}_other") for name in VALUES)).sort("time")
    if not apart.height:
        return None
    first, mine, theirs = apart.select("time", "close", "close_other").row(0)
    return OtherBars(both.height, apart.height, first, mine, theirs)


def replaced_bars(store: ParquetBars, inspection: BarInspection, source: str | None) -> Sentence | None:
    """`source`: under which the bars would be stored; None where none of them is replaced."""
    plan, tally = inspection.plan, inspection.tally
    named = source or DEFAULT_SOURCE
    named = adjusted_name(named) if plan.is_adjusted else named
    if tally.first is None or tally.last is None or named not in store.sources(plan.symbol, plan.timeframe):
        return None
    end = tally.last + timedelta(microseconds=1)
    try:
        found = store.read(plan.symbol, plan.timeframe, inspection.now, tally.first, end, source=named).columns
    except NoData:
        return None
    stored = pl.DataFrame({"time": found.time, **{name: getattr(found, name) for name in VALUES}})
    stored = stored.with_columns(pl.col("time").cast(pl.Datetime("us")).dt.replace_time_zone("UTC"))
    differ = other_bars(values_of(inspection), stored)
    if differ is None:
        return None
    return Sentence(
        message(
            "market_data.import.replaces",
            count=differ.count,
            common=differ.common,
            day=differ.first.date(),
            own=f"{differ.own:g}",
            other=f"{differ.other:g}",
        )
    )
