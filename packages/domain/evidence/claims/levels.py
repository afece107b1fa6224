"""Two levels in digits that a word of movement leads from and to, whatever rows they are computed from."""

import re
from collections.abc import Iterable

from packages.domain.evidence.claims.figures import named_between
from packages.domain.evidence.claims.quantities import Quantity
from packages.domain.evidence.claims.scene import ClaimScene
from packages.domain.evidence.claims.vocabulary.moves import MoveWord
from packages.domain.evidence.patterns import lazy_pattern

_TO = lazy_pattern(r"(?:至|到|为|\bto)[^,;。\d]{0,14}$", re.IGNORECASE)
_FROM = lazy_pattern(r"\bfrom\b[^,;\d]{0,14}$", re.IGNORECASE)
_ONWARDS = lazy_pattern(r"[^,;。\d]{0,16}(?:至|到|\bto\b)", re.IGNORECASE)
_AGAINST = lazy_pattern(r"(?:较|比|相比|相较于?)[^,;。\d]{0,4}[^,;。]{0,14}$")
_FAR = 26


def stated_levels(scene: ClaimScene, word: MoveWord) -> tuple[Quantity, Quantity] | None:
    """Old and new: `由 A 降至 B`, `fell to B from A`, `B，较 A 回落`."""
    clause = scene.clauses[scene.clause_at(word.start)]
    stated = [one for one in scene.quantities if one.number is not None]
    behind = next((one for one in stated if word.end <= one.place < clause.end), None)
    if behind is not None and behind.place - word.end <= _FAR:
        lead = scene.words[word.start : behind.place]
        if _FROM.search(lead):
            return _from(scene, behind, stated, word)
        return _pair(scene, _others(scene, behind, stated), behind) if _TO.search(lead) else None
    before = [one for one in stated if clause.start <= one.place < word.start]
    if before and _AGAINST.search(scene.words, clause.start, before[-1].place):
        return _pair(scene, [before[-1]], _last(scene, before[-1], stated))
    return None


def _from(scene: ClaimScene, old: Quantity, stated: list[Quantity], word: MoveWord) -> tuple[Quantity, Quantity] | None:
    later = next((one for one in stated if one.place >= old.stop), None)
    if later is not None and _ONWARDS.match(scene.words, old.stop, later.place):
        return _pair(scene, [old], later)
    return _pair(scene, [old], _last(scene, old, [one for one in stated if one.place < word.start]))


def _others(scene: ClaimScene, new: Quantity, stated: list[Quantity]) -> list[Quantity]:
    """What a level may have come from: stated before it, or right behind it."""
    before = [one for one in stated if one.place < new.place]
    behind = [one for one in stated if one.place >= new.stop and _FROM.search(scene.words, new.stop, one.place)]
    return [*behind[:1], *reversed(before)]


def _last(scene: ClaimScene, one: Quantity, stated: Iterable[Quantity]) -> Quantity | None:
    before = [other for other in stated if other.place < one.place and _alike(scene, other, one)]
    return before[-1] if before else None


def _pair(scene: ClaimScene, olds: list[Quantity], new: Quantity | None) -> tuple[Quantity, Quantity] | None:
    if new is None:
        return None
    old = next((one for one in olds if _alike(scene, one, new)), None)
    return (old, new) if old is not None else None


def _alike(scene: ClaimScene, one: Quantity, other: Quantity) -> bool:
    """Of one figure and one company; what is computed is named by the words before it."""
    if (one.unit, one.is_change, one.row.subject) != (other.unit, other.is_change, other.row.subject):
        return False
    if one.whole == other.whole:
        return [row.metric for row in one.rows] == [row.metric for row in other.rows]
    whole, made = (one, other) if one.whole else (other, one)
    clause = scene.clauses[scene.clause_at(made.place)]
    return any(
        whole.row.metric in mention.metrics for mention in named_between(scene.figures, clause.start, made.place)
    )
