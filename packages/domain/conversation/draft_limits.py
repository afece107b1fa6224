"""What binds a person, as a draft from research needs it."""

from packages.domain.conversation.bounds import Constraints
from packages.domain.strategy.from_research.sizing import DraftLimits


def draft_limits(constraints: Constraints) -> DraftLimits:
    return DraftLimits(
        risk_per_trade=constraints.risk_per_trade.value,
        risk_clause=constraints.risk_per_trade.clause,
        leverage=constraints.leverage.value,
        leverage_clause=constraints.leverage.clause,
        shorting=constraints.shorting.value,
        shorting_clause=constraints.shorting.clause,
        refused_markets=constraints.refused_markets,
    )
