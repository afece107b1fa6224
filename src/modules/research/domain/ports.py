"""What research needs from the world."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

from packages.domain.evidence.findings import GroundingFinding
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.staleness import MarketCalendar
from packages.domain.market_data.symbols import Market
from src.modules.research.domain.brief import Brief, NewsDocument
from src.modules.research.domain.points import Point

Opinion = TypeVar("Opinion", bound=BaseModel)
Engine = Literal["rules", "llm"]


@dataclass(frozen=True, slots=True)
class Draft(Generic[Opinion]):
    """An opinion with how it came about: what the analyst was asked, and what it answered, word for word. `removed`:
    how many sentences were taken out for lack of evidence. `points`: what rules know of their sentences."""

    opinion: Opinion
    engine: Engine
    asked: str
    answered: str
    removed: int = 0
    points: tuple[Point, ...] = ()


class Analyst(Protocol[Opinion]):
    """Who reasons over a brief: a model, or rules. `complaints` are what was wrong with numbers of the last draft."""

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[Opinion]: ...


class MarketData(Protocol):
    """Market data, as of an instant."""

    def view(self, as_of: datetime) -> MarketView: ...

    async def companies(self, as_of: datetime) -> Mapping[str, Sequence[str]]:
        """The names, in both languages, of all companies that were known at the instant, by symbol."""
        ...

    async def listed(self, as_of: datetime) -> Sequence[Instrument]:
        """All instruments that were known at the instant."""
        ...

    def calendar(self, market: Market) -> MarketCalendar: ...

    def now(self) -> datetime: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """One question to the web or to the stored news. `topic` is the dimension that it serves. `stored_only`: the web
    knows nothing of it, as of an invented company."""

    topic: str
    text: str
    symbol: str | None
    as_of: datetime
    stored_only: bool = False


@dataclass(frozen=True, slots=True)
class FoundDocuments:
    """What a search brought; `degraded` says what went wrong on the way, empty when nothing did."""

    documents: tuple[NewsDocument, ...]
    degraded: str = ""


class WebSearch(Protocol):
    """Looks things up. Raises `packages.core.errors.Unavailable` when nobody answers."""

    async def find(self, search: SearchRequest) -> FoundDocuments: ...
