"""Makes of a streamed answer what is stored and sent: cards, the phase's own reading, a move, and the last words."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from apps.api.agents.anywhere.changed_elsewhere import describe_changed_elsewhere, seen_now
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_in, asked_otherwise
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, Reply, ToolOutcome
from apps.api.agents.scoping import ASKED, instrument_in
from apps.api.agents.stress_standing import STATUS
from apps.api.agents.work_marks import with_work
from apps.api.orchestration.answer_gate import RESEARCHED
from apps.api.orchestration.carryover import (
    KEY,
    as_far_as_whole,
    consumed,
    is_whole,
    phase_after,
    remember,
    transitions_of,
)
from apps.api.orchestration.claims.answer_corrections import answer_corrections
from apps.api.orchestration.constants import MOST_CARDS
from apps.api.orchestration.deployment_postprocess import deployment_summary, due_deployment_cards
from apps.api.orchestration.fallback import Reached, late_text, reached
from apps.api.orchestration.genui_wrapper import (
    _ensure_pre_strategy_chart_payload,
    _ensure_required_choice_prompt_payload,
    checked_cards,
    due_cards,
    parsed_cards,
    without_other_decisions,
)
from apps.api.orchestration.mcp_records import persisted_tool_calls, tool_outcomes
from apps.api.orchestration.prompt_builder import NOTES
from apps.api.orchestration.stress_postprocess import due_stress_cards
from apps.api.orchestration.types import _TurnPostProcessResult, _TurnPreparation, _TurnStreamState
from packages.contracts.genui import BacktestCharts, ChoicePrompt, DebateCard, GenUi, ResearchReport, StressReport
from packages.contracts.tool_grants import ToolDomain
from packages.core.clock import Clock
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.claims.decided import asks_something_else
from packages.domain.conversation.facts import BacktestFact, StoredRecords
from packages.domain.conversation.model import Role, SessionMessage, title_of
from packages.domain.conversation.ports import Sessions
from packages.domain.conversation.understanding.model import MessageIntent

NextPrompt: TypeAlias = Callable[[PhaseContext], Awaitable[ChoicePrompt | None]]
_MOST_NOTES = 20
_RESULTS = (BacktestCharts, StressReport, ResearchReport, DebateCard)
_DECIDING = frozenset({Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT})


@dataclass(frozen=True, slots=True)
class PostProcessor:
    """Reads the database and writes nothing: what it comes to is stored in one piece. `next_prompt` is the question
    that a phase, as it stands, would ask next."""

    next_prompt: NextPrompt
    sessions: Sessions
    records: StoredRecords
    clock: Clock

    async def process(self, prepared: _TurnPreparation, state: _TurnStreamState) -> _TurnPostProcessResult:
        outcomes = tool_outcomes(state)
        offered, notes = await self._offered(prepared, state, outcomes)
        reply = Reply(prepared.pieces.understood, state.shown_text, state.extracted.patches, offered, outcomes)
        result = as_far_as_whole(await prepared.handler.post_process(prepared.context, reply), state)
        transitions = transitions_of(prepared, result, self.clock.now())
        context = _context_after(prepared, result, phase_after(prepared, transitions))
        stop = await self._stop_criteria(prepared, state, moves=bool(transitions))
        missing = context.block.missing_fields if transitions else result.missing_fields
        cards = await self._cards(prepared, state, result, context)
        elsewhere = _changed_elsewhere(prepared) if is_whole(state) else ()
        clauses = (
            *elsewhere,
            *result.clauses,
            *await self._corrections(prepared, state, cards, context, outcomes),
        )
        late = late_text(state, context.language, context.phase, missing, clauses, stop.criteria)
        return _TurnPostProcessResult(
            assistant_text=state.shown_text + late,
            late_text=late,
            cards=cards,
            tool_calls=persisted_tool_calls(state),
            outcomes=outcomes,
            result=result,
            missing_fields=missing,
            artifacts=_with_asked(context, cards, is_plain=not _asks_something_else(prepared, state)),
            phase_after=context.phase,
            metadata=await self._metadata(
                prepared, state, _marked(stop.metadata, prepared, outcomes), (*notes, *result.notes), context
            ),
            strategy_title=await self._strategy_title(prepared, context),
            transitions=transitions,
            deployment=deployment_summary(prepared.context, result),
        )

    async def _corrections(
        self,
        prepared: _TurnPreparation,
        state: _TurnStreamState,
        cards: Sequence[GenUi],
        context: PhaseContext,
        outcomes: Sequence[ToolOutcome],
    ) -> tuple[str, ...]:
        """The guided rules say themselves what waits, and claim nothing."""
        if prepared.streamer.engine != "llm" or not is_whole(state):
            return ()
        text = state.shown_text if state.by_model is None else state.by_model
        return await answer_corrections(text, prepared, context, cards, outcomes, self.records)

    async def _offered(
        self, prepared: _TurnPreparation, state: _TurnStreamState, outcomes: Sequence[ToolOutcome]
    ) -> tuple[tuple[GenUi, ...], tuple[str, ...]]:
        """The cards that the model wrote or its tools made due, as far as they are true."""
        owner_id = prepared.turn.owner_id
        written, notes = parsed_cards(state.extracted.cards)
        due = [
            card
            for due_of in (due_cards, due_stress_cards, due_deployment_cards)
            for card in await due_of(written, outcomes, owner_id, self.records)
        ]
        if prepared.streamer.engine == "rules":  # which show results themselves, and read them for answers too
            due = [card for card in due if not isinstance(card, _RESULTS)]
        kept, dropped = await checked_cards([*written, *due], owner_id, self.records)
        return kept, (*state.extracted.problems, *notes, *dropped)

    async def _cards(
        self, prepared: _TurnPreparation, state: _TurnStreamState, result: PhaseResult, context: PhaseContext
    ) -> tuple[GenUi, ...]:
        """Those that the phase lets through, and those that the product adds."""
        cards = [card for place, card in enumerate(result.cards) if card not in result.cards[:place]]
        if not is_whole(state):
            return tuple(cards[:MOST_CARDS])
        due = await self.next_prompt(context)
        if prepared.streamer.engine == "llm" and state.by_model is None:
            written, _ = parsed_cards(state.extracted.cards)
            cards = list(without_other_decisions(cards, written, due))
        chosen = instrument_in(context.artifacts)
        cards += await _ensure_pre_strategy_chart_payload(cards, prepared.instrument_before, chosen, self.records)
        return tuple(_ensure_required_choice_prompt_payload(cards, due))

    async def _stop_criteria(self, prepared: _TurnPreparation, state: _TurnStreamState, *, moves: bool) -> Reached:
        metadata = prepared.session.metadata
        if not is_whole(state) or moves or _waits(prepared):
            return Reached((), metadata)
        return reached(
            prepared.phase_before, prepared.context.turns_in_phase, await self._backtests(prepared), metadata
        )

    async def _backtests(self, prepared: _TurnPreparation) -> Sequence[BacktestFact]:
        strategy_id = _strategy_id(prepared.context.artifacts)
        if prepared.phase_before not in (Phase.STRATEGY, Phase.STRESS_TEST) or strategy_id is None:
            return ()
        return await self.records.backtests_of(prepared.turn.owner_id, strategy_id)

    async def _metadata(
        self,
        prepared: _TurnPreparation,
        state: _TurnStreamState,
        metadata: JsonObject,
        notes: Sequence[str],
        context: PhaseContext,
    ) -> JsonObject:
        """What was carried over, and the notes of the last turn, are used up by an answer that came whole."""
        if not is_whole(state):
            earlier = metadata.get(NOTES)
            kept = [*earlier, *notes] if isinstance(earlier, list | tuple) else notes
            return {**metadata, NOTES: _few(kept)}
        left: JsonObject = {**consumed(metadata), NOTES: _few(notes), **seen_now(context.profile)}
        if context.phase is prepared.phase_before:
            return left
        return {**left, KEY: await self._memory(prepared, state, context)}

    async def _memory(self, prepared: _TurnPreparation, state: _TurnStreamState, context: PhaseContext) -> JsonObject:
        said = await self.sessions.messages(prepared.turn.owner_id, prepared.session.id)
        before = prepared.phase_before
        block = context.artifacts.get(before, PhaseBlock())
        return remember(before, context.phase, [*said, _answer(prepared, state.shown_text)], block)

    async def _strategy_title(self, prepared: _TurnPreparation, context: PhaseContext) -> str | None:
        strategy_id = _strategy_id(context.artifacts)
        known = None if strategy_id is None else await self.records.strategy(prepared.turn.owner_id, strategy_id)
        return title_of(known.name) if known is not None and known.name else None


def _waits(prepared: _TurnPreparation) -> bool:
    """Whether the person only asked something, or waits for work: nothing is to be settled on yet."""
    understood, block = prepared.pieces.understood, prepared.context.block
    asks = bool(understood.question or understood.asked_term) or understood.intent is MessageIntent.SMALL_TALK
    return asks or (prepared.phase_before is Phase.STRESS_TEST and block.runtime.get(STATUS) != "done")


def _changed_elsewhere(prepared: _TurnPreparation) -> tuple[str, ...]:
    before = prepared.context
    return describe_changed_elsewhere(prepared.session.metadata, before.profile, before.language)


def _context_after(prepared: _TurnPreparation, result: PhaseResult, phase: Phase) -> PhaseContext:
    before = prepared.context
    artifacts = {**before.artifacts, **result.artifacts}
    return replace(before, phase=phase, artifacts=artifacts, profile=result.profile or before.profile)


def _asks_something_else(prepared: _TurnPreparation, state: _TurnStreamState) -> bool:
    """Whether the words that the person sees are a model's, and ask for another yes than the desk does."""
    return prepared.streamer.engine == "llm" and state.by_model is None and asks_something_else(state.shown_text)


def _with_asked(context: PhaseContext, cards: Sequence[GenUi], *, is_plain: bool) -> dict[Phase, PhaseBlock]:
    """With the decisions that were put to the person, so that a mere yes is one, unless it may be one to something
    else; and with the question that they see, so that an answer to it is not taken for one to another."""
    block = context.artifacts.get(context.phase)
    if block is None:
        return dict(context.artifacts)
    decided = asked_in(cards) if is_plain else asked_otherwise()
    asked = decided if context.phase in _DECIDING else _question_in(cards)
    return {**context.artifacts, context.phase: replace(block, runtime={**block.runtime, **asked})}


def _question_in(cards: Sequence[GenUi]) -> Mapping[str, JsonValue]:
    asked = [card.about for card in cards if isinstance(card, ChoicePrompt) and card.about]
    return {ASKED: asked[0]} if asked else {}


def _marked(metadata: JsonObject, prepared: _TurnPreparation, outcomes: Sequence[ToolOutcome]) -> JsonObject:
    marked = with_work(metadata, prepared.turn, prepared.pieces.understood, outcomes)
    read = any(one.ok and one.domain == ToolDomain.RESEARCH for one in outcomes)
    return {**marked, RESEARCHED: prepared.phase_before.value} if read else marked


def _few(notes: Sequence[JsonValue]) -> Sequence[str]:
    """The newest, each once."""
    return list(dict.fromkeys(map(str, notes)))[-_MOST_NOTES:]


def _answer(prepared: _TurnPreparation, text: str) -> SessionMessage:
    turn, phase = prepared.turn, prepared.phase_before.value
    return SessionMessage("", turn.session_id, turn.id, Role.ASSISTANT, text, phase, prepared.context.now)


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None


def _strategy_id(artifacts: Mapping[Phase, PhaseBlock]) -> str | None:
    return _named(artifacts, Phase.STRATEGY, "strategy_id")


def _named(artifacts: Mapping[Phase, PhaseBlock], phase: Phase, field: str) -> str | None:
    return _text(artifacts.get(phase, PhaseBlock()).profile.get(field))
