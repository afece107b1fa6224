"""What is asked of a web search and what it finds.

Invalid
└── BadSearch                the question cannot be asked like this
Unavailable
└── SearchUnavailable        nobody could search; the message says why, for each who was asked
    └── SearchFault          one provider could not; `retryable` says whether another try may help
        ├── SearchBusy       too many questions, or it failed inside; `retry_after` in seconds where it said so
        ├── SearchUnreachable  no connection, or nothing came in time
        ├── SearchRefused    it will not take this key or this question: final
        └── SearchGarbled    its answer cannot be read
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from packages.core.errors import Invalid, Unavailable
from packages.core.messages import Message

MOST_HITS = 50


class BadSearch(Invalid):
    """The question cannot be asked like this."""


class SearchUnavailable(Unavailable):
    """Nobody could search."""


class SearchFault(SearchUnavailable):
    """One provider could not search."""

    retryable = False

    def __init__(self, said: str | Message, /, *, retry_after: float | None = None, **params: object) -> None:
        super().__init__(said, details=None, **params)
        self.retry_after = retry_after


class SearchBusy(SearchFault):
    """Too many questions, or it failed inside."""

    retryable = True


class SearchUnreachable(SearchFault):
    """No connection, or nothing came in time: somebody else is asked rather than waiting as long again."""


class SearchRefused(SearchFault):
    """It will not take this key or this question."""


class SearchGarbled(SearchFault):
    """Its answer cannot be read."""


class Freshness(StrEnum):
    """How old a result may be."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    ANY = "any"

    @property
    def window(self) -> timedelta | None:
        """None: however old."""
        return _WINDOWS.get(self)


_WINDOWS = {
    Freshness.DAY: timedelta(days=1),
    Freshness.WEEK: timedelta(days=7),
    Freshness.MONTH: timedelta(days=31),
    Freshness.YEAR: timedelta(days=366),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """`as_of`: what was published or known later is not found. `symbol` narrows where a provider can."""

    text: str
    as_of: datetime
    freshness: Freshness = Freshness.MONTH
    limit: int = 10
    symbol: str | None = None

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise BadSearch("llm_platform.nothing_to_search")
        if not 1 <= self.limit <= MOST_HITS:
            raise BadSearch("llm_platform.bad_result_count", count=self.limit, most=MOST_HITS)
        if self.as_of.tzinfo is None:
            raise BadSearch("llm_platform.search_without_zone")

    @property
    def since(self) -> datetime | None:
        """Nothing that was published before; None: however old."""
        window = self.freshness.window
        return None if window is None else self.as_of - window


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """One result. `id` can be cited; `published_at` None: the provider did not say.

    `known_at` is never after the question's `as_of`. Of a page found on the web it is the instant of the search when
    the question was about now, and its date of publication when the question was about the past: nobody knows
    whether such a page was changed since.
    """

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
    """Newest first, without repeats; what has no date comes last. `degraded`: what went wrong on the way, in
    sentences; empty when nothing did."""

    provider: str
    hits: tuple[SearchHit, ...]
    degraded: str = ""
