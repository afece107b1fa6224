"""The highest and the lowest: among the rows that are cited, the times of a figure, or the companies of the book."""

import re
from collections.abc import Iterator, Sequence

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import comparable, is_mark, named_between
from packages.domain.evidence.claims.quantities import amount, is_change
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict, operands_of, rows_of
from packages.domain.evidence.claims.vocabulary.ranks import EVERY, RankWord, ranks_in
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.timing import fits

_PEERS = lazy_pattern(
    r"[两三四五六]家|同业|同行|可比|行业|\b(?:names?|peers?|companies|compared|group|of the (?:two|three|four"
    r"|five)(?! (?:years?|quarters?|months?)))\b",
    re.IGNORECASE,
)


def ranks(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    for word in ranks_in(scene.words, scene.own):
        topics = _topics(scene, word)
        said = [holds for row, among in topics if (holds := _holds(word, row, among)) is not None]
        if said:
            right = all(said) if EVERY.search(scene.words) else any(said)
            outcome = ClaimOutcome.SUPPORTED if right else ClaimOutcome.CONTRADICTED
            yield ClaimVerdict(outcome, topics[0][0].period, "another one of them")


def _holds(word: RankWord, row: EvidenceRow, among: Sequence[EvidenceRow]) -> bool | None:
    return word.holds(amount(row), [amount(other) for other in among], row.metric)


_Topic = tuple[EvidenceRow, list[EvidenceRow]]


def _topics(scene: ClaimScene, word: RankWord) -> list[_Topic]:
    """Each row that is said to be first or last, with those that it is among."""
    return _by_party(scene, word) or _by_period(scene, word) or _by_number(scene, word) or _newest(scene, word)


def _usable(scene: ClaimScene, word: RankWord) -> list[EvidenceRow]:
    for scope in scene.scopes(word.start):
        rows = [row for row in operands_of(scope) if not is_mark(row.metric)]
        if len(rows) > 1:
            return rows
    return [row for row in rows_of(scene.quantities) if not is_mark(row.metric)]


def _by_party(scene: ClaimScene, word: RankWord) -> list[_Topic]:
    clause = scene.clauses[scene.clause_at(word.start)]
    parties = [one for one in scene.parties if clause.start <= one.start < word.start and not one.compared]
    if not parties or len(parties[-1].subjects) != 1:
        return []
    rows = _usable(scene, word)
    if not rows and _PEERS.search(scene.words):
        rows = _of_book(scene, clause.start, clause.end)
    if len({row.subject for row in rows}) < 2:
        return []
    named = frozenset(
        metric for one in named_between(scene.figures, clause.start, clause.end) for metric in one.metrics
    )
    topics = [row for row in rows if row.subject in parties[-1].subjects and (not named or row.metric in named)]
    return [(row, [other for other in rows if other.metric == row.metric]) for row in topics]


def _of_book(scene: ClaimScene, left: int, right: int) -> list[EvidenceRow]:
    """The newest rows of the figure that is named, for every company that has one of the same day."""
    mentions = [one for one in named_between(scene.figures, left, right) if len(one.metrics) == 1]
    metrics = {metric for one in mentions for metric in one.metrics}
    rows = [row for row in scene.book.rows.values() if row.metric in metrics and scene.book.is_latest(row)]
    return rows if len({row.ends for row in rows}) == 1 else []


def _by_period(scene: ClaimScene, word: RankWord) -> list[_Topic]:
    clause = scene.clauses[scene.clause_at(word.start)]
    periods = [one for one in scene.reading.periods if clause.start <= one.start < word.start and not one.relative]
    rows = _usable(scene, word)
    found: list[_Topic] = []
    for row in rows:
        cited = operands_of(scene.quantities)
        among = [other for other in cited if comparable(row, other) and other.subject == row.subject]
        among = among if len(among) > 1 else _of_history(scene, row)
        newest = max((other.ends for other in among if other.ends), default=None)
        if len(among) > 1 and len(periods) == 1 and fits(periods[0], row, scene.book, newest):
            found.append((row, among))
    per_metric = [row.metric for row, _ in found]
    return found if len(per_metric) == len(set(per_metric)) else []


def _by_number(scene: ClaimScene, word: RankWord) -> list[_Topic]:
    """The levels in digits that stand last before the word."""
    before = [
        one for one in scene.within(scene.own, word.start) if one.number and one.whole and not is_change(one.row.metric)
    ]
    before = before or [one for one in scene.quantities if one.number and one.whole and not is_change(one.row.metric)]
    if not before:
        return []
    at = scene.clause_at(before[-1].place)
    last = [one.row for one in before if scene.clause_at(one.place) == at and not is_mark(one.row.metric)]
    last = [row for row in last if not any(_is_later(other, row) for other in last)]
    cited = rows_of(scene.quantities)
    topics: list[_Topic] = []
    for row in last:
        peers = _PEERS.search(scene.words) is not None
        among = [other for other in cited if comparable(row, other) and (peers or other.subject == row.subject)]
        if len(among) < 2 and not peers:
            among = _of_history(scene, row)
        topics.append((row, among))
    return topics


def _is_later(row: EvidenceRow, other: EvidenceRow) -> bool:
    """由 A 升至 B: what is said behind is said of B."""
    same = (row.metric, row.subject) == (other.metric, other.subject)
    return same and row.ends is not None and other.ends is not None and row.ends > other.ends


_OF_THE_YEAR = lazy_pattern(r"年内|全年|当年|\b(?:of|in|for|this|that) (?:the |that )?year\b", re.IGNORECASE)


def _of_history(scene: ClaimScene, row: EvidenceRow) -> list[EvidenceRow]:
    rows = [one for one in scene.book.history.get((row.metric, row.subject), ()) if comparable(row, one)]
    if _OF_THE_YEAR.search(scene.words, scene.own):
        rows = [one for one in rows if one.ends and row.ends and one.ends.year == row.ends.year]
    return rows


def _newest(scene: ClaimScene, word: RankWord) -> list[_Topic]:
    rows = _usable(scene, word)
    topics: list[_Topic] = []
    for row in rows:
        among = [other for other in rows if comparable(row, other) and other.subject == row.subject]
        if len(among) > 1 and all(other.ends and row.ends and other.ends <= row.ends for other in among):
            topics.append((row, among))
    return topics
