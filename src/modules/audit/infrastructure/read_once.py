"""Stored rows and searches that are read once in an audit: every world stands on the very same ones."""

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar, TypeVarTuple

from src.modules.llm_platform.application.contract import IWebSearchProvider, SearchQuery, SearchResults

Read = TypeVar("Read")
Asked = TypeVarTuple("Asked")


@dataclass(frozen=True, slots=True)
class ReadMemory:
    """What was read, by the question; a read that failed is tried again."""

    known: dict[Hashable, Any] = field(default_factory=dict)

    async def once(self, read: Callable[[*Asked], Awaitable[Read]], *asked: *Asked) -> Read:
        """The same method of the same reader with the same arguments is the same question."""
        return await self.get((read, *asked), lambda: read(*asked))

    async def get(self, question: Hashable, read: Callable[[], Awaitable[Read]]) -> Read:
        if question not in self.known:
            self.known[question] = await read()
        found: Read = self.known[question]
        return found


@dataclass(frozen=True, slots=True)
class SearchOnce(IWebSearchProvider):
    """The answers of a search; one memory serves the web and the stored news."""

    provider: IWebSearchProvider
    memory: ReadMemory

    async def search(self, query: SearchQuery) -> SearchResults:
        asked = (type(self.provider).__name__, query)
        return await self.memory.get(asked, lambda: self.provider.search(query))
