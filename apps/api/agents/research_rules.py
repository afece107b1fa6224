"""Rules from research, as a conversation takes them up: shown in the strategy phase, and confirmed by nobody yet."""

from collections.abc import Mapping

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.scope_offers import MARKET
from apps.api.agents.scoping import NAMES
from apps.api.agents.strategy_standing import strategy_block
from apps.api.agents.stress_standing import stress_block
from packages.domain.conversation.understanding.choices import INSTRUMENT


def with_research_rules(
    blocks: Mapping[Phase, PhaseBlock], strategy_id: str, symbol: str, market: str
) -> dict[Phase, PhaseBlock]:
    """The scope is the researched instrument; what was answered for another one, and tests of other rules, are gone."""
    scope = blocks.get(Phase.PRE_STRATEGY, PhaseBlock())
    is_same = scope.profile.get(INSTRUMENT) == symbol
    profile = dict(scope.profile) if is_same else {MARKET: market, INSTRUMENT: symbol}
    missing = tuple(name for name in NAMES if not profile.get(name))
    return {
        **blocks,
        Phase.PRE_STRATEGY: PhaseBlock(profile, missing, scope.runtime if is_same else {}),
        Phase.STRATEGY: strategy_block({"strategy_id": strategy_id}, {}),
        Phase.STRESS_TEST: stress_block({}, {}),
    }
