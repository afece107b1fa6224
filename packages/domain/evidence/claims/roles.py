"""Who is set against whom: the company that a clause is about, and those that it is compared with."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.claims.figures import MULTIPLES, FigureMention, is_mark, named_between
from packages.domain.evidence.claims.parties import PartyMention
from packages.domain.evidence.claims.quantities import is_change
from packages.domain.evidence.claims.scene import ClaimScene, operands_of
from packages.domain.evidence.claims.sides import Sides, of_rows
from packages.domain.evidence.claims.vocabulary.levels import LevelScale, LevelWord, level_before, next_level
from packages.domain.evidence.patterns import lazy_pattern


@dataclass(frozen=True, slots=True)
class Roles:
    """`others` empty: everybody else. `subjects` empty: several may be meant."""

    subjects: frozenset[str]
    others: frozenset[str]

    def fit(self, first: EvidenceRow, second: EvidenceRow) -> bool:
        known = self.others - self.subjects
        return (
            first.subject in self.subjects
            and second.subject not in self.subjects
            and (not known or second.subject in known)
        )


def roles_of(scene: ClaimScene, word: LevelWord) -> Roles:
    at = scene.clause_at(word.start)
    own = _in_clause(scene, at)
    subjects = _union([one for one in own if not one.compared and one.start < word.start])
    others = _union([one for one in scene.parties if one.compared])
    behind = _union([one for one in own if one.start >= word.end])
    if not subjects:
        subjects = _before(scene, at) - behind
        first = _before(scene, at, forwards=True) - behind
        if subjects != first and not behind:
            return Roles(frozenset(), frozenset())
    everybody = frozenset(row.subject for row in scene.book.rows.values()) - {""}
    if not subjects and others:
        subjects = frozenset({scene.book.about}) - others or everybody - others
    if not subjects and behind and scene.book.about in behind:
        subjects = everybody - behind
    return Roles(subjects or frozenset({scene.book.about}), (behind or others) - subjects)


def _in_clause(scene: ClaimScene, at: int) -> list[PartyMention]:
    clause = scene.clauses[at]
    return [one for one in scene.parties if clause.start <= one.start < clause.end]


def _before(scene: ClaimScene, at: int, *, forwards: bool = False) -> frozenset[str]:
    """Whom the nearest clause before is about, or the first one."""
    for index in range(at) if forwards else range(at - 1, -1, -1):
        if found := _union([one for one in _in_clause(scene, index) if not one.compared]):
            return found
    return frozenset()


def _union(mentions: Sequence[PartyMention]) -> frozenset[str]:
    return frozenset[str]().union(*(one.subjects for one in mentions))


def peer_pairs(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """Rows of one figure of different companies; what is not cited is looked up for the same day."""
    roles = roles_of(scene, word)
    named = _named(scene, word)
    for scope in scene.scopes(word.start):
        rows = [row for row in operands_of(scope) if not is_mark(row.metric) and row.subject]
        rows = _filtered(rows, named, word)
        pairs = _pairs(
            rows, roles, scene.book, looked_up=len({row.subject for row in rows}) == 1 and _names_others(scene)
        )
        if pairs:
            return [of_rows(first, second) for first, second in pairs]
    return []


def _names_others(scene: ClaimScene) -> bool:
    return len({subject for one in scene.parties for subject in one.subjects}) > 1


def _named(scene: ClaimScene, word: LevelWord) -> list[FigureMention]:
    """The figure that the word is an adjective of; else what stands between the words of this kind; else all."""
    clause = scene.clauses[scene.clause_at(word.start)]
    attached = named_between(scene.figures, word.start, min(clause.end, word.end + 2))
    if attached and word.text.isascii():
        return attached
    left = level_before(scene.words, scene.own, word, clause.start)
    right = next_level(scene.words, scene.own, word, clause.end)
    return named_between(scene.figures, left, right) or named_between(scene.figures, clause.start, clause.end)


_OF_DEBT = lazy_pattern("geared|leveraged|indebted", re.IGNORECASE)
_OF_SIZE = lazy_pattern("larger|bigger|smaller|比.*[大小]", re.IGNORECASE)


def _filtered(rows: list[EvidenceRow], named: list[FigureMention], word: LevelWord) -> list[EvidenceRow]:
    """Some words say by themselves of which figures they are."""
    if word.scale is LevelScale.SPEED:
        return [row for row in rows if is_change(row.metric) or row.metric.endswith("_days")]
    if _OF_DEBT.search(word.text):
        return [row for row in rows if row.metric in {"debt_ratio", "net_debt_to_equity"}]
    sizes = [row for row in rows if row.metric.startswith("revenue") and not is_change(row.metric)]
    if not named and sizes and _OF_SIZE.fullmatch(word.text):
        return sizes
    multiples = [row for row in rows if row.metric in MULTIPLES]
    if word.scale is LevelScale.COST and multiples:
        return multiples
    said = {metric for one in named for metric in one.metrics if not is_mark(metric)}
    return [row for row in rows if row.metric in said] if said else rows


def _pairs(
    rows: list[EvidenceRow], roles: Roles, book: EvidenceBook, *, looked_up: bool
) -> list[tuple[EvidenceRow, EvidenceRow]]:
    found = [(a, b) for a in rows for b in rows if a.metric == b.metric and a.unit == b.unit and roles.fit(a, b)]
    if found or not looked_up:
        return found
    for row in rows:
        for other in book.rows.values():
            if other.metric == row.metric and other.ends == row.ends and other.unit == row.unit:
                found += [(a, b) for a, b in ((row, other), (other, row)) if roles.fit(a, b)]
    return found
