"""How many questions a debate asks of a model, and the most that they may cost.

A round is two questions, the resolution one more; each may be asked once more when its answer cannot be read, and both
once more when the rows do not bear it out. A byte of text is counted as one token, the most that any tokenizer makes of
it, and each answer at its full length.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import Decimal

from src.modules.debate.domain.dtos.debate_input import DebateInput
from src.modules.debate.domain.model.enums import Engine

_MILLION = Decimal(1_000_000)
_SIDES = 2
_ASKED_AT_MOST = 4
# What asking once more adds to a question: the clipped former answer, what was wrong with it, and the framing.
_REPAIR_TOKENS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTerms:
    """What the model that would be asked charges (US dollars; None: nobody has stated it) and may write."""

    model: str
    input_per_million: Decimal | None
    output_per_million: Decimal | None
    max_output_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DebateCost:
    """`cost_at_most` in US dollars; None: the price of the model is not known."""

    engine: Engine
    rounds: int
    model: str | None
    model_calls: int
    model_calls_at_most: int
    cost_at_most: Decimal | None


def model_calls(rounds: int) -> int:
    """When every answer can be used at once."""
    return _SIDES * rounds + 1


def cost_by_rules(rounds: int) -> DebateCost:
    """Rules ask nobody."""
    return DebateCost(
        engine=Engine.RULES, rounds=rounds, model=None, model_calls=0, model_calls_at_most=0, cost_at_most=Decimal(0)
    )


def cost_by_model(rounds: int, question_bytes: int, terms: ModelTerms) -> DebateCost:
    """`question_bytes`: the longest of the first questions, with its system message."""
    calls = model_calls(rounds)
    return DebateCost(
        engine=Engine.LLM,
        rounds=rounds,
        model=terms.model,
        model_calls=calls,
        model_calls_at_most=_ASKED_AT_MOST * calls,
        cost_at_most=_most(rounds, question_bytes, terms),
    )


def _most(rounds: int, question_bytes: int, terms: ModelTerms) -> Decimal | None:
    if terms.input_per_million is None or terms.output_per_million is None:
        return None
    calls, answer = model_calls(rounds), terms.max_output_tokens
    answers_quoted = _SIDES * (rounds - 1) + _SIDES
    once = calls * question_bytes + answers_quoted * answer
    sent = _ASKED_AT_MOST * once + (_ASKED_AT_MOST - 1) * calls * _REPAIR_TOKENS
    written = _ASKED_AT_MOST * calls * answer
    return (sent * terms.input_per_million + written * terms.output_per_million) / _MILLION


class DebateCosts(ABC):
    """Says it before anything is asked or paid."""

    @abstractmethod
    async def estimate(self, debate_input: DebateInput, rounds: int) -> DebateCost:
        """For a debate of so many rounds over this input."""
