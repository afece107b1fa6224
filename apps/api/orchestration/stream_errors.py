"""What can go wrong with an answer while it streams, and how it is told."""

from collections.abc import Mapping

from apps.api.orchestration.shared import UpstreamEvent
from apps.api.orchestration.types import _TurnStreamState
from packages.contracts.chat_events import StreamErrorDetail
from packages.core.errors import ParleyError, Unavailable
from packages.core.events import JsonObject
from packages.core.messages import Language, message, render

_CHAIN = "previous_response"
_BUG = render(message("conversation.unexpected"), Language.EN)


class StreamTimeout(Unavailable):
    """The answer took too long."""


class StreamBroken(Unavailable):
    """The answer broke off."""


def timed_out(said: str, **params: object) -> StreamTimeout:
    return StreamTimeout(said, details={"category": "timeout"}, **params)


def broke_off(said: str = "conversation.answer_broke_off") -> StreamBroken:
    return StreamBroken(said, details={"category": "protocol"})


def upstream_error(event: UpstreamEvent) -> StreamBroken:
    """From an event by which a model's server says that it gave up."""
    response = event.get("response")
    holder: Mapping[str, object] = response if isinstance(response, Mapping) else event
    told = holder.get("error") or holder.get("incomplete_details")
    error: Mapping[str, object] = told if isinstance(told, Mapping) else event
    said, code = error.get("message") or error.get("reason"), error.get("code")
    reason = message("words.in_brackets", text=str(said)[:300]) if said else ""
    details = {"category": "upstream", "parameter": error.get("param") or code}
    return StreamBroken("conversation.model_gave_up", reason=reason, details=details)


def note_error(state: _TurnStreamState, error: BaseException) -> None:
    detail = error_detail(error)
    state.stream_error_message = detail.message
    state.stream_error_detail = detail
    if isinstance(error, ParleyError):
        state.chain_unknown = str(error.details.get("parameter", "")).startswith(_CHAIN)
    else:
        state.fault = error


def error_detail(error: BaseException) -> StreamErrorDetail:
    """Of a fault of ours nothing is told but its kind: the log has the story."""
    if isinstance(error, ParleyError):
        return _named(error)
    return StreamErrorDetail(error_class=type(error).__name__, message=_BUG, category="internal")


def stored_failure(detail: StreamErrorDetail | None) -> JsonObject | None:
    """As it is kept with the answer; `StreamErrorDetail` reads it again."""
    return None if detail is None else detail.model_dump(mode="json", by_alias=False)


def _named(error: ParleyError) -> StreamErrorDetail:
    status, request_id = error.details.get("status_code"), error.details.get("request_id")
    return StreamErrorDetail(
        error_class=type(error).__name__,
        message=error.message,
        category=str(error.details.get("category", error.code)),
        status_code=status if isinstance(status, int) else None,
        request_id=request_id if isinstance(request_id, str) else None,
    )
