"""What the experts and the judge say in one world."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpertAnswer:
    """`lean` from -1 (sell) to 1 (buy): the strength of the signal times the confidence."""

    signal: str
    confidence: float
    lean: float
    engine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldVerdict:
    """`probability` None: the judge makes no call."""

    action: str
    probability: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldAnswers:
    """Who has no answer is not in `experts`; `verdict` None: nothing could be judged."""

    experts: Mapping[str, ExpertAnswer]
    verdict: WorldVerdict | None

    @property
    def probability(self) -> float | None:
        return self.verdict.probability if self.verdict else None

    def lean(self, expert: str) -> float | None:
        found = self.experts.get(expert)
        return found.lean if found else None
