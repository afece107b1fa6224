"""`DebateService`: bull and bear side by side, then the resolution."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from src.modules.debate.application.dtos.debate_outcome_dto import DebateOutcomeDTO
from src.modules.debate.application.outcome import FinishedDebate, outcome_of
from src.modules.debate.domain.cost import DebateCost, DebateCosts, cost_by_rules
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput
from src.modules.debate.domain.exceptions import MOST_ROUNDS, RoundsOutOfRange
from src.modules.debate.domain.model.enums import Engine
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort

AskEngine = Callable[[], Awaitable[Engine | None]]


async def _nobody_knows() -> Engine | None:
    return None


class DebateService:
    """The one way into a debate. `engine` settles who argues, before anybody speaks, and for the record."""

    def __init__(
        self,
        bull_advocate: IBullAdvocateAgentPort,
        bear_advocate: IBearAdvocateAgentPort,
        resolution_agent: IResolutionAgentPort,
        engine: AskEngine = _nobody_knows,
        costs: DebateCosts | None = None,
    ) -> None:
        self._bull = bull_advocate
        self._bear = bear_advocate
        self._resolution = resolution_agent
        self._engine = engine
        self._costs = costs

    async def run(self, debate_input: DebateInput, rounds: int = 1) -> DebateOutcomeDTO:
        """With more than one round, bull and bear answer each other before the resolution."""
        check_rounds(rounds)
        engine = await self._engine()
        bull, bear = await _side_by_side(self._bull.advocate(debate_input), self._bear.advocate(debate_input))
        for _ in range(rounds - 1):
            bull, bear = await _side_by_side(
                self._bull.advocate(debate_input, bear), self._bear.advocate(debate_input, bull)
            )
        resolution = await self._resolution.resolve(debate_input.symbol, bull, bear)
        return outcome_of(
            FinishedDebate(
                debate_input=debate_input,
                rounds=rounds,
                bull=bull,
                bear=bear,
                resolution=resolution,
                engine=engine,
            )
        )

    async def estimate(self, debate_input: DebateInput, rounds: int = 1) -> DebateCost:
        """How many questions it would ask of a model and the most they may cost, before it runs."""
        check_rounds(rounds)
        return cost_by_rules(rounds) if self._costs is None else await self._costs.estimate(debate_input, rounds)


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RoundsOutOfRange(rounds)


async def _side_by_side(
    bull: Coroutine[Any, Any, BullArgument], bear: Coroutine[Any, Any, BearArgument]
) -> tuple[BullArgument, BearArgument]:
    """When one fails the other is cancelled, and the failure itself comes out."""
    tasks = asyncio.create_task(bull), asyncio.create_task(bear)
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
