"""All that a passage claims about its figures in words: borne out by rows, contradicted by them, or mere opinion."""

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.claims.comparison import comparisons
from packages.domain.evidence.claims.movement import movements
from packages.domain.evidence.claims.scene import Outcome, Reader, Scene, Verdict
from packages.domain.evidence.events import EventClaims
from packages.domain.evidence.findings import GroundingFinding, GroundingViolation
from packages.domain.evidence.passages import Passage
from packages.domain.evidence.reading import PassageReading

_READERS: tuple[Reader, ...] = (movements, comparisons)
_LONGEST = 2000


def relation_claims(passage: Passage, reading: PassageReading, book: EvidenceBook) -> EventClaims:
    """Of a passage that cites figures, or that has no number."""
    if len(passage.text) > _LONGEST:
        return EventClaims()
    scene = Scene.of(passage, reading, book)
    verdicts = [verdict for read in _READERS for verdict in read(scene)]
    wrong = [verdict for verdict in verdicts if verdict.outcome is Outcome.CONTRADICTED]
    return EventClaims(
        len(verdicts), len(verdicts) - len(wrong), tuple(_finding(passage, verdict) for verdict in wrong[:1])
    )


def _finding(passage: Passage, verdict: Verdict) -> GroundingFinding:
    return GroundingFinding(GroundingViolation.FALSE_CLAIM, "", verdict.tag, passage.shown, verdict.expected)
