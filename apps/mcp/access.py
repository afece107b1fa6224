"""Who is calling a tool, and whether they may: closed unless everything is right."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from apps.mcp.toolbox import ToolEffect, ToolRule
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import HEADER, ToolDomain, TypedOverride
from packages.core.errors import Forbidden
from packages.core.ids import Ids
from packages.core.messages import Message, message, word
from packages.domain.trading.callers import ApiKey, ModelTool
from packages.infra.security.tokens import BadToolToken, ToolTokens


class WrongPhase(Forbidden):
    """The tool is not for the phase that the conversation is in."""


class ToolNotGranted(Forbidden):
    """The turn was not given this tool."""


class ReadOnlyTools(Forbidden):
    """This way in only reads."""

    code = "read_only_desk"


@dataclass(frozen=True, slots=True)
class Admitted:
    """A caller that was let in; `token_id` is what a change is spent on."""

    caller: ModelTool | ApiKey
    token_id: str
    override: TypedOverride | None = None


class Access(Protocol):
    """Lets a call in or raises."""

    def admit(self, headers: Mapping[str, str] | None, domain: ToolDomain, tool: str, rule: ToolRule) -> Admitted: ...


class TokenAccess:
    """For calls over HTTP: every one brings the token of a turn."""

    def __init__(self, tokens: ToolTokens) -> None:
        self._tokens = tokens

    def admit(self, headers: Mapping[str, str] | None, domain: ToolDomain, tool: str, rule: ToolRule) -> Admitted:
        token = (headers or {}).get(HEADER)
        if not token:
            raise BadToolToken("tools.token_missing", header=HEADER)
        read = self._tokens.read(token, domain)
        grant = read.grant
        if grant.phase not in rule.phases:
            raise WrongPhase(
                "tools.wrong_phase", tool=tool, phase=word("phase", grant.phase), phases=_listed(rule.phases)
            )
        if grant.tools is not None and tool not in grant.tools:
            raise ToolNotGranted(
                "tools.tool_not_granted", tool=tool, tools=sorted(grant.tools) or message("words.none")
            )
        return Admitted(ModelTool(grant.user_id, grant.turn_id, grant.by_rules), read.token_id, grant.override)


class LocalAccess:
    """For a process that a person started on their own machine: the local owner, outside any conversation."""

    def __init__(self, user_id: str, ids: Ids, *, writes: bool) -> None:
        self._user_id = user_id
        self._ids = ids
        self._writes = writes

    def admit(self, headers: Mapping[str, str] | None, domain: ToolDomain, tool: str, rule: ToolRule) -> Admitted:
        if rule.effect is ToolEffect.WRITE and not self._writes:
            raise ReadOnlyTools("tools.read_only", tool=tool)
        return Admitted(ApiKey(self._user_id, "stdio"), self._ids.new())


def _listed(phases: frozenset[Phase]) -> list[Message]:
    return [word("phase", phase) for phase in Phase if phase in phases]
