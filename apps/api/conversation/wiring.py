"""The chat, wired: its turns run inside of `open_chat`."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass

import structlog

from apps.api.agents.kyc_answers import next_prompt
from apps.api.agents.protocol import PhaseTools
from apps.api.agents.registry import load_handlers
from apps.api.conversation.own_tools import OwnTools
from apps.api.conversation.stored_facts import ServiceFacts
from apps.api.conversation.streamers import ChatStreamers, LedgerSpending
from apps.api.lab import Lab
from apps.api.orchestration.confirming import StrategyConfirming
from apps.api.orchestration.core import Chat, ChatOrchestrator, _resolve_handler_from_module
from apps.api.orchestration.postprocessor import PostProcessor
from apps.api.orchestration.prompt_builder import PromptBuilder
from apps.api.orchestration.shared import Streamers
from apps.api.orchestration.stream_handler import StreamHandler, _resolve_stream_timeout_seconds
from apps.api.orchestration.supervisor import TurnSupervisor
from apps.api.orchestration.turn_work import ChatTurnWork
from apps.mcp.mount import ToolServers
from packages.core.clock import Clock
from packages.core.events import EventLog, JsonObject
from packages.core.ids import Ids
from packages.domain.accounts.ports import Profiles
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.conversation.ports import Journal, Sessions
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.domain.strategy.drafts import StrategyDrafts
from packages.domain.stress.jobs.service import StressService
from packages.infra.db.chat_journal import SqlJournal
from packages.infra.db.chat_sessions import SqlChatSessions
from packages.infra.db.chat_writing import ChatWrites
from packages.infra.db.holders import is_alive, this_holder
from packages.infra.providers.trading.container import TradingContainer
from packages.infra.security.tool_tokens import ToolTokens
from packages.settings.load import Settings
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.llm_platform.container import LlmPlatformContainer

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatGround:
    """What the chat stands on."""

    settings: Settings
    clock: Clock
    lab: Lab
    events: EventLog
    llm: LlmPlatformContainer
    research: ResearchSessions
    trading: TradingContainer
    drafts: StrategyDrafts
    backtests: BacktestService
    stress: StressService
    profiles: Profiles
    tokens: ToolTokens
    tools: ToolServers

    @property
    def public_url(self) -> str:
        return self.settings.server.base_url


@asynccontextmanager
async def open_chat(ground: ChatGround, streamers: Streamers | None = None) -> AsyncIterator[Chat]:
    """Turns that dead processes left are closed first; at the end those of this one are. `streamers` answer instead of
    models and rules."""
    load_handlers()  # a skill that is missing is found here, and not by a person
    database, clock, ids = ground.lab.database, ground.clock, Ids(ground.clock)
    own_tools = OwnTools(ground.tools, ground.tokens, ground.public_url, clock)
    ground.llm.reach_tools_by(own_tools)
    facts = _facts(ground)
    async with aclosing(ChatWrites(database)) as writes:
        journal, sessions = SqlJournal(database, writes, ids), SqlChatSessions(database, writes, clock, ids)
        desk = PhaseTools(facts, LibraryRegimes(ground.lab.library, clock), RuleUnderstanding())
        answering = streamers or ChatStreamers(ground.llm, own_tools, clock)
        prompts = PromptBuilder(
            _resolve_handler_from_module, desk, sessions, answering, ground.tokens, clock, ground.public_url
        )
        work = _work(ground, prompts, sessions, facts)
        supervisor = TurnSupervisor(journal, ground.events, work, clock, is_alive, _noted)
        confirming = StrategyConfirming(
            sessions=sessions,
            facts=facts,
            profiles=ground.profiles,
            book=ground.lab.book,
            backtests=ground.backtests,
            handlers=_resolve_handler_from_module,
            clock=clock,
        )
        orchestrator = _orchestrator(ground, journal, sessions, prompts, supervisor)
        async with supervisor.running():
            yield Chat(orchestrator, sessions, journal, _resolve_handler_from_module, confirming)


def _orchestrator(
    ground: ChatGround, journal: Journal, sessions: Sessions, prompts: PromptBuilder, supervisor: TurnSupervisor
) -> ChatOrchestrator:
    return ChatOrchestrator(
        journal=journal,
        sessions=sessions,
        profiles=ground.profiles,
        prompts=prompts,
        turns=supervisor,
        events=ground.events,
        clock=ground.clock,
        holder=this_holder(),
    )


def _work(ground: ChatGround, prompts: PromptBuilder, sessions: Sessions, facts: ServiceFacts) -> ChatTurnWork:
    limits = ground.settings.chat
    return ChatTurnWork(
        prompts=prompts,
        streams=StreamHandler(
            lambda: _resolve_stream_timeout_seconds(limits.chat_stream_timeout_seconds),
            lambda: limits.chat_idle_timeout_seconds,
        ),
        posts=PostProcessor(next_prompt, sessions, facts, ground.clock),
        spending=LedgerSpending(ground.llm.ledger()),
        sessions=sessions,
        profiles=ground.profiles,
        clock=ground.clock,
        ids=Ids(ground.clock),
    )


def _facts(ground: ChatGround) -> ServiceFacts:
    return ServiceFacts(
        strategies=ground.lab.book,
        drafts=ground.drafts,
        backtests=ground.backtests,
        stress_tests=ground.stress,
        trading=ground.trading,
        sessions=ground.research,
        library=ground.lab.library,
    )


class LibraryRegimes:
    """`RegimeSnapshots` from the market library, told as the tool tells them."""

    def __init__(self, library: MarketLibrary, clock: Clock) -> None:
        self._library = library
        self._clock = clock

    async def of(self, symbol: str, timeframe: str) -> JsonObject:
        from packages.contracts.market_data.regime import RegimeView
        from packages.domain.market_data.regime.snapshot import take_snapshot
        from packages.domain.market_data.symbols import parse_symbol
        from packages.domain.market_data.timeframe import Timeframe

        view = self._library.view(self._clock.now())
        snapshot = await take_snapshot(view, parse_symbol(symbol), Timeframe(timeframe))
        told: JsonObject = RegimeView.of(snapshot).model_dump(mode="json")
        return told


def _noted(what: str, turn_id: str, error: BaseException) -> None:
    _log.error(what, turn_id=turn_id, exc_info=error)
