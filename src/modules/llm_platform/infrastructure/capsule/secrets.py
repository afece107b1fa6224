"""Keeps keys and header values out of a capsule, wherever a server or a fault may repeat them."""

from collections.abc import Collection, Mapping, Sequence

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
