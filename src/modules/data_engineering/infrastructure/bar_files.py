"""Files of bars that a person has: inspected, asked about, then stored; what else they hold goes to the row store."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, islice
from pathlib import Path

import anyio.to_thread

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.rows import Instrument, Row
from packages.domain.market_data.sessions import session_close
from packages.domain.market_data.unnamed import named_by_its_symbol
from packages.infra.providers.market_data.bars.evidence.guess import Answers, with_answers
from packages.infra.providers.market_data.bars.foreign_rows import ForeignRows
from packages.infra.providers.market_data.bars.inspect import (
    BATCH_BYTES,
    BarInspection,
    answered,
    confirm_bars,
    inspect_bars,
)
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.reading_plan import Label
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.bars.taken_bars import other_bars, replaced_bars, values_of
from packages.infra.providers.market_data.files.bars_of_many import InstrumentRows, instruments_in
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from src.modules.data_engineering.infrastructure.series_claims import SeriesClaims, SeriesKey, key_of

_AT_ONCE = 4
_AHEAD = 12
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the person said; None is found out from the file, or asked for. `answers` are by what was asked, and
    `by_file` those that hold for one file, by its name."""

    symbol: str | None = None
    timeframe: str | None = None
    timezone: str | None = None
    source: str | None = None
    label: Label | None = None
    adjusted: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)
    by_file: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def asked_of(self, path: Path) -> Answers:
        options = {
            "symbol": self.symbol,
            "timeframe": self.timeframe,
            "timezone": self.timezone,
            "label": self.label,
            "prices": "adjusted" if self.adjusted else None,
        }
        general = {what: value for what, value in options.items() if value is not None}
        return Answers({**general, **self.answers, **self.by_file.get(path.name, {})})


@dataclass(frozen=True, slots=True)
class BarFiles:
    """Imports files of bars; `inspect` stores nothing, `confirm` stores one inspection."""

    bars: ParquetBars
    rows: SqlMarketRows
    clock: Clock

    def inspect(self, path: Path, options: ImportOptions) -> Iterator[BarInspection]:
        """Blocks. One inspection for each instrument in the file."""
        for unit in self._units(path, options):
            yield self._inspect_unit(unit)

    def outcomes(self, paths: Iterable[Path], options: ImportOptions, *, preview: bool) -> Iterator["BarOutcome"]:
        """Blocks. What has no question is stored, several at a time: some wait for the disk while others read."""
        with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="import") as pool:
            waiting: deque[Future[BarOutcome]] = deque()
            numbers, claims = count(), SeriesClaims()
            for path in paths:
                for unit in self._readable_units(path, options):
                    waiting.append(
                        _settled(unit)
                        if isinstance(unit, BarOutcome)
                        else pool.submit(self._try, unit, options, preview, partial(claims.claim, next(numbers), path))
                    )
                    while len(waiting) > _AHEAD:
                        yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _readable_units(self, path: Path, options: ImportOptions) -> Iterator["BarUnit | BarOutcome"]:
        try:
            yield from self._units(path, options)
        except ParleyError as error:
            yield BarOutcome(path, error=error)

    def _units(self, path: Path, options: ImportOptions) -> Iterator["BarUnit"]:
        asked = options.asked_of(path)
        found = instruments_in(path, BATCH_BYTES, asked.get("columns"))
        if asked.get("symbol") is not None:
            found = _the_only_one(found)
        for one in found:
            named = asked if one.name is None or asked.get("symbol") else with_answers(asked, {"symbol": one.name})
            yield BarUnit(path, named, one.rows)

    def _inspect_unit(self, unit: "BarUnit") -> BarInspection:
        return inspect_bars(unit.path, unit.asked, self.clock.now(), rows=unit.rows)

    def _try(
        self, unit: "BarUnit", options: ImportOptions, preview: bool, claim: Callable[[SeriesKey | None], list[Path]]
    ) -> "BarOutcome":
        key: SeriesKey | None = None
        try:
            try:
                inspection = self._inspect_unit(unit)
                key = None if inspection.questions else key_of(inspection)
            finally:
                earlier = claim(key)
            for path in earlier:
                self._refuse_other_bars(inspection, path, options)
            if preview:
                replaced = replaced_bars(self.bars, inspection, options.source)
                notes = inspection.notes if replaced is None else (*inspection.notes, replaced)
                return BarOutcome(unit.path, inspection=replace(inspection, taken=None, notes=notes))
            if inspection.questions:
                return BarOutcome(unit.path, inspection=replace(inspection, taken=None))
            return BarOutcome(unit.path, report=self.confirm(inspection, options))
        except ParleyError as error:
            return BarOutcome(unit.path, error=error)

    def _refuse_other_bars(self, inspection: BarInspection, path: Path, options: ImportOptions) -> None:
        """A second file of the same series may repeat the first, and go on behind it; it may not contradict it."""
        key, own = key_of(inspection), values_of(inspection)
        for seen in self._readable(path, options):
            if key_of(seen) == key and (differ := other_bars(own, values_of(seen))) is not None:
                raise BadRows(
                    "market_data.import.contradicts",
                    path=inspection.path.name,
                    other=path.name,
                    symbol=key.symbol,
                    count=differ.count,
                    common=differ.common,
                    day=differ.first.date(),
                    own_close=f"{differ.own:g}",
                    other_close=f"{differ.other:g}",
                )

    def _readable(self, path: Path, options: ImportOptions) -> Iterator[BarInspection]:
        """As `inspect`, without what cannot be read."""
        for unit in self._readable_units(path, options):
            if isinstance(unit, BarUnit):
                with suppress(ParleyError):
                    yield self._inspect_unit(unit)

    def answered(self, inspection: BarInspection, answers: Mapping[str, str]) -> BarInspection:
        """Blocks. The same file with what a person said of it."""
        return answered(inspection, answers, self.clock.now())

    def confirm(
        self, inspection: BarInspection, options: ImportOptions, answers: Mapping[str, str] | None = None
    ) -> ImportReport:
        """Blocks. The bars are stored, and nothing else that the file holds."""
        return confirm_bars(inspection, self.bars, self.clock.now(), answers=answers, source=options.source)

    async def load(self, path: Path, options: ImportOptions) -> ImportReport:
        report = await anyio.to_thread.run_sync(self._load_one, path, options)
        await self.keep_rows(report)
        return report

    def _load_one(self, path: Path, options: ImportOptions) -> ImportReport:
        return self.confirm(inspect_bars(path, options.asked_of(path), self.clock.now()), options)

    async def keep_rows(self, *reports: ImportReport) -> None:
        """The actions that the files have, and a name for each instrument that has none."""
        named = set(await self.rows.subjects(Instrument)) if len(reports) > 1 else None
        rows: list[Row] = []
        for report in reports:
            rows += report.actions
            if report.first is not None:
                since = session_close(report.symbol.market, report.first.date())
                maybe = named is None or str(report.symbol) in named
                if not maybe or not await self.rows.read(Instrument, str(report.symbol), since):
                    rows.append(named_by_its_symbol(report.symbol, report.source, since))
        await self.rows.add(rows, self.clock.now())


@dataclass(frozen=True, slots=True)
class BarUnit:
    """The rows of one instrument in a file, and what was said of them."""

    path: Path
    asked: Answers
    rows: ForeignRows


@dataclass(frozen=True, slots=True)
class BarOutcome:
    """Stored with a report, waiting for answers with its inspection, or failed."""

    path: Path
    report: ImportReport | None = None
    inspection: BarInspection | None = None
    error: ParleyError | None = None


def _the_only_one(found: Iterator[InstrumentRows]) -> Iterator[InstrumentRows]:
    """A person named the instrument: rows of several cannot all be its own."""
    ahead = list(islice(found, _SHOWN))
    if len(ahead) > 1:
        raise BadRows("market_data.several_instruments", symbols=[one.name or "–" for one in ahead])
    yield from ahead


def _settled(outcome: BarOutcome) -> Future[BarOutcome]:
    done: Future[BarOutcome] = Future()
    done.set_result(outcome)
    return done
