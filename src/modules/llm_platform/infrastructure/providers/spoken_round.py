"""What a model said in one round, put together while it is told as events."""

from collections.abc import Sequence
from typing import assert_never

from src.modules.llm_platform.domain.errors import ModelUnreachable
from src.modules.llm_platform.domain.requests import Event, Finish
from src.modules.llm_platform.infrastructure.providers.chat_messages import spoken_message
from src.modules.llm_platform.infrastructure.providers.model_deltas import (
    AnswerDelta,
    CallArguments,
    CallOpened,
    Delta,
    Message,
    ReasoningDelta,
    RoundEnd,
    ToolCatalogue,
    label_and_name,
)
from src.modules.llm_platform.infrastructure.providers.responses_events import EventWriter
from src.modules.llm_platform.infrastructure.providers.tool_calls import RequestedCall


class SpokenRound:
    """Feed it every delta of the round, then `close` it."""

    def __init__(self, writer: EventWriter, catalogue: ToolCatalogue) -> None:
        self._writer = writer
        self._catalogue = catalogue
        self._text: list[str] = []
        self._calls: list[RequestedCall] = []
        self._end: RoundEnd | None = None

    @property
    def text(self) -> str:
        return "".join(self._text)

    @property
    def calls(self) -> Sequence[RequestedCall]:
        return self._calls

    @property
    def end(self) -> RoundEnd:
        if self._end is None:
            raise ModelUnreachable("llm_platform.answer_broke_off", may_be_paid=True)
        return self._end

    def tell(self, delta: Delta) -> list[Event]:
        match delta:
            case AnswerDelta(text):
                self._text.append(text)
                return self._writer.text(text) if text else []
            case ReasoningDelta(text):
                return self._writer.reasoning(text) if text else []
            case CallOpened():
                return self._open(delta)
            case CallArguments(slot, text):
                return self._writer.arguments(self._calls[slot].item, text)
            case RoundEnd():
                self._end = delta
                return []
            case _:
                assert_never(delta)

    def close(self) -> list[Event]:
        """The round is over: every item of it but the calls is done, and the calls are complete."""
        status = "completed" if self.end.finish is Finish.STOP else "incomplete"
        events = self._writer.close_speech(status)
        return [*events, *(event for call in self._calls for event in self._writer.calling(call.item))]

    def message(self, *, with_calls: bool) -> Message:
        calls = [(call.call_id, call.function, call.repeatable_arguments) for call in self._calls] if with_calls else []
        return spoken_message(self.text, calls, self.end.echo if with_calls else {})

    def _open(self, opened: CallOpened) -> list[Event]:
        offered = self._catalogue.find(opened.function)
        shown = label_and_name(opened.function) if offered is None else (offered.server.server_label, offered.tool.name)
        item, events = self._writer.call(*shown)
        self._calls.append(RequestedCall(opened.call_id or f"call_{item.id}", opened.function, item))
        return events
