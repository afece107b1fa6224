"""Counterfactual audits over HTTP."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

AUDITS = "/api/v1/audits"
ASKED = {"symbol": "demo5", "as_of": "2024-06-28", "language": "en"}


async def _ended(client: httpx.AsyncClient, audit_id: str, **headers: str) -> dict[str, Any]:
    while True:
        found: dict[str, Any] = (await client.get(f"{AUDITS}/{audit_id}", headers=headers)).json()
        if found["status"] not in ("queued", "running"):
            return found
        await asyncio.sleep(0.2)


async def _signed_up(client: httpx.AsyncClient, name: str) -> dict[str, str]:
    person = {"email": f"{name}@example.com", "password": "correct horse battery", "name": name}
    answer = await client.post("/api/v1/auth/register", json=person)
    return {"authorization": f"Bearer {answer.json()['access_token']}"}


async def test_an_audit_is_kept_and_read_in_the_readers_language(demo_at_home: Path, client: httpx.AsyncClient) -> None:
    started = await client.post(AUDITS, json=ASKED)
    assert started.status_code == 202
    audit = started.json()
    assert (audit["symbol"], audit["day"], audit["report"]) == ("DEMO5", "2024-06-28", None)
    done = await _ended(client, audit["id"], **{"accept-language": "zh"})
    assert done["status"] == "succeeded", done
    assert done["report"]["worlds"][0]["title"] == "盈利正负反转"
    english = await _ended(client, audit["id"], **{"accept-language": "en"})
    assert english["report"]["worlds"][0]["title"] == "Earnings sign flipped"
    listed = (await client.get(AUDITS, params={"symbol": "DEMO5"})).json()["audits"]
    assert [one["id"] for one in listed] == [audit["id"]]
    assert (await client.get(AUDITS, params={"symbol": "DEMO1.SZ"})).json() == {"audits": []}


async def test_the_same_key_is_the_same_audit(client: httpx.AsyncClient) -> None:
    first, again = [(await client.post(AUDITS, json={**ASKED, "idempotency_key": "one"})).json() for _ in range(2)]
    assert first["id"] == again["id"]


@pytest.mark.parametrize("body", [{"symbol": "?!"}, {"symbol": "DEMO5", "as_of": "2999-01-01"}, {"day": "x"}])
async def test_a_bad_question_is_refused(client: httpx.AsyncClient, body: dict[str, str]) -> None:
    assert (await client.post(AUDITS, json=body)).status_code == 400


async def test_an_audit_that_is_not_there_is_a_404(client: httpx.AsyncClient) -> None:
    assert (await client.get(f"{AUDITS}/nobody")).status_code == 404


@pytest.mark.usefixtures("password_mode")
async def test_nobody_sees_the_audits_of_another(client: httpx.AsyncClient) -> None:
    ann, bob = [await _signed_up(client, name) for name in ("ann", "bob")]
    audit = (await client.post(AUDITS, json=ASKED, headers=ann)).json()
    assert (await client.get(f"{AUDITS}/{audit['id']}", headers=bob)).status_code == 404
    assert (await client.get(AUDITS, headers=bob)).json() == {"audits": []}
    assert (await client.get(f"{AUDITS}/{audit['id']}")).status_code == 401
