"""The lab: strategies and the long work on them, wired for whoever runs it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.backtest.jobs.stored import BACKTESTS
from packages.domain.conversation.draft_limits import limits_by
from packages.domain.strategy.book import StrategyBook, StrategyDrafts
from packages.domain.strategy.from_research.service import StrategiesFromResearch
from packages.domain.stress.jobs.stored import STRESS_TESTS
from packages.domain.stress.optimise.service import OPTIMISATIONS
from packages.domain.work.jobs import JobCall, JobHandler
from packages.infra.accounts import SqlProfiles
from packages.infra.backtest.backtests import SqlBacktests
from packages.infra.db.engine import Database
from packages.infra.strategy.origins import SqlOrigins
from packages.infra.strategy.strategies import SqlDrafts
from packages.infra.stress.optimisations import SqlOptimisations
from packages.infra.stress.stress_tests import SqlStress
from src.modules.coordinator.application.finished_research import SessionResearch
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.data_engineering.application.library import MarketLibrary

if TYPE_CHECKING:
    from packages.domain.backtest.jobs.work import BacktestWork
    from packages.domain.backtest.portfolio.ports import WholeMarket
    from packages.domain.stress.jobs.work import StressWork
    from packages.domain.stress.optimise.work import OptimisationWork
    from packages.infra.providers.trading.live.loading import FetchBars


@dataclass(frozen=True, slots=True)
class StrategyJobs:
    """What the work on strategies stands on; its engine is loaded on first use, so that a server is ready without."""

    database: Database
    library: MarketLibrary
    book: StrategyBook
    clock: Clock
    fetch_bars: "FetchBars"
    market: "Callable[[], WholeMarket]"

    def drafts(self) -> StrategyDrafts:
        return StrategyDrafts(SqlDrafts(self.database), self.clock)

    def from_research(self, sessions: ResearchSessions) -> StrategiesFromResearch:
        return StrategiesFromResearch(
            research=SessionResearch(sessions),
            limits=limits_by(SqlProfiles(self.database)),
            book=self.book,
            drafts=self.drafts(),
            origins=SqlOrigins(self.database),
            clock=self.clock,
        )

    def backtests(self) -> "BacktestWork":
        from packages.domain.backtest.jobs.work import BacktestRunner, BacktestWork
        from packages.infra.stress.trial_returns import SqlTrialReturns
        from packages.reports.backtest.summary import summary

        runner, store = BacktestRunner(self.library.view, self.market()), SqlBacktests(self.database)
        return BacktestWork(runner, store, summary, self.book.ledger, SqlTrialReturns(self.database), self.clock)

    def stress(self) -> "StressWork":
        from packages.domain.stress.jobs.run import StressRunner
        from packages.domain.stress.jobs.work import StressWork
        from packages.infra.stress.trial_returns import SqlTrialReturns
        from packages.reports.stress.as_json import write_stress

        returns, calendars = SqlTrialReturns(self.database), self.library.calendars
        runner = StressRunner(self.library.view, self.book.ledger, returns, self.clock, calendars, market=self.market())
        return StressWork(runner, SqlStress(self.database), write_stress, self.clock)

    def optimisations(self) -> "OptimisationWork":
        from packages.domain.stress.optimise.work import OptimisationWork
        from packages.infra.stress.optuna_search import OptunaSearcher
        from packages.infra.stress.trial_returns import SqlTrialReturns

        store, returns = SqlOptimisations(self.database), SqlTrialReturns(self.database)
        return OptimisationWork(
            *(self.library.view, store, OptunaSearcher, self.book.ledger, returns, self.clock), market=self.market()
        )


def strategy_job_handlers(jobs: StrategyJobs) -> dict[str, JobHandler]:
    async def run_backtest(call: JobCall) -> JsonObject:
        return await jobs.backtests().handle(call)

    async def run_stress_test(call: JobCall) -> JsonObject:
        return await jobs.stress().handle(call)

    async def optimise(call: JobCall) -> JsonObject:
        return await jobs.optimisations().handle(call)

    return {
        BACKTESTS.job_kind: run_backtest,
        STRESS_TESTS.job_kind: run_stress_test,
        OPTIMISATIONS.job_kind: optimise,
    }
