"""Where an address may lead that a guest of the desk named: resolved, checked, and called at what was checked."""

from collections.abc import Sequence
from ipaddress import ip_address

import httpx2
import pytest

from packages.infra.providers.outbound import (
    Address,
    AddressNotPublic,
    OutboundRules,
    PublicOnlyTransport,
    http_client,
)
from tests.servers.model_server import ModelServer
from tests.servers.steps import Reply

_LIMITS = httpx2.Limits()
PRIVATE = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1", "100.64.0.1", "0.0.0.0"]


class _Names:
    """A resolver of one name, which may lead elsewhere each time it is asked for."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[str, int]] = []

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        self.asked.append((host, port))
        return [ip_address(each) for each in self._answers[min(len(self.asked), len(self._answers)) - 1]]


def _port(server: ModelServer) -> int:
    return httpx2.URL(server.root).port or 0


async def _asked(url: str, rules: OutboundRules) -> httpx2.Response:
    async with http_client(timeout=5.0, transport=PublicOnlyTransport(rules, _LIMITS)) as client:
        return await client.post(url, json={})


@pytest.mark.parametrize("inner", PRIVATE)
async def test_a_name_that_leads_to_a_machine_of_ones_own_network_is_not_called(inner: str) -> None:
    async with ModelServer(Reply()) as server:
        with pytest.raises(AddressNotPublic, match=r"models\.example\.org"):
            await _asked(f"http://models.example.org:{_port(server)}/v1", OutboundRules(resolve=_Names([inner])))
        assert server.requests == []


async def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(AddressNotPublic):
        await _asked("http://models.example.org/", OutboundRules(resolve=_Names(["93.184.215.14", "127.0.0.1"])))


async def test_a_name_without_an_address_is_refused() -> None:
    with pytest.raises(AddressNotPublic):
        await _asked("http://models.example.org/", OutboundRules(resolve=_Names([])))


async def test_a_server_that_the_keeper_allows_is_called_by_its_name_at_the_address_that_was_checked() -> None:
    async with ModelServer(Reply()) as server:
        allowed = frozenset({f"models.example.org:{_port(server)}"})
        names = _Names(["127.0.0.1"], ["203.0.113.9"])
        answer = await _asked(f"http://models.example.org:{_port(server)}/v1/responses", OutboundRules(allowed, names))
        assert answer.status_code == 200
        assert server.last.headers["host"] == f"models.example.org:{_port(server)}"
        assert names.asked == [("models.example.org", _port(server))]


async def test_another_port_of_an_allowed_server_is_not_allowed() -> None:
    rules = OutboundRules(frozenset({"models.example.org:11434"}), _Names(["127.0.0.1"]))
    with pytest.raises(AddressNotPublic):
        await _asked("http://models.example.org:22/", rules)


async def test_the_next_address_is_tried_where_nobody_listens_at_the_first() -> None:
    async with ModelServer(Reply()) as server:
        allowed = frozenset({f"models.example.org:{_port(server)}"})
        rules = OutboundRules(allowed, _Names(["::1", "127.0.0.1"]))
        assert (await _asked(f"http://models.example.org:{_port(server)}/v1/responses", rules)).status_code == 200


async def test_a_proxy_of_the_environment_does_not_resolve_for_us(monkeypatch: pytest.MonkeyPatch) -> None:
    async with ModelServer(Reply()) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url)
        with pytest.raises(AddressNotPublic):
            await _asked("http://models.example.org/", OutboundRules(resolve=_Names(["127.0.0.1"])))
        assert proxy.requests == []


@pytest.mark.parametrize(
    ("url", "may"),
    [
        ("https://models.example.org/v1", True),
        ("http://127.0.0.1:11434/v1", False),
        ("http://ollama.lan:11434/v1", True),
        ("http://ollama.lan:8080/v1", False),
    ],
)
def test_what_may_be_named_is_public_or_allowed(url: str, may: bool) -> None:
    assert OutboundRules(frozenset({"ollama.lan:11434"})).may_be_named(url) is may
