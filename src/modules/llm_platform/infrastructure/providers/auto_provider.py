"""A server whose protocol nobody has stated: Responses is tried first, and what worked is remembered.

A server that knows the Responses endpoint and shows that it does not do what was asked there (`responses_echo`, or a
refusal of tools or of `previous_response_id`) is asked in chat completions from then on, if it knows those. What it
shows, it shows once for each server and model:

* of a streamed turn the first event tells, so the caller sees nothing of the change; the maker may charge for the
  question that was hung up on, and nobody counts that;
* of a single answer only the whole answer tells, so that one question is paid twice; both are counted.

What cannot be seen: a server that repeats tools, a shape or a `previous_response_id` and then ignores them (llmock does
so with tools). Set `PARLEY_LLM_API=chat_completions` for such a server.
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.protocol_search import ProtocolMemory, ProtocolSearch, Spoken


class AutoProvider:
    """Implements `ModelProvider`. A memory that has become wrong is corrected when the endpoint is missing."""

    def __init__(self, config: ModelConfig, providers: Mapping[Spoken, ModelProvider], memory: ProtocolMemory) -> None:
        self._config = config
        self._providers = providers
        self._memory = memory

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        search = ProtocolSearch(request, self._memory.recall(self._config))
        while True:
            try:
                answer = search.kept or await self._providers[search.spoken].generate(request)
            except ModelFault as fault:
                self._go_on(search, fault)
                continue
            self._worked(search.spoken)
            return answer if answer is search.kept else replace(answer, usage=search.counted(answer.usage))

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        search = ProtocolSearch(request, self._memory.recall(self._config))
        begun = False
        while True:
            try:
                async with aclosing(self._providers[search.spoken].stream(request)) as events:
                    async for event in events:
                        if not begun:
                            self._worked(search.spoken)
                            begun = True
                        yield event
                return
            except ModelFault as fault:
                if begun:
                    raise
                self._go_on(search, fault)

    async def aclose(self) -> None:
        for provider in self._providers.values():
            await provider.aclose()

    def _worked(self, spoken: Spoken) -> None:
        # A slow answer must not undo what was noticed meanwhile.
        if spoken is not Spoken.RESPONSES or self._memory.recall(self._config) is None:
            self._memory.remember(self._config, spoken)

    def _go_on(self, search: ProtocolSearch, fault: ModelFault) -> None:
        search.after(fault)
        if search.half is fault:
            # Remembered before it worked: a conversation that must be begun anew is begun in chat completions.
            self._memory.remember(self._config, search.spoken)
