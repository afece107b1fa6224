"""Whether what a sentence says between its own figures holds by their values: above, below, overbought, a fall."""

from collections.abc import Sequence
from datetime import UTC, datetime

from packages.domain.conversation.claims.instrument_claims import figure_labels, stated_values
from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.checker import check
from packages.domain.evidence.derivations import TAG
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.numbers import StatedNumber

_KNOWN = datetime(2000, 1, 1, tzinfo=UTC)
_UNITS = {"ratio": "ratio", "times": "x", "plain": ""}
_WRONG = frozenset({GroundingViolation.FALSE_CLAIM, GroundingViolation.SIGN_FLIP})


def contradicted(plain: str, numbers: Sequence[StatedNumber]) -> list[str]:
    """The sentence is checked as a report whose rows are the figures that it gives itself."""
    stated = {number.start: (mention, number) for mention, number in stated_values(plain, numbers)}
    if not stated or TAG.search(plain):
        return []
    rows, text = dict[str, EvidenceRow](), plain
    for place, (mention, number) in sorted(stated.items(), reverse=True):
        tag = f"E{place + 1}"
        rows[tag] = EvidenceRow(
            id=tag,
            metric=min(mention.whats),
            value=number.value * number.unit.scale,
            unit=_UNITS.get(number.unit.dimension, ""),
            period="",
            ends=None,
            source="",
            known_at=_KNOWN,
        )
        text = f"{text[: number.end]}[{tag}]{text[number.end :]}"
    book = EvidenceBook(rows, figure_labels())
    found = [one for one in check(text, book).violations if one.kind in _WRONG]
    return [one.expected for one in found[:1]]
