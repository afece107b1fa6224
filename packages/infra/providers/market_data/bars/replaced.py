"""Bars in the store that an import would replace with other figures."""

from datetime import timedelta

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.sources import adjusted_name
from packages.infra.providers.market_data.bars.inspect import DEFAULT_SOURCE, BarInspection
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.parts import VALUES
from packages.infra.providers.market_data.bars.taken_bars import other_bars, values_of


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
