"""Any OpenAI-compatible chat-completions server, translated into Responses events, with the tools called by us.

Servers send tool calls in pieces; they are put together here.
"""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from openai import AsyncOpenAI

from packages.core.clock import Clock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpTools
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, Finish, ModelAnswer, ModelRequest, StreamRequest, TokenUsage
from src.modules.llm_platform.infrastructure.providers.openai.chat_chunks import (
    BROKEN_OFF,
    CallPiece,
    Chunk,
    ThinkingSplitter,
    finish_of,
    without_thinking,
)
from src.modules.llm_platform.infrastructure.providers.openai.chat_connection import (
    ChatConnection,
    answer_body,
    round_body,
)
from src.modules.llm_platform.infrastructure.providers.rounds import (
    CallArguments,
    CallOpened,
    Delta,
    ReasoningDelta,
    RoundEnd,
    RoundRequest,
)
from src.modules.llm_platform.infrastructure.providers.sdk_faults import cut_off, garbled
from src.modules.llm_platform.infrastructure.providers.tool_turn import RememberedTurns


@dataclass(slots=True)
class _Call:
    id: str = ""
    function: str = ""
    arguments: list[str] = field(default_factory=list)
    sent: int = 0  # how many pieces of the arguments were passed on
    opened: bool = False

    @property
    def is_whole(self) -> bool:
        try:
            json.loads("".join(self.arguments))
        except ValueError:
            return False
        return True


class CallAssembler:
    """Servers differ: ids or indices may be missing, every call may be number 0, a name may come in pieces or be
    repeated, a whole call may come at once. Calls are passed on in the order in which they began."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._at_index: dict[int, _Call] = {}
        self._latest: _Call | None = None

    def take(self, pieces: Sequence[CallPiece]) -> list[CallOpened | CallArguments]:
        for position, piece in enumerate(pieces):
            call = self._call_of(piece, position)
            call.id = call.id or piece.id
            if piece.function.name != call.function:
                call.function += piece.function.name
            if piece.function.arguments:
                call.arguments.append(piece.function.arguments)
            self._latest = call
        return self._deltas(complete=False)

    def finish(self) -> list[CallOpened | CallArguments]:
        """No more pieces come."""
        return self._deltas(complete=True)

    def _call_of(self, piece: CallPiece, position: int) -> _Call:
        if piece.index is None and (known := self._without_index(piece)) is not None:
            return known
        index = position if piece.index is None else piece.index
        current = self._at_index.get(index)
        if current is None or _begins_another(piece, current):
            current = self._at_index[index] = _Call()
            self._calls.append(current)
        return current

    def _without_index(self, piece: CallPiece) -> _Call | None:
        if piece.id:
            return next((call for call in self._calls if call.id == piece.id), None)
        return None if piece.function.name else self._latest

    def _deltas(self, *, complete: bool) -> list[CallOpened | CallArguments]:
        deltas: list[CallOpened | CallArguments] = []
        for slot, call in enumerate(self._calls):
            # The name is known to be whole once the arguments begin; later calls wait, so that the order holds.
            if not call.opened and not call.arguments and not complete:
                break
            if not call.opened:
                call.opened = True
                deltas.append(CallOpened(slot, call.id or None, call.function))
            deltas += [CallArguments(slot, text) for text in call.arguments[call.sent :]]
            call.sent = len(call.arguments)
        return deltas


def _begins_another(piece: CallPiece, current: _Call) -> bool:
    """Whether a piece that carries the number of a call is in truth the start of the next one."""
    if piece.id and current.id and piece.id != current.id:
        return True
    name = piece.function.name
    if not name or not current.arguments:
        return False
    return name != current.function or current.is_whole


class ChatCompletionsProvider:
    """Implements `ModelProvider`; closing it closes the client."""

    def __init__(
        self,
        config: ModelConfig,
        client: AsyncOpenAI,
        mcp_tools: McpTools,
        conversations: Conversations,
        ids: Ids,
        clock: Clock,
    ) -> None:
        self._config = config
        self._connection = ChatConnection(config, client)
        self._turns = RememberedTurns(config, mcp_tools, conversations, ids, clock)

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        answer = await self._connection.ask(lambda accepted: answer_body(self._config, request, accepted))
        if not answer.choices:
            raise garbled(self._config)
        choice = answer.choices[0]
        if choice.finish_reason in BROKEN_OFF:
            raise cut_off(self._config)
        finish = Finish.FILTERED if choice.speech.refusal else finish_of(choice.finish_reason or "stop")
        usage = answer.usage.counted if answer.usage is not None else None
        text = without_thinking(choice.speech.text)
        return ModelAnswer(text=text, finish=finish, usage=usage, response_id=answer.id)

    def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        return self._turns.stream(request, self)

    async def stream_round(self, question: RoundRequest) -> AsyncGenerator[Delta, None]:
        reader = _RoundReader()
        chunks = self._connection.listen(lambda accepted: round_body(self._config, question, accepted))
        async with aclosing(chunks):
            async for chunk in chunks:
                for delta in reader.deltas_of(chunk):
                    yield delta
        if reader.finish is None or reader.finish in BROKEN_OFF:
            raise cut_off(self._config)
        for delta in reader.rest():
            yield delta
        # DeepSeek refuses to continue after a tool call unless it is shown its own thinking again.
        echo = {"reasoning_content": reader.thought} if reader.thought else {}
        yield RoundEnd(finish_of(reader.finish), reader.usage, echo)

    async def aclose(self) -> None:
        await self._connection.aclose()


class _RoundReader:
    """What the chunks of a round have said so far."""

    def __init__(self) -> None:
        self._calls = CallAssembler()
        self._speech = ThinkingSplitter()
        self.finish: str | None = None
        self.usage: TokenUsage | None = None
        self.thought = ""

    def deltas_of(self, chunk: Chunk) -> list[Delta]:
        if chunk.usage is not None:
            self.usage = chunk.usage.counted or self.usage
        if not chunk.choices:
            return []
        choice = chunk.choices[0]
        self.finish = choice.finish_reason or self.finish
        self.thought += choice.speech.reasoning_content
        said: list[Delta] = [ReasoningDelta(choice.speech.thought), *self._speech.take(choice.speech.text)]
        if not choice.speech.tool_calls:
            return said
        return [*said, *self._speech.flush(), *self._calls.take(choice.speech.tool_calls)]

    def rest(self) -> list[Delta]:
        """What was held back until no more chunks come."""
        return [*self._speech.flush(), *self._calls.finish()]
