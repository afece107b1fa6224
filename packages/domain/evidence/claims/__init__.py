"""Relations that a sentence claims in words, held to the rows that it cites."""

from packages.domain.evidence.claims.relations import relation_claims

__all__ = ["relation_claims"]
