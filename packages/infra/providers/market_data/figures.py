"""Financial figures from a vendor's rows: each in a stated unit, known from its announcement, every version kept."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from packages.domain.market_data.rows import FinancialFact, Statement
from packages.domain.market_data.statutory import fact_known_at
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.frames import Cells, number

CNY, RATIO, PER_SHARE, SHARES = "CNY", "ratio", "CNY/share", "shares"
ONE, PERCENT, TEN_THOUSAND = Decimal(1), Decimal("0.01"), Decimal(10_000)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a vendor's table: our name, theirs, the unit we store, what theirs is multiplied by to get there,
    and what the vendor's documentation says about it."""

    statement: Statement
    item: str
    field: str
    unit: str
    scale: Decimal
    note: str


@dataclass(frozen=True, slots=True)
class Report:
    """One row of figures on one period. `announced` None: not told. `turn` breaks a tie between two rows that were
    announced on the same day: the lower came first."""

    period_end: date
    announced: date | None
    cells: Cells
    turn: int = 0


def facts_of(
    source: str, symbol: Symbol, figures: Iterable[Figure], reports: Sequence[Report]
) -> tuple[FinancialFact, ...]:
    """Versions count from 1 in the order of announcement; the same figure announced again is not a new version."""
    ordered = sorted(reports, key=lambda report: (fact_known_at(report.period_end, report.announced), report.turn))
    return tuple(fact for figure in figures for fact in _facts(source, symbol, figure, ordered))


def _facts(source: str, symbol: Symbol, figure: Figure, ordered: Sequence[Report]) -> Iterable[FinancialFact]:
    told: dict[date, list[tuple[datetime, Decimal]]] = defaultdict(list)
    for report in ordered:
        value = number(report.cells.get(figure.field))
        versions = told[report.period_end]
        if value is not None and (not versions or versions[-1][1] != value * figure.scale):
            versions.append((fact_known_at(report.period_end, report.announced), value * figure.scale))
    for period_end, versions in told.items():
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
