"""A vendor's tables as rows of ours: plain cells, financial figures in stated units, dividends and bonus shares
per share."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeAlias

from packages.domain.market_data.errors import ProviderDown
from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact, Statement
from packages.domain.market_data.sessions import fact_known_at, known_before_open
from packages.domain.market_data.symbols import Symbol

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
    written = str(cell).strip()
    return "" if cell is None or written in _BLANK else written


def day(cell: Any) -> date | None:
    """A day from `2024-05-06`, `20240506`, `2024-05-06 00:00:00` or a date; None where the cell is blank."""
    if isinstance(cell, datetime):
        return None if str(cell) == "NaT" else cell.date()
    if isinstance(cell, date):
        return cell
    digits = text(cell).split(".")[0].split(" ")[0].replace("-", "")
    return datetime.strptime(digits, "%Y%m%d").date() if digits else None  # noqa: DTZ007 - a day has no zone


CNY, RATIO, PER_SHARE, SHARES = "CNY", "ratio", "CNY/share", "shares"
ONE, PERCENT, TEN_THOUSAND = Decimal(1), Decimal("0.01"), Decimal(10_000)


@dataclass(frozen=True, slots=True)
class VendorFigure:
    """One line of a vendor's table: our name, theirs, the unit we store, what theirs is multiplied by to get there,
    and what the vendor's documentation says about it."""

    statement: Statement
    item: str
    field: str
    unit: str
    scale: Decimal
    note: str


@dataclass(frozen=True, slots=True)
class VendorReport:
    """One row of figures on one period. `announced` None: not published. `turn` breaks a tie between two rows that were
    announced on the same day: the lower came first."""

    period_end: date
    announced: date | None
    cells: Cells
    turn: int = 0


def facts_of(
    source: str, symbol: Symbol, figures: Iterable[VendorFigure], reports: Sequence[VendorReport]
) -> tuple[FinancialFact, ...]:
    """Versions count from 1 in the order of announcement; the same figure announced again is not a new version."""
    ordered = sorted(reports, key=lambda report: (fact_known_at(report.period_end, report.announced), report.turn))
    return tuple(fact for figure in figures for fact in _facts(source, symbol, figure, ordered))


def _facts(
    source: str, symbol: Symbol, figure: VendorFigure, ordered: Sequence[VendorReport]
) -> Iterable[FinancialFact]:
    by_period: dict[date, list[tuple[datetime, Decimal]]] = defaultdict(list)
    for report in ordered:
        value = number(report.cells.get(figure.field))
        versions = by_period[report.period_end]
        if value is not None and (not versions or versions[-1][1] != value * figure.scale):
            versions.append((fact_known_at(report.period_end, report.announced), value * figure.scale))
    for period_end, versions in by_period.items():
        for version, (known_at, value) in enumerate(versions, start=1):
            yield FinancialFact(
                source=source,
                known_at=known_at,
                symbol=symbol,
                statement=figure.statement,
                item=figure.item,
                period_end=period_end,
                value=value,
                unit=figure.unit,
                version=version,
            )


@dataclass(frozen=True, slots=True)
class Distribution:
    """What one share got on one ex-date, for one fiscal period: cash before tax, and new shares."""

    period: str
    ex_date: date
    announced: date | None
    cash: Decimal
    new_shares: Decimal


def actions_of(
    source: str, symbol: Symbol, distributions: Iterable[Distribution], days: tuple[date, date]
) -> tuple[CorporateAction, ...]:
    """Actions whose ex-date lies in the days, both ends included. Vendors repeat rows, so equal ones count once;
    different ones for the same ex-date add up."""
    first, last = days
    by_day: dict[date, dict[tuple[str, Decimal, Decimal], Distribution]] = defaultdict(dict)
    for each in distributions:
        if first <= each.ex_date <= last:
            by_day[each.ex_date].setdefault((each.period, each.cash, each.new_shares), each)
    return tuple(
        action for day in sorted(by_day) for action in _actions(source, symbol, day, list(by_day[day].values()))
    )


def _actions(source: str, symbol: Symbol, ex_date: date, same_day: list[Distribution]) -> Iterable[CorporateAction]:
    known_at = max(known_before_open(ex_date, each.announced) for each in same_day)
    new_shares = sum((each.new_shares for each in same_day), Decimal(0))
    cash = sum((each.cash for each in same_day), Decimal(0))
    if new_shares > 0:
        yield _action(source, symbol, ex_date, known_at, ActionKind.SPLIT, 1 + new_shares)
    if cash > 0:
        yield _action(source, symbol, ex_date, known_at, ActionKind.DIVIDEND, cash)


def _action(
    source: str, symbol: Symbol, ex_date: date, known_at: datetime, kind: ActionKind, value: Decimal
) -> CorporateAction:
    return CorporateAction(source=source, known_at=known_at, symbol=symbol, ex_date=ex_date, kind=kind, value=value)
