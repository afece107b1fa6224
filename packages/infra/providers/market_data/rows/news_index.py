"""The full-text index over stored news: every revision of every text, cut into tokens."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import Index, String, Text, UniqueConstraint, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.market_data.rows import WHOLE_MARKET, NewsItem
from packages.infra.db.base import Base, insert_missing

_LONGEST_TOKEN = 64
_LONGEST_TEXT = 20_000
_MOST_IN_A_QUESTION = 32
# Chinese, Japanese and Korean: written without spaces, so a pair of characters stands for a word.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = rf"(?:(?![{_CJK}])[^\W_])+"
_PIECE = re.compile(rf"(?P<run>[{_CJK}]+)|(?P<word>{_WORD}(?:[.\-=^]{_WORD})*)")
_JOINT = re.compile(r"[.\-=^]")
_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_EMPTY_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by for from has have how in is it its of on or s that the this to was were what when "
        "which who will with 的 了 和 与 及 在 是",
    )
)


def is_chinese(text: str) -> bool:
    return _CHINESE.search(text) is not None


def tokens_of_text(*texts: str) -> list[str]:
    """Every token by which a text can be found, each once: also single characters, and the parts of `000001.sz`."""
    found: dict[str, None] = {}
    for text in texts:
        for run, word in _pieces(text[:_LONGEST_TEXT]):
            found.update(dict.fromkeys((*run, *_pairs(run)) if run else (word, *_JOINT.split(word))))
    return [token for token in found if len(token) <= _LONGEST_TOKEN]


def tokens_of_question(text: str) -> list[str]:
    """The tokens that a fitting text should carry, each once; a symbol stays whole, empty words are left out."""
    found: dict[str, None] = {}
    for run, word in _pieces(text):
        if run:
            found.update(dict.fromkeys(_pairs(run) or [run]))
        else:
            found.update(dict.fromkeys([word] if _is_whole(word) else _JOINT.split(word)))
    asked = [token for token in found if len(token) <= _LONGEST_TOKEN]
    return ([token for token in asked if token not in _EMPTY_WORDS] or asked)[:_MOST_IN_A_QUESTION]


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    plain = unicodedata.normalize("NFKC", text).lower()
    return ((match["run"] or "", match["word"] or "") for match in _PIECE.finditer(plain))


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _is_whole(word: str) -> bool:
    """`000001.sz`, `demo8-usd` and `3.5` mean something only as a whole; `year-on-year` does not."""
    return "." in word or any(character.isdigit() for character in word)


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
    tokens = [*tokens_of_text(news.title, news.text, str(news.symbol or "")), month_token(news.published_at)]
    return {
        "row_id": news.id,
        "revision": revision,
        "subject": str(news.symbol or WHOLE_MARKET),
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
