"""Every row of one kind as it was known, in one query: for questions about the whole market."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import func, or_, select

from packages.domain.market_data.rows import FinancialFact, Row
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.market_rows import MarketRow, from_json, kind_of

SomeRow = TypeVar("SomeRow", bound=Row)


async def rows_of_kind(database: Database, kind: type[SomeRow], as_of: datetime) -> Sequence[SomeRow]:
    """The latest revision of each that was known at the instant, in the order of days."""
    known = select(MarketRow.id, func.max(MarketRow.revision).label("revision")).where(
        MarketRow.kind == kind_of(kind), MarketRow.known_at <= as_of
    )
    latest = known.group_by(MarketRow.id).subquery()
    same = (MarketRow.id == latest.c.id) & (MarketRow.revision == latest.c.revision)
    wanted = select(MarketRow.json).join(latest, same).order_by(MarketRow.day, MarketRow.id)
    return await database.run_read(
        lambda connection: [from_json(kind, text) for text in connection.scalars(wanted).all()]
    )


async def history_of_items(database: Database, items: Sequence[str], as_of: datetime) -> Sequence[FinancialFact]:
    """Every revision of these lines of all reports that was known at the instant. An id names the line, so that no row
    is read for another."""
    named = [MarketRow.id.contains(f":{item}:", autoescape=True) for item in items]
    wanted = (
        select(MarketRow.json)
        .where(MarketRow.kind == kind_of(FinancialFact), MarketRow.known_at <= as_of, or_(*named))
        .order_by(MarketRow.day, MarketRow.id, MarketRow.revision)
    )
    return await database.run_read(
        lambda connection: [from_json(FinancialFact, text) for text in connection.scalars(wanted).all()]
    )
