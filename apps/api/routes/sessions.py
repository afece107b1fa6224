"""A person's conversations: the list, one as a whole, and the way out."""

from typing import Annotated

from fastapi import APIRouter, Query

from apps.api.orchestration.types import as_artifacts, ensure_phase_keyed
from apps.api.routes.dependencies import App
from apps.api.schemas.chat import ChatSessionDetail, ChatSessionPage
from apps.api.schemas.requests import PlainText
from packages.domain.conversation.model import TurnStatus
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
        await chat.sessions.messages(caller.id, session_id),
        await chat.sessions.transitions(caller.id, session_id),
        kyc_is_complete=(await services.profiles.of(caller.id)).is_complete,
        open_turn_id=at_work[0].id if at_work else None,
    )


@router.delete("/{session_id}", status_code=204)
async def delete_session(session_id: str, services: App, caller: Caller) -> None:
    """What it is answering is stopped."""
    await services.chat.orchestrator.delete(caller.id, session_id)
