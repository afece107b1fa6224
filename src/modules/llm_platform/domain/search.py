"""What is asked of a web search and what it finds."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Freshness(StrEnum):
    """How old a result may be."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """`as_of`: what was published or known later is not found. `symbol` narrows where a provider can."""

    text: str
    as_of: datetime
    freshness: Freshness = Freshness.MONTH
    limit: int = 10
    symbol: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """One result. `id` can be cited; `published_at` None: the provider did not say."""

    id: str
    title: str
    url: str
    text: str
    source: str
    published_at: datetime | None
    known_at: datetime
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResults:
    """Newest first, without repeats. `degraded`: what went wrong on the way, in a sentence; empty when nothing did."""

    provider: str
    hits: tuple[SearchHit, ...]
    degraded: str = ""
