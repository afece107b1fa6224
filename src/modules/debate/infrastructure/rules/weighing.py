"""How a debate is weighed by rules.

- net = confidence of the bull − confidence of the bear; below 0.05 either way the direction is NEUTRAL.
- agreement = |net| ÷ the sum of both: 1 when only one side has a case, 0 when both are as strong.
- quality = (0.5 + 0.5 × experts ÷ 5) × (0.7 + 0.3 × the share of arguments that cite a row).
- Confidence of a direction = quality × √(confidence of the winner × agreement): contradicting experts lower it.
- Confidence of NEUTRAL = quality × (1 − the sum of both): high when nobody leans, low when both pull hard.

Bull and bear may change places in all of it: the direction turns round and every other figure stays.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from src.modules.debate.domain.dtos import BearArgument, BullArgument, SupportingArgument
from src.modules.debate.domain.lean import EXPERTS
from src.modules.debate.domain.model.enums import DebateDirection

EVEN = 0.05
_ROW = re.compile(r"\[[a-z_]+:E\d+\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionWeights:
    """The figures behind a resolution."""

    bull: float
    bear: float
    experts: int
    cited_share: float

    @property
    def net(self) -> float:
        return self.bull - self.bear

    @property
    def agreement(self) -> float:
        both = self.bull + self.bear
        return abs(self.net) / both if both else 0.0

    @property
    def quality(self) -> float:
        return (0.5 + 0.5 * self.experts / len(EXPERTS)) * (0.7 + 0.3 * self.cited_share)

    @property
    def direction(self) -> DebateDirection:
        if abs(self.net) < EVEN:
            return DebateDirection.NEUTRAL
        return DebateDirection.BULLISH if self.net > 0 else DebateDirection.BEARISH

    @property
    def confidence(self) -> float:
        if self.direction is DebateDirection.NEUTRAL:
            return round(self.quality * max(0.0, 1 - self.bull - self.bear), 4)
        return round(self.quality * sqrt(max(self.bull, self.bear) * self.agreement), 4)


def weigh(bull: BullArgument, bear: BearArgument) -> ResolutionWeights:
    arguments = [*bull.supporting_arguments, *bear.supporting_arguments]
    cited = [one for one in arguments if cites(one)]
    return ResolutionWeights(
        bull=bull.confidence,
        bear=bear.confidence,
        experts=min(len({one.dimension for one in arguments}), len(EXPERTS)),
        cited_share=len(cited) / len(arguments) if arguments else 0.0,
    )


def cites(argument: SupportingArgument) -> bool:
    return bool(rows_of([argument.argument, argument.evidence]))


def rows_of(texts: Sequence[str]) -> list[str]:
    """The tags in the texts, each once."""
    return list(dict.fromkeys(tag for text in texts for tag in _ROW.findall(text)))
