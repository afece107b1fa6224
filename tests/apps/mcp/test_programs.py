"""Programs of a person call the tools over HTTP with a personal access token, within its scopes and in no chat."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from apps.mcp.composition import TOOLBOXES
from apps.mcp.toolbox import ToolEffect
from packages.contracts.tool_grants import ToolDomain
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.infra.providers.certificates import trusted_certificates
from tests.apps.mcp.conftest import OTHER_OWNER_ID
from tests.apps.mcp.live import LiveDesk
from tests.corpus.sample_strategy import sample

SAVE = {"dsl": sample(), "idempotency_key": "a program's own"}


def _token(live: LiveDesk, scope: str, owner_id: str = LOCAL_OWNER_ID) -> str:
    issuing = live.desk.identity.personal_tokens.issue(owner_id, "a program", [scope], 1)
    return live.do(issuing)[0]


@asynccontextmanager
async def _program(live: LiveDesk, domain: ToolDomain, token: str) -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, verify=trusted_certificates(), timeout=60) as http,
        Client(streamable_http_client(f"{live.url}/mcp/{domain}", http_client=http)) as client,
    ):
        yield client


async def _refusal(client: Client, tool: str, arguments: dict[str, object]) -> str:
    answer = await client.call_tool(tool, arguments)
    told = answer.structured_content
    assert answer.is_error, answer
    assert told is not None
    return str(told["error"]["code"])


async def test_a_program_reads_what_is_its_owners(live: LiveDesk) -> None:
    async with _program(live, ToolDomain.MARKET_DATA, _token(live, "read")) as client:
        told = (await client.call_tool("instruments", {})).structured_content
    assert told is not None
    assert told["ok"]


async def test_a_reading_program_changes_nothing(live: LiveDesk) -> None:
    token = _token(live, "read")
    for domain, toolbox in TOOLBOXES.items():
        async with _program(live, domain, token) as client:
            for name, tool in toolbox.tools.items():
                if tool.rule.effect is ToolEffect.WRITE:
                    assert await _refusal(client, name, {}) == "scope_missing", (domain, name)


async def test_a_writing_program_saves_strategies_and_does_not_trade(live: LiveDesk) -> None:
    token = _token(live, "write")
    async with _program(live, ToolDomain.STRATEGY, token) as client:
        saved = (await client.call_tool("upsert_dsl", SAVE)).structured_content
        again = (await client.call_tool("upsert_dsl", SAVE)).structured_content
    assert saved is not None
    assert saved["ok"]
    assert saved == again
    async with _program(live, ToolDomain.TRADING, token) as client:
        for name, tool in TOOLBOXES[ToolDomain.TRADING].tools.items():
            if tool.rule.effect is ToolEffect.WRITE:
                assert await _refusal(client, name, {}) == "scope_missing", name


async def test_another_persons_program_finds_nothing_of_it(live: LiveDesk) -> None:
    async with _program(live, ToolDomain.STRATEGY, _token(live, "write")) as client:
        saved = (await client.call_tool("upsert_dsl", SAVE)).structured_content
    assert saved is not None
    async with _program(live, ToolDomain.STRATEGY, _token(live, "write", OTHER_OWNER_ID)) as client:
        code = await _refusal(client, "get_dsl", {"strategy_id": saved["strategy_id"]})
    assert code.startswith("unknown_")


async def test_a_removed_token_is_refused_from_the_next_call_on(live: LiveDesk) -> None:
    tokens = live.desk.identity.personal_tokens
    text, issued = live.do(tokens.issue(LOCAL_OWNER_ID, "a program", ["read"], 1))
    async with _program(live, ToolDomain.MARKET_DATA, text) as client:
        assert not (await client.call_tool("instruments", {})).is_error
        live.do(tokens.remove(LOCAL_OWNER_ID, issued.id))
        assert await _refusal(client, "instruments", {}) == "bad_token"


async def test_no_program_goes_live_or_overrides_the_stress_lab(live: LiveDesk) -> None:
    token = _token(live, "trade:paper")
    async with _program(live, ToolDomain.STRATEGY, token) as client:
        saved = (await client.call_tool("upsert_dsl", SAVE)).structured_content
    assert saved is not None
    for key, asked in {"live": {"mode": "live"}, "override": {"override_reason": "because I say so"}}.items():
        arguments = {"strategy_id": saved["strategy_id"], "version": 1, "idempotency_key": key, **asked}
        async with _program(live, ToolDomain.TRADING, token) as client:
            assert await _refusal(client, "create_deployment", arguments) == "person_needed", key
