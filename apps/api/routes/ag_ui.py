"""The chat for clients of the AG-UI protocol: a run is a turn, and its events are those of the turn in their words."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from apps.api.routes.chat import FAILURES, EventStream
from apps.api.routes.dependencies import App
from apps.api.routes.taking_up import take_up_as_said
from apps.api.schemas.ag_ui import AgUiRun
from apps.api.schemas.ag_ui_events import AgUiTranslation
from apps.api.services import AppContext
from packages.contracts.sentences import json_for_reader
from packages.core.errors import NotFound
from packages.core.events import Event
from packages.core.messages import Language
from packages.domain.conversation.understanding.rules import wants_rules_of_research
from packages.infra.http import Caller, cursor, stream_response

router = APIRouter(prefix="/ag-ui", tags=["chat"])
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events of the AG-UI protocol, one in each `data` line.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    },
    **FAILURES,
}


@router.post("", response_class=EventStream, responses=_RESPONSES)
async def run_ag_ui(body: AgUiRun, request: Request, services: App, caller: Caller) -> StreamingResponse:
    """Answers the newest message of the person. The same `runId` and message again replays the run, behind
    `Last-Event-ID` where a client sends it. A client that leaves stops nothing."""
    message, session_id = body.said(), await _session_of(services, caller.id, body)
    if session_id is not None and wants_rules_of_research(message):
        await take_up_as_said(services, caller.id, session_id)
    language = None if body.forwarded_props is None else body.forwarded_props.language
    events = services.chat.orchestrator.handle_message_stream(
        caller.id,
        message,
        session_id=session_id,
        client_turn_id=body.run_id,
        language=None if language is None else Language(language),
    )
    first = await anext(events)
    translation = AgUiTranslation(body.thread_id, body.run_id)
    return stream_response(_translated(first, events, translation, cursor(request)))


async def _session_of(services: AppContext, owner_id: str, body: AgUiRun) -> str | None:
    """The client's word for the conversation, where it is ours; else the thread begins one."""
    if body.state is not None and body.state.session_id is not None:
        return body.state.session_id
    try:
        return (await services.chat.sessions.get(owner_id, body.thread_id)).id
    except NotFound:
        return None


async def _translated(
    first: Event, events: AsyncGenerator[Event, None], translation: AgUiTranslation, after: int
) -> AsyncGenerator[Event, None]:
    count = 0
    async with aclosing(events):
        async for event in _from(first, events):
            for translated in translation.of(json.loads(json_for_reader(event.json))):
                count += 1
                if count > after:
                    yield Event(count, translated["type"], json.dumps(translated, ensure_ascii=False))


async def _from(first: Event, events: AsyncGenerator[Event, None]) -> AsyncGenerator[Event, None]:
    yield first
    async for event in events:
        yield event
