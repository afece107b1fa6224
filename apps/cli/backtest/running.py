"""Runs a backtest in this process, wired for one command only, stores the result, and prints or writes it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from apps.cli.backtest.options import Options
from apps.cli.output import BadOption, exit_code, print_error, print_json
from packages.core.clock import SystemClock
from packages.core.errors import NotFound, ParleyError
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.core.messages import Language, in_language, message, reader_language, render
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.backtest.analysis.report import Cover
from packages.domain.backtest.jobs.plan import BacktestRequest, Plan, make_plan
from packages.domain.backtest.jobs.results import drawn_trades
from packages.domain.backtest.jobs.stored import NewBacktest
from packages.domain.backtest.jobs.work import BacktestDone, BacktestRunner, BacktestWork
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.cross_sections import CrossSections
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.errors import InvalidStrategy
from packages.domain.work.bridge import step
from packages.domain.work.jobs import OnProgress
from packages.infra.backtest.backtests import SqlBacktests
from packages.infra.db.engine import Database
from packages.infra.db.schema_check import is_current
from packages.infra.kernel.build import install_kernel
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.cross_sections.whole_market import StoredWholeMarket
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows, SqlRowReader
from packages.infra.strategy.strategies import strategy_book
from packages.infra.stress.trial_returns import SqlTrialReturns
from packages.reports.backtest.headline import cover_of
from packages.reports.backtest.summary import summary
from packages.settings.base import read
from packages.settings.data import DataSettings
from packages.settings.database import DatabaseSettings
from packages.settings.home import HomeSettings
from src.modules.data_engineering.application.demo_watch import DemoWatch


@dataclass(frozen=True, slots=True)
class FinishedBacktest:
    """A backtest that was run here; `id` is None where it was not stored. It is a trial all the same."""

    done: BacktestDone
    id: str | None
    trials: int


@dataclass(frozen=True, slots=True)
class DirectBars:
    """Bars that are read at once: no one else waits for this event loop, so a thread would only cost time."""

    bars: ParquetBars

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        return self.bars.read(symbol, timeframe, as_of, start, end, source=source)


@dataclass(frozen=True, slots=True)
class LocalBacktests:
    """Runs backtests of the local owner in this process, and stores them as a job does. Whoever sees figures has looked
    at the data, so a run that is not stored is counted too."""

    book: StrategyBook
    work: BacktestWork
    clock: SystemClock
    demo: DemoWatch | None

    async def plan(self, request: BacktestRequest) -> Plan:
        return await make_plan(self.book, LOCAL_OWNER_ID, request, self.clock.now())

    async def run(self, plan: Plan, on_progress: OnProgress, *, store: bool = True) -> FinishedBacktest:
        if self.demo and any(symbol.is_demo for symbol in plan.symbols):
            await self.demo.look(plan.strategy.timeframe)
        done = await self.work.run(plan, on_progress)
        await on_progress(0.95, step("storing_result"))
        asked = NewBacktest(Ids(self.clock).new(), LOCAL_OWNER_ID, plan, self.clock.now(), has_job=False)
        if not store:
            return FinishedBacktest(done, None, await self.work.count(asked, done))
        return FinishedBacktest(done, asked.id, await self.work.keep(asked, done))


@asynccontextmanager
async def open_backtests(home: HomeSettings, settings: DatabaseSettings) -> AsyncIterator[LocalBacktests]:
    install_kernel()
    clock = SystemClock()
    database = Database(settings.url(home.database_file))
    try:
        await _upgrade(database)
        book = strategy_book(database, clock)
        files = ParquetBars(home.bars)
        rows, bars = SqlRowReader(SqlMarketRows(database)), DirectBars(files)
        market = StoredWholeMarket(partial(_by_date, files), database)

        def view(as_of: datetime | None) -> MarketView:
            return MarketView(as_of or clock.now(), bars, rows, partial(calendar_of, home=home.home))

        store, returns = SqlBacktests(database), SqlTrialReturns(database)
        work = BacktestWork(BacktestRunner(view, market), store, summary, book.ledger, returns, clock)
        yield LocalBacktests(book, work, clock, _demo_watch(database, home, clock))
    finally:
        await database.aclose()


def _by_date(files: ParquetBars) -> CrossSections:
    """The market by date, which few backtests read."""
    from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections

    return MappedCrossSections(files)


def _demo_watch(database: Database, home: HomeSettings, clock: SystemClock) -> DemoWatch | None:
    """None where the desk leaves the demo market as it is."""

    async def update_demo() -> None:
        from packages.settings.load import load_settings  # with all that makes and stores a market
        from src.modules.data_engineering.container import DataEngineeringContainer

        await DataEngineeringContainer(database, load_settings(), clock).packs().update_demo()

    return DemoWatch(update_demo, clock, home.demo_mark) if read(DataSettings).keeps_demo else None


async def _upgrade(database: Database) -> None:
    """The migrations are loaded when there is something for them to do."""
    if not await is_current(database):
        from packages.infra.db.migrate import upgrade

        await upgrade(database)


def run_backtest(options: Options) -> int:
    """0, or what `exit_code` says of the error that was printed."""
    try:
        finished = _finished_or_fetched(options)
        _write_files(options, finished)
    except ParleyError as error:
        _print_problem(error, options.as_json)
        return exit_code(error)
    _show(options, finished)
    return 0


def cover(finished: FinishedBacktest, language: Language) -> Cover:
    done = finished.done
    return cover_of(done.run.plan, done.result.headline.body, done.run.report, finished.trials, language)


def _finished_or_fetched(options: Options) -> FinishedBacktest:
    """Bars that are missing are offered to be fetched, and the backtest goes on."""
    try:
        return _finished(options)
    except NotFound as error:
        from apps.cli.market_data.offering import fetched_what_is_missing  # with all the sources

        if not fetched_what_is_missing(error, as_json=options.as_json):
            raise
    return _finished(options)


def _finished(options: Options) -> FinishedBacktest:
    """Put aside, not returned: Python 3.11 spells out what a loop's main task returned, for a message no one reads."""
    kept: list[FinishedBacktest] = []

    async def run() -> None:
        kept.append(await _run(options))

    asyncio.run(run())
    return kept[0]


async def _run(options: Options) -> FinishedBacktest:
    text = options.text()
    async with open_backtests(read(HomeSettings), read(DatabaseSettings)) as backtests:
        plan = await plan_for(backtests, options, text)
        line = _ProgressLine(Language(options.language), quiet=options.as_json or not sys.stderr.isatty())
        try:
            return await backtests.run(plan, line.report, store=options.store)
        finally:
            line.clear()


async def plan_for(backtests: LocalBacktests, options: Options, source: object) -> Plan:
    """`source` is a text or a document; None where the options name a stored strategy."""
    if source is not None:
        return await backtests.plan(options.request(backtests.book.validate(source).require(), None))
    saved = await backtests.book.revision(LOCAL_OWNER_ID, options.strategy, options.version)
    return await backtests.plan(options.request(saved.strategy, options.strategy))


class _ProgressLine:
    """One line on a terminal, written over and over, and gone at the end."""

    def __init__(self, language: Language, *, quiet: bool) -> None:
        self._language = language
        self._quiet = quiet

    async def report(self, fraction: float, message: str) -> None:
        if not self._quiet:
            print(
                f"\r\x1b[K{fraction:4.0%}  {in_language(message, self._language)} …",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def clear(self) -> None:
        if not self._quiet:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _write_files(options: Options, finished: FinishedBacktest) -> None:
    if options.html is None and options.md is None:
        return
    from packages.reports.backtest.html import backtest_html
    from packages.reports.backtest.markdown import backtest_markdown

    run, language = finished.done.run, Language(options.language)
    for path, draw in ((options.html, backtest_html), (options.md, backtest_markdown)):
        if path is not None:
            _write(path, draw(cover(finished, language), run.report, drawn_trades(run), language))


def _write(path: Path, text: str) -> None:
    try:
        path.expanduser().write_text(text, "utf-8")
    except OSError as error:
        raise BadOption("cli.unwritable_file", path=path, reason=error.strerror) from error


def _show(options: Options, finished: FinishedBacktest) -> None:
    if options.as_json:
        print_json(as_json(finished, options.trades))
        return
    from rich.console import Console

    from apps.cli.backtest.printing import print_backtest

    language, run, console = Language(options.language), finished.done.run, Console()
    print_backtest(console, cover(finished, language), run.report, drawn_trades(run), language)
    said = message("cli.counted_only") if finished.id is None else message("cli.saved_as", id=finished.id)
    for line in (render(said, language), *(str(path) for path in (options.html, options.md) if path is not None)):
        console.print(f"→ {line}", markup=False, highlight=False)


def as_json(finished: FinishedBacktest, trades: int = 0) -> JsonObject:
    """What the API answers of a finished backtest, and its first trades."""
    result, plan = finished.done.result, finished.done.run.plan
    return {
        "id": finished.id,
        "trials": finished.trials,
        "plan": plan.as_json(),
        "result": result.headline.body,
        "trades": [trade.body for trade in result.trades[:trades]],
    }


def _print_problem(error: ParleyError, as_json: bool) -> None:
    if isinstance(error, InvalidStrategy) and not as_json:
        language = reader_language()
        print("\n".join(render(problem.said, language) for problem in error.problems), file=sys.stderr)
    else:
        print_error(error, as_json)
