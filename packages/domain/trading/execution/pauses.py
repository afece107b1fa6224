"""How long the desk waits before it asks a broker again; times are values, and nobody sleeps here."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from packages.core.clock import Clock
from packages.domain.trading.errors import BrokerDown, BrokerThrottled, OutcomeUnknown

NoAnswer = BrokerDown | BrokerThrottled | OutcomeUnknown
NO_ANSWER = (BrokerDown, BrokerThrottled, OutcomeUnknown)


@dataclass(frozen=True, slots=True)
class RetryTimeouts:
    """Pauses that double. `grace` is how long a broker may take until it shows what it has taken."""

    first: timedelta = timedelta(seconds=1)
    longest: timedelta = timedelta(minutes=1)
    grace: timedelta = timedelta(seconds=10)

    def after(self, tries: int) -> timedelta:
        doublings = min(max(tries - 1, 0), 20)
        return min(self.first * (1 << doublings), self.longest)

    def until(self, now: datetime, tries: int, error: NoAnswer) -> datetime:
        """The broker's own word for how long counts, where it gave one."""
        if isinstance(error, BrokerThrottled):
            return now + timedelta(seconds=max(error.retry_after_seconds, 0.0))
        return now + self.after(tries)


class Quiet:
    """A broker that is down or wants fewer questions is left alone for a while, by everybody at this desk."""

    def __init__(self, clock: Clock, patience: RetryTimeouts) -> None:
        self._clock = clock
        self._patience = patience
        self._failures = 0
        self._until: datetime | None = None

    @property
    def until(self) -> datetime | None:
        """None when the broker may be asked."""
        return self._until if self._until is not None and self._until > self._clock.now() else None

    def failed(self, error: NoAnswer) -> None:
        if not isinstance(error, OutcomeUnknown):
            self._failures += 1
            self._until = self._patience.until(self._clock.now(), self._failures, error)

    def answered(self) -> None:
        self._failures, self._until = 0, None
