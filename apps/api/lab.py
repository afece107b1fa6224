"""The lab: strategies and the long work on them, wired for whoever runs it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.backtest.jobs.stored import BACKTESTS
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.jobs.stored import STRESS_TESTS, FileKind
from packages.domain.stress.optimise.service import OPTIMISATIONS
from packages.domain.work.jobs import JobCall, JobHandler
from packages.infra.db.backtests import SqlBacktests
from packages.infra.db.engine import Database
from packages.infra.db.optimisations import SqlOptimisations
from packages.infra.db.stress import SqlStress
from src.modules.data_engineering.application.library import MarketLibrary

if TYPE_CHECKING:
    from packages.domain.backtest.jobs.work import BacktestWork
    from packages.domain.stress.jobs.work import StressWork, WrittenReport
    from packages.domain.stress.optimise.work import OptimisationWork
    from packages.domain.stress.report.report import StressReport
    from packages.infra.providers.trading.live.newest import Bring


@dataclass(frozen=True, slots=True)
class Lab:
    """What the work on strategies stands on; its engine is loaded on first use, so that a server is ready without."""

    database: Database
    library: MarketLibrary
    book: StrategyBook
    clock: Clock
    bring: "Bring"

    def backtests(self) -> "BacktestWork":
        from packages.domain.backtest.jobs.work import BacktestRunner, BacktestWork

        runner, store = BacktestRunner(self.library.view), SqlBacktests(self.database)
        return BacktestWork(runner, store, self.book.ledger, self.clock)

    def stress(self) -> "StressWork":
        from packages.domain.stress.jobs.run import StressRunner
        from packages.domain.stress.jobs.work import StressWork
        from packages.infra.db.trial_returns import SqlTrialReturns

        returns, calendars = SqlTrialReturns(self.database), self.library.calendars
        runner = StressRunner(self.library.view, self.book.ledger, returns, self.clock, calendars)
        return StressWork(runner, SqlStress(self.database), write_stress, self.clock)

    def optimisations(self) -> "OptimisationWork":
        from packages.domain.stress.optimise.work import OptimisationWork
        from packages.infra.db.trial_returns import SqlTrialReturns
        from packages.infra.stress.optuna_search import OptunaSearcher

        store, returns = SqlOptimisations(self.database), SqlTrialReturns(self.database)
        return OptimisationWork(self.library.view, store, OptunaSearcher, self.book.ledger, returns, self.clock)


def lab_handlers(lab: Lab) -> dict[str, JobHandler]:
    async def run_backtest(call: JobCall) -> JsonObject:
        return await lab.backtests().handle(call)

    async def run_stress_test(call: JobCall) -> JsonObject:
        return await lab.stress().handle(call)

    async def optimise(call: JobCall) -> JsonObject:
        return await lab.optimisations().handle(call)

    return {
        BACKTESTS.job_kind: run_backtest,
        STRESS_TESTS.job_kind: run_stress_test,
        OPTIMISATIONS.job_kind: optimise,
    }


def write_stress(report: "StressReport") -> "WrittenReport":
    """`ReportWriter`: JSON for the page, and HTML and Markdown in both languages."""
    from packages.domain.stress.jobs.work import WrittenReport
    from packages.domain.stress.report.as_json import stress_json
    from packages.domain.stress.report.html import stress_html
    from packages.domain.stress.report.markdown import stress_markdown
    from packages.domain.stress.report.telling import lineage_told
    from packages.domain.stress.report.wording import StressWording

    notes = {each.value: list(lineage_told(report, StressWording(report, each))) for each in Language}
    lineage: JsonObject = {
        "trials": report.cover.trials,
        "compared": report.compared,
        "left_out": report.left_out,
        "notes": notes,
    }
    files: dict[tuple[FileKind, Language], str] = {}
    for language in Language:
        files["html", language] = stress_html(report, language)
        files["md", language] = stress_markdown(report, language)
    return WrittenReport({**stress_json(report), "lineage": lineage}, files)
