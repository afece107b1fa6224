"""Accounts over HTTP."""

import httpx
import pytest

ANN = {"email": "ann@example.org", "password": "correct horse battery"}


def _bearer(pair: httpx.Response) -> dict[str, str]:
    return {"authorization": f"Bearer {pair.json()['access_token']}"}


async def test_in_local_mode_a_request_without_a_token_is_the_owners(client: httpx.AsyncClient) -> None:
    me = await client.get("/api/v1/auth/me")
    assert me.status_code == 200
    assert me.json()["name"] == "Local owner"
    assert me.json()["email"] is None
    assert (await client.get("/api/v1/about")).json()["owner"] == me.json()


async def test_in_local_mode_accounts_still_work(client: httpx.AsyncClient) -> None:
    pair = await client.post("/api/v1/auth/register", json=ANN)
    assert pair.status_code == 201
    assert set(pair.json()) == {"access_token", "refresh_token", "token_type", "expires_in", "user"}
    me = await client.get("/api/v1/auth/me", headers=_bearer(pair))
    assert me.json()["email"] == "ann@example.org"


async def test_the_mode_of_the_desk_is_that_of_who_asks(client: httpx.AsyncClient) -> None:
    ann = _bearer(await client.post("/api/v1/auth/register", json=ANN))
    model = {"alias": "mine", "model": "qwen3", "base_url": "http://localhost:11434/v1"}
    assert await _mode(client, ann) == "rules"
    added = await client.post("/api/v1/llm-platform/configs", json=model, headers=ann)
    assert added.status_code == 201, added.text
    assert (await _mode(client, ann), await _mode(client, {})) == ("llm", "rules")
    await client.patch("/api/v1/llm-platform/configs/mine", json={"enabled": False}, headers=ann)
    assert await _mode(client, ann) == "rules"
    assert await _mode(client, {"authorization": "Bearer spent"}) == "rules"


async def _mode(client: httpx.AsyncClient, headers: dict[str, str]) -> str:
    return str((await client.get("/api/v1/about", headers=headers)).raise_for_status().json()["desk_mode"])


@pytest.mark.usefixtures("password_mode")
async def test_in_password_mode_a_request_without_a_token_is_nobodys(client: httpx.AsyncClient) -> None:
    about = (await client.get("/api/v1/about")).json()
    assert (about["auth_mode"], about["owner"]) == ("password", None)
    for path in ("/api/v1/auth/me", "/api/v1/jobs"):
        assert (await client.get(path)).status_code == 401


@pytest.mark.usefixtures("password_mode")
async def test_the_whole_life_of_a_session(client: httpx.AsyncClient) -> None:
    await client.post("/api/v1/auth/register", json=ANN | {"name": "Ann 安"})
    pair = await client.post("/api/v1/auth/login", json=ANN)
    assert (await client.get("/api/v1/auth/me", headers=_bearer(pair))).json()["name"] == "Ann 安"
    renewed = await client.post("/api/v1/auth/refresh", json={"refresh_token": pair.json()["refresh_token"]})
    assert renewed.status_code == 200
    left = await client.post("/api/v1/auth/logout", json={"refresh_token": renewed.json()["refresh_token"]})
    assert (left.status_code, left.content) == (204, b"")
    again = await client.post("/api/v1/auth/refresh", json={"refresh_token": renewed.json()["refresh_token"]})
    assert again.status_code == 401


async def test_registering_twice_is_a_conflict(client: httpx.AsyncClient) -> None:
    await client.post("/api/v1/auth/register", json=ANN)
    second = await client.post("/api/v1/auth/register", json=ANN)
    assert second.status_code == 409
    assert second.json()["error"]["code"] == "email_taken"


async def test_guessing_is_answered_with_429_and_how_long_to_wait(client: httpx.AsyncClient) -> None:
    await client.post("/api/v1/auth/register", json=ANN)
    guesses = [await client.post("/api/v1/auth/login", json=ANN | {"password": "wrong"}) for _ in range(6)]
    assert [guess.status_code for guess in guesses] == [401] * 5 + [429]
    assert guesses[-1].headers["retry-after"] == "1"


@pytest.mark.usefixtures("password_mode")
async def test_a_person_sees_and_ends_where_they_are_signed_in(client: httpx.AsyncClient) -> None:
    here = _bearer(await client.post("/api/v1/auth/register", json=ANN, headers={"user-agent": "a laptop"}))
    there = _bearer(await client.post("/api/v1/auth/login", json=ANN, headers={"user-agent": "a phone"}))
    listed = (await client.get("/api/v1/auth/sessions", headers=here)).json()["sessions"]
    assert sorted((each["device"], each["is_current"]) for each in listed) == [("a laptop", True), ("a phone", False)]
    phone = next(each["id"] for each in listed if not each["is_current"])
    assert (await client.delete(f"/api/v1/auth/sessions/{phone}", headers=here)).status_code == 204
    assert (await client.get("/api/v1/auth/me", headers=there)).status_code == 401
    assert (await client.delete(f"/api/v1/auth/sessions/{phone}", headers=here)).status_code == 404
    assert (await client.post("/api/v1/auth/logout-everywhere", headers=here)).status_code == 204
    assert (await client.get("/api/v1/auth/me", headers=here)).status_code == 401


@pytest.mark.usefixtures("password_mode")
async def test_a_password_is_changed_by_who_knows_it_and_a_weak_one_is_refused(client: httpx.AsyncClient) -> None:
    here = _bearer(await client.post("/api/v1/auth/register", json=ANN))

    async def change(current: str, new: str) -> int:
        body = {"current_password": current, "new_password": new}
        return (await client.post("/api/v1/auth/password", json=body, headers=here)).status_code

    assert await change("a wrong password", "a staple of batteries") == 403
    assert await change(ANN["password"], "1234567890") == 400
    assert await change(ANN["password"], "a staple of batteries") == 204
    assert (await client.post("/api/v1/auth/login", json=ANN)).status_code == 401


async def test_the_owner_without_a_password_is_told_so(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/auth/sessions")).json() == {"sessions": []}
    body = {"current_password": "", "new_password": "a staple of batteries"}
    refused = await client.post("/api/v1/auth/password", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_password")
