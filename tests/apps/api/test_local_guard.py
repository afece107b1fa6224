"""In local mode a foreign page, a foreign name or a foreign machine cannot drive the desk."""

from itertools import product
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from apps.api.main import create_app
from packages.settings.base import WrongSetting

OWN = "http://127.0.0.1:8000"
ME = "/api/v1/auth/me"


async def test_the_machines_own_names_are_answered(client: httpx.AsyncClient) -> None:
    hosts = ("127.0.0.1:8000", "localhost:8000", "localhost", "[::1]:8000")
    statuses = {host: (await client.get(ME, headers={"host": host})).status_code for host in hosts}
    assert statuses == dict.fromkeys(hosts, 200)


async def test_another_name_is_refused(client: httpx.AsyncClient) -> None:
    hosts = ("evil.example", "127.0.0.1.evil.example", "evil.example:8000", "", "192.168.1.5")
    told = {host: await client.get(ME, headers={"host": host}) for host in hosts}
    assert {host: each.status_code for host, each in told.items()} == dict.fromkeys(hosts, 403)
    assert {each.json()["error"]["code"] for each in told.values()} == {"foreign_caller"}


async def test_a_page_from_elsewhere_is_refused(client: httpx.AsyncClient) -> None:
    origins = ("https://evil.example", "null", "http://localhost:3000", "file://", "http://127.0.0.1:8001")
    asked = tuple(product(("GET", "POST"), origins))
    statuses = {
        (method, origin): (await client.request(method, ME, headers={"origin": origin})).status_code
        for method, origin in asked
    }
    assert statuses == dict.fromkeys(asked, 403)


async def test_the_desks_own_page_is_answered(client: httpx.AsyncClient) -> None:
    assert (await client.get(ME, headers={"origin": OWN})).status_code == 200


async def test_an_image_on_a_foreign_page_is_refused_but_a_link_works(client: httpx.AsyncClient) -> None:
    image = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert (await client.get(ME, headers=image)).status_code == 403
    assert (await client.get(ME, headers=link)).status_code == 200


async def test_another_machine_is_refused_whatever_it_says(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app, client=("203.0.113.9", 4711))
    async with httpx.AsyncClient(transport=transport, base_url=OWN) as stranger:
        assert (await stranger.get(ME)).status_code == 403


async def test_a_public_url_without_passwords_never_starts(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_PUBLIC_URL", "https://desk.example.org")
    app = create_app()
    with pytest.raises(WrongSetting, match="PARLEY_AUTH_MODE=password"):
        async with app.router.lifespan_context(app):
            pass


@pytest.mark.usefixtures("password_mode")
async def test_in_password_mode_any_name_is_answered_because_a_token_is_needed(
    client: httpx.AsyncClient,
) -> None:
    assert (await client.get("/healthz", headers={"host": "desk.example.org"})).status_code == 200
