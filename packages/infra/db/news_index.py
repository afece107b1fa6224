"""The full-text index over stored news: every revision of every text, cut into tokens when it is stored."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Index, String, Text, UniqueConstraint, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.market_data.rows import NewsItem
from packages.infra.db.base import Base
from packages.infra.db.market_row_json import place_of
from packages.infra.db.search_tokens import tokens_of_text
from packages.infra.db.upsert import insert_missing

# On SQLite a virtual table and what FTS5 keeps beside it, on PostgreSQL a tsvector column and its GIN index: made by
# the migration in the words of each database, so that they cannot be compared with what is declared.
FULL_TEXT = "news_fts"


class NewsIndexRow(Base):
    """One revision of one text. `superseded_at`: from when on a later revision was known."""

    __tablename__ = "news_index"
    __table_args__ = (
        UniqueConstraint("row_id", "revision"),
        Index("ix_news_index_subject_published_at", "subject", "published_at"),
    )

    number: Mapped[int] = mapped_column(primary_key=True)
    row_id: Mapped[str] = mapped_column(String(300))
    revision: Mapped[int]
    subject: Mapped[str] = mapped_column(String(60))
    published_at: Mapped[datetime]
    known_at: Mapped[datetime]
    superseded_at: Mapped[datetime | None]
    tokens: Mapped[str] = mapped_column(Text)


def is_declared(name: str | None, _kind: str, _parents: object) -> bool:
    """For Alembic's `include_name`: whether the metadata should know this table, column or index."""
    return not (name or "").startswith(FULL_TEXT)


def index_values(news: NewsItem, revision: int) -> dict[str, object]:
    """What the index keeps of a text; each token stands between spaces."""
    subject, _ = place_of(news)
    tokens = [*tokens_of_text(news.title, news.text, str(news.symbol or "")), month_token(news.published_at)]
    return {
        "row_id": news.id,
        "revision": revision,
        "subject": subject,
        "published_at": news.published_at,
        "known_at": news.known_at,
        "superseded_at": None,
        "tokens": f" {' '.join(tokens)} ",
    }


def month_token(at: datetime) -> str:
    """Lets the full-text index narrow a stretch of time by itself; no text can contain it."""
    return f"@{at:%Y%m}"


async def index_news(session: AsyncSession, revisions: Sequence[tuple[NewsItem, int]]) -> None:
    """Adds texts as they were stored (with the `known_at` of the revision), in the transaction that stores them."""
    if not revisions:
        return
    await insert_missing(session, NewsIndexRow, [index_values(news, revision) for news, revision in revisions])
    for news, revision in revisions:
        if revision > 1:
            await _supersede(session, news, revision)


async def _supersede(session: AsyncSession, news: NewsItem, revision: int) -> None:
    row = NewsIndexRow
    earlier = (row.row_id == news.id) & (row.revision < revision)
    open_until_later = row.superseded_at.is_(None) | (row.superseded_at > news.known_at)
    await session.execute(update(row).where(earlier, open_until_later).values(superseded_at=news.known_at))
