"""The two sides of a comparison."""

from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import is_mark
from packages.domain.evidence.claims.quantities import amount


@dataclass(frozen=True, slots=True)
class Sides:
    """What is spoken of, and what it is held against. `mark`: the line or average that the second is, if it is one.
    `changes`: both are changes. `strict`: equal is not enough."""

    values: tuple[Decimal, Decimal]
    metric: str
    tag: str
    mark: str = ""
    changes: bool = False
    strict: bool = False


def of_rows(first: EvidenceRow, second: EvidenceRow, *, turned: bool = False) -> Sides:
    """`turned`: the second is what is spoken of."""
    mark = second.metric if is_mark(second.metric) else ""
    a, b = amount(first), amount(second)
    return Sides((b, a) if turned else (a, b), first.metric, first.period, mark)
