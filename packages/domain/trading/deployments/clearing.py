"""No revision trades without the stress lab's pass, or a person's typed override with a reason."""

from packages.core.messages import message
from packages.domain.strategy.revisions import Revision
from packages.domain.trading.callers import Caller, require_person
from packages.domain.trading.deployments.errors import Blocker, NotCleared
from packages.domain.trading.deployments.model import Clearance, Override
from packages.domain.trading.deployments.ports import Ruling, VerdictSeen
from packages.domain.trading.risk.limits import LimitName, Limits

WHY = {
    Blocker.VERDICT_MISSING: message("trading.verdict_missing"),
    Blocker.VERDICT_OF_ANOTHER: message("trading.verdict_of_another"),
    Blocker.VERDICT_OF_LOOSER_LIMITS: message("trading.verdict_of_looser_limits"),
    Blocker.VERDICT_REVISE: message("trading.verdict_revise"),
    Blocker.VERDICT_REJECT: message("trading.verdict_reject"),
}


def cleared(
    revision: Revision, verdict: VerdictSeen | None, person: Limits, override: Override | None, caller: Caller
) -> Clearance:
    """A pass needs no override, and one that was typed for nothing is not recorded. `person` are the limits that follow
    from the person's answers."""
    blocker = blocker_of(revision, verdict, person)
    report_id, ruling = (None, None) if verdict is None else (verdict.report_id, verdict.ruling.value)
    if blocker is None:
        return Clearance(report_id, ruling)
    if override is None:
        raise NotCleared("trading.clear_override", blocker, blocker=WHY[blocker])
    typed_by = require_person(caller, "override the stress lab")
    return Clearance(report_id, ruling, override.reason.strip(), typed_by.name)


def blocker_of(revision: Revision, verdict: VerdictSeen | None, person: Limits) -> Blocker | None:
    """None for a pass of exactly this revision, held to no looser limits than the person's."""
    if verdict is None:
        return Blocker.VERDICT_MISSING
    if verdict.content_hash != revision.content_hash:
        return Blocker.VERDICT_OF_ANOTHER
    match verdict.ruling:
        case Ruling.PASS:
            allowed = person.bounds.get(LimitName.DRAWDOWN)
            is_looser = allowed is not None and verdict.drawdown > allowed.most
            return Blocker.VERDICT_OF_LOOSER_LIMITS if is_looser else None
        case Ruling.REVISE:
            return Blocker.VERDICT_REVISE
        case Ruling.REJECT:
            return Blocker.VERDICT_REJECT
