"""Back to the scope: what has to be asked again when the person wants to trade something else."""

import re

from apps.api.agents.protocol import PhaseBlock
from packages.domain.conversation.fields import PRE_STRATEGY

_OTHER_MARKET = re.compile(r"市场|\bmarkets?\b", re.IGNORECASE)


def rescoped(scope: PhaseBlock, said: str) -> PhaseBlock:
    """Without the instrument and what was concluded from it; without the market where another one is wanted."""
    dropped = {"target_instrument", "strategy_family_choice"}
    if _OTHER_MARKET.search(said):
        dropped.add("target_market")
    profile = {name: value for name, value in scope.profile.items() if name not in dropped}
    return PhaseBlock(profile, tuple(field.name for field in PRE_STRATEGY if not profile.get(field.name)))
