"""Levels against what they are held to: house lines, averages of prices, medians, supports."""

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import is_mark, is_mark_of, named_between, polarity
from packages.domain.evidence.claims.level_words import LevelWord, next_level
from packages.domain.evidence.claims.scene import Scene, rows_of
from packages.domain.evidence.claims.sides import Sides, of_rows

_FROM_BELOW = ("_overbought", "volume_heavy", "percentile_high", "adx_trending", "near_high", "band_top", "_high")
_FROM_ABOVE = ("_oversold", "volume_light", "percentile_low", "adx_weak", "near_low", "band_bottom", "_low")


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


def mark_pairs(scene: Scene, word: LevelWord) -> list[Sides]:
    """Every mark that the clause cites or names, with the figure that is held to it."""
    pairs = []
    for mark in _marks(scene, word):
        held = _held(scene, word, mark)
        if held is not None:
            pairs.append(of_rows(held, mark))
    return pairs


def _marks(scene: Scene, word: LevelWord) -> list[EvidenceRow]:
    clause = scene.clauses[scene.clause_at(word.start)]
    named = [one for one in named_between(scene.figures, clause.start, clause.end) if any(map(is_mark, one.metrics))]
    near = [one for one in named if one.start >= word.end] or named
    cited = [row for row in rows_of(scene.within(clause.start, clause.end)) if is_mark(row.metric)]
    if cited:
        until = next_level(scene.words, scene.own, word, clause.end)
        behind = [one.row for one in scene.within(word.end, until) if one.whole and is_mark(one.row.metric)]
        pool = behind or cited
    else:
        pool = [row for row in rows_of(scene.quantities) if is_mark(row.metric)] if named else []
    exact = frozenset[str]().union(*(_narrowest(one.metrics) for one in near))
    narrowed = [row for row in pool if row.metric in exact]
    return narrowed or (pool if cited else [])


def _narrowest(metrics: frozenset[str]) -> frozenset[str]:
    return frozenset(metric for metric in metrics if is_mark(metric))


def _held(scene: Scene, word: LevelWord, mark: EvidenceRow) -> EvidenceRow | None:
    """The figure that is held to a mark: cited nearest before the word, or anywhere, or the newest of the book."""
    fitting = [one for one in scene.quantities if one.whole and is_mark_of(mark.metric, one.row.metric)]
    if fitting:
        before = [one for one in fitting if one.place < word.start]
        return before[-1].row if before else max(fitting, key=lambda one: one.latest).row
    known = [row for row in scene.book.rows.values() if is_mark_of(mark.metric, row.metric)]
    own = [row for row in known if row.subject in {mark.subject or scene.book.about, ""} and scene.book.is_latest(row)]
    return own[0] if len(own) == 1 else None
