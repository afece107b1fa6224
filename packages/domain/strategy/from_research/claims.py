"""The claims of a verdict by their ids, and the limits of the person that the size stands on."""

from packages.domain.strategy.from_research.drafted import ClaimKind, ResearchClaim
from packages.domain.strategy.from_research.facts import ResearchFacts, VerdictLevel
from packages.domain.strategy.from_research.sizing import DraftLimits


def verdict_claims(facts: ResearchFacts, limits: DraftLimits) -> dict[str, ResearchClaim]:
    """By id; arguments and triggers are added where they are read."""
    found = [
        ResearchClaim("verdict:action", ClaimKind.ACTION, facts.action.value if facts.action else ""),
        _numbered("verdict:probability", ClaimKind.PROBABILITY, facts.probability),
        _numbered("verdict:stake", ClaimKind.STAKE, facts.stake),
        _numbered("verdict:horizon", ClaimKind.HORIZON, float(facts.horizon_days)),
        _level("verdict:stop_loss", facts.stop),
        _level("verdict:take_profit", facts.target),
        ResearchClaim(f"profile:{limits.risk_clause}", ClaimKind.LIMIT, limits.risk_clause, limits.risk_per_trade),
        ResearchClaim(f"profile:{limits.leverage_clause}", ClaimKind.LIMIT, limits.leverage_clause, limits.leverage),
    ]
    return {claim.id: claim for claim in reversed(found)}  # where one clause sets both limits, the loss counts


def _numbered(name: str, kind: ClaimKind, value: float | None) -> ResearchClaim:
    return ResearchClaim(name, kind, "" if value is None else f"{value:g}", value)


def _level(name: str, level: VerdictLevel | None) -> ResearchClaim:
    rows = " ".join(f"[{row.expert}:{row.tag}]" for row in level.rows) if level else ""
    metrics = tuple(row.metric for row in level.rows) if level else ()
    return ResearchClaim(name, ClaimKind.LEVEL, rows, level.value if level else None, metrics=metrics)
