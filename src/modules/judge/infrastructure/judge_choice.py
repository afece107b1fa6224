"""Who judges (the model of an owner who has one, the rules otherwise), and the prices that they see."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial

from packages.core.clock import Clock
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.errors import NoData, UnknownSymbol
from packages.domain.market_data.rows import StatusKind
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.staleness import is_stale
from packages.domain.market_data.symbols import Symbol
from packages.infra.db.engine import Database
from packages.settings.load import Settings
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.judge.domain.case import Case
from src.modules.judge.domain.ports import IJudgeAgentPort, Judgement, TradingStatus
from src.modules.judge.infrastructure.model_judge import ModelJudge
from src.modules.judge.infrastructure.rules_judge import RulesJudge
from src.modules.llm_platform.application.contract import CallScope
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.application.names import evidence_names as evidence_names

Scope = CallScope
Platform = LlmPlatformContainer
Library = MarketLibrary
CALLER = AGENT = "judge"


def open_library(database: Database, settings: Settings, clock: Clock) -> Library:
    return DataEngineeringContainer(database, settings, clock).library()


class ChosenJudge(IJudgeAgentPort):
    """It is settled by the first case and stays so: a model that fails is a failure, and rules never step in for it."""

    def __init__(self, platform: Platform, scope: Scope) -> None:
        self._platform = platform
        self._scope = replace(scope, caller=CALLER, agent=AGENT)
        self._chosen: IJudgeAgentPort | None = None

    async def judge(self, case: Case, complaints: Sequence[str] = ()) -> Judgement:
        return await (await self.chosen()).judge(case, complaints)

    async def chosen(self) -> IJudgeAgentPort:
        if self._chosen is None:
            has_model = await self._platform.has_model(self._scope.owner_id)
            self._chosen = self._model() if has_model else RulesJudge()
        return self._chosen

    def _model(self) -> ModelJudge:
        return ModelJudge(self._platform.service(self._scope), self._alias)

    async def _alias(self) -> str | None:
        """Which configuration answered last in this run, by the book of model calls; None without a run."""
        if self._scope.run_id is None:
            return None
        lines = await self._platform.ledger().calls(self._scope.owner_id, self._scope.run_id)
        return next((line.alias for line in lines if line.agent == AGENT and line.status == "completed"), None)


class LibraryJudgeMarket:
    """The `JudgeMarket` port over `MarketLibrary`."""

    def __init__(self, library: MarketLibrary) -> None:
        self._library = library

    def now(self) -> datetime:
        return self._library.clock.now()

    async def bars(
        self, symbol: Symbol, as_of: datetime, start: datetime | None = None, source: str | None = None
    ) -> BarSeries | None:
        view = self._library.view(as_of)
        try:
            series = await view.bars(symbol, start=start, adjustment=Adjustment.TOTAL, source=source, raw_only=True)
        except (NoData, UnknownSymbol):
            return None
        return series if len(series) else None

    async def is_stale(self, symbol: Symbol, last: date, as_of: datetime) -> bool:
        calendar = partial(self._library.calendars, symbol.market)
        return await asyncio.to_thread(is_stale, last, local_day(symbol.market, as_of), calendar)

    async def recent_holes(self, bars: BarSeries, as_of: datetime) -> Sequence[Gap]:
        return await self._library.recent_holes(bars, as_of)

    async def standing(self, symbol: Symbol, as_of: datetime) -> TradingStatus:
        view = self._library.view(as_of)
        statuses = await view.statuses(symbol)
        stretches = tuple((one.since, one.until) for one in statuses if one.kind is StatusKind.SUSPENDED)
        try:
            return TradingStatus(stretches, (await view.instrument(symbol)).delisted_on)
        except UnknownSymbol:
            return TradingStatus(stretches, None)
