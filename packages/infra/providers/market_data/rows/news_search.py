"""Finds stored news that was known at an instant and fits a question.

Relevant is a text that carries at least half of the question's tokens, or any of them when it is about the symbol
that was asked for. The newest month is looked through first, then the newest year, then everything, until enough
relevant texts are found. Of these, those are taken that are about the symbol, then those that carry most tokens, then
the newest; they are listed newest first. SQLite answers from FTS5, PostgreSQL from a GIN index over a tsvector.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    case,
    cast,
    column,
    func,
    literal,
    literal_column,
    select,
    table,
    text,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from packages.domain.market_data.rows import WHOLE_MARKET, NewsItem
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.market_rows import MarketRow, from_json
from packages.infra.providers.market_data.rows.news_index import (
    FULL_TEXT,
    NewsIndexRow,
    month_token,
    tokens_of_question,
)

_STRETCHES = (timedelta(days=31), timedelta(days=366))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsQuestion:
    """`since`: nothing that was published before; None: however old. `whole_market`: no company's news answers it."""

    text: str
    as_of: datetime
    limit: int
    since: datetime | None = None
    symbol: str | None = None
    whole_market: bool = False


class NewsSearch:
    """Reads the index; it is kept by whoever stores news."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_sqlite = database.url.is_sqlite

    async def find(self, question: NewsQuestion) -> Sequence[NewsItem]:
        """The latest revision known at `as_of` of each text, newest first."""
        return await self._database.run_read(lambda connection: self._found(connection, question))

    def _found(self, connection: Connection, question: NewsQuestion) -> list[NewsItem]:
        tokens = tokens_of_question(question.text)
        found: list[int] = []
        for stretch in _stretches(question) if tokens else ():
            found = self._numbers(connection, stretch, tokens)
            if len(found) >= question.limit:
                break
        return _texts(connection, found)

    def _numbers(self, connection: Connection, question: NewsQuestion, tokens: Sequence[str]) -> list[int]:
        found = [] if question.symbol is None else _best(connection, self._own(question, tokens), question.limit)
        if len(found) < question.limit:
            found += _best(connection, self._others(question, tokens), question.limit - len(found))
        return found

    def _own(self, question: NewsQuestion, tokens: Sequence[str]) -> Select[int, int]:
        place_in = func.instr if self._is_sqlite else func.strpos
        carried = (case((place_in(NewsIndexRow.tokens, f" {token} ") > 0, 1), else_=0) for token in tokens)
        matched: ColumnElement[int] = sum(carried, start=literal(0, Integer))
        about = NewsIndexRow.subject == question.symbol
        return _known(select(NewsIndexRow.number, matched.label("matched")).where(about, matched >= 1), question)

    def _others(self, question: NewsQuestion, tokens: Sequence[str]) -> Select[int, int]:
        carrying, months = _fts5 if self._is_sqlite else _tsvector, _months(question)
        each = union_all(*(carrying(token, months) for token in tokens)).subquery()
        half = (len(tokens) + 1) // 2
        counted = select(each.c.number, func.count().label("matched")).group_by(each.c.number)
        relevant = counted.having(func.count() >= half).subquery()
        wanted = select(NewsIndexRow.number, relevant.c.matched).join(
            relevant, NewsIndexRow.number == relevant.c.number
        )
        if question.whole_market:
            wanted = wanted.where(NewsIndexRow.subject == WHOLE_MARKET)
        elif question.symbol is not None:
            wanted = wanted.where(NewsIndexRow.subject != question.symbol)
        return _known(wanted, question)


def _stretches(question: NewsQuestion) -> Iterator[NewsQuestion]:
    """The same question about ever longer stretches of time, up to the one that was asked for."""
    for stretch in _STRETCHES:
        since = question.as_of - stretch
        if question.since is None or since > question.since:
            yield replace(question, since=since)
    yield question


def _known(wanted: Select[int, int], question: NewsQuestion) -> Select[int, int]:
    row = NewsIndexRow
    not_superseded = row.superseded_at.is_(None) | (row.superseded_at > question.as_of)
    known = wanted.where(row.known_at <= question.as_of, not_superseded)
    return known if question.since is None else known.where(row.published_at >= question.since)


def _best(connection: Connection, wanted: Select[int, int], limit: int) -> list[int]:
    row = NewsIndexRow
    best = wanted.order_by(text("matched DESC"), row.published_at.desc(), row.row_id).limit(limit)
    return list(connection.scalars(best))


def _texts(connection: Connection, numbers: Sequence[int]) -> list[NewsItem]:
    row = NewsIndexRow
    stored = (MarketRow.id == row.row_id) & (MarketRow.revision == row.revision)
    wanted = select(MarketRow.json).join(row, stored).where(row.number.in_(numbers))
    news = [from_json(NewsItem, json) for json in connection.scalars(wanted)] if numbers else []
    return sorted(news, key=lambda item: (item.published_at, item.id), reverse=True)


def _fts5(token: str, months: Sequence[str]) -> Select[int]:
    match = f'"{token}"'
    if months:
        either = " OR ".join(f'"{month}"' for month in months)
        match = f"({either}) AND {match}"
    full_text = table(FULL_TEXT, column("rowid", Integer))
    asked = literal_column(FULL_TEXT, String).bool_op("MATCH")(literal(match, String))
    return select(full_text.c.rowid.label("number")).where(asked)


def _tsvector(token: str, months: Sequence[str]) -> Select[int]:
    match = f"'{token}'"
    if months:
        either = " | ".join(f"'{month}'" for month in months)
        match = f"({either}) & {match}"
    asked = literal_column(FULL_TEXT).bool_op("@@")(cast(literal(match, String), TSQUERY))
    return select(NewsIndexRow.number).where(asked)


def _months(question: NewsQuestion) -> list[str]:
    """The months of the stretch; none when it is open, or so long that listing them does not pay."""
    if question.since is None or question.as_of - question.since > max(_STRETCHES):
        return []
    days = range((question.as_of - question.since).days + 2)
    return list(dict.fromkeys(month_token(question.since + timedelta(days=day)) for day in days))
