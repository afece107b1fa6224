"""Levels against what they are held to: house lines, averages of prices, medians, supports."""

import re

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import FigureMention, is_mark, is_mark_of, named_between, polarity
from packages.domain.evidence.claims.lines import line_kinds
from packages.domain.evidence.claims.quantities import Quantity
from packages.domain.evidence.claims.scene import ClaimScene, rows_of
from packages.domain.evidence.claims.sides import Sides, of_rows
from packages.domain.evidence.claims.vocabulary.levels import LevelScale, LevelWord, next_level
from packages.domain.evidence.patterns import lazy_pattern

_FROM_BELOW = ("_overbought", "volume_heavy", "percentile_high", "adx_trending", "near_high", "band_top", "_high")
_FROM_ABOVE = (
    "_oversold",
    "dear_margin",
    "volume_light",
    "percentile_low",
    "adx_weak",
    "near_low",
    "band_bottom",
    "_low",
)


def reach(mark: str) -> int:
    """The side on which one is when the line is crossed: 1 above it, -1 below, 0 where both are thinkable."""
    name = mark.removeprefix("rule.")
    if name.endswith(_FROM_BELOW):
        return 1
    if name.endswith(_FROM_ABOVE):
        return -1
    if name.endswith("_good"):
        return polarity(name.removesuffix("_good"))
    if name.endswith("_weak"):
        return -polarity(name.removesuffix("_weak"))
    if mark.startswith(("ma", "resistance", "high_52w", "bollinger_upper")):
        return 1
    return -1 if mark.startswith(("support", "low_52w", "bollinger_lower")) else 0


def mark_pairs(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """Every mark that the clause cites or names, with the figure that is held to it."""
    if _amounts_to(scene, word):
        return []
    pairs = []
    for mark in _marks(scene, word):
        held = _held(scene, word, mark)
        if held is not None:
            pairs.append(
                of_rows(held, mark, turned=_is_subject(scene, word) or _stands_before(scene, word, mark, held))
            )
    return pairs


def _amounts_to(scene: ClaimScene, word: LevelWord) -> bool:
    """DCF 悲观值达到 48.77 元: a mark that is stated, not one that is reached."""
    clause = scene.clauses[scene.clause_at(word.start)]
    stated = [one for one in scene.within(word.end, min(clause.end, word.end + 3)) if one.number]
    named = named_between(scene.figures, clause.start, word.start)
    return word.scale is LevelScale.CROSS and any(one.row.metric in name.metrics for one in stated for name in named)


def _marks(scene: ClaimScene, word: LevelWord) -> list[EvidenceRow]:
    clause = scene.clauses[scene.clause_at(word.start)]
    named = named_between(scene.figures, clause.start, clause.end)
    marks = [one for one in named if any(map(is_mark, one.metrics))]
    near = [one for one in marks if one.start >= word.end] or marks
    cited = [row for row in rows_of(scene.within(clause.start, clause.end)) if is_mark(row.metric)]
    until = next_level(scene.words, scene.own, word, clause.end)
    if cited:
        behind = [one.row for one in scene.within(word.end, until) if one.whole and is_mark(one.row.metric)]
        pool = behind or cited
    else:
        every = marks or _IMPLIED.fullmatch(word.text)
        pool = [row for row in rows_of(scene.quantities) if is_mark(row.metric)] if every else []
    exact = frozenset[str]().union(*(_narrowest(one.metrics) for one in near))
    narrowed = [row for row in pool if row.metric in exact] or (pool if cited or not marks else [])
    return _of_kind(scene, (clause.start, until), _of_figures(named, narrowed))


_IMPLIED = lazy_pattern("达标")


def _of_figures(named: list[FigureMention], marks: list[EvidenceRow]) -> list[EvidenceRow]:
    """Those of a figure that the clause names, where several are cited."""
    said = {metric for one in named for metric in one.metrics if not is_mark(metric)}
    return [mark for mark in marks if any(is_mark_of(mark.metric, metric) for metric in said)] or marks


def _of_kind(scene: ClaimScene, window: tuple[int, int], marks: list[EvidenceRow]) -> list[EvidenceRow]:
    """Those of the kind of line that the words say; of any other figure but a line all count."""
    kinds = line_kinds(scene.words, *window)
    if not kinds or len(marks) < 2:
        return marks
    return [mark for mark in marks if mark.metric.endswith(kinds) or not mark.metric.startswith("rule.")] or marks


def _narrowest(metrics: frozenset[str]) -> frozenset[str]:
    return frozenset(metric for metric in metrics if is_mark(metric))


_PRONOUN = lazy_pattern(r"\b(?:it|they|which|that|this|both|price|shares?|stock)\b|股价|现价|其", re.IGNORECASE)
_AFTER = lazy_pattern(r"(?:股价|现价|收盘价?|当前价|价格)的?$")
_PLACED = frozenset({"之上", "上方", "以上", "之下", "下方", "以下"})
_LYING = lazy_pattern("高于|低于|higher|lower|above|below|beneath", re.IGNORECASE)


def _is_subject(scene: ClaimScene, word: LevelWord) -> bool:
    """`The 120-day average sits lower`, `均线位于股价下方`: the mark is what the clause is about."""
    clause = scene.clauses[scene.clause_at(word.start)]
    before = named_between(scene.figures, clause.start, word.start)
    marks = [one for one in before if all(map(is_mark, one.metrics))]
    if word.text in _PLACED:
        if not marks:
            return False
        lead = scene.words[marks[-1].end : word.start]
        return _AFTER.search(lead) is not None or (len(before) == len(marks) and lead.strip().endswith(("在", "位于")))
    if not _LYING.fullmatch(word.text):
        return False
    cited = [one.place for one in scene.within(clause.start, word.start) if one.number and is_mark(one.row.metric)]
    first = min([one.start for one in marks] + cited, default=-1)
    others = [one for one in before if one not in marks and one.start < first]
    behind = [one for one in named_between(scene.figures, word.end, clause.end) if any(map(is_mark, one.metrics))]
    return first >= 0 and not others and not behind and not _PRONOUN.search(scene.words, clause.start, first)


def _stands_before(scene: ClaimScene, word: LevelWord, mark: EvidenceRow, held: EvidenceRow) -> bool:
    """`The base case of 33.10[E29] stands above the close of 27.40[E20]`."""
    clause = scene.clauses[scene.clause_at(word.start)]
    before = rows_of(scene.within(clause.start, word.start))
    behind = rows_of(scene.within(word.end, clause.end))
    return word.text not in _PLACED and mark in before and held in behind and held not in before


_THEN = lazy_pattern(r"当时|彼时|其时|上年|去年|\b(?:then|at the time|back then)\b", re.IGNORECASE)


_AMONG = lazy_pattern(r"\b(?:among|of) the (?:two|three|four)\b|[两三四]条|[两三四]者", re.IGNORECASE)


def _held(scene: ClaimScene, word: LevelWord, mark: EvidenceRow) -> EvidenceRow | None:
    """The figure that is held to a mark: cited in the clause, else the newest that is cited, or that the book has."""
    fitting = [one for one in scene.quantities if one.whole and is_mark_of(mark.metric, one.row.metric)]
    if fitting:
        return _nearest(scene, word, fitting).row
    if len({row.metric for row in rows_of(scene.quantities) if is_mark(row.metric)}) > 1 and _AMONG.search(scene.words):
        return None  # the averages among themselves
    known = [row for row in scene.book.rows.values() if is_mark_of(mark.metric, row.metric)]
    own = [row for row in known if row.subject in {mark.subject or scene.book.about, ""} and scene.book.is_latest(row)]
    return own[0] if len(own) == 1 else None


def _nearest(scene: ClaimScene, word: LevelWord, fitting: list[Quantity]) -> Quantity:
    clause = scene.clauses[scene.clause_at(word.start)]
    before = [one for one in fitting if one.place < word.start]
    own = [one for one in before if one.place >= clause.start]
    own = own or [one for one in fitting if word.start < one.place < clause.end]
    if own or (before and _THEN.search(scene.words, clause.start, clause.end)):
        return (own or before)[-1]
    several = len({one.row.subject for one in before}) > 1
    return before[-1] if several else max(before or fitting, key=lambda one: one.latest)
