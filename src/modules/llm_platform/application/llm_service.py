"""`LLMService`: the one way to every model, for one answer or for a streamed turn; every call is in the ledger."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal, cast

from src.modules.llm_platform.application.model_calls import ModelCall, ModelServices, ModelTurns, Try, ask
from src.modules.llm_platform.domain.errors import ModelFault, ModelOutputUnusable
from src.modules.llm_platform.domain.ledger import CallAttempt, CallScope, Reused, worst_case
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import (
    Event,
    Finish,
    InputItem,
    McpServer,
    ModelAnswer,
    ModelRequest,
    StreamRequest,
    TokenUsage,
    fingerprint,
)
from src.modules.llm_platform.domain.structured.reading import Shape, output_schema, read_structured, retry_prompt

# They only announce an answer; held back until it begins, so that a server that dies here can be replaced.
_ANNOUNCEMENTS = frozenset({"response.created", "response.queued", "response.in_progress"})


async def stream(services: ModelServices, call: ModelCall, request: StreamRequest) -> AsyncGenerator[Event, None]:
    """Once anything has been shown, a fault goes to the caller: nothing is shown twice."""
    turns = await ModelTurns.of(services, call)
    shown = False
    while True:
        config = turns.next()
        sized = replace(request, max_output_tokens=config.max_output_tokens)
        try:
            async with services.trying(config, _attempt(services, turns, config, sized)) as trial:
                async with aclosing(_events(services, config, sized, trial)) as events:
                    async for event in events:
                        shown = True
                        yield event
                return
        except ModelFault as fault:
            if shown:
                raise
            await turns.after(fault)


async def _events(
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


def _usage(reported: object) -> TokenUsage | None:
    if not isinstance(reported, Mapping):
        return None
    details = reported.get("input_tokens_details")
    cached = details.get("cached_tokens", 0) if isinstance(details, Mapping) else 0
    return TokenUsage(int(reported["input_tokens"]), int(reported["output_tokens"]), int(cached))


def _attempt(services: ModelServices, turns: ModelTurns, config: ModelConfig, request: StreamRequest) -> CallAttempt:
    said = [request.instructions, request.input, request.previous_response_id]
    reserved = worst_case(str(said), request.max_output_tokens, services.prices.of(config))
    return turns.attempt(config, key=None, prompt_hash=fingerprint(said), schema_hash=None, reserved=reserved)


@dataclass(frozen=True, slots=True)
class LLMService:
    """Asks on behalf of one scope: an owner and, mostly, a run."""

    services: ModelServices
    scope: CallScope

    async def generate(
        self,
        prompt: str,
        system_message: str | None = None,
        temperature: float = 0.7,
        alias: str | None = None,
        tags: Sequence[str] | None = None,
        response_schema: Shape | None = None,
    ) -> str:
        """The answer; with a schema, JSON that was checked against it, after at most one question back."""
        call = ModelCall(self.scope, alias, tuple(tags or ()))
        request = ModelRequest(prompt=prompt, system_message=system_message, temperature=temperature)
        if response_schema is None:
            return _whole(await ask(self.services, call, request))
        request = replace(request, schema=output_schema(response_schema))
        answer = await ask(self.services, call, request)
        try:
            return read_structured(answer.text, response_schema, answer.finish)
        except ModelOutputUnusable as unusable:
            again = replace(request, prompt=retry_prompt(prompt, answer.text, unusable.problems))
        answer = await ask(self.services, call, again)
        return read_structured(answer.text, response_schema, answer.finish)

    async def stream_events(
        self,
        *,
        input: str | Sequence[InputItem],  # noqa: A002 - the Responses API's own word
        instructions: str | None = None,
        tools: Sequence[McpServer] = (),
        previous_response_id: str | None = None,
        tool_choice: Literal["auto", "none", "required"] | None = None,
        temperature: float | None = None,
        alias: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> AsyncIterator[Event]:
        """OpenAI Responses events. Another try is made only while nothing has been shown."""
        request = StreamRequest(
            owner_id=self.scope.owner_id,
            input=input if isinstance(input, str) else tuple(input),
            instructions=instructions,
            tools=tuple(tools),
            previous_response_id=previous_response_id,
            tool_choice=tool_choice,
            temperature=temperature,
        )
        async with aclosing(stream(self.services, ModelCall(self.scope, alias, tuple(tags or ())), request)) as events:
            async for event in events:
                yield event


def _whole(answer: ModelAnswer) -> str:
    if answer.finish is Finish.LENGTH:
        raise ModelOutputUnusable("llm_platform.answer_cut")
    if answer.finish is Finish.FILTERED or not answer.text.strip():
        raise ModelOutputUnusable("llm_platform.no_answer")
    return answer.text
