"""Everything that is wired at start-up: the services of every context, and the chat that stands on them."""

from dataclasses import dataclass, field, fields

from apps.api.orchestration.core import Chat
from apps.mcp.mount import ToolServers
from packages.core.clock import Clock
from packages.core.events import EventLog
from packages.domain.accounts.ports import Profiles
from packages.domain.accounts.service import Identity
from packages.domain.backtest.jobs.drafts import DraftBacktests
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.strategy.book import StrategyBook, StrategyDrafts
from packages.domain.strategy.from_research.service import StrategiesFromResearch
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.optimise.service import OptimisationService
from packages.domain.work.jobs import Jobs
from packages.infra.db.engine import Database
from packages.infra.observability.metrics import Metrics
from packages.infra.providers.trading.container import TradingContainer
from packages.infra.security.tokens import ToolTokens
from packages.settings.load import Settings
from src.modules.audit.application.audits import Audits
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.domain.ports.report_library import IReportLibrary
from src.modules.data_engineering.application.fetching import Fetches
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.application.market_coverage import MarketCoverage
from src.modules.data_engineering.application.offers import DataOffers
from src.modules.data_engineering.infrastructure.imports.service import DataImports
from src.modules.judge.container import JudgeContainer
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.container import ResearchContainer


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """One field for each thing that routes, tools and the chat may ask; every service checks the owner itself."""

    settings: Settings
    clock: Clock
    database: Database
    events: EventLog
    jobs: Jobs
    metrics: Metrics = field(default_factory=Metrics)

    identity: Identity
    profiles: Profiles
    tool_tokens: ToolTokens
    tools: ToolServers

    library: MarketLibrary
    coverage: MarketCoverage
    data_offers: DataOffers
    imports: DataImports
    strategies: StrategyBook
    drafts: StrategyDrafts
    from_research: StrategiesFromResearch
    backtests: BacktestService
    draft_backtests: DraftBacktests
    stress: StressService
    optimisations: OptimisationService
    trading: TradingContainer

    llm: LlmPlatformContainer
    research: ResearchContainer
    sessions: ResearchSessions
    reports: IReportLibrary
    judge: JudgeContainer
    audits: Audits

    @property
    def fetches(self) -> Fetches:
        return Fetches(self.library, self.jobs, self.clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppContext(Services):
    """The running app."""

    chat: Chat

    @classmethod
    def of(cls, services: Services, chat: Chat) -> "AppContext":
        wired = {field.name: getattr(services, field.name) for field in fields(Services)}
        return cls(**wired, chat=chat)
