"""What to trade, how often and how long, named before it is asked for: kept, and proposed when its turn comes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from apps.api.agents.phases import Phase
from apps.api.agents.proposing import kept_pending, pending_of
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.scope_offers import MARKET
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish

_PACE = ("opportunity_frequency_bucket", "holding_period_bucket")
_OTHERS = frozenset({Wish.RESEARCH, Wish.RESEARCH_STATUS, Wish.BACK, Wish.HELP})

ReadsFor: TypeAlias = Callable[[AskedFields], Understood]


async def named_early(context: PhaseContext, reads: ReadsFor, understood: Understood) -> Mapping[str, str]:
    """`reads` reads the same message for other fields. Nothing of a button, a question, or a wish for research."""
    if understood.is_choice or understood.question or _OTHERS.intersection(understood.wishes):
        return {}
    instruments = await context.services.records.instruments()
    asked = AskedFields((MARKET, INSTRUMENT), instruments=instruments, today=context.now.date())
    read = reads(asked)
    named = {name: value for name, value in read.answers.items() if name in (MARKET, INSTRUMENT)}
    if INSTRUMENT not in named and len(read.meant) == 1:
        named[INSTRUMENT] = read.meant[0]
    return named if understood.answers or understood.idea else {**_pace_named(context, reads), **named}


def _pace_named(context: PhaseContext, reads: ReadsFor) -> Mapping[str, str]:
    """How often and how long, of a message that says nothing of what was asked."""
    read = reads(AskedFields(_PACE, today=context.now.date()))
    return {name: value for name, value in read.answers.items() if name in _PACE}


def with_scope_named(context: PhaseContext, named: Mapping[str, str]) -> PhaseContext:
    """The conversation with these waiting for the person's word in the scope."""
    block = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    if named:
        block = replace(block, runtime={**block.runtime, **kept_pending({**pending_of(block), **named})})
    return replace(context, artifacts={**context.artifacts, Phase.PRE_STRATEGY: block})
