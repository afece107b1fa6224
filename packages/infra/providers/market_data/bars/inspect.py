"""A file of bars looked at as a whole, with nothing stored; and stored once every question about it is answered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from pathlib import Path

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.sources import adjusted_name
from packages.infra.providers.market_data.bars.comparison import other_closes
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess, with_answers
from packages.infra.providers.market_data.bars.evidence.jumps import adjusted_jumps, jumps, split_guesses
from packages.infra.providers.market_data.bars.evidence.naming import symbol_doubt
from packages.infra.providers.market_data.bars.evidence.trading_hours import CLOSED
from packages.infra.providers.market_data.bars.evidence.unit_flips import FlippedStretch, edge_days, flip_guess
from packages.infra.providers.market_data.bars.file_actions import FileActions
from packages.infra.providers.market_data.bars.foreign_rows import ForeignRows, open_rows
from packages.infra.providers.market_data.bars.intake import Intake
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.parts import VALUES
from packages.infra.providers.market_data.bars.questions import add_splits, refuse_unanswered
from packages.infra.providers.market_data.bars.reading_plan import ReadingPlan, plan_for
from packages.infra.providers.market_data.bars.report import ImportReport, RowTally
from packages.infra.providers.market_data.bars.scan import BarScan

DEFAULT_SOURCE = "import"
BATCH_BYTES = 8 * 2**20
_MOST_CLOSED = 0.1  # of the rows on days without trade: then the dates or the symbol are wrong


@dataclass(frozen=True, slots=True)
class BarPreview:
    """A bar as it would be stored."""

    time: datetime
    open: float
    high: float
    low: float
    close: float
    volume: float


@dataclass(frozen=True, slots=True)
class BarInspection:
    """What a file would come to. `guesses` that ask are open questions; `taken` are its bars where it is small; `notes`
    are worth a look, and nothing can be answered to them."""

    path: Path
    rows: ForeignRows
    asked: Answers
    plan: ReadingPlan
    tally: RowTally
    guesses: tuple[Guess, ...]
    ends: tuple[pl.DataFrame, ...]
    found: FileActions
    taken: tuple[pl.DataFrame, ...] | None
    batch_bytes: int
    now: datetime
    notes: tuple[str, ...] = ()

    @property
    def questions(self) -> tuple[Guess, ...]:
        return tuple(guess for guess in self.guesses if guess.asks)

    @property
    def preview(self) -> tuple[BarPreview, ...]:
        """The first bars and the last."""
        if not self.ends:
            return ()
        shown = pl.concat(self.ends).unique("time", maintain_order=True).sort("time")
        return tuple(BarPreview(*row) for row in shown.select("time", *VALUES).iter_rows())

    @property
    def problems(self) -> tuple[str, ...]:
        """What would not be stored, or is worth a look, in sentences."""
        offers = tuple(guess.why for guess in self.guesses if guess.offers)
        return (*offers, *self.found.warnings, *self.notes)


def inspect_bars(
    path: Path,
    asked: Answers,
    now: datetime,
    *,
    rows: ForeignRows | None = None,
    batch_bytes: int = BATCH_BYTES,
) -> BarInspection:
    """Reads the whole file, or the `rows` of one instrument in it, and stores nothing."""
    rows = rows or open_rows(path, batch_bytes, asked.get("columns"))
    frames = rows.frames()
    head = next(frames, None)
    if head is None:
        raise BadRows("market_data.no_rows", path=path.name)
    plan, first = plan_for(path, head, rows.look, asked, now)
    following = next(frames, None)
    is_whole = following is None
    later = () if following is None else _ahead(map(plan.bars, chain([following], frames)))
    scan = _scanned(plan, chain([first], later), now, is_whole=is_whole)
    flips = scan.flips()
    mending = scan.mending(asked)
    if (flips and asked.get("price_flips")) or mending.changes:
        plan = replace(plan, flips=tuple(flips), flips_answer=asked.get("price_flips"), mending=mending)
        scan = _scanned(plan, map(plan.bars, rows.frames()), now, is_whole=is_whole)
    _refuse_closed(path, scan.intake.tally)
    guesses = (*_guesses(path, plan, scan, asked, flips), *mending.guesses(asked, plan.symbol.market))
    tally, ends, found, kept = scan.intake.tally, scan.ends(), scan.found, scan.kept()
    notes = tuple(adjusted_jumps(jumps(scan.days(), plan.symbol))) if plan.is_adjusted and not _asks_basis(plan) else ()
    return BarInspection(path, rows, asked, plan, tally, guesses, ends, found, kept, batch_bytes, now, notes)


def _scanned(plan: ReadingPlan, batches: Iterable[pl.DataFrame], now: datetime, *, is_whole: bool) -> BarScan:
    source = adjusted_name(DEFAULT_SOURCE) if plan.is_adjusted else DEFAULT_SOURCE
    intake = Intake(None, plan.symbol, plan.timeframe, source, now, by_hours=plan.by_hours, is_whole=is_whole)
    scan = BarScan(intake, plan, FileActions(plan.symbol, source), keeps=is_whole)
    for bars in batches:
        scan.take(bars)
    return scan


def answered(inspection: BarInspection, answers: Mapping[str, str], now: datetime) -> BarInspection:
    """The file looked at again with what a person said, which may lead to further questions."""
    asked = with_answers(inspection.asked, answers)
    rows = None if "columns" in answers else inspection.rows
    return inspect_bars(inspection.path, asked, now, rows=rows, batch_bytes=inspection.batch_bytes)


def confirm_bars(
    inspection: BarInspection,
    store: ParquetBars,
    recorded_at: datetime,
    *,
    answers: Mapping[str, str] | None = None,
    source: str | None = None,
) -> ImportReport:
    """Stores the file as inspected and answered. Raises `UnansweredImport` where a question is left."""
    if answers:
        inspection = answered(inspection, answers, recorded_at)
    refuse_unanswered(inspection.path, inspection.asked, inspection.guesses, source)
    plan, named = inspection.plan, source or DEFAULT_SOURCE
    named = adjusted_name(named) if plan.is_adjusted else named
    intake = Intake(store, plan.symbol, plan.timeframe, named, recorded_at, by_hours=plan.by_hours)
    found = replace(inspection.found, source=named)
    if inspection.taken is not None:
        intake.tally = replace(inspection.tally)
        for taken in inspection.taken:
            intake.put(taken)
    else:
        for bars in _ahead(map(plan.bars, inspection.rows.frames())):
            intake.take(bars)
    return _report(inspection, intake, found)


def preview_of(inspection: BarInspection) -> ImportReport:
    """The report that storing the file as it is would give; nothing is stored."""
    plan = inspection.plan
    intake = Intake(None, plan.symbol, plan.timeframe, inspection.found.source, inspection.now)
    intake.tally = inspection.tally
    return _report(inspection, intake, inspection.found)


def _guesses(
    path: Path, plan: ReadingPlan, scan: BarScan, asked: Answers, flips: Sequence[FlippedStretch]
) -> Iterator[Guess]:
    days = scan.days()
    doubt = symbol_doubt(path, plan.symbol, days["close"], asked)
    yield from (guess for guess in plan.guesses if doubt is None or guess.what != "symbol")
    yield from () if doubt is None else (doubt,)
    flipped = flip_guess(flips, asked)
    yield from () if flipped is None else (flipped,)
    declares_basis = {"adjusted", "split", "dividend"} & scan.columns
    if (_asks_basis(plan) or not plan.is_adjusted) and not declares_basis:
        edges = edge_days(flips)
        found = [jump for jump in jumps(days, plan.symbol) if jump.day not in edges]
        yield from split_guesses(found, plan.symbol, asked)


def _asks_basis(plan: ReadingPlan) -> bool:
    """Whether it is open if prices are adjusted at all."""
    return any(guess.what == "prices" and guess.asks for guess in plan.guesses)


def _refuse_closed(path: Path, tally: RowTally) -> None:
    closed = tally.refused_for.get(CLOSED, 0)
    if closed > max(1, _MOST_CLOSED * tally.read):
        share = f"{closed / tally.read:.0%}"
        raise BadRows("market_data.closed_days", path=path.name, share=share, count=closed)


def _report(inspection: BarInspection, intake: Intake, found: FileActions) -> ImportReport:
    plan, tally = inspection.plan, intake.tally
    actions = (*found.actions(), *add_splits(found, inspection.guesses))
    roles = inspection.rows.roles
    missing = "no_volume_money" if "amount" in roles else "no_volume"
    warnings: list[str] = [] if "volume" in roles else [Sentence(message(f"market_data.import.{missing}"))]
    compared = other_closes(intake.store, intake) if intake.store is not None else ()
    warnings += [*compared, *(guess.why for guess in inspection.guesses if guess.offers)]
    said = (guess.why for guess in inspection.guesses if not guess.offers)
    return ImportReport(
        path=inspection.path,
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
        guesses=(inspection.rows.says, *said, *found.guesses),
        warnings=(*warnings, *found.warnings, *inspection.notes),
        actions=tuple(sorted(actions, key=lambda action: (action.ex_date, action.kind))),
    )


def _ahead(frames: Iterator[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """One batch is read while the one before it is checked and stored."""
    with ThreadPoolExecutor(1, thread_name_prefix="import") as reader:
        following = reader.submit(next, frames, None)
        while (frame := following.result()) is not None:
            following = reader.submit(next, frames, None)
            yield frame
