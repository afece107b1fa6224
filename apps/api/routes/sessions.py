"""A person's conversations: the list, one as a whole, and the way out."""

from typing import Annotated

from fastapi import APIRouter, Query

from apps.api.orchestration.types import as_artifacts, ensure_phase_keyed
from apps.api.routes.dependencies import App
from apps.api.routes.taking_up import rules_from
from apps.api.schemas.chat import AwaitedOut, ChatSessionDetail, ChatSessionPage, FollowUpOut
from apps.api.schemas.requests import PlainText
from apps.api.schemas.strategy import TakeUpResearchIn
from packages.domain.conversation.model import Role, TurnStatus
from packages.domain.conversation.waiting import waiting_for
from packages.infra.http import Caller

router = APIRouter(prefix="/sessions", tags=["chat"])


@router.get("")
async def list_sessions(
    services: App,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[PlainText | None, Query(max_length=64, description="`next` of the page before.")] = None,
    search: Annotated[PlainText | None, Query(max_length=200, description="A part of a title or a message.")] = None,
) -> ChatSessionPage:
    found = await services.chat.sessions.page(caller.id, limit + 1, before, search or None)
    return ChatSessionPage.of(found, limit)


@router.get("/{session_id}")
async def get_session(session_id: str, services: App, caller: Caller) -> ChatSessionDetail:
    chat = services.chat
    session = await chat.sessions.get(caller.id, session_id)
    at_work = [turn for turn in await chat.journal.unfinished(session.id) if turn.status is TurnStatus.STREAMING]
    return ChatSessionDetail.of_session(
        session,
        as_artifacts(ensure_phase_keyed(session.artifacts, chat.handlers)),
        [each for each in await chat.sessions.messages(caller.id, session_id) if each.role is not Role.SYSTEM],
        await chat.sessions.transitions(caller.id, session_id),
        kyc_is_complete=(await services.profiles.of(caller.id)).is_complete,
        open_turn_id=at_work[0].id if at_work else None,
        awaited=await waiting_for(session, chat.watch),
    )


@router.get("/{session_id}/awaited")
async def get_awaited(session_id: str, services: App, caller: Caller) -> list[AwaitedOut]:
    """The long work that the conversation waits for, and how far it is."""
    session = await services.chat.sessions.get(caller.id, session_id)
    return [AwaitedOut.of(each) for each in await waiting_for(session, services.chat.watch)]


@router.post("/{session_id}/follow-up", status_code=202)
async def follow_up(session_id: str, services: App, caller: Caller) -> FollowUpOut:
    """Goes on where work has ended, without a message: the turn that tells what came of it; null while none has."""
    turn = await services.chat.orchestrator.follow_up(caller.id, session_id)
    return FollowUpOut(turn_id=None if turn is None else turn.id)


@router.post("/{session_id}/from-research", status_code=202)
async def take_up_research(session_id: str, body: TakeUpResearchIn, services: App, caller: Caller) -> FollowUpOut:
    """Turns finished research into rules of this conversation, saved and not confirmed: the turn that shows them. 409
    with `details.reason` where the verdict gives no entry."""
    session = await services.chat.sessions.get(caller.id, session_id)
    rules = await rules_from(services, session, body.research_session_id)
    turn = await services.chat.orchestrator.take_up(caller.id, session_id, rules)
    return FollowUpOut(turn_id=turn.id)


@router.delete("/{session_id}", status_code=204)
async def delete_session(session_id: str, services: App, caller: Caller) -> None:
    """What it is answering is stopped."""
    await services.chat.orchestrator.delete(caller.id, session_id)
