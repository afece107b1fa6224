"""What optimisations need of the world."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from packages.core.events import JsonObject
from packages.domain.stress.optimise.stored import NewOptimisation, Result, StoredOptimisation


class OptimisationStore(Protocol):
    """Where optimisations are kept; an id of another owner, or a deleted one, is `UnknownOptimisation`."""

    async def add(self, optimisation: NewOptimisation) -> None:
        """Leaves one that is there as it is."""
        ...

    async def write_down(self, optimisation_id: str, batch: int, lines: bytes) -> None:
        """What the search did in a batch, all of it or nothing; the first telling of a batch stays, and a deleted
        optimisation takes none."""
        ...

    async def written_down(self, optimisation_id: str) -> Sequence[bytes]:
        """Batch by batch, from the first."""
        ...

    async def finish(self, optimisation_id: str, result: Result) -> None:
        """The first result stays; a deleted optimisation takes none."""
        ...

    async def get(self, owner_id: str, optimisation_id: str) -> StoredOptimisation: ...

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredOptimisation]:
        """Newest first; `before` is the last id of the page before."""
        ...

    async def report(self, owner_id: str, optimisation_id: str) -> JsonObject:
        """`OptimisationNotDone` where there is no result."""
        ...

    async def delete(self, owner_id: str, optimisation_id: str, at: datetime) -> None: ...
