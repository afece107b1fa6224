"""A vendor that is spoken to over plain HTTP: one question, one answer, and its failures in our words."""

from collections.abc import Mapping
from typing import Any

from packages.core.errors import ParleyError
from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.infra.providers.market_data.vendors.translation import NONSENSE

_SOCKET_TIMEOUT_SECONDS = 20.0
_LARGEST_ANSWER = 64 * 1024 * 1024


class HttpVendor:
    """`url` is the vendor's address without a path; `headers` go with every question."""

    def __init__(self, name: str, url: str, headers: Mapping[str, str] | None = None) -> None:
        self._name = name
        self._url = url.rstrip("/")
        self._headers = dict(headers or {})

    async def json(self, path: str, what: str, query: Mapping[str, str] | None = None) -> Any:
        import json

        text = await self.text(path, what, query)
        try:
            return json.loads(text)
        except NONSENSE as error:
            raise self.unreadable(error) from error

    async def text(self, path: str, what: str, query: Mapping[str, str] | None = None) -> str:
        """`what` is named where the vendor has nothing of it."""
        import httpx2  # loaded when the first question is asked

        from packages.infra.providers.outbound import http_client

        try:
            async with http_client(headers=self._headers, timeout=_SOCKET_TIMEOUT_SECONDS) as client:
                answer = await client.get(f"{self._url}{path}", params=dict(query or {}))
        except (httpx2.HTTPError, OSError) as error:
            raise ProviderDown(
                "market_data.vendor_unreachable", vendor=self._name, error=type(error).__name__
            ) from error
        if answer.status_code != 200:
            raise self._refusal(answer.status_code, answer.headers.get("retry-after", ""), what)
        if len(answer.content) > _LARGEST_ANSWER:
            raise ProviderDown("market_data.vendor_unreadable", vendor=self._name, error="too large")
        return str(answer.text)

    def nothing(self, what: str) -> NoData:
        return NoData("market_data.vendor_has_nothing", vendor=self._name, what=what)

    def unreadable(self, error: Exception) -> ProviderDown:
        return ProviderDown("market_data.vendor_unreadable", vendor=self._name, error=str(error)[:100])

    def _refusal(self, status: int, pause: str, what: str) -> ParleyError:
        if status in (400, 404, 422):
            return self.nothing(what)
        if status in (401, 402, 403):
            return ProviderRefused("market_data.vendor_refused", vendor=self._name, status=status)
        details = {"retry_after_seconds": int(pause)} if pause.isdigit() else {}
        return ProviderDown("market_data.vendor_status", vendor=self._name, status=status, details=details)
