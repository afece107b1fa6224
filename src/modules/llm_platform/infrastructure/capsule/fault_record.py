"""A model's fault as it is written down, and raised again as the same class with the same fields."""

from collections.abc import Collection, Mapping
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
from src.modules.llm_platform.infrastructure.capsule.secrets import Json, hide, without_secrets

_KINDS: dict[str, type[ModelFault]] = {
    kind.__name__: kind
    for kind in (ModelFault, ModelTimeout, ModelUnreachable, ModelBusy, ModelRefused, ModelGarbled, CircuitOpen)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRecord:
    """`kind` is the name of a class in the platform's error tree; an adapter's own subclass is told by its parent's,
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
    def parse(cls, told: Mapping[str, Any]) -> "FaultRecord":
        if told["kind"] not in _KINDS:
            raise ValueError(f"no fault is named {told['kind']!r}")
        return cls(**told)

    def told(self) -> dict[str, object]:
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
