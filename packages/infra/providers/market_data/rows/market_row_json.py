"""Rows of market data as JSON: each kind by name, what it is about, and the day it is ordered by."""

import hashlib
from datetime import date
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

from packages.domain.market_data.rows import (
    CorporateAction,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)

SomeRow = TypeVar("SomeRow", bound=Row)

WHOLE_MARKET = "*"
_KINDS: dict[type[Row], str] = {
    Instrument: "instrument",
    CorporateAction: "action",
    FinancialFact: "fact",
    Valuation: "valuation",
    NewsItem: "news",
    MacroPoint: "macro",
    Membership: "member",
    StatusPeriod: "status",
}


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
    """The same for two rows exactly when they tell the same."""
    return hashlib.sha256(to_json(row).encode()).hexdigest()


def place_of(row: Row) -> tuple[str, date]:
    """What a row is about, and the day by which it is ordered."""
    match row:
        case Instrument():
            return str(row.symbol), row.known_at.date()
        case CorporateAction():
            return str(row.symbol), row.ex_date
        case FinancialFact():
            return str(row.symbol), row.period_end
        case Valuation():
            return str(row.symbol), row.day
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
