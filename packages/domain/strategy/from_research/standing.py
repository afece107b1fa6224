"""Which clauses of a drafted strategy no longer stand on anything, once the research was run again."""

from dataclasses import replace
from datetime import timedelta
from typing import assert_never

from packages.core.errors import Invalid
from packages.domain.strategy.from_research.drafted import ChartRelation, ClaimKind, DraftedStrategy, ResearchClaim
from packages.domain.strategy.from_research.facts import ResearchFacts


class OtherResearch(Invalid):
    """Research on another instrument, or from before the draft, says nothing about it."""


def holds_still(drafted: DraftedStrategy, newer: ResearchFacts) -> tuple[str, ...]:
    """The pointers of the clauses with a claim that is gone, contradicted, or whose level was crossed."""
    if newer.symbol != drafted.symbol or newer.as_of < drafted.as_of:
        raise OtherResearch("strategy.from_research.other_research", symbol=drafted.symbol, other=newer.symbol)
    fallen = set(fallen_claims(drafted, newer))
    return tuple(clause.pointer for clause in drafted.clauses if fallen.intersection(clause.claim_ids))


def fallen_claims(drafted: DraftedStrategy, newer: ResearchFacts) -> tuple[str, ...]:
    """The ids of the claims under a clause that no longer hold."""
    used = {one for clause in drafted.clauses for one in clause.claim_ids}
    return tuple(claim.id for claim in drafted.claims if claim.id in used and not _holds(claim, drafted, newer))


def _holds(claim: ResearchClaim, drafted: DraftedStrategy, newer: ResearchFacts) -> bool:
    match claim.kind:
        case ClaimKind.ACTION:
            return newer.action is not None and newer.action.value == claim.text
        case ClaimKind.PROBABILITY:
            return newer.probability is not None and (newer.probability - 0.5) * drafted.side > 0
        case ClaimKind.STAKE:
            return newer.stake > 0
        case ClaimKind.HORIZON:
            return newer.as_of < drafted.as_of + timedelta(days=claim.value or 0)
        case ClaimKind.LEVEL | ClaimKind.PRICE:
            return _is_not_crossed(claim.value, drafted.price, newer)
        case ClaimKind.RELATION:
            return claim.relation is not None and _stands(claim.relation, newer)
        case ClaimKind.TRIGGER:
            return claim.relation is None or _stands(replace(claim.relation, above=not claim.relation.above), newer)
        case ClaimKind.ARGUMENT:
            return _is_made_again(claim, drafted, newer)
        case ClaimKind.LIMIT:
            return True
        case _:
            assert_never(claim.kind)


def _is_not_crossed(level: float | None, price: float, newer: ResearchFacts) -> bool:
    return level is not None and newer.price is not None and (newer.price - level) * (price - level) > 0


def _stands(relation: ChartRelation, newer: ResearchFacts) -> bool:
    left = newer.value_of(relation.expert, relation.left)
    right = newer.value_of(relation.expert, relation.right) if relation.value is None else relation.value
    if left is None or right is None:
        return False
    return left > right if relation.above else left < right


def _is_made_again(claim: ResearchClaim, drafted: DraftedStrategy, newer: ResearchFacts) -> bool:
    """Whether the same side still argues with one of its figures; the close alone is in every argument."""
    figures = set(claim.metrics) - {"close"} or set(claim.metrics)
    points = newer.bull if drafted.side > 0 else newer.bear
    return any(figures.intersection(row.metric for row in point.rows) for point in points)
