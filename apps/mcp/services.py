"""The services that the tools call."""

from typing import Protocol

from packages.core.clock import Clock
from packages.domain.accounts.ports import Profiles
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.strategy.book import StrategyBook, StrategyDrafts
from packages.domain.strategy.from_research.service import StrategiesFromResearch
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.optimise.service import OptimisationService
from packages.domain.work.jobs import Jobs
from packages.infra.providers.trading.container import TradingContainer
from src.modules.audit.application.audits import Audits
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.data_engineering.application.fetching import Fetches
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.application.offers import DataOffers
from src.modules.judge.container import JudgeContainer


class ToolServices(Protocol):
    """Services that check the owner, and no keys."""

    @property
    def clock(self) -> Clock: ...
    @property
    def jobs(self) -> Jobs: ...
    @property
    def library(self) -> MarketLibrary: ...
    @property
    def data_offers(self) -> DataOffers: ...
    @property
    def fetches(self) -> Fetches: ...
    @property
    def sessions(self) -> ResearchSessions: ...
    @property
    def judge(self) -> JudgeContainer: ...
    @property
    def audits(self) -> Audits: ...
    @property
    def strategies(self) -> StrategyBook: ...
    @property
    def drafts(self) -> StrategyDrafts: ...
    @property
    def from_research(self) -> StrategiesFromResearch: ...
    @property
    def backtests(self) -> BacktestService: ...
    @property
    def stress(self) -> StressService: ...
    @property
    def optimisations(self) -> OptimisationService: ...
    @property
    def trading(self) -> TradingContainer: ...
    @property
    def profiles(self) -> Profiles: ...
