"""Looks a draft's claims up in the result that they are said to come from, without the reader under test."""

import re
from typing import Any

from packages.domain.strategy.from_research.drafted import ClaimKind, DraftedStrategy, ResearchClaim
from src.modules.coordinator.domain.dtos.research_dtos import ResearchResult

_FIELDS = {"stake": "position_percent", "horizon": "time_horizon"}


def assert_claims_are_told(drafted: DraftedStrategy, result: ResearchResult) -> None:
    """Every claim under a clause is in the experts' rows, the debate, the verdict or the person's profile."""
    told = result.model_dump(mode="json")
    used = {one for clause in drafted.clauses for one in clause.claim_ids}
    for claim_id in sorted(used):
        claim = drafted.claim(claim_id)
        assert claim.kind is ClaimKind.LIMIT or _is_told(claim, told), claim


def _is_told(claim: ResearchClaim, told: dict[str, Any]) -> bool:
    verdict, source, *rest = (told["verdict"], *claim.id.split(":"))
    if source == "debate":
        return bool(_argument(told, *rest)["argument"] == claim.text)
    if claim.kind is ClaimKind.TRIGGER:
        return bool(verdict["invalidation_triggers"][int(rest[1]) - 1] == claim.text)
    if claim.kind is ClaimKind.RELATION:
        return _is_argued(claim, told, source, rest[0].split("-"))
    return verdict[_FIELDS.get(rest[0], rest[0])] is not None


def _argument(told: dict[str, Any], side: str, number: str) -> dict[str, Any]:
    arguments: list[dict[str, Any]] = told["debate_outcome"][f"{side}_case"]["supporting_arguments"]
    return arguments[int(number) - 1]


def _is_argued(claim: ResearchClaim, told: dict[str, Any], expert: str, tags: list[str]) -> bool:
    """One argument cites both rows, and the expert's report has them with the figures that the claim is about."""
    reports = [one["result"] for one in told["expert_results"] if one["expert_type"] == expert]
    rows = {row["tag"]: row["metric"] for row in reports[0]["evidence"]}
    cited = {f"{expert}:{tag}" for tag in tags}
    arguments = [
        f"{one['argument']} {one['evidence']}"
        for side in ("bull", "bear")
        for one in told["debate_outcome"][f"{side}_case"]["supporting_arguments"]
        if one["argument"] == claim.text
    ]
    return tuple(rows[tag] for tag in tags) == claim.metrics and any(
        cited <= set(re.findall(r"\[([a-z_]+:E\d+)\]", text)) for text in arguments
    )
