"""The upstream of a turn: read by one task into the inbox, held to its timeouts, and what can go wrong with it."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import aclosing

from apps.api.orchestration.constants import LONGEST_ANSWER
from apps.api.orchestration.shared import UpstreamEvent
from apps.api.orchestration.types import Ended, Inbox, _TurnPreparation, _TurnStreamState
from packages.contracts.chat_events import StreamErrorDetail
from packages.core.errors import ParleyError, Unavailable
from packages.core.events import JsonObject
from packages.core.messages import Sentence, message

BURST = 256  # events that are handed on together at the most
TOOL_SECONDS = 120.0  # that a tool may take, besides the idle time
_CLOSING_SECONDS = 2.0
_BEHIND_SECONDS = 0.005
_MOMENT = 0.001  # seconds of work
_FEW = 4  # events that one moment is enough for
_SHARE = 3.0  # of the time that work took, to rest
_BEGUN = "response.mcp_call.in_progress"
_OVER = frozenset({"response.mcp_call.completed", "response.mcp_call.failed"})
_TEXT = "response.output_text.delta"
_CHAIN = "previous_response"
_BUG = Sentence(message("conversation.unexpected"))


class Breather:
    """Of work on what arrived together: after a moment of it everybody else has their turn, in a flood for longer than
    the work took. What other programs of the machine take is no work of ours."""

    def __init__(self, arrived: int) -> None:
        self._share = _SHARE if arrived > _FEW else 0.0
        self._since = time.process_time()

    async def rest(self) -> None:
        took = time.process_time() - self._since
        if took > _MOMENT:
            await asyncio.sleep(took * self._share)
            self.begin()

    def begin(self) -> None:
        """Work begins now: what came before it was waiting."""
        self._since = time.process_time()


class Upstream:
    """Read into the inbox from the moment it is made; what its task opens, the task closes itself."""

    def __init__(self, prepared: _TurnPreparation, inbox: Inbox) -> None:
        self.prepared = prepared
        self._inbox = inbox
        self._reader = asyncio.create_task(_read(prepared, inbox))
        self._reader.add_done_callback(self._end)

    async def aclose(self) -> None:
        """Once is enough; what nobody has read by then, nobody will, but for the wish to stop."""
        self._reader.cancel()
        await asyncio.wait({self._reader}, timeout=_CLOSING_SECONDS)
        left = [self._inbox.get_nowait() for _ in range(self._inbox.qsize())]
        for each in left:
            if isinstance(each, Ended) and each.stopped:
                self._inbox.put_nowait(each)

    def _end(self, reader: "asyncio.Task[None]") -> None:
        self._inbox.put_nowait(Ended(broke_off() if reader.cancelled() else reader.exception()))


async def _read(prepared: _TurnPreparation, inbox: Inbox) -> None:
    """No further than an answer may go: what is too long is closed at once."""
    breather = Breather(BURST)
    written = said = 0
    async with aclosing(prepared.streamer.stream_events(prepared.request)) as events:
        async for event in events:
            if not isinstance(event, Mapping):
                raise broke_off("conversation.answer_unreadable")
            inbox.put_nowait(event)
            written += text_length(event)
            said += text_length(event) if event.get("type") == _TEXT else 0
            if said > LONGEST_ANSWER or written > 2 * LONGEST_ANSWER:
                raise too_much(LONGEST_ANSWER)
            if inbox.qsize() < _FEW:
                breather.begin()
            else:  # one that never waits must not keep everybody else waiting
                await breather.rest()
            while inbox.qsize() >= BURST:  # noqa: ASYNC110 - what is not read yet stays with the server
                await asyncio.sleep(_BEHIND_SECONDS)


def text_length(event: Mapping[str, object], name: str = "delta") -> int:
    text = event.get(name)
    return len(text) if isinstance(text, str) else 0


class StreamTimeout(Unavailable):
    """The answer took too long."""


class StreamBroken(Unavailable):
    """The answer broke off."""


def timed_out(said: str, **params: object) -> StreamTimeout:
    return StreamTimeout(said, details={"category": "timeout"}, **params)


def broke_off(said: str = "conversation.answer_broke_off") -> StreamBroken:
    return StreamBroken(said, details={"category": "protocol"})


def too_much(most: int) -> StreamBroken:
    return StreamBroken("conversation.answer_too_much", most=f"{most:,}", details={"category": "too_much"})


def upstream_error(event: UpstreamEvent) -> StreamBroken:
    """From an event by which a model's server says that it gave up."""
    response = event.get("response")
    holder: Mapping[str, object] = response if isinstance(response, Mapping) else event
    reported = holder.get("error") or holder.get("incomplete_details")
    error: Mapping[str, object] = reported if isinstance(reported, Mapping) else event
    said, code = error.get("message") or error.get("reason"), error.get("code")
    reason = f" ({str(said)[:300]})" if said else ""
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
    """Of a fault of ours nothing is sent but its kind: the log has the story."""
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


TOO_LONG = Ended(timed_out("conversation.answer_too_long"))


class Timeouts:
    """Puts the end into the inbox when the upstream is silent for too long, longer while a tool works, or goes on for
    too long. One timer for a whole answer, however many events it has."""

    def __init__(self, inbox: Inbox, hard: float, idle: float) -> None:
        self._inbox = inbox
        self._idle = idle
        self._last_at = time.monotonic()
        self._deadline = self._last_at + hard
        self._tools: set[object] = set()
        self._timer = self._again_in(min(idle, hard))

    def saw(self, event: Mapping[str, object]) -> None:
        self._last_at = time.monotonic()
        kind = event.get("type")
        if kind == _BEGUN:
            self._tools.add(event.get("item_id"))
        elif isinstance(kind, str) and kind in _OVER:
            self._tools.discard(event.get("item_id"))

    @property
    def is_over(self) -> bool:
        """Of the whole answer: one that never pauses is over, too."""
        return time.monotonic() >= self._deadline

    def end(self) -> None:
        self._timer.cancel()

    def _check(self) -> None:
        now = time.monotonic()
        idle = self._idle + TOOL_SECONDS if self._tools else self._idle
        idle_until = self._last_at + idle
        if self.is_over:
            self._inbox.put_nowait(TOO_LONG)
        elif now >= idle_until and self._inbox.empty():
            self._inbox.put_nowait(Ended(timed_out("conversation.answer_silent", seconds=f"{idle:g}")))
        else:
            self._timer = self._again_in(max(min(idle_until, self._deadline) - now, 0.01))

    def _again_in(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._check)
