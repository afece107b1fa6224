"""The research pipeline in one world: the five experts side by side, the debate, and the judge without the book."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar, cast

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.evidence.experts import EXPERTS
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol
from packages.infra.db.engine import Database
from packages.settings.load import Settings
from src.modules.audit.domain.anonymity import Anonymised, disguise_of
from src.modules.audit.domain.answers import ExpertAnswer, WorldAnswers, WorldVerdict
from src.modules.audit.domain.earnings import EarningsFlipped, profit_sign
from src.modules.audit.domain.mirror import PricesReversed
from src.modules.audit.domain.worlds import ChangedWorld, RowChange, WorldKind
from src.modules.audit.infrastructure.changed_market import Library, changed_library
from src.modules.audit.infrastructure.changed_search import ChangedSearch
from src.modules.audit.infrastructure.read_once import ReadMemory, SearchOnce
from src.modules.debate.application.expert_mapping import (
    UnusableResult,
    debate_input_of,
    expert_summary,
    lean_of,
)
from src.modules.debate.container import DebateContainer
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.container import JudgeContainer
from src.modules.llm_platform.application.contract import CallScope
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.application.running import Question, ResearchScope
from src.modules.research.container import ResearchContainer

Platform = LlmPlatformContainer
Results = Mapping[str, dict[str, Any]]
_CALLER = "audit"


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineServices:
    """What every audit of a process shares."""

    settings: Settings
    database: Database
    clock: Clock
    library: Library
    platform: Platform

    def open(self, owner_id: str, symbol: Symbol, day: date, language: Language) -> "AuditedPipeline":
        end = datetime.combine(day + timedelta(days=1), time(), zone_of(symbol.market)) - timedelta(microseconds=1)
        at = min(self.clock.now(), end).astimezone(UTC)
        return AuditedPipeline(self, owner_id, symbol, language, at)


@dataclass(slots=True)
class AuditedPipeline:
    """One instrument at one instant. What the experts found in the world as it is, is kept for the worlds in which
    one of them is silent."""

    services: PipelineServices
    owner_id: str
    symbol: Symbol
    language: Language
    as_of: datetime
    _found: Results = field(default_factory=dict)
    _debated: dict[str, Any] | None = None
    _benchmark: str | None = None
    _memory: ReadMemory = field(default_factory=ReadMemory)

    async def base(self) -> WorldAnswers:
        await self._as_it_is().view(self.as_of).instrument(self.symbol)
        unchanged = RowChange(self.symbol)
        self._found = await self._researched(unchanged, self.symbol)
        return await self._argued(unchanged, self.symbol, self._found)

    async def judged_again(self, *, anonymous: bool) -> float | None:
        change = await self._disguised() if anonymous else RowChange(self.symbol)
        if change is None or self._debated is None:
            return None
        results, debated = renamed(dict(self._found), change), renamed(self._debated, change)
        symbol = change.disguise.invented if isinstance(change, Anonymised) else self.symbol
        try:
            return (await self._judged(change, symbol, results, debated)).probability
        except ParleyError:
            return None

    async def profit_sign(self) -> int:
        return profit_sign(await self._as_it_is().view(self.as_of).facts(self.symbol))

    async def answers(self, world: ChangedWorld) -> WorldAnswers | None:
        match world.kind:
            case WorldKind.EXPERT_SILENCED:
                others = {name: result for name, result in self._found.items() if name != world.expert}
                return await self._argued(RowChange(self.symbol), self.symbol, others)
            case WorldKind.EARNINGS_FLIPPED:
                return await self._answered(EarningsFlipped(self.symbol), self.symbol)
            case WorldKind.PRICES_REVERSED:
                return await self._answered(PricesReversed(self.symbol), self.symbol)
            case WorldKind.ANONYMISED:
                return await self._anonymous()

    async def _anonymous(self) -> WorldAnswers | None:
        change = await self._disguised()
        return await self._answered(change, change.disguise.invented) if change else None

    async def _disguised(self) -> Anonymised | None:
        library = self._as_it_is()
        known = await library.instruments(self.as_of)
        instrument = await library.view(self.as_of).instrument(self.symbol)
        disguise = disguise_of(instrument, (str(one.symbol) for one in known))
        return Anonymised(disguise) if disguise else None

    async def _answered(self, change: RowChange, symbol: Symbol) -> WorldAnswers:
        return await self._argued(change, symbol, await self._researched(change, symbol))

    async def _researched(self, change: RowChange, symbol: Symbol) -> Results:
        services, library = self.services, self._library(change)
        research = ResearchContainer(
            library,
            services.platform,
            services.settings,
            library.clock,
            search_through=lambda provider: ChangedSearch(SearchOnce(provider, self._memory), change),
        )
        scope = ResearchScope(owner_id=self.owner_id, run_id=Ids(services.clock).new())
        question = Question(symbol=str(symbol), language=self.language)
        return await research.ask_each(EXPERTS, question, scope)

    async def _argued(self, change: RowChange, symbol: Symbol, results: Results) -> WorldAnswers:
        experts = {name: answer for name, result in results.items() if (answer := _answer(name, result)) is not None}
        try:
            verdict = await self._verdict(change, symbol, results)
        except ParleyError:
            verdict = None
        return WorldAnswers(experts=experts, verdict=verdict)

    async def _verdict(self, change: RowChange, symbol: Symbol, results: Results) -> WorldVerdict:
        services = self.services
        scope = CallScope(owner_id=self.owner_id, caller="debate", run_id=Ids(services.clock).new())
        debating = DebateContainer(platform=services.platform, scope=scope).debate_service()
        outcome = await debating.run(debate_input_of(str(symbol), results).debate_input)
        debated = outcome.model_dump(mode="json")
        if results is self._found:
            self._debated = debated
        return await self._judged(change, symbol, results, debated)

    async def _judged(
        self, change: RowChange, symbol: Symbol, results: Results, debated: dict[str, Any]
    ) -> WorldVerdict:
        services, library = self.services, self._library(change)
        scope = CallScope(owner_id=self.owner_id, caller=_CALLER, run_id=Ids(services.clock).new())
        judge = JudgeContainer(
            platform=services.platform,
            library=library,
            scope=scope,
            database=services.database,
            settings=services.settings,
            clock=library.clock,
        )
        request = JudgeRequest(
            symbol=str(symbol),
            expert_results=results,
            debate_outcome=debated,
            benchmark=self._measure(symbol),
            language=self.language.value,
        )
        verdict = await judge.judge_service().unbooked(request)
        self._benchmark = self._benchmark or verdict.benchmark or str(symbol)
        return WorldVerdict(action=verdict.action.value, probability=verdict.probability)

    def _measure(self, symbol: Symbol) -> str | None:
        """All worlds are measured against what the first was; an index that has another name, against itself."""
        return str(symbol) if self._benchmark == str(self.symbol) else self._benchmark

    def _as_it_is(self) -> Library:
        return self._library(RowChange(self.symbol))

    def _library(self, change: RowChange) -> Library:
        return changed_library(self.services.library, change, self.as_of, self._memory)


def _answer(name: str, result: dict[str, Any]) -> ExpertAnswer | None:
    try:
        summary = expert_summary(name, result)
    except UnusableResult:
        return None
    engine = str(result.get("engine", ""))
    return ExpertAnswer(signal=summary.signal, confidence=summary.confidence, lean=lean_of(summary), engine=engine)


ReportPart = TypeVar("ReportPart")


def renamed(part: ReportPart, change: RowChange) -> ReportPart:
    """The same report or debate in the words of another world."""
    match part:
        case str():
            return cast("ReportPart", change.text(part))
        case dict():
            return cast("ReportPart", {key: renamed(value, change) for key, value in part.items()})
        case list():
            return cast("ReportPart", [renamed(value, change) for value in part])
        case _:
            return part
