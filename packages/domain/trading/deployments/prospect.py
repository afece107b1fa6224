"""How a deployment would stand before it is made: the stress lab's word, and the limits that would bind."""

from dataclasses import dataclass

from packages.domain.strategy.revisions import Revision
from packages.domain.trading.deployments.errors import Blocker
from packages.domain.trading.deployments.ports import VerdictSeen
from packages.domain.trading.risk.limits import Limits


@dataclass(frozen=True, slots=True)
class Prospect:
    """`blocker` is None where the verdict lets the revision trade; `limits` are the person's and the desk's own."""

    revision: Revision
    verdict: VerdictSeen | None
    blocker: Blocker | None
    limits: Limits
