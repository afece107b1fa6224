"""Research sessions: start, look, stop, retry; what was begun is finished, whatever dies.

A run is carried out by a task of this process, not by the job queue: a queue with a few hands would make a hundred
questions wait for each other, although they do little but wait for a model, and its polling alone would cost more time
than the orchestration may. What the queue would give is here in small: the session is stored before the run begins,
with the process that it belongs to; a process that starts, or that is asked about a session, takes over those whose
process has died, and the graph's checkpoints and the ledger of model calls make it resume instead of beginning again.
A process that is closed leaves its runs as a kill does: the next one takes them over.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from packages.contracts.sentences import error_sentence
from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import Language, word
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.application.research_orchestration_service import ResearchOrchestrationService
from src.modules.coordinator.application.runs import End, Runs
from src.modules.coordinator.domain.exceptions import (
    AllExpertsFailed,
    NothingToDebate,
    NothingToRetry,
    NotRunning,
    ResearchKeyTaken,
    StillRunning,
)
from src.modules.coordinator.domain.model.enums import ResearchStatus
from src.modules.coordinator.domain.ports.research_sessions import (
    ResearchSessionStore,
    RunCosts,
    RunMemory,
    RunRecord,
)
from src.modules.coordinator.domain.session import ResearchDetail, ResearchSession, StartKey, running

# How late a stop that another process was asked for reaches the run.
_POLL_SECONDS = 1.0
_RESUMABLE = (ResearchStatus.STOPPED, ResearchStatus.INTERRUPTED)


class Faults(Protocol):
    """Where a fault of ours is written down."""

    def __call__(self, session_id: str, error: BaseException) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionServices:
    """What sessions stand on."""

    service: ResearchOrchestrationService
    store: ResearchSessionStore
    record: RunRecord
    memory: RunMemory
    costs: RunCosts
    clock: Clock
    ids: Ids
    faults: Faults


class ResearchSessions:
    """One per process; use it inside `working()`."""

    def __init__(self, services: SessionServices) -> None:
        self.services = services
        self._runs = Runs()
        self._launches: Counter[str] = Counter()

    @asynccontextmanager
    async def working(self, *, take_over: bool = True) -> AsyncIterator["ResearchSessions"]:
        """What dead processes left is taken over meanwhile; nobody waits for it. A short command leaves it be."""
        async with self._runs.working():
            if take_over:
                self._runs.beside(self._take_over(), "taking over")
            self._runs.beside(self._heed_stops_for_ever(), "heeding stops")
            yield self

    async def start(
        self, owner_id: str, request: ResearchRequest, language: Language = Language.ZH, key: str | None = None
    ) -> ResearchSession:
        """Returns when the session is stored and its run is under way; a bad request raises before that. The same key
        with the same request is the same session, whoever died after it was stored."""
        once = StartKey.of(key, request, language) if key else None
        known = await self._started(owner_id, once) if once else None
        if known is not None:
            return known
        session = self._new(owner_id, request, language)
        if not await self.services.store.add(session, once):  # somebody with the same key was first
            return await self.start(owner_id, request, language, key)
        self._launch(session)
        return session

    async def _started(self, owner_id: str, once: StartKey) -> ResearchSession | None:
        """What the key has started; if no process works on it, it resumes here."""
        found = await self.services.store.started_with(owner_id, once.key)
        if found is None:
            return None
        session_id, asked = found
        if asked != once:
            raise ResearchKeyTaken("coordinator.key_taken")
        return await self.get(owner_id, session_id)

    def _new(self, owner_id: str, request: ResearchRequest, language: Language) -> ResearchSession:
        now, session_id = self.services.clock.now(), self.services.ids.new()
        return ResearchSession(
            id=session_id,
            owner_id=owner_id,
            request=self.services.service.checked(request),
            language=language,
            status=ResearchStatus.RUNNING,
            attempt=1,
            thread=session_id,
            created_at=now,
            started_at=now,
        )

    async def ended(self, session: ResearchSession) -> ResearchSession:
        """The session at its end; raises when that could not be written down."""
        ended = await self._runs.ended(session.id)
        return ended or await self.services.store.find(session.owner_id, session.id)

    async def get(self, owner_id: str, session_id: str) -> ResearchSession:
        """One that no process works on resumes here."""
        launches = self._launches[session_id]
        session = await self.services.store.find(owner_id, session_id)
        lost = session.status is ResearchStatus.RUNNING and session_id not in self._runs.at_work
        # It may have been taken over while the store was asked, and may even have ended since.
        if lost and await self.services.store.adopt(session_id) and self._launches[session_id] == launches:
            self._launch(session, resumed=True)
        return session

    async def detail(self, owner_id: str, session_id: str) -> ResearchDetail:
        session = await self.get(owner_id, session_id)
        threads = [_thread(session.id, attempt) for attempt in range(1, session.attempt + 1)]
        return ResearchDetail(
            session=session,
            nodes=await self.services.store.nodes(session_id),
            costs=await self.services.costs.of(owner_id, threads),
        )

    async def page(self, owner_id: str, limit: int, before: str | None = None) -> Sequence[ResearchSession]:
        return await self.services.store.page(owner_id, limit, before)

    async def followed(self, owner_id: str, session_id: str) -> ResearchSession:
        """For whoever listens to its events: an ended attempt has published it, even if its process died over it."""
        session = await self.get(owner_id, session_id)
        if session.status is not ResearchStatus.RUNNING:
            await self.services.record.end_written(session)
        return session

    async def stop(self, owner_id: str, session_id: str) -> ResearchSession:
        """What the experts have brought by then is kept."""
        session = await self.get(owner_id, session_id)
        if self._runs.stop(session_id) or session_id in self._runs.at_work:
            return await self.ended(session)
        if session.status is not ResearchStatus.RUNNING:
            raise NotRunning("coordinator.already_ended", status=word("status", session.status))
        return await self._close(session, replace(session, status=ResearchStatus.STOPPED))

    async def retry(self, owner_id: str, session_id: str) -> ResearchSession:
        """Runs what failed or was left, and keeps what succeeded."""
        session = await self.get(owner_id, session_id)
        if session.status is ResearchStatus.RUNNING:
            raise StillRunning("coordinator.still_running")
        if not session.has_failures:
            raise NothingToRetry("coordinator.nothing_to_retry")
        return await self._begin(self._next_attempt(session))

    async def _begin(self, again: ResearchSession) -> ResearchSession:
        if not await self.services.store.begin_again(again):
            raise StillRunning("coordinator.restarted")
        self._launch(again)
        return again

    async def debate(self, owner_id: str, session_id: str, rounds: int | None = None) -> ResearchSession:
        """Debates (again) over what the session's experts brought, and stores it with the session; no expert is asked
        again. `rounds` None: as often as the session says."""
        session = await self.get(owner_id, session_id)
        if session.status is ResearchStatus.RUNNING:
            raise StillRunning("coordinator.still_running")
        if session.result is None or session.result.overall_status == "failed":
            raise NothingToDebate("coordinator.nothing_to_debate")
        return await self._begin(self._debated_anew(session, session.result, rounds or session.request.rounds))

    def _debated_anew(self, session: ResearchSession, result: ResearchResult, rounds: int) -> ResearchSession:
        request = ResearchRequest.model_validate({**dict(session.request), "rounds": rounds, "skip_debate": False})
        nothing = {"debate_outcome": None, "debate_error": None, "verdict": None, "judge_error": None}
        again = self._next_attempt(replace(session, status=ResearchStatus.COMPLETED))
        return replace(again, request=request, result=result.model_copy(update=nothing), only_debate=True)

    def _next_attempt(self, session: ResearchSession) -> ResearchSession:
        """One that was left resumes under its thread. One that ended gets a new thread: under the old one, a model's
        unusable answer would be found again in the ledger."""
        number = session.attempt + 1
        return replace(
            session,
            status=ResearchStatus.RUNNING,
            attempt=number,
            thread=session.thread if session.status in _RESUMABLE else _thread(session.id, number),
            started_at=self.services.clock.now(),
            finished_at=None,
            error=None,
            only_debate=False,
        )

    async def heed_stops(self) -> None:
        """Ends the runs of this process that another was asked to stop."""
        at_work = self._runs.at_work
        for session_id in await self.services.store.stopped_elsewhere(at_work) if at_work else ():
            self._runs.stop(session_id)

    async def _heed_stops_for_ever(self) -> None:
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            (fault,) = await asyncio.gather(self.heed_stops(), return_exceptions=True)
            if isinstance(fault, Exception):
                self.services.faults("", fault)

    async def _take_over(self) -> None:
        (found,) = await asyncio.gather(self.services.store.orphans(self._runs.at_work), return_exceptions=True)
        if isinstance(found, BaseException):
            self.services.faults("", found)
            return
        for session in found:
            # One of our own may have begun while the store was asked, and may have ended since.
            if not self._launches[session.id]:
                self._launch(session, resumed=True)

    def _launch(self, session: ResearchSession, *, resumed: bool = False) -> None:
        if session.id in self._runs.at_work:
            return
        self._launches[session.id] += 1
        self.services.record.began(session, resumed=resumed)
        work, conclude = self._researched(session, fresh=not resumed), partial(self._conclude, session)
        self._runs.launch(session.id, work, conclude, self._tidy)

    async def _researched(self, session: ResearchSession, *, fresh: bool) -> ResearchResult:
        new_thread = session.thread == _thread(session.id, session.attempt)
        with running(replace(session.run, fresh=fresh and new_thread)):
            return await self.services.service.run_checked(session.request)

    async def _conclude(self, session: ResearchSession, end: End) -> ResearchSession:
        match end:
            case ResearchResult():
                ended = replace(session, status=ResearchStatus(end.overall_status), result=end)
            case AllExpertsFailed():
                ended = replace(session, status=ResearchStatus.FAILED, result=end.result)
            case asyncio.CancelledError():
                partial = await self.services.memory.so_far(session.request, session.thread)
                ended = replace(session, status=ResearchStatus.STOPPED, result=partial or session.result)
            case _:
                self.services.faults(session.id, end)
                ended = replace(session, status=ResearchStatus.INTERRUPTED, error=error_sentence(end))
        return await self._close(session, ended)

    async def _close(self, session: ResearchSession, ended: ResearchSession) -> ResearchSession:
        ended = replace(ended, finished_at=self.services.clock.now())
        if not await self.services.store.end(ended):
            return await self.services.store.find(session.owner_id, session.id)
        self.services.record.ended(ended)
        return ended

    async def _tidy(self, ended: ResearchSession) -> None:
        if ended.status not in (ResearchStatus.RUNNING, *_RESUMABLE):
            await self.services.memory.forget(ended.thread)


def _thread(session_id: str, attempt: int) -> str:
    """The first attempt's thread has the session's own name."""
    return session_id if attempt == 1 else f"{session_id}:{attempt}"
