"""Rows of market data in the SQL database, as JSON of each kind: only ever added, and read as of an instant in one
place."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple, TypeVar

from pydantic import TypeAdapter
from sqlalchemy import Connection, Date, Index, Select, String, Text, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.market_data.door import refuse_implausible
from packages.domain.market_data.rows import (
    WHOLE_MARKET,
    CalendarEvent,
    CorporateAction,
    Estimate,
    FinancialFact,
    FundingRate,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)
from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database

_BATCH = 500
_KINDS: dict[type[Row], str] = {
    Instrument: "instrument",
    CorporateAction: "action",
    FinancialFact: "fact",
    Valuation: "valuation",
    NewsItem: "news",
    MacroPoint: "macro",
    Estimate: "estimate",
    FundingRate: "funding",
    CalendarEvent: "event",
    Membership: "member",
    StatusPeriod: "status",
}

SomeRow = TypeVar("SomeRow", bound=Row)


class MarketRow(Base):
    """One version of one row. What is reported differently later is a further revision, known from then on."""

    __tablename__ = "market_rows"
    __table_args__ = (Index("ix_market_rows_kind_subject_day", "kind", "subject", "day"),)

    id: Mapped[str] = mapped_column(String(300), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(20))
    subject: Mapped[str] = mapped_column(String(60))
    day: Mapped[date] = mapped_column(Date)
    known_at: Mapped[datetime]
    recorded_at: Mapped[datetime]
    digest: Mapped[str] = mapped_column(String(64))
    json: Mapped[str] = mapped_column(Text)


class SqlMarketRows:
    """Adds rows and reads them back as they were known."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, rows: Iterable[Row], recorded_at: datetime) -> int:
        """How many were new or reported differently; the same reported again changes nothing."""
        added = 0
        waiting = list(rows)
        for row in waiting:
            refuse_implausible(row)
        for start in range(0, len(waiting), _BATCH):
            async with self._database.write() as session:
                added += await _add_batch(session, waiting[start : start + _BATCH], recorded_at)
        return added

    async def read(
        self, kind: type[SomeRow], subject: str, as_of: datetime, since: date | None = None
    ) -> Sequence[SomeRow]:
        """The latest revision known at `as_of` of each row, in the order of days."""
        wanted = _latest(is_recent=since is not None)
        asked = {"kind": kind_of(kind), "subject": subject, "as_of": as_of, "since": since}
        return await self._database.run_read(
            lambda connection: [from_json(kind, text) for text in connection.scalars(wanted, asked)]
        )

    async def read_history(self, kind: type[SomeRow], subject: str, as_of: datetime) -> Sequence[SomeRow]:
        """Every revision known at `as_of` of each row, in the order of days, the older revision first."""
        wanted = (
            select(MarketRow.json)
            .where(MarketRow.kind == kind_of(kind), MarketRow.subject == subject, MarketRow.known_at <= as_of)
            .order_by(MarketRow.day, MarketRow.id, MarketRow.revision)
        )
        return await self._database.run_read(
            lambda connection: [from_json(kind, text) for text in connection.scalars(wanted)]
        )

    async def subjects(self, kind: type[Row]) -> Sequence[str]:
        """What there are rows of this kind about."""
        wanted = select(MarketRow.subject).where(MarketRow.kind == kind_of(kind)).distinct().order_by(MarketRow.subject)
        return await self._database.run_read(lambda connection: list(connection.scalars(wanted)))

    async def find(
        self, kind: type[SomeRow], text: str, limit: int, as_of: datetime | None = None
    ) -> Sequence[SomeRow]:
        """Rows that contain the text anywhere, in any case; the newest revision of each, or the newest known then."""
        escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        wanted = select(MarketRow.id, MarketRow.json).where(
            MarketRow.kind == kind_of(kind), MarketRow.json.ilike(f"%{escaped}%", escape="\\")
        )
        if as_of is not None:
            wanted = wanted.where(MarketRow.known_at <= as_of)
        best = wanted.order_by(MarketRow.id, MarketRow.revision).limit(limit)

        def work(connection: Connection) -> list[SomeRow]:
            newest = {row.id: row.json for row in connection.execute(best)}
            return [from_json(kind, text) for text in newest.values()]

        return await self._database.run_read(work)


@cache
def _latest(*, is_recent: bool) -> Select[str]:
    """The JSON of the rows that `SqlMarketRows.read` asks for. Put together once: it takes longer than most reads."""
    known = select(MarketRow.id, func.max(MarketRow.revision).label("revision")).where(
        MarketRow.kind == bindparam("kind"),
        MarketRow.subject == bindparam("subject"),
        MarketRow.known_at <= bindparam("as_of"),
    )
    if is_recent:
        known = known.where(MarketRow.day >= bindparam("since"))
    latest = known.group_by(MarketRow.id).subquery()
    same = (MarketRow.id == latest.c.id) & (MarketRow.revision == latest.c.revision)
    return select(MarketRow.json).join(latest, same).order_by(MarketRow.day, MarketRow.id)


async def _add_batch(session: AsyncSession, rows: Sequence[Row], recorded_at: datetime) -> int:
    stored = await _stored(session, [row.id for row in rows])
    fresh: list[tuple[Row, int, str]] = []
    for row in rows:
        digest = digest_of(row)
        last = stored.get(row.id)
        if last is None or digest != last.digest:
            revision = 1 if last is None else last.revision + 1
            stored[row.id] = _LastRevision(revision, digest, to_json(row))
            fresh.append((_as_known(row, last, recorded_at), revision, digest))
    if fresh:
        from packages.infra.providers.market_data.rows.news_index import (
            index_news,  # who only reads rows does without its word tables
        )

        await insert_missing(session, MarketRow, [_values(*one, recorded_at) for one in fresh])
        await index_news(session, [(row, revision) for row, revision, _ in fresh if isinstance(row, NewsItem)])
    return len(fresh)


class _LastRevision(NamedTuple):
    """The newest revision of a row."""

    revision: int
    digest: str
    json: str


def _as_known(row: Row, last: _LastRevision | None, recorded_at: datetime) -> Row:
    """What a source reports differently later was not known before it did. An instrument that says the same and was
    only known for longer, as the bars of an older file show, is not reported differently."""
    if last is None:
        return row
    if isinstance(row, Instrument) and replace(from_json(Instrument, last.json), known_at=row.known_at) == row:
        return row
    return replace(row, known_at=max(row.known_at, recorded_at))


def _values(row: Row, revision: int, digest: str, recorded_at: datetime) -> dict[str, object]:
    subject, day = place_of(row)
    return {
        "id": row.id,
        "revision": revision,
        "kind": kind_of(type(row)),
        "subject": subject,
        "day": day,
        "known_at": row.known_at,
        "recorded_at": recorded_at,
        "digest": digest,
        "json": to_json(row),
    }


async def _stored(session: AsyncSession, ids: Sequence[str]) -> dict[str, _LastRevision]:
    """The newest revision of each id."""
    columns = (MarketRow.id, MarketRow.revision, MarketRow.digest, MarketRow.json)
    rows = await session.execute(select(*columns).where(MarketRow.id.in_(ids)).order_by(MarketRow.revision))
    return {row.id: _LastRevision(row.revision, row.digest, row.json) for row in rows}


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    """Made on first use: a backtest reads two kinds of rows, and making an adapter takes longer than reading them."""
    return TypeAdapter(next(row_type for row_type, name in _KINDS.items() if name == kind))


def kind_of(row_type: type[Row]) -> str:
    return _KINDS[row_type]


def to_json(row: Row) -> str:
    return _adapter(kind_of(type(row))).dump_json(row).decode()


def from_json(row_type: type[SomeRow], text: str) -> SomeRow:
    row: SomeRow = _adapter(kind_of(row_type)).validate_json(text)
    return row


def digest_of(row: Row) -> str:
    """The same for two rows exactly when they say the same."""
    return hashlib.sha256(to_json(row).encode()).hexdigest()


def place_of(row: Row) -> tuple[str, date]:
    """What a row is about, and the day by which it is ordered."""
    match row:
        case Instrument():
            return str(row.symbol), row.known_at.date()
        case CorporateAction():
            return str(row.symbol), row.ex_date
        case FinancialFact() | Estimate():
            return str(row.symbol), row.period_end
        case Valuation() | CalendarEvent():
            return str(row.symbol or WHOLE_MARKET), row.day
        case FundingRate():
            return str(row.symbol), row.paid_at.date()
        case NewsItem():
            return str(row.symbol or WHOLE_MARKET), row.published_at.date()
        case MacroPoint():
            return row.series, row.period_end
        case Membership():
            return row.index, row.since
        case StatusPeriod():
            return str(row.symbol), row.since
        case _:
            raise TypeError(f"{type(row).__name__} is no kind of row that is stored")
