"""Asks a search vendor over HTTP: with a time limit, a few more tries where they may help, and faults by name."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from packages.core.clock import Clock
from packages.core.messages import message
from src.modules.llm_platform.domain.search import (
    SearchBusy,
    SearchFault,
    SearchGarbled,
    SearchRefused,
    SearchUnreachable,
)

if TYPE_CHECKING:
    import httpx2

_LARGEST_ANSWER = 4_000_000
_LONGEST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Tries:
    """Waits double, with jitter; a vendor's own wish counts up to `longest` seconds. The timeout is for one try."""

    most: int = 3
    first: float = 0.5
    longest: float = 8.0
    timeout_seconds: float = 12.0

    def wait(self, fault: SearchFault, tried: int, chance: random.Random) -> float | None:
        """Seconds until the next try; None when there should be none."""
        if not fault.retryable or tried >= self.most:
            return None
        if fault.retry_after is not None:
            return fault.retry_after if fault.retry_after <= self.longest else None
        return min(self.longest, self.first * 2.0 ** (tried - 1)) * (0.5 + chance.random() / 2)


_TRIES = Tries()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vendor:
    """Who is asked. `setting`: where the person put the key."""

    name: str
    base_url: str
    key: SecretStr
    setting: str


class VendorApi:
    """One vendor's door; close it with `aclose()`."""

    def __init__(
        self,
        vendor: Vendor,
        clock: Clock,
        tries: Tries = _TRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: random.Random | None = None,
    ) -> None:
        self._vendor = vendor
        self._clock = clock
        self._tries = tries
        self._sleep = sleep
        self._chance = chance or random.Random()  # noqa: S311 - spreads tries out, guards nothing
        self._client: httpx2.AsyncClient | None = None

    async def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """The answer, a JSON object; raises `SearchFault`s and nothing else of its own."""
        tried = 0
        while True:
            tried += 1
            try:
                return await self._ask(path, body)
            except SearchFault as fault:
                wait = self._tries.wait(fault, tried, self._chance)
                if wait is None:
                    raise
            await self._sleep(wait)

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    def fault(self, status: int, words: str, retry_after: float | None = None) -> SearchFault:
        """What a status means, in words without the key."""
        name = self._vendor.name
        said = " ".join(words.replace(self._vendor.key.get_secret_value(), "…").split())[:_LONGEST_WORDS]
        if status in (401, 403):
            return SearchRefused("llm_platform.search_key_refused", name=name, setting=self._vendor.setting, said=said)
        if status in (402, 432, 433):
            return SearchRefused("llm_platform.search_plan_used_up", setting=self._vendor.setting, name=name, said=said)
        if status == 429:
            return SearchBusy("llm_platform.search_busy", name=name, retry_after=retry_after)
        if status >= 500 or status == 408:
            return SearchBusy("llm_platform.search_failed", name=name, status=status, retry_after=retry_after)
        return SearchRefused("llm_platform.search_refused", name=name, status=status, said=said)

    def garbled(self, what: str) -> SearchGarbled:
        return SearchGarbled("llm_platform.search_unreadable", vendor=self._vendor.name, what=message(what))

    async def _ask(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        import httpx2

        try:
            async with asyncio.timeout(self._tries.timeout_seconds):
                status, headers, content = await self._send(path, body)
        except (TimeoutError, httpx2.TimeoutException) as error:
            seconds = f"{self._tries.timeout_seconds:g}"
            raise SearchUnreachable("llm_platform.answer_timeout", model=self._vendor.name, seconds=seconds) from error
        except httpx2.HTTPError as error:
            why = type(error).__name__
            raise SearchUnreachable("llm_platform.search_unreachable", vendor=self._vendor.name, why=why) from error
        if status != 200:
            words = content.decode(errors="replace")
            raise self.fault(status, words, _retry_after(headers.get("retry-after"), self._clock.now()))
        return self._object(content)

    async def _send(self, path: str, body: Mapping[str, object]) -> "tuple[int, httpx2.Headers, bytes]":
        from packages.infra.providers.outbound import http_client

        if self._client is None:
            self._client = http_client(base_url=self._vendor.base_url, timeout=None)
        authorization = {"authorization": f"Bearer {self._vendor.key.get_secret_value()}"}
        async with self._client.stream("POST", path, json=body, headers=authorization) as response:
            content = bytearray()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > _LARGEST_ANSWER:
                    raise self.garbled("llm_platform.answer_too_large")
            return response.status_code, response.headers, bytes(content)

    def _object(self, content: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(content)
        except ValueError as error:
            raise self.garbled("llm_platform.answer_not_json") from error
        if not isinstance(answer, dict):
            raise self.garbled("llm_platform.answer_not_object")
        return answer


def text_in(item: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that holds a text; empty when none does."""
    return next((item[name].strip() for name in names if isinstance(item.get(name), str) and item[name].strip()), "")


def _retry_after(header: str | None, now: datetime) -> float | None:
    """Seconds to wait, from a number or a date."""
    if header is None:
        return None
    if header.strip().isascii() and header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, (parsedate_to_datetime(header) - now).total_seconds())
    except (ValueError, TypeError):
        return None
