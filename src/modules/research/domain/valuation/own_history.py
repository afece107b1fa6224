"""Multiples of our own: each day's close over what the reports known on that day say of a share.

Closes and figures of a share are both on the footing of today's shares, so a split changes neither side. A report
counts from the instant at which it was known.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np

from packages.domain.market_data.bars import BarColumns
from packages.domain.market_data.rows import CorporateAction, FinancialFact
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.accounting import BORROWING_LINES, AccountingRegime
from src.modules.research.domain.arithmetic import combined, divided, exact
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.technical.bars_in_use import BarsInUse
from src.modules.research.domain.valuation.assumptions import FEWEST_POINTS, QUANTILES
from src.modules.research.domain.valuation.multiples import over_window
from src.modules.research.domain.valuation.per_share import PerShare, per_share

CLOSE, CLOSE_AND_CLAIMS = "close", "close and claims"
# History by these names; those of enterprise value add what is owed to the price.
OWN = {"pe": "pe_ttm", "pb": "pb", "ps": "ps_ttm", "ev_ebitda": "ev_ebitda"}


# What figures of a share are computed from; reading the whole books for every filing would take long.
_NEEDED = frozenset(
    {
        *BORROWING_LINES[AccountingRegime.PRC],
        *("total_debt", "cash", "short_investments", "minority_equity", "equity_total", "equity_parent"),
        *("preferred_equity", "shares_total", "shares_basic_average", "eps_basic", "eps_diluted", "net_profit"),
        *("net_profit_parent", "preferred_dividends", "revenue", "operating_profit", "total_profit"),
        *("interest_expense", "depreciation"),
    }
)


@dataclass(frozen=True, slots=True)
class Epoch:
    """From `since` on the reports said this of a share."""

    since: datetime
    shares: PerShare


def epochs(facts: Sequence[FinancialFact], actions: Sequence[CorporateAction], bars: BarsInUse) -> tuple[Epoch, ...]:
    """One for every instant at which something became known in the time of the bars, and one for before."""
    if not len(bars):
        return ()
    facts = [fact for fact in facts if fact.item in _NEEDED]
    market, known = bars.series.symbol.market, [_instant(value) for value in bars.columns.known_at[[0, -1]]]
    instants = sorted({fact.known_at for fact in facts if known[0] < fact.known_at <= known[1]})
    return tuple(
        Epoch(since, per_share(Books.of([fact for fact in facts if fact.known_at <= since], actions), market))
        for since in (known[0], *instants)
    )


def basis_of(name: str, shares: PerShare) -> tuple[Finding, ...]:
    """What a multiple is divided by, behind what is added to the price where it is one of enterprise value."""
    match name:
        case "pe":
            return (shares.eps,)
        case "pb":
            return (shares.book_value,)
        case "ps":
            return (shares.sales,)
        case _:
            return (shares.claims, shares.ebitda)


def multiple_today(name: str, price: ResearchFigure, shares: PerShare) -> Finding:
    key, basis = OWN[name], basis_of(name, shares)
    unit = basis[-1].unit if isinstance(basis[-1], ResearchFigure) else price.unit
    if unit != price.unit:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.UNITS_DIFFER,
                f"The reports are in {unit} and the price in {price.unit}: they cannot be compared.",
            ),
        )
    if len(basis) == 1:
        return divided(key, price, basis[0], unit="x")
    return enterprise_multiple(key, price, shares.claims, basis[-1])


def enterprise_multiple(key: str, price: ResearchFigure, claims: Finding, basis: Finding) -> Finding:
    if isinstance(basis, ResearchFigure) and basis.value <= 0:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.DIVISOR_NOT_POSITIVE,
                f"{basis.key} is {basis.value:f}, and only a positive amount can be divided by.",
            ),
        )
    return combined(key, Operation.ENTERPRISE_MULTIPLE, (price, claims, basis), unit="x")


def own_findings(name: str, bars: BarsInUse, spans: Sequence[Epoch], today: Finding) -> Iterator[Finding]:
    """Percentile and quartiles of one multiple over the days of the bars."""
    stretches = list(_stretches(name, bars, spans))
    values = own_values(bars.columns, *_flat(stretches))
    yield _over(name, bars, stretches, values, Operation.OWN_PERCENTILE, None, today)
    for place, part in QUANTILES.items():
        yield _over(name, bars, stretches, values, Operation.OWN_QUANTILE, (place, part), today)


_Stretch = tuple[tuple[ResearchFigure, ...], date, date]


def _stretches(name: str, bars: BarsInUse, spans: Sequence[Epoch]) -> Iterator[_Stretch]:
    """The figures that a multiple stood on, with the first and the last day; none over a loss."""
    starts = [epoch.since for epoch in spans]
    places = [bisect_right(starts, _instant(known)) - 1 for known in bars.columns.known_at]
    for number, epoch in enumerate(spans):
        days = [date.fromisoformat(bars.day(place)) for place, which in enumerate(places) if which == number]
        basis = [finding for finding in basis_of(name, epoch.shares) if isinstance(finding, ResearchFigure)]
        if days and len(basis) == len(basis_of(name, epoch.shares)) and basis[-1].value > 0:
            yield tuple(basis), days[0], days[-1]


def _flat(stretches: Sequence[_Stretch]) -> tuple[list[Decimal], list[Decimal]]:
    parts = [exact(figure) for basis, _, _ in stretches for figure in basis]
    return parts, [Decimal(day.toordinal()) for _, first, last in stretches for day in (first, last)]


def own_values(columns: BarColumns, parts: Sequence[Decimal], parameters: Sequence[Decimal]) -> list[Decimal]:
    """Close by close; parameters are the first and the last day of each stretch, parts its basis (and, before it, what
    is added to the price)."""
    if not parts:
        return []
    each = 2 * len(parts) // len(parameters)
    stretches = [
        (parts[place * each : (place + 1) * each], parameters[2 * place], parameters[2 * place + 1])
        for place in range(len(parameters) // 2)
    ]
    values = []
    days: list[date] = columns.time.astype("datetime64[D]").tolist()
    for day, close in zip(days, columns.close.tolist(), strict=True):
        ordinal = day.toordinal()
        basis = next((basis for basis, first, last in stretches if first <= ordinal <= last), None)
        if basis is not None:
            values.append((Decimal(repr(close)) + sum(basis[:-1], Decimal(0))) / basis[-1])
    return [value for value in values if value > 0]


def own_by_day(name: str, bars: BarsInUse, spans: Sequence[Epoch]) -> dict[date, Decimal]:
    """The multiple of every day that has a positive one, oldest first."""
    found: dict[date, Decimal] = {}
    days: list[date] = bars.columns.time.astype("datetime64[D]").tolist()
    closes: list[float] = bars.columns.close.tolist()
    for basis, first, last in _stretches(name, bars, spans):
        claims, divisor = sum((exact(one) for one in basis[:-1]), Decimal(0)), exact(basis[-1])
        for day, close in zip(days, closes, strict=True):
            if first <= day <= last and (value := (Decimal(repr(close)) + claims) / divisor) > 0:
                found[day] = value
    return dict(sorted(found.items()))


def _over(
    name: str,
    bars: BarsInUse,
    stretches: Sequence[_Stretch],
    values: Sequence[Decimal],
    operation: Operation,
    quantile: tuple[str, Decimal] | None,
    today: Finding,
) -> Finding:
    key = f"{name}_{quantile[0] if quantile else 'percentile'}"
    if len(values) < FEWEST_POINTS:
        why = AbsenceReason(
            Absence.LITTLE_HISTORY,
            f"{key} needs {FEWEST_POINTS} days with a positive {name.upper()}, {len(values)} are there.",
        )
        return AbsentFigure(key, today.why if isinstance(today, AbsentFigure) and not values else why)
    if quantile is None and isinstance(today, AbsentFigure):
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.NO_MULTIPLE_TODAY, f"{key} has no value: there is no positive {name.upper()} of today."
            ),
        )
    parts = tuple(figure for basis, _, _ in stretches for figure in basis)
    asked = (quantile[1],) if quantile else ()
    return ResearchFigure(
        key,
        over_window(_PLAIN[operation], values, asked),
        "x" if quantile else "ratio",
        f"{bars.day(0)} to {bars.day(-1)}",
        max(_instant(bars.columns.known_at.max()), *(part.known_at for part in parts)),
        (bars.id(0), bars.id(len(bars) - 1)),
        operation,
        count=len(bars),
        column=CLOSE if name != "ev_ebitda" else CLOSE_AND_CLAIMS,
        parts=parts,
        parameters=(*asked, *_flat(stretches)[1]),
    )


_PLAIN = {Operation.OWN_PERCENTILE: Operation.PERCENTILE, Operation.OWN_QUANTILE: Operation.QUANTILE}


def _instant(value: np.datetime64) -> datetime:
    found: datetime = value.astype("datetime64[us]").item()
    return found.replace(tzinfo=UTC)
