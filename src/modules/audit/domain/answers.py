"""What the experts and the judge say in one world."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpertAnswer:
    """`lean` from -1 (sell) to 1 (buy): the strength of the signal times the confidence. Of one who was asked twice it
    is the mean, `wander` is how far the two were apart, and not `is_steady` who took two sides."""

    signal: str
    confidence: float
    lean: float
    engine: str
    wander: float = 0.0
    is_steady: bool = True

    @property
    def side(self) -> int | None:
        """1 for buying, -1 for selling, 0 for neither; None for one who was asked twice and took two."""
        return sign(self.lean) if self.is_steady else None


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

    @property
    def mean_lean(self) -> float:
        """0 where nobody answers."""
        return sum(one.lean for one in self.experts.values()) / max(len(self.experts), 1)

    @property
    def by_model(self) -> bool:
        return any(one.engine == "llm" for one in self.experts.values())

    def lean(self, expert: str) -> float | None:
        found = self.experts.get(expert)
        return found.lean if found else None


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def asked_twice(first: WorldAnswers, second: WorldAnswers) -> WorldAnswers:
    """Both runs on the same rows as one; who answered once only, said what was said then."""
    names = [*first.experts, *(name for name in second.experts if name not in first.experts)]
    experts = {name: _both(first.experts.get(name), second.experts.get(name)) for name in names}
    found = {name: answer for name, answer in experts.items() if answer is not None}
    return WorldAnswers(experts=found, verdict=_both_verdicts(first, second))


def _both(one: ExpertAnswer | None, other: ExpertAnswer | None) -> ExpertAnswer | None:
    if one is None or other is None:
        return one or other
    return replace(
        one,
        confidence=(one.confidence + other.confidence) / 2,
        lean=(one.lean + other.lean) / 2,
        wander=abs(one.lean - other.lean),
        is_steady=sign(one.lean) == sign(other.lean),
    )


def _both_verdicts(first: WorldAnswers, second: WorldAnswers) -> WorldVerdict | None:
    if first.verdict is None or first.probability is None or second.probability is None:
        return first.verdict if first.probability is not None else second.verdict or first.verdict
    return replace(first.verdict, probability=(first.probability + second.probability) / 2)
