"""What judging needs from the world: somebody who judges, a market to ask, and a book to write in."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, Protocol

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.symbols import Symbol
from src.modules.judge.domain.call import Call, CallBookName, CallEntry
from src.modules.judge.domain.case import Case
from src.modules.judge.domain.chain import ChainCheck, ExportedHead
from src.modules.judge.domain.settlement import Settlement
from src.modules.judge.domain.verdict import JudgeOpinion

Engine = Literal["rules", "llm"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """An opinion, and who gave it; `model_alias` None where no model did, or it is not known which."""

    opinion: JudgeOpinion
    engine: Engine
    model_alias: str | None = None


class IJudgeAgentPort(ABC):
    """Somebody who judges a case."""

    @abstractmethod
    async def judge(self, case: Case, complaints: Sequence[str] = ()) -> Judgement:
        """`complaints`: why the opinion given before was sent back."""


@dataclass(frozen=True, slots=True)
class TradingStatus:
    """When an instrument did not trade: stretches of days, both ends counted in (None: still)."""

    suspensions: tuple[tuple[date, date | None], ...]
    delisted_on: date | None

    def suspended_on(self, day: date | None) -> bool:
        return day is not None and any(since <= day <= (until or day) for since, until in self.suspensions)


class JudgeMarket(Protocol):
    """Prices as they were known at an instant."""

    def now(self) -> datetime: ...

    async def bars(
        self, symbol: Symbol, as_of: datetime, start: datetime | None = None, source: str | None = None
    ) -> BarSeries | None:
        """Daily bars with splits and dividends in, from raw closes only; None where there are none."""
        ...

    async def standing(self, symbol: Symbol, as_of: datetime) -> TradingStatus: ...

    async def is_stale(self, symbol: Symbol, last: date, as_of: datetime) -> bool:
        """Whether a last close of this day is too old to judge by at the instant, by the market's calendar."""
        ...

    async def recent_holes(self, bars: BarSeries, as_of: datetime) -> Sequence[Gap]:
        """The sessions that are missing between the last bars, where they are too many to judge by."""
        ...


@dataclass(frozen=True, slots=True)
class CallTally:
    """How many calls an owner has: in all, without a call, settled, given up, and open."""

    entries: int
    no_call: int
    settled: int
    unsettleable: int

    @property
    def open(self) -> int:
        return self.entries - self.no_call - self.settled - self.unsettleable


class CallBook(Protocol):
    """The book: entries are added, numbered and chained for each owner, and never changed."""

    async def append(self, calls: Sequence[Call]) -> Sequence[CallEntry]:
        """All of one owner, in one transaction. A run that has a call already keeps it, and it is given back. The live
        book raises `HorizonOver` for a call that ended before it was made, and `PastResearch` for one on a past day."""
        ...

    async def find(self, owner_id: str, session_id: str) -> CallEntry | None: ...

    async def page(self, owner_id: str, limit: int, before: int | None = None) -> Sequence[CallEntry]:
        """Newest first; only entries numbered below `before`."""
        ...

    async def due(self, day: date, owner_id: str | None = None) -> Sequence[CallEntry]:
        """Calls of all owners (or of one) whose last day is not after `day` and that have no settlement."""
        ...

    async def settle(self, settlements: Sequence[Settlement]) -> int:
        """How many were new; a call that has a settlement keeps it."""
        ...

    async def settlements(self, owner_id: str, call_ids: Sequence[str]) -> dict[str, Settlement]: ...

    async def settled(self, owner_id: str) -> Sequence[tuple[CallEntry, Settlement]]:
        """The calls with an outcome, oldest first."""
        ...

    async def tally(self, owner_id: str) -> CallTally: ...

    async def verify(self, owner_id: str, exported: Sequence[ExportedHead] = ()) -> Sequence[ChainCheck]:
        """The chain of the calls and that of the settlements, also against heads that were exported before."""
        ...

    async def owners(self) -> Sequence[str]:
        """Everybody who has an entry."""
        ...


@dataclass(frozen=True, slots=True)
class CallBooks:
    """The two books, which never mix."""

    live: CallBook
    walk_back: CallBook

    def book(self, name: CallBookName) -> CallBook:
        return self.live if name is CallBookName.LIVE else self.walk_back

    async def find(self, owner_id: str, session_id: str) -> tuple[CallEntry, CallBookName] | None:
        """The call of a run, and the book in which it stands."""
        for name in CallBookName:
            found = await self.book(name).find(owner_id, session_id)
            if found is not None:
                return found, name
        return None


class HeadArchive(Protocol):
    """Where the heads of chains are kept outside of the database: added to, never changed."""

    def heads(self, owner_id: str) -> Sequence[ExportedHead]:
        """Oldest first."""
        ...

    def add(self, heads: Sequence[ExportedHead]) -> int:
        """How many were new; a head is written once a day."""
        ...

    def put(self, head: ExportedHead) -> None:
        """The head of a chain that has just grown, without looking at those before it."""
        ...
