"""What research found, by instrument, as the tools' results list it: the verdict, each expert's lean, the debate."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

_LEANS = {
    "strong_bullish": 1, "bullish": 1, "undervalued": 1, "favorable": 1, "positive": 1,
    "neutral": 0, "fair": 0,
    "strong_bearish": -1, "bearish": -1, "overvalued": -1, "unfavorable": -1, "negative": -1,
}  # fmt: skip
_ACTIONS = {"BUY": 1, "HOLD": 0, "SELL": -1, "NO_CALL": 0}


@dataclass(slots=True)
class RunFindings:
    """Of one instrument. A lean is 1, 0 or -1; `probabilities` are of a gain."""

    actions: set[str] = field(default_factory=set)
    probabilities: set[Decimal] = field(default_factory=set)
    experts: dict[str, set[int]] = field(default_factory=dict)
    debates: set[int] = field(default_factory=set)

    @property
    def leans(self) -> set[int]:
        """Of the research as a whole."""
        return {_ACTIONS[action] for action in self.actions} | self.debates

    def note(self, result: Mapping[str, object]) -> None:
        """Takes from a result, or from a part of one, what it says of a run."""
        action, chance = result.get("action"), result.get("probability")
        if isinstance(action, str) and action in _ACTIONS:
            self.actions.add(action)
            if isinstance(chance, int | float):
                self.probabilities.add(Decimal(str(chance)))
        expert, signal = result.get("expert"), result.get("signal")
        if isinstance(expert, str) and (lean := lean_of(signal)) is not None:
            self.experts.setdefault(expert, set()).add(lean)
        if "bull" in result and "bear" in result and (lean := lean_of(result.get("direction"))) is not None:
            self.debates.add(lean)

    def merged(self, other: "RunFindings") -> "RunFindings":
        experts = {name: set(leans) for name, leans in self.experts.items()}
        for name, leans in other.experts.items():
            experts[name] = experts.get(name, set()) | leans
        return RunFindings(
            self.actions | other.actions,
            self.probabilities | other.probabilities,
            experts,
            self.debates | other.debates,
        )


def lean_of(signal: object) -> int | None:
    """None where it is no word of an expert or of a debate."""
    return _LEANS.get(signal.strip().lower()) if isinstance(signal, str) else None
