"""Parley in a notebook: `from apps.cli.notebook import backtest`, then `backtest("rules.yaml")` draws the report."""

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from apps.cli.backtest_desk import Finished, open_backtests
from apps.cli.backtest_options import Options
from apps.cli.backtest_work import cover, plan_for
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.jobs.results import drawn_trades
from packages.domain.backtest.pictures.html import backtest_html
from packages.domain.strategy.explain.speech import Language
from packages.settings.base import read
from packages.settings.database import DatabaseSettings
from packages.settings.home import HomeSettings

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A finished backtest that a notebook draws by itself."""

    finished: Finished
    language: Language

    @property
    def report(self) -> Report:
        return self.finished.done.run.report

    @property
    def figures(self) -> Mapping[str, Any]:
        told: Any = self.finished.done.result.headline.body["figures"]
        return dict(told)

    @property
    def trades(self) -> list[Mapping[str, Any]]:
        """Each with what was true when it was decided."""
        return [trade.body for trade in self.finished.done.result.trades]

    def html(self) -> str:
        run = self.finished.done.run
        return backtest_html(cover(self.finished, self.language), run.report, drawn_trades(run), self.language)

    def _repr_html_(self) -> str:
        from html import escape

        return f'<iframe srcdoc="{escape(self.html())}" style="width:100%;height:720px;border:0"></iframe>'


def backtest(
    strategy: str | Path | Mapping[str, Any], *, language: str = "zh", store: bool = True, **options: Any
) -> Shown:
    """A file, the id of a stored strategy, or a document. `options` are those of the command: start, end, cash,
    commission, slippage, leverage, version."""
    typed = Options(strategy="" if isinstance(strategy, Mapping) else str(strategy), store=store, **options)
    finished = _beside_the_loop(_run(typed, strategy if isinstance(strategy, Mapping) else None))
    return Shown(finished, Language(language))


async def _run(options: Options, document: Mapping[str, Any] | None) -> Finished:
    async with open_backtests(read(HomeSettings), read(DatabaseSettings)) as desk:
        source = options.text() if document is None else dict(document)
        return await desk.run(await plan_for(desk, options, source), _quietly, store=options.store)


async def _quietly(_done: float, _message: str) -> None:
    """A cell says nothing until it has ended."""


def _beside_the_loop(work: Coroutine[Any, Any, T]) -> T:
    """A notebook has an event loop of its own, in which no other can be run."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
