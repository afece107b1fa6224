"""Closes of a file held against those of other raw sources: prices that were adjusted give themselves away."""

from collections.abc import Iterator
from datetime import timedelta

import numpy as np

from packages.core.messages import Sentence, message
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.sources import is_adjusted
from packages.infra.providers.market_data.bars.intake import Intake
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars

_ANOTHER_CLOSE = 0.005  # beyond rounding and late corrections
_MANY = 0.05  # share of the days that both have


def other_closes(store: ParquetBars, intake: Intake) -> Iterator[Sentence]:
    """One warning for each raw source that has other closes on many of the same days."""
    reach = intake.tally
    if is_adjusted(intake.source) or reach.first is None or reach.last is None:
        return
    end = reach.last + timedelta(microseconds=1)
    for source in store.sources(intake.symbol, intake.timeframe):
        if source != intake.source and not is_adjusted(source):
            own, other = (
                store.read(intake.symbol, intake.timeframe, intake.recorded_at, reach.first, end, source=one)
                for one in (intake.source, source)
            )
            yield from _compared(own, other)


def _compared(own: BarSeries, other: BarSeries) -> Iterator[Sentence]:
    both, mine, theirs = np.intersect1d(own.columns.time, other.columns.time, return_indices=True)
    ours, others = own.columns.close[mine], other.columns.close[theirs]
    apart = np.flatnonzero(np.abs(ours / others - 1) > _ANOTHER_CLOSE)
    if len(apart) <= _MANY * len(both):
        return
    place = int(apart[-1])
    yield Sentence(
        message(
            "market_data.import.other_closes",
            days=len(apart),
            common=len(both),
            source=other.source,
            day=both[place].astype("datetime64[D]").item(),
            own=f"{ours[place]:g}",
            other=f"{others[place]:g}",
        )
    )
