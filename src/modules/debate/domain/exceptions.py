"""How a debate can fail; each sentence says what to do next.

Unusable
└── LLMOutputParseError   an agent's answer could not be read, even after it was asked once more
Invalid
├── UnknownExperts        nobody on the desk has these names
├── NoUsableExperts       none of the experts said anything that could be debated
└── RoundsOutOfRange      a debate has one to three rounds
"""

from collections.abc import Mapping, Sequence

from packages.core.errors import Invalid, Unusable

MOST_ROUNDS = 3


class LLMOutputParseError(Unusable):
    """A model's answer is no argument: not whole, no JSON, or not of the shape; `answer` is what it wrote."""

    code = "llm_output_parse_error"

    def __init__(self, message: str, problems: Sequence[str] = (), answer: str = "") -> None:
        super().__init__(message, details={"problems": list(problems)})
        self.problems = tuple(problems)
        self.answer = answer


class UnknownExperts(Invalid):
    """Nobody on the desk has these names."""

    def __init__(self, names: Sequence[str], known: Sequence[str]) -> None:
        super().__init__(
            f"Nobody on the desk is called {', '.join(names)}: name the experts as {', '.join(known)}.",
            details={"unknown": list(names), "known": list(known)},
        )


class NoUsableExperts(Invalid):
    """None of the experts said anything that could be debated."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        told = "; ".join(f"{name}: {reason}" for name, reason in reasons.items()) or "there are none"
        super().__init__(
            f"No expert can be debated ({told}). Send at least one with its signal and its confidence.",
            details={"experts": dict(reasons)},
        )


class RoundsOutOfRange(Invalid):
    """A debate has one to three rounds."""

    def __init__(self, rounds: int) -> None:
        super().__init__(f"A debate has 1 to {MOST_ROUNDS} rounds, not {rounds}.", details={"rounds": rounds})
