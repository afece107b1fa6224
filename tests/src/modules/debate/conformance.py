"""What every filler of the three ports keeps, be it a model, the rules or a fake."""

import pytest

from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ResolutionResult
from src.modules.debate.domain.model.enums import DebateDirection
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from tests.src.modules.debate.making import SYMBOL, bear, bull, debate_input, summary


def backwards(given: DebateInput) -> DebateInput:
    return debate_input(dict(reversed(given.expert_summaries.items())), given.symbol)


class BullConformance:
    """Give a fixture `advocate` that can be asked several times."""

    async def test_it_makes_a_bulls_case(self, advocate: IBullAdvocateAgentPort) -> None:
        said = await advocate.advocate(debate_input())
        assert isinstance(said, BullArgument)
        assert said.direction is DebateDirection.BULLISH
        assert 0 <= said.confidence <= 1
        assert said.core_thesis
        assert said.supporting_arguments

    async def test_the_order_of_the_experts_changes_nothing(self, advocate: IBullAdvocateAgentPort) -> None:
        assert await advocate.advocate(debate_input()) == await advocate.advocate(backwards(debate_input()))

    async def test_it_can_answer_the_bear(self, advocate: IBullAdvocateAgentPort) -> None:
        assert isinstance(await advocate.advocate(debate_input(), bear()), BullArgument)

    async def test_one_expert_is_enough(self, advocate: IBullAdvocateAgentPort) -> None:
        alone = debate_input({"technical_analyst": summary("BEARISH", reasoning="It falls.")})
        assert isinstance(await advocate.advocate(alone), BullArgument)


class BearConformance:
    """Give a fixture `advocate` that can be asked several times."""

    async def test_it_makes_a_bears_case(self, advocate: IBearAdvocateAgentPort) -> None:
        said = await advocate.advocate(debate_input())
        assert isinstance(said, BearArgument)
        assert said.direction is DebateDirection.BEARISH
        assert 0 <= said.confidence <= 1
        assert said.core_thesis
        assert said.supporting_arguments

    async def test_the_order_of_the_experts_changes_nothing(self, advocate: IBearAdvocateAgentPort) -> None:
        assert await advocate.advocate(debate_input()) == await advocate.advocate(backwards(debate_input()))

    async def test_it_can_answer_the_bull(self, advocate: IBearAdvocateAgentPort) -> None:
        assert isinstance(await advocate.advocate(debate_input(), bull()), BearArgument)

    async def test_one_expert_is_enough(self, advocate: IBearAdvocateAgentPort) -> None:
        alone = debate_input({"technical_analyst": summary("BULLISH", reasoning="It rises.")})
        assert isinstance(await advocate.advocate(alone), BearArgument)


class ResolutionConformance:
    """Give a fixture `resolver` that can be asked several times."""

    async def test_it_resolves(self, resolver: IResolutionAgentPort) -> None:
        said = await resolver.resolve(SYMBOL, bull(), bear())
        assert isinstance(said, ResolutionResult)
        assert said.direction in DebateDirection
        assert 0 <= said.confidence <= 1
        assert said.conflict_resolution
        assert said.risk_matrix

    async def test_the_same_cases_give_the_same_resolution(self, resolver: IResolutionAgentPort) -> None:
        assert await resolver.resolve(SYMBOL, bull(), bear()) == await resolver.resolve(SYMBOL, bull(), bear())

    @pytest.mark.parametrize("confidence", [0.0, 1.0])
    async def test_it_takes_any_confidence_of_the_sides(
        self, resolver: IResolutionAgentPort, confidence: float
    ) -> None:
        one, other = bull(confidence=confidence), bear(confidence=1 - confidence)
        assert isinstance(await resolver.resolve(SYMBOL, one, other), ResolutionResult)
