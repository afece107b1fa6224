"""What stress tests as stored work need of the world."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from packages.core.events import JsonObject
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.jobs.plan import ScenarioSet
from packages.domain.stress.jobs.stored import (
    FileKind,
    NewScenarioSet,
    NewStress,
    PartDone,
    StoredStress,
    StressResult,
    VerdictSeen,
)

if TYPE_CHECKING:
    # The service is imported when the server starts, which does not wait for numpy.
    from packages.domain.market_data.bars import Floats


@dataclass(frozen=True, slots=True, eq=False)
class TrialReturn:
    """What one trial of a lineage returned by week, from `first_week` on (see `weekly`); `key` is that of the trial."""

    key: str
    first_week: int
    returns: "Floats"

    @property
    def end_week(self) -> int:
        """The week after the last."""
        return self.first_week + len(self.returns)


class TrialReturns(Protocol):
    """Where the returns of trials are kept, in single precision; they stay when a strategy goes, as the trials do."""

    async def add(self, lineage_id: str, returns: Sequence[TrialReturn]) -> None:
        """A key that the lineage has already stays as it is."""
        ...

    async def of(self, lineage_id: str) -> Sequence[TrialReturn]:
        """In the order of their keys."""
        ...


class StressStore(Protocol):
    """Where stress tests are kept; an id of another owner, or a deleted one, is `UnknownStressTest`."""

    async def add(self, stress: NewStress) -> None:
        """Leaves one that is there as it is."""
        ...

    async def put_part(self, stress_id: str, part: PartDone) -> None:
        """The last of its name stays; a deleted or finished stress test takes none."""
        ...

    async def parts(self, stress_id: str) -> Sequence[PartDone]: ...

    async def finish(self, stress_id: str, result: StressResult) -> None:
        """The first result stays, and the parts go; a deleted stress test takes none."""
        ...

    async def get(self, owner_id: str, stress_id: str) -> StoredStress: ...

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredStress]:
        """Newest first; `before` is the last id of the page before."""
        ...

    async def report(self, owner_id: str, stress_id: str) -> JsonObject:
        """`StressNotDone` where there is no result."""
        ...

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str: ...

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        """Of the stress test that was asked for last among those that are done."""
        ...

    async def delete(self, owner_id: str, stress_id: str, at: datetime) -> None: ...

    async def add_set(self, made: NewScenarioSet) -> None:
        """Leaves one that is there as it is."""
        ...

    async def get_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        """One that the owner made, or that of one of their tests; `UnknownScenarioSet` for any other."""
        ...
