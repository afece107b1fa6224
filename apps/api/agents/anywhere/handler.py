"""A phase with what can be said in all of them: start over, change an answer about oneself, answer too late."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from apps.api.agents.anywhere.another_instrument import (
    as_ordered,
    describe_not_taken,
    instrument_talk,
    may_change_instrument,
    talk_state,
    waiting_instrument,
    with_accepted,
    with_waiting,
)
from apps.api.agents.anywhere.leaving import asked_after_leaving, left_for_scope
from apps.api.agents.anywhere.outdated import describe_outdated, is_left_behind, without_answers
from apps.api.agents.anywhere.own_questions import hearing_no_mere_yes
from apps.api.agents.anywhere.profile_change import (
    asked_in_any_phase,
    binding,
    is_waiting,
    kyc_block,
    may_change_profile,
    profile_after,
    profile_talk,
    question_again,
    talk_json,
)
from apps.api.agents.anywhere.starting_over import start_over_prompt, started_over, wants_to_start_over
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import shown_prompt
from apps.api.agents.proposing import proposal_card
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseHandler, PhaseResult, PromptPieces, Reply
from packages.contracts.genui import ChoicePrompt
from packages.domain.conversation.awaited import AlreadyUnderstood
from packages.domain.conversation.constraints import check_document, constraints_of
from packages.domain.conversation.understanding.model import InstrumentTalk, ProfileTalk, Understood, Wish

_LEAVING: Final[Mapping[Phase, Wish]] = {Phase.STRESS_TEST: Wish.BACK, Phase.DEPLOYMENT: Wish.REVISE}


class AnyPhaseHandler:
    """`PhaseHandler` around that of a phase, which goes on as if nothing had been said where the message was not for
    it."""

    def __init__(self, inner: PhaseHandler) -> None:
        self._inner = inner
        self.phase = inner.phase

    def init_artifacts(self) -> PhaseBlock:
        return self._inner.init_artifacts()

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        return await self._inner.hydrate(context)

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        context = hearing_no_mere_yes(context)
        if is_left_behind(context):
            pieces = await self._inner.build_prompt(without_answers(context), user_message)
            late = {"answered_elsewhere": describe_outdated(context)} if pieces.understood.is_outdated else {}
            return replace(pieces, state={**pieces.state, **late})
        read = context.services.understanding.read(user_message, asked_in_any_phase(context))
        if wants_to_start_over(read):
            pieces = await self._untouched(context)
            return replace(pieces, understood=Understood(wishes=(Wish.START_OVER,), is_choice=read.is_choice))
        talk = profile_talk(context, user_message, read) if may_change_profile(context) else None
        if talk is not None:
            pieces = await self._untouched(context)
            state = {**pieces.state, "profile_talk": talk_json(context, talk)}
            return replace(pieces, state=state, understood=Understood(profile_talk=talk))
        other = await instrument_talk(context, user_message, read) if may_change_instrument(context) else None
        if other is not None:
            return await self._of_another_instrument(context, other)
        return await self._inner.build_prompt(context, user_message)

    async def _of_another_instrument(self, context: PhaseContext, talk: InstrumentTalk) -> PromptPieces:
        if talk.accepted and talk.has_rules:
            pieces = await self._inner.build_prompt(context, as_ordered(talk))
            return replace(pieces, understood=replace(pieces.understood, instrument_talk=talk))
        pieces = await self._untouched(context)
        state = {**pieces.state, "instrument_talk": talk_state(context, talk)}
        if talk.accepted:
            state |= await asked_after_leaving(with_accepted(context, talk), Understood())
        return replace(pieces, state=state, understood=Understood(instrument_talk=talk))

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        if Wish.START_OVER in reply.understood.wishes:
            return await self._start_over(context, reply)
        if reply.understood.profile_talk is not None and context.phase is not Phase.KYC:
            return await self._profile_changed(context, reply, reply.understood.profile_talk)
        if reply.understood.instrument_talk is not None:
            return await self._instrument_talked(context, reply, reply.understood.instrument_talk)
        result = _without_waiting(context, reply, await self._inner.post_process(context, reply))
        if reply.understood.is_outdated:
            return replace(result, clauses=(describe_outdated(context), *result.clauses))
        if context.phase is Phase.KYC or Phase.KYC in result.artifacts or not is_waiting(context):
            return result
        return replace(result, artifacts={**result.artifacts, Phase.KYC: kyc_block(context, None)})

    async def _instrument_talked(self, context: PhaseContext, reply: Reply, talk: InstrumentTalk) -> PhaseResult:
        if talk.accepted and not talk.has_rules:
            return left_for_scope(with_accepted(context, talk), replace(reply, understood=Understood()))
        said = reply.understood if talk.accepted else Understood()
        result = await self._inner.post_process(context, replace(reply, understood=said))
        proposal = proposal_card(context.turn_id, talk.proposed, context.language)
        scope = {Phase.PRE_STRATEGY: with_waiting(context, talk.proposed)}
        return replace(result, artifacts={**scope, **result.artifacts}, cards=(*proposal, *result.cards))

    async def _untouched(self, context: PhaseContext) -> PromptPieces:
        """The phase as it stands, after a message that was not for it."""
        tools = replace(context.services, understanding=AlreadyUnderstood(Understood()))
        return await self._inner.build_prompt(replace(context, tools=tools), "")

    async def _start_over(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        if reply.understood.is_choice:
            return started_over(context)
        result = await self._inner.post_process(context, replace(reply, understood=Understood()))
        cards = [card for card in result.cards if not isinstance(card, ChoicePrompt)]
        return replace(result, cards=(*cards, start_over_prompt(context.language)))

    async def _profile_changed(self, context: PhaseContext, reply: Reply, talk: ProfileTalk) -> PhaseResult:
        profile = profile_after(context, talk.accepted)
        after = replace(context, profile=profile)
        broken = await _breaks(after)
        leaves = _LEAVING.get(self.phase) if broken else None
        said = Understood() if leaves is None else Understood(wishes=(leaves,))
        result = await self._inner.post_process(after, replace(reply, understood=said))
        asked = question_again(context, talk.asked) if talk.asked else None
        proposal = proposal_card(context.turn_id, talk.proposed, context.language)
        return replace(
            result,
            artifacts={**result.artifacts, Phase.KYC: kyc_block(context, talk)},
            cards=(*proposal, *(shown_prompt(result.cards, asked))),
            profile=profile if talk.accepted else result.profile,
            clauses=(*binding(context, talk.accepted), *broken, *result.clauses),
        )


def _without_waiting(context: PhaseContext, reply: Reply, result: PhaseResult) -> PhaseResult:
    """An instrument that waits is not taken by who speaks of something else, and they hear so; a question keeps it."""
    waiting = waiting_instrument(context)
    if not waiting:
        return result
    if reply.understood.question:
        return replace(result, cards=(*proposal_card(context.turn_id, waiting, context.language), *result.cards))
    sentence = describe_not_taken(context, waiting)
    scope = {Phase.PRE_STRATEGY: with_waiting(context, {})}
    return replace(result, artifacts={**scope, **result.artifacts}, clauses=(sentence, *result.clauses))


async def _breaks(context: PhaseContext) -> tuple[str, ...]:
    """What the rules at hand break of the limits, in words."""
    strategy_id = context.artifacts.get(Phase.STRATEGY, PhaseBlock()).profile.get("strategy_id")
    if not isinstance(strategy_id, str):
        return ()
    strategy = await context.services.records.strategy(context.owner_id, strategy_id)
    if strategy is None:
        return ()
    broken = check_document(constraints_of(context.profile), strategy.dsl_json)
    return tuple(each.sentence(context.language) for each in broken)
