"""The work of `import parley` done in this process: no server, and a loop of its own beside the notebook's."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

from apps.cli.backtest.options import Options
from apps.cli.backtest.running import FinishedBacktest, cover, open_backtests, plan_for
from apps.cli.front.asked import NotebookQuestion
from apps.cli.front.results import NotebookBacktest, NotebookBars, NotebookResearch, NotebookStress, NotebookWalkBack
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.backtest.analysis.as_json import curve_json
from packages.domain.backtest.jobs.results import drawn_trades
from packages.settings.base import read
from packages.settings.database import DatabaseSettings
from packages.settings.home import HomeSettings

T = TypeVar("T")


class LocalWork:
    """Each call opens what it needs and closes it again."""

    def __repr__(self) -> str:
        return "<Parley in this process>"

    def backtest(
        self, strategy: str | Path | Mapping[str, Any], *, language: str = "zh", store: bool = True, **options: Any
    ) -> NotebookBacktest:
        """A file, the id of a stored strategy, or a document."""
        document = dict(strategy) if isinstance(strategy, Mapping) else None
        typed = Options(strategy="" if document is not None else str(strategy), store=store, **options)
        return _backtested(beside_the_loop(_run(typed, document)), Language(language))

    def stress(self, strategy_id: str, *, language: str = "zh", **options: Any) -> NotebookStress:
        """Of a stored strategy."""
        return beside_the_loop(_stress(strategy_id, Language(language), options))

    def research(self, asked: NotebookQuestion) -> NotebookResearch:
        return NotebookResearch(beside_the_loop(_research(asked)), asked.language)

    def data(self, symbol: str, timeframe: str, start: date | None, end: date | None, limit: int) -> NotebookBars:
        return NotebookBars(beside_the_loop(_bars(symbol, timeframe, start, end, limit)))

    def walkback(
        self, symbols: Sequence[str], start: str, end: str, every: int, horizon: int, language: str
    ) -> NotebookWalkBack:
        return beside_the_loop(_walked(symbols, start, end, every, horizon, Language(language)))


def beside_the_loop(work: Coroutine[Any, Any, T]) -> T:
    """A notebook has an event loop of its own, in which no other can be run."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _backtested(finished: FinishedBacktest, language: Language) -> NotebookBacktest:
    run, result = finished.done.run, finished.done.result

    def draw() -> str:
        from packages.reports.backtest.html import backtest_html

        return backtest_html(cover(finished, language), run.report, drawn_trades(run), language)

    return NotebookBacktest(
        id=finished.id,
        headline=result.headline.body,
        trades=[trade.body for trade in result.trades],
        curve=curve_json(run.report, range(len(run.report.equity))),
        draw=draw,
        language=language,
        ran=finished,
    )


async def _run(options: Options, document: Mapping[str, Any] | None) -> FinishedBacktest:
    async with open_backtests(read(HomeSettings), read(DatabaseSettings)) as local:
        source = options.text() if document is None else document
        return await local.run(await plan_for(local, options, source), _quietly, store=options.store)


async def _stress(strategy_id: str, language: Language, options: Mapping[str, Any]) -> NotebookStress:
    from apps.cli.stress.local import open_stress
    from apps.cli.stress.options import StressOptions

    async with open_stress() as local:
        asked = await local.ask(StressOptions(strategy=strategy_id, **options))
        await local.run(asked, _quietly)
        report = await local.report(await local.found(asked.id))
        return NotebookStress(asked.id, report, await local.file(asked.id, "html", language), language)


async def _research(asked: NotebookQuestion) -> Mapping[str, Any]:
    from apps.api.openings.research import open_sessions
    from apps.cli.research.running import followed, log_quietly
    from packages.settings.load import load_settings
    from src.modules.coordinator.presentation.rest.report_routes import reported

    settings = load_settings()
    log_quietly(settings)
    async with open_sessions(settings) as services:
        session = await services.sessions.start(LOCAL_OWNER_ID, asked.request(), asked.language)
        return {**reported(await followed(services, session, quiet=True)), "session_id": session.id}


async def _bars(symbol: str, timeframe: str, start: date | None, end: date | None, limit: int) -> Mapping[str, Any]:
    from apps.api.openings.research import open_resources
    from packages.domain.market_data.symbols import parse_symbol
    from packages.domain.market_data.timeframe import parse_timeframe
    from packages.settings.load import load_settings
    from src.modules.data_engineering.presentation.rest.data_routes import BarsOut

    async with open_resources(load_settings()) as resources:
        view = resources.library.view(resources.clock.now())
        begin, until = (None if each is None else _midnight(each) for each in (start, end))
        series = await view.bars(parse_symbol(symbol), parse_timeframe(timeframe), start=begin, end=until)
        return BarsOut.of(series, view.as_of, limit).model_dump(mode="json")


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


async def _walked(
    symbols: Sequence[str], start: str, end: str, every: int, horizon: int, language: Language
) -> NotebookWalkBack:
    from apps.cli.walk_back import WalkBackOptions, walked
    from src.modules.judge.presentation.rest.walk_back_schemas import walk_back_out

    options = WalkBackOptions(symbols, start, end, every, horizon, language)
    found = await walked(options.plan(as_json=True), quiet=True)
    return NotebookWalkBack(walk_back_out(found).model_dump(mode="json"))


async def _quietly(_done: float, _message: str) -> None:
    """A cell says nothing until it has ended."""
