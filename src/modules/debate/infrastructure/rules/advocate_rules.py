"""Bull and bear by rules: one advocate with two stances; its thesis is counted from the experts and quotes them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from packages.core.messages import Phrases, word
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, SupportingArgument
from src.modules.debate.domain.dtos.expert_point import ExpertPoint
from src.modules.debate.domain.language import language_of_experts
from src.modules.debate.domain.lean import in_order, strength_of
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.infrastructure.rules.statements import (
    RULE_PHRASES,
    ExpertStatement,
    clipped,
    expert_word,
    for_side,
    spread,
    statements_of,
)


@dataclass(frozen=True, slots=True)
class AdvocateCase:
    """A side, and what was said for it, the strongest first."""

    debate_input: DebateInput
    stance: Stance
    phrases: Phrases
    statements: Sequence[ExpertStatement]

    @property
    def followers(self) -> list[str]:
        """Experts whose signal points this side's way."""
        experts = self.debate_input.expert_summaries
        return [name for name in in_order(experts) if strength_of(experts[name].signal) * self.stance.sign > 0]


def thesis(case: AdvocateCase) -> str:
    phrases, symbol, count = case.phrases, case.debate_input.symbol, len(case.debate_input.expert_summaries)
    side, lean = phrases.say(f"side.{case.stance.value}"), phrases.say(f"lean.{case.stance.value}")
    if not case.statements and not case.followers:
        return phrases.say("no_case", symbol=symbol, count=count, side=side)
    followers, listed = len(case.followers), _listed(case)
    who = (
        phrases.say("followed", followers=followers, count=count, lean=lean, listed=listed)
        if case.followers
        else phrases.say("not_followed", lean=lean, side=side)
    )
    strongest = case.statements[0] if case.statements else None
    best = phrases.say("best", expert=expert_word(strongest.expert), quote=clipped(strongest.text)) if strongest else ""
    return phrases.say("thesis", symbol=symbol, who=who, best=best)


def answered(case: AdvocateCase, strongest: SupportingArgument, answer: ExpertStatement | None) -> str:
    """On the other side's strongest argument: the same expert's own words against it, or that there are none."""
    phrases = case.phrases
    reply = phrases.say("reply", quote=clipped(answer.text)) if answer else phrases.say("no_reply")
    expert, quote = expert_word(strongest.dimension), clipped(strongest.argument)
    return phrases.say("strongest_of_the_other", expert=expert, quote=quote, reply=reply)


def _listed(case: AdvocateCase) -> list[str]:
    experts = case.debate_input.expert_summaries
    return [
        case.phrases.say("listed", expert=expert_word(name), confidence=f"{experts[name].confidence:.2f}")
        for name in case.followers
    ]


_LENT_BY_GRANTING = 0.15
_UNANSWERED = 0.9
# Words without rows from an expert on the other side weigh less than this: used only when there is nothing better.
_LEAST_WEIGHT = 0.05
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
    points: Mapping[str, ExpertPoint]


def plead(debate_input: DebateInput, stance: Stance, opponent: BullArgument | BearArgument | None) -> Pleading:
    said = statements_of(debate_input)
    mine, theirs = (_weighty(for_side(said, side)) for side in (stance, stance.other))
    confidence = side_confidence(debate_input, said, stance)
    phrases = Phrases(language_of_experts(debate_input), RULE_PHRASES)
    case = AdvocateCase(debate_input, stance, phrases, mine)
    core_thesis = thesis(case)
    if opponent is not None and opponent.supporting_arguments:
        answer = _answer_to(opponent.supporting_arguments[0], mine)
        core_thesis += answered(case, opponent.supporting_arguments[0], answer)
        confidence *= 1.0 if answer else _UNANSWERED
    return Pleading(
        confidence=round(confidence, 4),
        core_thesis=core_thesis,
        arguments=[_argument(one, phrases) for one in spread(mine, per_expert=2)[:_MOST_ARGUMENTS]],
        granted=[_quoted(one, phrases) for one in spread(theirs, per_expert=1)],
        events=[_quoted(one, phrases) for one in _eventful(mine, stance)],
        points={text: one.point for one in said if one.point for text in (one.text, _quoted(one, phrases))},
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


def _weighty(ranked: Sequence[ExpertStatement]) -> list[ExpertStatement]:
    return [one for one in ranked if one.weight >= _LEAST_WEIGHT] or list(ranked)


def _answer_to(argument: SupportingArgument, mine: Iterable[ExpertStatement]) -> ExpertStatement | None:
    return next((one for one in mine if one.expert == argument.dimension), None)


def _argument(statement: ExpertStatement, phrases: Phrases) -> SupportingArgument:
    rows = " ".join(statement.rows) or phrases.say("no_rows")
    expert, signal = word("expert_name", statement.expert), word("signal", statement.signal.upper())
    confidence = f"{statement.confidence:.2f}"
    return SupportingArgument(
        dimension=statement.expert,
        argument=statement.text,
        evidence=phrases.say("evidence", expert=expert, signal=signal, confidence=confidence, rows=rows),
        strength=statement.strength,
    )


def _eventful(mine: Iterable[ExpertStatement], stance: Stance) -> list[ExpertStatement]:
    """What may set things off: news and policy, and for the bear also what the experts warned of."""
    found = [one for one in mine if one.expert in _EVENTFUL or (stance is Stance.BEAR and one.is_risk)]
    return found[:_MOST_EVENTS]


def _quoted(statement: ExpertStatement, phrases: Phrases) -> str:
    return phrases.say("quoted", expert=word("expert_name", statement.expert), text=statement.text)


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
        ).with_points(said.points)


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
        ).with_points(said.points)
