"""All that a passage claims about its figures in words: borne out by rows, contradicted by them, or mere opinion."""

import re
from collections.abc import Iterator

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.claims.bare_clauses import has_bare_clause
from packages.domain.evidence.claims.comparison import comparisons
from packages.domain.evidence.claims.lines import misnamed_lines
from packages.domain.evidence.claims.movement import movements
from packages.domain.evidence.claims.owners import foreign_rows
from packages.domain.evidence.claims.quantities import is_change
from packages.domain.evidence.claims.ranking import ranks
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict, Reader
from packages.domain.evidence.claims.shapes import shapes
from packages.domain.evidence.claims.signs import signs
from packages.domain.evidence.claims.untagged import untagged
from packages.domain.evidence.claims.vocabulary.levels import levels_in
from packages.domain.evidence.claims.vocabulary.ranks import ranks_in
from packages.domain.evidence.claims.zones import zones
from packages.domain.evidence.derivations import TAG, citations
from packages.domain.evidence.events import EventClaims
from packages.domain.evidence.findings import GroundingFinding, GroundingViolation
from packages.domain.evidence.lexicon import is_difference
from packages.domain.evidence.passages import Passage
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.reading import PassageReading
from packages.domain.evidence.retelling.happenings import is_ordinary

_READERS: tuple[Reader, ...] = (
    movements,
    comparisons,
    signs,
    ranks,
    zones,
    misnamed_lines,
    shapes,
    foreign_rows,
    untagged,
)
# Longer than any sentence that a person writes: nothing in it is near to anything.
_LONGEST = 1000
_HEADING = lazy_pattern(r"\s*(?:#|\|)|.*[:：|]\s*\**\s*$", re.DOTALL)
_ENDED = lazy_pattern(r"[。.!！?？]['\"”’)*\s]*$")
_LETTERS = lazy_pattern(r"[\u4e00-\u9fff]|[A-Za-z]+")
# In words or characters: a sentence that ends as one, and one that does not.
_SHORTEST = 2
_PLAINLY = 12


def relation_claims(passage: Passage, reading: PassageReading, book: EvidenceBook) -> EventClaims:
    """Of a passage that cites figures, or that has no number."""
    scene = ClaimScene.of(passage, reading, book)
    readers = _READERS if len(passage.text) <= _LONGEST else ()
    verdicts = [verdict for read in readers for verdict in read(scene)]
    wrong = [verdict for verdict in verdicts if verdict.outcome is ClaimOutcome.CONTRADICTED]
    if not _names_its_rows(scene):
        verdicts = wrong
    said = not verdicts and _is_opinion(scene, passage)
    opinions = (passage.shown,) if said or _says_more(scene, passage, decided=bool(verdicts)) else ()
    findings = tuple(_finding(passage, verdict) for verdict in wrong[:1])
    return EventClaims(len(verdicts), len(verdicts) - len(wrong), findings, opinions)


def _names_its_rows(scene: ClaimScene) -> bool:
    """`市场情绪有所回暖[E14]`: a tag behind words that name nothing of it bears nothing out."""
    if any(number.start >= scene.own for number in scene.reading.numbers):
        return True
    named = frozenset(metric for one in scene.figures for metric in one.metrics)
    return any(row.metric in named for row in _cited(scene))


def _finding(passage: Passage, verdict: ClaimVerdict) -> GroundingFinding:
    return GroundingFinding(GroundingViolation.FALSE_CLAIM, "", verdict.tag, passage.shown, verdict.expected)


def _is_opinion(scene: ClaimScene, passage: Passage) -> bool:
    """A whole sentence without a number that no row decides; what cites a text is held to that text."""
    if any(number.start >= scene.own for number in scene.reading.numbers) or _HEADING.match(passage.shown):
        return False
    if any(row.text for row in _cited(scene)):
        return False
    words = len(_LETTERS.findall(TAG.sub(" ", scene.text[scene.own :])))
    return words >= _SHORTEST and (_ENDED.search(TAG.sub("", passage.shown)) is not None or words >= _PLAINLY)


def _says_more(scene: ClaimScene, passage: Passage, *, decided: bool) -> bool:
    """A number bears out what is said of it, and not what else its sentence says."""
    if passage.is_cell or _HEADING.match(passage.shown) or any(row.text for row in _cited(scene)):
        return False
    if not any(number.start >= scene.own for number in scene.reading.numbers):
        return False
    if has_bare_clause(scene.text[scene.own :], is_decided=decided) or is_ordinary(scene.words[scene.own :]):
        return True
    if decided or any(is_change(row.metric) or is_difference(row.metric) for row in _cited(scene)):
        return False
    return any(ranks_in(scene.words, scene.own)) or bool(levels_in(scene.words, scene.own))


def _cited(scene: ClaimScene) -> Iterator[EvidenceRow]:
    for match in TAG.finditer(scene.text, scene.own):
        for citation in citations(match.group()[1:-1]):
            yield from (row for tag in citation.operands if (row := scene.book.rows.get(tag)) is not None)
