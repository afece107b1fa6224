"""A clock that stands still until it is moved."""

from datetime import UTC, datetime, timedelta


class StoppedClock:
    def __init__(self, at: datetime = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at

    def move(self, **by: float) -> None:
        self._at += timedelta(**by)
