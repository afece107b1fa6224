"""Parley in a notebook: `import parley`, then `parley.backtest("rules.yaml")` or `parley.stress(strategy_id)` draws the
report."""

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from apps.cli.backtest.options import Options
from apps.cli.backtest.running import FinishedBacktest, cover, open_backtests, plan_for
from packages.core.messages import Language
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.jobs.results import drawn_trades
from packages.reports.backtest.html import backtest_html
from packages.settings.base import read
from packages.settings.database import DatabaseSettings
from packages.settings.home import HomeSettings

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookBacktest:
    """A finished backtest that a notebook draws by itself."""

    finished: FinishedBacktest
    language: Language

    def __repr__(self) -> str:
        """What the report says in a few sentences; the figures, trades and columns are beside it."""
        summary: Any = self.finished.done.result.headline.body["summary"]
        return "\n".join(summary[self.language.value])

    @property
    def report(self) -> Report:
        return self.finished.done.run.report

    @property
    def figures(self) -> Mapping[str, Any]:
        figures: Any = self.finished.done.result.headline.body["figures"]
        return dict(figures)

    @property
    def trades(self) -> list[Mapping[str, Any]]:
        """Each with what was true when it was decided."""
        return [trade.body for trade in self.finished.done.result.trades]

    def html(self) -> str:
        run = self.finished.done.run
        return backtest_html(cover(self.finished, self.language), run.report, drawn_trades(run), self.language)

    def _repr_html_(self) -> str:
        return _framed(self.html())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookStress:
    """A finished stress test that a notebook draws by itself; `report` is what the API answers of it."""

    id: str
    report: Mapping[str, Any]
    page: str
    language: Language

    def __repr__(self) -> str:
        sentence: str = self.report["verdict"]["words"][self.language.value]["told"]
        return sentence

    @property
    def verdict(self) -> str:
        """pass, revise or reject."""
        ruling: str = self.report["verdict"]["ruling"]
        return ruling

    @property
    def reasons(self) -> list[Mapping[str, Any]]:
        """Every check with its measure and its limit, the gravest first."""
        return list(self.report["verdict"]["reasons"])

    def html(self) -> str:
        return self.page

    def _repr_html_(self) -> str:
        return _framed(self.page)


def backtest(
    strategy: str | Path | Mapping[str, Any], *, language: str = "zh", store: bool = True, **options: Any
) -> NotebookBacktest:
    """A file, the id of a stored strategy, or a document. `options` are those of the command: start, end, cash,
    commission, slippage, leverage, borrow_rate, interest_rate, funding_rate, version."""
    typed = Options(strategy="" if isinstance(strategy, Mapping) else str(strategy), store=store, **options)
    finished = _beside_the_loop(_run(typed, strategy if isinstance(strategy, Mapping) else None))
    return NotebookBacktest(finished, Language(language))


def stress(strategy_id: str, *, language: str = "zh", **options: Any) -> NotebookStress:
    """Stresses a stored strategy. `options` are those of the command: version, start, end, cash, commission, slippage,
    leverage, borrow_rate, interest_rate, funding_rate, paths, seed, declared_trials, horizon, worlds, crises; `windows`
    and `profile` are tuples of what is typed there."""
    return _beside_the_loop(_stress(strategy_id, Language(language), options))


async def _stress(strategy_id: str, language: Language, options: Mapping[str, Any]) -> NotebookStress:
    from apps.cli.stress.local import open_stress
    from apps.cli.stress.options import StressOptions

    async with open_stress() as local:
        asked = await local.ask(StressOptions(strategy=strategy_id, **options))
        await local.run(asked, _quietly)
        report = await local.report(await local.found(asked.id))
        return NotebookStress(asked.id, report, await local.file(asked.id, "html", language), language)


async def _run(options: Options, document: Mapping[str, Any] | None) -> FinishedBacktest:
    async with open_backtests(read(HomeSettings), read(DatabaseSettings)) as local:
        source = options.text() if document is None else dict(document)
        return await local.run(await plan_for(local, options, source), _quietly, store=options.store)


def _framed(page: str) -> str:
    from html import escape

    return f'<iframe srcdoc="{escape(page)}" style="width:100%;height:720px;border:0"></iframe>'


async def _quietly(_done: float, _message: str) -> None:
    """A cell says nothing until it has ended."""


def _beside_the_loop(work: Coroutine[Any, Any, T]) -> T:
    """A notebook has an event loop of its own, in which no other can be run."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
