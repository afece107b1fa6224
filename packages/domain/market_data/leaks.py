"""Does a row keep the rule of time: known by the instant of the read, and not before it could be known?

Every row passes here twice: when it is stored (`refuse_implausible`) and when it comes out (`refuse_later`). Each
way in which the future can leak has a name, so that a fault says what it is.
"""

from collections.abc import Iterable
from datetime import date, datetime

import numpy as np

from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.errors import Leak
from packages.domain.market_data.rows import (
    CorporateAction,
    FinancialFact,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    Valuation,
)
from packages.domain.market_data.sessions import bar_known_at, local_day, session_close


def refuse_later(rows: Iterable[Row], as_of: datetime) -> None:
    """Raises `Leak`, by name, for a row that was not known at the instant."""
    for row in rows:
        refuse_implausible(row)
        if row.known_at > as_of:
            raise Leak(
                _name_of_later(row), "market_data.leak_future_row", id=row.id, known_at=row.known_at, as_of=as_of
            )


def refuse_implausible(row: Row) -> None:
    """Raises `Leak`, by name, for a row that claims to have been known before it could be."""
    match row:
        case FinancialFact() if local_day(row.symbol.market, row.known_at) <= row.period_end:
            raise Leak("period_end_as_announcement", "market_data.leak_period_end", id=row.id)
        case MacroPoint() if row.known_at.date() <= row.period_end:
            raise Leak("period_end_as_release", "market_data.leak_period_end", id=row.id)
        case NewsItem() if row.known_at < row.published_at:
            raise Leak("news_date", "market_data.leak_before_published", id=row.id)
        case Valuation() if row.known_at < session_close(row.symbol.market, row.day):
            raise Leak("valuation_before_close", "market_data.leak_before_close", id=row.id)
        case _:
            return


def refuse_later_members(rows: Iterable[Membership], day: date) -> None:
    """Raises `Leak` when the members of a past day include one that joined afterwards."""
    for row in rows:
        if row.since > day:
            raise Leak("membership_of_today", "market_data.leak_joined_later", id=row.id, day=day)


def refuse_later_bars(series: BarSeries, as_of: datetime) -> None:
    """Raises `Leak` for bars that were not over, or not known, at the instant."""
    columns = series.columns
    earliest = bar_known_at(series.symbol.market, series.timeframe, columns.time)
    if np.any(columns.known_at < earliest):
        raise Leak("bar_before_close", "market_data.leak_bar_before_end", symbol=series.symbol, source=series.source)
    if np.any(columns.known_at > instant(as_of)):
        raise Leak("future_bar", "market_data.leak_future_bar", symbol=series.symbol, source=series.source, as_of=as_of)


def _name_of_later(row: Row) -> str:
    match row:
        case CorporateAction():
            return "future_adjustment"
        case FinancialFact(version=version):
            return "restated_value" if version > 1 else "future_fact"
        case NewsItem():
            return "news_date"
        case Membership():
            return "membership_of_today"
        case _:
            return "future_row"
