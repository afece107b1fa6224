"""Remembers what a provider found, for as long as the question's freshness allows; one search at a time for a key."""

import asyncio
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Protocol
from weakref import WeakValueDictionary

from pydantic import TypeAdapter
from sqlalchemy import String, Text, delete, func, select
from sqlalchemy.orm import Mapped, mapped_column

from packages.core.clock import Clock
from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.requests import fingerprint
from src.modules.llm_platform.domain.search import Freshness, SearchQuery, SearchResults
from src.modules.llm_platform.infrastructure.web_search.found import as_asked_now, is_live

_LASTS = {
    Freshness.DAY: timedelta(minutes=30),
    Freshness.WEEK: timedelta(hours=2),
    Freshness.MONTH: timedelta(hours=12),
    Freshness.YEAR: timedelta(hours=24),
    Freshness.ANY: timedelta(hours=24),
}
_results: TypeAdapter[SearchResults] = TypeAdapter(SearchResults)


class SearchCacheRow(Base):
    """What one provider found for one question."""

    __tablename__ = "search_cache"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    provider: Mapped[str] = mapped_column(String(40))
    stored_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    json: Mapped[str] = mapped_column(Text)


class NamedSearch(Protocol):
    """A web search that can say who it is, and be closed."""

    @property
    def name(self) -> str: ...

    async def search(self, query: SearchQuery) -> SearchResults: ...

    async def aclose(self) -> None: ...


class CachedSearch:
    """A provider that is not asked the same twice while its answer is fresh; faults are not remembered."""

    def __init__(self, provider: NamedSearch, database: Database, clock: Clock) -> None:
        self._provider = provider
        self._database = database
        self._clock = clock
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def name(self) -> str:
        return self._provider.name

    async def search(self, query: SearchQuery) -> SearchResults:
        key = cache_key(self.name, query, self._clock.now())
        async with self._asking.setdefault(key, asyncio.Lock()):
            results = await self._load(key)
            if results is None:
                results = await self._provider.search(query)
                await self._store(key, query, results)
        return as_asked_now(results, query, self._clock.now())

    async def purge(self) -> int:
        """Forgets what is no longer fresh; how many answers that were."""
        async with self._database.write() as session:
            stale = SearchCacheRow.expires_at <= self._clock.now()
            count = await session.scalar(select(func.count()).select_from(SearchCacheRow).where(stale))
            await session.execute(delete(SearchCacheRow).where(stale))
        return count or 0

    async def aclose(self) -> None:
        await self._provider.aclose()

    async def _load(self, key: str) -> SearchResults | None:
        fresh = SearchCacheRow.expires_at > self._clock.now()
        async with self._database.read() as session:
            json = await session.scalar(select(SearchCacheRow.json).where(SearchCacheRow.key == key, fresh))
        return None if json is None else _results.validate_json(json)

    async def _store(self, key: str, query: SearchQuery, results: SearchResults) -> None:
        now = self._clock.now()
        row = {
            "key": key,
            "provider": self.name,
            "stored_at": now,
            "expires_at": now + _LASTS[query.freshness],
            "json": _results.dump_json(results).decode(),
        }
        async with self._database.write() as session:
            stale = (SearchCacheRow.key == key) | (SearchCacheRow.expires_at <= now)
            await session.execute(delete(SearchCacheRow).where(stale))
            await insert_missing(session, SearchCacheRow, [row])


def cache_key(provider: str, query: SearchQuery, now: datetime) -> str:
    """The same for questions whose answers may be shared; `as_asked_now` takes out what a sharer may not know."""
    words = " ".join(unicodedata.normalize("NFKC", query.text).casefold().split())
    return fingerprint([provider, words, query.freshness, query.limit, query.symbol, _time_slot(query, now)])


def _time_slot(query: SearchQuery, now: datetime) -> str:
    if not is_live(query, now):
        return f"day {query.as_of.astimezone(UTC).date()}"
    return f"live {int(query.as_of.timestamp() // _LASTS[query.freshness].total_seconds())}"
