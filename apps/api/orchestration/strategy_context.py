"""Which strategy a conversation is about: found where it was named, checked by owner, without changing the phase."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.strategy_standing import LEFT, owned_strategy, strategy_block
from packages.core.events import JsonValue
from packages.domain.conversation.model import SessionMessage

_KEY = "strategy_id"
_UUID = re.compile(r"(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])", re.IGNORECASE)
ABOUT_A_STRATEGY = frozenset({Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT, Phase.COMPLETED})
_CARDS = frozenset({"strategy_ref", "strategy_card"})


async def _hydrate_strategy_context(
    context: PhaseContext, message: str, earlier: Sequence[SessionMessage]
) -> PhaseContext:
    """With the strategy that the artifacts name, or the metadata, or the person's message, or the newest that was saved
    in the conversation. In the strategy phase the person's message comes first: they may name another of theirs. What
    names nothing of the owner's is corrected; the phase stays as it is."""
    block = context.artifacts.get(Phase.STRATEGY, PhaseBlock())
    for strategy_id in _candidates(context, block, message, earlier):
        if strategy_id == block.profile.get(_KEY):
            if await owned_strategy(context.services.records, context.owner_id, strategy_id):
                return context
        elif await owned_strategy(context.services.records, context.owner_id, strategy_id):
            return _with(context, strategy_block({_KEY: strategy_id}, {}))
    return _with(context, strategy_block({}, block.runtime)) if block.profile.get(_KEY) else context


def _candidates(
    context: PhaseContext, block: PhaseBlock, message: str, earlier: Sequence[SessionMessage]
) -> Iterator[JsonValue]:
    named = [found.lower() for found in _UUID.findall(message)]
    if context.phase is Phase.STRATEGY:
        yield from named
    yield block.profile.get(_KEY)
    yield from (other.profile.get(_KEY) for other in context.artifacts.values())
    yield from (context.metadata.get(name) for name in (_KEY, "last_strategy_id"))
    yield from named
    left = block.runtime.get(LEFT)  # for another scope: neither it nor what came before it returns by itself
    yield from takewhile(lambda found: found != left, _shown_in(earlier))


def _shown_in(earlier: Sequence[SessionMessage]) -> Iterator[JsonValue]:
    """What is saved is shown: the strategies on the conversation's own cards, the newest first."""
    for each in reversed(earlier):
        yield from (card.get(_KEY) for card in reversed(each.cards) if card.get("type") in _CARDS)


def _with(context: PhaseContext, block: PhaseBlock) -> PhaseContext:
    return replace(context, artifacts={**context.artifacts, Phase.STRATEGY: block})
