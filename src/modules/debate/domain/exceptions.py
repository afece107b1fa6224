"""How a debate can fail; each sentence says what to do next.

Unusable
├── LLMOutputParseError   an agent's answer could not be read, even after it was asked once more
└── UnboundSpeaker        an agent's answer cites no row that exists, even after it was asked once more
Invalid
├── UnknownExperts        there are no experts with these names
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


class UnboundSpeaker(Unusable):
    """Nothing that the speaker says is borne out by a row; `speaker` is bull, bear or resolution."""

    code = "debate_failed"

    def __init__(self, speaker: str, grounding: Mapping[str, object]) -> None:
        super().__init__(
            "debate.unbound_speaker",
            speaker=word("speaker", speaker),
            details={"speaker": speaker, "grounding": dict(grounding)},
        )


class UnknownExperts(Invalid):
    """There are no experts with these names."""

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
        left_out = joined(each, "; ") if each else message("debate.none_given")
        super().__init__(
            "debate.no_usable_experts",
            left_out=left_out,
            details={"experts": dict(reasons)},
        )


class RoundsOutOfRange(Invalid):
    """A debate has one to three rounds."""

    def __init__(self, rounds: int) -> None:
        super().__init__("debate.bad_rounds", most=MOST_ROUNDS, rounds=rounds, details={"rounds": rounds})
