"""The strategy phase: rules are drafted, backtested and agreed to; only the person's own word confirms them."""

from dataclasses import replace

from apps.api.agents.anywhere.leaving import asked_after_leaving, left_for_scope
from apps.api.agents.anywhere.missing_bars import without_missing_bars
from apps.api.agents.anywhere.stopping import describe_stopped, stopped_on, stopped_state
from apps.api.agents.held_rules import held_after, held_in
from apps.api.agents.phase_state import skill_inputs, state_of
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import decision_prompt
from apps.api.agents.proposing import pending_of, proposal_card, unread_beside
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply
from apps.api.agents.rule_changes.later_steps import as_change, without_later_steps
from apps.api.agents.rule_changes.returning import returning
from apps.api.agents.rule_changes.rule_drafts import DRAFT, draft_of
from apps.api.agents.skills.loader import load_skills
from apps.api.agents.spoken_rules import spoken_rules
from apps.api.agents.stages import STAGES, policy_of, strategy_stage
from apps.api.agents.strategy_reply import (
    CONFIRMED,
    PROPOSAL,
    UNDO,
    VERSION,
    StrategyReply,
    agreed,
    agrees,
    agrees_to_others,
    before_undo,
    changed_unasked,
    is_undoing,
    is_unread,
    read_reply,
    remembered,
    said_of_orders,
    strategy_asked,
    undone,
    withdrawn,
    word_on,
)
from apps.api.agents.strategy_standing import READY, SHOWN_HASH, StrategyStanding, strategy_block, strategy_standing
from packages.contracts.genui import ProposalCard, StrategyCard, StrategyRef
from packages.domain.conversation.understanding.message.buttons import fetch_chosen
from packages.domain.conversation.understanding.model import Understood, Wish
from packages.domain.conversation.wording import say


class StrategyHandler:
    """Leaves for the stress test when the person has agreed to rules whose backtest is done, and for the scope when the
    person wants to trade something else."""

    phase = Phase.STRATEGY

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, STAGES[self.phase], ("constraints", "scope"))

    def init_artifacts(self) -> PhaseBlock:
        return strategy_block({}, {})

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        return (await strategy_standing(context.services.records, context.owner_id, context.block)).block

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        standing = await strategy_standing(context.services.records, context.owner_id, context.block)
        read = context.services.understanding.read(user_message, strategy_asked(standing.block))
        understood, returns = returning(standing.strategy, without_later_steps(read))
        undo = undone(context, standing.strategy) if is_undoing(understood) else {}
        undo = {UNDO: VERSION} if returns else undo
        understood = withdrawn(understood) if undo.get(UNDO) == PROPOSAL else understood
        understood = await stopped_on(context, understood, standing.backtest)
        if understood.stopped:
            standing = await strategy_standing(context.services.records, context.owner_id, context.block)
        stage, word = strategy_stage(standing.block), word_on(context, understood)
        state = state_of(
            context,
            standing.block,
            stage,
            dict(word.values),
            None if _asks_nothing(standing) else decision_prompt(CONFIRMED, context.language),
            proposed=word.proposed,
            strategy=standing.strategy,
            backtest=standing.backtest,
        )
        from_words = stopped_state(understood) or undo
        from_words = from_words or spoken_rules(context, user_message, standing.strategy, understood)
        from_words = await without_missing_bars(context, standing.strategy, from_words)
        unread = {} if from_words else unread_beside(understood, word.proposed)
        state = {**state, "agreed_to_others": agrees_to_others(context, understood), **from_words, **unread, **returns}
        if _leaves(understood):
            state = {**state, **await asked_after_leaving(context, understood)}
        understood = replace(as_change(understood, from_words), idea=draft_of(from_words))
        if understood.fetch is None:
            understood = replace(understood, fetch=fetch_chosen(user_message))
        instructions = self._skills.instructions(stage, context.language, skill_inputs(context))
        return PromptPieces(instructions, state, policy_of(self.phase, stage), understood)

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        if _leaves(reply.understood):
            return left_for_scope(context, reply)
        if is_undoing(reply.understood):
            context = replace(context, artifacts={**context.artifacts, self.phase: before_undo(context.block)})
        word = word_on(context, reply.understood, reply.patches)
        found = agreed(context.block, word, await read_reply(context, reply))
        others = agrees_to_others(context, reply.understood)
        unasked = not others and changed_unasked(context.block, reply, found)
        held = held_after(context, context.block, reply.cards)
        unseen = unasked and not agrees(reply.understood)  # who said yes is told, and their next one is to these
        block = remembered(context.block, word, found, reply.cards, held, is_unasked=unseen)
        if found.standing.strategy is None:
            block = replace(block, runtime={**block.runtime, DRAFT: reply.understood.idea})
        moves = found.standing.may_be_stressed and not found.broken
        return PhaseResult(
            artifacts={self.phase: block},
            missing_fields=block.missing_fields,
            cards=(*_proposal(context, block), *(_newest(found, reply) if others or unasked else ()), *reply.cards),
            completed=moves,
            next_phase=Phase.STRESS_TEST if moves else None,
            transition_reason=READY if moves else "",
            notes=found.notes,
            clauses=(
                *((say(context.language, "rules_changed_since"),) if others else ()),
                *((say(context.language, _unasked_sentence(reply.understood)),) if unasked else ()),
                *describe_stopped(reply, context.language),
                *(each.sentence(context.language) for each in found.broken),
                *said_of_orders(context, found, block),
            ),
        )


def _asks_nothing(standing: StrategyStanding) -> bool:
    """Whether there are no rules that could be agreed to, or they were."""
    return standing.strategy is None or standing.is_confirmed or held_in(standing.block) is not None


def _unasked_sentence(understood: Understood) -> str:
    return "rules_changed_unread" if is_unread(understood) else "rules_changed_unasked"


def _leaves(understood: Understood) -> bool:
    return Wish.NEW_SCOPE in understood.wishes or understood.goes_back


def _proposal(context: PhaseContext, block: PhaseBlock) -> tuple[ProposalCard, ...]:
    return proposal_card(context.turn_id, pending_of(block, block.runtime.get(SHOWN_HASH)), context.language)


def _newest(found: StrategyReply, reply: Reply) -> tuple[StrategyRef, ...]:
    """The rules that there are now, unless the answer shows them."""
    strategy = found.standing.strategy
    if strategy is None or any(isinstance(card, StrategyRef | StrategyCard) for card in reply.cards):
        return ()
    return (StrategyRef(strategy_id=strategy.strategy_id, version=strategy.version),)
