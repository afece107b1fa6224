"""What the coordinator stands on: the doors of the neighbouring contexts, opened for a run."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy.ext.asyncio import AsyncSession

from packages.core.clock import Clock
from packages.infra.db.engine import Database
from packages.settings.load import Settings
from src.modules.coordinator.domain.session import ResearchRun
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.application.contract import CallScope
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.container import ResearchContainer

if TYPE_CHECKING:
    from src.modules.debate.container import DebateContainer
    from src.modules.judge.container import JudgeContainer

Library = MarketLibrary
Platform = LlmPlatformContainer


@dataclass(frozen=True, slots=True)
class PinnedClock:
    """Stands at the instant that a run looks back from, also when the run goes on after a crash: its questions to a
    model are then the same, and the ledger has their answers."""

    at: datetime

    def now(self) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """Each door opens for one call: on whose behalf, in which run, at which instant."""

    settings: Settings
    database: Database
    clock: Clock
    library: Library
    platform: Platform

    def research(self, _session: AsyncSession, run: ResearchRun | None) -> ResearchContainer:
        """The experts read through the library's own transactions; the session of the call is not theirs to share."""
        clock = PinnedClock(run.as_of) if run else self.clock
        return ResearchContainer(replace(self.library, clock=clock), self.platform, self.settings, clock)

    def debate(self, session: AsyncSession, run: ResearchRun | None) -> "DebateContainer":
        from src.modules.debate.container import DebateContainer

        return DebateContainer(session, platform=self.platform, scope=_scope(run, "debate"), library=self.library)

    def judge(self, session: AsyncSession, run: ResearchRun | None) -> "JudgeContainer":
        """By the process's own clock: a call is dated when it is made."""
        from src.modules.judge.container import JudgeContainer

        return JudgeContainer(
            session,
            platform=self.platform,
            library=self.library,
            scope=_scope(run, "judge"),
            database=self.database,
            settings=self.settings,
            clock=self.clock,
        )


def open_library(database: Database, settings: Settings, clock: Clock) -> Library:
    return DataEngineeringContainer(database, settings, clock).library()


def _scope(run: ResearchRun | None, caller: str) -> CallScope | None:
    """None: research without a session, on behalf of the local owner."""
    return CallScope(owner_id=run.owner_id, caller=caller, run_id=run.thread) if run else None
