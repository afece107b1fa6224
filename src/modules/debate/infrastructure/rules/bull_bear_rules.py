"""Bull and bear by rules: one advocate with two stances."""

from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.infrastructure.rules.advocate_rules import plead


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
