"""The highest and the lowest: among the rows that are cited, the times of a figure, or the companies of the book."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import comparable, is_mark, named_between, polarity
from packages.domain.evidence.claims.quantities import amount, is_change
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimVerdict, Scene, operands_of, rows_of
from packages.domain.evidence.timing import fits

_WORDS = re.compile(
    r"(?P<good>最好|最佳|最优|最强|\b(?:best|strongest|healthiest)\b(?! guess| estimate))"
    r"|(?P<bad>最差|最弱|最糟|\b(?:worst|weakest|poorest)\b)"
    r"|(?P<top>最高(?!价)|最大|最多|最快|最厚|最长|居首|居前列首|(?:稳居|排名|位居|名列|位列)(?:第一|首位|榜首)"
    r"|(?<!周)(?<!周的)高点|新高|峰值|顶峰|见顶|登顶"
    r"|\b(?:highest|largest|biggest|fattest|thickest|peak|record(?! (?:date|profit warning))|fastest|most expensive"
    r"|priciest|richest|widest|longest|all-time high|fresh high|new high)\b)"
    r"|(?P<bottom>最低(?!价)|最小|最少|最慢|最薄|最短|垫底|末位|居末|殿后|(?<!周)(?<!周的)低点|新低|谷底|谷值|低谷|触底|见底|最便宜"
    r"|\b(?:lowest|smallest|thinnest|slimmest|trough|slowest|cheapest|narrowest|shortest|fresh low|new low|leanest)\b)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:未|不|没|非|离|距|接近|逼近|之一|较|次|仅次于|除|若|有望|预计|此前的?|前期的?"
    r"|\b(?:not|n't|no|never|yet|short of|shy of|from (?:its|the|their)|off (?:its|the|their)|near|close to|second"
    r"|third|one of the|among the|than|below|above|if|may|could|would|will|expect\w*|guid\w*"
    r"|52-week)) ?[^,;。]{0,6}$",
    re.IGNORECASE,
)
_NOT_RANK = re.compile(
    r"\s?(?:的)?(?:风险|隐患|看点|变量|挑战|担忧|不确定)|之一|\s?(?:risk|concern|worry|question|uncertainty)",
    re.IGNORECASE,
)
_PEERS = re.compile(
    r"[两三四五六]家|同业|同行|可比|行业|\b(?:names?|peers?|companies|compared|group|of the (?:two|three|four"
    r"|five)(?! (?:years?|quarters?|months?)))\b",
    re.IGNORECASE,
)
_EVERY = re.compile(r"均|都|皆|双双|\b(?:both|all|each)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Rank:
    start: int
    end: int
    sign: int
    good: bool

    def wanted(self, metric: str) -> int:
        return self.sign * (polarity(metric) or 1) if self.good else self.sign


def ranks(scene: Scene) -> Iterator[ClaimVerdict]:
    for match in _WORDS.finditer(scene.words, scene.own):
        left = max(scene.own, match.start() - 24)
        if _DENIED.search(scene.words, left, match.start()) or _NOT_RANK.match(scene.words, match.end()):
            continue
        kind = str(match.lastgroup)
        word = _Rank(match.start(), match.end(), 1 if kind in {"good", "top"} else -1, kind in {"good", "bad"})
        topics = _topics(scene, word)
        said = [holds for row, among in topics if (holds := _holds(word, row, among)) is not None]
        if said:
            right = all(said) if _EVERY.search(scene.words) else any(said)
            outcome = ClaimOutcome.SUPPORTED if right else ClaimOutcome.CONTRADICTED
            yield ClaimVerdict(outcome, topics[0][0].period, "another one of them")


def _holds(word: _Rank, row: EvidenceRow, among: Sequence[EvidenceRow]) -> bool | None:
    if len(among) < 2:
        return None
    values = [amount(other) for other in among]
    return amount(row) == (max(values) if word.wanted(row.metric) > 0 else min(values))


_Topic = tuple[EvidenceRow, list[EvidenceRow]]


def _topics(scene: Scene, word: _Rank) -> list[_Topic]:
    """Each row that is said to be first or last, with those that it is among."""
    return _by_party(scene, word) or _by_period(scene, word) or _by_number(scene, word) or _newest(scene, word)


def _usable(scene: Scene, word: _Rank) -> list[EvidenceRow]:
    for scope in scene.scopes(word.start):
        rows = [row for row in operands_of(scope) if not is_mark(row.metric)]
        if len(rows) > 1:
            return rows
    return [row for row in rows_of(scene.quantities) if not is_mark(row.metric)]


def _by_party(scene: Scene, word: _Rank) -> list[_Topic]:
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


def _of_book(scene: Scene, left: int, right: int) -> list[EvidenceRow]:
    """The newest rows of the figure that is named, for every company that has one of the same day."""
    mentions = [one for one in named_between(scene.figures, left, right) if len(one.metrics) == 1]
    metrics = {metric for one in mentions for metric in one.metrics}
    rows = [row for row in scene.book.rows.values() if row.metric in metrics and scene.book.is_latest(row)]
    return rows if len({row.ends for row in rows}) == 1 else []


def _by_period(scene: Scene, word: _Rank) -> list[_Topic]:
    clause = scene.clauses[scene.clause_at(word.start)]
    periods = [one for one in scene.reading.periods if clause.start <= one.start < word.start and not one.relative]
    rows = _usable(scene, word)
    found: list[_Topic] = []
    for row in rows:
        among = [other for other in rows if comparable(row, other) and other.subject == row.subject]
        newest = max((other.ends for other in among if other.ends), default=None)
        if len(among) > 1 and len(periods) == 1 and fits(periods[0], row, scene.book, newest):
            found.append((row, among))
    per_metric = [row.metric for row, _ in found]
    return found if len(per_metric) == len(set(per_metric)) else []


def _by_number(scene: Scene, word: _Rank) -> list[_Topic]:
    """The levels in digits that stand last before the word."""
    before = [
        one for one in scene.within(scene.own, word.start) if one.number and one.whole and not is_change(one.row.metric)
    ]
    before = before or [one for one in scene.quantities if one.number and one.whole and not is_change(one.row.metric)]
    if not before:
        return []
    at = scene.clause_at(before[-1].place)
    last = [one.row for one in before if scene.clause_at(one.place) == at and not is_mark(one.row.metric)]
    cited = rows_of(scene.quantities)
    topics: list[_Topic] = []
    for row in last:
        peers = _PEERS.search(scene.words) is not None
        among = [other for other in cited if comparable(row, other) and (peers or other.subject == row.subject)]
        if len(among) < 2 and not peers:
            history = scene.book.history.get((row.metric, row.subject), ())
            among = [other for other in history if comparable(row, other)]
        topics.append((row, among))
    return topics


def _newest(scene: Scene, word: _Rank) -> list[_Topic]:
    rows = _usable(scene, word)
    topics: list[_Topic] = []
    for row in rows:
        among = [other for other in rows if comparable(row, other) and other.subject == row.subject]
        if len(among) > 1 and all(other.ends and row.ends and other.ends <= row.ends for other in among):
            topics.append((row, among))
    return topics
