"""From where a request is said to come: what a proxy says counts where the keeper of the desk trusts that proxy."""

import httpx
import pytest
from fastapi import FastAPI, Request

from apps.cli.server import ParleyServer
from packages.settings.base import WrongSetting, read
from packages.settings.server import ServerSettings

FORGED = {"x-forwarded-for": "203.0.113.9"}


@pytest.mark.parametrize(
    ("trusted", "peer", "seen"),
    [
        ("", "127.0.0.1", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", "203.0.113.9"),
        ("10.0.0.0/8", "127.0.0.1", "127.0.0.1"),
    ],
)
async def test_the_address_of_a_caller(trusted: str, peer: str, seen: str) -> None:
    app = FastAPI()

    @app.get("/")
    async def place(request: Request) -> str:
        return request.client.host if request.client else ""

    config = ParleyServer(app, ServerSettings(trusted_proxies=trusted)).config
    config.load()
    transport = httpx.ASGITransport(config.loaded_app, client=(peer, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://desk") as client:
        assert (await client.get("/", headers=FORGED)).json() == seen


def test_a_proxy_that_is_no_address_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_TRUSTED_PROXIES", "proxy.lan")
    with pytest.raises(WrongSetting, match="PARLEY_TRUSTED_PROXIES"):
        read(ServerSettings)
