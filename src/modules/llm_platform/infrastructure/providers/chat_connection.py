"""The wire to a chat-completions server: sends bodies, and gives back what came as checked chunks."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import openai
from openai import AsyncOpenAI, AsyncStream

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.infrastructure.providers.chat_chunks import Chunk
from src.modules.llm_platform.infrastructure.providers.chat_requests import Accepted, first_guess
from src.modules.llm_platform.infrastructure.providers.negotiation import Body, Negotiation
from src.modules.llm_platform.infrastructure.providers.patient_reading import read_in_time
from src.modules.llm_platform.infrastructure.providers.sdk_faults import garbled, translated_faults

BodyOf = Callable[[Accepted], Body]
_PATH = "/chat/completions"


class ChatConnection:
    """What a server was found to accept is remembered as long as this object lives."""

    def __init__(self, config: ModelConfig, client: AsyncOpenAI) -> None:
        self._config = config
        self._client = client
        self._negotiation = Negotiation(first_guess(config), config, openai)

    async def ask(self, body_of: BodyOf) -> Chunk:
        data = await self._negotiation.agree(body_of, self._post)
        with translated_faults(self._config, openai):
            return Chunk.model_validate(data)

    async def listen(self, body_of: BodyOf) -> AsyncGenerator[Chunk, None]:
        stream = await self._negotiation.agree(body_of, self._open)
        async with stream:
            if not stream.response.headers.get("content-type", "").startswith("text/event-stream"):
                raise garbled(self._config)
            async with aclosing(read_in_time(aiter(stream), self._config, openai)) as events:
                async for data in events:
                    with translated_faults(self._config, openai):
                        chunk = Chunk.model_validate(data)
                    yield chunk

    async def aclose(self) -> None:
        await self._client.close()

    async def _post(self, body: Body) -> object:
        # The SDK's models would hide what servers leave out or add, so the plain JSON is taken.
        return await self._client.post(_PATH, cast_to=object, body=body)

    async def _open(self, body: Body) -> AsyncStream[object]:
        return await self._client.post(_PATH, cast_to=object, body=body, stream=True, stream_cls=AsyncStream[object])
