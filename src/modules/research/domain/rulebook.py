"""House rules as evidence: a threshold that an analyst reasons by is a row that its sentences cite."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from packages.domain.evidence.book import EvidenceRow

# Before any data: a rule is known whenever an analysis is made.
_ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A threshold with where it comes from; `labels` are its names, Chinese first."""

    value: Decimal
    unit: str
    labels: tuple[str, ...]
    because: str


def rule_rows(rules: Mapping[str, HouseRule]) -> list[EvidenceRow]:
    """Each rule under `rule.<name>`, which is also how sentences refer to it."""
    return [
        EvidenceRow(
            id=f"rule:{name}",
            metric=f"rule.{name}",
            value=rule.value,
            unit=rule.unit,
            period="",
            ends=None,
            source=f"house rule: {rule.because}",
            known_at=_ALWAYS,
        )
        for name, rule in rules.items()
    ]
