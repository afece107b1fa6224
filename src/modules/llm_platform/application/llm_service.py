"""`LLMService`: the one door to every model."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal

from src.modules.llm_platform.application.asking import ModelCall, ask
from src.modules.llm_platform.application.model_calls import ModelServices
from src.modules.llm_platform.application.streaming import stream
from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.ledger import CallScope
from src.modules.llm_platform.domain.requests import (
    Event,
    Finish,
    InputItem,
    McpServer,
    ModelAnswer,
    ModelRequest,
    StreamRequest,
)
from src.modules.llm_platform.domain.structured.reading import Shape, output_schema, read_structured, retry_prompt


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
