"""What trading asks of the stress lab and of a person's answers before it lets a version trade."""

from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.stress.attempts import joint_verdict
from packages.domain.trading.deployments.ports import ClearanceRuling, ClearanceVerdict
from packages.domain.trading.risk.limits import LimitName, RiskLimits, limits_of_person, strictest
from packages.infra.stress.stress_tests import SqlStress


class StoredVerdicts:
    """The trading side's `Verdicts`: what the stress lab said of a version, over all attempts at it, with the hash of
    what it was said of."""

    def __init__(self, stress: SqlStress) -> None:
        self._stress = stress

    async def latest(self, owner_id: str, strategy_id: str, version: int) -> ClearanceVerdict | None:
        seen = await self._stress.latest_verdict(owner_id, strategy_id, version)
        if seen is None:
            return None
        plan = (await self._stress.get(owner_id, seen.stress_report_id)).plan
        held_to = (await ProfileLimits(profile_of(plan.scenarios.profile)).of(owner_id)).bounds[LimitName.DRAWDOWN].most
        joint = joint_verdict(seen.stress_report_id, await self._stress.attempts(owner_id, plan.backtest.rules_hash))
        judged, ruling = plan.backtest.strategy_hash, ClearanceRuling((joint.ruling or seen.ruling).value)
        return ClearanceVerdict(seen.stress_report_id, ruling, judged, seen.created_at, held_to)


class ProfileLimits:
    """The trading side's `PersonLimits`: the drawdown that the lab would hold a person of these answers to, and the
    loss at a stop that the desk holds proposed rules to."""

    def __init__(self, profile: Profile | None) -> None:
        self._profile = profile

    async def of(self, owner_id: str) -> RiskLimits:
        from packages.domain.conversation.bounds import limits_at_orders
        from packages.domain.stress.verdict.limits import limits_for  # with the analysis below it

        drawdown = limits_for(self._profile).drawdown
        return strictest(limits_of_person(drawdown.value, drawdown.source), limits_at_orders(self._profile))
