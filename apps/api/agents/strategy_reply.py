"""What an answer in the strategy phase comes to: ids that are true, rules that are allowed, the person's own word."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from apps.api.agents.field_answers import FieldStanding, Settled, named_by, proposed, settle
from apps.api.agents.held_rules import HELD, held_in
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_in, asked_of
from apps.api.agents.proposing import kept_pending, pending_of
from apps.api.agents.protocol import PhaseBlock, PhaseContext, Reply, ToolOutcome
from apps.api.agents.rule_changes.rule_drafts import draft_in
from apps.api.agents.strategy_standing import (
    SEEN_HASH,
    SHOWN_HASH,
    StrategyStanding,
    confirmed,
    owned_strategy,
    settled,
    shown_before,
    strategy_block,
    strategy_standing,
    unconfirmed,
)
from packages.contracts.genui import ChoicePrompt, GenUi, StrategyCard
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language, render
from packages.domain.conversation.constraints import (
    ConstraintViolation,
    check_document,
    checked_at_orders,
    constraints_of,
)
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.model import (
    CHANGE_RULES,
    AskedFields,
    MessageIntent,
    ProposalWord,
    Understood,
    Wish,
)
from packages.domain.strategy.json_tree import content_hash
from packages.domain.strategy.reading import read_value

CONFIRMED = "strategy_confirmed"
_SAVING = frozenset({"upsert_dsl", "patch_dsl", "rollback"})
_TAKES = frozenset({"strategy_id", "backtest_job_id", CONFIRMED})
_OTHERS = "The rules are not those that the person agreed to: show them, and ask."
_HARMLESS = {CONFIRMED: frozenset({"false"})}
_NO_CHANGE = (MessageIntent.QUESTION, MessageIntent.SMALL_TALK, MessageIntent.HELP, MessageIntent.WAIT)
_CHANGING = frozenset({Wish.RULES, Wish.UNDO, Wish.REVISE, Wish.WRITE_RULES, Wish.TAKE_UP, *CHANGE_RULES})
UNDO: Final = "undo"  # in the state of a turn
_OFFERED = ("apply_edit", "keep_rules")  # a change that was not made, and the rules as they are
_CHANGE = "change"  # the question of what to change
_EDIT_WAITS = "edit_waits"  # in the runtime of the block: a change that the words may mean was put to the person
PROPOSAL, SHOWN, DRAFTED, VERSION, NOTHING = "proposal", "held", "draft", "version", "nothing"


@dataclass(frozen=True, slots=True)
class StrategyReply:
    """Where the strategy stands after an answer, what it breaks, and what the model gets to know. `draft` are rules
    that were shown and not saved."""

    standing: StrategyStanding
    draft: JsonObject | None = None
    broken: tuple[ConstraintViolation, ...] = ()
    notes: tuple[str, ...] = ()


def strategy_asked(block: PhaseBlock) -> AskedFields:
    """What a message of this phase may answer."""
    return AskedFields((CONFIRMED,), asked_of(block, CONFIRMED), pending=pending_of(block, shown_before(block)))


def agrees_to_others(context: PhaseContext, understood: Understood) -> bool:
    """Whether a yes was said to other rules than the newest: to those that another page, or a change from elsewhere,
    has replaced since the person saw them."""
    block = context.block
    if not agrees(understood):
        return False
    seen, now = block.runtime.get(SEEN_HASH), block.runtime.get("content_hash")
    return context.about not in (None, shown_before(block)) or seen not in (None, now)


def word_on(context: PhaseContext, understood: Understood, patches: Sequence[JsonObject] = ()) -> Settled:
    """The person's word on rules that they were shown before this message; without rules there is nothing to say."""
    block = context.block
    shown = shown_before(block)
    if agrees_to_others(context, understood):
        return Settled(notes=(_OTHERS,))
    if shown is None:
        return Settled()
    if held_in(block) is not None:  # what a limit keeps from being saved cannot be agreed to, only given up
        answers = {name: value for name, value in understood.answers.items() if value != "true"}
        patches, understood = (), replace(understood, answers=answers)
    agreed_before = {CONFIRMED: "true"} if block.profile.get(CONFIRMED) == "true" else {}
    pending = pending_of(block, shown)
    standing = FieldStanding(Phase.STRATEGY, agreed_before, pending, takes={CONFIRMED}, harmless=_HARMLESS, firm=False)
    return settle(standing, understood, patches)


def is_undoing(understood: Understood) -> bool:
    return Wish.UNDO in understood.wishes


def undone(context: PhaseContext, strategy: StrategyFact | None) -> JsonObject:
    """For the state, what `undo` takes back, the newest first: what waits for the person's word, rules that were shown
    and not saved, words that are no strategy yet, or the last change of the saved rules."""
    if _only_proposed(context.block):
        return {UNDO: PROPOSAL}
    if held_in(context.block) is not None:
        return {UNDO: SHOWN}
    if strategy is None:
        return {UNDO: DRAFTED if draft_in(context) else NOTHING}
    return {UNDO: VERSION if strategy.version > 1 else NOTHING}


def withdrawn(understood: Understood) -> Understood:
    """Whoever undoes says no to what waits, and nothing else."""
    return replace(understood, answers={}, proposal=ProposalWord.CHANGE)


def before_undo(block: PhaseBlock) -> PhaseBlock:
    """Rules that come back are put to the person anew, even if they agreed to them once; where a proposal waits, it is
    that which is taken back, and nothing else."""
    if _only_proposed(block):
        return block
    kept = unconfirmed(block)
    return replace(kept, runtime={name: value for name, value in kept.runtime.items() if name != HELD})


def _only_proposed(block: PhaseBlock) -> bool:
    """Whether what the person was shown last has changed nothing so far."""
    return bool(pending_of(block, shown_before(block)) or block.runtime.get(_EDIT_WAITS))


async def read_reply(context: PhaseContext, reply: Reply) -> StrategyReply:
    named = await _with_ids(context, reply)
    draft = await _unsaved_draft(context, reply.tools)
    rules = draft or (None if named.standing.strategy is None else named.standing.strategy.dsl_json)
    broken = () if rules is None else check_document(constraints_of(context.profile), rules)
    return replace(
        named, draft=draft, broken=broken, notes=(*named.notes, *(each.sentence(Language.EN) for each in broken))
    )


def agreed(before: PhaseBlock, word: Settled, found: StrategyReply) -> StrategyReply:
    """With the person's word, which is bound to what they were shown; what is ruled out cannot be agreed to."""
    answer = word.values.get(CONFIRMED)
    found = replace(found, notes=(*found.notes, *word.notes))
    if found.broken or answer == "false":
        return _settled(found, unconfirmed(found.standing.block))
    if answer != "true":
        return found
    yes = _settled(found, confirmed(found.standing.block, str(shown_before(before))))
    if yes.standing.is_confirmed:
        return yes
    return replace(yes, notes=(*yes.notes, _OTHERS))


def changed_unasked(before: PhaseBlock, reply: Reply, found: StrategyReply) -> bool:
    """Whether a model's tools replaced the rules in a turn in which the person wanted no change of them: a yes is to
    the rules as they stood, unless a change waited for it."""
    seen, strategy, understood = before.runtime.get(SEEN_HASH), found.standing.strategy, reply.understood
    if seen is None or strategy is None or seen == strategy.content_hash:
        return False
    if named_by(reply.tools, ToolDomain.STRATEGY, _SAVING, "strategy_id") is None:
        return False
    if understood.changes or _CHANGING & set(understood.wishes):
        return False
    if understood.intent in _NO_CHANGE or is_unread(understood):
        return True
    return agrees(understood) and not before.runtime.get(_EDIT_WAITS)


def is_unread(understood: Understood) -> bool:
    """Whether nothing was read in a message: a model may have read it, and the person has to look."""
    said = (understood.answers, understood.wishes, understood.idea, understood.proposal, understood.is_choice)
    return understood.intent is MessageIntent.UNKNOWN and not any(said)


def agrees(understood: Understood) -> bool:
    return understood.answers.get(CONFIRMED) == "true" or understood.proposal is ProposalWord.ACCEPT


def remembered(
    before: PhaseBlock,
    word: Settled,
    found: StrategyReply,
    cards: Sequence[GenUi],
    held: JsonValue = None,
    *,
    is_unasked: bool = False,
) -> PhaseBlock:
    """With what the person has seen and was asked by now, so that their next word is bound to that; what waits for it
    was said of what was shown before, and is dropped with that. `held` are rules that were shown and wait to be fitted:
    no word on them confirms others. Rules that replaced those without being asked for (`is_unasked`) were seen only
    where a card shows them."""
    block, strategy = found.standing.block, found.standing.strategy
    shown = saved = None if strategy is None else strategy.content_hash
    draft = read_value(held or found.draft).document if held or found.draft is not None else None
    if isinstance(draft, dict):
        shown = content_hash(draft)
    waits = word.proposed if shown == shown_before(before) and not found.broken else {}
    pending = kept_pending(waits, word.proposed_by, shown)
    if is_unasked and not any(isinstance(card, StrategyCard) for card in cards):
        shown = saved = shown_before(before)
    seen = {SHOWN_HASH: shown, SEEN_HASH: saved, HELD: held, _EDIT_WAITS: _puts_an_edit(cards)}
    return replace(block, runtime={**block.runtime, **asked_in(cards), **seen, **pending})


def _puts_an_edit(cards: Sequence[GenUi]) -> bool:
    choices = [card for card in cards if isinstance(card, ChoicePrompt)]
    return any(option.id in _OFFERED for card in choices if card.choice_id == _CHANGE for option in card.options)


def said_of_orders(context: PhaseContext, found: StrategyReply, block: PhaseBlock) -> tuple[str, ...]:
    """Once for rules that the person has not been shown before: what is held against their limits only at an order."""
    rules = found.draft or (None if found.standing.strategy is None else found.standing.strategy.dsl_json)
    if rules is None or block.runtime.get(SHOWN_HASH) == shown_before(context.block):
        return ()
    open_yet = checked_at_orders(constraints_of(context.profile), rules)
    return () if open_yet is None else (render(open_yet, context.language),)


async def _with_ids(context: PhaseContext, reply: Reply) -> StrategyReply:
    """Tool results first, then patches; both are looked up by owner."""
    offered = proposed(Phase.STRATEGY, reply.patches, _TAKES)
    notes = list(offered.notes)
    records, owner_id, profile = context.services.records, context.owner_id, dict(context.block.profile)
    saved = named_by(reply.tools, ToolDomain.STRATEGY, _SAVING, "strategy_id")
    strategy_id = saved or offered.values.get("strategy_id")
    if strategy_id is not None and strategy_id != profile.get("strategy_id"):
        if await owned_strategy(records, owner_id, strategy_id):
            profile = {"strategy_id": strategy_id}
        else:
            notes.append("strategy_id is no strategy of this person: save it with upsert_dsl, or take one of theirs.")
    started = named_by(reply.tools, ToolDomain.BACKTEST, {"create_job"}, "backtest_job_id")
    job_id = started or offered.values.get("backtest_job_id")
    if job_id is not None:
        profile["backtest_job_id"] = job_id
    standing = await strategy_standing(records, owner_id, strategy_block(profile, context.block.runtime))
    if job_id is not None and standing.block.profile.get("backtest_job_id") != job_id:
        notes.append("backtest_job_id is no backtest of these very rules: start one with create_job.")
    return StrategyReply(standing, notes=tuple(notes))


async def _unsaved_draft(context: PhaseContext, tools: Sequence[ToolOutcome]) -> JsonObject | None:
    """The last rules that were checked in this turn, unless they were saved."""
    draft_id: str | None = None
    for each in tools:
        if each.ok and each.domain == ToolDomain.STRATEGY and each.tool in {"validate_dsl", *_SAVING}:
            offered = each.result.get("strategy_draft_id") if each.tool == "validate_dsl" else None
            draft_id = offered if isinstance(offered, str) else None
    return None if draft_id is None else await context.services.records.draft(context.owner_id, draft_id)


def _settled(found: StrategyReply, block: PhaseBlock) -> StrategyReply:
    standing = found.standing
    if standing.strategy is None:
        return replace(found, standing=replace(standing, block=block))
    return replace(found, standing=settled(block.runtime, standing.strategy, standing.backtest))
