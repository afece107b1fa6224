"""The open providers: shared by value, opened late, closed when they are no longer wanted and nobody uses them."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace

import pytest

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.auto_provider import KnownProtocols
from src.modules.llm_platform.infrastructure.providers.provider_factory import (
    OpenProviders,
    ProviderFactory,
    SdkMissing,
)
from tests.conformance.model_provider_asking import ASK, TURN, all_events, fault_of
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import FakeMcpTools
from tests.servers.model_server import ModelServer
from tests.servers.steps import Hang, Reply

_CONFIG = ModelConfig(alias="main", provider=ProviderKind.RESPONSES, model="m-1", api_key=Secret("sk-first"))
_OTHER_KEY = replace(_CONFIG, api_key=Secret("sk-second"))


class _Opened:
    """Answers with its key once `gate` is open, and notes when it is closed."""

    def __init__(self, config: ModelConfig, gate: asyncio.Event) -> None:
        self.config = config
        self.opened_in = threading.current_thread()
        self.asked = asyncio.Event()
        self.closed = 0
        self._gate = gate

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        self.asked.set()
        await self._gate.wait()
        return ModelAnswer(text=self.config.api_key.value if self.config.api_key else "")

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        yield {"type": "response.created"}
        await self._gate.wait()
        yield {"type": "response.completed"}

    async def aclose(self) -> None:
        self.closed += 1


class _Maker:
    def __init__(self) -> None:
        self.made: list[_Opened] = []
        self.gate = asyncio.Event()
        self.gate.set()

    def __call__(self, config: ModelConfig) -> ModelProvider:
        self.made.append(_Opened(config, self.gate))
        return self.made[-1]


@pytest.fixture
async def maker() -> _Maker:
    return _Maker()


@pytest.fixture
async def providers(maker: _Maker) -> AsyncIterator[OpenProviders]:
    providers = OpenProviders(maker, most=2)
    yield providers
    await providers.aclose()
    assert all(provider.closed == 1 for provider in maker.made)


async def test_equal_configurations_share_one_provider(providers: OpenProviders, maker: _Maker) -> None:
    first = providers.provider_for(_CONFIG)
    assert providers.provider_for(replace(_CONFIG)) is first
    await asyncio.gather(first.generate(ASK), first.generate(ASK), providers.provider_for(_CONFIG).generate(ASK))
    assert len(maker.made) == 1


async def test_a_provider_is_opened_by_its_first_call_and_off_the_event_loop(
    providers: OpenProviders, maker: _Maker
) -> None:
    provider = providers.provider_for(_CONFIG)
    assert maker.made == []
    await provider.generate(ASK)
    assert maker.made[0].opened_in is not threading.main_thread()


async def test_another_key_is_another_provider_and_the_old_one_is_closed(
    providers: OpenProviders, maker: _Maker
) -> None:
    assert (await providers.provider_for(_CONFIG).generate(ASK)).text == "sk-first"
    assert (await providers.provider_for(_OTHER_KEY).generate(ASK)).text == "sk-second"
    assert [each.closed for each in maker.made] == [1, 0]


async def test_the_same_name_of_another_owner_is_another_provider(providers: OpenProviders, maker: _Maker) -> None:
    await providers.provider_for(_CONFIG).generate(ASK)
    await providers.provider_for(replace(_OTHER_KEY, owner_id="ada")).generate(ASK)
    assert [each.closed for each in maker.made] == [0, 0]


async def test_a_provider_in_use_is_closed_when_the_last_user_leaves(providers: OpenProviders, maker: _Maker) -> None:
    maker.gate.clear()
    long_call = asyncio.create_task(providers.provider_for(_CONFIG).generate(ASK))
    while not maker.made:
        await asyncio.sleep(0)
    await maker.made[0].asked.wait()
    new_call = asyncio.create_task(providers.provider_for(_OTHER_KEY).generate(ASK))
    while len(maker.made) < 2:
        await asyncio.sleep(0)
    assert maker.made[0].closed == 0
    maker.gate.set()
    assert (await long_call).text == "sk-first"
    assert maker.made[0].closed == 1
    assert (await new_call).text == "sk-second"


async def test_a_stream_in_use_is_closed_when_it_is_left(providers: OpenProviders, maker: _Maker) -> None:
    maker.gate.clear()
    events = providers.provider_for(_CONFIG).stream(TURN)
    async with aclosing(events):
        await anext(events)
        providers.provider_for(_OTHER_KEY)
        assert maker.made[0].closed == 0
    assert maker.made[0].closed == 1


async def test_a_late_call_on_a_closed_provider_is_answered_all_the_same(
    providers: OpenProviders, maker: _Maker
) -> None:
    old = providers.provider_for(_CONFIG)
    await old.generate(ASK)
    await providers.provider_for(_OTHER_KEY).generate(ASK)
    assert (await old.generate(ASK)).text == "sk-first"
    assert [each.closed for each in maker.made] == [1, 0, 1]


async def test_no_more_than_so_many_stay_open(providers: OpenProviders, maker: _Maker) -> None:
    for alias in ("one", "two", "one", "three"):
        await providers.provider_for(replace(_CONFIG, alias=alias)).generate(ASK)
    assert [(each.config.alias, each.closed) for each in maker.made] == [("one", 0), ("two", 1), ("three", 0)]


def _factory() -> ProviderFactory:
    clock = SystemClock()
    return ProviderFactory(
        mcp_tools=FakeMcpTools(),
        conversations=InMemoryConversations(),
        ids=Ids(clock),
        clock=clock,
        protocols=KnownProtocols(),
    )


@pytest.mark.parametrize("kind", [ProviderKind.RESPONSES, ProviderKind.CHAT_COMPLETIONS, ProviderKind.AUTO])
async def test_the_real_providers_are_opened_and_leave_nothing_behind(kind: ProviderKind) -> None:
    async with ModelServer(Reply("Hold."), Reply("Sell.")) as server:
        providers = OpenProviders(_factory())
        provider = providers.provider_for(replace(_CONFIG, provider=kind, base_url=server.base_url))
        assert (await provider.generate(ASK)).text == "Hold."
        assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert server.open_connections == 1
        await providers.aclose()
        await server.wait_until_idle()


async def test_closing_all_ends_the_calls_that_are_out() -> None:
    async with ModelServer(Hang()) as server:
        providers = OpenProviders(_factory())
        call = asyncio.create_task(providers.provider_for(replace(_CONFIG, base_url=server.base_url)).generate(ASK))
        await server.wait_until_asked()
        await providers.aclose()
        await fault_of(call)
        await server.wait_until_idle()


async def test_a_missing_client_library_is_told_with_its_cure() -> None:
    def not_installed(name: str) -> object:
        raise ModuleNotFoundError(name=name)

    providers = OpenProviders(replace(_factory(), load=not_installed))
    fault = await fault_of(providers.provider_for(replace(_CONFIG, provider=ProviderKind.ANTHROPIC)).generate(ASK))
    assert isinstance(fault, SdkMissing)
    assert "make extra NAME=anthropic" in fault.message


async def test_an_address_that_cannot_be_read_is_a_fault_of_the_call() -> None:
    providers = OpenProviders(_factory())
    config = replace(_CONFIG, provider=ProviderKind.AUTO, base_url="http://models.example:port/v1")
    assert isinstance(await fault_of(providers.provider_for(config).generate(ASK)), ModelRefused)


def test_no_client_library_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys\n"
        "import src.modules.llm_platform.infrastructure.providers.provider_factory\n"
        "import src.modules.llm_platform.infrastructure.providers.provider_factory\n"
        "print(sorted({'openai', 'anthropic', 'httpx2', 'mcp'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
