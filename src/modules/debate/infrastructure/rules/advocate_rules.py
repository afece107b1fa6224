"""Bull and bear by rules: one advocate with two stances."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from packages.core.messages import Language
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, SupportingArgument
from src.modules.debate.domain.language import language_of_experts
from src.modules.debate.domain.lean import strength_of
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.infrastructure.rules.statements import ExpertStatement, for_side, spread, statements_of
from src.modules.debate.infrastructure.rules.theses import AdvocateCase, answered, thesis

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
    case = AdvocateCase(debate_input, stance, language_of_experts(debate_input), mine)
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


def side_confidence(debate_input: DebateInput, said: Sequence[ExpertStatement], stance: Stance) -> float:
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


def _telling(ranked: Sequence[ExpertStatement]) -> list[ExpertStatement]:
    return [one for one in ranked if one.weight >= _TELLING] or list(ranked)


def _answer_to(argument: SupportingArgument, mine: Iterable[ExpertStatement]) -> ExpertStatement | None:
    return next((one for one in mine if one.expert == argument.dimension), None)


def _argument(statement: ExpertStatement, language: Language) -> SupportingArgument:
    rows = " ".join(statement.rows) or ("无数据行" if language is Language.ZH else "no rows")
    sure = "置信度" if language is Language.ZH else "confidence"
    return SupportingArgument(
        dimension=statement.expert,
        argument=statement.text,
        evidence=f"{statement.expert}: {statement.signal}, {sure} {statement.confidence:g}; {rows}",
        strength=statement.strength,
    )


def _eventful(mine: Iterable[ExpertStatement], stance: Stance) -> list[ExpertStatement]:
    """What may set things off: news and policy, and for the bear also what the experts warned of."""
    found = [one for one in mine if one.expert in _EVENTFUL or (stance is Stance.BEAR and one.is_risk)]
    return found[:_MOST_EVENTS]


def _quoted(statement: ExpertStatement, language: Language) -> str:
    return f"{statement.expert}{'：' if language is Language.ZH else ': '}{statement.text}"


class BullRules(IBullAdvocateAgentPort):
    """The bull without a model."""

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BearArgument | None = None,
    ) -> BullArgument:
        said = plead(input, Stance.BULL, opponent)
        return BullArgument(
            direction=Stance.BULL.direction,
            confidence=said.confidence,
            core_thesis=said.core_thesis,
            supporting_arguments=said.arguments,
            acknowledged_risks=said.granted,
            price_catalysts=said.events,
        )


class BearRules(IBearAdvocateAgentPort):
    """The bear without a model."""

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BullArgument | None = None,
    ) -> BearArgument:
        said = plead(input, Stance.BEAR, opponent)
        return BearArgument(
            direction=Stance.BEAR.direction,
            confidence=said.confidence,
            core_thesis=said.core_thesis,
            supporting_arguments=said.arguments,
            acknowledged_strengths=said.granted,
            risk_triggers=said.events,
        )
