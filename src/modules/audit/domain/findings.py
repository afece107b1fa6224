"""Whether answers followed a change: one finding for each expert that it concerns, and one for the verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from packages.core.messages import Message, message, word
from packages.domain.evidence.experts import EXPERTS
from src.modules.audit.domain.answers import ExpertAnswer, WorldAnswers, sign
from src.modules.audit.domain.worlds import ChangedWorld, WorldKind

# A mean lean that moves by less has not moved.
MOVED = 0.1
# Of two runs on the same figures: how far an answer may wander, as those of a model do.
STEADY = 0.15
STEADY_PROBABILITY = 0.05
MOVED_PROBABILITY = 0.005


class FollowState(StrEnum):
    """Whether the answer followed the change."""

    FOLLOWED = "followed"
    NOT_FOLLOWED = "not_followed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFinding:
    """`subject` is an expert or `verdict`; `before` and `after` are leans, of a verdict probabilities."""

    subject: str
    before: float | None
    after: float | None
    state: FollowState
    reason: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldFindings:
    """What one changed world showed; `experts` are those whose facts it turned, or all where it changed names only."""

    world: ChangedWorld
    experts: tuple[AuditFinding, ...]
    verdict: AuditFinding


VERDICT = "verdict"
TURNED = {
    WorldKind.EARNINGS_FLIPPED: ("financial_auditor", "valuation_modeler"),
    WorldKind.PRICES_REVERSED: ("technical_analyst",),
}


def findings_of(
    world: ChangedWorld, base: WorldAnswers, changed: WorldAnswers | None, profit_sign: int
) -> WorldFindings:
    if changed is None:
        impossible = _finding(VERDICT, base.probability, None, FollowState.UNKNOWN, "audit.world_impossible")
        return WorldFindings(world=world, experts=(), verdict=impossible)
    match world.kind:
        case WorldKind.ANONYMISED:
            experts = tuple(_same_figures(name, base, changed) for name in EXPERTS if name in base.experts)
            return WorldFindings(world=world, experts=experts, verdict=_steady_verdict(base, changed))
        case WorldKind.EXPERT_SILENCED:
            return WorldFindings(world=world, experts=(), verdict=_without(world.expert or "", base, changed))
        case _:
            experts = tuple(_turned(name, base, changed, _way(name, base, profit_sign)) for name in TURNED[world.kind])
            return WorldFindings(world=world, experts=experts, verdict=_moved_verdict(base, changed))


def _way(expert: str, base: WorldAnswers, profit_sign: int) -> int:
    """Where the change should move the expert: against the profit that was flipped, or against the chart."""
    if expert == "technical_analyst":
        return -sign(base.lean(expert) or 0.0)
    return -profit_sign


def _turned(name: str, base: WorldAnswers, changed: WorldAnswers, way: int) -> AuditFinding:
    before, after = base.experts.get(name), changed.experts.get(name)
    state, code = FollowState.UNKNOWN, "audit.no_answer_before"
    if before is not None and after is None:
        state, code = FollowState.FOLLOWED, "audit.no_answer_after"
    elif before is not None and after is not None:
        state, code = _move(before, after, way)
    return _finding(name, base.lean(name), changed.lean(name), state, code)


def _move(before: ExpertAnswer, after: ExpertAnswer, way: int) -> tuple[FollowState, str]:
    """By the side alone: how sure a model is wanders from answer to answer."""
    if before.side is None or after.side is None:
        return FollowState.UNKNOWN, "audit.took_two_sides"
    if way and before.side != way and after.side != before.side:
        return FollowState.FOLLOWED, "audit.moved_with_facts"
    if way == 0 or before.side == 0:
        return FollowState.UNKNOWN, "audit.leaned_nowhere"
    if before.side == way:
        return FollowState.UNKNOWN, "audit.already_there"
    return FollowState.NOT_FOLLOWED, "audit.kept_against_facts"


def _same_figures(name: str, base: WorldAnswers, changed: WorldAnswers) -> AuditFinding:
    before, after = base.experts.get(name), changed.experts.get(name)
    state, code = FollowState.NOT_FOLLOWED, "audit.changed_with_name"
    if before is None or after is None:
        state, code = FollowState.UNKNOWN, "audit.no_answer_anonymous"
    elif abs(after.lean - before.lean) <= STEADY + max(before.wander, after.wander):
        state, code = FollowState.FOLLOWED, "audit.same_without_name"
    return _finding(name, base.lean(name), changed.lean(name), state, code)


def _steady_verdict(base: WorldAnswers, changed: WorldAnswers) -> AuditFinding:
    before, after = base.probability, changed.probability
    if before is None or after is None:
        return _finding(VERDICT, before, after, FollowState.UNKNOWN, "audit.no_verdict")
    if abs(after - before) <= STEADY_PROBABILITY:
        return _finding(VERDICT, before, after, FollowState.FOLLOWED, "audit.verdict_same_without_name")
    return _finding(VERDICT, before, after, FollowState.NOT_FOLLOWED, "audit.verdict_changed_with_name")


def _moved_verdict(base: WorldAnswers, changed: WorldAnswers) -> AuditFinding:
    """The verdict should go where the experts went."""
    went = changed.mean_lean - base.mean_lean
    before, after = base.probability, changed.probability
    if before is None or after is None:
        return _finding(VERDICT, before, after, FollowState.UNKNOWN, "audit.no_verdict")
    if abs(went) < MOVED / 2:
        return _finding(VERDICT, before, after, FollowState.UNKNOWN, "audit.experts_unmoved")
    if (after - before) * sign(went) >= MOVED_PROBABILITY:
        return _finding(VERDICT, before, after, FollowState.FOLLOWED, "audit.verdict_followed_experts")
    return _finding(VERDICT, before, after, FollowState.NOT_FOLLOWED, "audit.verdict_left_experts")


def _without(expert: str, base: WorldAnswers, changed: WorldAnswers) -> AuditFinding:
    """Without somebody who leaned more than the others, the verdict should move towards the others."""
    before, after = base.probability, changed.probability
    others = [answer.lean for name, answer in base.experts.items() if name != expert]
    said = base.lean(expert)
    who = word("expert", expert)
    if said is None:
        return _finding(VERDICT, before, after, FollowState.UNKNOWN, "audit.silent_before", expert=who)
    if before is None or after is None or not others:
        return _finding(VERDICT, before, after, FollowState.UNKNOWN, "audit.no_verdict")
    apart = said - fmean(others)
    if abs(apart) < 2 * MOVED:
        return _finding(VERDICT, before, after, FollowState.UNKNOWN, "audit.carried_little", expert=who)
    if (after - before) * -sign(apart) >= MOVED_PROBABILITY:
        return _finding(VERDICT, before, after, FollowState.FOLLOWED, "audit.verdict_to_others", expert=who)
    return _finding(VERDICT, before, after, FollowState.NOT_FOLLOWED, "audit.verdict_deaf_to", expert=who)


def _finding(
    subject: str, before: float | None, after: float | None, state: FollowState, code: str, **params: object
) -> AuditFinding:
    return AuditFinding(subject=subject, before=before, after=after, state=state, reason=message(code, **params))


def turned_experts(found: Iterable[WorldFindings]) -> list[AuditFinding]:
    """Of those whose facts were turned round."""
    return [one for each in found if each.world.kind in TURNED for one in each.experts]
