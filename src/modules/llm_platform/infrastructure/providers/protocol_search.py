"""Finds the protocol for one call: what to ask in first, and what to ask in when that turns out to be wrong."""

from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.requests import ModelAnswer, ModelRequest, StreamRequest, TokenUsage
from src.modules.llm_platform.infrastructure.providers.protocol_memory import Spoken
from src.modules.llm_platform.infrastructure.providers.status_faults import (
    ConversationRefused,
    EndpointMissing,
    ToolsRefused,
    Unheeded,
)


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
