"""Web search, as other contexts ask for it."""

from src.modules.llm_platform.application.ports import IWebSearchProvider
from src.modules.llm_platform.domain.search import Freshness, SearchQuery, SearchResults

__all__ = ["Freshness", "IWebSearchProvider", "SearchQuery", "SearchResults"]
