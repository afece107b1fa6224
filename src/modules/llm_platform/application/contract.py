"""What other contexts use besides the service: call scopes, web search, reading of structured answers."""

from src.modules.llm_platform.application.ports import IWebSearchProvider
from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.ledger import CallScope
from src.modules.llm_platform.domain.search import Freshness, SearchHit, SearchQuery, SearchResults
from src.modules.llm_platform.domain.structured.reading import Shape, read_structured, retry_prompt

__all__ = [
    "CallScope",
    "Freshness",
    "IWebSearchProvider",
    "ModelOutputUnusable",
    "SearchHit",
    "SearchQuery",
    "SearchResults",
    "Shape",
    "read_structured",
    "retry_prompt",
]
