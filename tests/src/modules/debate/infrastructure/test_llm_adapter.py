"""The bridge to the platform: what it is asked it hands on, and what comes back it gives."""

import pytest

from packages.core.ids import Ids
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.infrastructure.adapters.llm_adapter import LLMAdapter
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.application.model_calls import ModelServices
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.ledger import Budgets, CallScope
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import Finish, ModelRequest
from tests.fakes.clock import StoppedClock
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.scripted_model import Fails, Says, ScriptedModel, ScriptedProviders, Step


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
