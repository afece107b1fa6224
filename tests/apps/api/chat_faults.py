"""Ways in which an upstream can go wrong, each a script for one turn."""

from collections.abc import Mapping, Sequence
from typing import Any

from packages.core.errors import Invalid, Unavailable
from src.modules.llm_platform.domain.errors import (
    CircuitOpen,
    ModelBusy,
    ModelFault,
    ModelGarbled,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
)
from src.modules.llm_platform.domain.requests import Finish
from tests.fakes.scripted_events import ToolCall
from tests.fakes.scripted_streamer import Breaks, Cut, Ends, Pretends, Says, Sends, Step, Waits, card, patch

_TEXT = Says("Half of an ans")
_DELTA = {"type": "response.output_text.delta"}
_FAILED_TOOL = ToolCall(server_label="market_data", name="search", error="not today")


def _raised(name: str, error: BaseException) -> dict[str, Sequence[Step]]:
    return {f"{name} before text": (Breaks(error),), f"{name} after text": (_TEXT, Breaks(error))}


def _event(name: str, event: Any) -> dict[str, Sequence[Step]]:
    """Rubbish and then nothing more, and rubbish in the middle of an answer."""
    return {f"{name} and silence": (Sends(event), Cut()), f"{name} in between": (_TEXT, Sends(event), _TEXT)}


BROKEN: Mapping[str, Sequence[Step]] = {
    **_raised("connection refused", ModelUnreachable("Nobody is there: check the address.")),
    **_raised("401", ModelRefused("The key is not good: check it.", status_code=401)),
    **_raised("429", ModelBusy("Too many requests: wait.", status_code=429, request_id="req_1")),
    **_raised("500", ModelFault("The server failed: try again.", status_code=500)),
    **_raised("timeout", ModelTimeout("Nothing came in time: try again.")),
    **_raised("protocol", ModelGarbled("That is no answer: try again.")),
    **_raised("circuit", CircuitOpen("It failed too often: wait.")),
    **_raised("an error of ours", Unavailable("Out of order: try again.")),
    **_raised("a refusal of ours", Invalid("That cannot be: send something else.")),
    **_raised("a bug", KeyError("who wrote this")),
    **_raised("the line", ConnectionResetError("reset by peer")),
    **_raised("recursion", RecursionError("too deep")),
    "cut before anything": (Cut(),),
    "cut after text": (_TEXT, Cut()),
    "cut in a tag": (Says("See <AGENT_UI"), Cut()),
    "cut in a card": (Says('See <AGENT_UI_JSON>{"type": "choice'), Cut()),
    "cut in a tool call": (Sends({"type": "response.mcp_call.in_progress", "item_id": "m1"}), Cut()),
    "idle before text": (Waits(),),
    "idle after text": (_TEXT, Waits()),
    "idle after a tool": (Pretends(_FAILED_TOOL), Waits()),
    "gave up": (_TEXT, Sends({"type": "response.failed", "response": {"error": {"message": "no"}}})),
    "gave up without a word": (Sends({"type": "response.failed"}),),
    "gave up in a strange way": (Sends({"type": "response.failed", "response": [1]}),),
    "an error event": (Sends({"type": "error", "message": "bad", "code": 7}),),
    "an error event of nothing": (_TEXT, Sends({"type": "error"})),
    "too long": (_TEXT, Ends(finish=Finish.LENGTH)),
    "filtered": (_TEXT, Ends(finish=Finish.FILTERED)),
    "no event at all": (Sends("hello"), Cut()),
    "a number": (_TEXT, Sends(42), Cut()),
    "null": (Sends(None), Cut()),
}
STRANGE: Mapping[str, Sequence[Step]] = {
    **_event("an unknown type", {"type": "response.dance"}),
    **_event("no type", {"delta": "x"}),
    **_event("a type of another kind", {"type": 7}),
    **_event("a delta of another kind", {**_DELTA, "delta": {"a": 1}}),
    **_event("a delta of nothing", _DELTA),
    **_event("half a character", {**_DELTA, "delta": "\ud83d"}),
    **_event("a NUL", {**_DELTA, "delta": "a\0b"}),
    **_event("a tool call without an id", {"type": "response.mcp_call.completed"}),
    **_event("an item of another kind", {"type": "response.output_item.done", "item": "x"}),
    **_event("a number of another kind", {"type": "response.created", "sequence_number": "one"}),
    "nothing": (Ends(),),
    "no usage": (Says("Fine."), Ends(usage=None)),
    "completed twice": (Says("Fine."), Ends(), Ends()),
    "a completed without a response": (Says("Fine."), Sends({"type": "response.completed"}), Cut()),
    "a response of another kind": (Sends({"type": "response.completed", "response": [1, 2]}), Cut()),
    "an unclosed tag": (Says("See <AGENT_STATE_PATCH>{"),),
    "malformed JSON": (Says("<AGENT_STATE_PATCH>{]</AGENT_STATE_PATCH>"),),
    "deep JSON": (Says(f"<AGENT_STATE_PATCH>{'[' * 3000}{']' * 3000}</AGENT_STATE_PATCH>", size=500),),
    "a card of another kind": (Says(card(type="fireworks")),),
    "a card that is none": (Says("<AGENT_UI_JSON>7</AGENT_UI_JSON>"),),
    "a patch of everything": (Says(patch(phase="completed", kyc={"a": 1}, strategy_id=None)),),
    "a huge answer": (Says("word " * 20_000, size=4000),),
    "a huge tag": (Says(f"<AGENT_UI_JSON>{'x' * 80_000}</AGENT_UI_JSON>", size=4000),),
    "a failed tool": (Pretends(_FAILED_TOOL), Says("It did not work.")),
    "a tool of nobody": (Pretends(ToolCall(server_label="moon", name="fly", output="not json")), Says("So.")),
    "a drip": (Says("Very slow", size=1),),
}
FAULTS: Mapping[str, Sequence[Step]] = {**BROKEN, **STRANGE}
