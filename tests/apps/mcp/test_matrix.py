"""Every tool against every kind of caller: who may not is refused, and who may is not."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import jwt
import pytest

from apps.api.identity import tool_tokens
from apps.mcp.composition import TOOLBOXES
from apps.mcp.tool import ADVICE
from apps.mcp.toolbox import Tool, ToolEffect
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import ToolDomain, ToolGrant
from packages.core.errors import NotFound
from packages.domain.accounts.model import LOCAL_OWNER_ID
from tests.apps.mcp.conftest import OTHER_OWNER_ID
from tests.apps.mcp.live import LiveDesk, line, phase_of
from tests.apps.mcp.story import Played
from tests.fakes.clock import StoppedClock

STRANGERS = {
    "no token": "bad_tool_token",
    "empty token": "bad_tool_token",
    "forged": "bad_tool_token",
    "without algorithm": "bad_tool_token",
    "wrong audience": "bad_tool_token",
    "expired": "bad_tool_token",
    "wrong phase": "wrong_phase",
    "not granted": "tool_not_granted",
}
Asked = tuple[Tool, dict[str, Any], str | None]
NOT_FOUND = ADVICE[NotFound][1]
every_domain = pytest.mark.parametrize("domain", list(ToolDomain))


def _tools(domain: ToolDomain) -> list[Tool]:
    return list(TOOLBOXES[domain].tools.values())


def _token(kind: str, live: LiveDesk, tool: Tool) -> str | None:
    grant = ToolGrant(LOCAL_OWNER_ID, "session", "turn", phase_of(tool), tool.domain)
    issue = live.desk.tool_tokens.issue
    claims: dict[str, Any] = jwt.decode(issue(grant), options={"verify_signature": False})
    match kind:
        case "no token":
            return None
        case "empty token":
            return ""
        case "forged":
            return jwt.encode(claims, b"x" * 32, algorithm="HS256")
        case "without algorithm":
            return jwt.encode(claims, "", algorithm="none")
        case "wrong audience":
            return issue(replace(grant, domain=next(each for each in ToolDomain if each is not tool.domain)))
        case "expired":
            clock = StoppedClock(live.clock.now())
            clock.move(seconds=-300)
            return tool_tokens(live.desk.settings, clock).issue(grant)
        case "wrong phase":
            return issue(replace(grant, phase=next(each for each in Phase if each not in tool.rule.phases)))
        case "not granted":
            others = frozenset(TOOLBOXES[tool.domain].tools) - {tool.name}
            return issue(replace(grant, tools=others))
        case _:
            raise AssertionError(kind)


async def _answers(live: LiveDesk, domain: ToolDomain, asked: Iterable[Asked]) -> list[dict[str, Any]]:
    async with line(live, domain) as to:
        return [await to.call(tool.name, arguments, token) for tool, arguments, token in asked]


@every_domain
@pytest.mark.parametrize("kind", STRANGERS)
async def test_a_stranger_is_refused_by_every_tool(
    domain: ToolDomain, kind: str, live: LiveDesk, played: Played
) -> None:
    asked = [(tool, played.told[domain, tool.name].arguments, _token(kind, live, tool)) for tool in _tools(domain)]
    for (tool, _, _), told in zip(asked, await _answers(live, domain, asked), strict=True):
        assert not told["ok"], tool.name
        assert told["error"]["code"] == STRANGERS[kind], (tool.name, told)
        assert not told["error"]["retryable"], tool.name


@every_domain
async def test_a_stranger_is_told_nothing_of_the_arguments(domain: ToolDomain, live: LiveDesk) -> None:
    asked: list[Asked] = [(tool, {"nonsense": 1}, None) for tool in _tools(domain)]
    for told in await _answers(live, domain, asked):
        assert told["error"]["code"] == "bad_tool_token", told


@every_domain
async def test_the_owner_is_let_in_in_every_phase_of_the_tool_and_in_no_other(
    domain: ToolDomain, live: LiveDesk, played: Played
) -> None:
    """A change is repeated with the key of the first, so it is answered from the record."""
    cases = [(tool, phase, played.told[domain, tool.name]) for tool in _tools(domain) for phase in Phase]
    asked = [(tool, first.arguments, live.token(domain, phase)) for tool, phase, first in cases]
    for (tool, phase, first), told in zip(cases, await _answers(live, domain, asked), strict=True):
        if phase not in tool.rule.phases:
            assert told["error"]["code"] == "wrong_phase", (tool.name, phase, told)
        elif tool.rule.effect is ToolEffect.WRITE:
            assert told == first.result, (tool.name, phase)
        else:
            assert told["ok"], (tool.name, phase, told)


@every_domain
async def test_another_user_reaches_nothing_of_the_owners(domain: ToolDomain, live: LiveDesk, played: Played) -> None:
    """An id of the owner's is not found; without one, even with the owner's key, there is nothing of the owner's."""
    told = {tool.name: played.told[domain, tool.name].arguments for tool in _tools(domain)}
    asked = [(tool, told[tool.name], live.token_for(tool, OTHER_OWNER_ID)) for tool in _tools(domain)]
    for (tool, arguments, _), answer in zip(asked, await _answers(live, domain, asked), strict=True):
        if any(name.endswith("_id") for name in arguments):
            assert not answer["ok"], tool.name
            assert answer["error"]["suggestion"] == NOT_FOUND, (tool.name, answer)
        else:
            assert answer["ok"], (tool.name, answer)
            shown = json.dumps(answer)
            assert not [each for each in played.ids if each in shown], tool.name


@every_domain
def test_a_change_happens_once_and_a_token_is_spent_by_it(domain: ToolDomain, played: Played) -> None:
    for tool in _tools(domain):
        told = played.told[domain, tool.name]
        if tool.rule.effect is ToolEffect.WRITE:
            assert told.result["ok"], (tool.name, told.result)
            assert told.repeated == told.result, tool.name
            assert told.replayed is not None
            assert told.replayed["error"]["code"] == "token_spent", (tool.name, told.replayed)
