"""What the routes reach of the running desk, as FastAPI dependencies."""

import hashlib
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from apps.api.orchestration.core import Chat
from apps.mcp.mount import ToolServers
from packages.core.clock import Clock
from packages.core.events import EventLog
from packages.domain.accounts.identity import Identity
from packages.domain.accounts.ports import Profiles
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.drafts import StrategyDrafts
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.optimise.service import OptimisationService
from packages.domain.trading.callers import PersonSession
from packages.domain.work.jobs import Jobs
from packages.infra.db.engine import Database
from packages.infra.http.caller import Caller
from packages.infra.observability.metrics import Metrics
from packages.infra.providers.trading.container import TradingContainer
from packages.infra.security.tool_tokens import ToolTokens
from packages.settings.load import Settings
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.judge.container import JudgeContainer
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.container import ResearchContainer


@dataclass(frozen=True, slots=True)
class Desk:
    """The running desk: everything that was wired at start-up."""

    settings: Settings
    database: Database
    clock: Clock
    identity: Identity
    events: EventLog
    jobs: Jobs
    library: MarketLibrary
    llm: LlmPlatformContainer
    research: ResearchContainer
    sessions: ResearchSessions
    judge: JudgeContainer
    strategies: StrategyBook
    drafts: StrategyDrafts
    backtests: BacktestService
    stress: StressService
    optimisations: OptimisationService
    trading: TradingContainer
    profiles: Profiles
    tool_tokens: ToolTokens
    tools: ToolServers
    chat: Chat
    metrics: Metrics


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


TheDesk = Annotated[Desk, Depends(_desk)]


async def _person(request: Request, caller: Caller) -> PersonSession:
    """Every token that `Caller` takes was given to a person who signed in, and without one the local guard has let
    nobody past but the owner's own machine. Whatever gets tokens for tools or programs needs another dependency."""
    token = request.headers.get("authorization")
    session = "local" if token is None else hashlib.sha256(token.encode()).hexdigest()[:16]
    return PersonSession(caller.id, session)


ThePerson = Annotated[PersonSession, Depends(_person)]
