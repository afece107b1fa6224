"""Faults as they are written down and raised again, without the secrets that they may quote."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from src.modules.llm_platform.domain.errors import (
    Category,
    CircuitOpen,
    ModelBusy,
    ModelFault,
    ModelGarbled,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
)
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelRequest, StreamRequest

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

_HIDDEN = "[secret]"
_LEAST = 8  # shorter values are also ordinary words


def secrets_of(config: ModelConfig, request: ModelRequest | StreamRequest) -> frozenset[str]:
    """Each value by itself and each of its words: a server may repeat a token without its scheme."""
    values = [config.api_key.value] if config.api_key else []
    if isinstance(request, StreamRequest):
        values += [value for tool in request.tools for value in tool.headers.values()]
    return frozenset(part for value in values for part in (value, *value.split()) if len(part) >= _LEAST)


def without_secrets(value: object, secrets: Collection[str]) -> Json:
    """A copy in plain JSON types. Some servers repeat the tools of a request with their headers: those go."""
    if isinstance(value, str):
        return hide(value, secrets)
    if isinstance(value, Mapping):
        bare = {str(key): without_secrets(inner, secrets) for key, inner in value.items()}
        if bare.get("type") == "mcp":
            bare |= {key: None for key in ("headers", "authorization") if bare.get(key)}
        return bare
    if isinstance(value, Sequence):
        return [without_secrets(inner, secrets) for inner in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    raise TypeError(f"{type(value).__name__} is no JSON value: hand over what the wire would carry.")


def event_without_secrets(event: Event, secrets: Collection[str]) -> Event:
    return {key: without_secrets(value, secrets) for key, value in event.items()}


def hide(text: str, secrets: Collection[str]) -> str:
    # The longest first: a header's value goes as a whole before its words do.
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, _HIDDEN)
    return text


_KINDS: dict[str, type[ModelFault]] = {
    kind.__name__: kind
    for kind in (ModelFault, ModelTimeout, ModelUnreachable, ModelBusy, ModelRefused, ModelGarbled, CircuitOpen)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRecord:
    """`kind` is the name of a class in the platform's error tree; an adapter's own subclass is recorded as its parent,
    with the category that is its own."""

    kind: str
    category: str
    message: str
    status_code: int | None
    request_id: str | None
    retry_after: float | None
    may_be_paid: bool
    details: Json

    @classmethod
    def of(cls, fault: ModelFault, secrets: Collection[str]) -> "FaultRecord":
        kind = next(known for known in type(fault).__mro__ if known in _KINDS.values())
        return cls(
            kind=kind.__name__,
            category=fault.category,
            message=hide(fault.message, secrets),
            status_code=fault.status_code,
            request_id=fault.request_id,
            retry_after=fault.retry_after,
            may_be_paid=fault.may_be_paid,
            details=without_secrets(fault.details, secrets),
        )

    @classmethod
    def parse(cls, record: Mapping[str, Any]) -> "FaultRecord":
        if record["kind"] not in _KINDS:
            raise ValueError(f"no fault is named {record['kind']!r}")
        return cls(**record)

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    def fault(self) -> ModelFault:
        fault = _KINDS[self.kind](
            self.message,
            status_code=self.status_code,
            request_id=self.request_id,
            retry_after=self.retry_after,
            may_be_paid=self.may_be_paid,
        )
        fault.category = cast(Category, self.category)
        fault.details = dict(cast(dict[str, object], self.details))
        return fault
