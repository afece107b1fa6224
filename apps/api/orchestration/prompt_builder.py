"""Puts together what a turn stands on: the phase's prompt, the tools of its stage, and what was said before."""

import json
from collections.abc import Sequence
from dataclasses import replace

from apps.api.agents.anywhere.numbered_choice import as_pressed
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseContext, PhaseHandler, PhaseTools, PromptPieces, RuntimePolicy
from apps.api.agents.scoping import instrument_in
from apps.api.orchestration.carryover import carried
from apps.api.orchestration.constants import INPUT_BUDGET, STATE_BLOCK
from apps.api.orchestration.runtime_policy import merged
from apps.api.orchestration.shared import AskedPolicy, ChatStreamer, Grants, Streamers, ToolServer, TurnRequest
from apps.api.orchestration.strategy_context import ABOUT_A_STRATEGY, _hydrate_strategy_context
from apps.api.orchestration.types import ActiveTurn, HandlerOf, _TurnPreparation, ensure_phase_keyed
from packages.contracts.tool_grants import ToolDomain, ToolGrant, TypedOverride
from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.conversation.awaited import RESEARCH, AlreadyUnderstood, understood_from
from packages.domain.conversation.model import Role, SessionMessage, Turn
from packages.domain.conversation.ports import Sessions
from packages.domain.conversation.understanding.choices import LONGEST_NUMBER, number_named
from packages.domain.conversation.understanding.model import Understood

NOTES = "notes"  # in the metadata: what the model gets to know of its last answer
_TURNS = "turns_in_phase"
STATE_END = STATE_BLOCK.replace("[", "[/")


class PromptBuilder:
    """Prepares turns. `public_url` is where a hosted model reaches this desk."""

    def __init__(
        self,
        handlers: HandlerOf,
        services: PhaseTools,
        sessions: Sessions,
        streamers: Streamers,
        grants: Grants,
        clock: Clock,
        public_url: str,
    ) -> None:
        self._handlers = self.handlers = handlers
        self._services = services
        self._sessions = sessions
        self._streamers = streamers
        self._grants = grants
        self._clock = clock
        self._public_url = public_url

    async def check_policy(self, active: ActiveTurn) -> None:
        """Raises `Invalid` for what the stage does not allow; nothing is stored and nobody asked."""
        _, pieces = await self._prompted(active, ())
        _resolve_runtime_policy(pieces.policy, active.asked)

    async def prepare(self, active: ActiveTurn, *, chained: bool = True) -> _TurnPreparation:
        """Without the chain of responses, the model is given what was said before."""
        turn = active.turn
        streamer = await self._streamers.for_turn(turn.owner_id, turn.id, by_rules=turn.is_follow_up)
        previous = active.session.previous_response_id if chained and streamer.engine == "llm" else None
        earlier = await self._earlier(active, is_known=previous is not None)
        context, pieces = await self._prompted(active, earlier)
        policy = _resolve_runtime_policy(pieces.policy, active.asked)
        pieces = replace(pieces, policy=policy, state=_with_notes(pieces, context))
        memory = carried(active.session.metadata, context.phase)
        tools = self._tools(context, policy, by_rules=streamer.engine == "rules")
        return _TurnPreparation(
            turn=active.turn,
            session=active.session,
            phase_before=context.phase,
            handler=self._handlers(context.phase),
            context=context,
            pieces=pieces,
            tools=tools,
            request=_request(active, pieces, tools, previous, memory, earlier if previous is None else ()),
            streamer=streamer,
            instrument_before=instrument_in(context.artifacts),
            carryover=memory,
            said=lambda: self._sessions.messages(active.session.owner_id, active.session.id),
        )

    async def rules_streamer(self, turn: Turn) -> ChatStreamer:
        """The guided rules, for what a model left undone."""
        return await self._streamers.for_turn(turn.owner_id, turn.id, by_rules=True)

    async def _prompted(
        self, active: ActiveTurn, earlier: Sequence[SessionMessage]
    ) -> tuple[PhaseContext, PromptPieces]:
        phase = Phase(active.session.phase)
        message = "" if active.turn.is_follow_up else active.turn.message.content
        message = message if len(message) > LONGEST_NUMBER else as_pressed(message, earlier)
        handler = self._handlers(phase)
        context = self._context(active, phase)
        if phase in ABOUT_A_STRATEGY:
            context = await _hydrate_strategy_context(context, message, earlier)
        context = await self._hydrated(handler, context)
        return context, await handler.build_prompt(context, message)

    def _context(self, active: ActiveTurn, phase: Phase) -> PhaseContext:
        session, count = active.session, active.session.metadata.get(_TURNS)
        return PhaseContext(
            owner_id=session.owner_id,
            session_id=session.id,
            turn_id=active.turn.id,
            phase=phase,
            language=session.language,
            artifacts=ensure_phase_keyed(session.artifacts, self._handlers),
            profile=active.profile,
            now=self._clock.now(),
            turns_in_phase=count if isinstance(count, int) else 0,
            metadata=session.metadata,
            tools=self._services_of(active),
            about=active.about,
        )

    def _services_of(self, active: ActiveTurn) -> PhaseTools:
        """Where nobody spoke, nothing is read: what the turn stands for is known."""
        if not active.turn.is_follow_up:
            message = active.turn.message.content
            may_number = active.is_first and len(message) <= LONGEST_NUMBER
            is_early = may_number and number_named(message) is not None  # no question has a number yet
            early = AlreadyUnderstood(Understood(may_answer=True))
            return replace(self._services, understanding=early) if is_early else self._services
        understood = understood_from(active.turn.message.content, active.session)
        return replace(self._services, understanding=AlreadyUnderstood(understood))

    async def _hydrated(self, handler: PhaseHandler, context: PhaseContext) -> PhaseContext:
        block = await handler.hydrate(context)
        return replace(context, artifacts={**context.artifacts, context.phase: block})

    async def _earlier(self, active: ActiveTurn, *, is_known: bool) -> Sequence[SessionMessage]:
        """What the model does not know, and where a strategy may have been named."""
        if active.is_first or (is_known and active.session.phase not in ABOUT_A_STRATEGY):
            return ()
        said = await self._sessions.messages(active.session.owner_id, active.session.id)
        return [each for each in said if each.turn_id != active.turn.id and each.role is not Role.SYSTEM]

    def _tools(self, context: PhaseContext, policy: RuntimePolicy, *, by_rules: bool) -> tuple[ToolServer, ...]:
        """One server for each domain that the stage has tools of, with a token that is good for those."""
        owner, session, turn, phase = context.owner_id, context.session_id, context.turn_id, context.phase
        return tuple(
            ToolServer(
                server_label=domain.value,
                server_url=f"{self._public_url}/mcp/{domain.value}",
                token=self._grants.issue(
                    ToolGrant(
                        owner,
                        session,
                        turn,
                        phase,
                        domain,
                        tools - policy.withheld,
                        _override(policy, domain),
                        by_rules,
                    )
                ),
                allowed_tools=tuple(sorted(tools)),
            )
            for domain, tools in policy.tools.items()
            if tools
        )


def _override(policy: RuntimePolicy, domain: ToolDomain) -> TypedOverride | None:
    return policy.override if domain is ToolDomain.TRADING else None


def _resolve_runtime_policy(policy: RuntimePolicy, asked: AskedPolicy | None) -> RuntimePolicy:
    return policy if asked is None else merged(policy, asked)


def _with_notes(pieces: PromptPieces, context: PhaseContext) -> JsonObject:
    """With the research that the conversation last heard of, too."""
    more = {name: context.metadata[name] for name in (NOTES, RESEARCH) if context.metadata.get(name)}
    return {**pieces.state, **more}


def _request(
    active: ActiveTurn,
    pieces: PromptPieces,
    tools: tuple[ToolServer, ...],
    previous: str | None,
    memory: str | None,
    earlier: Sequence[SessionMessage],
) -> TurnRequest:
    return TurnRequest(
        owner_id=active.turn.owner_id,
        session_id=active.session.id,
        turn_id=active.turn.id,
        language=active.session.language,
        understood=pieces.understood,
        input=model_input(active.turn.message.content, pieces.state, memory, earlier, pieces.instructions),
        instructions=pieces.instructions,
        tools=tools,
        state=pieces.state,
        previous_response_id=previous,
        is_first=previous is None and not any(each.role is Role.ASSISTANT for each in earlier),
        tool_choice=pieces.policy.tool_choice if tools else None,
    )


def state_block(state: JsonObject) -> str:
    return f"{STATE_BLOCK}\n{json.dumps(state, ensure_ascii=False, default=str)}\n{STATE_END}"


def model_input(
    message: str, state: JsonObject, memory: str | None, earlier: Sequence[SessionMessage], instructions: str
) -> tuple[JsonObject, ...]:
    """Items of the Responses API, the person's message last and whole; of `earlier`, the oldest are left out first."""
    block = state_block(state)
    room = INPUT_BUDGET - len(instructions) - len(block) - len(memory or "")
    history = [_item(each.role.value, each.content) for each in _newest(earlier, room)]
    asked = message if memory is None else f"{memory}\n\n{message}"
    return (*history, _item("developer", block), _item("user", asked))


def _newest(earlier: Sequence[SessionMessage], room: int) -> list[SessionMessage]:
    kept: list[SessionMessage] = []
    for message in reversed(earlier):
        room -= len(message.content)
        if room < 0:
            break
        kept.append(message)
    return kept[::-1]


def _item(role: str, content: str) -> JsonObject:
    return {"role": role, "content": content}
