"""Whose rows a claim without numbers cites: none of those that it names."""

from collections.abc import Iterator

from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict, operands_of


def foreign_rows(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    """Where all that is cited is of others; that of a number is named with the number."""
    named = frozenset[str]().union(*(one.subjects for one in scene.parties if one.start >= scene.own))
    rows = [row for row in operands_of(scene.quantities) if row.subject]
    if not named or not rows or any(one.number for one in scene.quantities):
        return
    if not any(row.subject in named for row in rows):
        yield ClaimVerdict(ClaimOutcome.CONTRADICTED, rows[0].period, f"rows of {', '.join(sorted(named))}")
