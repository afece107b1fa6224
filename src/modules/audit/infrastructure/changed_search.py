"""Searches as a changed world answers them: asked in the words of the real one, answered in its own."""

from dataclasses import dataclass, replace

from packages.domain.market_data.symbols import parse_symbol
from src.modules.audit.domain.worlds import RowChange
from src.modules.llm_platform.application.contract import IWebSearchProvider, SearchHit, SearchQuery, SearchResults


@dataclass(frozen=True, slots=True)
class ChangedSearch(IWebSearchProvider):
    """A text on the company that would give the change away is not found."""

    search_in: IWebSearchProvider
    change: RowChange

    async def search(self, query: SearchQuery) -> SearchResults:
        symbol = str(self.change.real_symbol(parse_symbol(query.symbol))) if query.symbol else query.symbol
        asked = replace(
            query, text=self.change.real_text(query.text), as_of=self.change.real_instant(query.as_of), symbol=symbol
        )
        found = await self.search_in.search(asked)
        return replace(found, hits=tuple(self._hit(hit) for hit in found.hits if self._kept(hit, query)))

    def _kept(self, hit: SearchHit, query: SearchQuery) -> bool:
        return query.symbol is None or self.change.keeps(f"{hit.title}\n{hit.text}")

    def _hit(self, hit: SearchHit) -> SearchHit:
        change = self.change
        return replace(
            hit,
            id=change.reference(hit.id),
            title=change.text(hit.title),
            text=change.text(hit.text),
            url=change.address(hit.url),
            published_at=change.instant(hit.published_at) if hit.published_at is not None else None,
            known_at=change.instant(hit.known_at),
        )
