"""The OpenAI client of a configuration: to whom it talks, with which key, and what a bad key or address becomes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import openai
import pytest

from src.modules.llm_platform.domain.errors import ModelFault, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret
from src.modules.llm_platform.infrastructure.providers.openai.client import open_client
from src.modules.llm_platform.infrastructure.providers.openai.responses_provider import ResponsesProvider
from src.modules.llm_platform.infrastructure.providers.sdk_faults import translated_faults
from tests.conformance.model_provider_asking import ASK, fault_of
from tests.servers.model_server import ModelServer
from tests.servers.steps import Reply, Status

_CONFIG = ModelConfig(alias="main", provider=ProviderKind.RESPONSES, model="scripted-1")


@asynccontextmanager
async def _opened(config: ModelConfig) -> AsyncIterator[ResponsesProvider]:
    provider = ResponsesProvider(config, open_client(config))
    yield provider
    await provider.aclose()


async def test_the_environment_changes_neither_the_address_nor_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    async with ModelServer(Reply()) as server, ModelServer() as thief:
        monkeypatch.setenv("OPENAI_BASE_URL", thief.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
        monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-environment")
        monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-the-environment")
        monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer sk-of-the-environment")
        async with _opened(replace(_CONFIG, base_url=server.base_url, api_key=Secret("sk-mine"))) as provider:
            await provider.generate(ASK)
        assert server.last.headers["authorization"] == "Bearer sk-mine"
        assert "environment" not in str(server.last.headers)
        assert thief.requests == []


async def test_without_an_address_it_is_openai_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    client = open_client(replace(_CONFIG, api_key=Secret("sk-mine")))
    assert str(client.base_url) == "https://api.openai.com/v1/"
    await client.close()


async def test_a_server_without_a_key_is_asked_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    async with ModelServer(Reply()) as server, _opened(replace(_CONFIG, base_url=server.base_url)) as provider:
        await provider.generate(ASK)
        assert "environment" not in str(server.last.headers)


async def test_a_redirect_takes_neither_key_nor_prompt_anywhere_else() -> None:
    async with ModelServer() as elsewhere, ModelServer() as server:
        server.will(Status(307, headers={"location": f"{elsewhere.base_url}/responses"}))
        async with _opened(replace(_CONFIG, base_url=server.base_url, api_key=Secret("sk-mine"))) as provider:
            fault = await fault_of(provider.generate(ASK))
        assert isinstance(fault, ModelRefused)
        assert "base_url" in fault.message
        assert elsewhere.requests == []


@pytest.mark.parametrize("key", ["sk-with\nnewline", "sk-with…dots", "sk-with\r\nx-other: header"])
async def test_a_key_that_cannot_be_one_is_refused_and_not_shown(key: str) -> None:
    async with ModelServer() as server:
        async with _opened(replace(_CONFIG, base_url=server.base_url, api_key=Secret(key))) as provider:
            fault = await fault_of(provider.generate(ASK))
        assert isinstance(fault, ModelRefused)
        assert "sk-with" not in f"{fault!r} {fault.__cause__}"
        assert server.requests == []


async def test_half_a_character_in_a_prompt_is_refused_before_it_is_sent() -> None:
    async with ModelServer() as server, _opened(replace(_CONFIG, base_url=server.base_url)) as provider:
        assert isinstance(await fault_of(provider.generate(replace(ASK, prompt="half \ud800"))), ModelRefused)


@pytest.mark.parametrize("base_url", ["localhost:11434/v1", "ftp://example.org/v1", "", "http://"])
async def test_an_address_that_is_none_is_refused(base_url: str) -> None:
    config = replace(_CONFIG, base_url=base_url)
    with pytest.raises(ModelFault) as caught:
        await _open_and_ask(config)
    assert isinstance(caught.value, ModelRefused)


async def _open_and_ask(config: ModelConfig) -> None:
    with translated_faults(config, openai):
        client = open_client(config)
    provider = ResponsesProvider(config, client)
    try:
        await provider.generate(ASK)
    finally:
        await provider.aclose()
