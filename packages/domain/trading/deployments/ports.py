"""What deployments need of the world."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from packages.domain.strategy.model import Strategy
from packages.domain.trading.deployments.model import Deployment, StateChange
from packages.domain.trading.risk.limits import EquityMarks, RiskLimits


class ClearanceRuling(StrEnum):
    """The stress lab's word on a revision."""

    PASS = "pass"  # noqa: S105 - a verdict
    REVISE = "revise"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class ClearanceVerdict:
    """The newest verdict on a revision; `content_hash` is of the strategy that was judged, `drawdown` the loss, as a
    fraction above 0, that it was held to."""

    report_id: str
    ruling: ClearanceRuling
    content_hash: str
    at: datetime
    drawdown: Decimal


class NameMembers(Protocol):
    """Names everybody in a market by rule as it is known now."""

    async def __call__(self, strategy: Strategy) -> Strategy:
        """A strategy with tickers as it is; raises where the market has too many instruments, or none."""
        ...


class Verdicts(Protocol):
    """Where the stress lab's verdicts are read."""

    async def latest(self, owner_id: str, strategy_id: str, version: int) -> ClearanceVerdict | None: ...


class PersonLimits(Protocol):
    """What a person said about themselves, as limits."""

    async def of(self, owner_id: str) -> RiskLimits: ...


class DeploymentStore(Protocol):
    """Where deployments are kept; whoever asks names the owner."""

    async def add(self, deployment: Deployment, first: StateChange, key: str, digest: str) -> tuple[Deployment, str]:
        """The deployment of the owner's key, made if there is none, with the digest of what it was asked with. Raises
        `NotCleared` where another deployment has the account."""
        ...

    async def by_key(self, owner_id: str, key: str) -> tuple[Deployment, str] | None: ...

    async def change(self, owner_id: str, deployment_id: str, change: StateChange) -> Deployment | None:
        """Goes to the new state and writes the change down, if it is the next one after those that there are and
        begins where the deployment stands; None otherwise. A completed deployment gives its account free."""
        ...

    async def mark(self, deployment_id: str, marks: EquityMarks) -> None:
        """Keeps what the watch has to know after a restart."""
        ...

    async def find(self, owner_id: str, deployment_id: str) -> Deployment | None: ...

    async def owner_of(self, deployment_id: str) -> str | None: ...

    async def page(self, owner_id: str, limit: int, before: str | None) -> Sequence[Deployment]:
        """Newest first, below the id `before`."""
        ...

    async def history(self, owner_id: str, deployment_id: str) -> Sequence[StateChange]:
        """Oldest first."""
        ...

    async def at_work(self) -> Sequence[Deployment]:
        """Of everybody, in the order of their ids: what a runtime takes up when it starts."""
        ...
