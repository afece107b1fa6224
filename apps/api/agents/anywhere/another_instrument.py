"""Another instrument, named when the scope is settled: proposed with its market, and taken once the person accepts it.

Rules that are there are changed as if the person had said so; without any the scope is asked on from there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from apps.api.agents.phase_state import understood_rows
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.scope_offers import MARKET
from apps.api.agents.strategy_standing import owned_strategy
from packages.core.events import JsonObject
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.fields import DeploymentState
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.message.buttons import as_stored
from packages.domain.conversation.understanding.model import AskedFields, InstrumentTalk, ProposalWord, Understood, Wish
from packages.domain.conversation.wording import say
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.reading import read_value
from packages.domain.strategy.words.editing import edit_in

NAMED: Final = "another_instrument"  # in the runtime of the scope's block
_PHASES = frozenset({Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT})
_HARMLESS = frozenset({Wish.CONTINUE, Wish.YES})


def waiting_instrument(context: PhaseContext) -> dict[str, str]:
    """The instrument that waits for the person's word, with its market."""
    kept = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock()).runtime.get(NAMED)
    return {name: str(value) for name, value in kept.items()} if isinstance(kept, Mapping) else {}


def may_change_instrument(context: PhaseContext) -> bool:
    """Whether one is settled, and nothing trades it yet."""
    settled = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock()).profile.get(INSTRUMENT)
    return context.phase in _PHASES and bool(settled) and not _is_at_work(context)


async def instrument_talk(context: PhaseContext, text: str, read: Understood) -> InstrumentTalk | None:
    """What a message, read for any phase, says of another instrument; None where it says nothing of one."""
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    strategy = await _strategy(context)
    current = strategy.tickers[0] if strategy is not None and strategy.tickers else str(scope.profile[INSTRUMENT])
    waiting = waiting_instrument(context)
    word = read.said.word_on(waiting)
    if word is ProposalWord.ACCEPT:
        return InstrumentTalk(accepted=waiting, has_rules=strategy is not None)
    if word is ProposalWord.CHANGE:
        return InstrumentTalk(kept=current)
    if read.question and waiting:
        return None
    return await _named(context, text, read, strategy, current)


async def _named(
    context: PhaseContext, text: str, read: Understood, strategy: StrategyFact | None, current: str
) -> InstrumentTalk | None:
    if not _may_name(context, text, read, strategy):
        return None
    instruments = await context.services.records.instruments()
    asked = AskedFields((MARKET, INSTRUMENT), instruments=instruments, today=context.now.date())
    said = context.services.understanding.read(text, asked)
    if not said.changes and said.symbol is None:
        return None
    if (symbol := said.answers.get(INSTRUMENT)) is None:
        only = said.meant[0] if len(said.meant) == 1 and said.symbol is not None else ""
        return InstrumentTalk(kept=current, without_bars=only) if only and only != current else None
    market = next((each.market for each in instruments if each.symbol == symbol), "")
    return None if symbol == current else InstrumentTalk(proposed={MARKET: market, INSTRUMENT: symbol})


def _may_name(context: PhaseContext, text: str, read: Understood, strategy: StrategyFact | None) -> bool:
    """In the strategy phase rules are shown as they are changed, and agreed to afterwards."""
    if read.is_choice or read.question or set(read.wishes) - _HARMLESS or read.said.orders_change:
        return False
    if strategy is None:
        return context.phase is Phase.STRATEGY
    changed = edit_in(as_stored(text), _document(strategy)).operations
    return context.phase is not Phase.STRATEGY and all(str(each["path"]).startswith("/universe") for each in changed)


def _document(strategy: StrategyFact) -> Document:
    read = read_value(strategy.dsl_json).document
    return read if isinstance(read, dict) else {}


def _is_at_work(context: PhaseContext) -> bool:
    status = context.artifacts.get(Phase.DEPLOYMENT, PhaseBlock()).profile.get("deployment_status")
    return status in (DeploymentState.DEPLOYED, DeploymentState.COMPLETED)


async def _strategy(context: PhaseContext) -> StrategyFact | None:
    block = context.artifacts.get(context.phase, PhaseBlock())
    stored = context.artifacts.get(Phase.STRATEGY, PhaseBlock()).profile.get("strategy_id")
    strategy_id = stored or block.profile.get("strategy_id")
    return await owned_strategy(context.services.records, context.owner_id, strategy_id)


def as_ordered(talk: InstrumentTalk) -> str:
    """The accepted change in words that every phase reads as one of the rules."""
    return f"换成 {talk.accepted[INSTRUMENT]}"


def with_waiting(context: PhaseContext, fields: Mapping[str, str]) -> PhaseBlock:
    """The scope's block with these waiting, or with nothing."""
    block = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    return replace(block, runtime={**block.runtime, NAMED: dict(fields) or None})


def with_accepted(context: PhaseContext, talk: InstrumentTalk) -> PhaseContext:
    """The conversation with the accepted instrument in its scope."""
    block = with_waiting(context, {})
    scope = replace(block, profile={**block.profile, **talk.accepted})
    return replace(context, artifacts={**context.artifacts, Phase.PRE_STRATEGY: scope})


def describe_kept(context: PhaseContext, talk: InstrumentTalk) -> str:
    if talk.without_bars:
        return say(context.language, "instrument.no_bars_kept", symbol=talk.without_bars, kept=talk.kept)
    return say(context.language, "instrument.kept", kept=talk.kept)


def describe_not_taken(context: PhaseContext, waiting: Mapping[str, str]) -> str:
    return say(context.language, "instrument.not_taken", symbol=waiting[INSTRUMENT])


def talk_state(context: PhaseContext, talk: InstrumentTalk) -> JsonObject:
    """For who words it."""
    return {
        "proposed": understood_rows(dict(talk.proposed), context.language),
        "accepted": understood_rows(dict(talk.accepted), context.language),
        "kept": describe_kept(context, talk) if talk.kept else "",
    }
