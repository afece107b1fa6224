"""A client's table as rows of plain cells: numbers unrounded, days without hours, None where nothing stands."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeAlias

from packages.domain.market_data.errors import ProviderDown

Cells: TypeAlias = Mapping[str, Any]

_BLANK = frozenset({"", "-", "--", "None", "nan", "NaN", "NaT", "<NA>"})


def rows_of(source: str, frame: Any, needed: Iterable[str]) -> list[Cells]:
    """The rows of a DataFrame; one that lacks a column we read is not an answer that can be trusted."""
    if frame.empty and len(frame.columns) == 0:
        return []
    require_columns(source, frame.columns, needed)
    rows: list[Cells] = frame.to_dict("records")
    return rows


def require_columns(source: str, have: Iterable[str], needed: Iterable[str]) -> None:
    missing = sorted(set(needed) - set(have))
    if missing:
        raise ProviderDown("market_data.columns_changed", source=source, missing=missing)


def number(cell: Any) -> Decimal | None:
    """None where the cell is blank or not finite."""
    text = str(cell).strip()
    if cell is None or text in _BLANK:
        return None
    value = Decimal(text.replace(",", ""))
    return value if value.is_finite() else None


def positive(cell: Any) -> Decimal | None:
    """A multiple that was paid; None for a loss, where there is nothing to divide by."""
    value = number(cell)
    return value if value is not None and value > 0 else None


def price(cell: Any) -> float:
    """NaN where the cell is blank, which no bar is taken with."""
    if isinstance(cell, float):
        return cell
    value = number(cell)
    return float("nan") if value is None else float(value)


def text(cell: Any) -> str:
    told = str(cell).strip()
    return "" if cell is None or told in _BLANK else told


def day(cell: Any) -> date | None:
    """A day from `2024-05-06`, `20240506`, `2024-05-06 00:00:00` or a date; None where the cell is blank."""
    if isinstance(cell, datetime):
        return None if str(cell) == "NaT" else cell.date()
    if isinstance(cell, date):
        return cell
    told = text(cell).split(".")[0].split(" ")[0].replace("-", "")
    return datetime.strptime(told, "%Y%m%d").date() if told else None  # noqa: DTZ007 - a day has no zone
