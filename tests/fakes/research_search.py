"""A search over texts that a test makes up, which can fail, and can show that all questions were asked at once."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from packages.core.errors import Unavailable
from src.modules.research.domain.brief import NewsDocument
from src.modules.research.domain.ports import FoundDocuments, SearchRequest

PUBLISHED = datetime(2025, 12, 20, 9, tzinfo=UTC)


def document(
    name: str,
    title: str,
    text: str = "",
    *,
    published_at: datetime | None = PUBLISHED,
    source: str = "demo",
    known_at: datetime | None = None,
    topic: str = "",
) -> NewsDocument:
    return NewsDocument(
        tag=f"news:{name}:{source}",
        topic=topic,
        title=title,
        text=text,
        url=f"https://news.example.com/{name}",
        source=source,
        published_at=published_at,
        known_at=known_at or published_at or PUBLISHED,
    )


@dataclass
class InMemorySearch:
    """`by_topic` are the texts that a search for the topic finds; `failing` are topics that nobody answers."""

    by_topic: Mapping[str, Sequence[NewsDocument]] = field(default_factory=dict)
    failing: Iterable[str] = ()
    degraded: str = ""
    asked: list[SearchRequest] = field(default_factory=list)

    async def find(self, search: SearchRequest) -> FoundDocuments:
        self.asked.append(search)
        if search.topic in self.failing:
            raise Unavailable(f"Nobody searches for {search.topic} now: try again later.")
        told = [one for one in self.by_topic.get(search.topic, ()) if one.known_at <= search.as_of]
        return FoundDocuments(tuple(replace(one, topic=search.topic) for one in told), self.degraded)


@dataclass
class WaitingSearch:
    """Answers only when as many questions wait as there are topics."""

    topics: int
    waiting: int = 0
    all_here: asyncio.Event = field(default_factory=asyncio.Event)

    async def find(self, search: SearchRequest) -> FoundDocuments:
        self.waiting += 1
        if self.waiting == self.topics:
            self.all_here.set()
        async with asyncio.timeout(60):
            await self.all_here.wait()
        return FoundDocuments((document(search.topic, f"演示星河制造 {search.topic}"),))
