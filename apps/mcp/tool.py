"""The wrapper around every tool: who calls, are the arguments good, does it happen once, what is answered; and errors
as results, with what the model should do next."""

import hashlib
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any, Self, cast

import structlog
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool as SdkTool
from mcp_types import CallToolResult, ResourceLink, TextContent, ToolAnnotations
from pydantic import PrivateAttr, ValidationError

from apps.mcp.access import Access, Admitted
from apps.mcp.services import ToolServices
from apps.mcp.toolbox import Tool, ToolCall, ToolEffect
from packages.contracts.market_data.next_calls import with_next_tools
from packages.contracts.sentences import with_messages
from packages.contracts.tool_results import ToolError, ToolFailure
from packages.core import errors
from packages.core.errors import Invalid, ParleyError, family_of
from packages.core.events import JsonObject
from packages.core.ids import derived_id
from packages.core.messages import Message, Sentence, joined, message
from packages.domain.conversation.tool_calls import NewCall, OnlyOnce
from packages.settings.validation import problem_in

ADVICE: dict[type[ParleyError], tuple[bool, Sentence]] = {
    errors.Invalid: (True, Sentence(message("tools.advice_invalid"))),
    errors.Unauthenticated: (False, Sentence(message("tools.advice_unauthenticated"))),
    errors.Forbidden: (False, Sentence(message("tools.advice_forbidden"))),
    errors.NotFound: (True, Sentence(message("tools.advice_not_found"))),
    errors.Conflict: (True, Sentence(message("tools.advice_conflict"))),
    errors.TooLarge: (True, Sentence(message("tools.advice_too_large"))),
    errors.Throttled: (True, Sentence(message("tools.advice_throttled"))),
    errors.Unusable: (True, Sentence(message("tools.advice_unusable"))),
    errors.Unavailable: (True, Sentence(message("tools.advice_unavailable"))),
}

_log = structlog.get_logger(__name__)


def tool_failure(error: ParleyError) -> ToolFailure:
    retryable, advice = ADVICE[family_of(error)]
    return _failure(error.code, error.said, advice.said, retryable=retryable, details=with_next_tools(error.details))


def unexpected_tool_failure(error: Exception) -> ToolFailure:
    """A fault of ours: the log has the traceback, and the model has to stop."""
    _log.error("tool_failed", exc_info=error)
    return _failure("internal_error", message("tools.fault"), message("tools.advice_fault"), retryable=False)


def _failure(
    code: str, said: Message, advice: Message, *, retryable: bool, details: Mapping[str, object] | None = None
) -> ToolFailure:
    words = with_messages({"message": Sentence(said), "suggestion": Sentence(advice)})
    return ToolFailure(
        error=ToolError.model_validate({"code": code, "retryable": retryable, "details": dict(details or {}), **words})
    )


_MOST_PROBLEMS = 10
_LONGEST_FIELD = 80  # a key within an argument may be of any length


class BadArguments(Invalid):
    """Arguments that the tool's schema does not take."""


class ServedTool(SdkTool):
    """One tool as the SDK serves it; everything it answers is a result or a failure in the one shape."""

    _tool: Tool = PrivateAttr()
    _services: ToolServices = PrivateAttr()
    _access: Access = PrivateAttr()
    _once: OnlyOnce = PrivateAttr()

    @classmethod
    def of(cls, tool: Tool, name: str, services: ToolServices, access: Access, once: OnlyOnce) -> Self:
        made = cls._described(tool, name).model_copy()
        made._tool, made._services, made._access, made._once = tool, services, access, once
        return made

    @classmethod
    @cache
    def _described(cls, tool: Tool, name: str) -> Self:
        """What a model is shown, the same on every desk: its schemas take longer to write than many a call."""
        reads = tool.rule.effect is ToolEffect.READ
        hints = ToolAnnotations(read_only_hint=reads, destructive_hint=False, idempotent_hint=True)
        shown = facade(tool.name, tool.signature)
        about = tool.about
        made = cast(Self, cls.from_function(shown, name, description=about, annotations=hints, structured_output=True))
        made.parameters["additionalProperties"] = False
        return made

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> CallToolResult:
        try:
            tool = self._tool
            admitted = await self._access.admit(context.headers, tool.domain, tool.name, tool.rule)
            result = await self._answer(admitted, self._checked(arguments))
        except ParleyError as error:
            return refused(error)
        except Exception as error:  # noqa: BLE001 - the MCP edge
            return _failed(unexpected_tool_failure(error))
        return answered(result)

    def _checked(self, arguments: dict[str, Any]) -> dict[str, Any]:
        known = self.parameters.get("properties", {})
        strange = sorted(set(arguments) - set(known))
        if strange:
            raise BadArguments("tools.unknown_argument", tool=self.name, strange=", ".join(strange)[:200], known=known)
        try:
            return self.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            problems = joined((_problem(each) for each in error.errors()[:_MOST_PROBLEMS]), "; ")
            raise BadArguments("tools.bad_arguments", tool=self.name, problems=problems) from error

    async def _answer(self, admitted: Admitted, checked: dict[str, Any]) -> JsonObject:
        tool = self._tool
        if tool.rule.effect is ToolEffect.READ:
            return await self._happen(admitted, checked)
        given = checked.pop("idempotency_key")
        owner, name = admitted.caller.user_id, f"{tool.domain}.{tool.name}"
        digest = _digest(checked, self)
        call = NewCall(owner, name, given, digest, admitted.token_id, self._services.clock.now())
        key = derived_id("tool", owner, name, given)
        return await self._once.result(call, lambda: self._happen(admitted, checked, key))

    async def _happen(self, admitted: Admitted, checked: Mapping[str, Any], key: str = "") -> JsonObject:
        result = await self._tool.run(ToolCall(self._services, admitted.caller, key, admitted.override), **checked)
        return result.model_dump(mode="json", by_alias=True)


def facade(name: str, signature: inspect.Signature) -> Callable[..., Awaitable[object]]:
    """A function with the signature that a model sees, for the SDK to read its schema from."""

    async def shown(**_arguments: object) -> object:
        raise NotImplementedError  # the wrapper calls the tool itself

    shown.__name__ = name
    shown.__signature__ = signature  # type: ignore[attr-defined]
    return shown


def _problem(problem: Mapping[str, Any]) -> Message:
    field = ".".join(map(str, problem["loc"]))[:_LONGEST_FIELD]
    return message("validation.argument", field=field, problem=problem_in(problem))


def _digest(checked: Mapping[str, Any], tool: SdkTool) -> str:
    model = tool.fn_metadata.arg_model.model_construct(**checked)
    payload = model.model_dump(mode="json", exclude={"idempotency_key"}, warnings=False)
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def answered(result: JsonObject) -> CallToolResult:
    more: Any = result.get("more", [])
    links = [
        ResourceLink(type="resource_link", uri=each["uri"], name=each["name"], mime_type="application/json")
        for each in more
    ]
    return CallToolResult(content=[_text(result), *links], structured_content=dict(result))


def refused(error: ParleyError) -> CallToolResult:
    return _failed(tool_failure(error))


def _failed(failure: ToolFailure) -> CallToolResult:
    payload = failure.model_dump(mode="json")
    return CallToolResult(content=[_text(payload)], structured_content=payload, is_error=True)


def _text(payload: Mapping[str, object]) -> TextContent:
    return TextContent(type="text", text=json.dumps(payload, ensure_ascii=False, separators=(",", ":")))
