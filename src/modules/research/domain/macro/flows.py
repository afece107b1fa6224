"""Where money goes on the A-share market: the balance of margin loans, and what northbound investors buy net."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from packages.domain.market_data.rows import MacroPoint
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure

# By economy: the series of each exchange, added up; what is bought, and what is sold.
MARGIN = {"CN": ("CN.MARGIN_BALANCE_SH", "CN.MARGIN_BALANCE_SZ")}
BOUGHT = {"CN": ("CN.NORTHBOUND_BUY_SH", "CN.NORTHBOUND_BUY_SZ")}
SOLD = {"CN": ("CN.NORTHBOUND_SELL_SH", "CN.NORTHBOUND_SELL_SZ")}
MARGIN_DAYS, NORTHBOUND_DAYS = 20, 10
# Published every trading day: older than the longest holiday, it says nothing about now.
_STALE = timedelta(days=15)
_UNIT = "CNY"
Points = Mapping[str, Sequence[MacroPoint]]
Days = Mapping[date, tuple[MacroPoint, ...]]


def flow_series(prefix: str) -> tuple[str, ...]:
    """Every series that is read for an economy."""
    return tuple(name for series in (MARGIN, BOUGHT, SOLD) for name in series.get(prefix, ()))


def flow_figures(prefix: str, points: Points, today: date) -> tuple[Finding, ...]:
    """Absent where nothing recent is stored."""
    return (*_margin(_by_day(points, MARGIN.get(prefix, ())), today), _northbound(prefix, points, today))


def _margin(days: Days, today: date) -> tuple[Finding, Finding]:
    whole = max(map(len, days.values()), default=0)  # a day that one exchange has not told yet is no whole day
    ordered = [day for day in sorted(days) if len(days[day]) == whole]
    if not ordered or today - ordered[-1] > _STALE:
        return _absent("margin_balance"), _absent("margin_change_20d")
    now = _sum("margin_balance", days[ordered[-1]])
    if len(ordered) <= MARGIN_DAYS:
        return now, AbsentFigure(
            "margin_change_20d",
            AbsenceReason(Absence.FEW_DAYS_OF_LOANS, f"It needs {MARGIN_DAYS + 1} days of margin loans."),
        )
    before = _sum("margin_balance", days[ordered[-1 - MARGIN_DAYS]])
    period = str(ordered[-1])
    return now, combined("margin_change_20d", Operation.GROWTH, (now, before), unit="ratio", period=period)


def _northbound(prefix: str, points: Points, today: date) -> Finding:
    bought, sold = (_by_day(points, side.get(prefix, ())) for side in (BOUGHT, SOLD))
    ordered = sorted(set(bought) & set(sold))[-NORTHBOUND_DAYS:]
    if len(ordered) < NORTHBOUND_DAYS or today - ordered[-1] > _STALE:
        return _absent("northbound_net_10d")
    nets = [
        combined("northbound_net", Operation.DIFFERENCE, (_sum("bought", bought[day]), _sum("sold", sold[day])))
        for day in ordered
    ]
    return combined("northbound_net_10d", Operation.SUM, nets, period=str(ordered[-1]))


def _by_day(points: Points, names: Sequence[str]) -> Days:
    """The points of all exchanges of a day, each in its latest version."""
    found: dict[date, dict[str, MacroPoint]] = {}
    for name in names:
        for point in sorted(points.get(name, ()), key=lambda one: one.version):
            if point.unit == _UNIT:
                found.setdefault(point.period_end, {})[name] = point
    return {day: tuple(pair.values()) for day, pair in found.items()}


def _sum(key: str, points: Sequence[MacroPoint]) -> Finding:
    return combined(key, Operation.SUM, [_stored(key, point) for point in points], period=str(points[-1].period_end))


def _stored(key: str, point: MacroPoint) -> ResearchFigure:
    day = str(point.period_end)
    return ResearchFigure(key, point.value, point.unit, day, point.known_at, (point.id,), Operation.IDENTITY, count=1)


def _absent(key: str) -> AbsentFigure:
    return AbsentFigure(key, AbsenceReason(Absence.SERIES_NOT_STORED, f"{key} is not stored, or not of these days."))
