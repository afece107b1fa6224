"""Whether one level stands to another as the words say: a house line, an average, a peer, or an earlier time."""

import re
from collections.abc import Iterator, Sequence

from packages.domain.evidence.claims.figures import MULTIPLES, polarity
from packages.domain.evidence.claims.marks import mark_pairs, reach
from packages.domain.evidence.claims.means import mean_sides
from packages.domain.evidence.claims.placing import against_sides, derived_sides, lone_sides, pace_sides, placed_sides
from packages.domain.evidence.claims.quantities import is_change, side
from packages.domain.evidence.claims.roles import peer_pairs
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict
from packages.domain.evidence.claims.sides import Sides
from packages.domain.evidence.claims.times import time_sides
from packages.domain.evidence.claims.vocabulary.levels import LevelScale, LevelWord, levels_in
from packages.domain.evidence.patterns import lazy_pattern

_EVERY = lazy_pattern(r"均|都|皆|双双|两项|三项|同时|全线|\b(?:both|all|every|each)\b", re.IGNORECASE)
_DECLINE = lazy_pattern(
    r"(?:降幅|跌幅|减幅|亏损额?|\b(?:declin(?:es?|ed|ing)|drop(?:s|ped)?|loss(?:es)?|f[ae]ll(?:s|ing)?|shr[ai]nk(?:s|ing)?))"
    r"[^,;。]{0,20}$",
    re.IGNORECASE,
)


# To the other side of a line, whichever that is: an overvalued line is crossed downwards.
_OVER = lazy_pattern(r"beyond|越过|跨过|跨越|迈过|过了|冲破", re.IGNORECASE)
_FINDERS = (
    derived_sides, mean_sides, mark_pairs, peer_pairs, pace_sides, time_sides, placed_sides, lone_sides,
    against_sides,
)  # fmt: skip


def comparisons(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    names = [(mention.start, mention.end) for mention in scene.reading.figures]
    for word in levels_in(scene.words, scene.own):
        if any(start <= word.start and word.end <= end for start, end in names):
            continue  # the lower band, the upper end
        verdict = _verdict(scene, word)
        if verdict is not None:
            yield verdict


def _verdict(scene: ClaimScene, word: LevelWord) -> ClaimVerdict | None:
    for find in _FINDERS:
        pairs = find(scene, word)
        said = [holds for pair in pairs if (holds := _holds(scene, word, pair)) is not None]
        if said:
            every = _EVERY.search(scene.words[scene.clauses[scene.clause_at(word.start)].start :]) is not None
            right = all(said) if every or find is mark_pairs else any(said)
            return _verdict_of(right, pairs)
    return None


def _holds(scene: ClaimScene, word: LevelWord, pair: Sides) -> bool | None:
    """Whether the word is true of a pair; None where it does not say."""
    sign = _wanted(word, pair)
    if not sign:
        return None
    higher, lower = pair.values
    if _DECLINE.search(scene.words, max(scene.own, word.start - 32), word.start) and higher <= 0 and lower <= 0:
        higher, lower = abs(higher), abs(lower)
    found = side(higher - lower)
    return found != sign if word.denied else found == sign or (not found and not pair.strict)


def _wanted(word: LevelWord, pair: Sides) -> int:
    metric = pair.metric
    match word.scale:
        case LevelScale.RAW if pair.mark and _OVER.fullmatch(word.text):
            return reach(pair.mark) or word.sign
        case LevelScale.RAW:
            return word.sign
        case LevelScale.GOOD:
            return word.sign * polarity(metric)
        case LevelScale.COST:
            return word.sign if metric in MULTIPLES or pair.mark else 0
        case LevelScale.SPEED if metric.endswith("_days"):
            return -word.sign
        case LevelScale.SPEED:
            return word.sign if is_change(metric) or pair.changes else 0
        case LevelScale.CROSS:
            return word.sign * reach(pair.mark) if pair.mark else 0
        case LevelScale.LIMIT:
            near = reach(pair.mark) if pair.mark and "near_" in pair.mark else 0
            return word.sign * (near or polarity(metric) or -reach(pair.mark) or -1) if pair.mark else 0
        case LevelScale.REACH:
            return -reach(pair.mark) if pair.mark else 0


def _verdict_of(right: bool, pairs: Sequence[Sides]) -> ClaimVerdict:
    tags = pairs[0].tag
    if right:
        return ClaimVerdict(ClaimOutcome.SUPPORTED, tags)
    higher, lower = pairs[0].values
    return ClaimVerdict(ClaimOutcome.CONTRADICTED, tags, "the other way round" if higher != lower else "both are equal")
