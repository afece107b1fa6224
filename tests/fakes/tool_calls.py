"""The record of tool calls in memory."""

from datetime import datetime

from packages.core.events import JsonObject
from packages.domain.conversation.tool_calls import Claimed, Finished, NewCall, RunningToolCall, Spent, Standing

_Key = tuple[str, str, str]


class MemoryToolCalls:
    """`ToolCalls` for one process."""

    def __init__(self) -> None:
        self._calls: dict[_Key, tuple[NewCall, JsonObject | None]] = {}

    async def claim(self, call: NewCall, stale_before: datetime) -> Standing:
        known = self._calls.get(_key(call))
        if known is not None:
            first, result = known
            if result is not None:
                return Finished(first.arguments_hash, result)
            if first.at >= stale_before or first.arguments_hash != call.arguments_hash:
                return RunningToolCall(first.arguments_hash)
        if self._spent(call):
            return Spent()
        self._calls[_key(call)] = (call, None)
        return Claimed()

    async def finish(self, call: NewCall, result: JsonObject) -> JsonObject:
        holder, stands = self._calls.get(_key(call), (call, None))
        if holder.arguments_hash != call.arguments_hash:
            return result
        self._calls[_key(call)] = (holder, stands or result)
        return stands or result

    async def release(self, call: NewCall) -> None:
        if self._calls.get(_key(call)) == (call, None):
            del self._calls[_key(call)]

    def _spent(self, call: NewCall) -> bool:
        others = (each for each, _ in self._calls.values() if _key(each) != _key(call))
        return any(each.token_id == call.token_id and each.tool == call.tool for each in others)


def _key(call: NewCall) -> _Key:
    return call.owner_id, call.tool, call.key
