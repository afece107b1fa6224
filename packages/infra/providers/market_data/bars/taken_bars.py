"""The bars that an inspection would store, and where they differ from others of the same series."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import polars as pl

from packages.infra.providers.market_data.bars.inspect import BarInspection
from packages.infra.providers.market_data.bars.intake import Intake
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
