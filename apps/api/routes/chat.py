"""The chat over HTTP: a message in, its turn's events out; follow them again at any time, or stop the turn."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from apps.api.orchestration.shared import AskedPolicy
from apps.api.routes.dependencies import App
from apps.api.routes.taking_up import take_up_as_said
from apps.api.schemas.chat import MessageIn, NewThreadIn, RuntimePolicyIn, ThreadOut, TurnOut
from packages.contracts.chat_events import ChatEvent
from packages.core.events import Event
from packages.domain.conversation.understanding.rules import wants_rules_of_research
from packages.infra.http import Caller, cursor, stream_response

router = APIRouter(prefix="/chat", tags=["chat"])


class EventStream(StreamingResponse):
    """Says in the API's description what kind of answer it is."""

    media_type = "text/event-stream"


# Of a route that answers with events: failures before the first one are plain JSON.
FAILURES: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "What went wrong, in the one error shape.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}},
    }
}
_RESPONSES = {200: {"model": ChatEvent, "description": "One of these in each event."}, **FAILURES}
Raw = Annotated[bool, Query(description="Whether to send every event of the model's server, too.")]


@router.post("/new-thread", status_code=201)
async def new_thread(services: App, caller: Caller, body: NewThreadIn | None = None) -> ThreadOut:
    language = (body or NewThreadIn()).language
    return ThreadOut.of(await services.chat.orchestrator.begin_session(caller.id, language))


@router.post("/stream", response_class=EventStream, responses=_RESPONSES)
async def send_message(body: MessageIn, services: App, caller: Caller, raw: Raw = True) -> StreamingResponse:
    """The events of the turn that answers the message. A client that leaves stops nothing."""
    if body.session_id is not None and wants_rules_of_research(body.message):
        await take_up_as_said(services, caller.id, body.session_id)
    events = services.chat.orchestrator.handle_message_stream(
        caller.id,
        body.message,
        session_id=body.session_id,
        client_turn_id=body.client_turn_id,
        language=body.language,
        runtime_policy=None if body.runtime_policy is None else _asked(body.runtime_policy),
        about=body.about,
    )
    first = await anext(events)
    return stream_response(_wanted(_from(first, events), raw=raw))


@router.get("/turns/{turn_id}/events", response_class=EventStream, responses=_RESPONSES)
async def turn_events(
    turn_id: str, request: Request, services: App, caller: Caller, raw: Raw = True
) -> StreamingResponse:
    """A turn's events from the first, or behind `Last-Event-ID` / `?after=`, until it is over."""
    events = await services.chat.orchestrator.follow(caller.id, turn_id, cursor(request))
    return stream_response(_wanted(events, raw=raw))


@router.post("/turns/{turn_id}/stop", status_code=202)
async def stop_turn(turn_id: str, services: App, caller: Caller) -> TurnOut:
    """Ends the answer where it is; what was said stays. A turn that is over stays as it is."""
    return TurnOut.of(await services.chat.orchestrator.stop(caller.id, turn_id))


def _asked(policy: RuntimePolicyIn) -> AskedPolicy:
    return AskedPolicy(policy.phase_stage, policy.tool_mode, tuple(policy.allowed_tools))


async def _from(first: Event, events: AsyncGenerator[Event, None]) -> AsyncGenerator[Event, None]:
    async with aclosing(events):
        yield first
        async for event in events:
            yield event


async def _wanted(events: AsyncGenerator[Event, None], *, raw: bool) -> AsyncGenerator[Event, None]:
    """Without the model's own events where the client asked so; the ids of the others stay."""
    async with aclosing(events):
        async for event in events:
            if raw or event.type != "openai_event":
                yield event
