"""The changed worlds of an audit, and what each of them leaves as it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from packages.core.messages import Message, message, word
from packages.domain.evidence.experts import EXPERTS
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import (
    CalendarEvent,
    CorporateAction,
    Estimate,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.symbols import Symbol


class WorldKind(StrEnum):
    """What is different."""

    EARNINGS_FLIPPED = "earnings_flipped"
    PRICES_REVERSED = "prices_reversed"
    ANONYMISED = "anonymised"
    EXPERT_SILENCED = "expert_silenced"


@dataclass(frozen=True, slots=True)
class ChangedWorld:
    """One change; `expert` is who is silenced, and None elsewhere."""

    kind: WorldKind
    expert: str | None = None


WORLDS = (
    ChangedWorld(WorldKind.EARNINGS_FLIPPED),
    ChangedWorld(WorldKind.PRICES_REVERSED),
    ChangedWorld(WorldKind.ANONYMISED),
    *(ChangedWorld(WorldKind.EXPERT_SILENCED, expert) for expert in EXPERTS),
)


def world_title(world: ChangedWorld) -> Message:
    if world.expert is not None:
        return message("audit.without_expert", expert=word("expert_name", world.expert))
    return word("audit_world", world.kind)


class RowChange:
    """How the rows of a world differ from the stored ones. This one changes nothing; a world overrides what it turns.
    `real_…` lead from a question in the world to the stored rows, the others from stored rows into the world."""

    def __init__(self, symbol: Symbol) -> None:
        self.symbol = symbol

    def real_symbol(self, symbol: Symbol) -> Symbol:
        return symbol

    def real_instant(self, at: datetime) -> datetime:
        return at

    def real_day(self, day: date) -> date:
        return day

    def real_text(self, text: str) -> str:
        return text

    def instrument(self, row: Instrument) -> Instrument:
        return row

    def bars(self, series: BarSeries, actions: Sequence[CorporateAction]) -> BarSeries:
        return series

    def actions(self, rows: Sequence[CorporateAction]) -> Sequence[CorporateAction]:
        return rows

    def statuses(self, rows: Sequence[StatusPeriod]) -> Sequence[StatusPeriod]:
        return rows

    def facts(self, rows: Sequence[FinancialFact]) -> Sequence[FinancialFact]:
        return rows

    def valuations(self, rows: Sequence[Valuation], prices: BarSeries | None) -> Sequence[Valuation]:
        """`prices`: split-adjusted, over the days of the rows; None where there are none."""
        return rows

    def news(self, rows: Sequence[NewsItem]) -> Sequence[NewsItem]:
        return [row for row in rows if self.keeps(f"{row.title}\n{row.text}")]

    def macro(self, rows: Sequence[MacroPoint]) -> Sequence[MacroPoint]:
        return rows

    def estimates(self, rows: Sequence[Estimate]) -> Sequence[Estimate]:
        return rows

    def events(self, rows: Sequence[CalendarEvent]) -> Sequence[CalendarEvent]:
        return [row for row in rows if self.keeps(row.title)]

    def memberships(self, rows: Sequence[Membership]) -> Sequence[Membership]:
        return rows

    def keeps(self, text: str) -> bool:
        """False for a text on the company that would give the change away."""
        return True

    def text(self, text: str) -> str:
        return text

    def reference(self, row_id: str) -> str:
        return row_id

    def address(self, url: str) -> str:
        return url

    def instant(self, at: datetime) -> datetime:
        return at

    def day(self, day: date) -> date:
        return day
