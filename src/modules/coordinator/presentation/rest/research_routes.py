"""Research by several experts over HTTP: ask, follow, look back, stop, retry."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from packages.contracts.market_data.next_calls import with_next_requests
from packages.core.events import Event, EventLog, NewEvent
from packages.core.messages import Language, LanguageCode, for_reader
from packages.domain.accounts.model import User
from packages.infra.http import Caller, cursor, event_stream
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest, flat_answer
from src.modules.coordinator.application.research_orchestration_service import experts_named
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.domain.exceptions import AllExpertsFailed, ResearchBroke, ResearchStopped
from src.modules.coordinator.domain.model.enums import ResearchStatus
from src.modules.coordinator.domain.ports.report_library import IReportLibrary
from src.modules.coordinator.domain.session import ResearchSession
from src.modules.coordinator.presentation.rest.schemas import (
    DebateAgainIn,
    ResearchDetailOut,
    ResearchIn,
    ResearchOut,
    ResearchSessionOut,
    ResearchSessionPage,
)


@dataclass(frozen=True, slots=True)
class EventsWithResult:
    """The event log as one session's followers read it."""

    log: EventLog
    sessions: ResearchSessions
    session_id: str

    async def open(self, stream_id: str, owner_id: str) -> None:
        await self.log.open(stream_id, owner_id)

    async def append(self, stream_id: str, *events: NewEvent, last: bool = False) -> tuple[Event, ...]:
        return await self.log.append(stream_id, *events, last=last)

    async def read(self, stream_id: str, owner_id: str, after: int = 0, limit: int = 500) -> tuple[Event, ...]:
        return await self.log.read(stream_id, owner_id, after, limit)

    async def tail(self, stream_id: str, owner_id: str, after: int = 0) -> AsyncGenerator[Event, None]:
        async with aclosing(self.log.tail(stream_id, owner_id, after)) as events:
            async for event in events:
                yield await self._whole(event, owner_id) if event.type == "research_finished" else event

    async def _whole(self, event: Event, owner_id: str) -> Event:
        answer = flat_answer(await self.sessions.get(owner_id, self.session_id))
        return replace(event, json=f'{event.json[:-1]},"result":{json.dumps(answer)}}}')


router = APIRouter(prefix="/coordinator/research", tags=["coordinator"])


@dataclass(frozen=True, slots=True)
class CoordinatorRoutesState:
    """What the routes reach, as `app.state.coordinator`."""

    sessions: ResearchSessions
    events: EventLog
    reports: IReportLibrary | None = None


def _state(request: Request) -> CoordinatorRoutesState:
    state: CoordinatorRoutesState = request.app.state.coordinator
    return state


State = Annotated[CoordinatorRoutesState, Depends(_state)]


@router.post("", response_model=ResearchOut)
async def research(
    body: ResearchIn,
    state: State,
    caller: Caller,
    stream: Annotated[bool, Query(description="Answer with the session's events instead of its result.")] = False,
    language: Annotated[LanguageCode, Query(description="The language of the reports.")] = "zh",
) -> Response:
    """Experts at the same time, then the debate. 200 when at least one expert has a report, 500 when none has. The run
    goes on when the client leaves."""
    session = await state.sessions.start(caller.id, _request(body), Language(language))
    if stream:
        return await _followed(state, session, caller, after=0)
    return _answer(await state.sessions.ended(session))


@router.get("/sessions")
async def list_research(
    state: State,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
    before: Annotated[str | None, Query(max_length=36, description="`next` of the page before.")] = None,
) -> ResearchSessionPage:
    return ResearchSessionPage.of(await state.sessions.page(caller.id, limit + 1, before), limit)


@router.get("/sessions/{session_id}")
async def get_research(session_id: str, state: State, caller: Caller) -> ResearchDetailOut:
    return ResearchDetailOut.of_detail(await state.sessions.detail(caller.id, session_id))


@router.post("/sessions/{session_id}/retry", status_code=202)
async def retry_research(session_id: str, state: State, caller: Caller) -> ResearchSessionOut:
    """Runs what failed or was left, and keeps what succeeded; follow it by its events."""
    return ResearchSessionOut.of(await state.sessions.retry(caller.id, session_id))


@router.post("/sessions/{session_id}/debate", status_code=202)
async def debate_research(session_id: str, body: DebateAgainIn, state: State, caller: Caller) -> ResearchSessionOut:
    """Debates (again) over what the experts brought, without asking them again; follow it by its events."""
    return ResearchSessionOut.of(await state.sessions.debate(caller.id, session_id, body.rounds))


@router.post("/sessions/{session_id}/stop")
async def stop_research(session_id: str, state: State, caller: Caller) -> ResearchSessionOut:
    """What the experts have brought by then is kept, and a retry goes on from there."""
    return ResearchSessionOut.of(await state.sessions.stop(caller.id, session_id))


@router.get("/sessions/{session_id}/events", response_class=StreamingResponse)
async def research_events(session_id: str, request: Request, state: State, caller: Caller) -> StreamingResponse:
    """The newest attempt's events from the first, or behind `Last-Event-ID` / `?after=`."""
    session = await state.sessions.followed(caller.id, session_id)
    return await _followed(state, session, caller, cursor(request))


def _request(body: ResearchIn) -> ResearchRequest:
    """Raises `UnknownExpert` with the names that no expert has."""
    return ResearchRequest(
        symbol=body.symbol,
        experts=experts_named(body.experts),
        options=body.options or {},
        skip_debate=body.skip_debate,
        rounds=body.rounds,
        analysis_date=body.analysis_date,
    )


async def _followed(
    state: CoordinatorRoutesState, session: ResearchSession, caller: User, after: int
) -> StreamingResponse:
    with_result = EventsWithResult(state.events, state.sessions, session.id)
    return await event_stream(with_result, session.run.stream, caller.id, after)


def _answer(session: ResearchSession) -> JSONResponse:
    if session.status is ResearchStatus.STOPPED:
        raise ResearchStopped("coordinator.stopped", details=_named(session))
    answer = flat_answer(session)
    if answer is None or session.result is None or session.status is ResearchStatus.INTERRUPTED:
        raise ResearchBroke("coordinator.broke", error=session.error, details=_named(session))
    if session.status is not ResearchStatus.FAILED:
        return JSONResponse(answer)
    failed = AllExpertsFailed(session.result)
    error = {"code": failed.code, "message": for_reader(failed.message), "details": with_next_requests(failed.details)}
    return JSONResponse({**answer, "error": error}, 500)


def _named(session: ResearchSession) -> dict[str, object]:
    return {"session_id": session.id}
