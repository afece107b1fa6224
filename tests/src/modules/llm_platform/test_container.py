"""The platform, wired from the settings."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from packages.core.clock import SystemClock
from packages.domain.accounts.model import LOCAL_OWNER_ID as OWNER
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.llm_platform import container
from src.modules.llm_platform.application.model_configs import ConfigTerms, PrivateServer
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.ledger import CallScope
from src.modules.llm_platform.domain.models import ProviderKind
from tests.servers.model_server import ModelServer
from tests.servers.steps import Reply

OLLAMA = ConfigTerms(provider=ProviderKind.AUTO, model="m", base_url="http://127.0.0.1:11434/v1")


@pytest.fixture
async def database(migrated_home: Path) -> AsyncIterator[Database]:
    database = Database(load_settings().database_url)
    yield database
    await database.aclose()


async def test_without_a_key_there_is_no_model(database: Database) -> None:
    assert not await LlmPlatformContainer(database, load_settings(), SystemClock()).has_model(OWNER)


async def test_with_a_base_url_the_service_answers_through_the_ledger(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ModelServer(Reply("BULLISH")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("PARLEY_LLM_MODEL", "local")
        platform = LlmPlatformContainer(database, load_settings(), SystemClock())
        assert await platform.has_model(OWNER)
        llm = platform.service(CallScope(owner_id=OWNER, caller="test", run_id="r"))
        assert [await llm.generate("Which way?") for _ in range(2)] == ["BULLISH", "BULLISH"]
        assert len(await platform.ledger().calls(OWNER)) == 1
        await platform.aclose()
        server.assert_spent()
        await server.wait_until_idle()


async def test_a_recorded_run_is_replayed_without_its_server(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    capsule = tmp_path / "run.capsule"
    monkeypatch.setenv("PARLEY_LLM_MODEL", "local")
    async with ModelServer(Reply("BEARISH")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("PARLEY_LLM_RECORD", str(capsule))
        live = LlmPlatformContainer(database, load_settings(), SystemClock())
        said = await live.service(CallScope(owner_id=OWNER, caller="test")).generate("Which way?")
        await live.aclose()
        await server.wait_until_idle()
    monkeypatch.delenv("PARLEY_LLM_RECORD")
    monkeypatch.setenv("PARLEY_LLM_REPLAY", str(capsule))
    replayed = LlmPlatformContainer(database, load_settings(), SystemClock())
    assert await replayed.service(CallScope(owner_id=OWNER, caller="test")).generate("Which way?") == said
    await replayed.aclose()


async def test_the_owner_of_a_desk_may_use_a_server_of_the_house(database: Database) -> None:
    platform = LlmPlatformContainer(database, load_settings(), SystemClock())
    assert (await platform.configs().add(OWNER, "ollama", OLLAMA, None)).terms.base_url == OLLAMA.base_url


async def test_on_a_shared_desk_nobody_points_it_inside_the_house(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_AUTH_MODE", "password")
    configs = LlmPlatformContainer(database, load_settings(), SystemClock()).configs()
    with pytest.raises(PrivateServer, match="OPENAI_BASE_URL"):
        await configs.add(OWNER, "ollama", OLLAMA, None)
    public = ConfigTerms(provider=ProviderKind.AUTO, model="m", base_url="https://api.example.org/v1")
    assert (await configs.add(OWNER, "public", public, None)).alias == "public"


@pytest.mark.parametrize(
    ("settings", "imported"),
    [({}, []), ({"OPENAI_API_KEY": "k"}, ["openai"]), ({"ANTHROPIC_API_KEY": "k"}, ["anthropic"])],
)
async def test_the_client_library_of_a_model_that_is_set_is_there_before_the_first_answer(
    database: Database, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], imported: list[str]
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    asked: list[str] = []
    monkeypatch.setattr(container, "import_module", asked.append)
    await LlmPlatformContainer(database, load_settings(), SystemClock()).warm_up()
    assert asked == imported


async def test_a_name_that_a_guest_gave_and_that_leads_into_the_house_is_not_called(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ModelServer(Reply("BULLISH")) as server:
        named = replace(OLLAMA, base_url=server.base_url.replace("127.0.0.1", "localhost"))
        # Stored as by a desk with one owner, who may name any server.
        alone = LlmPlatformContainer(database, load_settings(), SystemClock())
        await alone.configs().add(OWNER, "inner", named, None)
        monkeypatch.setenv("PARLEY_AUTH_MODE", "password")
        platform = LlmPlatformContainer(database, load_settings(), SystemClock())
        with pytest.raises(ModelRefused, match="PARLEY_PRIVATE_SERVERS"):
            await platform.service(CallScope(owner_id=OWNER, caller="test")).generate("Which way?")
        await platform.aclose()
        assert server.requests == []


async def test_a_server_of_the_house_is_called_for_guests_where_the_keeper_allows_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ModelServer(Reply("BULLISH")) as server:
        named = replace(OLLAMA, provider=ProviderKind.RESPONSES, base_url=server.base_url)
        monkeypatch.setenv("PARLEY_AUTH_MODE", "password")
        monkeypatch.setenv("PARLEY_PRIVATE_SERVERS", server.root.removeprefix("http://"))
        platform = LlmPlatformContainer(database, load_settings(), SystemClock())
        await platform.configs().add(OWNER, "inner", named, None)
        assert await platform.service(CallScope(owner_id=OWNER, caller="test")).generate("Which way?") == "BULLISH"
        await platform.aclose()
