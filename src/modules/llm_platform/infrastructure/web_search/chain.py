"""The desk's web search: vendors in the order of the language, then the desk's own news."""

from collections.abc import Sequence
from dataclasses import replace

import structlog

from packages.core.messages import Message, joined, message
from packages.infra.db.search_tokens import is_chinese
from src.modules.llm_platform.domain.search import SearchFault, SearchQuery, SearchResults, SearchUnavailable
from src.modules.llm_platform.infrastructure.web_search.cache import NamedSearch

_log = structlog.get_logger(__name__)


class WebSearch:
    """Asks one after the other until one finds something. `chinese` and `other` hold the same providers, each in its
    own order."""

    def __init__(self, chinese: Sequence[NamedSearch], other: Sequence[NamedSearch]) -> None:
        self._chinese = tuple(chinese)
        self._other = tuple(other)

    async def search(self, query: SearchQuery) -> SearchResults:
        """Nothing found anywhere is an empty result; raises `SearchUnavailable` when nobody could search."""
        notes: list[str] = []
        said: list[Message] = []
        answered: SearchResults | None = None
        for provider in self._chinese if is_chinese(query.text) else self._other:
            try:
                results = await provider.search(query)
            except SearchFault as fault:
                _log.warning("web_search_failed", provider=provider.name, error=fault.code)
                notes.append(fault.message)
                said.append(fault.said)
                continue
            notes += [results.degraded] if results.degraded else []
            answered = replace(results, degraded=" ".join(notes))
            if answered.hits:
                return answered
        if answered is None:
            notes_said = joined(said) if said else message("llm_platform.no_search_provider")
            raise SearchUnavailable("llm_platform.no_search", notes=notes_said)
        return answered if not notes else replace(answered, degraded=" ".join(notes))

    async def aclose(self) -> None:
        for provider in self._chinese:
            await provider.aclose()
