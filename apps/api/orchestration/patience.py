"""How long a turn waits for its upstream: so long between two events, longer while a tool works, so long in all."""

import asyncio
import time
from collections.abc import Mapping

from apps.api.orchestration.active_turn import Ended, Inbox
from apps.api.orchestration.stream_errors import timed_out

TOO_LONG = Ended(timed_out("conversation.answer_too_long"))
TOOL_SECONDS = 120.0  # that a tool may take, besides the idle time
_BEGUN = "response.mcp_call.in_progress"
_OVER = frozenset({"response.mcp_call.completed", "response.mcp_call.failed"})


class Patience:
    """Puts the end into the inbox when it runs out. One timer for a whole answer, however many events it has."""

    def __init__(self, inbox: Inbox, hard: float, idle: float) -> None:
        self._inbox = inbox
        self._idle = idle
        self._heard_at = time.monotonic()
        self._deadline = self._heard_at + hard
        self._tools: set[object] = set()
        self._timer = self._again_in(min(idle, hard))

    def heard(self, event: Mapping[str, object]) -> None:
        self._heard_at = time.monotonic()
        kind = event.get("type")
        if kind == _BEGUN:
            self._tools.add(event.get("item_id"))
        elif isinstance(kind, str) and kind in _OVER:
            self._tools.discard(event.get("item_id"))

    @property
    def is_spent(self) -> bool:
        """Of the whole answer: one that never pauses is over, too."""
        return time.monotonic() >= self._deadline

    def end(self) -> None:
        self._timer.cancel()

    def _look(self) -> None:
        now = time.monotonic()
        idle = self._idle + TOOL_SECONDS if self._tools else self._idle
        silent_until = self._heard_at + idle
        if self.is_spent:
            self._inbox.put_nowait(TOO_LONG)
        elif now >= silent_until and self._inbox.empty():
            self._inbox.put_nowait(Ended(timed_out("conversation.answer_silent", seconds=f"{idle:g}")))
        else:
            self._timer = self._again_in(max(min(silent_until, self._deadline) - now, 0.01))

    def _again_in(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._look)
