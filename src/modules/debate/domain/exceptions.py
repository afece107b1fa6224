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
from packages.core.messages import Message, joined, message, word

MOST_ROUNDS = 3


class LLMOutputParseError(Unusable):
    """A model's answer is no argument: not whole, no JSON, or not of the shape; `answer` is what it wrote."""

    code = "llm_output_parse_error"

    def __init__(self, said: str | Message, problems: Sequence[str] = (), answer: str = "") -> None:
        super().__init__(said, details={"problems": list(problems)})
        self.problems = tuple(problems)
        self.answer = answer


class UnknownExperts(Invalid):
    """Nobody on the desk has these names."""

    def __init__(self, names: Sequence[str], known: Sequence[str]) -> None:
        super().__init__(
            "debate.unknown_experts",
            names=names,
            known=known,
            details={"unknown": list(names), "known": list(known)},
        )


class NoUsableExperts(Invalid):
    """None of the experts said anything that could be debated."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        each = [
            message("debate.expert_reason", expert=word("expert", name), reason=reason)
            for name, reason in reasons.items()
        ]
        told = joined(each, "; ") if each else message("debate.none_given")
        super().__init__(
            "debate.no_usable_experts",
            left_out=told,
            details={"experts": dict(reasons)},
        )


class RoundsOutOfRange(Invalid):
    """A debate has one to three rounds."""

    def __init__(self, rounds: int) -> None:
        super().__init__("debate.bad_rounds", most=MOST_ROUNDS, rounds=rounds, details={"rounds": rounds})
