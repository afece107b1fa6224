"""One streamed turn: a round of the model, the tools it calls, and further rounds until it is done."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpTool, McpToolResult, McpTools
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, Finish, McpServer, StreamRequest, TokenUsage
from src.modules.llm_platform.infrastructure.providers.responses_events import EventWriter, OpenItem
from src.modules.llm_platform.infrastructure.providers.round_output import RoundOutput, run_calls
from src.modules.llm_platform.infrastructure.providers.rounds import (
    Message,
    RoundRequest,
    SpeakingModel,
    ToolCatalogue,
    ToolChoice,
    joined,
    kept,
    messages_of,
    result_message,
)

MOST_TOOL_ROUNDS = 8
_REASONS = {Finish.LENGTH: "max_output_tokens", Finish.FILTERED: "content_filter"}
_NOT_RUN = {
    Finish.STOP: f"Tools may be called in {MOST_TOOL_ROUNDS} rounds of one turn at the most; this call was not made.",
    Finish.LENGTH: "The model was cut off before the call was complete, so it was not made.",
    Finish.FILTERED: "The answer was filtered by the model's maker, so the call was not made.",
}


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A server whose tools could not be listed."""

    reason: str


class ToolTurn:
    """`messages` grows with what is said; after `events` ran to its end, `last_event` closes the turn."""

    def __init__(
        self,
        request: StreamRequest,
        messages: Sequence[Message],
        *,
        model: SpeakingModel,
        tools: McpTools,
        writer: EventWriter,
        clock: Clock,
    ) -> None:
        self.messages = list(messages)
        self._request = request
        self._model = model
        self._tools = tools
        self._writer = writer
        self._clock = clock
        self._catalogue = ToolCatalogue()
        self._usages: list[TokenUsage | None] = []
        self._finish = Finish.STOP

    async def events(self) -> AsyncGenerator[Event, None]:
        """Everything but the last event. The first comes when the model begins to answer: until then nothing was
        sent, and the caller may still ask another model."""
        pending = [*self._writer.started(), *await self._list_tools()]
        number = 0
        while True:
            output = RoundOutput(self._writer, self._catalogue)
            async with aclosing(self._model.stream_round(self._question(number))) as deltas:
                async for delta in deltas:
                    for event in (*pending, *output.events_of(delta)):
                        yield event
                    pending = []
            for event in self._close_round(output):
                yield event
            if not self._goes_on(output, number):
                break
            for event in self._result_events(output, await run_calls(self._tools, self._catalogue, output.calls)):
                yield event
            number += 1
        for event in self._conclude(output):
            yield event

    def last_event(self) -> Event:
        if self._finish is Finish.STOP:
            return self._writer.completed(self._usage(), self._clock.now())
        return self._writer.incomplete(_REASONS[self._finish], self._usage())

    async def _list_tools(self) -> list[Event]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._tools_of(server)) for server in self._request.tools]
        events: list[Event] = []
        for server, task in zip(self._request.tools, tasks, strict=True):
            item, opened = self._writer.listing(server)
            events += [*opened, *self._listed(server, item, task.result())]
        return events

    async def _tools_of(self, server: McpServer) -> Sequence[McpTool] | Unlisted:
        try:
            return await self._tools.list_tools(server)
        except ParleyError as error:
            return Unlisted(error.message)

    def _listed(self, server: McpServer, item: OpenItem, listed: Sequence[McpTool] | Unlisted) -> list[Event]:
        if isinstance(listed, Unlisted):
            self._catalogue.add_unreachable(server, listed.reason)
            return self._writer.listed(item, (), listed.reason)
        allowed = [tool for tool in listed if tool.name in server.allowed_tools]
        self._catalogue.add(server, allowed)
        return self._writer.listed(item, allowed)

    def _question(self, number: int) -> RoundRequest:
        return RoundRequest(
            system=joined(self._request.instructions, self._catalogue.gaps),
            messages=tuple(self.messages),
            catalogue=self._catalogue,
            tool_choice=self._choice(number),
            temperature=self._request.temperature,
            max_output_tokens=self._request.max_output_tokens,
        )

    def _choice(self, number: int) -> ToolChoice | None:
        if not self._catalogue.offered or number == MOST_TOOL_ROUNDS:
            return None
        wanted = self._request.tool_choice or "auto"
        # A model that must call a tool in every round would never come to its answer.
        return "auto" if wanted == "required" and number > 0 else wanted

    def _close_round(self, output: RoundOutput) -> list[Event]:
        events = output.close()
        self._usages.append(output.end.usage)
        self._finish = output.end.finish
        return events

    def _goes_on(self, output: RoundOutput, number: int) -> bool:
        return bool(output.calls) and self._finish is Finish.STOP and number < MOST_TOOL_ROUNDS

    def _result_events(self, output: RoundOutput, results: Sequence[McpToolResult]) -> list[Event]:
        self.messages.append(output.message(with_calls=True))
        events: list[Event] = []
        for call, result in zip(output.calls, results, strict=True):
            write = self._writer.failed if result.is_error else self._writer.answered
            events += write(call.item, result.text)
            self.messages.append(result_message(call.call_id, result.text))
        return events

    def _conclude(self, output: RoundOutput) -> list[Event]:
        """The last round is over; calls that were not made are reported as failed."""
        self.messages.append(output.message(with_calls=False))
        events = [event for call in output.calls for event in self._writer.failed(call.item, _NOT_RUN[self._finish])]
        if not output.text and not output.calls:
            events += [*self._writer.text(""), *self._writer.close_speech()]
        return events

    def _usage(self) -> TokenUsage | None:
        """The sum over all rounds; None as soon as the server did not count one of them."""
        counted = [usage for usage in self._usages if usage is not None]
        if len(counted) < len(self._usages):
            return None
        return sum(counted, start=TokenUsage(0, 0))


class RememberedTurns:
    """What was said is saved before the last event is sent, so that its reader can refer to it."""

    def __init__(
        self, config: ModelConfig, tools: McpTools, conversations: Conversations, ids: Ids, clock: Clock
    ) -> None:
        self._config = config
        self._tools = tools
        self._conversations = conversations
        self._ids = ids
        self._clock = clock

    async def stream(self, request: StreamRequest, model: SpeakingModel) -> AsyncGenerator[Event, None]:
        messages = [*await self._said_before(request), *messages_of(request.input)]
        response_id = f"resp_{self._new_id()}"
        writer = EventWriter(
            request, response_id=response_id, model=self._config.model, at=self._clock.now(), new_id=self._new_id
        )
        turn = ToolTurn(request, messages, model=model, tools=self._tools, writer=writer, clock=self._clock)
        async with aclosing(turn.events()) as events:
            async for event in events:
                yield event
        await self._conversations.save(request.owner_id, response_id, kept(turn.messages))
        yield turn.last_event()

    async def _said_before(self, request: StreamRequest) -> list[Message]:
        if request.previous_response_id is None:
            return []
        said = await self._conversations.load(request.owner_id, request.previous_response_id)
        if said is None:
            fault = ModelRefused(
                "llm_platform.conversation_forgotten",
                status_code=404,
            )
            fault.details["parameter"] = "previous_response_id"
            raise fault
        return list(said)

    def _new_id(self) -> str:
        return self._ids.new().replace("-", "")
