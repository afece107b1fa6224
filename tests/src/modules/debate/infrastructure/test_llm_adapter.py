"""The bridge to the platform: what it is asked it hands on, and what comes back it gives."""

from collections.abc import Awaitable, Callable

import pytest

from packages.core.ids import Ids
from src.modules.debate.domain.dtos.wording import AgentAnswer
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.infrastructure.adapters.bear_advocate_agent_adapter import BearAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.bull_advocate_agent_adapter import BullAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.llm_adapter import LLMAdapter
from src.modules.debate.infrastructure.adapters.resolution_agent_adapter import ResolutionAgentAdapter
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.application.model_calls import ModelServices
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.ledger import Budgets, CallScope
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import Finish, ModelRequest
from tests.fakes.clock import StoppedClock
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.scripted_model import Fails, Says, ScriptedModel, ScriptedProviders, Step
from tests.src.modules.debate.making import (
    BEAR_JSON,
    BULL_JSON,
    RESOLUTION_JSON,
    SYMBOL,
    bear,
    bull,
    debate_input,
    written,
)


class OneConfig:
    """The configurations of somebody who has one."""

    async def active(self, owner_id: str) -> list[ModelConfig]:
        return [ModelConfig(alias="default", provider=ProviderKind.RESPONSES, model="gpt-x")]


class NoPrices:
    """Nobody has stated a price."""

    def of(self, config: ModelConfig) -> None:
        return None


def adapter_over(*steps: Step) -> tuple[LLMAdapter, ScriptedModel]:
    model, clock = ScriptedModel(*steps), StoppedClock()
    desk = ModelServices(
        configs=OneConfig(),
        providers=ScriptedProviders(default=model),
        ledger=InMemoryLedger(Budgets(), clock),
        prices=NoPrices(),
        clock=clock,
        ids=Ids(clock),
    )
    return LLMAdapter(LLMService(desk, CallScope(owner_id="ann", caller="debate"))), model


async def test_a_question_goes_to_the_platforms_service_and_its_answer_comes_back() -> None:
    adapter, model = adapter_over(Says("It rises."))
    assert isinstance(adapter, ILLMPort)
    assert await adapter.generate("Why?", "You are the bull.", 0.3) == "It rises."
    (asked,) = model.requests
    assert isinstance(asked, ModelRequest)
    assert (asked.prompt, asked.system_message, asked.temperature) == ("Why?", "You are the bull.", 0.3)
    assert asked.schema is None


@pytest.mark.parametrize(
    "step", [Says('{"direction": "BUL', finish=Finish.LENGTH), Says("", finish=Finish.FILTERED), Says("  ")]
)
async def test_an_answer_that_is_not_whole_is_a_parse_error(step: Step) -> None:
    adapter, _ = adapter_over(step)
    with pytest.raises(LLMOutputParseError) as raised:
        await adapter.generate("Why?", None, 0.3)
    assert raised.value.problems


async def test_a_fault_of_the_model_stays_what_it_is() -> None:
    adapter, _ = adapter_over(Fails(ModelRefused("The key is wrong.")))
    with pytest.raises(ModelRefused):
        await adapter.generate("Why?", None, 0.3)


SHAPES: dict[str, Callable[[LLMAdapter], Awaitable[AgentAnswer]]] = {
    "BullArgument": lambda llm: BullAdvocateAgentAdapter(llm).advocate(debate_input()),
    "BearArgument": lambda llm: BearAdvocateAgentAdapter(llm).advocate(debate_input()),
    "ResolutionResult": lambda llm: ResolutionAgentAdapter(llm).resolve(SYMBOL, bull(), bear()),
}
ANSWERS = {"BullArgument": BULL_JSON, "BearArgument": BEAR_JSON, "ResolutionResult": RESOLUTION_JSON}


@pytest.mark.parametrize("shape", SHAPES)
async def test_every_speaker_is_asked_by_the_schema_of_its_answer_and_asked_back_once(shape: str) -> None:
    adapter, model = adapter_over(Says("It rises."), Says(written(ANSWERS[shape])))
    assert type(await SHAPES[shape](adapter)).__name__ == shape
    asked = [one.schema for one in model.requests if isinstance(one, ModelRequest)]
    assert [schema.name for schema in asked if schema] == [shape, shape]


@pytest.mark.parametrize("shape", SHAPES)
async def test_a_second_answer_out_of_shape_is_final(shape: str) -> None:
    adapter, model = adapter_over(Says("It rises."), Says("It rises, I said."))
    with pytest.raises(LLMOutputParseError):
        await SHAPES[shape](adapter)
    assert len(model.requests) == 2
