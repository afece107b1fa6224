"""Personal access tokens over HTTP: what a program may do with one, and what it never may."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.apps.api.trading_desk import TradingDesk, open_trading_desk

NEW = {"name": "my script", "scopes": ["read"], "expires_in_days": 30}


async def _token(client: httpx.AsyncClient, *scopes: str) -> dict[str, str]:
    made = await client.post("/api/v1/tokens", json=NEW | {"scopes": list(scopes)})
    assert made.status_code == 201, made.text
    return {"authorization": f"Bearer {made.json()['token']}"}


async def test_a_token_is_shown_once_listed_without_its_secret_and_removed(client: httpx.AsyncClient) -> None:
    made = (await client.post("/api/v1/tokens", json=NEW)).json()
    listed = (await client.get("/api/v1/tokens")).json()["tokens"]
    assert [each["id"] for each in listed] == [made["id"]]
    assert "token" not in listed[0]
    header = {"authorization": f"Bearer {made['token']}"}
    assert (await client.get("/api/v1/auth/me", headers=header)).json()["name"] == "Local owner"
    assert (await client.delete(f"/api/v1/tokens/{made['id']}")).status_code == 204
    assert (await client.get("/api/v1/auth/me", headers=header)).status_code == 401


async def test_a_reading_token_writes_nothing(client: httpx.AsyncClient) -> None:
    header = await _token(client, "read")
    assert (await client.get("/api/v1/strategies", headers=header)).status_code == 200
    refused = await client.post("/api/v1/strategies", json={"dsl": {}}, headers=header)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "scope_missing")
    assert "write" in refused.json()["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/tokens"), ("GET", "/tokens"), ("GET", "/approvals"), ("POST", "/llm-platform/configs")],
)
async def test_the_widest_token_makes_no_tokens_approves_nothing_and_sets_no_keys(
    client: httpx.AsyncClient, method: str, path: str
) -> None:
    header = await _token(client, "trade:paper")
    refused = await client.request(method, f"/api/v1{path}", json=NEW, headers=header)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "signed_in_person_needed")


@pytest.mark.parametrize(
    "wrong",
    [
        {"scopes": []},
        {"scopes": ["admin"]},
        {"expires_in_days": 0},
        {"expires_in_days": 4000},
        {"name": " "},
        {"user_id": "x"},
    ],
)
async def test_a_token_that_cannot_be_made_says_why(client: httpx.AsyncClient, wrong: dict[str, object]) -> None:
    refused = await client.post("/api/v1/tokens", json=NEW | wrong)
    assert refused.status_code == 400
    assert refused.json()["error"]["message"]


@pytest.fixture
async def desk(demo_at_home: Path) -> AsyncIterator[TradingDesk]:
    async with open_trading_desk() as desk:
        yield desk


async def test_a_trading_token_runs_paper_and_never_turns_a_switch_off(desk: TradingDesk) -> None:
    made = await desk.said("/tokens", NEW | {"scopes": ["trade:paper"]}, 201)
    header = f"Bearer {made['token']}"
    asked = await desk.asking()
    overriding = await desk.refused("/deployments", asked, 403, authorization=header)
    assert overriding["code"] == "person_needed"
    deployment = await desk.said("/deployments", asked, 201)
    started = await desk.said(f"/deployments/{deployment['id']}/start", None, authorization=header)
    assert started["state"] == "running"
    await desk.said("/switches/me", {"is_on": True, "reason": "a test"}, authorization=header)
    refused = await desk.refused("/switches/me", {"is_on": False, "reason": "a test"}, 403, authorization=header)
    assert refused["code"] == "person_needed"


async def test_live_money_is_out_of_a_tokens_reach(desk: TradingDesk) -> None:
    made = await desk.said("/tokens", NEW | {"scopes": ["trade:paper"]}, 201)
    asked = await desk.asking(mode="live", override=None)
    refused = await desk.refused("/deployments", asked, 403, authorization=f"Bearer {made['token']}")
    assert refused["code"] == "person_needed"
