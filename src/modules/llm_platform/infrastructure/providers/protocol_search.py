"""Which protocol a server speaks: what is tried first, what next, and what was found, kept across restarts."""

import json
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import ModelAnswer, ModelRequest, StreamRequest, TokenUsage, fingerprint
from src.modules.llm_platform.infrastructure.providers.status_faults import (
    ConversationRefused,
    EndpointMissing,
    ToolsRefused,
    Unheeded,
)


class Spoken(StrEnum):
    """What a server is asked in. `ONLY_RESPONSES`: it has no chat completions, so whatever it makes of Responses is
    the best that it can do."""

    RESPONSES = "responses"
    CHAT = "chat_completions"
    ONLY_RESPONSES = "only_responses"


class ProtocolMemory(Protocol):
    """Remembers by server and model, whoever asks."""

    def recall(self, config: ModelConfig) -> Spoken | None: ...

    def remember(self, config: ModelConfig, spoken: Spoken) -> None: ...


class KnownProtocols:
    """In a small file, or without a path as long as the process lives. What the file holds is found out again when it
    is lost, so nobody is told of a file that cannot be read or written."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, str] | None = None

    def recall(self, config: ModelConfig) -> Spoken | None:
        with suppress(ValueError):
            return Spoken(self._all().get(_server(config), ""))
        return None

    def remember(self, config: ModelConfig, spoken: Spoken) -> None:
        known = self._all()
        if known.get(_server(config)) == spoken:
            return
        known[_server(config)] = spoken.value
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
        told = json.loads(path.read_text())
        if isinstance(told, dict):
            return {str(server): str(spoken) for server, spoken in told.items()}
    return {}


def _server(config: ModelConfig) -> str:
    """Hashed, because an address may hold a password."""
    return fingerprint([config.base_url, config.model])


class ProtocolSearch:
    """`spoken` is what to ask in now; `half` is what showed that the server does only half of Responses."""

    def __init__(self, request: ModelRequest | StreamRequest, known: Spoken | None) -> None:
        self.spoken = known or Spoken.RESPONSES
        self.half: ModelFault | None = None
        self._request = request
        self._missing: set[Spoken] = set()

    def after(self, fault: ModelFault) -> None:
        """Goes over to the other protocol, or raises: any other fault is the server's answer."""
        if self.spoken is not Spoken.CHAT and _shows_half(fault, self._request):
            self.half = fault
        elif isinstance(fault, EndpointMissing):
            self._missing.add(self.spoken)
        else:
            raise self._charged(fault)
        if self.spoken is Spoken.CHAT:
            self._without_chat(fault)
        elif Spoken.CHAT in self._missing:
            raise fault
        else:
            self.spoken = Spoken.CHAT

    @property
    def kept(self) -> ModelAnswer | None:
        """An answer that did not do all that was asked, once nobody can be asked for a better one."""
        if self.spoken is Spoken.ONLY_RESPONSES and isinstance(self.half, Unheeded):
            return self.half.answer
        return None

    def counted(self, usage: TokenUsage | None) -> TokenUsage | None:
        """With what the answer that was not used has cost."""
        if not isinstance(self.half, Unheeded) or self.half.answer is None:
            return usage
        before = self.half.answer.usage
        return usage + before if usage is not None and before is not None else None

    def _without_chat(self, fault: ModelFault) -> None:
        if self._missing != {Spoken.CHAT}:
            raise fault
        if self.half is not None and not isinstance(self.half, Unheeded):
            raise self.half
        self.spoken = Spoken.ONLY_RESPONSES

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
