"""A CSV or Parquet file of bars, of whoever's making, into the store: every row is accounted for, every guess is
said."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import chain
from pathlib import Path

import polars as pl

from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.file_actions import ToldActions
from packages.infra.providers.market_data.bars.foreign_rows import open_rows
from packages.infra.providers.market_data.bars.intake import Intake
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.reading_plan import FileReadOptions, Label, ReadingPlan, plan_for
from packages.infra.providers.market_data.bars.report import ImportReport

DEFAULT_SOURCE = "import"


def import_file(
    path: Path,
    store: ParquetBars,
    *,
    symbol: str | None = None,
    timeframe: str | None = None,
    timezone: str | None = None,
    source: str | None = None,
    label: Label | None = None,
    recorded_at: datetime,
    batch_bytes: int = 8 * 2**20,
) -> ImportReport:
    """Options left None are found out and said in the report, or asked for by a named error.

    `label`: whether intraday bars carry the time at which they start or end, by the clock of `timezone`."""
    rows = open_rows(path, batch_bytes)
    frames = rows.frames()
    head = next(frames, None)
    if head is None:
        raise BadRows("market_data.no_rows", path=path.name)
    plan = plan_for(path, head, FileReadOptions(symbol, timeframe, timezone, label))
    intake = Intake(store, plan.symbol, plan.timeframe, source or DEFAULT_SOURCE, recorded_at)
    told = ToldActions(plan.symbol, intake.source)
    warnings = [] if "volume" in rows.roles else ["The file has no volume: it is stored as 0."]
    for bars in _ahead(map(plan.bars, chain([head], frames))):
        told.gather(intake.take(bars))
    return _report(path, plan, intake, told, [rows.says], warnings)


def _report(
    path: Path, plan: ReadingPlan, intake: Intake, told: ToldActions, guesses: list[str], warnings: list[str]
) -> ImportReport:
    actions = told.actions()
    tally = intake.tally
    return ImportReport(
        path=path,
        symbol=plan.symbol,
        timeframe=plan.timeframe,
        source=intake.source,
        rows_read=tally.read,
        rows_taken=tally.taken,
        rows_written=tally.written,
        rows_repeated=tally.repeated,
        rows_refused=tally.refused_for.total(),
        refused_for=dict(tally.refused_for.most_common()),
        refusals=tuple(sorted(tally.refusals, key=lambda refusal: refusal.line)),
        repairs=dict(tally.repairs),
        first=tally.first,
        last=tally.last,
        guesses=(*guesses, *plan.guesses, *told.guesses),
        warnings=(*warnings, *told.warnings),
        actions=tuple(sorted(actions, key=lambda action: (action.ex_date, action.kind))),
    )


def _ahead(frames: Iterator[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """One batch is read while the one before it is checked and stored."""
    with ThreadPoolExecutor(1, thread_name_prefix="import") as reader:
        following = reader.submit(next, frames, None)
        while (frame := following.result()) is not None:
            following = reader.submit(next, frames, None)
            yield frame
