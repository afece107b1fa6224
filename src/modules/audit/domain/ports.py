"""What an audit needs from the world."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from packages.core.messages import Language
from packages.domain.market_data.symbols import Symbol
from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.worlds import ChangedWorld


class ResearchPipeline(Protocol):
    """Five experts, a debate and a judge, on one instrument on one day; nothing that they say is stored."""

    async def base(self) -> WorldAnswers:
        """In the world as it is. Raises `UnknownSymbol` where nothing is known of the instrument."""
        ...

    async def answers(self, world: ChangedWorld) -> WorldAnswers | None:
        """None where the world cannot be made, such as another name for a pair of currencies."""
        ...

    async def judged_again(self, *, anonymous: bool) -> float | None:
        """The probability of one more verdict on what experts and debate last said in the world as it is; `anonymous`:
        on the same words with the names and dates replaced. None where there is no call, or no other name."""
        ...

    async def profit_sign(self) -> int:
        """Of the newest profit that was known: 1, -1, or 0 where there is none."""
        ...


class OpenPipeline(Protocol):
    """Opens the pipeline for one audit, on behalf of its owner."""

    def __call__(self, owner_id: str, symbol: Symbol, day: date, language: Language) -> ResearchPipeline: ...


@dataclass(frozen=True, slots=True)
class ListedAudit:
    """An audit under the id of its job."""

    id: str
    owner_id: str
    symbol: str
    created_at: datetime


class AuditList(Protocol):
    """Which audits there are; what each found is with its job."""

    async def add(self, audit: ListedAudit) -> None:
        """Leaves one that is there as it is."""
        ...

    async def newest(self, owner_id: str, limit: int, symbol: str | None = None) -> Sequence[str]:
        """The ids of an owner's audits, or of those of one instrument, newest first."""
        ...
