"""What can go wrong between Parley and a model, by what the caller should do.

Unavailable
└── ModelFault               the model did not answer; `retryable` says whether another try may help
    ├── ModelTimeout         nothing came in time
    ├── ModelUnreachable     no connection, or it was cut
    ├── ModelBusy            408, 409, 429, 5xx; `retry_after` in seconds where the server said so
    ├── ModelRefused         the server will not take this request or key: final for this configuration
    ├── ModelGarbled         the server broke its own protocol
    └── CircuitOpen          it failed too often lately, so it is not asked
Unusable
└── ModelOutputUnusable      it answered, and the answer cannot be used; `problems` says why
Conflict
├── BudgetExhausted, CallInFlight, PriceUnknown, NoModelConfigured, AliasTaken
NotFound
└── UnknownModelAlias
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from packages.core.errors import Conflict, NotFound, Unavailable, Unusable
from packages.core.messages import Message

Category = Literal["timeout", "connection", "rate_limit", "server", "refused", "protocol", "circuit"]


class ModelFault(Unavailable):
    """The model did not answer."""

    category: Category = "server"
    retryable = True

    def __init__(
        self,
        said: str | Message,
        /,
        *,
        status_code: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        may_be_paid: bool = False,
        **params: object,
    ) -> None:
        details = {"category": self.category, "status_code": status_code, "request_id": request_id}
        super().__init__(said, details=details, **params)
        self.status_code = status_code
        self.request_id = request_id
        self.retry_after = retry_after
        # Whether the maker may charge for it all the same: the request went out, and no answer says otherwise.
        self.may_be_paid = may_be_paid


class ModelTimeout(ModelFault):
    """Nothing came in time."""

    category: Category = "timeout"


class ModelUnreachable(ModelFault):
    """No connection, or it was cut."""

    category: Category = "connection"


class ModelBusy(ModelFault):
    """The server asks to come again later, or failed inside."""

    category: Category = "server"


class ModelRefused(ModelFault):
    """The server will not take this request or this key."""

    category: Category = "refused"
    retryable = False


class ModelGarbled(ModelFault):
    """The server broke its own protocol."""

    category: Category = "protocol"


class CircuitOpen(ModelFault):
    """This configuration failed too often lately."""

    category: Category = "circuit"
    retryable = False


class ModelOutputUnusable(Unusable):
    """The model answered, and the answer cannot be used."""

    def __init__(self, said: str | Message, problems: Sequence[str] = (), /, **params: object) -> None:
        super().__init__(said, details={"problems": list(problems)}, **params)
        self.problems = tuple(problems)


class BudgetExhausted(Conflict):
    """The call could cost more than what is left."""


class CallInFlight(Conflict):
    """The same question of the same run is out already, and its answer is not here yet."""

    def __init__(self, run_id: str | None, agent: str, since: datetime) -> None:
        super().__init__(
            "llm_platform.call_in_flight",
            since=f"{since:%H:%M:%S}",
            details={"run_id": run_id, "agent": agent, "started_at": since.isoformat()},
        )


class PriceUnknown(Conflict):
    """A money budget cannot be kept with a model whose price nobody has stated."""


class NoModelConfigured(Conflict):
    """There is no model to ask."""


class UnknownModelAlias(NotFound):
    """No configuration of this caller has the alias."""


class AliasTaken(Conflict):
    """The caller has a configuration of this name already."""


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
