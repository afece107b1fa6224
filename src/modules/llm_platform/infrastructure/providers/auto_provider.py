"""A server whose protocol nobody has stated: Responses is tried first, and what worked is remembered,
also across restarts.

A server that knows the Responses endpoint and shows that it does not do what was asked there (`Unheeded`, or a refusal
of tools or of `previous_response_id`) is asked in chat completions from then on, if it knows those. What it shows, it
shows once for each server and model:

* in a streamed turn the first event shows it, so the caller sees nothing of the change; the maker may charge for the
  question that was hung up on, and nobody counts that;
* in a single answer only the whole answer shows it, so that one question is paid twice; both are counted.

What cannot be seen: a server that repeats tools, a shape or a `previous_response_id` and then ignores them (llmock does
so with tools). Set `PARLEY_LLM_API=chat_completions` for such a server.
"""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import (
    Event,
    ModelAnswer,
    ModelRequest,
    StreamRequest,
    TokenUsage,
    fingerprint,
)
from src.modules.llm_platform.infrastructure.providers.status_faults import (
    ConversationRefused,
    EndpointMissing,
    ToolsRefused,
    Unheeded,
)


class WireProtocol(StrEnum):
    """What a server is asked in. `ONLY_RESPONSES`: it has no chat completions, so whatever it makes of Responses is
    the best that it can do."""

    RESPONSES = "responses"
    CHAT = "chat_completions"
    ONLY_RESPONSES = "only_responses"


class ProtocolMemory(Protocol):
    """Remembers by server and model, whoever asks."""

    def recall(self, config: ModelConfig) -> WireProtocol | None: ...

    def remember(self, config: ModelConfig, protocol: WireProtocol) -> None: ...


class KnownProtocols:
    """In a small file, or without a path as long as the process lives. What the file holds is found out again when it
    is lost, so a file that cannot be read or written is no error."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, str] | None = None

    def recall(self, config: ModelConfig) -> WireProtocol | None:
        with suppress(ValueError):
            return WireProtocol(self._all().get(_server(config), ""))
        return None

    def remember(self, config: ModelConfig, protocol: WireProtocol) -> None:
        known = self._all()
        if known.get(_server(config)) == protocol:
            return
        known[_server(config)] = protocol.value
        if self._path is not None:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                draft = self._path.with_suffix(".new")
                draft.write_text(json.dumps(known))
                draft.replace(self._path)

    def _all(self) -> dict[str, str]:
        if self._known is None:
            self._known = _read(self._path) if self._path is not None else {}
        return self._known


def _read(path: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        stored = json.loads(path.read_text())
        if isinstance(stored, dict):
            return {str(server): str(protocol) for server, protocol in stored.items()}
    return {}


def _server(config: ModelConfig) -> str:
    """Hashed, because an address may hold a password."""
    return fingerprint([config.base_url, config.model])


class ProtocolSearch:
    """`protocol` is what to ask in now; `half` is what showed that the server does only half of Responses."""

    def __init__(self, request: ModelRequest | StreamRequest, known: WireProtocol | None) -> None:
        self.protocol = known or WireProtocol.RESPONSES
        self.half: ModelFault | None = None
        self._request = request
        self._missing: set[WireProtocol] = set()

    def after(self, fault: ModelFault) -> None:
        """Goes over to the other protocol, or raises: any other fault is the server's answer."""
        if self.protocol is not WireProtocol.CHAT and _shows_half(fault, self._request):
            self.half = fault
        elif isinstance(fault, EndpointMissing):
            self._missing.add(self.protocol)
        else:
            raise self._charged(fault)
        if self.protocol is WireProtocol.CHAT:
            self._without_chat(fault)
        elif WireProtocol.CHAT in self._missing:
            raise fault
        else:
            self.protocol = WireProtocol.CHAT

    @property
    def kept(self) -> ModelAnswer | None:
        """An answer that did not do all that was asked, once nobody can be asked for a better one."""
        if self.protocol is WireProtocol.ONLY_RESPONSES and isinstance(self.half, Unheeded):
            return self.half.answer
        return None

    def counted(self, usage: TokenUsage | None) -> TokenUsage | None:
        """With what the answer that was not used has cost."""
        if not isinstance(self.half, Unheeded) or self.half.answer is None:
            return usage
        before = self.half.answer.usage
        return usage + before if usage is not None and before is not None else None

    def _without_chat(self, fault: ModelFault) -> None:
        if self._missing != {WireProtocol.CHAT}:
            raise fault
        if self.half is not None and not isinstance(self.half, Unheeded):
            raise self.half
        self.protocol = WireProtocol.ONLY_RESPONSES

    def _charged(self, fault: ModelFault) -> ModelFault:
        """A question that was answered before in the other protocol may be paid, however this one ended."""
        fault.may_be_paid = fault.may_be_paid or isinstance(self.half, Unheeded)
        return fault


def _shows_half(fault: ModelFault, request: ModelRequest | StreamRequest) -> bool:
    match fault:
        case Unheeded():
            return True
        case ToolsRefused():
            return isinstance(request, StreamRequest) and bool(request.tools)
        case ConversationRefused():
            return isinstance(request, StreamRequest) and request.previous_response_id is not None
        case _:
            return False


class AutoProvider:
    """Implements `ModelProvider`. A memory that has become wrong is corrected when the endpoint is missing."""

    def __init__(
        self, config: ModelConfig, providers: Mapping[WireProtocol, ModelProvider], memory: ProtocolMemory
    ) -> None:
        self._config = config
        self._providers = providers
        self._memory = memory

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        search = ProtocolSearch(request, self._memory.recall(self._config))
        while True:
            try:
                answer = search.kept or await self._providers[search.protocol].generate(request)
            except ModelFault as fault:
                self._go_on(search, fault)
                continue
            self._worked(search.protocol)
            return answer if answer is search.kept else replace(answer, usage=search.counted(answer.usage))

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        search = ProtocolSearch(request, self._memory.recall(self._config))
        begun = False
        while True:
            try:
                async with aclosing(self._providers[search.protocol].stream(request)) as events:
                    async for event in events:
                        if not begun:
                            self._worked(search.protocol)
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

    def _worked(self, protocol: WireProtocol) -> None:
        # A slow answer must not undo what was noticed meanwhile.
        if protocol is not WireProtocol.RESPONSES or self._memory.recall(self._config) is None:
            self._memory.remember(self._config, protocol)

    def _go_on(self, search: ProtocolSearch, fault: ModelFault) -> None:
        search.after(fault)
        if search.half is fault:
            # Remembered before it worked: a conversation that must be begun anew is begun in chat completions.
            self._memory.remember(self._config, search.protocol)
