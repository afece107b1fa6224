"""News and calendar dates from a file."""

import hashlib
import re
from datetime import tzinfo
from functools import partial

from packages.domain.market_data.rows import CalendarEvent, EventKind, NewsItem, Row
from packages.domain.market_data.sessions import day_is_over
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.files.cells import read_instant
from packages.infra.providers.market_data.files.figures import rows_by_line
from packages.infra.providers.market_data.files.news_clock import PUBLISHED, clock_of_news, mostly_chinese
from packages.infra.providers.market_data.files.reading import FileReading, Unreadable
from packages.infra.providers.market_data.files.tables import TableLine

_KINDS = (
    (EventKind.EARNINGS, r"earning|results|财报|业绩|年报|季报|中报|披露"),
    (EventKind.DIVIDEND, r"dividend|ex-date|分红|派息|除权|除息"),
    (EventKind.MEETING, r"meeting|agm|股东大会|业绩说明会|投资者"),
    (EventKind.UNLOCK, r"unlock|lock-?up|解禁"),
    (EventKind.INDEX, r"index|rebalanc|指数|成分|调样"),
    (EventKind.POLICY, r"policy|fomc|fed\b|central bank|会议纪要|政策|央行|利率决议|政治局"),
    (EventKind.MACRO, r"macro|cpi|ppi|pmi|gdp|payroll|宏观|物价|社融|就业"),
)  # fmt: skip


def news_rows(reading: FileReading) -> list[Row]:
    if not reading.has("published") and reading.has("day", "filed"):
        reading.guess("news_by_day")
    return rows_by_line(reading, partial(_news, zone=clock_of_news(reading)))


def _news(reading: FileReading, line: TableLine, *, zone: tzinfo) -> Row:
    title = reading.cell(line, "title")
    if not title:
        raise Unreadable("title")
    symbol = reading.symbol_or_none(line)
    role = next((role for role in PUBLISHED if reading.cell(line, role)), None)
    if role is None:
        raise Unreadable("day")
    market = Market.CN_STOCKS if symbol is None else symbol.market
    published = read_instant(reading.cell(line, role), market, reading.writing(role), zone)
    if published is None:
        raise Unreadable("day")
    url = reading.cell(line, "url")
    identity = f"{symbol or ''}|{url or f'{published}|{title}'}"
    return NewsItem(
        source=reading.options.source,
        known_at=published,
        key=hashlib.sha256(identity.encode()).hexdigest()[:20],
        symbol=symbol,
        published_at=published,
        language=reading.cell(line, "language") or ("zh" if mostly_chinese(title) else "en"),
        title=title,
        text=reading.cell(line, "text"),
        url=url,
    )


def calendar_rows(reading: FileReading) -> list[Row]:
    if not reading.has("filed", "published", "declared"):
        reading.guess("calendar_of_today")
    return rows_by_line(reading, _event)


def _event(reading: FileReading, line: TableLine) -> Row:
    title = reading.cell(line, "title", "event")
    if not title:
        raise Unreadable("title")
    symbol = reading.symbol_or_none(line)
    market = Market.CN_STOCKS if symbol is None else symbol.market
    filed_on = reading.day_or_none(line, "filed", "published", "declared")
    return CalendarEvent(
        source=reading.options.source,
        known_at=reading.now if filed_on is None else day_is_over(market, filed_on),
        symbol=symbol,
        day=reading.day(line, "day", "period"),
        kind=_kind(reading.cell(line, "kind"), title),
        title=title,
    )


def _kind(stated: str, title: str) -> EventKind:
    plain = stated.strip().lower()
    if plain in list(EventKind):
        return EventKind(plain)
    words = f"{plain} {title.lower()}"
    return next((kind for kind, pattern in _KINDS if re.search(pattern, words)), EventKind.OTHER)
