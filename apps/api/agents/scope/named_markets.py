"""Markets that follow from an instrument: of one that the person named, or had researched."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.field_answers import Settled
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.scope_offers import MARKET, Offers, ScopeRefusal, of_another_market
from packages.core.events import JsonObject
from packages.domain.conversation.awaited import RESEARCH
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.instruments import canonical

BY_RESEARCH = "research"  # the source of a proposal: nobody has said that they want to trade it
RESEARCHED = "researched"  # in the runtime of the scope: what was proposed after research on it


def proposed_with_market(
    offers: Offers, before: Mapping[str, str], pending: Mapping[str, str], settled: Settled
) -> tuple[Settled, tuple[ScopeRefusal, ...]]:
    """An instrument of another market than the one that was chosen is proposed together with its market, however it was
    named; one of the market that was proposed accepts that too."""
    chosen = settled.values.get(INSTRUMENT, "")
    named = offers.instrument({INSTRUMENT: canonical(chosen) or chosen})
    if named is None or MARKET in settled.values:
        return settled, ()
    others = {name: value for name, value in settled.proposed.items() if name != MARKET}
    if before.get(MARKET) in (None, named.market) or pending.get(MARKET) == named.market:
        return replace(settled, values={**settled.values, MARKET: named.market}, proposed=others), ()
    values = {name: value for name, value in settled.values.items() if name != INSTRUMENT}
    both = {**others, MARKET: named.market, INSTRUMENT: named.symbol}
    return replace(settled, values=values, proposed=both), (of_another_market(named, before[MARKET]),)


def proposed_after_research(
    context: PhaseContext, offers: Offers, before: Mapping[str, str], settled: Settled
) -> Settled:
    """What was researched is proposed to be traded, once, where nothing else was said: its market is known."""
    symbol = researched_symbol(context.metadata)
    named = offers.instrument({INSTRUMENT: symbol})
    settled = without_earlier_offer(context, settled, symbol)
    taken = {MARKET, INSTRUMENT} & (before.keys() | settled.values.keys() | settled.proposed.keys())
    block = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    if named is None or taken or block.runtime.get(RESEARCHED) == symbol:
        return settled
    offered = {MARKET: named.market, INSTRUMENT: named.symbol}
    sources = {**settled.proposed_by, **dict.fromkeys(offered, BY_RESEARCH)}
    return replace(settled, proposed={**settled.proposed, **offered}, proposed_by=sources)


def without_earlier_offer(context: PhaseContext, settled: Settled, symbol: str) -> Settled:
    """Research on another instrument withdraws what was proposed after the research before it."""
    offered = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock()).runtime.get(RESEARCHED)
    if settled.proposed.get(INSTRUMENT) != offered or offered in (None, symbol):
        return settled
    others = {name: value for name, value in settled.proposed.items() if name not in (MARKET, INSTRUMENT)}
    return replace(settled, proposed=others)


def researched_symbol(metadata: JsonObject) -> str:
    """Of the last research in the conversation; "" where there was none."""
    kept = metadata.get(RESEARCH)
    return str(kept.get("symbol") or "") if isinstance(kept, Mapping) else ""
