"""One turn from the person's message to what is stored: prepare, stream, post-process."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from apps.api.agents.phases import Phase
from apps.api.agents.rule_fallback import rules_take_over
from apps.api.orchestration.carryover import is_whole
from apps.api.orchestration.mcp_records import persisted_tool_calls, tool_outcomes
from apps.api.orchestration.postprocessor import PostProcessor
from apps.api.orchestration.prompt_builder import PromptBuilder
from apps.api.orchestration.shared import Spending
from apps.api.orchestration.stream_handler import Batch, StreamHandler
from apps.api.orchestration.tail import CRASHED, TurnEnding, broken, status_in, tail_of
from apps.api.orchestration.types import (
    ActiveTurn,
    _TurnPostProcessResult,
    _TurnPreparation,
    _TurnStreamState,
    as_artifacts,
)
from apps.api.orchestration.upstream import Upstream, error_detail, stored_failure
from packages.contracts.chat_events import StreamErrorDetail, StreamStart, TextDelta, TurnUsage
from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.accounts.ports import Profiles
from packages.domain.conversation.model import (
    ChatSession,
    Role,
    SessionChange,
    SessionMessage,
    Turn,
    TurnOutcome,
    TurnStatus,
)
from packages.domain.conversation.ports import Sessions

_PARAGRAPH = "\n\n"


@dataclass(frozen=True, slots=True)
class ChatTurnWork:
    """`TurnWork` of the chat."""

    prompts: PromptBuilder
    streams: StreamHandler
    posts: PostProcessor
    spending: Spending
    sessions: Sessions
    profiles: Profiles
    clock: Clock
    ids: Ids

    async def events(self, active: ActiveTurn) -> AsyncGenerator[Batch, None]:
        turn = active.turn
        # The answer is asked for while the start is being sent, so that nobody waits for one after the other.
        asking = asyncio.create_task(self._asked(active))
        try:
            yield (StreamStart(session_id=turn.session_id, turn_id=turn.id, phase=Phase(turn.phase)),)
            async with aclosing(self._streamed(active, await asking)) as batches:
                async for batch in batches:
                    yield batch
        finally:
            await _forget(asking)

    async def _asked(self, active: ActiveTurn, *, chained: bool = True) -> Upstream:
        active.prepared = await self.prompts.prepare(active, chained=chained)
        return Upstream(active.prepared, active.inbox)

    async def _streamed(self, active: ActiveTurn, upstream: Upstream) -> AsyncGenerator[Batch, None]:
        async with aclosing(self.streams.stream(upstream, active.state, active.inbox)) as batches:
            async for batch in batches:
                yield batch
        if _can_begin_anew(active):
            active.state = _TurnStreamState()
            async with aclosing(self._streamed(active, await self._asked(active, chained=False))) as batches:
                async for batch in batches:
                    yield batch
        elif active.prepared is not None and _is_left_undone(active.prepared, active.state):
            async with aclosing(self._finish_by_rules(active, active.prepared)) as batches:
                async for batch in batches:
                    yield batch

    async def _finish_by_rules(self, active: ActiveTurn, prepared: _TurnPreparation) -> AsyncGenerator[Batch, None]:
        """The same turn, finished by the guided rules; the answer, its chain and its cost stay the model's."""
        streamer, state = await self.prompts.rules_streamer(active.turn), active.state
        if streamer.engine != "rules":
            return
        state.by_model, said = state.shown_text, state.extracted
        response_id, usage = state.response_id, state.completed_usage
        if state.by_model.strip():
            state.shown.append(_PARAGRAPH)
            yield (TextDelta(delta=_PARAGRAPH),)
        upstream = Upstream(replace(prepared, streamer=streamer), active.inbox)
        async with aclosing(self.streams.stream(upstream, state, active.inbox)) as batches:
            async for batch in batches:
                yield batch
        state.extracted = said.followed_by(state.extracted)
        state.response_id, state.completed_usage = response_id, usage

    async def outcome(self, active: ActiveTurn) -> TurnOutcome:
        prepared = active.prepared
        if prepared is None:
            raise RuntimeError("a turn without events has no outcome")
        post = await self.posts.process(prepared, active.state)
        usage = await self._usage(prepared, active.state)
        answer = self._answer(prepared, active.state, post, usage)
        return TurnOutcome(
            status=_status(active.state),
            answer=answer,
            session=_change(prepared, active.state, post),
            tail=tail_of(_ending(prepared, post, usage, answer, active.state.stream_error_detail)),
        )

    def failure(self, active: ActiveTurn, error: BaseException) -> TurnOutcome:
        streamer = active.prepared.streamer if active.prepared else None
        engine = streamer.engine if streamer else "rules"
        usage = active.state.completed_usage or TurnUsage(engine=engine)
        return broken(
            active.turn,
            active.session,
            error_detail(error),
            active.state.shown_text,
            usage,
            kyc_is_complete=active.profile.is_complete,
            message_id=self.ids.new(),
            at=self.clock.now(),
            tool_calls=persisted_tool_calls(active.state),
        )

    async def burial(self, turn: Turn, shown: str) -> tuple[ChatSession, TurnOutcome]:
        session = await self.sessions.get(turn.owner_id, turn.session_id)
        profile = await self.profiles.of(turn.owner_id)
        model, cost = await self.spending.of_turn(turn.owner_id, turn.id)
        outcome = broken(
            turn,
            session,
            CRASHED,
            shown,
            TurnUsage(engine="rules" if model is None else "llm", model=model, cost=cost),
            kyc_is_complete=profile.is_complete,
            message_id=self.ids.new(),
            at=self.clock.now(),
        )
        return session, outcome

    async def _usage(self, prepared: _TurnPreparation, state: _TurnStreamState) -> TurnUsage:
        counted = state.completed_usage or TurnUsage(engine=prepared.streamer.engine)
        if counted.engine == "rules":
            return counted
        model, cost = await self.spending.of_turn(prepared.turn.owner_id, prepared.turn.id)
        return counted.model_copy(update={"model": model or counted.model, "cost": cost})

    def _answer(
        self, prepared: _TurnPreparation, state: _TurnStreamState, post: _TurnPostProcessResult, usage: TurnUsage
    ) -> SessionMessage:
        return SessionMessage(
            id=self.ids.new(),
            session_id=prepared.session.id,
            turn_id=prepared.turn.id,
            role=Role.ASSISTANT,
            content=post.assistant_text,
            phase=prepared.phase_before.value,
            created_at=self.clock.now(),
            engine=usage.engine,
            tool_calls=post.tool_calls,
            cards=tuple(card.model_dump(mode="json") for card in post.cards),
            token_usage=usage.model_dump(mode="json"),
            response_id=state.response_id,
            failure=stored_failure(state.stream_error_detail),
        )


async def _forget(asking: "asyncio.Task[Upstream]") -> None:
    """What was asked for and is not heard to its end is closed."""
    asking.cancel()
    await asyncio.wait({asking})
    if not asking.cancelled() and asking.exception() is None:
        await asking.result().aclose()


def _can_begin_anew(active: ActiveTurn) -> bool:
    """The model's server knows nothing of the chain, and nothing was shown or done yet."""
    prepared, state = active.prepared, active.state
    chained = prepared is not None and prepared.request.previous_response_id is not None
    return chained and state.chain_unknown and not state.shown_text and not state.mcp_call_order


def _is_left_undone(prepared: _TurnPreparation, state: _TurnStreamState) -> bool:
    """By a model whose answer came whole."""
    if prepared.streamer.engine != "llm" or not is_whole(state):
        return False
    return rules_take_over(prepared.phase_before, prepared.pieces, tool_outcomes(state))


def _status(state: _TurnStreamState) -> TurnStatus:
    if state.stream_error_detail is not None:
        return TurnStatus.FAILED
    return TurnStatus.STOPPED if state.stopped else TurnStatus.DONE


def _change(prepared: _TurnPreparation, state: _TurnStreamState, post: _TurnPostProcessResult) -> SessionChange:
    """The chain of responses continues only from a whole answer of a model in the same phase."""
    goes_on = _status(state) is TurnStatus.DONE and prepared.streamer.engine == "llm" and not post.transitions
    return SessionChange(
        phase=post.phase_after.value,
        status=status_in(post.phase_after),
        artifacts=as_artifacts(post.artifacts),
        metadata=post.metadata,
        previous_response_id=state.response_id if goes_on else None,
        title=post.strategy_title,
        transitions=post.transitions,
        profile=post.result.profile,
    )


def _ending(
    prepared: _TurnPreparation,
    post: _TurnPostProcessResult,
    usage: TurnUsage,
    answer: SessionMessage,
    error: StreamErrorDetail | None,
) -> TurnEnding:
    profile = post.result.profile or prepared.context.profile
    return TurnEnding(
        turn=prepared.turn,
        session=prepared.session,
        phase=post.phase_after,
        kyc_is_complete=profile.is_complete,
        missing_fields=post.missing_fields,
        usage=usage,
        strategy_title=post.strategy_title,
        message_id=answer.id,
        late_text=post.late_text,
        cards=post.cards,
        error=error,
        deployment=post.deployment,
    )
