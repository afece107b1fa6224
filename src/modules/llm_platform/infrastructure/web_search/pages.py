"""Reads pages of the public web, and only of it: every address is checked, also those behind names and redirects."""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from packages.core.errors import Unavailable
from src.modules.llm_platform.infrastructure.web_search.page_text import readable_text
from src.modules.llm_platform.infrastructure.web_search.public_addresses import (
    PUBLIC_PORTS,
    PrivateAddress,
    PublicUrl,
    is_public_address,
    parse_public_url,
)

if TYPE_CHECKING:
    import httpx2

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TEXT_TYPES = re.compile(r"text/(html|plain|markdown|xml|csv)|application/(xhtml\+xml|json|xml)", re.IGNORECASE)


class PageUnavailable(Unavailable):
    """The page could not be read."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how much a page may be, and how often it may send the reader on."""

    seconds: float = 20.0
    most_bytes: int = 2_000_000
    redirects: int = 5
    ports: frozenset[int] = PUBLIC_PORTS


_LIMITS = Limits()


async def resolve_by_system(host: str, port: int) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class PublicPages:
    """Sends no cookie and no key, uses no proxy, and connects to the very address that was checked."""

    def __init__(
        self,
        resolve: Resolve = resolve_by_system,
        transport: "httpx2.AsyncBaseTransport | None" = None,
        limits: Limits = _LIMITS,
    ) -> None:
        self._resolve = resolve
        self._transport = transport
        self._limits = limits

    async def fetch(self, url: str) -> str:
        """The text of the page; raises `PrivateAddress` or `PageUnavailable`."""
        import httpx2

        try:
            async with asyncio.timeout(self._limits.seconds):
                return await self._follow(url)
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise PageUnavailable("llm_platform.page_too_slow", seconds=f"{self._limits.seconds:g}") from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise PageUnavailable("llm_platform.page_not_fetched", error=type(error).__name__) from error

    async def _follow(self, url: str) -> str:
        for _ in range(self._limits.redirects + 1):
            address = parse_public_url(url, self._limits.ports)
            page, location = await self._get(address, await self._checked(address))
            if location is None:
                return page
            url = urljoin(url, location)
        raise PageUnavailable("llm_platform.too_many_redirects", times=self._limits.redirects)

    async def _checked(self, url: PublicUrl) -> IPv4Address | IPv6Address:
        """The address to connect to: none of those behind the name may be an inner one."""
        try:
            found = [ip_address(each.partition("%")[0]) for each in await self._resolve(url.host, url.port)]
        except (OSError, ValueError) as error:
            raise PageUnavailable("llm_platform.host_not_resolved", host=url.host) from error
        if not found:
            raise PageUnavailable("llm_platform.host_without_address", host=url.host)
        if not all(is_public_address(address) for address in found):
            raise PrivateAddress("llm_platform.host_not_public", host=url.host)
        return min(found, key=lambda address: address.version)

    async def _get(self, url: PublicUrl, address: IPv4Address | IPv6Address) -> tuple[str, str | None]:
        import httpx2

        number = f"[{address}]" if address.version == 6 else str(address)
        headers = {
            "host": url.host if url.is_default_port else f"{url.host}:{url.port}",
            "user-agent": "Parley",
            "accept": "text/html, text/plain;q=0.9, */*;q=0.1",
            "accept-encoding": "identity",
        }
        transport = self._transport or httpx2.AsyncHTTPTransport(trust_env=False)
        async with httpx2.AsyncClient(transport=transport, timeout=None, trust_env=False) as client:
            request = client.build_request(
                "GET",
                f"{url.scheme}://{number}:{url.port}{url.target}",
                headers=headers,
                extensions={"sni_hostname": url.host},
            )
            response = await client.send(request, stream=True, follow_redirects=False)
            try:
                return await self._read(response)
            finally:
                await response.aclose()

    async def _read(self, response: "httpx2.Response") -> tuple[str, str | None]:
        location = response.headers.get("location")
        if response.status_code in _REDIRECTS and location:
            return "", location
        if response.status_code != 200:
            raise PageUnavailable("llm_platform.page_status", status=response.status_code)
        content_type = response.headers.get("content-type", "")
        if not _TEXT_TYPES.match(content_type) or response.headers.get("content-encoding", "identity") != "identity":
            raise PageUnavailable("llm_platform.page_not_text")
        content = bytearray()
        async for chunk in response.aiter_raw():
            content += chunk
            if len(content) > self._limits.most_bytes:
                raise PageUnavailable("llm_platform.page_too_large", bytes=self._limits.most_bytes)
        return readable_text(bytes(content), content_type), None
