"""Tokens and keys taken out of what is shown and stored."""

import re
from collections.abc import Mapping
from typing import Any

from packages.core.events import JsonObject

_NAMES = frozenset({"x-mcp-context", "authorization", "headers", "api_key", "cookie"})
_LOOKS_SECRET = re.compile(r"eyJ[\w-]{6,}\.[\w-]+\.[\w-]*|\bsk-[\w-]{8,}|(?<=Bearer )\S+")
MASK = "***"


def masked(event: Mapping[str, object]) -> JsonObject:
    """The same event without its secrets."""
    shown: Any = _masked(event)
    return shown if isinstance(shown, dict) else {}


def masked_text(text: str) -> str:
    return _LOOKS_SECRET.sub(MASK, text)


def _masked(value: object) -> object:
    if isinstance(value, str):  # first, as nearly everything is one
        return masked_text(value) if "eyJ" in value or "sk-" in value or "Bearer" in value else value
    if isinstance(value, dict | Mapping):
        return {str(name): MASK if str(name).lower() in _NAMES else _masked(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(each) for each in value]
    return value
