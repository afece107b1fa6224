"""How much room the price has: its usual daily range and the nearest levels, as shares of the last close."""

from collections.abc import Iterable

from src.modules.research.domain.derive import combined, divided
from src.modules.research.domain.figures import Absent, Figure, Finding, Findings, Operation


def risk_figures(findings: Findings) -> dict[str, Finding]:
    """`atr_share`, `support_distance` and `resistance_distance`, all of the day of the close."""
    return {finding.key: finding for finding in _risks(findings)}


def _risks(findings: Findings) -> Iterable[Finding]:
    close = findings["close"]
    day = close.period if isinstance(close, Figure) else None
    yield divided("atr_share", findings["atr14"], close, period=day)
    yield _apart("support_distance", Operation.SHORTFALL, findings["support_1"], close, day)
    yield _apart("resistance_distance", Operation.GROWTH, findings["resistance_1"], close, day)


def _apart(key: str, operation: Operation, level: Finding, close: Finding, day: str | None) -> Finding:
    """How far a level lies from the close, positive on its own side."""
    if isinstance(level, Absent):
        return Absent(key, level.reason)
    return combined(key, operation, (level, close), unit="ratio", period=day)
