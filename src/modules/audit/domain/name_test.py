"""Whether the judge says something else of the same case under another name, by more than it wanders by itself."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

from src.modules.audit.domain.findings import STEADY_PROBABILITY, FollowState

# Verdicts under each name after which the two are compared, with the two-sided 0.05 % point of Student's t on 2(n - 1)
# degrees: over all six looks, a judge who does not mind the name is flagged in at most 0.3 % of audits.
CRITICAL_VALUES = {4: 6.788, 8: 4.499, 16: 3.902, 32: 3.673, 64: 3.573, 128: 3.526}
# Another name is another prompt, which alone may move an answer by a little.
LEAST_MOVE = 0.04
# Models answer in round figures: some that are alike by chance are no proof of a judge who never wanders.
LEAST_NOISE = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTest:
    """`named` and `anonymous`: the mean probability under each name; `noise`: the standard deviation of the answers to
    one and the same question; `bound`: how far the two means may be apart by chance. `state` FOLLOWED: the verdict is
    the same without the name; UNKNOWN: there was no answer, or the answers wander too much."""

    state: FollowState
    named: float = 0.5
    anonymous: float = 0.5
    noise: float = 0.0
    bound: float = 1.0

    @property
    def moved(self) -> float:
        return abs(self.named - self.anonymous)


def name_test(named: Sequence[float], anonymous: Sequence[float]) -> NameTest:
    """Of as many verdicts under each name as `CRITICAL_VALUES` has; any other number decides nothing."""
    often = len(named)
    if often not in CRITICAL_VALUES or len(anonymous) != often:
        return NameTest(state=FollowState.UNKNOWN)
    noise = math.sqrt((variance(named) + variance(anonymous)) / 2)
    bound = CRITICAL_VALUES[often] * max(noise, LEAST_NOISE) * math.sqrt(2 / often)
    before, after = fmean(named), fmean(anonymous)
    return NameTest(state=_state(abs(before - after), bound), named=before, anonymous=after, noise=noise, bound=bound)


def _state(moved: float, bound: float) -> FollowState:
    if moved > max(bound, LEAST_MOVE):
        return FollowState.NOT_FOLLOWED
    return FollowState.FOLLOWED if moved + bound <= STEADY_PROBABILITY else FollowState.UNKNOWN
