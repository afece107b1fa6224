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
from packages.domain.accounts.model import BadToken
from packages.domain.accounts.personal_tokens import PREFIX, PersonalToken, PersonalTokens, TokenScope
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

    async def admit(
        self, headers: Mapping[str, str] | None, domain: ToolDomain, tool: str, rule: ToolRule
    ) -> Admitted: ...


class TokenAccess:
    """For calls over HTTP: every one brings the token of a turn, or its owner's personal access token."""

    def __init__(self, tokens: ToolTokens, personal: PersonalTokens, ids: Ids) -> None:
        self._tokens = tokens
        self._personal = personal
        self._ids = ids

    async def admit(self, headers: Mapping[str, str] | None, domain: ToolDomain, tool: str, rule: ToolRule) -> Admitted:
        given = headers or {}
        if token := given.get(HEADER):
            return self._of_turn(token, domain, tool, rule)
        text = _personal_token(given)
        if text is None:
            raise BadToolToken("tools.token_missing", header=HEADER)
        return self._of_program(await self._personal.read(text), domain, rule)

    async def program(self, headers: Mapping[str, str]) -> PersonalToken:
        """The token that a program brought; without a good one, `Unauthenticated`."""
        text = _personal_token(headers)
        if text is None:
            raise BadToken("tools.bearer_needed")
        return await self._personal.read(text)

    def _of_program(self, token: PersonalToken, domain: ToolDomain, rule: ToolRule) -> Admitted:
        """A program acts outside any conversation, so no phase binds it; what it changes is spent call by call."""
        changing = TokenScope.TRADE_PAPER if domain is ToolDomain.TRADING else TokenScope.WRITE
        token.require(TokenScope.READ if rule.effect is ToolEffect.READ else changing)
        return Admitted(ApiKey(token.user_id, token.id), self._ids.new())

    def _of_turn(self, token: str, domain: ToolDomain, tool: str, rule: ToolRule) -> Admitted:
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

    async def admit(self, headers: Mapping[str, str] | None, domain: ToolDomain, tool: str, rule: ToolRule) -> Admitted:
        if rule.effect is ToolEffect.WRITE and not self._writes:
            raise ReadOnlyTools("tools.read_only", tool=tool)
        return Admitted(ApiKey(self._user_id, "stdio"), self._ids.new())


def _personal_token(headers: Mapping[str, str]) -> str | None:
    scheme, _, text = headers.get("authorization", "").partition(" ")
    return text.strip() if scheme.lower() == "bearer" and text.strip().startswith(PREFIX) else None


def _listed(phases: frozenset[Phase]) -> list[Message]:
    return [word("phase", phase) for phase in Phase if phase in phases]
