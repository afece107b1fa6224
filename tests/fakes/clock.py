"""Clocks of a time of one's own: one stands still until it is moved, one goes on."""

import time
from datetime import UTC, datetime, timedelta


class StoppedClock:
    def __init__(self, at: datetime = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at

    def move(self, **by: float) -> None:
        self._at += timedelta(**by)


class RunningClock:
    """Goes on from `at`."""

    def __init__(self, at: datetime) -> None:
        self._at, self._started = at, time.monotonic()

    def now(self) -> datetime:
        return self._at + timedelta(seconds=time.monotonic() - self._started)
