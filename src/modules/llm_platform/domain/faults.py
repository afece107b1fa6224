"""When to try again, and when to leave a failing server alone."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from src.modules.llm_platform.domain.errors import ModelFault


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double, with jitter; a server's own wish is honoured up to `longest` seconds."""

    attempts: int = 3
    first: float = 0.5
    longest: float = 30.0

    def wait(self, fault: ModelFault, tries: int, chance: random.Random) -> float | None:
        """Seconds until the next try after `tries` of them; None when there should be none here."""
        if not fault.retryable or tries >= self.attempts:
            return None
        if fault.retry_after is not None:
            return fault.retry_after if fault.retry_after <= self.longest else None
        ceiling = min(self.longest, self.first * 2.0 ** (tries - 1))
        return ceiling * (0.5 + chance.random() / 2)


@dataclass(slots=True)
class CircuitBreaker:
    """Opens after `threshold` faults in a row; after `rest` one call is let through, and its outcome decides."""

    threshold: int = 5
    rest: timedelta = timedelta(seconds=30)
    _faults: int = field(default=0, init=False)
    _opened_at: datetime | None = field(default=None, init=False)
    _probing: bool = field(default=False, init=False)

    @property
    def is_open(self) -> bool:
        return self._opened_at is not None

    def lets_through(self, now: datetime) -> bool:
        """Asking counts: while the one probe is out, everybody else is refused."""
        if self._opened_at is None:
            return True
        if self._probing or now - self._opened_at < self.rest:
            return False
        self._probing = True
        return True

    def succeeded(self) -> None:
        self._faults, self._opened_at, self._probing = 0, None, False

    def failed(self, now: datetime) -> None:
        self._faults += 1
        if self._probing or self._faults >= self.threshold:
            self._opened_at, self._probing = now, False

    def probe_ended(self) -> None:
        """However it ended; a cancelled probe says nothing about the server, so that the next call probes again."""
        self._probing = False
