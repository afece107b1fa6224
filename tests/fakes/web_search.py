"""A web search over pages that a test makes up."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from src.modules.llm_platform.domain.search import SearchFault, SearchHit, SearchQuery, SearchResults
from src.modules.llm_platform.infrastructure.web_search.found import page_id, without_repeats
from tests.servers.search_server import Page


@dataclass
class InMemoryWebSearch:
    """Keeps to the rules of the port. `faults` are raised first, one for each search; `asked` is what was asked."""

    pages: Sequence[Page] = ()
    name: str = "fake"
    degraded: str = ""
    faults: list[SearchFault] = field(default_factory=list)
    asked: list[SearchQuery] = field(default_factory=list)
    closed: bool = False

    async def search(self, query: SearchQuery) -> SearchResults:
        self.asked.append(query)
        if self.faults:
            raise self.faults.pop(0)
        hits = without_repeats(_hit(page, query) for page in self.pages if _fits(page, query))
        return SearchResults(provider=self.name, hits=tuple(hits[: query.limit]), degraded=self.degraded)

    async def aclose(self) -> None:
        self.closed = True


def _fits(page: Page, query: SearchQuery) -> bool:
    if page.published_at is None or page.published_at > query.as_of or not page.mentions(query.text):
        return False
    return query.since is None or page.published_at >= query.since


def _hit(page: Page, query: SearchQuery) -> SearchHit:
    return SearchHit(
        id=page_id(page.url),
        title=page.title,
        url=page.url,
        text=page.text,
        source="fake",
        published_at=page.published_at,
        known_at=page.published_at or query.as_of,
    )
