"""The chat, wired: its turns run inside of `open_chat`."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import structlog

from apps.api.agents.due_prompts import due_prompt
from apps.api.agents.protocol import PhaseTools
from apps.api.agents.registry import load_handlers
from apps.api.conversation.own_tools import OwnTools
from apps.api.conversation.stored_records import ServiceRecords
from apps.api.conversation.streamers import ChatStreamers, LedgerSpending
from apps.api.conversation.work_watch import ServiceWatch
from apps.api.orchestration.confirming import StrategyConfirming
from apps.api.orchestration.core import Chat, ChatOrchestrator, _resolve_handler_from_module
from apps.api.orchestration.postprocessor import PostProcessor
from apps.api.orchestration.prompt_builder import PromptBuilder
from apps.api.orchestration.shared import Streamers
from apps.api.orchestration.stream_handler import StreamHandler, _resolve_stream_timeout_seconds
from apps.api.orchestration.supervisor import TurnSupervisor
from apps.api.orchestration.turn_work import ChatTurnWork
from apps.api.services import Services
from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.conversation.awaited import AwaitedKind, AwaitedWork
from packages.domain.conversation.ports import Journal, Sessions
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.infra.conversation.journal import SqlJournal
from packages.infra.conversation.sessions import SqlChatSessions
from packages.infra.conversation.writing import ChatWrites
from packages.infra.db.holders import is_alive, this_holder
from src.modules.data_engineering.application.library import MarketLibrary

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def open_chat(services: Services, streamers: Streamers | None = None) -> AsyncIterator[Chat]:
    """Turns that dead processes left are closed first; at the end those of this one are. `streamers` answer instead of
    models and rules."""
    public_url = services.settings.server.base_url
    load_handlers()  # a skill that is missing is found here, and not by a person
    database, clock, ids = services.database, services.clock, Ids(services.clock)
    own_tools = OwnTools(services.tools, services.tool_tokens, public_url, clock)
    services.llm.reach_tools_by(own_tools)
    records = _records(services)
    async with aclosing(ChatWrites(database)) as writes:
        journal, sessions = SqlJournal(database, writes, ids), SqlChatSessions(database, writes, clock, ids)
        phase_tools = PhaseTools(
            records,
            LibraryRegimes(services.library, clock),
            RuleUnderstanding(),
            ChatFetches(services),
            ChatTests(services),
        )
        answering = streamers or ChatStreamers(services.llm, own_tools, clock)
        prompts = PromptBuilder(
            _resolve_handler_from_module, phase_tools, sessions, answering, services.tool_tokens, clock, public_url
        )
        work = _work(services, prompts, sessions, records)
        supervisor = TurnSupervisor(journal, services.events, work, clock, is_alive, _noted)
        confirming = StrategyConfirming(
            sessions=sessions,
            records=records,
            profiles=services.profiles,
            book=services.strategies,
            backtests=services.backtests,
            handlers=_resolve_handler_from_module,
            clock=clock,
        )
        orchestrator = _orchestrator(services, journal, sessions, prompts, supervisor)
        async with supervisor.running():
            yield Chat(
                orchestrator, sessions, journal, _resolve_handler_from_module, confirming, ServiceWatch(services)
            )


def _orchestrator(
    services: Services, journal: Journal, sessions: Sessions, prompts: PromptBuilder, supervisor: TurnSupervisor
) -> ChatOrchestrator:
    return ChatOrchestrator(
        journal=journal,
        sessions=sessions,
        profiles=services.profiles,
        prompts=prompts,
        turns=supervisor,
        events=services.events,
        clock=services.clock,
        holder=this_holder(),
        watch=ServiceWatch(services),
    )


def _work(services: Services, prompts: PromptBuilder, sessions: Sessions, records: ServiceRecords) -> ChatTurnWork:
    limits = services.settings.chat
    return ChatTurnWork(
        prompts=prompts,
        streams=StreamHandler(
            lambda: _resolve_stream_timeout_seconds(limits.chat_stream_timeout_seconds),
            lambda: limits.chat_idle_timeout_seconds,
        ),
        posts=PostProcessor(due_prompt, sessions, records, services.clock),
        spending=LedgerSpending(services.llm.ledger()),
        sessions=sessions,
        profiles=services.profiles,
        clock=services.clock,
        ids=Ids(services.clock),
    )


def _records(services: Services) -> ServiceRecords:
    return ServiceRecords(
        strategies=services.strategies,
        drafts=services.drafts,
        backtests=services.backtests,
        stress_tests=services.stress,
        trading=services.trading,
        sessions=services.sessions,
        library=services.library,
    )


class ChatFetches:
    """`DataFetches` by the service that the page and the tools call."""

    def __init__(self, services: Services) -> None:
        self._fetches = services.fetches

    async def begin(self, owner_id: str, symbol: str, key: str) -> str:
        return (await self._fetches.start(owner_id, symbol, key=key)).id


class ChatTests:
    """`RunningTests` by the services that the page calls."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def stop(self, owner_id: str, work: AwaitedWork) -> None:
        if work.kind is AwaitedKind.BACKTEST:
            await self._services.backtests.cancel(owner_id, work.id)
        elif work.kind is AwaitedKind.STRESS:
            await self._services.stress.cancel(owner_id, work.id)


class LibraryRegimes:
    """`RegimeSnapshots` from the market library, in the shape that the tool returns."""

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
        shown: JsonObject = RegimeView.of(snapshot).model_dump(mode="json")
        return shown


def _noted(what: str, turn_id: str, error: BaseException) -> None:
    _log.error(what, turn_id=turn_id, exc_info=error)
