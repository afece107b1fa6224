"""How a tool is declared: a short function, the phases it may be called in, and whether it changes anything."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Concatenate, ParamSpec, TypeAlias, TypeVar

from pydantic import Field

from apps.mcp.services import ToolServices
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import ToolDomain, TypedOverride
from packages.contracts.tool_results import ToolResult
from packages.domain.trading.callers import ApiKey, ModelTool

TALKING = frozenset(Phase) - {Phase.ERROR}
SCOPED = TALKING - {Phase.KYC}
DRAFTED = SCOPED - {Phase.PRE_STRATEGY}

P = ParamSpec("P")
R = TypeVar("R", bound=ToolResult)
Run: TypeAlias = Callable[..., Awaitable[ToolResult]]
Read: TypeAlias = Callable[..., Awaitable[str]]
IdempotencyKey = Annotated[
    str,
    Field(
        max_length=100,
        pattern=r"^[^\x00-\x1f\x7f]+$",
        description="A word of your choice for this one change. The same key and arguments give the first result and "
        "change nothing again; take a new key for a new change.",
    ),
]


class ToolEffect(StrEnum):
    """Whether a tool changes anything."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class ToolRule:
    """Who may call a tool: the owner always, in one of these phases."""

    phases: frozenset[Phase]
    effect: ToolEffect


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of one tool; `key` is for the services below, unique to owner, tool and idempotency key. `override` is
    what the person typed, as the token has it."""

    services: ToolServices
    caller: ModelTool | ApiKey
    key: str = ""
    override: TypedOverride | None = None

    @property
    def owner_id(self) -> str:
        return self.caller.user_id


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """A declared tool, which is itself and no other; `signature` is what a model sees of it."""

    domain: ToolDomain
    name: str
    about: str
    run: Run
    rule: ToolRule
    signature: inspect.Signature


@dataclass(frozen=True, slots=True)
class Resource:
    """Something too long for a result, at an address like `parley://backtest/{backtest_job_id}/report`; who may call
    `tool` may read it."""

    uri: str
    tool: Tool
    about: str
    read: Read
    signature: inspect.Signature


@dataclass(slots=True)
class Toolbox:
    """The tools of one domain; `about` is what a model reads before the first call."""

    domain: ToolDomain
    about: str
    tools: dict[str, Tool] = field(default_factory=dict)
    resources: dict[str, Resource] = field(default_factory=dict)

    def reads(
        self, *, phases: frozenset[Phase]
    ) -> Callable[[Callable[Concatenate[ToolCall, P], Awaitable[R]]], Callable[Concatenate[ToolCall, P], Awaitable[R]]]:
        """Declares a tool that changes nothing."""
        return lambda run: self._add(run, ToolRule(phases, ToolEffect.READ))

    def writes(
        self, *, phases: frozenset[Phase]
    ) -> Callable[[Callable[Concatenate[ToolCall, P], Awaitable[R]]], Callable[Concatenate[ToolCall, P], Awaitable[R]]]:
        """Declares a tool that changes something: it takes an idempotency key besides."""
        return lambda run: self._add(run, ToolRule(phases, ToolEffect.WRITE))

    def resource(
        self, uri: str, *, of: str
    ) -> Callable[
        [Callable[Concatenate[ToolCall, P], Awaitable[str]]], Callable[Concatenate[ToolCall, P], Awaitable[str]]
    ]:
        """Declares what gives the JSON text behind an address that the tool `of` hands out, for whom it may."""
        tool = self.tools[of]

        def declare(
            read: Callable[Concatenate[ToolCall, P], Awaitable[str]],
        ) -> Callable[Concatenate[ToolCall, P], Awaitable[str]]:
            self.resources[uri] = Resource(uri, tool, _about(read), read, _seen(read, ToolEffect.READ))
            return read

        return declare

    def _add(
        self, run: Callable[Concatenate[ToolCall, P], Awaitable[R]], rule: ToolRule
    ) -> Callable[Concatenate[ToolCall, P], Awaitable[R]]:
        name = run.__name__
        if name in self.tools:
            raise ValueError(f"{self.domain} has two tools named {name}")
        self.tools[name] = Tool(self.domain, name, _about(run), run, rule, _seen(run, rule.effect))
        return run


def _about(run: Callable[..., object]) -> str:
    if not run.__doc__:
        raise ValueError(f"{run.__name__} has no docstring, and a model knows nothing else of it")
    return inspect.cleandoc(run.__doc__)


def _seen(run: Callable[..., object], effect: ToolEffect) -> inspect.Signature:
    """The signature without the call itself, and with the key that every change takes."""
    whole = inspect.signature(run, eval_str=True)
    shown = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in list(whole.parameters.values())[1:]]
    if effect is ToolEffect.WRITE:
        kind = inspect.Parameter.KEYWORD_ONLY
        shown.append(inspect.Parameter("idempotency_key", kind, annotation=IdempotencyKey))
    return whole.replace(parameters=shown)
