"""Stress tests as stored work: their parts, headline, result, scenario sets and store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from packages.core.errors import NotFound
from packages.core.events import JsonObject
from packages.core.messages import Language, Sentence, message
from packages.domain.stress.attempts import StressAttempt
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import ScenarioSet, StressPlan, parse_stress_plan
from packages.domain.work.stored import (
    FollowedJob,
    JobStore,
    PlannedJob,
    StoredJob,
    UnknownWork,
    WorkKeyTaken,
    WorkKind,
    WorkNotDone,
)

FileKind = Literal["html", "md"]


class UnknownStressTest(UnknownWork):
    """No such stress test, or another owner's."""


class UnknownScenarioSet(NotFound):
    """No such scenario set, or another owner's."""


class StressNotDone(WorkNotDone):
    """There is nothing to show yet, or there never will be."""


class StressKeyTaken(WorkKeyTaken):
    """The idempotency key stands for another stress test."""


@dataclass(frozen=True, slots=True)
class NewScenarioSet:
    """What an owner wants a strategy to be put through; the same scenarios have the same id."""

    id: str
    owner_id: str
    scenarios: ScenarioSet
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PartDone:
    """A stage that was finished, as compressed JSON; `data` is the key of the run that it was measured against."""

    name: str
    data: str
    body: bytes


@dataclass(frozen=True, slots=True)
class StressHeadline:
    """What is shown first of a finished stress test; `limits` is the hash of the limits that it was held against."""

    finished_at: datetime
    ruling: Ruling
    limits: str
    trials: int


@dataclass(frozen=True, slots=True)
class StressResult:
    """All that a finished stress test leaves: the report for the page, its files as they were drawn then, and the
    attempt that stays when the test is deleted."""

    headline: StressHeadline
    report: JsonObject
    files: Mapping[tuple[FileKind, Language], str]
    attempt: StressAttempt | None = None


@dataclass(frozen=True, slots=True)
class VerdictSeen:
    """The verdict on one version of a strategy; `limits` is the hash of the limits that it was held against."""

    stress_report_id: str
    ruling: Ruling
    created_at: datetime
    limits: str


NewStress: TypeAlias = PlannedJob[StressPlan]
StoredStress: TypeAlias = StoredJob[StressPlan, StressHeadline]
StressTest: TypeAlias = FollowedJob[StressPlan, StressHeadline]


def ruling_of(stress: StressTest) -> Ruling | None:
    """None while there is no verdict."""
    return stress.headline.ruling if stress.headline else None


STRESS_TESTS = WorkKind(
    job_kind="stress.run",
    id_name="stress_report_id",
    parse=parse_stress_plan,
    unknown=lambda: UnknownStressTest("stress.unknown_stress_test"),
    not_done=lambda: StressNotDone("stress.no_report"),
    key_taken=lambda: StressKeyTaken("stress.key_taken"),
    key_of_deleted=lambda: StressKeyTaken("stress.key_of_deleted"),
    lost=Sentence(message("stress.lost")),
    stopped=Sentence(message("stress.stopped")),
)


class StressStore(JobStore[StressPlan, StressHeadline, StressResult], Protocol):
    """Where stress tests are stored, with their files, with the parts of those that are not done, and with scenario
    sets. The parts go when the result comes."""

    async def put_part(self, stress_id: str, part: PartDone) -> None:
        """The last of its name stays; a deleted or finished stress test takes none."""
        ...

    async def parts(self, stress_id: str) -> Sequence[PartDone]: ...

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str: ...

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        """Of the stress test that was asked for last among those that are done."""
        ...

    async def attempts(self, owner_id: str, rules: str) -> Sequence[StressAttempt]:
        """All finished tests of these rules, deleted ones too."""
        ...

    async def add_set(self, made: NewScenarioSet) -> None:
        """Leaves one that is there as it is."""
        ...

    async def get_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        """One that the owner made, or that of one of their tests; `UnknownScenarioSet` for any other."""
        ...
