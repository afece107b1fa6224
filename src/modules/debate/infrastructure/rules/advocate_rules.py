"""An advocate by rules: it ranks what the experts said for its side, and grants what they said against it.

Confidence of a side = the mean over all experts of what each of them lends it: strength × confidence where the signal
points its way, 0.15 × confidence where the signal does not but something was said for the side, nothing otherwise. In
later rounds it falls by a tenth when the other side's strongest argument finds no answer from the same expert.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from packages.core.messages import Language
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, SupportingArgument
from src.modules.debate.domain.language import language_of_experts
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.domain.signals import strength_of
from src.modules.debate.infrastructure.rules.statements import Statement, for_side, spread, statements_of
from src.modules.debate.infrastructure.rules.theses import Case, answered, thesis

_LENT_BY_GRANTING = 0.15
_UNANSWERED = 0.9
# Words without rows from an expert on the other side weigh less than this: used only when there is nothing better.
_TELLING = 0.05
_MOST_ARGUMENTS, _MOST_EVENTS = 8, 3
_EVENTFUL = ("catalyst_detective", "macro_intelligence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pleading:
    """All that a side says; the two kinds of argument differ only in the names of the last two lists."""

    confidence: float
    core_thesis: str
    arguments: list[SupportingArgument]
    granted: list[str]
    events: list[str]


def plead(debate_input: DebateInput, stance: Stance, opponent: BullArgument | BearArgument | None) -> Pleading:
    said = statements_of(debate_input)
    mine, theirs = (_telling(for_side(said, side)) for side in (stance, stance.other))
    confidence = side_confidence(debate_input, said, stance)
    case = Case(debate_input, stance, language_of_experts(debate_input), mine)
    told = thesis(case)
    if opponent is not None and opponent.supporting_arguments:
        answer = _answer_to(opponent.supporting_arguments[0], mine)
        told += answered(case, opponent.supporting_arguments[0], answer)
        confidence *= 1.0 if answer else _UNANSWERED
    return Pleading(
        confidence=round(confidence, 4),
        core_thesis=told,
        arguments=[_argument(one, case.language) for one in spread(mine, per_expert=2)[:_MOST_ARGUMENTS]],
        granted=[_quoted(one, case.language) for one in spread(theirs, per_expert=1)],
        events=[_quoted(one, case.language) for one in _eventful(mine, stance)],
    )


def side_confidence(debate_input: DebateInput, said: Sequence[Statement], stance: Stance) -> float:
    experts = debate_input.expert_summaries
    if not experts:
        return 0.0
    speaking = {one.expert for one in said if one.side is stance}
    lent = []
    for name, summary in experts.items():
        lean = strength_of(summary.signal) * stance.sign
        granted = _LENT_BY_GRANTING if name in speaking else 0.0
        lent.append(summary.confidence * max(lean, granted))
    return fsum(lent) / len(experts)


def _telling(ranked: Sequence[Statement]) -> list[Statement]:
    return [one for one in ranked if one.weight >= _TELLING] or list(ranked)


def _answer_to(argument: SupportingArgument, mine: Iterable[Statement]) -> Statement | None:
    return next((one for one in mine if one.expert == argument.dimension), None)


def _argument(statement: Statement, language: Language) -> SupportingArgument:
    rows = " ".join(statement.rows) or ("无数据行" if language is Language.ZH else "no rows")
    sure = "置信度" if language is Language.ZH else "confidence"
    return SupportingArgument(
        dimension=statement.expert,
        argument=statement.text,
        evidence=f"{statement.expert}: {statement.signal}, {sure} {statement.confidence:g}; {rows}",
        strength=statement.strength,
    )


def _eventful(mine: Iterable[Statement], stance: Stance) -> list[Statement]:
    """What may set things off: news and policy, and for the bear also what the experts warned of."""
    found = [one for one in mine if one.expert in _EVENTFUL or (stance is Stance.BEAR and one.is_risk)]
    return found[:_MOST_EVENTS]


def _quoted(statement: Statement, language: Language) -> str:
    return f"{statement.expert}{'：' if language is Language.ZH else ': '}{statement.text}"
