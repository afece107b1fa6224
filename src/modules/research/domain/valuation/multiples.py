"""PE, PB and PS against their own last three years: only positive values, only where there are enough of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import Valuation
from packages.domain.market_data.statements.periods import months_before
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure
from src.modules.research.domain.valuation.assumptions import FEWEST_POINTS, HISTORY_YEARS, QUANTILES, STALE_DAYS

MULTIPLES = {"pe": "pe_ttm", "pb": "pb", "ps": "ps_ttm"}


@dataclass(frozen=True, slots=True)
class MultipleHistory:
    """The positive values of one multiple over three years, oldest first; None as `newest`: not meaningful today."""

    name: str
    column: str
    points: tuple[Valuation, ...]
    newest: Valuation | None

    def values(self) -> list[Decimal]:
        return positive_values(self.points, self.column)


def positive_values(rows: Sequence[Valuation], column: str) -> list[Decimal]:
    values = (getattr(row, column) for row in rows)
    return [value for value in values if value is not None and value > 0]


def histories(valuations: Sequence[Valuation], today: date) -> tuple[MultipleHistory, ...]:
    """From one source, the one that has most; `today` is the day of the price that is judged."""
    rows = one_source(valuations, today)
    return tuple(_history(name, column, rows, today) for name, column in MULTIPLES.items())


def one_source(valuations: Sequence[Valuation], today: date) -> list[Valuation]:
    since = months_before(today, 12 * HISTORY_YEARS)
    recent = [row for row in valuations if since < row.day <= today]
    sources = [row.source for row in recent]
    source = max(sorted(set(sources)), key=sources.count, default="")
    return sorted((row for row in recent if row.source == source), key=lambda row: row.day)


def _history(name: str, column: str, rows: Sequence[Valuation], today: date) -> MultipleHistory:
    points = tuple(row for row in rows if positive_values([row], column))
    fresh = rows and (today - rows[-1].day).days <= STALE_DAYS
    newest = rows[-1] if fresh and points and points[-1] is rows[-1] else None
    return MultipleHistory(name, column, points, newest)


def multiple_findings(history: MultipleHistory) -> Iterator[Finding]:
    """Today's multiple, its percentile, and the quartiles of its history."""
    yield _today(history)
    yield _over_history(history, f"{history.name}_percentile", Operation.PERCENTILE, "ratio", ())
    for name, part in QUANTILES.items():
        yield _over_history(history, f"{history.name}_{name}", Operation.QUANTILE, "x", (part,))


def _today(history: MultipleHistory) -> Finding:
    key, row = history.column, history.newest
    if row is None:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.NO_MULTIPLE_TODAY,
                f"There is no positive {history.name.upper()} of today: no gain to divide by, or no row.",
            ),
        )
    value = positive_values([row], history.column)[0]
    return ResearchFigure(
        key, value, "x", str(row.day), row.known_at, (row.id,), Operation.IDENTITY, column=history.column
    )  # fmt: skip


def _over_history(
    history: MultipleHistory, key: str, operation: Operation, unit: str, parameters: tuple[Decimal, ...]
) -> Finding:
    values, name = history.values(), history.name.upper()
    if len(values) < FEWEST_POINTS:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.LITTLE_HISTORY,
                f"{key} needs {FEWEST_POINTS} days with a positive {name}, {len(values)} are there.",
            ),
        )
    if operation is Operation.PERCENTILE and history.newest is None:
        return AbsentFigure(
            key, AbsenceReason(Absence.NO_MULTIPLE_TODAY, f"{key} has no value: there is no positive {name} of today.")
        )
    first, last = history.points[0], history.points[-1]
    return ResearchFigure(
        key,
        over_window(operation, values, parameters),
        unit,
        f"{first.day} to {last.day}",
        max(row.known_at for row in history.points),
        (first.id, last.id),
        operation,
        count=len(values),
        column=history.column,
        parameters=parameters,
    )


def over_window(operation: Operation, values: Sequence[Decimal], parameters: Sequence[Decimal]) -> Decimal:
    return quantile(values, parameters[0]) if operation is Operation.QUANTILE else percentile(values)


def percentile(values: Sequence[Decimal]) -> Decimal:
    """Where the last value stands among all: the share below it, and half of those that equal it."""
    newest = values[-1]
    below, same = sum(value < newest for value in values), sum(value == newest for value in values)
    return (Decimal(below) + Decimal(same) / 2) / len(values)


def quantile(values: Sequence[Decimal], part: Decimal) -> Decimal:
    """On the straight line between the two nearest values."""
    ordered, place = sorted(values), part * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
