"""What binds a person, as a draft from research needs it."""

from packages.domain.accounts.ports import Profiles
from packages.domain.conversation.bounds import Constraints, constraints_of
from packages.domain.strategy.from_research.ports import LimitsOf
from packages.domain.strategy.from_research.sizing import DraftLimits


def draft_limits(constraints: Constraints) -> DraftLimits:
    return DraftLimits(
        risk_per_trade=constraints.risk_per_trade.value,
        risk_clause=constraints.risk_per_trade.clause,
        leverage=constraints.leverage.value,
        leverage_clause=constraints.leverage.clause,
        shorting=constraints.shorting.value,
        refused_markets=constraints.refused_markets,
    )


def limits_by(profiles: Profiles) -> LimitsOf:
    """By what each owner has answered."""

    async def limits(owner_id: str) -> DraftLimits:
        return draft_limits(constraints_of(await profiles.of(owner_id)))

    return limits
