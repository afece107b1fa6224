"""A level against a mean of rows that the sentence computes: 已低于均值, above its three-year average."""

import re

from packages.domain.evidence.claims.quantities import Quantity
from packages.domain.evidence.claims.scene import ClaimScene
from packages.domain.evidence.claims.sides import Sides
from packages.domain.evidence.claims.vocabulary.levels import LevelWord
from packages.domain.evidence.derivations import Form
from packages.domain.evidence.patterns import lazy_pattern

_MEAN = lazy_pattern(r"均值|平均|均数|\b(?:averages?|mean)\b", re.IGNORECASE)


def mean_sides(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    means = [one for one in scene.quantities if one.form is Form.MEAN]
    clause = scene.clauses[scene.clause_at(word.start)]
    if len(means) != 1 or not _MEAN.search(scene.words, clause.start, clause.end):
        return []
    mean = means[0]
    held = _held(scene, word, mean)
    if held is None:
        return []
    behind = _MEAN.search(scene.words, word.opens, clause.end) is not None
    values = (held.value, mean.value) if behind else (mean.value, held.value)
    return [Sides(values, held.row.metric, f"{held.tag}, {mean.tag}")]


def _held(scene: ClaimScene, word: LevelWord, mean: Quantity) -> Quantity | None:
    """The row of the same figure that stands nearest to the word."""
    fitting = [one for one in scene.quantities if one.whole and one.row.metric == mean.row.metric]
    return min(fitting, key=lambda one: abs(one.place - word.start)) if fitting else None
