"""The examples played over streamable HTTP, in order, each change also repeated as a replay would."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from apps.mcp.composition import TOOLBOXES
from apps.mcp.toolbox import Tool, ToolEffect
from packages.contracts.tool_grants import ToolDomain
from tests.apps.mcp.examples import STORY, Example, Known
from tests.apps.mcp.live import Line, LiveDesk, line

_TRIES = 1200
_PAUSE = 0.05  # seconds between two looks at work that goes on elsewhere

ToolKey = tuple[ToolDomain, str]
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """One tool as it was called: `repeated` with the same token and key, `replayed` with another key."""

    arguments: dict[str, Any]
    result: Answer
    repeated: Answer | None = None
    replayed: Answer | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """What every tool answered the owner; `known` are the last ids that came up under each name, `ids` all."""

    told: Mapping[ToolKey, Told]
    known: Known
    ids: frozenset[str]


def tool_of(domain: ToolDomain, name: str) -> Tool:
    return TOOLBOXES[domain].tools[name]


async def play(live: LiveDesk) -> Played:
    known: Known = {}
    told: dict[ToolKey, Told] = {}
    async with AsyncExitStack() as stack:
        lines = {domain: await stack.enter_async_context(line(live, domain)) for domain in ToolDomain}
        for example in STORY:
            live.clock.move(seconds=1)  # ids of what is made sort by time
            if example.before is not None:
                known.update(example.before(live, known))
            told[example.key] = await _call(live, lines[example.domain], example, known)
            known.update(_ids(told[example.key].result))
    ids = {value for each in told.values() for value in (_ids(each.result) | _ids(each.arguments)).values()}
    return Played(told, known, frozenset(ids))


async def _call(live: LiveDesk, to: Line, example: Example, known: Known) -> Told:
    tool = tool_of(example.domain, example.tool)
    arguments = example.arguments(known)
    if tool.rule.effect is ToolEffect.READ:
        return Told(arguments, await _look(live, to, example, arguments))
    arguments = arguments | {"idempotency_key": f"story-{example.tool}"}
    token, other = live.token_for(tool), arguments | {"idempotency_key": f"other-{example.tool}"}
    first, again, replayed = [await to.call(tool.name, each, token) for each in (arguments, arguments, other)]
    return Told(arguments, first, again, replayed)


async def _look(live: LiveDesk, to: Line, example: Example, arguments: dict[str, Any]) -> Answer:
    """Looks until what the example waits for has come."""
    tool = tool_of(example.domain, example.tool)
    for _ in range(_TRIES):
        result = await to.call(tool.name, arguments, live.token_for(tool))
        if example.until is None or not result["ok"] or example.until(result):
            return result
        await asyncio.sleep(_PAUSE)
    raise AssertionError(f"{example.key} never came to an end")


def _ids(result: Answer) -> Known:
    return {name: value for name, value in result.items() if name.endswith("_id") and isinstance(value, str)}
