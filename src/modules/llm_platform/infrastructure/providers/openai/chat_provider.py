"""Any OpenAI-compatible chat-completions server, told as Responses events, with the tools called by us."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from openai import AsyncOpenAI

from packages.core.clock import Clock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpTools
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, Finish, ModelAnswer, ModelRequest, StreamRequest, TokenUsage
from src.modules.llm_platform.infrastructure.providers.model_deltas import (
    Delta,
    ReasoningDelta,
    RoundEnd,
    RoundRequest,
)
from src.modules.llm_platform.infrastructure.providers.openai.chat_calls import CallAssembler
from src.modules.llm_platform.infrastructure.providers.openai.chat_chunks import (
    BROKEN_OFF,
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
from src.modules.llm_platform.infrastructure.providers.sdk_faults import cut_off, garbled
from src.modules.llm_platform.infrastructure.providers.tool_turn import RememberedTurns


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

    async def speak(self, question: RoundRequest) -> AsyncGenerator[Delta, None]:
        heard = _HeardRound()
        chunks = self._connection.listen(lambda accepted: round_body(self._config, question, accepted))
        async with aclosing(chunks):
            async for chunk in chunks:
                for delta in heard.deltas_of(chunk):
                    yield delta
        if heard.finish is None or heard.finish in BROKEN_OFF:
            raise cut_off(self._config)
        for delta in heard.rest():
            yield delta
        # DeepSeek refuses to go on after a tool call unless it is shown its own thinking again.
        echo = {"reasoning_content": heard.thought} if heard.thought else {}
        yield RoundEnd(finish_of(heard.finish), heard.usage, echo)

    async def aclose(self) -> None:
        await self._connection.aclose()


class _HeardRound:
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
