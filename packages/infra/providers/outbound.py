"""The one door out: HTTP clients are opened here; an address that a guest named is resolved, checked and pinned."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

import httpx2

from packages.infra.providers.certificates import trusted_certificates
from packages.infra.providers.public_addresses import is_public_address, public_http_url

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]
OnResponse = Callable[[httpx2.Response], Awaitable[None]]
_DEFAULT_PORTS = {"http": 80, "https": 443}


class AddressNotPublic(httpx2.ConnectError):
    """The name leads to a machine that is not on the public internet."""


def http_client(
    *,
    timeout: httpx2.Timeout | float | None,
    base_url: str = "",
    headers: Mapping[str, str] | None = None,
    limits: httpx2.Limits | None = None,
    on_response: Sequence[OnResponse] = (),
    transport: httpx2.AsyncBaseTransport | None = None,
) -> httpx2.AsyncClient:
    """Follows no redirect, so that neither a key nor a question goes anywhere else."""
    given: dict[str, Any] = {} if limits is None else {"limits": limits}
    return httpx2.AsyncClient(
        timeout=timeout,
        base_url=base_url,
        headers=dict(headers or {}),
        event_hooks={"response": list(on_response)},
        transport=transport,
        follow_redirects=False,
        verify=trusted_certificates(),
        **given,
    )


def blocking_client(
    *,
    timeout: float,
    base_url: str,
    headers: Mapping[str, str] | None = None,
    transport: httpx2.BaseTransport | None = None,
) -> httpx2.Client:
    """The same for a script, which waits for each answer."""
    return httpx2.Client(
        timeout=timeout,
        base_url=base_url,
        headers=dict(headers or {}),
        transport=transport,
        follow_redirects=False,
        verify=trusted_certificates(),
    )


async def resolved(host: str, port: int) -> Sequence[Address]:
    """All addresses of a name, in the order in which they are to be tried."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ip_address(str(where[0]).partition("%")[0]) for *_, where in found))


@dataclass(frozen=True, slots=True)
class OutboundRules:
    """Where the addresses that guests name may lead: to the public internet, and to `private_servers` (`host:port`),
    which the keeper of the desk allows."""

    private_servers: frozenset[str] = frozenset()
    resolve: Resolve = resolved

    def may_be_named(self, url: str) -> bool:
        """Whether an address can be meant well; where its name leads is asked when it is called."""
        return public_http_url(url) or self._is_allowed(httpx2.URL(url))

    async def addresses(self, url: httpx2.URL) -> Sequence[Address]:
        """Where to connect; raises `AddressNotPublic` when any address of the name is not public."""
        try:
            found = await self.resolve(url.host, _port(url))
        except OSError as error:
            raise httpx2.ConnectError(str(error)) from error
        if not found or not (self._is_allowed(url) or all(map(is_public_address, found))):
            raise AddressNotPublic(url.host)
        return found

    def _is_allowed(self, url: httpx2.URL) -> bool:
        return f"{url.host}:{_port(url)}" in self.private_servers


class PublicOnlyTransport(httpx2.AsyncBaseTransport):
    """Connects to an address that was checked, not to a name that may lead elsewhere the next time it is asked for."""

    def __init__(self, rules: OutboundRules, limits: httpx2.Limits) -> None:
        self._rules = rules
        self._inner = httpx2.AsyncHTTPTransport(verify=trusted_certificates(), limits=limits, trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        *others, last = await self._rules.addresses(request.url)
        for address in others:
            try:
                return await self._inner.handle_async_request(_pinned(request, address))
            except httpx2.ConnectError:
                continue
        return await self._inner.handle_async_request(_pinned(request, last))

    async def aclose(self) -> None:
        await self._inner.aclose()


def _pinned(request: httpx2.Request, address: Address) -> httpx2.Request:
    """The same request to one address; the certificate is still held against the name, and `Host` names it."""
    return httpx2.Request(
        request.method,
        request.url.copy_with(host=str(address)),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )


def _port(url: httpx2.URL) -> int:
    return url.port or _DEFAULT_PORTS.get(url.scheme, 0)
