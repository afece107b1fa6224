"""One turn of a conversation, event by event, in the book like every other call."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import cast

from src.modules.llm_platform.application.asking import ModelCall, ModelTurns
from src.modules.llm_platform.application.model_calls import ModelServices, Try
from src.modules.llm_platform.domain.budgets import worst_case
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.ledger import CallAttempt, Reused
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, StreamRequest, TokenUsage, fingerprint

# They only announce an answer; held back until it begins, so that a server that dies here can be replaced.
_ANNOUNCEMENTS = frozenset({"response.created", "response.queued", "response.in_progress"})


async def stream(services: ModelServices, call: ModelCall, request: StreamRequest) -> AsyncGenerator[Event, None]:
    """Once anything has been shown, a fault is the caller's to tell: the same words are never said twice."""
    turns = await ModelTurns.of(services, call)
    shown = False
    while True:
        config = turns.next()
        sized = replace(request, max_output_tokens=config.max_output_tokens)
        try:
            async with services.trying(config, _attempt(services, turns, config, sized)) as trial:
                async with aclosing(_told(services, config, sized, trial)) as events:
                    async for event in events:
                        shown = True
                        yield event
                return
        except ModelFault as fault:
            if shown:
                raise
            await turns.after(fault)


async def _told(
    services: ModelServices, config: ModelConfig, request: StreamRequest, trial: Try | Reused
) -> AsyncGenerator[Event, None]:
    held: list[Event] = []
    async with aclosing(services.providers.provider_for(config).stream(request)) as events:
        async for event in _noted(events, trial):
            if event["type"] in _ANNOUNCEMENTS:
                held.append(event)
                continue
            for earlier in held:
                yield earlier
            held.clear()
            yield event


async def _noted(events: AsyncIterator[Event], trial: Try | Reused) -> AsyncIterator[Event]:
    """Writes down what the last event says of tokens, before anybody sees it."""
    async for event in events:
        if isinstance(trial, Try) and event["type"] in {"response.completed", "response.incomplete"}:
            _finish(trial, event)
        yield event


def _finish(trial: Try, event: Event) -> None:
    response = cast(Mapping[str, object], event["response"])
    usage = _usage(response.get("usage"))
    if event["type"] == "response.completed":
        trial.answered("", usage, str(response.get("id")))
    else:
        trial.cut(usage, "incomplete")


def _usage(told: object) -> TokenUsage | None:
    if not isinstance(told, Mapping):
        return None
    details = told.get("input_tokens_details")
    cached = details.get("cached_tokens", 0) if isinstance(details, Mapping) else 0
    return TokenUsage(int(told["input_tokens"]), int(told["output_tokens"]), int(cached))


def _attempt(services: ModelServices, turns: ModelTurns, config: ModelConfig, request: StreamRequest) -> CallAttempt:
    said = [request.instructions, request.input, request.previous_response_id]
    reserved = worst_case(str(said), request.max_output_tokens, services.prices.of(config))
    return turns.attempt(config, key=None, prompt_hash=fingerprint(said), schema_hash=None, reserved=reserved)
