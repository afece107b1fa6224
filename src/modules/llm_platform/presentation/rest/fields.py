"""The fields of a model configuration on the wire, each with the values that it takes."""

from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, SecretStr, StringConstraints

from packages.settings.llm import sendable_key, server_address
from src.modules.llm_platform.application.model_configs import ALIAS
from src.modules.llm_platform.domain.models import ProviderKind


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("control characters are not taken")
    return text


def _exact(value: object) -> object:
    if isinstance(value, bool | float):
        raise ValueError('write the amount as text, like "0.25", so that no digit is lost')  # noqa: TRY004 - pydantic's
    return value


def _different(tags: list[str]) -> list[str]:
    return sorted(set(tags))


def _plain(amount: Decimal) -> str:
    return f"{amount:f}"


Alias = Annotated[str, StringConstraints(pattern=f"^{ALIAS.pattern}$")]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(_printable)
]
Tag = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_printable)]
Tags = Annotated[list[Tag], Field(max_length=20), AfterValidator(_different)]
BaseUrl = Annotated[str, StringConstraints(max_length=500), AfterValidator(_printable), AfterValidator(server_address)]
Key = Annotated[SecretStr, Field(max_length=500), AfterValidator(sendable_key)]
ProviderName = Annotated[ProviderKind, Field(strict=False)]
Priority = Annotated[int, Field(ge=-1000, le=1000)]
OutputTokens = Annotated[int, Field(ge=1, le=1_000_000)]
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
DollarsIn = Annotated[
    Decimal, BeforeValidator(_exact), Field(strict=False, ge=0, le=100_000, max_digits=12, decimal_places=6)
]
DollarsOut = Annotated[Decimal, PlainSerializer(_plain, return_type=str)]
