"""What an audit needs from the world."""

from datetime import date
from typing import Protocol

from packages.core.messages import Language
from packages.domain.market_data.symbols import Symbol
from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.worlds import ChangedWorld


class ResearchDesk(Protocol):
    """Five experts, a debate and a judge, on one instrument on one day; nothing that they say is stored."""

    async def base(self) -> WorldAnswers:
        """In the world as it is. Raises `UnknownSymbol` where nothing is known of the instrument."""
        ...

    async def answers(self, world: ChangedWorld) -> WorldAnswers | None:
        """None where the world cannot be made, such as another name for a pair of currencies."""
        ...

    async def profit_sign(self) -> int:
        """Of the newest profit that was known: 1, -1, or 0 where there is none."""
        ...


class OpenDesk(Protocol):
    """Opens the desk for one audit, on behalf of its owner."""

    def __call__(self, owner_id: str, symbol: Symbol, day: date, language: Language) -> ResearchDesk: ...
