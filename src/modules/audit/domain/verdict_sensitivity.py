"""Whether the verdict goes by the experts, over all worlds in which the company has its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import correlation

from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.findings import MOVED, FollowState

FEWEST_WORLDS = 4
# The correlation of the probability with the mean lean of the experts: a judge who follows them, and one who does not.
SENSITIVE = 0.6
INSENSITIVE = 0.3
# Probabilities that stay within this are the same one; as near to one half, they lean nowhere.
SAME_PROBABILITY = 0.02
# A judge who follows goes with the experts in three worlds of four at the least (the rules in nineteen of twenty), so
# that so many worlds in which it did not, and none in which it did, happen to it in 0.4 % of audits.
FEWEST_LEFT = 4


@dataclass(frozen=True, slots=True)
class VerdictSensitivity:
    """`lowest` and `highest`: the probabilities that the judge gave while the mean lean of the experts moved by
    `moved`."""

    state: FollowState
    lowest: float = 0.0
    highest: float = 0.0
    moved: float = 0.0


def verdict_sensitivity(worlds: Sequence[WorldAnswers], verdicts: Sequence[FollowState] = ()) -> VerdictSensitivity:
    """`verdicts`: whether the verdict went with the experts in each changed world."""
    pairs = [(one.mean_lean, one.probability) for one in worlds if one.experts and one.probability is not None]
    if len(pairs) < FEWEST_WORLDS:
        return VerdictSensitivity(FollowState.UNKNOWN)
    leans, probabilities = [lean for lean, _ in pairs], [said for _, said in pairs]
    lowest, highest, moved = min(probabilities), max(probabilities), max(leans) - min(leans)
    return VerdictSensitivity(_state(leans, probabilities, verdicts), lowest, highest, moved)


def _state(leans: Sequence[float], probabilities: Sequence[float], verdicts: Sequence[FollowState]) -> FollowState:
    """A judge is deaf who says the same whatever the experts say, stays on one side while they change theirs, or goes
    with them in no world."""
    if max(leans) - min(leans) < MOVED or all(abs(said - 0.5) <= SAME_PROBABILITY for said in probabilities):
        return FollowState.UNKNOWN
    lowest, highest = min(probabilities), max(probabilities)
    together = correlation(leans, probabilities) if highest > lowest else 0.0
    if together >= SENSITIVE:
        return FollowState.FOLLOWED
    changed_sides = min(leans) <= -MOVED / 2 and max(leans) >= MOVED / 2
    stayed = highest - lowest <= SAME_PROBABILITY or (changed_sides and (lowest > 0.5 or highest < 0.5))
    left = verdicts.count(FollowState.NOT_FOLLOWED) >= FEWEST_LEFT and FollowState.FOLLOWED not in verdicts
    return FollowState.NOT_FOLLOWED if (stayed or left) and together < INSENSITIVE else FollowState.UNKNOWN
